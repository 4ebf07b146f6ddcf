//! A person's own hands across all tables, with a search.
//!
//! What has been read is cached and not read again (`OwnIndex`). Its limits:
//!
//! - the wallet's statement, which has an index, shows where a person sat: the `MOST_LINES` newest lines
//!   count;
//! - of each table only the records from sitting down to leaving are read, each once, the newest hands first,
//!   and not more than `RECORDS_PER_REQUEST` in a request, except to finish the hand in which that is
//!   reached: the answer says where to go on if there was more;
//! - `MOST_OF_A_PERSON` hands of a person are cached, some 400 bytes each, and `MOST_CACHED` of everybody:
//!   the person whose cache was used least recently is dropped first, and read again on request;
//! - one request of a person reads at a time, and `READERS` in the whole room.

mod results;

use std::collections::{BTreeMap, BinaryHeap};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::extract::State;
use cards::HiddenCard;
use chips::book::Account;
use room::archive::{OwnHand, Sitting};
use room::live::Room;
use room::port::{Store, StoreError, StreamId};
use seating::Person;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::search::Search;
use crate::error::{Error, ErrorBody};
use crate::fault::Fault;
use crate::lobby::log_unreadable;
use crate::path::{ParamKind, Query, QueryParams, format_cursor, parse_cursor};
use crate::people::session::Caller;
use crate::state::AppState;
use crate::wire::encode::{self, Names};
use crate::wire::hand::{HandSummary, OwnHands, SeatName, UnreadSitting};
use crate::wire::value::{WireCard, WireChips, WireSeat};

/// The most hands in one answer.
const MOST_HANDS: usize = 200;
/// The most records that one request reads: less than two seconds of work.
const RECORDS_PER_REQUEST: usize = 20_000;
/// The newest lines of a wallet that are searched for sittings.
const MOST_LINES: usize = 8192;
/// The lines that are read first: more than one evening causes.
const FIRST_LINES: usize = 64;
/// The most hands of a person; older ones are in no list.
const MOST_OF_A_PERSON: usize = 50_000;
/// The most hands cached for everybody together.
const MOST_CACHED: usize = 200_000;
/// How many requests read at the same time: the room's other reading goes on beside them.
const READERS: usize = 2;

/// One day, in milliseconds.
const DAY: u64 = 86_400_000;

/// The routes for own hands and results, merged into [`hands::routes`](super::routes).
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list_own_hands)).routes(routes!(results::list_results))
}

/// What was read of people's own hands.
pub struct OwnIndex {
    kept: Mutex<BTreeMap<Person, CachedPerson>>,
    readers: tokio::sync::Semaphore,
}

/// One person's part of the cache.
#[derive(Clone, Default)]
struct CachedPerson {
    own: Arc<tokio::sync::Mutex<OwnSittings>>,
    /// Higher for more recent use.
    last_used: u64,
    hands: usize,
}

impl Default for OwnIndex {
    /// An empty cache with `READERS` turns to read for the whole room.
    fn default() -> OwnIndex {
        OwnIndex { kept: Mutex::default(), readers: tokio::sync::Semaphore::new(READERS) }
    }
}

impl OwnIndex {
    /// Runs `look` on a person's sittings once the wallet says where they sat; no other request for this
    /// person runs meanwhile. The only way to the cache: it enforces the limits at the head of this file.
    async fn with_sittings<T: Send + 'static>(
        state: &AppState,
        person: Person,
        look: impl FnOnce(&mut SittingsReader<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Error> {
        let index = &state.own_index;
        let own = index.sittings_of(person);
        let mut own = own.lock_owned().await;
        let _reader = index.readers.acquire().await.map_err(Fault::ReadingStopped)?;
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

    /// The cached sittings of a person, marked as just used; empty if nothing was cached for that person.
    fn sittings_of(&self, person: Person) -> Arc<tokio::sync::Mutex<OwnSittings>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let now = kept.values().map(|kept| kept.last_used).max().unwrap_or(0) + 1;
        let mine = kept.entry(person).or_default();
        mine.last_used = now;
        Arc::clone(&mine.own)
    }

    /// Notes how many hands of a person are cached, and drops the least recently used others as long as more
    /// than [`MOST_CACHED`] are cached in all.
    fn set_hand_count(&self, person: Person, hands: usize) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mine) = kept.get_mut(&person) {
            mine.hands = hands;
        }
        // A person without hands takes up space too.
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

/// A person's sittings, oldest first, as far as anybody has requested them.
#[derive(Default)]
struct OwnSittings {
    /// The room-wide number of the last wallet line that was read.
    last_line: u64,
    sittings: Vec<OwnSitting>,
}

/// One sitting of a person, with what is known about its end and its damage.
struct OwnSitting {
    sitting: Sitting,
    /// The wallet line that ended it, by its room-wide number: no hand of it began later. If the player left
    /// with nothing, there is no such line, and the line of the next time they sat down there is used.
    ends: Option<u64>,
    /// The newest records cannot be read: the stored data is damaged.
    broken: bool,
    /// The reference under which the log has the first record that could not be read.
    unread: Option<String>,
}

impl OwnSitting {
    /// The notice to the player about a sitting of which something cannot be read; `None` if all that was
    /// looked at could be.
    fn unread(&self) -> Option<UnreadSitting> {
        let reference = self.unread.clone()?;
        Some(UnreadSitting { table: self.sitting.table, from: self.sitting.from.0, reference })
    }
}

impl OwnSittings {
    /// How many hands of the person are cached, as the limits on the cache count them.
    fn hand_count(&self) -> usize {
        self.sittings.iter().map(|known| known.sitting.hands.len()).sum()
    }

    /// Finds from the wallet where the person has sat down and left since the last look; the wallet's lines
    /// are the index, and no table is read here. Afterwards the sittings are in the order in which they
    /// began.
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

    /// The person's newest sitting at a table: movements between wallet and table belong to it until the next
    /// sitting begins there.
    fn last_at(&mut self, table: u64) -> Option<&mut OwnSitting> {
        self.sittings.iter_mut().rev().find(|known| known.sitting.table == table)
    }

    /// Drops the oldest sittings of a person who has played more than [`MOST_OF_A_PERSON`] hands; they are
    /// then in no list. The newest sitting always stays.
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

/// What to do after handing over a hand.
enum PageFlow {
    /// Go on to the next one.
    Continue,
    /// The page is full, and this hand belongs on the next one.
    Full,
    /// Stop: nothing older is wanted.
    End,
}

/// Where to look for the newest hand of a sitting before a given place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum HandSource {
    /// Among the hands that were read.
    Cached,
    /// Among records older than those.
    Older,
    /// Among records that may have come since the sitting was last read.
    Newer,
}

/// How much of a sitting to read.
#[derive(Clone, Copy)]
enum ReadScope {
    /// What has come since it was last read.
    Newest,
    /// One hand before those that were read.
    HandBefore,
    /// Everything.
    All,
}

/// A person's sittings in one request.
struct SittingsReader<'a> {
    own: &'a mut OwnSittings,
    store: &'a dyn Store,
    room: &'a Room,
    work: usize,
    /// Nothing is shown that began before this record of the room.
    since: u64,
}

impl SittingsReader<'_> {
    /// Reads that much of the sitting at an index; false if it was more than one request may read, and then
    /// the answer ends with a cursor. What cannot be read is skipped and reported: one damaged record does
    /// not hide the other hands.
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
        let reference = log_unreadable(*store, StreamId::Table(sitting.table), &fault.to_string());
        known.unread.get_or_insert(reference);
        match what {
            ReadScope::Newest => {
                known.broken = true;
                sitting.skip_last_hand(*store)?;
            }
            ReadScope::HandBefore | ReadScope::All => sitting.skip_hand(*store)?,
        }
        Ok(true)
    }

    /// The sittings at one table, or at all, of which something could not be read so far, newest first; none
    /// from before the link by which the person came in.
    fn unread(&self, table: Option<u64>) -> Vec<UnreadSitting> {
        let known = self.own.sittings.iter().rev().filter(|known| known.sitting.sequence >= self.since);
        known
            .filter(|known| table.is_none_or(|table| known.sitting.table == table))
            .filter_map(OwnSitting::unread)
            .collect()
    }

    /// Where to look for a sitting's newest hand below a room-wide number, and the highest number that such a
    /// hand may have; `None` if it has none. The sitting with the highest bound must be read first.
    /// `is_up_to_date` is set if the newest records were read in this request.
    fn newest_before(&self, at: usize, before: u64, is_up_to_date: bool) -> Option<(u64, HandSource, usize)> {
        let known = &self.own.sittings[at];
        let sitting = &known.sitting;
        if sitting.sequence >= before {
            return None;
        }
        if !is_up_to_date && sitting.until.is_none() && !known.broken {
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

    /// Gives the person's hands below a room-wide number to `take`, newest first over all tables, as long as
    /// it wants more; returns the number where the next page starts, `None` at the end. Hands from before the
    /// link by which the person came in are not shown.
    fn hands_before(
        &mut self,
        mut before: u64,
        mut take: impl FnMut(&Sitting, &OwnHand) -> PageFlow,
    ) -> Result<Option<u64>, StoreError> {
        let all = 0..self.own.sittings.len();
        // The sitting that may have the newest hand comes first. Its real newest hand is never newer than
        // that bound.
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

/// Which of their own hands the caller wants.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnHandsQuery {
    /// Only hands at this table.
    table: Option<u64>,
    /// Only hands of this game.
    game: Option<String>,
    /// Only hands that match all of these words.
    text: Option<String>,
    /// Only hands that were won, or lost.
    won: Option<bool>,
    /// Only hands that began at this time or later.
    from: Option<u64>,
    /// Only hands that began earlier than this time.
    to: Option<u64>,
    /// Only hands before this cursor.
    before: Option<String>,
    /// How many hands to return at most.
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

/// The hands in which the caller was dealt in, at any table, newest first, once they are over.
// The signed-in caller's own and nobody else's. One request reads at most `RECORDS_PER_REQUEST` records, so
// a page may be short.
#[utoipa::path(
    get, path = "/api/hands", tag = "hands",
    params(
        ("table" = Option<u64>, Query, description = "Only hands at this table"),
        ("game" = Option<String>, Query, description = "Only hands of this game, by its name in the stakes: \
                                                        holdem"),
        ("text" = Option<String>, Query, description = "Words that must all match: of the table's name, a \
                                                        player's name or the game, the number of a hand, or \
                                                        cards such as AhKd, on the board or in the player's \
                                                        own hand"),
        ("won" = Option<bool>, Query, description = "Only hands in which more was won than paid, or less"),
        ("from" = Option<u64>, Query, description = "Only hands that began at this time or later, in \
                                                     milliseconds since 1970"),
        ("to" = Option<u64>, Query, description = "Only hands that began before this time, in milliseconds \
                                                   since 1970"),
        ("before" = Option<String>, Query, description = "Where the next page starts, as the previous page \
                                                          gave it"),
        ("most" = Option<usize>, Query, description = "How many hands to return at most; the limit is 200"),
    ),
    responses(
        (status = 200, description = "The hands", body = OwnHands),
        (status = 400, description = "The request is malformed", body = ErrorBody),
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
            // Hands come in the order in which they began: a much older one ends the search, with a day to
            // spare for clocks that were set.
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
    /// All finished hands of a person as that player saw them, newest first, for the export of personal data.
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

    /// The sittings of a person of which something could not be read so far, newest first, for the export:
    /// complete only after everything else was read.
    ///
    /// # Errors
    /// A fault of the store.
    pub(crate) async fn unread_of(&self, person: Person) -> Result<Vec<UnreadSitting>, Error> {
        OwnIndex::with_sittings(self, person, |reading| Ok(reading.unread(None))).await
    }
}

/// A hand as its player's list has it: only cards that this player saw (SEC-05), amounts in chips, `net`
/// negative if more was paid than won. The names are those that people have now.
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

/// The name of a sitting's table as it was last read; empty if nothing of it has been.
pub(super) fn table_name(sitting: &Sitting) -> String {
    sitting.played.as_ref().map_or_else(String::new, |(name, _)| name.to_string())
}
