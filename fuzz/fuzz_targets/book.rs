//! Any bytes as a book file: no panic, one clear line for each error, and a book that can be read opens a
//! table or says why not.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rulebook::Book;
use table::House;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Book::read(text) {
        Err(problems) => {
            assert!(!problems.is_empty(), "refused without a reason");
            problems.iter().for_each(|problem| one_line(&problem.to_string()));
        }
        Ok(book) => match book.determine(&[]) {
            Err(problems) => problems.iter().for_each(|problem| one_line(&problem.to_string())),
            Ok(determined) => {
                if let Err(problems) = House::of(&determined) {
                    problems.iter().for_each(|problem| one_line(&problem.to_string()));
                }
            }
        },
    }
});

fn one_line(told: &str) {
    assert!(!told.is_empty() && !told.contains('\n'), "{told:?}");
}
