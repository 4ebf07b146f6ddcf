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

  test               everything the pipeline runs: format, tidy, lints, tests, generated files, missing rows, the page
  pages              writes those generated files that no test has to run for
  check              the fast part of it before a commit: format, tidy, lints, pages
  tidy               of that what reads the files alone
  generate           writes the generated files: docs/rules, citations, proofs, missing rows (runs the tests;
                     --kept: from what the last `test` showed, though it failed on them)
  serve [OPTION...]  builds the page and the program and starts the room, as `cardroom serve`
  web                builds the page into web/dist, from where the program takes it
  screenshots [FOLDER]  a picture of every state of the page at every size, and a page that shows them; into target/pictures
  measure-page       measures the page: script, time to be ready, frames a second, what an idle page uses
  play [OPTION...]   a table in the terminal, as `cardroom play`
  mutants-of-rules [NAME...]  alters every rule and setting, or those named (a rule, a setting, setting=value), and runs
                     the cases that claim it, then the tests of the room and the table; prints what nobody noticed
  fuzz [TARGET...]   feeds the readers with random bytes, ten minutes a target; FUZZ_SECONDS for another time
  crash [--times N]  kills the real program in the middle of play, 200 times or N, and looks for every act it acknowledged
  fold [HANDS]       plays a thousand hands, or HANDS, and holds what the page folds against the room after every record
  slow               the tests with their long parts, which are not in the pipeline
  arms [ENUM...]     counts the arms that name a variant only to say that it is of no concern there; or lists the places
                     that a new variant of an enum has to be entered in
  drawn NUMBER       prints functions of each crate drawn at random, as a reader meets them; a number is a draw
  names              counts four turns of phrase that read as translated, and the type names with two meanings
";

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
