//! Replays a finished hand for one viewer: the facts as that viewer saw them during play.

use std::sync::Arc;

use chips::Chips;
use fair::RoomKey;
use seating::{Person, Seat};
use table::{CardFact, Fact, Hand, House, PotFact, TableFact};

use super::records::{HandRecords, apply_record};
use crate::port::{Store, StoreError, StoredRecord, UnreadableStream};
use crate::requests::{FactView, Position, TableView, TurnView, Update};
use crate::state::TableState;

/// The most records of one hand: more than any hand takes.
const MAX_RECORDS: usize = 4000;

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
    /// Whether every chip is accounted for: before the hand = after it + commission. The transcript of a hand
    /// shows the result.
    pub fn is_balanced(&self) -> bool {
        self.before == self.after + self.commission
    }
}

impl Replay {
    /// Whether a person was dealt in: only then may they share the hand, or see it where the table shows
    /// nothing to spectators.
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
pub fn replay_hand(
    store: &dyn Store,
    keys: &RoomKey,
    (table, hand): (u64, u64),
    person: Option<Person>,
) -> Result<Option<Replay>, StoreError> {
    let Some(records) = HandRecords::find(store, (table, hand))? else { return Ok(None) };
    replay_with(&records, Some(keys), person).or_else(|_| replay_with(&records, None, person))
}

/// Replays the hand of these records with the room's key, or without it: then no card of the deck is known.
/// `None` if the hand is not over. Records after its end count only as far as cards of it were still shown.
fn replay_with(
    records: &HandRecords<'_>,
    keys: Option<&RoomKey>,
    person: Option<Person>,
) -> Result<Option<Replay>, StoreError> {
    let Some(mut state) = records.state_before()? else { return Ok(None) };
    let before = view_before(&state, records.first, person);
    let mut updates: Vec<Update> = Vec::new();
    // How many of them belong to the hand: those up to its end, and further to the last in which its cards
    // were shown.
    let mut hand_updates = 0;
    'reading: while updates.len() < MAX_RECORDS {
        let page = records.page_after(records.first - 1 + updates.len() as u64)?;
        if page.is_empty() {
            break;
        }
        for stored in page {
            if hand_updates > 0 && stored.start {
                break 'reading;
            }
            updates.push(update_after(&mut state, &stored, keys, person)?);
            let over = state.table.hand().is_some_and(Hand::is_over);
            if over && (hand_updates == 0 || updates.last().is_some_and(shows_cards)) {
                hand_updates = updates.len();
            }
        }
    }
    updates.truncate(hand_updates);
    let Some(hand) = state.table.hand().filter(|_| hand_updates > 0) else { return Ok(None) };
    let house = Arc::clone(&hand.lineup().house);
    let players: Vec<DealtPlayer> = hand
        .lineup()
        .entrants
        .iter()
        .map(|entrant| DealtPlayer {
            seat: entrant.seat,
            person: entrant.person,
            stack_before: entrant.stack,
            stack_after: hand.stack(entrant.seat),
        })
        .collect();
    let check = check_replay(&state, &updates, &players)?;
    Ok(Some(Replay { before, updates, house, players, check }))
}

/// The full view from which the replay starts: the table between two hands, showing nothing of the earlier one.
/// `first` is the number of the record that opens the replayed hand.
fn view_before(state: &TableState, first: u64, person: Option<Person>) -> TableView {
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
        own: person.and_then(|person| state.seat_of(person)),
        hand: None,
        position: Position { owed: state.table.owed_blinds().collect(), ..Position::default() },
        contribute: None,
    }
}

/// Applies the next record and returns it as it was sent to the viewer. The viewer's seat is looked up
/// afterwards, because the opening record deals them in.
fn update_after(
    state: &mut TableState,
    stored: &StoredRecord,
    keys: Option<&RoomKey>,
    person: Option<Person>,
) -> Result<Update, StoreError> {
    let entries = apply_record(state, stored, keys)?;
    let viewer = state.viewer(person);
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

/// Whether cards were turned up in this update, which may follow the end of the hand and still belongs to its
/// replay.
fn shows_cards(update: &Update) -> bool {
    update.facts.iter().any(|fact| {
        let FactView::Table(seen) = fact else { return false };
        let TableFact::Hand(event) = &seen.event().what else { return false };
        matches!(event.what, Fact::Cards(CardFact::CardsShown { .. }))
    })
}

/// Checks each card opening that the viewer was shown against the deck's commitment, and adds up stacks and
/// commission. Fails if an opening does not fit.
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

/// Whose turn it was, for the position in a replayed update; without the time left, which no record holds.
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
