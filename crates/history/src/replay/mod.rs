//! Replays a record through the table machine, act by act, under a book.
//!
//! The machine does not know how the hand ended. It gets the stacks, the posts, the cards and the acts; every
//! act must be legal and in turn, or the replay fails with the machine's own reason and the clauses behind
//! it.
//!
//! Where the book's `replay_` settings say so, the record is followed in what no rule decides: the order of
//! showing and the hands mucked, the commission, how equal hands shared it, and which of two unseen hands was
//! better. Each such reading is noted.

mod comparison;
mod error;
mod hand_replay;
mod lineup;
mod needless_checks;
mod shares;

use std::collections::HashMap;
use std::sync::Arc;

use cards::HiddenCard;
use chips::Chips;
use rulebook::{Book, Determination};
use seating::{Seat, Seats};
use table::{Event, House, MAX_HOLE_CARDS};

use crate::record::{HandRecord, RecordedGame};

pub use error::{HouseError, RecordReplayError, ReplayErrorKind};
use lineup::RecordedStakes;

/// Replays records under one book; stakes that recur are compiled once.
///
/// ```
/// use history::replay::RecordReplayer;
/// use rulebook::Book;
///
/// let text = "\
/// variant = 'NT'
/// antes = [0, 0]
/// blinds_or_straddles = [5, 10]
/// min_bet = 10
/// starting_stacks = [400, 120]
/// actions = ['d dh p1 7h7c', 'd dh p2 KsKc', 'p2 cbr 30', 'p1 f']
/// ";
/// let record = history::phh::hands(text).next().unwrap().unwrap();
/// let mut replayer = RecordReplayer::new(Book::named("standard").unwrap(), &[]).unwrap();
/// let outcome = replayer.replay(&record).unwrap();
/// assert_eq!(outcome.stacks[1].get(), 130, "the raise takes the last blind");
/// ```
pub struct RecordReplayer {
    book: Book,
    chosen: Vec<(String, String)>,
    houses: HashMap<RecordedStakes, Result<(Arc<House>, ReplayPolicy), HouseError>>,
    events: Vec<Event>,
}

/// The most stakes to keep compiled: more than the log of one site has, and some megabytes.
const MAX_HOUSES: usize = 128;

/// How a record is followed, as the book's settings say.
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
    /// The policy that the `replay_` settings of a determined book stand for; the only place where they are
    /// read.
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

/// A pot as it was at the end of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledPot {
    /// The chips in it, before commission.
    pub amount: Chips,
    /// The seats that could win it.
    pub eligible: Seats,
    /// Each winner with the amount won, after commission; odd chips are counted in.
    pub winners: Vec<(Seat, Chips)>,
}

/// How a hand ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayOutcome {
    /// The seats, in the order of the record.
    pub seats: Vec<Seat>,
    /// The stacks at the end, in the same order.
    pub stacks: Vec<Chips>,
    /// The pots, the main pot first.
    pub pots: Vec<SettledPot>,
    /// The bets returned because nobody called them, each with its seat.
    pub uncalled: Vec<(Seat, Chips)>,
    /// The commission taken from the pots.
    pub commission: Chips,
    /// Each seat that showed (true) or mucked (false), in order; empty when nobody had to.
    pub shown: Vec<(Seat, bool)>,
    /// How the record was read where it could not be played as it stands.
    pub notes: Vec<String>,
}

impl ReplayOutcome {
    /// The total returned to all players because nobody called it, in chips; compared with what the record
    /// states.
    pub fn total_uncalled(&self) -> Chips {
        self.uncalled.iter().map(|(_, amount)| *amount).sum()
    }
}

impl RecordReplayer {
    /// A replayer under a book with further choices, each a setting and its value, which take precedence over
    /// what the stakes of a record ask for.
    ///
    /// # Errors
    /// The first choice that the book does not offer, or that the book has no hold'em, whatever the stakes.
    pub fn new(book: &Book, chosen: &[(String, String)]) -> Result<RecordReplayer, HouseError> {
        let mut replayer = RecordReplayer {
            book: book.clone(),
            chosen: chosen.to_vec(),
            houses: HashMap::new(),
            events: Vec::with_capacity(256),
        };
        // The first house builds the tables of hand ranks: better now than within somebody's first hand.
        replayer.house_for(&RecordedStakes::probe())?;
        Ok(replayer)
    }

    /// True for a game that can be replayed; hands of other games are refused with the game's name, whatever
    /// the book.
    pub fn can_replay(game: &RecordedGame) -> bool {
        lineup::is_playable_game(game)
    }

    /// Replays a record from the first post to the last chip, every act by the rules of the book, and
    /// compares the end with what the record states.
    ///
    /// # Errors
    /// The act and the reason: the record cannot be replayed, or it breaks the rules of the book.
    pub fn replay(&mut self, record: &HandRecord) -> Result<ReplayOutcome, RecordReplayError> {
        lineup::check_playable(record)?;
        let stakes = RecordedStakes::from_record(record)?;
        let (house, following) = self
            .house_for(&stakes)
            .map_err(|error| RecordReplayError::new(record, ReplayErrorKind::House(error)))?;
        let mut events = std::mem::take(&mut self.events);
        let outcome = hand_replay::replay_record(record, &house, following, &mut events);
        self.events = events;
        outcome
    }

    /// The events of the last hand replayed, the opening first, as far as it went: for exporting it, or to
    /// show where it failed.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The house and policy for some stakes, compiled when they come up for the first time; an error is kept
    /// as well, so that a file of many hands asks the book once.
    fn house_for(&mut self, stakes: &RecordedStakes) -> Result<(Arc<House>, ReplayPolicy), HouseError> {
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

/// The cards of a show, in the order of the record, in the fixed-length form that the machine takes; the rest
/// are unknown.
pub(crate) fn cards_to_show(cards: &crate::record::CardList) -> [HiddenCard; MAX_HOLE_CARDS] {
    let mut named = [HiddenCard::UNKNOWN; MAX_HOLE_CARDS];
    for (to, card) in named.iter_mut().zip(cards.cards()) {
        *to = *card;
    }
    named
}
