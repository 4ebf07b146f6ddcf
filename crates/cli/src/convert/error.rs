//! Why a file is not converted, and why a hand of it is left out.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use history::phh::NoVariantCode;
use history::replay::{HouseError, RecordReplayError};
use history::script::ScriptExportError;
use history::{HandRecordError, ReadErrorKind, Unplayable};
use script::{CaseFailure, CaseFailureKind, ScriptError};

use crate::files::OpenFileError;
use crate::house_args::Reasons;

/// Why a file is not converted.
#[derive(Debug)]
pub(super) enum ConvertError {
    /// The extension of OUT is that of PokerStars text, which is only read.
    TextOutput,
    /// The extension of OUT is that of Open Hand History, which is not written.
    OpenHandHistoryOutput,
    /// The extension of OUT names no known format.
    UnknownOutput {
        /// The file.
        path: PathBuf,
    },
    /// The input cannot be opened for its hands.
    Input {
        /// The input, as it was named.
        shown: String,
        /// What is wrong with it.
        source: OpenFileError,
    },
    /// The rest of the input cannot be read.
    InputEnd {
        /// The input, as it was named.
        shown: String,
        /// What the system says.
        source: io::Error,
    },
    /// The input is Open Hand History.
    OpenHandHistoryInput {
        /// The input, as it was named.
        shown: String,
    },
    /// The input is JSON of another kind.
    JsonInput {
        /// The input, as it was named.
        shown: String,
    },
    /// The input is not a script, although it is named as one.
    Script {
        /// The input, as it was named.
        shown: String,
        /// What is wrong with it, and where.
        source: ScriptError,
    },
    /// A case of the script cannot be understood at its table.
    Case {
        /// The input, as it was named.
        shown: String,
        /// What is wrong with it, and where.
        failure: Box<CaseFailure>,
    },
    /// A book that a case names cannot be loaded.
    CaseBook {
        /// The input, as it was named.
        shown: String,
        /// Every reason.
        reasons: Reasons,
    },
    /// The book of `--book` cannot be loaded: a line for each reason.
    Book(Reasons),
    /// No table can be made of the book.
    House(HouseError),
    /// OUT cannot be written.
    Output {
        /// The file.
        path: PathBuf,
        /// Why not.
        problem: OutputProblem,
    },
    /// OUT holds one hand, and there are more.
    OneHandOutput {
        /// The input, as it was named.
        shown: String,
        /// How many hands it has.
        hands: u64,
    },
}

/// Why the output cannot be written.
#[derive(Debug)]
pub(super) enum OutputProblem {
    /// It is the input.
    IsInput,
    /// Something other than a file is there.
    NotAFile,
    /// What the system says.
    Io(io::Error),
}

impl fmt::Display for ConvertError {
    /// Why `cardroom convert` stops and writes nothing (exit code 2): one line after `error:`, with what to
    /// use instead.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConvertError::TextOutput => {
                f.write_str("PokerStars text is read and not written: use .phh, .phhs or .hands")
            }
            ConvertError::OpenHandHistoryOutput => {
                f.write_str("Open Hand History is not written: use .phh, .phhs or .hands")
            }
            ConvertError::UnknownOutput { path } => write!(
                f,
                "{} does not say the format: give it the ending .phh, .phhs or .hands",
                path.display()
            ),
            ConvertError::Input { shown, source } => write!(f, "{shown}: {source}"),
            ConvertError::InputEnd { shown, source } => write!(f, "{shown}: {source}"),
            ConvertError::OpenHandHistoryInput { shown } => {
                write!(f, "{shown}: not read: Open Hand History; use PHH, PokerStars text or a script")
            }
            ConvertError::JsonInput { shown } => write!(
                f,
                "{shown}: not read: JSON that is not Open Hand History; use PHH, PokerStars text or a script"
            ),
            ConvertError::Script { shown, source } => write!(f, "{shown}: {source}"),
            ConvertError::Case { shown, failure } => write!(f, "{shown}: {failure}"),
            ConvertError::CaseBook { shown, reasons } => write!(f, "{shown}: {}", reasons.join("; ")),
            ConvertError::Book(reasons) => f.write_str(&reasons.join("; ")),
            ConvertError::House(error) => error.fmt(f),
            ConvertError::Output { path, problem } => {
                write!(f, "cannot write {}: ", path.display())?;
                match problem {
                    OutputProblem::IsInput => f.write_str("it is the input file; name another"),
                    OutputProblem::NotAFile => f.write_str("something other than a file is there"),
                    OutputProblem::Io(error) => error.fmt(f),
                }
            }
            ConvertError::OneHandOutput { shown, hands } => {
                write!(f, "{shown} has {hands} hands and .phh holds one: use .phhs")
            }
        }
    }
}

impl Error for ConvertError {
    /// The cause below the message: the error of the system or of a format's reader; `None` for what
    /// `convert` itself refuses.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ConvertError::Input { source, .. } => Some(source),
            ConvertError::InputEnd { source, .. } => Some(source),
            ConvertError::Script { source, .. } => Some(source),
            ConvertError::House(error) => error.source(),
            ConvertError::Output { problem: OutputProblem::Io(error), .. } => Some(error),
            ConvertError::TextOutput
            | ConvertError::OpenHandHistoryOutput
            | ConvertError::UnknownOutput { .. }
            | ConvertError::OpenHandHistoryInput { .. }
            | ConvertError::JsonInput { .. }
            | ConvertError::Case { .. }
            | ConvertError::CaseBook { .. }
            | ConvertError::Book(_)
            | ConvertError::Output { problem: OutputProblem::IsInput | OutputProblem::NotAFile, .. }
            | ConvertError::OneHandOutput { .. } => None,
        }
    }
}

/// Why a hand is left out: it would not come out the same.
#[derive(Debug)]
pub(super) enum NotCarried {
    /// The events of a script make no record of a hand.
    Record(HandRecordError),
    /// The record has something that neither notation can express.
    Unplayable(Unplayable),
    /// It does not replay under the book.
    Replay {
        /// The book, as it was named.
        book: String,
        /// What is wrong.
        source: Box<RecordReplayError>,
    },
    /// PHH has no name for the game.
    NoPhhVariant(NoVariantCode),
    /// What was written in PHH cannot be read again; `None` if no hand was found in it.
    NotReadAgain(Option<Box<ReadErrorKind>>),
    /// It ends with other stacks when it is replayed.
    OtherStacks {
        /// The book, as it was named.
        book: String,
        /// The stacks it ends with, in the unit of the file.
        found: String,
        /// The stacks it should end with.
        stated: String,
    },
    /// It cannot be written as a script.
    NotAScript(ScriptExportError),
    /// What was written as a script cannot be read again.
    ScriptNotReadAgain(ScriptError),
    /// The script plays a different hand; `None` if no difference can be named.
    OtherHand(Option<Box<CaseDifference>>),
}

/// The first difference between the result of a case and the hand it was written from.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CaseDifference {
    /// A line does not hold.
    Failure(CaseFailureKind),
    /// It plays more hands than one, or none.
    Hands(usize),
    /// It ends earlier or later.
    End,
    /// The hands are shown in another order.
    Showing {
        /// Who shows and mucks in the case.
        found: String,
        /// Who shows and mucks in the hand.
        wanted: String,
    },
}

impl fmt::Display for NotCarried {
    /// Why one hand is left out while the others are converted: the end of the line that names it, saying
    /// what would not come out the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotCarried::Record(error) => error.fmt(f),
            NotCarried::Unplayable(what) => what.fmt(f),
            NotCarried::Replay { book, source } => write!(f, "it does not replay under {book}: {source}"),
            NotCarried::NoPhhVariant(error) => error.fmt(f),
            NotCarried::NotReadAgain(Some(kind)) => write!(f, "PHH cannot carry it: {kind}"),
            NotCarried::NotReadAgain(None) => f.write_str("PHH cannot carry it"),
            NotCarried::OtherStacks { book, found, stated } => {
                write!(f, "replayed under {book} it ends with the stacks {found}, not {stated}")
            }
            NotCarried::NotAScript(error) => error.fmt(f),
            NotCarried::ScriptNotReadAgain(error) => write!(f, "a script cannot carry it: {error}"),
            NotCarried::OtherHand(difference) => {
                f.write_str("a script cannot carry it: ")?;
                match difference.as_deref() {
                    Some(CaseDifference::Failure(kind)) => kind.fmt(f),
                    Some(CaseDifference::Hands(count)) => write!(f, "{count} hands are played, not one"),
                    Some(CaseDifference::End) => f.write_str("the hand is not played to the same point"),
                    Some(CaseDifference::Showing { found, wanted }) => {
                        write!(f, "hands are shown as {found}, not {wanted}")
                    }
                    None => Ok(()),
                }
            }
        }
    }
}

impl Error for NotCarried {
    /// The cause below the reason: the error of the reader or writer of a format; `None` where the hand was
    /// read again and came out different.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            NotCarried::Record(error) => error.source(),
            NotCarried::Unplayable(what) => what.source(),
            NotCarried::Replay { source, .. } => Some(source.as_ref()),
            NotCarried::NoPhhVariant(error) => error.source(),
            NotCarried::NotReadAgain(kind) => kind.as_deref().map(|kind| kind as &(dyn Error + 'static)),
            NotCarried::NotAScript(error) => error.source(),
            NotCarried::ScriptNotReadAgain(error) => Some(error),
            NotCarried::OtherStacks { .. } | NotCarried::OtherHand(_) => None,
        }
    }
}
