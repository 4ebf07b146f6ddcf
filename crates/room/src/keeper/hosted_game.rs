//! What the room has around a game that it hosts: the table folded from its records, the clocks and the dealer
//! beside it, and what viewers are sent. A [`Keeper`] of any game builds on it; the poker table is the first.
//!
//! What is stored and what is sent remain closed lists of the room ([`TableEntry`],
//! [`Wish`](crate::requests::Wish), [`Outbound`]): a game adds its own family to them, and every reader of
//! records or frames handles all of them.

use chips::book::Posting;
use seating::{Person, Seat};

use super::{BatchDraft, FreshEntropy, Keeper, RecentRecord, Watcher};
use crate::entry::{RequestDigest, Standing, TableEntry};
use crate::machine::Machine;
use crate::port::{Now, Steady};
use crate::requests::{Listing, Outbound, RoomRefusal, TableRequest};
use crate::state::ReplayError;

/// A machine that the room hosts: the table folded from its records, and what happens around it.
pub trait HostedGame: Machine {
    /// The table with the room's own facts about it: folded from its records and nothing else.
    type State: Clone;
    /// What its keeper has beside that and does not store: clocks, bots, players' values for the cut.
    type Desk;
    /// What is held with a recent record, for viewers who come back.
    type Aside;

    /// The number of the table in the room.
    fn number(state: &Self::State) -> u64;
    /// The machine itself.
    fn machine(state: &mut Self::State) -> &mut Self;
    /// Whether play is open, paused, closing, closed or stopped.
    fn standing(state: &Self::State) -> &Standing;
    /// Marks the table as stopped; the room's log has more under the reference.
    fn mark_stopped(state: &mut Self::State, why: String, reference: String);
    /// Where a person sits.
    fn seat_of(state: &Self::State, person: Person) -> Option<Seat>;
    /// Who sits, by seat.
    fn seated(state: &Self::State) -> Vec<(Seat, Person)>;
    /// The people seated, without house bots.
    fn people(state: &Self::State) -> Vec<Person>;
    /// Whether a person has a part in the hand in play, or in the last one.
    fn takes_part(state: &Self::State, person: Person) -> bool;
    /// Hands so far.
    fn hands_played(state: &Self::State) -> u64;
    /// Whether a hand is in play.
    fn is_playing(state: &Self::State) -> bool;

    /// The form in which a fact is stored.
    fn entry(fact: Self::Event) -> TableEntry;
    /// Applies an entry and returns the postings it makes.
    ///
    /// # Errors
    /// An entry that does not follow from those before it.
    fn apply_entry(state: &mut Self::State, entry: &mut TableEntry) -> Result<Vec<Posting>, ReplayError>;
    /// Updates the state beside the machine for a fact that the machine has decided and applied, and returns
    /// the postings it makes.
    ///
    /// # Errors
    /// A fact that does not follow from those before it.
    fn track_applied(state: &mut Self::State, fact: &Self::Event) -> Result<Vec<Posting>, ReplayError>;
    /// Openings of the cards that an applied entry turns up, to be stored beside it.
    fn openings_for(state: &Self::State, entry: &TableEntry) -> Vec<TableEntry>;
    /// Counts the chips in two ways.
    ///
    /// # Errors
    /// If they differ; the table is wrong then and must stop.
    fn check_chips(state: &Self::State) -> Result<(), ReplayError>;
    /// Whether folding the table can start at a record with this entry.
    fn is_fold_start(entry: &TableEntry) -> bool;
    /// Whether an entry opens a hand: records held from before it are no longer needed.
    fn opens_hand(entry: &TableEntry) -> bool;
    /// Whether an entry undoes earlier ones, so that viewers cannot tell from it how the table stands.
    fn is_reversal(entry: &TableEntry) -> bool;
    /// The person who takes a seat by an entry, if any.
    fn seated_person(entry: &TableEntry) -> Option<Person>;
    /// Whether an entry changes the table's lobby listing.
    fn changes_listing(entry: &TableEntry) -> bool;
    /// What is held with the entries of a record, which the state has applied.
    fn aside(state: &Self::State, entries: &[TableEntry]) -> Self::Aside;

    /// Resumes the table after a start of the room.
    fn on_start(keeper: &mut Keeper<Self>, now: Now);
    /// Resets clocks and everything else that is not stored.
    fn reset_unstored(keeper: &mut Keeper<Self>, now: Now);
    /// Voids the hand in play and begins no other.
    fn call_off(keeper: &mut Keeper<Self>, now: Now, why: &str);
    /// Judges a request: returns a draft of what it leads to, with the digest of the request, or `None` if
    /// nothing is to be stored.
    ///
    /// # Errors
    /// Why it is not done.
    fn judge(
        keeper: &mut Keeper<Self>,
        now: Now,
        request: &TableRequest,
        digest: RequestDigest,
    ) -> Result<Option<BatchDraft<Self>>, RoomRefusal>;
    /// Records were stored and applied; the table was `before` until now.
    fn on_stored(keeper: &mut Keeper<Self>, now: Now, before: &Self::State, records: &[Vec<TableEntry>]);

    /// Sets the timers for the table as it is stored now.
    fn rearm_timers(keeper: &mut Keeper<Self>, now: Now);
    /// The store refused something the house did on its own: it is not tried again until the table has
    /// changed.
    fn on_not_stored(keeper: &mut Keeper<Self>);
    /// When the keeper wants a tick.
    fn wakes_at(keeper: &Keeper<Self>) -> Option<Steady>;
    /// Whether the time to act ran out before an act came.
    fn has_timed_out_before(keeper: &Keeper<Self>, arrived: Now) -> bool;
    /// Does what is due now.
    fn tick(keeper: &mut Keeper<Self>, now: Now, entropy: FreshEntropy<'_>);
    /// How much disconnect time the rules leave a person, in milliseconds; `None` if they give none.
    fn disconnect_left(keeper: &Keeper<Self>, person: Person) -> Option<u64>;

    /// The full table as a viewer may see it.
    fn view(keeper: &Keeper<Self>, now: Now, watcher: Watcher) -> Outbound;
    /// A record as sent to a viewer; the last of several includes the current position.
    fn update(
        keeper: &Keeper<Self>,
        now: Now,
        record: &RecentRecord<Self::Aside>,
        seen_as: Option<Person>,
        last: bool,
    ) -> Outbound;
    /// The current position without facts: number, clock and what the viewer may do.
    fn position(keeper: &Keeper<Self>, now: Now, seen_as: Option<Person>) -> Outbound;
    /// The table's lobby listing.
    fn listing(keeper: &Keeper<Self>) -> Listing;
}
