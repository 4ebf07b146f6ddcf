//! Why something was refused: an answer, with the numbers that help and the rule.

use std::fmt;

use chips::{Cents, Chips};
use rulebook::{Book, Rule};

/// Something that the rules do not allow. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Why, with the numbers that help.
    pub why: Why,
    /// The rule it rests on; a book joins it to clauses.
    pub rule: Rule,
}

impl Refusal {
    /// The clauses behind it in a book; none where the book does not have the rule.
    pub fn cites(self, book: &Book) -> &[String] {
        book.cites(self.rule)
    }
}

/// The reasons for a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Why {
    /// The prizes are not the pool.
    PrizesAreNotThePool { prizes: Cents, pool: Cents },
    /// There are more places to pay than players.
    MorePlacesThanPlayers { places: usize, players: usize },
    /// A formula pays more places than it can work out.
    TooManyPlaces { places: u64, at_most: u64 },
    /// The shares are not a hundred per cent, given in ten-thousandths of a per cent.
    NotAHundredPerCent { sum: u64 },
    /// The conditions have no breakdown for this number of entries.
    NoBreakdown { entries: u32 },
    /// The places of the list are not those from first to last.
    PlacesAreNotInOrder { place: u32 },
    /// The lines of goods cannot be divided between players who share a place.
    GoodsInASharedPlace { place: u32 },
    /// The director has to place them.
    DirectorPlacesThem { players: usize },
    /// The conditions have no agreements on the prizes.
    NoDeals,
    /// One of the players left did not agree.
    NotEverybodyAgrees { entry: u32 },
    /// Less than the part that stays for the winner.
    TooLittleForFirst { kept: Cents, at_least: Cents },
    /// More seats are needed than there are.
    NotEnoughSeats { players: usize, seats: usize },
    /// The sizes set for the tables do not add up to the players.
    SizesDoNotAddUp { sum: usize, players: usize },
    /// Too few bytes of chance were given.
    MoreLotsNeeded { given: usize },
    /// The book lets nobody be moved during a session.
    NoMovesInASession,
    /// Not a whole multiple of the chip.
    NotWholeChips { amount: Chips, chip: Chips },
    /// No card for each odd chip, or too many.
    CardsForOddChips { entry: u32, given: usize, needed: usize },
    /// A card was dealt twice.
    CardDealtTwice { entry: u32 },
    /// Commission is more than the fee.
    CommissionAboveTheFee { commission: Cents, fee: Cents },
    /// Nothing may be kept from a re-buy, an add-on or a repechage.
    CommissionOnARebuy { commission: Cents },
    /// The operator may add nothing to the pool.
    NothingMayBeAdded,
    /// The receipt was returned before.
    ReturnedBefore { receipt: u32 },
    /// There is no such receipt.
    NoSuchReceipt { receipt: u32 },
    /// The fees stay with the tournament.
    NotRefundable,
    /// The prize was paid before.
    PaidBefore { line: u32 },
    /// There is no such prize.
    NoSuchPrize { line: u32 },
    /// The places are not confirmed.
    NotConfirmed,
    /// The places were confirmed, and stand.
    Confirmed,
    /// The tournament was cancelled.
    Cancelled,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Why::PrizesAreNotThePool { prizes, pool } => {
                write!(f, "the prizes are {prizes} and the pool is {pool}: all of it is paid and no more")
            }
            Why::MorePlacesThanPlayers { places, players } => {
                write!(f, "{places} places are paid and {players} players have one")
            }
            Why::TooManyPlaces { places, at_most } => {
                write!(f, "{places} places are too many for a formula, expected at most {at_most}")
            }
            Why::NotAHundredPerCent { sum } => {
                write!(f, "the shares make {}.{:04} per cent, expected 100", sum / 10_000, sum % 10_000)
            }
            Why::NoBreakdown { entries } => write!(f, "nothing is said for {entries} entries"),
            Why::PlacesAreNotInOrder { place } => {
                write!(f, "place {place} is missing or given twice: expected every place once")
            }
            Why::GoodsInASharedPlace { place } => {
                write!(
                    f,
                    "the goods of place {place} cannot be divided: draw cards or value them against cash"
                )
            }
            Why::DirectorPlacesThem { players } => {
                write!(f, "{players} players went out together: the director places them")
            }
            Why::NoDeals => write!(f, "the conditions have no agreements on prizes"),
            Why::NotEverybodyAgrees { entry } => {
                write!(f, "entry {entry} has not agreed: every player left must")
            }
            Why::TooLittleForFirst { kept, at_least } => {
                write!(f, "{kept} is kept for the winner, expected at least {at_least}")
            }
            Why::NotEnoughSeats { players, seats } => {
                write!(f, "{players} players do not fit {seats} seats")
            }
            Why::SizesDoNotAddUp { sum, players } => {
                write!(f, "the tables are set to {sum} players, expected {players}")
            }
            Why::MoreLotsNeeded { given } => write!(f, "{given} bytes of chance are too few for this draw"),
            Why::NoMovesInASession => write!(f, "players keep their seats until the session is over"),
            Why::NotWholeChips { amount, chip } => write!(f, "{amount} is not a multiple of {chip}"),
            Why::CardsForOddChips { entry, given, needed } => {
                write!(f, "entry {entry} has {given} cards, expected one for each of {needed} odd chips")
            }
            Why::CardDealtTwice { entry } => write!(f, "a card of entry {entry} was dealt to somebody else"),
            Why::CommissionAboveTheFee { commission, fee } => {
                write!(f, "commission of {commission} is more than the entry of {fee}")
            }
            Why::CommissionOnARebuy { commission } => {
                write!(f, "{commission} would not reach the pool: nothing is kept but of entry fees")
            }
            Why::NothingMayBeAdded => write!(f, "nothing may be added to the prize pool"),
            Why::ReturnedBefore { receipt } => write!(f, "receipt {receipt} was returned before"),
            Why::NoSuchReceipt { receipt } => write!(f, "there is no receipt {receipt}"),
            Why::NotRefundable => write!(f, "fees are not returned: the conditions do not permit it"),
            Why::PaidBefore { line } => write!(f, "prize {line} was paid before"),
            Why::NoSuchPrize { line } => write!(f, "there is no prize {line}"),
            Why::NotConfirmed => write!(f, "the director has not confirmed the places yet"),
            Why::Confirmed => write!(f, "the places are confirmed and stand"),
            Why::Cancelled => write!(f, "the tournament was cancelled"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.why, self.rule)
    }
}

impl std::error::Error for Refusal {}
