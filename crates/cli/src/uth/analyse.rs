//! `cardroom uth analyse`: the whole game.

use std::path::{Path, PathBuf};

use ::odds::{Outcomes, UltimateRules, Values, values};

use super::rules::RulesArgs;
use super::sheet::{Form, sheet};
use super::{Reasons, chart, json, on_threads, one, text};
use crate::progress::Bar;

/// The value of the game, of every starting hand and of each decision, over all deals
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    rules: RulesArgs,
    /// Write the chart of all starting hands as a picture
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Write a par sheet for a regulator, as Markdown (.md) or as a table (.csv) by the ending of the file (may be given
    /// several times)
    #[arg(long, value_name = "FILE")]
    par_sheet: Vec<PathBuf>,
    /// How many threads; without it as many as there are cores
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// A JSON object
    #[arg(long)]
    json: bool,
}

/// The game worked out.
pub(super) struct Analysis {
    pub(super) rules: UltimateRules,
    pub(super) values: Values,
    pub(super) outcomes: Outcomes,
}

impl Analysis {
    /// Works the game out: every board once for its values, and once more for what best play comes to.
    fn of(rules: UltimateRules) -> Result<Analysis, Reasons> {
        let bar = Bar::new();
        let first = |done: u64, all: u64| bar.show(done, 2 * all);
        let second = |done: u64, all: u64| bar.show(all + done, 2 * all);
        let values = values(&rules, &first).map_err(one)?;
        let outcomes = values.outcomes(&second);
        Ok(Analysis { rules, values, outcomes })
    }
}

/// A file that is written when the game is worked out.
enum Written<'a> {
    Chart(&'a Path),
    Sheet(&'a Path, Form),
}

impl Written<'_> {
    fn path(&self) -> &Path {
        match self {
            Written::Chart(path) | Written::Sheet(path, _) => path,
        }
    }

    fn write(&self, analysis: &Analysis) -> Result<(), String> {
        let text = match self {
            Written::Chart(_) => chart::picture(analysis),
            Written::Sheet(_, form) => sheet(analysis, *form),
        };
        std::fs::write(self.path(), text).map_err(|why| cannot(self.path(), &why))
    }
}

fn cannot(path: &Path, why: &impl ToString) -> String {
    format!("cannot write {}: {}", path.display(), why.to_string())
}

/// The files to be written. What cannot be written is said before the game is worked out.
fn written(args: &Args) -> Result<Vec<Written<'_>>, Reasons> {
    let mut reasons = Vec::new();
    let mut files: Vec<Written<'_>> = args.plot.iter().map(|path| Written::Chart(path)).collect();
    for path in &args.par_sheet {
        match Form::of(path) {
            Some(form) => files.push(Written::Sheet(path, form)),
            None => reasons
                .push(format!("--par-sheet {}: expected a file that ends in .md or .csv", path.display())),
        }
    }
    for file in &files {
        let path = file.path();
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if path.is_dir() {
            reasons.push(cannot(path, &"it is a folder: name a file"));
        } else if !folder.is_dir() {
            reasons.push(cannot(path, &format!("there is no folder {}", folder.display())));
        }
    }
    if reasons.is_empty() { Ok(files) } else { Err(reasons) }
}

pub(super) fn run(args: &Args) -> Result<String, Reasons> {
    let files = written(args)?;
    let rules = args.rules.determine()?;
    let analysis = on_threads(args.threads, || Analysis::of(rules))??;
    let reasons: Reasons = files.iter().filter_map(|file| file.write(&analysis).err()).collect();
    if !reasons.is_empty() {
        return Err(reasons);
    }
    Ok(if args.json { json::analysis(&analysis) } else { text::analysis(&analysis) })
}
