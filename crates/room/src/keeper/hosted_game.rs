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

    /// The number of the table in the room; it names its stream and never changes.
    fn number(state: &Self::State) -> u64;
    /// The machine itself, inside the state, to decide commands on.
    fn machine(state: &mut Self::State) -> &mut Self;
    /// Whether play is open, paused, closing, closed or stopped, by the records alone.
    fn standing(state: &Self::State) -> &Standing;
    /// Marks the table as stopped, with the reason shown to people; the room's log has more under the
    /// reference. Not stored.
    fn mark_stopped(state: &mut Self::State, why: String, reference: String);
    /// Where a person sits now; `None` if they have no seat.
    fn seat_of(state: &Self::State, person: Person) -> Option<Seat>;
    /// Who sits now, house bots included, in the order of the seats. The lobby and the roster use it.
    fn seated(state: &Self::State) -> Vec<(Seat, Person)>;
    /// The people seated now, without house bots: those whose connection is shown to viewers.
    fn people(state: &Self::State) -> Vec<Person>;
    /// Whether a person has a part in the hand in play, or in the last one, so that their updates may show more
    /// than the rail's.
    fn takes_part(state: &Self::State, person: Person) -> bool;
    /// How many hands were opened so far; viewers barred from a hand are compared with it.
    fn hands_played(state: &Self::State) -> u64;
    /// Whether a hand is in play: after a failure it must be voided, and a restored backup must not go on with
    /// it.
    fn is_playing(state: &Self::State) -> bool;

    /// The form in which a decided fact is stored; reading it back and applying it must give the same state.
    fn entry(fact: Self::Event) -> TableEntry;
    /// Applies an entry to the state, in the stored order, and returns the chip postings it makes. Secrets may
    /// be filled into the entry.
    ///
    /// # Errors
    /// An entry that does not follow from those before it.
    fn apply_entry(state: &mut Self::State, entry: &mut TableEntry) -> Result<Vec<Posting>, ReplayError>;
    /// Updates the state beside the machine for a fact that the machine has decided and applied, and returns
    /// the postings it makes. Must come to the same as [`HostedGame::apply_entry`] for the same fact.
    ///
    /// # Errors
    /// A fact that does not follow from those before it.
    fn track_applied(state: &mut Self::State, fact: &Self::Event) -> Result<Vec<Posting>, ReplayError>;
    /// Openings (proofs against the commitment) of the cards that an applied entry turns up, to be stored
    /// beside it.
    fn openings_for(state: &Self::State, entry: &TableEntry) -> Vec<TableEntry>;
    /// Counts the chips in two ways, by the machine and by the postings. Called before each record is closed.
    ///
    /// # Errors
    /// If they differ; the table is wrong then and must stop.
    fn check_chips(state: &Self::State) -> Result<(), ReplayError>;
    /// Whether folding the table can start at a record with this entry, without those before it; such records
    /// are marked in the store's index.
    fn is_fold_start(entry: &TableEntry) -> bool;
    /// Whether an entry opens a hand: records held for returning viewers from before it are no longer needed.
    fn opens_hand(entry: &TableEntry) -> bool;
    /// Whether an entry undoes earlier ones, so that viewers cannot tell from it how the table stands and are
    /// sent the full view.
    fn is_reversal(entry: &TableEntry) -> bool;
    /// The person who takes a seat by an entry, if any: viewers are told if that person is not connected.
    fn seated_person(entry: &TableEntry) -> Option<Person>;
    /// Whether an entry changes the table's lobby listing, which is sent out again then.
    fn changes_listing(entry: &TableEntry) -> bool;
    /// What is computed once and held with the entries of a record just applied, for the updates made from it.
    fn aside(state: &Self::State, entries: &[TableEntry]) -> Self::Aside;

    /// Resumes the table after a start of the room: sets its timers, or voids a hand that cannot go on.
    fn on_start(keeper: &mut Keeper<Self>, now: Now);
    /// Resets clocks and everything else that is not stored, after the state was replaced from records or the
    /// table was stopped.
    fn reset_unstored(keeper: &mut Keeper<Self>, now: Now);
    /// Voids the hand in play, returning its chips, and begins no other until somebody resumes play; `why` is
    /// stored and shown.
    fn call_off(keeper: &mut Keeper<Self>, now: Now, why: &str);
    /// Judges a request: returns a draft of what it leads to, holding its digest, or `None` if nothing is to be
    /// stored. Must not change what is stored; the keeper stores the draft before it replies.
    ///
    /// # Errors
    /// Why it is not done.
    fn judge(
        keeper: &mut Keeper<Self>,
        now: Now,
        request: &TableRequest,
        digest: RequestDigest,
    ) -> Result<Option<BatchDraft<Self>>, RoomRefusal>;
    /// Adjusts what is unstored after these records were stored and applied; the table was `before` until now.
    /// Called before viewers are updated.
    fn on_stored(keeper: &mut Keeper<Self>, now: Now, before: &Self::State, records: &[Vec<TableEntry>]);

    /// Sets the timers for the table as it is stored now; [`HostedGame::wakes_at`] reads them.
    fn rearm_timers(keeper: &mut Keeper<Self>, now: Now);

    /// Sets the timers anew after a person has come or gone; viewers are sent the position if that started or
    /// stopped the clock of a decision, because no record says so.
    fn on_presence_changed(keeper: &mut Keeper<Self>, now: Now);
    /// The store refused something the house did on its own: it must not be tried again until the table has
    /// changed, or the keeper would loop.
    fn on_not_stored(keeper: &mut Keeper<Self>);
    /// When the keeper wants a tick (steady time); `None` while it only waits for people.
    fn wakes_at(keeper: &Keeper<Self>) -> Option<Steady>;
    /// Whether the time to act ran out before a request that arrived then; the tick is handled first in that
    /// case.
    fn has_timed_out_before(keeper: &Keeper<Self>, arrived: Now) -> bool;
    /// Does everything that is due now and hands it to the store as one batch; `entropy` is asked only for a
    /// new deck.
    fn tick(keeper: &mut Keeper<Self>, now: Now, entropy: FreshEntropy<'_>);
    /// How much disconnect time the rules leave a person, in milliseconds, as shown to viewers; `None` if they
    /// give none.
    fn disconnect_left(keeper: &Keeper<Self>, person: Person) -> Option<u64>;

    /// The full table as this viewer may see it, for drawing it anew; hidden cards of others never enter it.
    fn view(keeper: &Keeper<Self>, now: Now, watcher: Watcher) -> Outbound;
    /// A record as sent to a viewer who sees the table as `seen_as` does (`None`: the rail). The last of
    /// several includes the current position.
    fn update(
        keeper: &Keeper<Self>,
        now: Now,
        record: &RecentRecord<Self::Aside>,
        seen_as: Option<Person>,
        last: bool,
    ) -> Outbound;
    /// The current position without facts (number, clock and what the viewer may do), sent when only the clock
    /// has changed.
    fn position(keeper: &Keeper<Self>, now: Now, seen_as: Option<Person>) -> Outbound;
    /// The table's entry in the lobby, the same for everybody: nothing of a hand's cards is in it.
    fn listing(keeper: &Keeper<Self>) -> Listing;
}
