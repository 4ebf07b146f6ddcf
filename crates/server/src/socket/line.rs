//! One client's line, without the socket: frames go in, frames come out.

mod talking;

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
use room::ask::{self, Answer, Ask, Outbound, Refused, ShowWish};
use room::live::{Room, Viewing, Watching};
use seating::{By, Person, Role};
use table::House;

use super::bucket::{Bucket, Rate};
use super::lines::{Lines, Place};
use super::written::Written;
use crate::people::session::factor_due;
use crate::tables::RUN_A_TABLE;
use crate::wire::asked;
use crate::wire::frame::{self, Done, Frame, PROTOCOL, RefusedAnswer, You};
use crate::wire::reasons;
use crate::wire::request::{self, AskKey, NotAFrame, Request, TurnName, Wish};
use crate::wire::told::{self, Names};
use room::people::role_word;

/// Who is at the other end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// The person.
    pub person: Person,
    /// The roles that were given.
    pub roles: Vec<Role>,
    /// Roles that were given and wait for the second factor.
    pub waiting: Vec<Role>,
    /// Hands that were opened before this record of the room are not shown as to their player: the person came in by a link.
    pub since: u64,
}

/// Asked before every act: who is signed in by the line's session now; nobody when it has ended.
pub type Look = Arc<dyn Fn() -> Option<Who> + Send + Sync>;

/// What goes out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Out {
    /// A frame.
    Text(Utf8Bytes),
    /// The line is closed.
    Close {
        /// The code of the closing frame.
        code: u16,
        /// Its reason.
        why: &'static str,
    },
}

/// The session behind the line has ended.
pub const SIGNED_OUT: u16 = 4001;
/// What came in was not what the protocol allows, again and again.
pub const ABUSED: u16 = 1008;
/// What came in is no frame of a WebSocket.
pub const NO_WEBSOCKET: u16 = 1002;
/// A frame of bytes came in.
pub const NOT_TEXT: u16 = 1003;
/// A text that is not UTF-8 came in.
pub const NOT_UTF8: u16 = 1007;
/// A frame was too long.
pub const TOO_LONG: u16 = 1009;
/// Too much waited to be read, or too many lines are open: come back.
pub const TRY_AGAIN: u16 = 1013;
/// Nothing was heard for too long, or the room stops.
pub const GOING_AWAY: u16 = 1001;

struct Watch {
    watching: Watching,
    /// What the hand that is played is played by, for the clauses of its rules.
    house: Arc<House>,
}

enum Finished {
    Answered { table: u64, key: AskKey, answer: Answer },
    Watched { table: u64, watching: Result<Watching, Refused> },
}

/// One client's line.
pub struct Line {
    room: Room,
    names: Arc<dyn Names>,
    lines: Arc<Lines>,
    written: Arc<Written>,
    place: Place,
    look: Option<Look>,
    bucket: Bucket,
    /// Frames that were not taken since the line was last quiet.
    strikes: u32,
    watches: BTreeMap<u64, Watch>,
    /// Tables that are about to be watched.
    coming: Vec<u64>,
    /// The table that was served last, so that each has its turn.
    served: u64,
    asks: usize,
    pending: FuturesUnordered<BoxFuture<'static, Finished>>,
    waiting: VecDeque<Out>,
}

/// Whoever came in by a link turns up no card of a hand from before: it would be shown to them too.
async fn may_turn_up(room: &Room, table: u64, since: u64, ask: &Ask) -> Result<(), Refused> {
    let turns_up = matches!(ask.wish, ask::Wish::Show(ShowWish::Hand | ShowWish::Cards { .. }));
    if turns_up && since > 0 && room.hand_is_before(table, since).await? {
        let why = "this hand is from before the password was chosen by a link, and this account turns up no card of it";
        return Err(Refused::plain("before_link", why).because("cards_before_link"));
    }
    Ok(())
}

impl Line {
    /// A line of whoever `look` tells, or of a spectator without an account.
    pub fn new(
        room: Room,
        names: Arc<dyn Names>,
        lines: Arc<Lines>,
        written: Arc<Written>,
        place: Place,
        look: Option<Look>,
        signed_out: bool,
    ) -> Line {
        let you = look
            .as_ref()
            .and_then(|look| look())
            .map(|who| You { person: who.person.0, name: names.name(who.person).0 });
        let bucket = Bucket::new(lines.limits().line_rate);
        let mut line = Line {
            room,
            names,
            lines,
            written,
            place,
            look,
            bucket,
            strikes: 0,
            watches: BTreeMap::new(),
            coming: Vec::new(),
            served: 0,
            asks: 0,
            pending: FuturesUnordered::new(),
            waiting: VecDeque::new(),
        };
        let since = line.lines.since();
        line.say(&Frame::Welcome { protocol: PROTOCOL, you, since, signed_out });
        line
    }

    /// The line's place among all lines.
    pub fn place_mut(&mut self) -> &mut Place {
        &mut self.place
    }

    /// Whether the session that the line was opened in has ended.
    pub fn is_signed_out(&self) -> bool {
        self.look.as_ref().is_some_and(|look| look().is_none())
    }

    fn say(&mut self, frame: &Frame) {
        match serde_json::to_string(frame) {
            Ok(text) => self.waiting.push_back(Out::Text(text.into())),
            // No type of the wire can fail to be written; if one did, the client must not think that all is well.
            Err(_) => {
                self.waiting.push_back(Out::Close { code: TRY_AGAIN, why: "a frame could not be written" })
            }
        }
    }

    fn error(&mut self, not: NotAFrame) {
        let NotAFrame { code, reason, numbers, why } = not;
        let numbers = reasons::numbers(reason, numbers);
        self.say(&Frame::Error { code: code.into(), why, reason: reason.into(), numbers });
    }

    /// Nothing more of a table comes.
    fn ended(&mut self, table: u64, why: &Refused) {
        let frame::Refused { why, reason, numbers, .. } = told::refused(why);
        self.say(&Frame::Ended { table, why, reason, numbers });
    }

    /// Takes in a text frame of the client.
    pub fn take(&mut self, bytes: &[u8], now: Instant) {
        if !self.is_in_time(now) {
            self.strikes += 1;
            if self.strikes > self.lines.limits().strikes {
                return self.waiting.push_back(Out::Close { code: ABUSED, why: "too many frames" });
            }
            let Rate { burst, every } = self.lines.limits().line_rate;
            let a_second = 1_000_000 / u64::try_from(every.as_micros().max(1)).unwrap_or(u64::MAX);
            let wait = self.wait(now).as_micros().div_ceil(1000);
            let wait = u64::try_from(wait).unwrap_or(u64::MAX).max(1);
            let why = format!("too many frames: this one was not taken, send it again in {wait} ms");
            let fast = NotAFrame::plain("too_fast", why).because("frames_too_fast");
            let fast = fast.with("at_once", burst).with("a_second", a_second).with("retry_after_ms", wait);
            return self.error(fast);
        }
        match request::parse(bytes) {
            Ok(request) => self.perform(request),
            Err(not) => {
                self.strikes += 1;
                match request::addressed(bytes) {
                    // Whoever waits for the answer to a key gets one.
                    Some((table, key)) => {
                        let NotAFrame { code, reason, numbers, why } = not;
                        let refused = Refused { reason, numbers, ..Refused::plain(code, why) };
                        self.refuse(table, key, &refused);
                    }
                    None => self.error(not),
                }
                if self.strikes > self.lines.limits().strikes {
                    self.waiting.push_back(Out::Close { code: ABUSED, why: "too many frames that are none" });
                }
            }
        }
    }

    /// Takes in a frame that is the socket's own; false when there were too many.
    pub fn hears_control(&mut self, now: Instant) -> bool {
        if self.is_in_time(now) {
            return true;
        }
        self.strikes += 1;
        self.strikes <= self.lines.limits().strikes
    }

    /// Whether another frame may come now, by the rates of the line and of the person.
    fn is_in_time(&mut self, now: Instant) -> bool {
        if !self.bucket.take(now) {
            return false;
        }
        self.place
            .bucket
            .as_ref()
            .is_none_or(|shared| shared.lock().unwrap_or_else(PoisonError::into_inner).take(now))
    }

    /// How long it is until another frame may come.
    fn wait(&self, now: Instant) -> Duration {
        let shared = self.place.bucket.as_ref();
        let shared = shared.map(|shared| shared.lock().unwrap_or_else(PoisonError::into_inner).wait(now));
        self.bucket.wait(now).max(shared.unwrap_or_default())
    }

    fn perform(&mut self, request: Request) {
        match request {
            Request::Ping { n } => self.say(&Frame::Pong { n }),
            Request::Watch { table, from } => self.watch(table, from),
            Request::Unwatch { table } => {
                self.watches.remove(&table);
            }
            Request::Ask { table, key, turn, wish } => self.ask(table, key, turn, wish),
            Request::Say { table, key, text } => self.say_at(table, key, text),
        }
    }

    fn watch(&mut self, table: u64, from: Option<u64>) {
        let most = self.lines.limits().tables;
        if self.coming.contains(&table) {
            return;
        }
        if !self.watches.contains_key(&table) && self.watches.len() + self.coming.len() >= most {
            let why = format!("this line watches {most} tables: leave one first");
            let why = Refused::plain("too_many_tables", why).because("line_watches").with("at_most", most);
            return self.ended(table, &why);
        }
        let (person, since) = match &self.look {
            None if !self.lines.limits().spectators => {
                let why = "this room shows its tables only to those who are signed in";
                return self.ended(table, &Refused::plain("not_signed_in", why).because("signed_in_alone"));
            }
            None => (None, 0),
            Some(look) => match look() {
                Some(who) => (Some(who.person), who.since),
                None => return self.signed_out(),
            },
        };
        // The older view of the same line goes first: the room would take the line for another device.
        self.watches.remove(&table);
        self.coming.push(table);
        let (room, viewing) = (self.room.clone(), Viewing { person, device: self.place.number, from, since });
        self.pending.push(Box::pin(async move {
            let watching = room.watch(table, viewing).await;
            Finished::Watched { table, watching }
        }));
    }

    fn signed_out(&mut self) {
        self.waiting.push_back(Out::Close { code: SIGNED_OUT, why: "signed out" });
    }

    fn ask(&mut self, table: u64, key: AskKey, turn: Option<TurnName>, wish: Wish) {
        let Some(look) = &self.look else {
            let why = "this needs somebody who is signed in".to_owned();
            return self.refuse(table, key, &Refused::plain("not_signed_in", why));
        };
        let Some(who) = look() else { return self.signed_out() };
        let wish = match asked::wished(wish) {
            Ok(wish) => wish,
            Err(not) => return self.refuse(table, key, &Refused::plain(not.code, not.why)),
        };
        let Some(role) = role_for(&wish, &who.roles) else {
            let refused = match role_for(&wish, &who.waiting) {
                Some(role) => {
                    Refused::plain("second_factor_due", factor_due(role)).with("role", role_word(role))
                }
                None => {
                    Refused::plain("not_granted", "none of your roles may do this").because("no_role_may")
                }
            };
            return self.refuse(table, key, &refused);
        };
        let most = self.lines.limits().asks;
        if self.asks >= most {
            let why = format!("{most} asks of this line wait for their answers: wait for one");
            let busy = Refused::plain("busy", why).because("line_busy").with("at_most", most);
            return self.refuse(table, key, &busy);
        }
        let by = By { person: who.person, role, device: self.place.number };
        let ask = asked::ask(by, key, turn, wish);
        self.asks += 1;
        let (room, since) = (self.room.clone(), who.since);
        self.pending.push(Box::pin(async move {
            let answer = match may_turn_up(&room, table, since, &ask).await {
                Ok(()) => room.ask(table, ask).await,
                Err(refused) => Answer::Refused(refused),
            };
            Finished::Answered { table, key, answer }
        }));
    }

    fn refuse(&mut self, table: u64, key: AskKey, why: &Refused) {
        let refused = told::refused(why);
        let answer = RefusedAnswer { table, key, ok: false, refused };
        self.say(&Frame::Answer(frame::Answer::Refused(answer)));
    }

    /// What goes out next. It waits until there is something, and may be dropped while it waits.
    pub async fn next(&mut self) -> Out {
        loop {
            if let Some(out) = self.waiting.pop_front() {
                return out;
            }
            poll_fn(|context| self.poll(context)).await;
        }
    }

    /// What can go out at once, if anything can.
    pub fn ready(&mut self) -> Option<Out> {
        if self.waiting.is_empty() {
            let mut context = Context::from_waker(std::task::Waker::noop());
            let _ = self.poll(&mut context);
        }
        self.waiting.pop_front()
    }

    /// Ready when something happened; then something may wait to go out.
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if !self.pending.is_empty()
            && let Poll::Ready(Some(finished)) = self.pending.poll_next_unpin(context)
        {
            self.finish(finished);
            return Poll::Ready(());
        }
        let after = (Bound::Excluded(self.served), Bound::Unbounded);
        let up_to = (Bound::Unbounded, Bound::Included(self.served));
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
                self.served = table;
                self.tell(table, outbound);
                Poll::Ready(())
            }
            None => Poll::Pending,
        }
    }

    fn finish(&mut self, finished: Finished) {
        match finished {
            Finished::Answered { table, key, answer } => {
                self.asks -= 1;
                match answer {
                    Answer::Done { number } => {
                        let done = Done { table, key, ok: true, number };
                        self.say(&Frame::Answer(frame::Answer::Done(done)));
                    }
                    Answer::Refused(why) => self.refuse(table, key, &why),
                }
            }
            Finished::Watched { table, watching } => {
                self.coming.retain(|coming| *coming != table);
                let house = self.room.table(table).map(|listing| Arc::clone(&listing.house));
                match (watching, house) {
                    (Ok(watching), Some(house)) => {
                        self.watches.insert(table, Watch { watching, house });
                    }
                    (Ok(_), None) => {
                        self.ended(table, &was_closed(table));
                    }
                    (Err(why), _) => self.ended(table, &why),
                }
            }
        }
    }

    /// Puts into words what a table has for this viewer.
    fn tell(&mut self, table: u64, outbound: Option<Outbound>) {
        match outbound {
            Some(Outbound::Update(update)) => {
                let Some(watch) = self.watches.get_mut(&table) else { return };
                if let Some(house) = told::opened_house(&update) {
                    watch.house = Arc::clone(house);
                }
                let (house, names) = (&watch.house, self.names.as_ref());
                let text = self.written.of(table, &update, || {
                    let frame = Frame::Update(told::update(table, &update, house, names));
                    serde_json::to_string(&frame).unwrap_or_default().into()
                });
                self.waiting.push_back(Out::Text(text));
            }
            Some(Outbound::Snapshot(view)) => {
                if let Some(watch) = self.watches.get_mut(&table) {
                    watch.house = Arc::clone(&view.house);
                }
                let view = told::snapshot(&view, self.names.as_ref());
                self.say(&Frame::Snapshot(Box::new(view)));
            }
            Some(Outbound::Presence { person, connected, disconnect_left }) => {
                let disconnect_ms = disconnect_left;
                self.say(&Frame::Presence { table, person: person.0, connected, disconnect_ms });
            }
            Some(Outbound::Chat(told)) => self.tell_talk(table, &told),
            Some(Outbound::Elsewhere) => {
                self.watches.remove(&table);
                self.say(&Frame::Elsewhere { table });
            }
            Some(Outbound::Ended { why }) => {
                self.watches.remove(&table);
                self.ended(table, &why);
            }
            None => {
                self.watches.remove(&table);
                if self.room.table(table).is_none() {
                    return self.ended(table, &was_closed(table));
                }
                // The room gave this viewer up because too much waited for it.
                self.waiting.push_back(Out::Close { code: TRY_AGAIN, why: "too slow: come back" });
            }
        }
    }
}

fn was_closed(table: u64) -> Refused {
    Refused::plain("closed", format!("table {table} was closed")).because("table_closed").with("table", table)
}

/// The role in which somebody with these roles may wish for something. Whoever runs the installation does not play.
fn role_for(wish: &ask::Wish, roles: &[Role]) -> Option<Role> {
    let first = |wanted: &[Role]| wanted.iter().copied().find(|role| roles.contains(role));
    match wish {
        ask::Wish::Play(_) | ask::Wish::Show(_) | ask::Wish::Seat(_) => first(&[Role::Player]),
        ask::Wish::Dealer(_) => first(&Role::LADDER),
        ask::Wish::Official(_) => first(&RUN_A_TABLE),
    }
}
