//! The keeper of a game that is not poker handles keys, batches, viewers and stops in the same way.

use chips::Chips;
use chips::book::Posting;
use seating::{Actor, Viewer};

use super::*;
use crate::dealer::Dealer;
use crate::house::compile_house;
use crate::machine::Machine;
use crate::port::Wall;
use crate::requests::{OfficialWish, Standing, Wish};
use crate::state::ReplayError;

/// A game in which a heap of chips grows by the amounts requested, up to ten.
#[derive(Clone, Debug, PartialEq)]
struct Heap(u64);

#[derive(Clone, Debug)]
struct HeapTable {
    heap: Heap,
    standing: Standing,
}

impl Machine for Heap {
    type Command = u64;
    type Event = u64;
    type Refusal = String;
    type Need = u64;
    type SeenEvent = u64;

    /// Grows the heap, or refuses above ten.
    fn take(&mut self, more: &u64, sink: &mut dyn FnMut(u64)) -> Result<(), String> {
        if self.0 + more > 10 {
            return Err(format!("{} and {more} are more than 10", self.0));
        }
        self.apply(more);
        sink(*more);
        Ok(())
    }

    /// Grows the heap without a check.
    fn apply(&mut self, more: &u64) {
        self.0 += more;
    }

    /// How much the heap can still grow.
    fn next(&self) -> Option<u64> {
        Some(10 - self.0).filter(|left| *left > 0)
    }

    /// Everybody sees everything.
    fn seen_by(more: &u64, _: Viewer) -> u64 {
        *more
    }
}

impl HostedGame for Heap {
    type State = HeapTable;
    type Desk = ();
    type Aside = ();

    /// The heap's table is number 7, as its stream is.
    fn number(_: &HeapTable) -> u64 {
        7
    }

    /// The heap.
    fn machine(state: &mut HeapTable) -> &mut Heap {
        &mut state.heap
    }

    /// As the state has it.
    fn standing(state: &HeapTable) -> &Standing {
        &state.standing
    }

    /// Stops the heap, so that a test can see it.
    fn mark_stopped(state: &mut HeapTable, why: String, reference: String) {
        state.standing = Standing::Stopped { why, reference };
    }

    /// Person n sits in seat n.
    fn seat_of(_: &HeapTable, person: Person) -> Option<Seat> {
        Seat::new(u8::try_from(person.0).ok()?)
    }

    /// Nobody is listed.
    fn seated(_: &HeapTable) -> Vec<(Seat, Person)> {
        Vec::new()
    }

    /// Nobody's connection is shown.
    fn people(_: &HeapTable) -> Vec<Person> {
        Vec::new()
    }

    /// Everybody gets updates of their own.
    fn takes_part(_: &HeapTable, _: Person) -> bool {
        true
    }

    /// One endless hand.
    fn hands_played(_: &HeapTable) -> u64 {
        1
    }

    /// The heap is in play until it is full.
    fn is_playing(state: &HeapTable) -> bool {
        state.heap.next().is_some()
    }

    /// Stored as a purse, because the stored facts are a closed list.
    fn entry(more: u64) -> TableEntry {
        TableEntry::Purse { person: Person::HOUSE, amount: Chips::new(more).expect("a small number") }
    }

    /// Applies a purse; any other entry is not of this game.
    fn apply_entry(state: &mut HeapTable, entry: &mut TableEntry) -> Result<Vec<Posting>, ReplayError> {
        match entry {
            TableEntry::Purse { amount, .. } => state.heap.apply(&amount.get()),
            TableEntry::Asked { .. } => {}
            other => panic!("{other:?} is not of this game"),
        }
        Ok(Vec::new())
    }

    /// Nothing stands beside the heap.
    fn track_applied(_: &mut HeapTable, _: &u64) -> Result<Vec<Posting>, ReplayError> {
        Ok(Vec::new())
    }

    /// No cards.
    fn openings_for(_: &HeapTable, _: &TableEntry) -> Vec<TableEntry> {
        Vec::new()
    }

    /// No chips to count in two ways.
    fn check_chips(_: &HeapTable) -> Result<(), ReplayError> {
        Ok(())
    }

    /// The heap is never folded from the middle.
    fn is_fold_start(_: &TableEntry) -> bool {
        false
    }

    /// Records are never dropped.
    fn opens_hand(_: &TableEntry) -> bool {
        false
    }

    /// The heap only grows.
    fn is_reversal(_: &TableEntry) -> bool {
        false
    }

    /// Nobody sits down.
    fn seated_person(_: &TableEntry) -> Option<Person> {
        None
    }

    /// The lobby is never updated by a record.
    fn changes_listing(_: &TableEntry) -> bool {
        false
    }

    /// Nothing is held beside a record.
    fn aside(_: &HeapTable, _: &[TableEntry]) {}

    /// Nothing to resume.
    fn on_start(_: &mut Keeper<Heap>, _: Now) {}

    /// Nothing is unstored.
    fn reset_unstored(_: &mut Keeper<Heap>, _: Now) {}

    /// No hand to void.
    fn call_off(_: &mut Keeper<Heap>, _: Now, _: &str) {}

    /// Takes as many chips as the reason of a pause has letters: a request that the heap can use.
    fn judge(
        keeper: &mut Keeper<Heap>,
        now: Now,
        request: &TableRequest,
        digest: RequestDigest,
    ) -> Result<Option<BatchDraft<Heap>>, RoomRefusal> {
        let Wish::Official(OfficialWish::Pause { reason }) = &request.wish else { return Ok(None) };
        let mut draft = keeper.draft();
        let more = reason.len() as u64;
        draft.decide(&more).map_err(|why| RoomRefusal::plain("too_much", why))?;
        draft.record_request(digest);
        draft.close(now, request.by, Some(request.key), "heap");
        Ok(Some(draft))
    }

    /// Nothing to adjust.
    fn on_stored(_: &mut Keeper<Heap>, _: Now, _: &HeapTable, _: &[Vec<TableEntry>]) {}

    /// The heap has no timers.
    fn rearm_timers(_: &mut Keeper<Heap>, _: Now) {}
    fn on_presence_changed(_: &mut Keeper<Heap>, _: Now) {}

    /// The house never acts.
    fn on_not_stored(_: &mut Keeper<Heap>) {}

    /// The heap never wants a tick.
    fn wakes_at(_: &Keeper<Heap>) -> Option<Steady> {
        None
    }

    /// Nobody has a time to act.
    fn has_timed_out_before(_: &Keeper<Heap>, _: Now) -> bool {
        false
    }

    /// Nothing is ever due.
    fn tick(_: &mut Keeper<Heap>, _: Now, _: FreshEntropy<'_>) {}

    /// No disconnect time.
    fn disconnect_left(_: &Keeper<Heap>, _: Person) -> Option<u64> {
        None
    }

    /// The view in words, so that tests can compare what was sent.
    fn view(keeper: &Keeper<Heap>, _: Now, _: Watcher) -> Outbound {
        Outbound::Ended { why: RoomRefusal::plain("heap", format!("heap of {}", keeper.state.heap.0)) }
    }

    /// The update in words, with the record's number.
    fn update(
        keeper: &Keeper<Heap>,
        _: Now,
        record: &RecentRecord<()>,
        _: Option<Person>,
        _: bool,
    ) -> Outbound {
        Outbound::Ended {
            why: RoomRefusal::plain(
                "heap",
                format!("record {}: heap of {}", record.number, keeper.state.heap.0),
            ),
        }
    }

    /// The same as the view.
    fn position(keeper: &Keeper<Heap>, now: Now, _: Option<Person>) -> Outbound {
        let nobody = Watcher { person: None, device: 0, unseen: 0 };
        Heap::view(keeper, now, nobody)
    }

    /// A listing with some house; no test looks at it.
    fn listing(keeper: &Keeper<Heap>) -> Listing {
        let book = rulebook::Book::named("canberra-holdem-2018").expect("a built-in book");
        Listing {
            table: 7,
            name: "heap".to_owned(),
            opener: Person::HOUSE,
            house: compile_house(book, &[]).expect("a house"),
            practice: false,
            dealer: Dealer::Software,
            seated: Vec::new(),
            standing: keeper.standing(),
            hand: 1,
        }
    }
}

const NOW: Now = Now { steady: Steady(1), wall: Wall(1) };

struct Bench(Keeper<Heap>);

impl Bench {
    /// A started keeper of an empty heap.
    fn new() -> Bench {
        let state = HeapTable { heap: Heap(0), standing: Standing::Open };
        let mut keeper = Keeper::<Heap>::with_desk(state, 0, 1, ());
        keeper.start(NOW);
        Bench(keeper)
    }

    /// Hands the keeper an input at the one time of these tests, without entropy.
    fn handle(&mut self, input: KeeperInput) -> Vec<Effect> {
        self.0.handle(NOW, input, &mut || Err(EntropyError::NotReady))
    }

    /// Person 1 requests `more` chips with a key; returns the effects.
    fn make_request(&mut self, id: u64, key: u8, more: usize) -> Vec<Effect> {
        let wish = Wish::Official(OfficialWish::Pause { reason: "x".repeat(more) });
        let ask = TableRequest { by: Actor::player(Person(1)), key: RequestKey([key; 16]), turn: None, wish };
        self.handle(KeeperInput::Request { id: RequestId(id), ask })
    }

    /// The batch in flight has been stored; returns what follows from that.
    fn store_batch(&mut self) -> Vec<Effect> {
        self.handle(KeeperInput::Stored(Ok(Appended::Done { first: 1 })))
    }
}

/// What viewers were sent, in words and in order.
fn sent(effects: &[Effect]) -> Vec<String> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Send { what: Outbound::Ended { why }, .. } => Some(why.why.clone()),
            _ => None,
        })
        .collect()
}

/// The replies among the effects, each with its request.
fn replies(effects: &[Effect]) -> Vec<(u64, Reply)> {
    let answer = |effect: &Effect| match effect {
        Effect::Reply { id, answer } => Some((id.0, answer.clone())),
        _ => None,
    };
    effects.iter().filter_map(answer).collect()
}

#[test]
fn another_game_is_stored_before_it_is_answered_and_shown() {
    let mut bench = Bench::new();
    let watch = KeeperInput::Watch { watcher: WatcherId(1), person: None, device: 0, from: None, unseen: 0 };
    assert_eq!(sent(&bench.handle(watch)), ["heap of 0"]);
    let effects = bench.make_request(1, 1, 4);
    assert!(replies(&effects).is_empty() && sent(&effects).is_empty(), "{effects:?}");
    let [Effect::Append(batch)] = effects.as_slice() else { panic!("{effects:?}") };
    assert_eq!((batch.parts[0].stream, batch.parts[0].expected), (StreamId::Table(7), 0));
    assert_eq!(bench.0.state().heap, Heap(0));
    let effects = bench.store_batch();
    assert_eq!(replies(&effects), [(1, Reply::Done { number: 1 })]);
    assert_eq!(sent(&effects), ["record 1: heap of 4"]);
    assert_eq!((bench.0.state().heap.clone(), bench.0.count()), (Heap(4), 1));
}

#[test]
fn another_game_answers_a_key_again_and_does_it_once() {
    let mut bench = Bench::new();
    bench.make_request(1, 1, 4);
    bench.store_batch();
    let again = bench.make_request(2, 1, 4);
    assert_eq!(replies(&again), [(2, Reply::Done { number: 1 })]);
    assert_eq!(again.len(), 1, "{again:?}");
    let [(3, Reply::Refused(refused))] = &replies(&bench.make_request(3, 1, 5))[..] else {
        panic!("not refused")
    };
    assert_eq!(refused.code, "key_used");
    let [(4, Reply::Refused(refused))] = &replies(&bench.make_request(4, 2, 7))[..] else {
        panic!("not refused")
    };
    assert_eq!((refused.code, refused.why.as_str()), ("too_much", "4 and 7 are more than 10"));
    assert_eq!(bench.0.state().heap, Heap(4));
}

#[test]
fn another_game_stops_where_somebody_else_has_written() {
    let mut bench = Bench::new();
    bench.make_request(1, 1, 4);
    let stale = Appended::Stale { stream: StreamId::Table(7), count: 3 };
    let effects = bench.handle(KeeperInput::Stored(Ok(stale)));
    let [(1, Reply::Refused(refused))] = &replies(&effects)[..] else { panic!("{effects:?}") };
    assert_eq!(refused.code, "stopped");
    assert!(matches!(bench.0.state().standing, Standing::Stopped { .. }));
    assert_eq!((bench.0.state().heap.clone(), bench.0.count()), (Heap(0), 0));
}

/// The keeper's part of a joint batch for `more` chips requested by person 1, or its reply.
fn joint_part(bench: &mut Bench, id: u64, key: u8, more: usize) -> Result<BatchPart, Reply> {
    let wish = Wish::Official(OfficialWish::Pause { reason: "x".repeat(more) });
    let ask = TableRequest { by: Actor::player(Person(1)), key: RequestKey([key; 16]), turn: None, wish };
    bench.0.joint_part(NOW, RequestId(id), &ask)
}

#[test]
fn a_part_of_a_batch_is_done_when_the_batch_is_stored() {
    let mut bench = Bench::new();
    let part = joint_part(&mut bench, 1, 1, 4).expect("a part");
    assert_eq!((part.stream, part.expected, part.records.len()), (StreamId::Table(7), 0, 1));
    // Until then nothing else is decided here.
    assert!(bench.make_request(2, 2, 3).is_empty());
    let Err(Reply::Refused(busy)) = joint_part(&mut bench, 3, 3, 1) else { panic!("two parts at once") };
    assert_eq!(busy.code, "busy");
    assert_eq!(bench.0.state().heap, Heap(0));
    let effects = bench.store_batch();
    assert_eq!(replies(&effects), [(1, Reply::Done { number: 1 })]);
    assert_eq!(bench.0.state().heap, Heap(4));
    // The waiting request has its turn now, and the part is not given twice.
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Append(_))), "{effects:?}");
    bench.store_batch();
    assert_eq!(joint_part(&mut bench, 4, 1, 4), Err(Reply::Done { number: 1 }));
    assert_eq!(bench.0.state().heap, Heap(7));
}

#[test]
fn a_part_that_is_withdrawn_or_whose_batch_did_not_fit_elsewhere_changes_nothing() {
    let mut bench = Bench::new();
    joint_part(&mut bench, 1, 1, 4).expect("a part");
    let effects =
        bench.handle(KeeperInput::Withdrawn(RoomRefusal::plain("elsewhere", "the other table refuses it")));
    let [(1, Reply::Refused(refused))] = &replies(&effects)[..] else { panic!("{effects:?}") };
    assert_eq!(refused.code, "elsewhere");
    joint_part(&mut bench, 2, 2, 4).expect("a part");
    let stale = Appended::Stale { stream: StreamId::Table(8), count: 3 };
    let effects = bench.handle(KeeperInput::Stored(Ok(stale)));
    let [(2, Reply::Refused(refused))] = &replies(&effects)[..] else { panic!("{effects:?}") };
    assert_eq!(refused.code, "busy");
    assert_eq!((bench.0.state().heap.clone(), bench.0.count()), (Heap(0), 0));
    // The table goes on, and the same key now does what it failed to do before.
    joint_part(&mut bench, 3, 2, 4).expect("a part");
    assert_eq!(replies(&bench.store_batch()), [(3, Reply::Done { number: 1 })]);
}
