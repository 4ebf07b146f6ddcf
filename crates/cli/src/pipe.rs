//! What is printed and cannot be.

/// What a shell reports of a program that a closed pipe ended: 128 and the number of SIGPIPE.
const READER_GONE: i32 = 141;

/// What a program returns that could not do what was asked.
const FAILED: i32 = 2;

/// Ends the program where printing fails, for the standard library panics then, and says why in words alone.
///
/// A reader who has seen enough (`cardroom .. | head`) ends it without a word, as a closed pipe ends other programs: with
/// a status that is not success, since what was asked was not done to its end. A full disk is reported.
pub fn end_when_printing_fails() {
    let loud = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let words = panic.payload().downcast_ref::<String>();
        let Some(why) = words.and_then(|words| words.strip_prefix("failed printing to ")) else {
            return loud(panic);
        };
        if why.contains("os error 32") {
            std::process::exit(READER_GONE);
        }
        // Where the standard error is what failed, nobody can be told.
        let _ = std::io::Write::write_all(
            &mut std::io::stderr(),
            format!("cardroom: cannot print to {why}\n").as_bytes(),
        );
        std::process::exit(FAILED);
    }));
}
