//! `cardroom uth analyse`: the whole game.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use ::odds::{BestPlay, BestPlayOutcomes, UltimateRules, best_play};

use super::rules::UltimateRulesArgs;
use super::sheet::{SheetFormat, sheet};
use super::{UthReasons, chart, json, on_threads, one_reason, text};
use crate::progress::Bar;

/// The value of the game, of every starting hand and of each decision, over all deals
#[derive(clap::Args, Debug)]
pub(super) struct AnalyseArgs {
    #[command(flatten)]
    rules: UltimateRulesArgs,
    /// Write the chart of all starting hands as a picture
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Write a par sheet for a regulator, as Markdown (.md) or as a table (.csv) by the ending of the file
    /// (may be given several times)
    #[arg(long, value_name = "FILE")]
    par_sheet: Vec<PathBuf>,
    /// How many threads; by default one per core
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// The analysed game.
pub(super) struct Analysis {
    pub(super) rules: UltimateRules,
    pub(super) values: BestPlay,
    pub(super) outcomes: BestPlayOutcomes,
}

impl Analysis {
    /// Analyses the game over all deals: every board once for the values, and once more for the outcomes of
    /// best play. The bar on stderr counts both passes as one.
    fn of(rules: UltimateRules) -> Result<Analysis, UthReasons> {
        let bar = Bar::new();
        let first = |done: u64, all: u64| bar.show(done, 2 * all);
        let second = |done: u64, all: u64| bar.show(all + done, 2 * all);
        let values = best_play(&rules, &first).map_err(one_reason)?;
        let outcomes = values.outcomes(&second);
        Ok(Analysis { rules, values, outcomes })
    }
}

/// A file to write once the game is analysed.
enum AnalysisFile<'a> {
    Chart(&'a Path),
    Sheet(&'a Path, SheetFormat),
}

impl AnalysisFile<'_> {
    /// Where the file is to be written, as the option named it.
    fn path(&self) -> &Path {
        match self {
            AnalysisFile::Chart(path) | AnalysisFile::Sheet(path, _) => path,
        }
    }

    /// Writes the file of --plot or --par-sheet, replacing what is there.
    fn write(&self, analysis: &Analysis) -> Result<(), FileWriteError> {
        let text = match self {
            AnalysisFile::Chart(_) => chart::picture(analysis),
            AnalysisFile::Sheet(_, form) => sheet(analysis, *form),
        };
        std::fs::write(self.path(), text).map_err(|error| FileWriteError {
            path: self.path().to_owned(),
            problem: WriteProblem::Io(error),
        })
    }
}

/// Why a file of the analysis is not written.
#[derive(Debug)]
struct FileWriteError {
    path: PathBuf,
    problem: WriteProblem,
}

/// What keeps a file from being written.
#[derive(Debug)]
enum WriteProblem {
    /// A folder is in its place.
    Folder,
    /// Its folder does not exist.
    NoFolder(PathBuf),
    /// What the system says.
    Io(io::Error),
}

impl fmt::Display for FileWriteError {
    /// Why a file of --plot or --par-sheet is not written: one line after `error:` with its name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write {}: ", self.path.display())?;
        match &self.problem {
            WriteProblem::Folder => f.write_str("it is a folder: name a file"),
            WriteProblem::NoFolder(folder) => write!(f, "there is no folder {}", folder.display()),
            WriteProblem::Io(error) => error.fmt(f),
        }
    }
}

impl Error for FileWriteError {
    /// The cause below the message: the system's error; `None` where a folder is in the way or missing.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.problem {
            WriteProblem::Io(error) => Some(error),
            WriteProblem::Folder | WriteProblem::NoFolder(_) => None,
        }
    }
}

/// The files of --plot and --par-sheet. All that cannot be written are reported here, before the game is
/// analysed, because that takes long.
fn output_files(args: &AnalyseArgs) -> Result<Vec<AnalysisFile<'_>>, UthReasons> {
    let mut reasons = Vec::new();
    let mut files: Vec<AnalysisFile<'_>> = args.plot.iter().map(|path| AnalysisFile::Chart(path)).collect();
    for path in &args.par_sheet {
        match SheetFormat::of(path) {
            Some(form) => files.push(AnalysisFile::Sheet(path, form)),
            None => reasons
                .push(format!("--par-sheet {}: expected a file that ends in .md or .csv", path.display())),
        }
    }
    for file in &files {
        let path = file.path();
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let problem = if path.is_dir() {
            Some(WriteProblem::Folder)
        } else if folder.is_dir() {
            None
        } else {
            Some(WriteProblem::NoFolder(folder.to_owned()))
        };
        let refused = problem.map(|problem| FileWriteError { path: path.to_owned(), problem });
        reasons.extend(refused.map(|error| error.to_string()));
    }
    if reasons.is_empty() { Ok(files) } else { Err(reasons) }
}

/// `cardroom uth analyse`: analyses the game, writes the files asked for, and returns the text or JSON to
/// print. If a file cannot be written, nothing is printed.
pub(super) fn run(args: &AnalyseArgs) -> Result<String, UthReasons> {
    let files = output_files(args)?;
    let rules = args.rules.determine()?;
    let analysis = on_threads(args.threads, || Analysis::of(rules))??;
    let failed = files.iter().filter_map(|file| file.write(&analysis).err());
    let reasons: UthReasons = failed.map(|error| error.to_string()).collect();
    if !reasons.is_empty() {
        return Err(reasons);
    }
    Ok(if args.json { json::analysis(&analysis) } else { text::analysis(&analysis) })
}
