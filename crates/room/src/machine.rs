//! What the room asks of a game that it keeps.
//!
//! [`Machine`] is the game itself, a plain machine of values. [`HostedGame`] is what the room has around it: its table as the
//! records make it, the clocks and the dealer beside it, and what viewers are sent. A [`Keeper`] of any game stands on
//! these two; the poker table is the first.
//!
//! What is stored and what is sent stay closed lists of the room ([`TableEntry`], [`Wish`](crate::ask::Wish),
//! [`Outbound`]): a game adds its own family to them, and whatever reads records or frames knows every one.

use std::fmt;

use chips::book::Posting;
use seating::{Person, Seat, Viewer};

use crate::entry::TableEntry;
use crate::keeper::{BatchDraft, FreshEntropy, Keeper, RecentRecord, Watcher};
use crate::port::{Now, Steady};
use crate::requests::{Listing, Outbound, RequestDigest, RoomRefusal, Standing, TableRequest};
use crate::state::ReplayError;

/// A game as a plain machine: commands go in, decided facts come out, and the same facts make the same state.
pub trait Machine: Clone + fmt::Debug + Sized {
    /// What is asked of it, and by whom.
    type Command;
    /// What it decided.
    type Event;
    /// Why it does not allow a command.
    type Refusal: fmt::Display;
    /// What it needs next.
    type Need;
    /// A fact reduced to what one viewer may see.
    type SeenEvent;

    /// Decides a command and applies what was decided; `sink` gets each fact in order, once it is applied.
    ///
    /// # Errors
    /// The refusal, when the rules do not allow it; then nothing has changed, and `sink` got nothing.
    fn take(
        &mut self,
        command: &Self::Command,
        sink: &mut dyn FnMut(Self::Event),
    ) -> Result<(), Self::Refusal>;

    /// Takes in a decided fact. Holds no rule and cannot fail.
    fn apply(&mut self, fact: &Self::Event);

    /// What it needs next, and from whom; nothing between rounds.
    fn next(&self) -> Option<Self::Need>;

    /// The fact as the viewer may see it.
    fn seen_by(fact: &Self::Event, viewer: Viewer) -> Self::SeenEvent;
}

/// A machine that the room keeps: its table as the records make it, and what is done around it.
pub trait HostedGame: Machine {
    /// The table with the room's own facts about it: a fold over its records, and nothing else.
    type State: Clone;
    /// What its keeper has beside that and does not store: clocks, programs, what players gave for a deck.
    type Desk;
    /// What is kept with a record at hand, for viewers who come back.
    type Aside;

    /// The number of the table in the room.
    fn number(state: &Self::State) -> u64;
    /// The machine itself.
    fn machine(state: &mut Self::State) -> &mut Self;
    /// Whether it is played here.
    fn standing(state: &Self::State) -> &Standing;
    /// Stops the table where nothing can be stored any more; the room's log has more under the reference.
    fn mark_stopped(state: &mut Self::State, why: String, reference: String);
    /// Where a person sits.
    fn seat_of(state: &Self::State, person: Person) -> Option<Seat>;
    /// Who sits, by seat.
    fn seated(state: &Self::State) -> Vec<(Seat, Person)>;
    /// The people who sit, without the programs of the house.
    fn people(state: &Self::State) -> Vec<Person>;
    /// Whether a person has a part in the round that is played or was the last.
    fn takes_part(state: &Self::State, person: Person) -> bool;
    /// Rounds of play so far.
    fn hands_played(state: &Self::State) -> u64;
    /// Whether a round is being played.
    fn is_playing(state: &Self::State) -> bool;

    /// The form in which a fact is stored.
    fn entry(fact: Self::Event) -> TableEntry;
    /// Takes in an entry and says what it moves.
    ///
    /// # Errors
    /// An entry that does not follow from the ones before.
    fn apply_entry(state: &mut Self::State, entry: &mut TableEntry) -> Result<Vec<Posting>, ReplayError>;
    /// Takes in beside the machine a fact that the machine has decided and taken, and says what it moves.
    ///
    /// # Errors
    /// A fact that does not follow from the ones before.
    fn follow(state: &mut Self::State, fact: &Self::Event) -> Result<Vec<Posting>, ReplayError>;
    /// What an entry that was taken in turns up, to be stored beside it.
    fn openings_for(state: &Self::State, entry: &TableEntry) -> Vec<TableEntry>;
    /// Counts the chips twice.
    ///
    /// # Errors
    /// Where they differ; then the table is wrong and must stop.
    fn check_chips(state: &Self::State) -> Result<(), ReplayError>;
    /// Whether the table can be folded from a record that holds this entry.
    fn is_fold_start(entry: &TableEntry) -> bool;
    /// Whether an entry opens a round: what was kept at hand before it is not needed any more.
    fn opens_hand(entry: &TableEntry) -> bool;
    /// Whether an entry takes back what earlier ones did, so that viewers cannot tell from it how the table stands.
    fn is_reversal(entry: &TableEntry) -> bool;
    /// Who takes a seat by an entry, if somebody does.
    fn seated_person(entry: &TableEntry) -> Option<Person>;
    /// Whether an entry changes the table's line in the lobby.
    fn changes_listing(entry: &TableEntry) -> bool;
    /// What is kept with the entries of a record, which the state has taken in.
    fn aside(state: &Self::State, entries: &[TableEntry]) -> Self::Aside;

    /// The table goes on after a start of the room.
    fn on_start(keeper: &mut Keeper<Self>, now: Now);
    /// Clocks and all else that is not stored begin anew.
    fn reset_unstored(keeper: &mut Keeper<Self>, now: Now);
    /// A round that is played is void, and no other begins.
    fn call_off(keeper: &mut Keeper<Self>, now: Now, why: &str);
    /// Judges something asked: the draft of what comes of it with the mark of what was asked, or nothing where nothing is
    /// to be stored.
    ///
    /// # Errors
    /// Why it is not done.
    fn judge(
        keeper: &mut Keeper<Self>,
        now: Now,
        ask: &TableRequest,
        mark: RequestDigest,
    ) -> Result<Option<BatchDraft<Self>>, RoomRefusal>;
    /// Records are stored and taken in; the table was `before` until now.
    fn on_stored(keeper: &mut Keeper<Self>, now: Now, before: &Self::State, records: &[Vec<TableEntry>]);

    /// Sets the timers for the table as it is stored now.
    fn rearm_timers(keeper: &mut Keeper<Self>, now: Now);
    /// What the house did of itself was refused by the store: it is not tried again before the table has changed.
    fn on_not_stored(keeper: &mut Keeper<Self>);
    /// When the time is to be told.
    fn wakes_at(keeper: &Keeper<Self>) -> Option<Steady>;
    /// Whether time ran out before an act came.
    fn has_timed_out_before(keeper: &Keeper<Self>, came: Now) -> bool;
    /// The time has come that was waited for.
    fn tick(keeper: &mut Keeper<Self>, now: Now, chance: FreshEntropy<'_>);
    /// What the rules leave to a person whose connection is lost, in milliseconds; none where they give no time.
    fn disconnect_left(keeper: &Keeper<Self>, person: Person) -> Option<u64>;

    /// The whole table as a viewer may see it.
    fn view(keeper: &Keeper<Self>, now: Now, watcher: Watcher) -> Outbound;
    /// What a record says to a viewer; the last one of several with the position that is on now.
    fn update(
        keeper: &Keeper<Self>,
        now: Now,
        record: &RecentRecord<Self::Aside>,
        eyes: Option<Person>,
        last: bool,
    ) -> Outbound;
    /// The position without facts: number, clock and what the viewer may do.
    fn position(keeper: &Keeper<Self>, now: Now, eyes: Option<Person>) -> Outbound;
    /// The table's line in the lobby.
    fn listing(keeper: &Keeper<Self>) -> Listing;
}
