//! A record played again by the table machine, act by act, under a book.
//!
//! The machine is not told what came of the hand: it is given the stacks, what was posted, the cards and the acts,
//! and every act must be legal and in turn, or the hand is refused with the machine's own reason and its clauses.
//! Where the book's `replay_` settings say so, a record is followed in what no rule decides: the order of showing
//! and the hands thrown away, the commission, how equal hands shared it, and who had the better of two hands that
//! nobody saw. Each such reading is noted.

mod comparison;
mod hand_replay;
mod lineup;
mod needless_checks;
mod shares;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use cards::HiddenCard;
use chips::Chips;
use rulebook::{Book, Determination};
use seating::{Seat, Seats};
use table::{Event, House, MOST_HOLE_CARDS};

use crate::record::{HandRecord, RecordedGame};

use lineup::RecordedStakes;

/// Plays records under one book; stakes that come again are compiled once.
pub struct RecordReplayer {
    book: Book,
    chosen: Vec<(String, String)>,
    houses: HashMap<RecordedStakes, Result<(Arc<House>, ReplayPolicy), String>>,
    events: Vec<Event>,
}

/// The most different stakes kept compiled: more than a log of one site has, and some megabytes.
const MAX_HOUSES: usize = 128;

/// How a record is followed, by the book's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReplayPolicy {
    /// `replay_raise_into_all_in_players = as_call`.
    reads_raise_as_call: bool,
    /// `replay_commission = recorded`.
    follows_commission: bool,
    /// `replay_showdown = recorded`.
    follows_showdown: bool,
    /// `replay_unknown_losers = collector`.
    collector_has_won: bool,
    /// `replay_extra_posts = recorded`.
    allows_extra_posts: bool,
}

impl ReplayPolicy {
    fn from_determination(determined: &Determination) -> ReplayPolicy {
        ReplayPolicy {
            reads_raise_as_call: determined.text("replay_raise_into_all_in_players") == "as_call",
            follows_commission: determined.text("replay_commission") == "recorded",
            follows_showdown: determined.text("replay_showdown") == "recorded",
            collector_has_won: determined.text("replay_unknown_losers") == "collector",
            allows_extra_posts: determined.text("replay_extra_posts") == "recorded",
        }
    }
}

/// A pot at the end of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledPot {
    /// What was in it before commission.
    pub amount: Chips,
    /// Who could win it.
    pub eligible: Seats,
    /// Who won how much of it, after commission; odd chips are counted with the share.
    pub winners: Vec<(Seat, Chips)>,
}

/// What came of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayOutcome {
    /// The seats in the order of the record.
    pub seats: Vec<Seat>,
    /// The stacks at the end, in that order.
    pub stacks: Vec<Chips>,
    /// The pots, main pot first.
    pub pots: Vec<SettledPot>,
    /// What went back because nobody called it, and to whom.
    pub uncalled: Vec<(Seat, Chips)>,
    /// The commission taken from the pots.
    pub commission: Chips,
    /// Who showed (true) or threw the hand away (false), in order; empty when nobody had to.
    pub shown: Vec<(Seat, bool)>,
    /// How the record was read where it could not be played as it stands.
    pub notes: Vec<String>,
}

impl ReplayOutcome {
    /// All that went back because nobody called it.
    pub fn total_uncalled(&self) -> Chips {
        self.uncalled.iter().map(|(_, amount)| *amount).sum()
    }
}

/// Why a record was not played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordReplayError {
    /// The line of the act it failed at, where it failed at one.
    pub line: Option<u32>,
    /// The act as PHH writes it.
    pub act: Option<String>,
    /// What is wrong and, from the machine, what would do.
    pub message: String,
    /// The clauses of the book behind it, then the decided readings.
    pub clauses: Vec<String>,
    /// What the machine refused, where it did: the reason with its numbers, and the rule.
    pub refusal: Option<table::Refusal>,
}

impl RecordReplayError {
    pub(crate) fn new(what: impl Into<String>) -> RecordReplayError {
        RecordReplayError { line: None, act: None, message: what.into(), clauses: Vec::new(), refusal: None }
    }
}

impl fmt::Display for RecordReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, &self.act) {
            (Some(line), Some(act)) => write!(f, "line {line}, `{act}`: {}", self.message)?,
            (None, Some(act)) => write!(f, "`{act}`: {}", self.message)?,
            (Some(line), None) => write!(f, "line {line}: {}", self.message)?,
            (None, None) => f.write_str(&self.message)?,
        }
        if !self.clauses.is_empty() {
            write!(f, " [{}]", self.clauses.join(" "))?;
        }
        Ok(())
    }
}

impl std::error::Error for RecordReplayError {}

impl RecordReplayer {
    /// A replayer under a book with further choices, each a setting and its value.
    ///
    /// # Errors
    /// The first choice that the book does not offer, or that it has no hold'em, whatever the stakes.
    pub fn new(book: &Book, chosen: &[(String, String)]) -> Result<RecordReplayer, String> {
        let mut replayer = RecordReplayer {
            book: book.clone(),
            chosen: chosen.to_vec(),
            houses: HashMap::new(),
            events: Vec::with_capacity(256),
        };
        // Tables of hands are built with the first house: better now than within somebody's first hand.
        replayer.house(&RecordedStakes::probe())?;
        Ok(replayer)
    }

    /// True for a game that is played here; hands of others are refused by its name.
    pub fn can_replay(game: &RecordedGame) -> bool {
        lineup::is_playable_game(game)
    }

    /// Plays a record from the first post to the last chip.
    ///
    /// # Errors
    /// Where the record is not played, or not by these rules: one line with the act and the reason.
    pub fn replay(&mut self, record: &HandRecord) -> Result<ReplayOutcome, RecordReplayError> {
        lineup::check_playable(record)?;
        let stakes = RecordedStakes::from_record(record)?;
        let (house, following) = self.house(&stakes).map_err(RecordReplayError::new)?;
        let mut events = std::mem::take(&mut self.events);
        let outcome = hand_replay::replay_record(record, &house, following, &mut events);
        self.events = events;
        outcome
    }

    /// The events of the last hand that was played, as far as it went.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    fn house(&mut self, stakes: &RecordedStakes) -> Result<(Arc<House>, ReplayPolicy), String> {
        if let Some(house) = self.houses.get(stakes) {
            return house.clone();
        }
        if self.houses.len() == MAX_HOUSES {
            self.houses.clear();
        }
        let house = lineup::determine_house(&self.book, &self.chosen, stakes).map(|house| {
            let following = ReplayPolicy::from_determination(&house.determined);
            (house, following)
        });
        self.houses.insert(*stakes, house.clone());
        house
    }
}

/// Cards as a show names them to the machine.
pub(crate) fn cards_to_show(cards: &crate::record::CardList) -> [HiddenCard; MOST_HOLE_CARDS] {
    let mut named = [HiddenCard::UNKNOWN; MOST_HOLE_CARDS];
    for (to, card) in named.iter_mut().zip(cards.cards()) {
        *to = *card;
    }
    named
}
