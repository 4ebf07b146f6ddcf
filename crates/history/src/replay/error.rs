//! Why a record cannot be replayed: it cannot be played, breaks a rule, or ends differently.

use std::error::Error;
use std::fmt;

use chips::Chips;
use rulebook::Problem;
use seating::Seat;
use table::{HouseProblem, LineupProblem, Refusal};

use crate::record::{HandRecord, RecordedGame, RecordedLimit, Unplayable, format_amount};

/// Why a record could not be replayed to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordReplayError {
    /// The line of the act it failed at, if it failed at one.
    pub line: Option<u32>,
    /// The act, as PHH writes it.
    pub act: Option<String>,
    /// What is wrong.
    pub kind: ReplayErrorKind,
    /// The clauses of the book behind it, then the decided readings.
    pub clauses: Vec<String>,
    /// How many decimal places the amounts have in the file's unit.
    pub decimals: u8,
}

/// What is wrong with a record that cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayErrorKind {
    /// The machine refuses an act.
    Refused(Refusal),
    /// The lineup cannot be dealt, for these reasons.
    Lineup(Vec<LineupProblem>),
    /// The book has no table for the stakes.
    House(HouseError),
    /// The game is not played.
    GameNotPlayed {
        /// The betting limit.
        limit: RecordedLimit,
        /// The game.
        game: RecordedGame,
    },
    /// The record does not have all that is needed to play the hand.
    Unplayable(Unplayable),
    /// Dead posts or posts out of turn, under a book that does not take them from a record.
    ExtraPosts,
    /// The stakes are missing.
    NoStakes,
    /// There are neither blinds nor antes.
    NothingPosted,
    /// A seat number that no table has.
    SeatTooHigh {
        /// The number.
        seat: u8,
    },
    /// A player is dealt more or fewer hole cards than the game has.
    HoleCards {
        /// How many are dealt.
        found: usize,
    },
    /// A player is dealt hole cards a second time.
    DealtAgain,
    /// The game has no such act.
    NoSuchAct,
    /// A call adds another amount than the rules ask for.
    Call {
        /// What the record adds.
        stated: Chips,
        /// What the rules add.
        by_rules: Chips,
    },
    /// The record ends before the hand is dealt.
    StopsBeforeDeal,
    /// The record ends while board cards are needed.
    StopsBeforeBoard,
    /// The record ends while a seat is to act.
    StopsBeforeAct {
        /// The seat.
        seat: Seat,
    },
    /// The cards of a player are not known, and neither is whether they lost.
    UnknownCards {
        /// The seat.
        seat: Seat,
    },
    /// The cards of the player who collects are not known, and others were shown.
    UnknownWinner {
        /// The seat.
        seat: Seat,
    },
    /// The cards of a player are not known, and neither is who collected the pot.
    UnknownOutcome {
        /// The seat.
        seat: Seat,
    },
    /// The bets that nobody called add up to another amount.
    Uncalled {
        /// What the record returns.
        stated: Chips,
        /// What the rules return.
        by_rules: Chips,
    },
    /// A seat collects another amount.
    Collected {
        /// The seat.
        seat: Seat,
        /// What the record has it collect.
        stated: Chips,
        /// What the rules award.
        by_rules: Chips,
        /// Whether the summary with the commission is missing.
        lacks_summary: bool,
    },
    /// The hand ends with other stacks of the same sum.
    Stacks {
        /// The stacks of the record.
        stated: Box<[Chips]>,
        /// The stacks by the rules.
        by_rules: Box<[Chips]>,
    },
    /// The commission is larger than the pots.
    Commission {
        /// The commission.
        commission: Chips,
        /// The chips in all pots.
        pots: Chips,
    },
}

/// Why a book has no table for some stakes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HouseError {
    /// The book does not allow the stakes or one of the further choices.
    Determination {
        /// The id of the book.
        book: String,
        /// All that is wrong.
        problems: Vec<Problem>,
    },
    /// The book cannot be played at a table.
    NotPlayable {
        /// The id of the book.
        book: String,
        /// All that is wrong.
        problems: Vec<HouseProblem>,
    },
    /// The big bet of the book differs from the one of the stakes.
    BigBet {
        /// The id of the book.
        book: String,
        /// The big bet of the stakes.
        stated: Chips,
        /// The big bet of the book.
        expected: Chips,
    },
}

impl RecordReplayError {
    /// An error that comes from no single act of the record, with the record's decimals to write amounts by.
    pub(super) fn new(record: &HandRecord, kind: ReplayErrorKind) -> RecordReplayError {
        RecordReplayError { line: None, act: None, kind, clauses: Vec::new(), decimals: record.decimals }
    }

    /// The machine's refusal, if it refused an act: the reason with its numbers, and the rule. `None` for
    /// every other failure.
    pub fn refusal(&self) -> Option<&Refusal> {
        if let ReplayErrorKind::Refused(refusal) = &self.kind { Some(refusal) } else { None }
    }

    /// Writes what is wrong, without the place in the record, with amounts in the unit of the file.
    fn write_reason(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let amount = |amount: Chips| format_amount(amount.get(), self.decimals);
        let list =
            |amounts: &[Chips]| amounts.iter().map(|stack| amount(*stack)).collect::<Vec<_>>().join(" ");
        match &self.kind {
            ReplayErrorKind::Refused(refusal) => {
                write!(f, "{refusal}")?;
                match self.decimals {
                    0 => Ok(()),
                    decimals => write!(f, ", with amounts in units of {}", format_amount(1, decimals)),
                }
            }
            ReplayErrorKind::Lineup(problems) => {
                problems.first().map_or(Ok(()), |first| write!(f, "{first}"))
            }
            ReplayErrorKind::House(error) => write!(f, "{error}"),
            ReplayErrorKind::GameNotPlayed { limit, game } => {
                write!(f, "not played yet: {} {game}; only hold'em is", limit.adjective())
            }
            ReplayErrorKind::Unplayable(reason) => write!(f, "not played: {reason}"),
            ReplayErrorKind::ExtraPosts => f.write_str(
                "dead posts and posts out of turn are refused by the book's setting replay_extra_posts",
            ),
            ReplayErrorKind::NoStakes => f.write_str("the stakes are missing: expected the smallest bet"),
            ReplayErrorKind::NothingPosted => f.write_str("nothing is posted: expected blinds or antes"),
            ReplayErrorKind::SeatTooHigh { seat } => write!(f, "seat {seat} is higher than any table has"),
            ReplayErrorKind::HoleCards { found } => {
                write!(f, "{found} cards are dealt, and hold'em has two")
            }
            ReplayErrorKind::DealtAgain => f.write_str("one player is dealt cards twice"),
            ReplayErrorKind::NoSuchAct => f.write_str("hold'em has no such act"),
            ReplayErrorKind::Call { stated, by_rules } => {
                write!(f, "the record adds {}, the rules add {}", amount(*stated), amount(*by_rules))
            }
            ReplayErrorKind::StopsBeforeDeal => f.write_str("the record stops before the hand is dealt"),
            ReplayErrorKind::StopsBeforeBoard => {
                f.write_str("the record stops before the hand is over: board cards are needed")
            }
            ReplayErrorKind::StopsBeforeAct { seat } => {
                write!(f, "the record stops before the hand is over: seat {seat} is to act")
            }
            ReplayErrorKind::UnknownCards { seat } => write!(f, "the cards of seat {seat} are not known"),
            ReplayErrorKind::UnknownWinner { seat } => {
                write!(f, "the cards of seat {seat} are not known, and others were shown")
            }
            ReplayErrorKind::UnknownOutcome { seat } => write!(
                f,
                "the cards of seat {seat} are not known and the record does not say who collected the pot"
            ),
            ReplayErrorKind::Uncalled { stated, by_rules } => write!(
                f,
                "the record returns {} uncalled, the rules return {}",
                amount(*stated),
                amount(*by_rules)
            ),
            ReplayErrorKind::Collected { seat, stated, by_rules, lacks_summary } => {
                let (stated, by_rules) = (amount(*stated), amount(*by_rules));
                write!(f, "the record has seat {seat} collect {stated}, the rules {by_rules}")?;
                if *lacks_summary {
                    f.write_str(": the summary, which states the commission, is missing")?;
                }
                Ok(())
            }
            ReplayErrorKind::Stacks { stated, by_rules } => write!(
                f,
                "the record ends with the stacks {}, the rules with {}",
                list(stated),
                list(by_rules)
            ),
            ReplayErrorKind::Commission { commission, pots } => {
                write!(f, "the record takes a commission of {commission} from pots of {pots}")
            }
        }
    }
}

impl fmt::Display for RecordReplayError {
    /// The line and the act as PHH writes it, where it failed at one, then what is wrong and the clauses
    /// behind it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, &self.act) {
            (Some(line), Some(act)) => write!(f, "line {line}, `{act}`: ")?,
            (None, Some(act)) => write!(f, "`{act}`: ")?,
            (Some(line), None) => write!(f, "line {line}: ")?,
            (None, None) => {}
        }
        self.write_reason(f)?;
        if !self.clauses.is_empty() {
            write!(f, " [{}]", self.clauses.join(" "))?;
        }
        Ok(())
    }
}

impl Error for RecordReplayError {
    /// The refusal, the first problem of the lineup or the house, or the reason why the record is unplayable;
    /// none where the record and the rules only end differently.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            ReplayErrorKind::Refused(refusal) => Some(refusal),
            ReplayErrorKind::Lineup(problems) => problems.first().map(|first| first as _),
            ReplayErrorKind::House(error) => Some(error),
            ReplayErrorKind::Unplayable(reason) => Some(reason),
            ReplayErrorKind::GameNotPlayed { .. }
            | ReplayErrorKind::ExtraPosts
            | ReplayErrorKind::NoStakes
            | ReplayErrorKind::NothingPosted
            | ReplayErrorKind::SeatTooHigh { .. }
            | ReplayErrorKind::HoleCards { .. }
            | ReplayErrorKind::DealtAgain
            | ReplayErrorKind::NoSuchAct
            | ReplayErrorKind::Call { .. }
            | ReplayErrorKind::StopsBeforeDeal
            | ReplayErrorKind::StopsBeforeBoard
            | ReplayErrorKind::StopsBeforeAct { .. }
            | ReplayErrorKind::UnknownCards { .. }
            | ReplayErrorKind::UnknownWinner { .. }
            | ReplayErrorKind::UnknownOutcome { .. }
            | ReplayErrorKind::Uncalled { .. }
            | ReplayErrorKind::Collected { .. }
            | ReplayErrorKind::Stacks { .. }
            | ReplayErrorKind::Commission { .. } => None,
        }
    }
}

impl fmt::Display for HouseError {
    /// Why the book has no table for the stakes of the record: the first of its problems, for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HouseError::Determination { book, problems } => {
                write!(f, "the stakes do not fit the book {book}: ")?;
                problems.first().map_or(Ok(()), |first| first.fmt(f))
            }
            HouseError::NotPlayable { book, problems } => {
                write!(f, "the book {book} cannot be played: ")?;
                problems.first().map_or(Ok(()), |first| first.fmt(f))
            }
            HouseError::BigBet { book, stated, expected } => write!(
                f,
                "the stakes do not fit the book {book}: the big bet is {stated}, expected {expected}"
            ),
        }
    }
}

impl Error for HouseError {
    /// The first problem of the book or of the machine, where there is one, for callers that follow the chain
    /// of causes.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            HouseError::Determination { problems, .. } => problems.first().map(|first| first as _),
            HouseError::NotPlayable { problems, .. } => problems.first().map(|first| first as _),
            HouseError::BigBet { .. } => None,
        }
    }
}
