//! One client's connection, without the socket: frames go in, frames come out.

mod chat;

use std::collections::{BTreeMap, VecDeque};
use std::future::poll_fn;
use std::ops::Bound;
use std::pin::pin;
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use futures_util::future::BoxFuture;
use futures_util::stream::{FuturesUnordered, StreamExt};
use room::live::{Room, Subscription, WatchRequest};
use room::requests::{self, Outbound, Reply, RoomRefusal, ShowWish, TableRequest};
use seating::{Actor, Person, Role};
use table::House;

use super::bucket::{FrameBucket, FrameRate};
use super::connections::{ConnectionSlot, Connections};
use super::frame_cache::FrameCache;
use crate::people::session::factor_due_text;
use crate::tables::control::TABLE_RUNNERS;
use crate::wire::decode;
use crate::wire::encode::{self, Names};
use crate::wire::frame::{self, Frame, PROTOCOL, RefusedAnswer, WireDone, You};
use crate::wire::reasons;
use crate::wire::request::{self, AskKey, FrameError, Request, TurnName, WireWish};
use room::people::role_word;

/// The person at the other end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectedPerson {
    /// The person.
    pub person: Person,
    /// The roles that the person has.
    pub roles: Vec<Role>,
    /// Roles that the person has and that wait for the second factor.
    pub waiting: Vec<Role>,
    /// Hands that were opened before this record of the room are not shown as to their player: the person
    /// came in by a link.
    pub since: u64,
}

/// Called before every act: the person signed in by the connection's session now; nobody if it has ended.
pub type SessionLookup = Arc<dyn Fn() -> Option<ConnectedPerson> + Send + Sync>;

/// What the connection sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutgoingMessage {
    /// A frame.
    Text(Utf8Bytes),
    /// The connection closes.
    Close {
        /// The code of the closing frame.
        code: u16,
        /// Its reason.
        why: &'static str,
    },
}

/// The session behind the connection has ended.
pub const SIGNED_OUT: u16 = 4001;
/// The client kept sending what the protocol does not allow.
pub const ABUSED: u16 = 1008;
/// The client sent something that is not a WebSocket frame.
pub const NO_WEBSOCKET: u16 = 1002;
/// The client sent a binary frame.
pub const NOT_TEXT: u16 = 1003;
/// The client sent a text that is not UTF-8.
pub const NOT_UTF8: u16 = 1007;
/// A frame was too long.
pub const TOO_LONG: u16 = 1009;
/// Too much data waited to be read, or too many connections are open: come back later.
pub const TRY_AGAIN: u16 = 1013;
/// Nothing was received for too long, or the room stops.
pub const GOING_AWAY: u16 = 1001;

/// A table that the client watches.
struct WatchedTable {
    watching: Subscription,
    /// The rules of the hand in progress, for the clauses behind its rules.
    house: Arc<House>,
}

/// The outcome of something that the connection had started.
enum Completion {
    Answered { table: u64, key: AskKey, answer: Reply },
    Watched { table: u64, watching: Result<Subscription, RoomRefusal> },
}

/// One client's connection.
pub struct Connection {
    room: Room,
    names: Arc<dyn Names>,
    connections: Arc<Connections>,
    frame_cache: Arc<FrameCache>,
    slot: ConnectionSlot,
    session: Option<SessionLookup>,
    bucket: FrameBucket,
    /// Refused frames since the connection was last quiet.
    strikes: u32,
    watches: BTreeMap<u64, WatchedTable>,
    /// Tables that are about to be watched.
    opening: Vec<u64>,
    /// The table served last, so that each gets its turn.
    last_served: u64,
    asks: usize,
    pending: FuturesUnordered<BoxFuture<'static, Completion>>,
    outgoing: VecDeque<OutgoingMessage>,
}

/// Checks that a person who came in by a link turns up no card of a hand from before it: the card would be
/// shown to them too. `since` is the record of the link; zero means no link.
async fn check_may_show(room: &Room, table: u64, since: u64, ask: &TableRequest) -> Result<(), RoomRefusal> {
    let turns_up = matches!(ask.wish, requests::Wish::Show(ShowWish::Hand | ShowWish::Cards { .. }));
    if turns_up && since > 0 && room.is_hand_before(table, since).await? {
        let why = "this hand is from before the password was chosen by a link, and this account may not turn \
                   up any of its cards";
        return Err(RoomRefusal::plain("before_link", why).because("cards_before_link"));
    }
    Ok(())
}

impl Connection {
    /// A connection of the person whom `session` returns, or of a spectator without an account. `signed_out`
    /// tells the client that the session it sent has ended. The first message is always the welcome with the
    /// protocol's number.
    pub fn new(
        room: Room,
        names: Arc<dyn Names>,
        connections: Arc<Connections>,
        frame_cache: Arc<FrameCache>,
        slot: ConnectionSlot,
        session: Option<SessionLookup>,
        signed_out: bool,
    ) -> Connection {
        let you = session
            .as_ref()
            .and_then(|session| session())
            .map(|who| You { person: who.person.0, name: names.name(who.person).0 });
        let bucket = FrameBucket::new(connections.limits().connection_rate);
        let mut connection = Connection {
            room,
            names,
            connections,
            frame_cache,
            slot,
            session,
            bucket,
            strikes: 0,
            watches: BTreeMap::new(),
            opening: Vec::new(),
            last_served: 0,
            asks: 0,
            pending: FuturesUnordered::new(),
            outgoing: VecDeque::new(),
        };
        let since = connection.connections.since();
        connection.send(&Frame::Welcome { protocol: PROTOCOL, you, since, signed_out });
        connection
    }

    /// The connection's slot among all connections, where the pump listens for the reason to close.
    pub fn slot_mut(&mut self) -> &mut ConnectionSlot {
        &mut self.slot
    }

    /// Whether the session in which the connection was opened has ended by now; never true for a spectator.
    pub fn is_signed_out(&self) -> bool {
        self.session.as_ref().is_some_and(|session| session().is_none())
    }

    /// Encodes a frame and queues it for the client; frames keep this order. The queue needs no limit of its
    /// own: what fills it is limited by rates, by pending requests, and by the room's mailboxes.
    fn send(&mut self, frame: &Frame) {
        match serde_json::to_string(frame) {
            Ok(text) => self.outgoing.push_back(OutgoingMessage::Text(text.into())),
            // Every type of the wire can be encoded; if one could not, the client must not think that all is
            // well.
            Err(_) => self
                .outgoing
                .push_back(OutgoingMessage::Close { code: TRY_AGAIN, why: "a frame could not be encoded" }),
        }
    }

    /// Reports a frame that could not be read, or came too fast, where the client has no key by which to be
    /// answered.
    fn send_error(&mut self, not: FrameError) {
        let FrameError { code, reason, numbers, why } = not;
        let numbers = reasons::numbers(reason, numbers);
        self.send(&Frame::Error { code: code.into(), why, reason: reason.into(), numbers });
    }

    /// Reports that nothing more of a table will come, and why; the client watches it again or drops it.
    fn send_ended(&mut self, table: u64, why: &RoomRefusal) {
        let frame::WireRefusal { why, reason, numbers, .. } = encode::refusal(why);
        self.send(&Frame::Ended { table, why, reason, numbers });
    }

    /// Handles a text frame from the client: a request of `docs/protocol.md`. A frame that comes too fast or
    /// cannot be read is answered and counts as a strike; too many strikes close the connection.
    pub fn take_frame(&mut self, bytes: &[u8], now: Instant) {
        if !self.is_within_rate(now) {
            self.strikes += 1;
            if self.strikes > self.connections.limits().strikes {
                return self
                    .outgoing
                    .push_back(OutgoingMessage::Close { code: ABUSED, why: "too many frames" });
            }
            let FrameRate { burst, every } = self.connections.limits().connection_rate;
            let a_second = 1_000_000 / u64::try_from(every.as_micros().max(1)).unwrap_or(u64::MAX);
            let wait = self.retry_delay(now).as_micros().div_ceil(1000);
            let wait = u64::try_from(wait).unwrap_or(u64::MAX).max(1);
            let why = format!("too many frames: this one was dropped, send it again in {wait} ms");
            let fast = FrameError::new("too_fast", why).because("frames_too_fast");
            let fast = fast.with("at_once", burst).with("a_second", a_second).with("retry_after_ms", wait);
            return self.send_error(fast);
        }
        match request::parse(bytes) {
            Ok(request) => self.handle_request(request),
            Err(not) => {
                self.strikes += 1;
                match request::reply_address(bytes) {
                    // A client that waits for the answer to a key gets one.
                    Some((table, key)) => {
                        let FrameError { code, reason, numbers, why } = not;
                        let refused = RoomRefusal { reason, numbers, ..RoomRefusal::plain(code, why) };
                        self.send_refusal(table, key, &refused);
                    }
                    None => self.send_error(not),
                }
                if self.strikes > self.connections.limits().strikes {
                    self.outgoing
                        .push_back(OutgoingMessage::Close { code: ABUSED, why: "too many malformed frames" });
                }
            }
        }
    }

    /// Handles a ping or pong of the socket, which counts for the rate as a frame does; false if the
    /// connection must be closed for too many.
    pub fn take_control_frame(&mut self, now: Instant) -> bool {
        if self.is_within_rate(now) {
            return true;
        }
        self.strikes += 1;
        self.strikes <= self.connections.limits().strikes
    }

    /// Whether another frame may come now, by the rates of the connection and of the person over all their
    /// connections. Each rate that allows it counts it, the connection's first, even where the person's then
    /// refuses it.
    fn is_within_rate(&mut self, now: Instant) -> bool {
        if !self.bucket.take(now) {
            return false;
        }
        self.slot
            .bucket
            .as_ref()
            .is_none_or(|shared| shared.lock().unwrap_or_else(PoisonError::into_inner).take(now))
    }

    /// How long until another frame may come, by both rates; the client gets it in milliseconds.
    fn retry_delay(&self, now: Instant) -> Duration {
        let shared = self.slot.bucket.as_ref();
        let shared = shared.map(|shared| shared.lock().unwrap_or_else(PoisonError::into_inner).wait(now));
        self.bucket.wait(now).max(shared.unwrap_or_default())
    }

    /// Starts a request that was accepted; its answer comes out of [`Connection::next`] later. One arm for
    /// each kind of request in `docs/protocol.md`.
    fn handle_request(&mut self, request: Request) {
        match request {
            Request::Ping { n } => self.send(&Frame::Pong { n }),
            Request::Watch { table, from } => self.watch(table, from),
            Request::Unwatch { table } => {
                self.watches.remove(&table);
            }
            Request::Ask { table, key, turn, wish } => self.ask_table(table, key, turn, wish),
            Request::Say { table, key, text } => self.send_chat(table, key, text),
        }
    }

    /// Starts to watch a table as the person signed in now, or as a spectator; from a record number on if the
    /// client has everything before it. Whatever goes wrong ends the watch with a frame of its own, never
    /// silently.
    fn watch(&mut self, table: u64, from: Option<u64>) {
        let most = self.connections.limits().tables;
        if self.opening.contains(&table) {
            return;
        }
        if !self.watches.contains_key(&table) && self.watches.len() + self.opening.len() >= most {
            let why = format!("this connection already watches {most} tables: leave one first");
            let why =
                RoomRefusal::plain("too_many_tables", why).because("line_watches").with("at_most", most);
            return self.send_ended(table, &why);
        }
        let (person, since) = match &self.session {
            None if !self.connections.limits().spectators => {
                let why = "this room shows its tables only to people who are signed in";
                return self
                    .send_ended(table, &RoomRefusal::plain("not_signed_in", why).because("signed_in_alone"));
            }
            None => (None, 0),
            Some(session) => match session() {
                Some(who) => (Some(who.person), who.since),
                None => return self.close_signed_out(),
            },
        };
        // The older view of the same connection goes first: the room would take the connection for another
        // device.
        self.watches.remove(&table);
        self.opening.push(table);
        let (room, viewing) =
            (self.room.clone(), WatchRequest { person, device: self.slot.number, from, since });
        self.pending.push(Box::pin(async move {
            let watching = room.watch(table, viewing).await;
            Completion::Watched { table, watching }
        }));
    }

    /// Closes the connection with [`SIGNED_OUT`], upon which the client must sign in again instead of
    /// reconnecting.
    fn close_signed_out(&mut self) {
        self.outgoing.push_back(OutgoingMessage::Close { code: SIGNED_OUT, why: "signed out" });
    }

    /// Passes a request to a table in the first of the caller's roles that may make it, with the roles that
    /// the session has now. The table judges it; what may not go there at all is refused here, under the same
    /// key.
    fn ask_table(&mut self, table: u64, key: AskKey, turn: Option<TurnName>, wish: WireWish) {
        let Some(session) = &self.session else {
            let why = "sign in first".to_owned();
            return self.send_refusal(table, key, &RoomRefusal::plain("not_signed_in", why));
        };
        let Some(who) = session() else { return self.close_signed_out() };
        let wish = match decode::wish(wish) {
            Ok(wish) => wish,
            Err(not) => return self.send_refusal(table, key, &RoomRefusal::plain(not.code, not.why)),
        };
        let Some(role) = role_for(&wish, &who.roles) else {
            let refused = match role_for(&wish, &who.waiting) {
                Some(role) => RoomRefusal::plain("second_factor_due", factor_due_text(role))
                    .with("role", role_word(role)),
                None => {
                    RoomRefusal::plain("not_granted", "none of your roles may do this").because("no_role_may")
                }
            };
            return self.send_refusal(table, key, &refused);
        };
        let most = self.connections.limits().pending_asks;
        if self.asks >= most {
            let why = format!("{most} requests of this connection are waiting for answers: wait for one");
            let busy = RoomRefusal::plain("busy", why).because("line_busy").with("at_most", most);
            return self.send_refusal(table, key, &busy);
        }
        let by = Actor { person: who.person, role, device: self.slot.number };
        let request = decode::table_request(by, key, turn, wish);
        self.asks += 1;
        let (room, since) = (self.room.clone(), who.since);
        self.pending.push(Box::pin(async move {
            let answer = match check_may_show(&room, table, since, &request).await {
                Ok(()) => room.ask(table, request).await,
                Err(refused) => Reply::Refused(refused),
            };
            Completion::Answered { table, key, answer }
        }));
    }

    /// Answers a request with a refusal, under the key by which the client knows it. Every request with a key
    /// gets exactly one answer.
    fn send_refusal(&mut self, table: u64, key: AskKey, why: &RoomRefusal) {
        let refused = encode::refusal(why);
        let answer = RefusedAnswer { table, key, ok: false, refused };
        self.send(&Frame::Answer(frame::WireAnswer::Refused(answer)));
    }

    /// The next message to send. It waits until there is one, and may be dropped while it waits: nothing is
    /// lost.
    pub async fn next(&mut self) -> OutgoingMessage {
        loop {
            if let Some(out) = self.outgoing.pop_front() {
                return out;
            }
            poll_fn(|context| self.poll(context)).await;
        }
    }

    /// The next message if one can be sent at once, so that the pump can write several before it flushes.
    pub fn try_next(&mut self) -> Option<OutgoingMessage> {
        if self.outgoing.is_empty() {
            let mut context = Context::from_waker(std::task::Waker::noop());
            let _ = self.poll(&mut context);
        }
        self.outgoing.pop_front()
    }

    /// Ready when something happened; then a message may be waiting. Answers come before tables, and tables
    /// take turns, so that a busy one does not keep the others waiting.
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if !self.pending.is_empty()
            && let Poll::Ready(Some(finished)) = self.pending.poll_next_unpin(context)
        {
            self.handle_completion(finished);
            return Poll::Ready(());
        }
        let after = (Bound::Excluded(self.last_served), Bound::Unbounded);
        let up_to = (Bound::Unbounded, Bound::Included(self.last_served));
        let mut came = None;
        for range in [after, up_to] {
            for (table, watch) in self.watches.range_mut(range) {
                if let Poll::Ready(out) = pin!(watch.watching.recv()).poll(context) {
                    came = Some((*table, out));
                    break;
                }
            }
            if came.is_some() {
                break;
            }
        }
        match came {
            Some((table, outbound)) => {
                self.last_served = table;
                self.forward_outbound(table, outbound);
                Poll::Ready(())
            }
            None => Poll::Pending,
        }
    }

    /// Handles the outcome of a request, which is answered, or of the start of a watch, which is from now on
    /// polled for updates.
    fn handle_completion(&mut self, finished: Completion) {
        match finished {
            Completion::Answered { table, key, answer } => {
                self.asks -= 1;
                match answer {
                    Reply::Done { number } => {
                        let done = WireDone { table, key, ok: true, number };
                        self.send(&Frame::Answer(frame::WireAnswer::Done(done)));
                    }
                    Reply::Refused(why) => self.send_refusal(table, key, &why),
                }
            }
            Completion::Watched { table, watching } => {
                self.opening.retain(|coming| *coming != table);
                let house = self.room.table(table).map(|listing| Arc::clone(&listing.house));
                match (watching, house) {
                    (Ok(watching), Some(house)) => {
                        self.watches.insert(table, WatchedTable { watching, house });
                    }
                    (Ok(_), None) => {
                        self.send_ended(table, &table_closed(table));
                    }
                    (Err(why), _) => self.send_ended(table, &why),
                }
            }
        }
    }

    /// Encodes what a table sends to this viewer and nothing else: the room has already reduced it to what they
    /// may see. The text of an update is shared by all viewers for whom the room made that one, so nothing of
    /// this connection may go into it. `None` means that the room dropped the viewer: the table was closed, or
    /// the client reads too slowly and must reconnect.
    fn forward_outbound(&mut self, table: u64, outbound: Option<Outbound>) {
        match outbound {
            Some(Outbound::Update(update)) => {
                let Some(watch) = self.watches.get_mut(&table) else { return };
                if let Some(house) = encode::house_of_new_hand(&update) {
                    watch.house = Arc::clone(house);
                }
                let (house, names) = (&watch.house, self.names.as_ref());
                let text = self.frame_cache.get_or_encode(table, &update, || {
                    let frame = Frame::Update(encode::update(table, &update, house, names));
                    serde_json::to_string(&frame).unwrap_or_default().into()
                });
                self.outgoing.push_back(OutgoingMessage::Text(text));
            }
            Some(Outbound::Snapshot(view)) => {
                if let Some(watch) = self.watches.get_mut(&table) {
                    watch.house = Arc::clone(&view.house);
                }
                let view = encode::snapshot(&view, self.names.as_ref());
                self.send(&Frame::Snapshot(Box::new(view)));
            }
            Some(Outbound::Presence { person, connected, disconnect_left }) => {
                let disconnect_ms = disconnect_left;
                self.send(&Frame::Presence { table, person: person.0, connected, disconnect_ms });
            }
            Some(Outbound::Chat(update)) => self.forward_chat(table, &update),
            Some(Outbound::Elsewhere) => {
                self.watches.remove(&table);
                self.send(&Frame::Elsewhere { table });
            }
            Some(Outbound::Ended { why }) => {
                self.watches.remove(&table);
                self.send_ended(table, &why);
            }
            None => {
                self.watches.remove(&table);
                if self.room.table(table).is_none() {
                    return self.send_ended(table, &table_closed(table));
                }
                // The room gave this viewer up because too many updates waited for it.
                self.outgoing
                    .push_back(OutgoingMessage::Close { code: TRY_AGAIN, why: "too slow: reconnect" });
            }
        }
    }
}

/// The refusal for a table that is closed for good, where it would otherwise look as if the client read too
/// slowly; a table that has stopped has another.
fn table_closed(table: u64) -> RoomRefusal {
    RoomRefusal::plain("closed", format!("table {table} was closed"))
        .because("table_closed")
        .with("table", table)
}

/// The role in which a person with these roles may make a request; `None` if none may. Only players play, and
/// a person who runs the installation does not; whether an official may decide at this table, the table says.
fn role_for(wish: &requests::Wish, roles: &[Role]) -> Option<Role> {
    let first = |wanted: &[Role]| wanted.iter().copied().find(|role| roles.contains(role));
    match wish {
        requests::Wish::Play(_) | requests::Wish::Show(_) | requests::Wish::Seat(_) => first(&[Role::Player]),
        requests::Wish::Dealer(_) => first(&Role::LADDER),
        requests::Wish::Official(_) => first(&TABLE_RUNNERS),
    }
}
