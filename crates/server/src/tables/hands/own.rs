//! Somebody's own hands across all tables, with a search.
//!
//! What is read once is kept in mind and not read again (`OwnIndex`). What bounds it:
//!
//! - where a person sat is found in the wallet's statement, which has an index: the `MOST_LINES` newest lines count;
//! - of each table only the records from sitting down to leaving are read, each once, the newest hands first, and not more
//!   than `WORK` in a request but for the hand in which that is reached: an answer says where to go on when there was more;
//! - `MOST_OF_A_PERSON` hands of a person are kept, some 400 bytes each, and `MOST_IN_MIND` of everybody: who has
//!   looked least recently is forgotten first, and read again when asked;
//! - a person has one request read at a time, and the room `READERS`.

mod results;

use std::collections::{BTreeMap, BinaryHeap};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::extract::State;
use cards::HiddenCard;
use chips::book::Account;
use room::live::Room;
use room::own_hands::{OwnHand, Sitting};
use room::port::{Store, StoreError, StreamId};
use seating::Person;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::search::Search;
use crate::app::AppState;
use crate::error::{Error, ErrorBody};
use crate::lobby::note_unread;
use crate::path::{ParamKind, Query, QueryParams, format_cursor, parse_cursor};
use crate::people::session::Caller;
use crate::wire::encode::{self, Names};
use crate::wire::hand::{HandSummary, OwnHands, SeatName, UnreadSitting};
use crate::wire::value::{WireCard, WireChips, WireSeat};

/// The most hands of one answer.
const MOST_HANDS: usize = 200;
/// The most records that one request reads: less than two seconds of work.
const RECORDS_PER_REQUEST: usize = 20_000;
/// The newest lines of a wallet in which sittings are looked for.
const MOST_LINES: usize = 8192;
/// The lines that are looked at first: more than move in an evening.
const FIRST_LINES: usize = 64;
/// The most hands of a person; what is older than these is in no list.
const MOST_OF_A_PERSON: usize = 50_000;
/// The most hands that are kept in mind for everybody.
const MOST_CACHED: usize = 200_000;
/// How many requests read at the same time: other reading of the room goes on beside them.
const READERS: usize = 2;

/// In milliseconds.
const DAY: u64 = 86_400_000;

/// The routes of own hands and results.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list_own_hands)).routes(routes!(results::list_results))
}

/// What was read of people's own hands.
pub struct OwnIndex {
    kept: Mutex<BTreeMap<Person, CachedPerson>>,
    readers: tokio::sync::Semaphore,
}

/// One person's part of it.
#[derive(Clone, Default)]
struct CachedPerson {
    own: Arc<tokio::sync::Mutex<OwnSittings>>,
    /// The higher, the later somebody looked.
    last_used: u64,
    hands: usize,
}

impl Default for OwnIndex {
    fn default() -> OwnIndex {
        OwnIndex { kept: Mutex::default(), readers: tokio::sync::Semaphore::new(READERS) }
    }
}

impl OwnIndex {
    /// Looks at a person's sittings after what is new was learned; nobody else does for this person meanwhile.
    async fn with_sittings<T: Send + 'static>(
        state: &AppState,
        person: Person,
        look: impl FnOnce(&mut SittingsReader<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Error> {
        let index = &state.own_index;
        let own = index.sittings_of(person);
        let mut own = own.lock_owned().await;
        let stopped = |_| Error::Fault("no more is read".to_owned());
        let _reader = index.readers.acquire().await.map_err(stopped)?;
        let (room, since) = (state.room.clone(), state.people.reset_link_record(person));
        let (found, hands) = state
            .read_store(move |store| {
                own.read_wallet(store, person)?;
                let found = look(&mut SittingsReader {
                    own: &mut own,
                    store,
                    room: &room,
                    work: RECORDS_PER_REQUEST,
                    since,
                })?;
                own.drop_oldest();
                Ok((found, own.hand_count()))
            })
            .await?;
        index.set_hand_count(person, hands);
        Ok(found)
    }

    fn sittings_of(&self, person: Person) -> Arc<tokio::sync::Mutex<OwnSittings>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let now = kept.values().map(|kept| kept.last_used).max().unwrap_or(0) + 1;
        let mine = kept.entry(person).or_default();
        mine.last_used = now;
        Arc::clone(&mine.own)
    }

    /// Keeps in mind how much there is of a person, and forgets whoever has looked least recently where it is too much.
    fn set_hand_count(&self, person: Person, hands: usize) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mine) = kept.get_mut(&person) {
            mine.hands = hands;
        }
        // Whoever has no hands takes a place too.
        let size = |kept: &CachedPerson| kept.hands + 100;
        while kept.len() > 1 && kept.values().map(size).sum::<usize>() > MOST_CACHED {
            let longest = kept.iter().filter(|(other, _)| **other != person);
            let Some(gone) = longest.min_by_key(|(_, kept)| kept.last_used).map(|(gone, _)| *gone) else {
                return;
            };
            kept.remove(&gone);
        }
    }
}

/// A person's sittings, oldest first, as far as anybody has asked.
#[derive(Default)]
struct OwnSittings {
    /// The number in the room of the last line of the wallet that was looked at.
    last_line: u64,
    sittings: Vec<OwnSitting>,
}

struct OwnSitting {
    sitting: Sitting,
    /// The line of the wallet by which it ended, by its number in the room: no hand of it began later. Whoever left with
    /// nothing has no such line, and it is the line of sitting down there again.
    ends: Option<u64>,
    /// What is newest cannot be read: what is stored is damaged.
    broken: bool,
    /// The reference under which the log has the first that could not be read of it.
    unread: Option<String>,
}

impl OwnSitting {
    /// What is told of a sitting of which something cannot be read.
    fn unread(&self) -> Option<UnreadSitting> {
        let reference = self.unread.clone()?;
        Some(UnreadSitting { table: self.sitting.table, from: self.sitting.from.0, reference })
    }
}

impl OwnSittings {
    fn hand_count(&self) -> usize {
        self.sittings.iter().map(|known| known.sitting.hands.len()).sum()
    }

    /// Finds where the person has sat down since.
    fn read_wallet(&mut self, store: &dyn Store, person: Person) -> Result<(), StoreError> {
        let wallet = Account::Wallet { person: person.0 };
        let mut most = FIRST_LINES;
        let lines = loop {
            let lines = store.movements(wallet, most)?;
            let reaches = lines.last().is_none_or(|oldest| oldest.sequence <= self.last_line);
            if reaches || lines.len() < most || most >= MOST_LINES {
                break lines;
            }
            most *= 4;
        };
        let learned = self.last_line;
        for line in lines.iter().rev().filter(|line| line.sequence > learned) {
            if let Some(sitting) = Sitting::from_movement(person, line) {
                if let Some(before) = self.last_at(sitting.table) {
                    before.ends = before.ends.or(Some(line.sequence));
                    before.sitting.follow_movement(line);
                }
                self.sittings.push(OwnSitting { sitting, ends: None, broken: false, unread: None });
            } else if let (Account::Stake { table, .. }, true) = (line.other, line.change > 0)
                && let Some(known) = self.last_at(table)
            {
                known.ends = Some(line.sequence);
                known.sitting.follow_movement(line);
            }
        }
        self.last_line = lines.first().map_or(self.last_line, |newest| newest.sequence);
        Ok(())
    }

    /// The last sitting at a table.
    fn last_at(&mut self, table: u64) -> Option<&mut OwnSitting> {
        self.sittings.iter_mut().rev().find(|known| known.sitting.table == table)
    }

    /// Whoever has played more than is kept loses the oldest sittings.
    fn drop_oldest(&mut self) {
        let mut hands = self.hand_count();
        let mut gone = 0;
        while hands > MOST_OF_A_PERSON && gone + 1 < self.sittings.len() {
            hands -= self.sittings[gone].sitting.hands.len();
            gone += 1;
        }
        self.sittings.drain(..gone);
    }
}

/// What becomes of a hand that is handed on.
enum PageFlow {
    /// The next one is wanted.
    Continue,
    /// It fits, and is for the next page.
    Full,
    /// Nothing older is wanted.
    End,
}

/// Where the newest hand of a sitting may be that comes before a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum HandSource {
    /// It was read.
    Cached,
    /// It is older than those that were read.
    Older,
    /// It may have come since the sitting was looked at last.
    Newer,
}

/// How much is read of a sitting.
#[derive(Clone, Copy)]
enum ReadScope {
    /// What has come since it was looked at last.
    Newest,
    /// One hand before those that were read.
    HandBefore,
    /// All there is.
    All,
}

/// Somebody's sittings in one request.
struct SittingsReader<'a> {
    own: &'a mut OwnSittings,
    store: &'a dyn Store,
    room: &'a Room,
    work: usize,
    /// Nothing is told that began before this record of the room.
    since: u64,
}

impl SittingsReader<'_> {
    /// Reads so much of a sitting; false where that was more than one request reads. What cannot be read is passed over
    /// and said: one damaged record does not keep other hands from being told.
    fn read_sitting(&mut self, at: usize, what: ReadScope) -> Result<bool, StoreError> {
        let SittingsReader { own, store, room, work, .. } = self;
        let known = &mut own.sittings[at];
        let (sitting, keys) = (&mut known.sitting, room.keys());
        let read = match what {
            ReadScope::Newest if known.broken => return Ok(true),
            ReadScope::Newest => sitting.read_newest(*store, keys, work),
            ReadScope::HandBefore if *work == 0 => return Ok(false),
            ReadScope::HandBefore => sitting.read_back(*store, keys, work).map(|()| true),
            ReadScope::All => {
                let mut read = self.read_sitting(at, ReadScope::Newest)?;
                while read && self.own.sittings[at].sitting.unread_below().is_some() {
                    read = self.read_sitting(at, ReadScope::HandBefore)?;
                }
                return Ok(read);
            }
        };
        let Err(fault) = read else { return read };
        *work = work.saturating_sub(1);
        let reference = note_unread(*store, StreamId::Table(sitting.table), &fault.what);
        known.unread.get_or_insert(reference);
        match what {
            ReadScope::Newest => {
                known.broken = true;
                sitting.pass_over_the_newest(*store)?;
            }
            ReadScope::HandBefore | ReadScope::All => sitting.pass_over(*store)?,
        }
        Ok(true)
    }

    /// The sittings of a table, or of all, of which something could not be read so far, newest first.
    fn unread(&self, table: Option<u64>) -> Vec<UnreadSitting> {
        let known = self.own.sittings.iter().rev().filter(|known| known.sitting.sequence >= self.since);
        known
            .filter(|known| table.is_none_or(|table| known.sitting.table == table))
            .filter_map(OwnSitting::unread)
            .collect()
    }

    /// Where a sitting goes on before a place, and the highest number in the room that a hand there may have. `up` when what
    /// is newest was read in this request.
    fn newest_before(&self, at: usize, before: u64, up: bool) -> Option<(u64, HandSource, usize)> {
        let known = &self.own.sittings[at];
        let sitting = &known.sitting;
        if sitting.sequence >= before {
            return None;
        }
        if !up && sitting.until.is_none() && !known.broken {
            let latest = known.ends.unwrap_or(u64::MAX);
            return Some((latest.min(before - 1), HandSource::Newer, at));
        }
        let hands = sitting.hands.partition_point(|hand| hand.sequence < before);
        if let Some(newest) = hands.checked_sub(1) {
            return Some((sitting.hands[newest].sequence, HandSource::Cached, at));
        }
        let unread = sitting.unread_below()?;
        Some((unread.min(before) - 1, HandSource::Older, at))
    }

    /// Hands before a place, newest first, as long as `take` wants more; gives where to go on.
    fn hands_before(
        &mut self,
        mut before: u64,
        mut take: impl FnMut(&Sitting, &OwnHand) -> PageFlow,
    ) -> Result<Option<u64>, StoreError> {
        let all = 0..self.own.sittings.len();
        // The sitting that may have the newest hand is looked at first. What it may have is never more than was said of it.
        let mut next: BinaryHeap<_> = all.filter_map(|at| self.newest_before(at, before, false)).collect();
        while let Some((sequence, kind, at)) = next.pop() {
            if sequence < self.since {
                return Ok(None);
            }
            let read = match kind {
                HandSource::Cached => {
                    let sitting = &self.own.sittings[at].sitting;
                    let place = sitting.hands.partition_point(|hand| hand.sequence < sequence);
                    match take(sitting, &sitting.hands[place]) {
                        PageFlow::Continue => before = sequence,
                        PageFlow::Full => return Ok(Some(before)),
                        PageFlow::End => return Ok(None),
                    }
                    true
                }
                HandSource::Older => self.read_sitting(at, ReadScope::HandBefore)?,
                HandSource::Newer => self.read_sitting(at, ReadScope::Newest)?,
            };
            if !read {
                return Ok(Some(before));
            }
            next.extend(self.newest_before(at, before, true));
        }
        Ok(None)
    }
}

/// Which of the own hands are asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnHandsQuery {
    /// Only those of a table.
    table: Option<u64>,
    /// Only those of a game.
    game: Option<String>,
    /// Only those that fit these words.
    text: Option<String>,
    /// Only those that were won, or lost.
    won: Option<bool>,
    /// Only those that began then or later.
    from: Option<u64>,
    /// Only those that began earlier.
    to: Option<u64>,
    /// Only those before this place.
    before: Option<String>,
    /// At most so many.
    most: Option<usize>,
}

impl QueryParams for OwnHandsQuery {
    const FIELDS: &'static [(&'static str, ParamKind)] = &[
        ("table", ParamKind::Number),
        ("game", ParamKind::Text),
        ("text", ParamKind::Text),
        ("won", ParamKind::Flag),
        ("from", ParamKind::Number),
        ("to", ParamKind::Number),
        ("before", ParamKind::Cursor),
        ("most", ParamKind::Number),
    ];
}

/// The hands in which whoever asks was dealt in, at any table, newest first; only those that are over.
#[utoipa::path(
    get, path = "/api/hands", tag = "hands",
    params(
        ("table" = Option<u64>, Query, description = "Only those of this table"),
        ("game" = Option<String>, Query, description = "Only those of this game, as the stakes name it: holdem"),
        ("text" = Option<String>, Query, description = "Words that all have to fit: of the table's name, a player's name or \
            the game, a number of a hand, or cards such as AhKd, on the board or in the own hand"),
        ("won" = Option<bool>, Query, description = "Only those in which more was won than paid, or less"),
        ("from" = Option<u64>, Query, description = "Only those that began then or later, in milliseconds since 1970"),
        ("to" = Option<u64>, Query, description = "Only those that began before, in milliseconds since 1970"),
        ("before" = Option<String>, Query, description = "Where to go on, as the page before said"),
        ("most" = Option<usize>, Query, description = "At most so many; 200 are the most"),
    ),
    responses(
        (status = 200, description = "The hands", body = OwnHands),
        (status = 400, description = "What is asked for is not well formed", body = ErrorBody),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
    )
)]
async fn list_own_hands(
    State(state): State<AppState>,
    caller: Caller,
    Query(wish): Query<OwnHandsQuery>,
) -> Result<Json<OwnHands>, Error> {
    let most = wish.most.unwrap_or(50).clamp(1, MOST_HANDS);
    let before = parse_cursor(wish.before.as_ref())?;
    let names = state.clone();
    let found = OwnIndex::with_sittings(&state, caller.signed.person, move |reading| {
        let mut search = Search::new(&names, wish.text.as_deref().unwrap_or_default());
        let mut hands = Vec::new();
        let next = reading.hands_before(before, |sitting, hand| {
            // They come in the order in which they began: what is much older needs no look, and a day is left for clocks
            // that were set.
            if wish.from.is_some_and(|from| hand.at.0.saturating_add(DAY) < from) {
                return PageFlow::End;
            }
            let fits = wish.table.is_none_or(|table| sitting.table == table)
                && wish.game.as_ref().is_none_or(|game| hand.house.game.name == game)
                && wish.won.is_none_or(|won| if won { hand.net > 0 } else { hand.net < 0 })
                && wish.from.is_none_or(|from| hand.at.0 >= from)
                && wish.to.is_none_or(|to| hand.at.0 < to)
                && search.matches(sitting, hand);
            if fits && hands.len() == most {
                return PageFlow::Full;
            }
            if fits {
                hands.push(summary(sitting, hand, &names));
            }
            PageFlow::Continue
        })?;
        Ok(OwnHands { hands, before: next.map(format_cursor), unread: reading.unread(wish.table) })
    });
    found.await.map(Json)
}

impl AppState {
    /// The hands of a person that are over, as that player saw them, newest first.
    ///
    /// # Errors
    /// A fault of the store.
    pub(crate) async fn hands_of(&self, person: Person) -> Result<Vec<HandSummary>, Error> {
        let (mut found, mut before) = (Vec::new(), Some(u64::MAX));
        while let Some(from) = before {
            let names = self.clone();
            let (hands, next) = OwnIndex::with_sittings(self, person, move |reading| {
                let mut hands = Vec::new();
                let next = reading.hands_before(from, |sitting, hand| {
                    hands.push(summary(sitting, hand, &names));
                    PageFlow::Continue
                })?;
                Ok((hands, next))
            })
            .await?;
            found.extend(hands);
            before = next;
        }
        Ok(found)
    }

    /// The sittings of a person of which something could not be read so far, newest first.
    ///
    /// # Errors
    /// A fault of the store.
    pub(crate) async fn unread_of(&self, person: Person) -> Result<Vec<UnreadSitting>, Error> {
        OwnIndex::with_sittings(self, person, |reading| Ok(reading.unread(None))).await
    }
}

/// A hand in short.
fn summary(sitting: &Sitting, hand: &OwnHand, names: &dyn Names) -> HandSummary {
    let players = hand.players.iter();
    let known =
        |cards: &[HiddenCard]| cards.iter().filter_map(|card| card.known_card()).map(WireCard).collect();
    HandSummary {
        table: sitting.table,
        name: table_name(sitting),
        hand: hand.hand,
        at: hand.at.0,
        stakes: encode::stakes(&hand.house),
        players: players
            .map(|(seat, person)| SeatName { seat: WireSeat(*seat), name: names.name(*person).0 })
            .collect(),
        own: WireSeat(hand.own),
        cards: hand.cards.iter().copied().map(encode::card).collect(),
        board: known(hand.boards.first()),
        more_boards: hand.boards.further().map(known).collect(),
        pot: WireChips(hand.pot),
        paid: WireChips(hand.paid),
        won: WireChips(hand.won),
        net: hand.net,
        showdown: hand.showdown,
    }
}

/// The name of a sitting's table.
pub(super) fn table_name(sitting: &Sitting) -> String {
    sitting.played.as_ref().map_or_else(String::new, |(name, _)| name.to_string())
}
