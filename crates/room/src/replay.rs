//! Replays stored hands for one viewer: the facts as that viewer saw them during play.

use std::sync::Arc;

use cards::{Card, HiddenCard};
use chips::Chips;
use fair::{Commitment, RoomKey};
use seating::{Person, Seat};
use table::{CardFact, CourseFact, Entrant, Fact, Hand, House, PotFact, TableFact};

use crate::dealer::Dealer;
use crate::entry::{self, TableEntry};
use crate::port::{Cause, Store, StoreError, StoredRecord, StreamId, UnreadableStream, Wall};
use crate::requests::{FactView, Position, TableView, TurnView, Update};
use crate::state::TableState;

/// How many records are read at once.
const PAGE_SIZE: usize = 500;
/// The most records of one hand: more than any hand takes.
const MAX_RECORDS: usize = 4000;

/// Where a hand began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandStart {
    /// Its number at the table.
    pub hand: u64,
    /// The number of the record.
    pub number: u64,
    /// The record's number in the room.
    pub sequence: u64,
    /// When.
    pub at: Wall,
    /// Who was dealt in.
    pub people: Vec<Person>,
}

/// The error of a record that cannot be replayed, for `map_err`; it names the record by all of its numbers.
fn unreadable_record<E>(stored: &StoredRecord) -> impl FnOnce(E) -> StoreError
where
    E: std::error::Error + Send + Sync + 'static,
{
    let StoredRecord { sequence, stream, number, .. } = *stored;
    move |error| UnreadableStream::Record { sequence, stream, number, source: Cause::new(error) }.into()
}

/// The hand that began in a record, if one did.
///
/// # Errors
/// A record that no room wrote.
pub fn hand_start(stored: &StoredRecord) -> Result<Option<HandStart>, StoreError> {
    let entries = entry::from_body(&stored.body).map_err(unreadable_record(stored))?;
    for entry in entries {
        if let TableEntry::Table { fact } = entry
            && let TableFact::Hand(event) = fact.what
            && let Fact::Course(CourseFact::Opened(lineup)) = event.what
        {
            let people = lineup.entrants.iter().map(|entrant| entrant.person).collect();
            let (number, sequence) = (stored.number, stored.sequence);
            return Ok(Some(HandStart { hand: lineup.number, number, sequence, at: stored.at, people }));
        }
    }
    Ok(None)
}

/// A finished hand as a viewer saw it, from its opening to its end.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The table just before the hand was opened. It shows nothing of the previous hand, and everybody counts
    /// as connected, because no record says who was.
    pub before: TableView,
    /// Each record of the hand as sent to the viewer, with the position after it; its clock does not run.
    pub updates: Vec<Update>,
    /// The house under which the hand was played.
    pub house: Arc<House>,
    /// Who was dealt in.
    pub players: Vec<DealtPlayer>,
    /// The results of checking the replay.
    pub check: ReplayCheck,
}

/// A player who was dealt in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct DealtPlayer {
    pub seat: Seat,
    pub person: Person,
    /// In front before the first chip went in.
    pub stack_before: Chips,
    /// In front when the hand was over.
    pub stack_after: Chips,
}

/// The results of checking a replay. A replay only exists if each fact follows from those before it, the cut
/// follows from its parts, and each card on the table opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayCheck {
    /// How many cards that the viewer saw were opened against the commitment, all successfully.
    pub openings_checked: usize,
    /// All chips in front of the players before the hand.
    pub before: Chips,
    /// The same after it.
    pub after: Chips,
    /// What the house took.
    pub commission: Chips,
}

impl ReplayCheck {
    /// Whether every chip is accounted for: in front of the players or with the house.
    pub fn is_balanced(&self) -> bool {
        self.before == self.after + self.commission
    }
}

impl Replay {
    /// Whether a person was dealt in.
    pub fn has_player(&self, person: Person) -> bool {
        self.players.iter().any(|dealt| dealt.person == person)
    }
}

/// Replays a finished hand as seen from the seat where `person` was dealt in, or from the rail. `None` if
/// there is no such hand or it is not over. If the room's key does not open the deck, cards that were not
/// shown are unknown to everybody.
///
/// It reads the records from the opening of the previous hand, where the table can be rebuilt, page by page,
/// and keeps those of the hand itself.
///
/// # Errors
/// A fault of the store, or records that do not follow from one another.
pub fn replay(
    store: &dyn Store,
    keys: &RoomKey,
    (table, hand): (u64, u64),
    person: Option<Person>,
) -> Result<Option<Replay>, StoreError> {
    let stream = StreamId::Table(table);
    let Some(place) = hand.checked_sub(1) else { return Ok(None) };
    let (Some(before), Some(first)) = (store.nth_start(stream, place)?, store.nth_start(stream, hand)?)
    else {
        return Ok(None);
    };
    let next = store.nth_start(stream, hand + 1)?;
    let with = |keys| StreamReplayer { store, stream, keys, person, next }.replay_hand(before, first);
    with(Some(keys)).or_else(|_| with(None))
}

/// A finished hand with every card of its deck, for those who may open it.
#[derive(Clone, Debug)]
pub struct RevealedHand {
    /// The number in the room of the record that opened it.
    pub began: u64,
    /// Who was dealt in, and their cards.
    pub players: Vec<(Seat, Person, Vec<Card>)>,
    /// The boards; there is always a first.
    pub boards: Vec<Vec<Card>>,
    /// The committed deck, by slot.
    pub deck: Vec<Card>,
    /// How it was cut: the slot that was dealt first.
    pub first: Option<u8>,
    /// What was published before the first card.
    pub commitment: Commitment,
}

/// What can be opened of a finished hand.
#[derive(Clone, Debug)]
pub enum HandReveal {
    /// The software's deck, with the hand dealt from it.
    Sealed(Box<RevealedHand>),
    /// Nothing: a person dealt, and the room knows no card that did not lie face up.
    DealtByHand,
}

/// A finished hand with every card opened with the room's key and checked against the commitment. `None` if
/// there is no such hand or it is not over.
///
/// # Errors
/// A fault of the store, records that do not follow from one another, or a deck that the room's key does not
/// open.
pub fn reveal_hand(
    store: &dyn Store,
    keys: &RoomKey,
    (table, hand): (u64, u64),
) -> Result<Option<HandReveal>, StoreError> {
    let stream = StreamId::Table(table);
    let Some(place) = hand.checked_sub(1) else { return Ok(None) };
    let (Some(before), Some(first)) = (store.nth_start(stream, place)?, store.nth_start(stream, hand)?)
    else {
        return Ok(None);
    };
    let next = store.nth_start(stream, hand + 1)?;
    let replayer = StreamReplayer { store, stream, keys: Some(keys), person: None, next };
    let Some(mut state) = replayer.state_before(before, first)? else { return Ok(None) };
    let (mut read, mut began) = (first - 1, None);
    loop {
        let page = store.read(stream, read, page_up_to(next, read))?;
        let Some(last) = page.last() else { return Ok(None) };
        read = last.number;
        for stored in &page {
            let began = *began.get_or_insert(stored.sequence);
            replayer.update(&mut state, stored)?;
            if let Some(hand) = state.table.hand().filter(|hand| hand.is_over()) {
                return match state.dealer {
                    Dealer::Software => reveal_deck(&state, hand, began)
                        .map(|whole| Some(HandReveal::Sealed(Box::new(whole)))),
                    Dealer::Person => Ok(Some(HandReveal::DealtByHand)),
                };
            }
        }
    }
}

/// Every card of a hand whose deck is available, checked against the commitment.
fn reveal_deck(state: &TableState, hand: &Hand, began: u64) -> Result<RevealedHand, StoreError> {
    let deck = state.deck.as_ref().ok_or(UnreadableStream::SealedDeck)?;
    let cards = deck.cards.as_ref().ok_or(UnreadableStream::SealedDeck)?;
    let slots = 0..cards.count();
    for opening in slots.clone().filter_map(|slot| cards.opening(slot)) {
        let fits = fair::check_opening(&deck.commitment, &opening);
        fits.map_err(UnreadableStream::Opening)?;
    }
    let known = |cards: &[HiddenCard]| cards.iter().filter_map(|card| card.known_card()).collect();
    let dealt = |entrant: &Entrant| (entrant.seat, entrant.person, known(hand.hole_cards(entrant.seat)));
    Ok(RevealedHand {
        began,
        players: hand.lineup().entrants.iter().map(dealt).collect(),
        boards: hand.boards().each().map(known).collect(),
        deck: slots.filter_map(|slot| cards.card(slot)).collect(),
        first: deck.cut.as_ref().and_then(|cut| cut.dealt_slot(0)),
        commitment: deck.commitment,
    })
}

/// The size of the next page after record `read`, so that it stops before the next start.
fn page_up_to(next: Option<u64>, read: u64) -> usize {
    let left = next.map_or(u64::MAX, |next| next.saturating_sub(read + 1));
    PAGE_SIZE.min(usize::try_from(left).unwrap_or(PAGE_SIZE))
}

struct StreamReplayer<'a> {
    store: &'a dyn Store,
    stream: StreamId,
    keys: Option<&'a RoomKey>,
    person: Option<Person>,
    /// The number of the record that opened the next hand; `None` if there is no such hand.
    next: Option<u64>,
}

impl StreamReplayer<'_> {
    /// Replays the hand. `before` is the record that opened the previous hand, `first` the one that opened
    /// this hand.
    fn replay_hand(&self, before: u64, first: u64) -> Result<Option<Replay>, StoreError> {
        let Some(mut state) = self.state_before(before, first)? else { return Ok(None) };
        let view = self.view_before(&state, first);
        let mut updates: Vec<Update> = Vec::new();
        // How many of them belong to the hand: those up to its end, and further to the last in which its
        // cards were shown.
        let mut whole = 0;
        'reading: while updates.len() < MAX_RECORDS {
            // Never read past the hand: damage there does not concern it.
            let read = first - 1 + updates.len() as u64;
            let page = self.store.read(self.stream, read, page_up_to(self.next, read))?;
            if page.is_empty() {
                break;
            }
            for stored in page {
                if whole > 0 && stored.start {
                    break 'reading;
                }
                updates.push(self.update(&mut state, &stored)?);
                let over = state.table.hand().is_some_and(Hand::is_over);
                if over && (whole == 0 || updates.last().is_some_and(shows_cards)) {
                    whole = updates.len();
                }
            }
        }
        updates.truncate(whole);
        let Some(hand) = state.table.hand().filter(|_| whole > 0) else { return Ok(None) };
        let house = Arc::clone(&hand.lineup().house);
        let dealt = |entrant: &Entrant| DealtPlayer {
            seat: entrant.seat,
            person: entrant.person,
            stack_before: entrant.stack,
            stack_after: hand.stack(entrant.seat),
        };
        let players: Vec<DealtPlayer> = hand.lineup().entrants.iter().map(dealt).collect();
        let checked = check_replay(&state, &updates, &players)?;
        Ok(Some(Replay { before: view, updates, house, players, check: checked }))
    }

    /// The table rebuilt from the records between a start and another record. None of their cards are needed.
    fn state_before(&self, start: u64, up_to: u64) -> Result<Option<TableState>, StoreError> {
        let mut state: Option<TableState> = None;
        let mut read = start - 1;
        while read + 1 < up_to {
            let most = PAGE_SIZE.min(usize::try_from(up_to - 1 - read).unwrap_or(PAGE_SIZE));
            let page = self.store.read(self.stream, read, most)?;
            let Some(last) = page.last() else { break };
            read = last.number;
            for stored in &page {
                let mut entries = entry::from_body(&stored.body).map_err(unreadable_record(stored))?;
                match &mut state {
                    None => {
                        state = TableState::from_start(&entries, None).map_err(unreadable_record(stored))?;
                    }
                    Some(state) => {
                        for entry in &mut entries {
                            state.apply(entry, None).map_err(unreadable_record(stored))?;
                        }
                    }
                }
            }
        }
        Ok(state)
    }

    /// The table between two hands, as the viewer saw it.
    fn view_before(&self, state: &TableState, first: u64) -> TableView {
        TableView {
            table: state.id,
            name: state.name.clone(),
            number: first - 1,
            house: Arc::clone(state.house_now()),
            coming: state.upcoming_house().map(|(house, from)| (Arc::clone(house), from)),
            practice: !state.bots.is_empty(),
            dealer: state.dealer,
            standing: state.standing.clone(),
            draining: false,
            button: state.table.button(),
            chairs: state.chair_views(&|_| true, &|_| None),
            own: self.person.and_then(|person| state.seat_of(person)),
            hand: None,
            position: Position { owed: state.table.owed_blinds().collect(), ..Position::default() },
            contribute: None,
        }
    }

    /// Applies a record and returns it as sent to the viewer.
    fn update(&self, state: &mut TableState, stored: &StoredRecord) -> Result<Update, StoreError> {
        let mut entries = entry::from_body(&stored.body).map_err(unreadable_record(stored))?;
        for entry in &mut entries {
            state.apply(entry, self.keys).map_err(unreadable_record(stored))?;
        }
        let viewer = state.viewer(self.person);
        let mut facts = Vec::new();
        for entry in &entries {
            state.push_facts(entry, viewer, &mut facts);
        }
        let (made, pots) = state.hands_and_pots(viewer);
        Ok(Update {
            number: stored.number,
            hand: state.table.hands_opened(),
            at: stored.at,
            facts,
            position: state.position(viewer, turn_view(state), None),
            made: Some(made),
            pots: Some(pots),
            won: state.pots_won(&entries),
        })
    }
}

/// Whether cards were turned up in it after the hand.
fn shows_cards(update: &Update) -> bool {
    update.facts.iter().any(|fact| {
        let FactView::Table(seen) = fact else { return false };
        let TableFact::Hand(event) = &seen.event().what else { return false };
        matches!(event.what, Fact::Cards(CardFact::CardsShown { .. }))
    })
}

/// Opens every card that the viewer was shown against the commitment, and counts the chips.
fn check_replay(
    state: &TableState,
    updates: &[Update],
    players: &[DealtPlayer],
) -> Result<ReplayCheck, StoreError> {
    let mut opened = 0;
    let mut commission = Chips::ZERO;
    for fact in updates.iter().flat_map(|update| &update.facts) {
        match fact {
            FactView::Opening(opening) => {
                let deck = state.deck.as_ref();
                let deck = deck.ok_or(UnreadableStream::OpeningWithoutDeck)?;
                let fits = fair::check_opening(&deck.commitment, opening);
                fits.map_err(UnreadableStream::Opening)?;
                opened += 1;
            }
            FactView::Table(seen) => {
                if let TableFact::Hand(event) = &seen.event().what
                    && let Fact::Pots(PotFact::CommissionTaken { amount, .. }) = event.what
                {
                    commission += amount;
                }
            }
            FactView::Deck { .. } | FactView::Cut(_) | FactView::Standing(_) | FactView::TimeBank { .. } => {}
        }
    }
    Ok(ReplayCheck {
        openings_checked: opened,
        before: players.iter().map(|dealt| dealt.stack_before).sum(),
        after: players.iter().map(|dealt| dealt.stack_after).sum(),
        commission,
    })
}

/// Whose turn it was, without the time left, which is in no record.
fn turn_view(state: &TableState) -> Option<TurnView> {
    let (seat, turn, showing) = state.turn()?;
    let person = state.hand_in_play().and_then(|hand| hand.person(seat))?;
    let clock = state.hand_in_play().map(Hand::house).and_then(House::decision_clock).filter(|_| !showing);
    Some(TurnView {
        seat,
        turn,
        showing,
        left: None,
        whole: clock.map(|clock| clock.seconds * 1000),
        bank: state.time_bank_left(person),
        rule: clock.map(|clock| clock.rule),
        disconnected: false,
    })
}
