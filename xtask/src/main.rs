//! Checks and generated files of the project: `cargo xtask test` is everything the pipeline runs.

mod altered;
mod arms;
mod drawn;
mod english;
mod fold;
mod fuzz;
mod generate;
mod mutants;
mod names;
mod run;
mod steps;
mod tidy;
mod trust;
mod web;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test               runs everything the pipeline runs: format, tidy, lints, tests, generated files, missing rows, the page
  pages              writes the generated files that need no test run
  check              runs the fast part of test, before a commit: format, tidy, lints, pages
  tidy               runs the part of check that only reads files
  generate           writes the generated files: docs/rules, citations, proofs, missing rows (runs the tests;
                     --kept: from the results of the last `test`, even if it failed on them)
  serve [OPTION...]  builds the page and the program and starts the room, like `cardroom serve`
  web                builds the page into web/dist, where the program finds it
  screenshots [FOLDER]  takes a picture of every state of the page at every size, with a page that shows them; into
                     target/pictures or FOLDER
  measure-page       measures the page: script, time until it is ready, frames a second, what an idle page uses
  play [OPTION...]   opens a table in the terminal, like `cardroom play`
  mutants-of-rules [NAME...]  alters every rule and setting, or those named (a rule, a setting, setting=value), and runs
                     the cases that claim it, then the tests of the room and the table; prints what no test noticed
  fuzz [TARGET...]   feeds the readers random bytes, ten minutes a target; set FUZZ_SECONDS for another time
  crash [--times N]  kills the real program in the middle of play, 200 times or N, and checks every act it acknowledged
  fold [HANDS]       plays a thousand hands, or HANDS, and compares the page's table with the room's after every record
  slow               runs the tests with their long parts, which are not in the pipeline
  arms [ENUM...]     counts the arms that name a variant only to say that it does not matter there; or lists the places
                     where a new variant of ENUM has to be entered
  drawn NUMBER       prints ten functions of each crate drawn at random by the number, as a reader first sees them
  names              counts four turns of phrase that read as translated, and the type names with two meanings
";

/// Runs one command. The exit code is 0 if all is well, 1 with the reason if something failed, 2 with the
/// usage if there is no such command.
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        ["test"] => run::test(),
        ["check"] => run::check(),
        ["tidy"] => tidy::check(),
        ["generate"] => generate::write(),
        ["generate", "--kept"] => generate::write_from_last_run(),
        ["pages"] => generate::write_pages(),
        ["serve", options @ ..] => web::serve(options),
        ["web"] => web::packages().and_then(|()| web::build()),
        ["screenshots"] => web::pictures("target/pictures"),
        ["screenshots", folder] => web::pictures(folder),
        ["measure-page"] => web::measure(),
        ["play", options @ ..] => run::play(options),
        ["mutants-of-rules", names @ ..] => mutants::of_rules(names),
        ["fuzz", targets @ ..] => fuzz::run(targets),
        ["crash"] => run::crash("200"),
        ["crash", "--times", times] => run::crash(times),
        ["fold"] => fold::run("1000"),
        ["fold", hands] => fold::run(hands),
        ["slow"] => run::slow(),
        ["drawn", number] => drawn::draw(number),
        ["names"] => names::count(),
        ["arms"] => arms::count(),
        ["arms", enums @ ..] => arms::places(enums),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::FAILURE
        }
    }
}
