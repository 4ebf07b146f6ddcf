//! One evening: who does what, and what each viewer receives.

use std::io::Write;
use std::sync::Arc;

use cards::Card;
use chips::Chips;
use room::keeper::{KeeperInput, RequestId, WatcherId};
use room::lobby::{bots_for, machine_name};
use room::port::RequestKey;
use room::requests::{
    OfficialWish, Outbound, Play, Reply, SeatWish, ShowWish, Standing, TableRequest, TurnId, Wish,
};
use seating::{Actor, Person, Role, Seat};
use serde_json::{Value, json};
use table::House;
use table::view::View;
use wire::encode::{self, Names};
use wire::frame::Frame;

use super::houses;
use crate::bench::{self, Bench, TABLE, chips, seat};

/// The number of people: the first has opened the table.
const PEOPLE: u64 = 6;
/// The person who runs the room, and never sits.
const ADMINISTRATOR: u64 = 50;
/// The most steps in one evening.
const MOST_STEPS: usize = 6000;

struct ByNumber;

impl Names for ByNumber {
    fn name(&self, person: Person) -> (String, bool) {
        let machine = machine_name(person).map(|name| (name.to_owned(), true));
        machine.unwrap_or_else(|| (format!("Player {}", person.0), false))
    }
}

/// SplitMix64.
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % bound
    }

    /// True `percent` times in a hundred.
    fn often(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn one_of<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        if of.is_empty() { None } else { of.get(self.below(of.len() as u64) as usize).copied() }
    }
}

/// A viewer whose page is followed.
struct Viewer {
    person: Option<u64>,
    /// The connection to the room; none while it is lost.
    line: Option<WatcherId>,
    /// The number of the last record received.
    last: u64,
    /// The house of the current hand, as the socket knows it.
    house: Arc<House>,
}

pub struct Evening<'a> {
    pub bench: Bench,
    of: &'a houses::House,
    draws: Draws,
    viewers: Vec<Viewer>,
    asks: u64,
    lines: &'a mut dyn Write,
    /// The room stops soon: it is restarted instead of going on.
    draining: bool,
    held: bool,
}

impl<'a> Evening<'a> {
    pub fn new(number: u64, of: &'a houses::House, lines: &'a mut dyn Write) -> Evening<'a> {
        let house = bench::house(of.book, of.settings);
        let bots = bots_for(TABLE, of.bots, &house).expect("programs may play");
        let mut bench = Bench::with_bots(&house, of.pace, PEOPLE, &bots);
        let viewer = |person| Viewer { person, line: None, last: 0, house: Arc::clone(&house) };
        // A spectator without an account, and all but two of the players: those two have no page.
        let viewers = [None, Some(1), Some(2), Some(3), Some(4)].map(viewer).into();
        // Each evening has other decks.
        bench.decks = (number + 1) * 1000;
        let draws = Draws(number.wrapping_mul(0xD134_2543_DE82_EF95));
        let mut evening = Evening { bench, of, draws, viewers, asks: 0, lines, draining: false, held: false };
        evening.write(&json!({ "evening": number, "of": of.name }));
        evening
    }

    pub fn hands(&self) -> u64 {
        self.bench.keeper.state().table.hands_opened()
    }

    /// Plays until this many hands are over.
    pub fn play(&mut self, hands: u64) {
        for at in 0..self.viewers.len() {
            self.comes(at, None);
            self.gathered();
        }
        for person in 1..=PEOPLE - 1 {
            self.sits(person);
        }
        for _ in 0..MOST_STEPS {
            let over = self.bench.keeper.state().hand_in_play().is_none();
            if over && self.hands() >= hands {
                // What comes after a hand belongs to it too.
                for _ in 0..6 {
                    self.something();
                    self.compared();
                }
                return;
            }
            self.step();
            self.compared();
        }
    }

    fn write(&mut self, line: &Value) {
        writeln!(self.lines, "{line}").expect("written");
    }

    fn now(&self) -> u64 {
        self.bench.now.steady.0
    }

    /// Writes down everything that the viewers received.
    fn gathered(&mut self) {
        let mut sent = std::mem::take(&mut self.bench.sent);
        let now = self.now();
        for at in 0..self.viewers.len() {
            let Some(line) = self.viewers[at].line else { continue };
            for what in sent.remove(&line).unwrap_or_default() {
                if let Some(frame) = self.frame(at, &what) {
                    self.write(&json!({ "at": now, "to": [at], "frame": frame }));
                }
            }
        }
    }

    /// What goes over the socket, as the server encodes it.
    fn frame(&mut self, at: usize, what: &Outbound) -> Option<Value> {
        let viewer = &mut self.viewers[at];
        let frame = match what {
            Outbound::Update(update) => {
                if let Some(house) = encode::house_of_new_hand(update) {
                    viewer.house = Arc::clone(house);
                }
                viewer.last = update.number;
                Frame::Update(encode::update(TABLE, update, &viewer.house, &ByNumber))
            }
            Outbound::Snapshot(view) => {
                viewer.house = Arc::clone(&view.house);
                viewer.last = view.number;
                Frame::Snapshot(Box::new(encode::snapshot(view, &ByNumber)))
            }
            Outbound::Presence { person, connected, disconnect_left } => Frame::Presence {
                table: TABLE,
                person: person.0,
                connected: *connected,
                disconnect_ms: *disconnect_left,
            },
            Outbound::Chat(_) | Outbound::Elsewhere | Outbound::Ended { .. } => return None,
        };
        Some(serde_json::to_value(&frame).expect("a frame is JSON"))
    }

    /// The view that each viewer who is there would be given now. The page goes on as it was.
    fn compared(&mut self) {
        self.gathered();
        for at in 0..self.viewers.len() {
            let viewer = &self.viewers[at];
            let Some(line) = viewer.line else { continue };
            let person = viewer.person;
            let anew = self.bench.watch(person, None);
            if person.is_none() {
                self.bench.unwatch(line);
            }
            let sent = std::mem::take(&mut self.bench.sent);
            let view = sent[&anew].iter().find_map(|what| match what {
                Outbound::Snapshot(view) => Some(encode::snapshot(view, &ByNumber)),
                Outbound::Update(_)
                | Outbound::Presence { .. }
                | Outbound::Chat(_)
                | Outbound::Elsewhere
                | Outbound::Ended { .. } => None,
            });
            self.viewers[at].line = Some(anew);
            let is = serde_json::to_value(view.expect("a whole view")).expect("a view is JSON");
            let now = self.now();
            self.write(&json!({ "at": now, "to": [at], "is": is }));
        }
    }

    /// A viewer connects: with a last number as after a lost connection, without one as a new page.
    fn comes(&mut self, at: usize, from: Option<u64>) {
        if from.is_none_or(|from| from == 0) {
            let page = self.viewers[at].person;
            self.write(&json!({ "to": [at], "page": page }));
        }
        let line = self.bench.watch(self.viewers[at].person, from);
        self.viewers[at].line = Some(line);
        self.gathered();
    }

    fn goes(&mut self, at: usize) {
        if let Some(line) = self.viewers[at].line.take() {
            self.bench.unwatch(line);
            self.gathered();
        }
    }

    fn ask(&mut self, by: Actor, turn: Option<TurnId>, wish: Wish) -> bool {
        self.asks += 1;
        let mut key = [0xA5; 16];
        key[..8].copy_from_slice(&self.asks.to_le_bytes());
        let id = RequestId(1 << 40 | self.asks);
        self.bench
            .input(KeeperInput::Request { id, ask: TableRequest { by, key: RequestKey(key), turn, wish } });
        let done = matches!(self.bench.answers.get(&id), Some(Reply::Done { .. }));
        self.gathered();
        done
    }

    fn wishes(&mut self, person: u64, wish: impl Into<Wish>) -> bool {
        self.ask(Actor::player(Person(person)), None, wish.into())
    }

    fn sits(&mut self, person: u64) {
        let (least, most) = self.of.stakes;
        let stack = chips(least + self.draws.below(most - least + 1));
        let seats = self.bench.keeper.state().table.house().seats;
        let free: Vec<Seat> = (1..=seats)
            .map(seat)
            .filter(|seat| self.bench.keeper.state().table.chair(*seat).is_none())
            .collect();
        let Some(seat) = self.draws.one_of(&free) else { return };
        if self.wishes(person, SeatWish::Sit { seat, stack }) && self.hands() > 0 && self.draws.often(60) {
            self.wishes(person, SeatWish::SitIn { posts: true });
        }
    }

    /// Makes one thing happen.
    fn step(&mut self) {
        if self.draws.often(22) {
            return self.something();
        }
        let state = self.bench.keeper.state();
        let on = state.turn().and_then(|(seat, turn, showing)| {
            let person = state.hand_in_play()?.person(seat)?;
            (!state.is_bot(person)).then_some((seat, person.0, turn, showing))
        });
        match on {
            Some((seat, person, turn, showing)) if self.draws.often(92) => {
                let wish = if showing { self.shows() } else { self.plays(seat) };
                let by = Actor::player(Person(person));
                if !self.ask(by, Some(turn), wish) {
                    self.ask(by, Some(turn), Play::Fold.into());
                }
            }
            Some(_) | None => self.waits(),
        }
    }

    /// Lets time pass until something is due; if nothing is, people make play go on.
    fn waits(&mut self) {
        match self.bench.keeper.wakes_at() {
            Some(at) => {
                let left = at.0.saturating_sub(self.now());
                let passes = if self.draws.often(25) { self.draws.below(left + 1) } else { left };
                self.passes(passes);
            }
            None => self.something_that_helps(),
        }
    }

    /// Lets time pass; what is due by then happens when it is due.
    fn passes(&mut self, milliseconds: u64) {
        let end = self.now() + milliseconds;
        while let Some(at) =
            self.bench.keeper.wakes_at().map(|at| at.0.max(self.now())).filter(|at| *at <= end)
        {
            self.bench.pass(at - self.now());
            self.gathered();
        }
        self.bench.pass(end - self.now());
    }

    /// A random act of the seat on action, from its menu.
    fn plays(&mut self, seat: Seat) -> Wish {
        let menu = self.bench.keeper.state().hand_in_play().and_then(|hand| hand.menu());
        let Some(menu) = menu.filter(|menu| menu.seat == seat) else { return Play::Fold.into() };
        let raise = menu.raise.map(|raise| {
            let unit = raise.unit.get().max(1);
            let most = raise.most.get();
            let steps = (most - raise.least.get()) / unit;
            let to = raise.least.get() + unit * self.draws.below(steps.min(20) + 1);
            Play::Raise { to: chips(to) }
        });
        let drawn = self.draws.below(100);
        match (drawn, raise) {
            _ if self.of.calls && menu.check => Play::Check.into(),
            _ if self.of.calls && menu.call.is_some() => Play::Call.into(),
            (0..=11, _) => Play::Fold.into(),
            (12..=26, Some(raise)) => raise.into(),
            (27..=34, _) => Play::AllIn.into(),
            (35..=37, _) if menu.call_and_fold.is_some() => Play::CallAndFold.into(),
            (38..=42, _) => Wish::Seat(SeatWish::UseTimeBank),
            _ if menu.check => Play::Check.into(),
            _ if menu.call.is_some() => Play::Call.into(),
            (_, Some(raise)) => raise.into(),
            (_, None) => Play::AllIn.into(),
        }
    }

    fn shows(&mut self) -> Wish {
        if self.draws.often(50) { ShowWish::Hand.into() } else { ShowWish::Muck.into() }
    }

    /// Does something that is not the act of the player on action.
    fn something(&mut self) {
        let person = 1 + self.draws.below(PEOPLE);
        let seated = self.bench.keeper.state().seat_of(Person(person));
        let amount = chips(1 + self.draws.below(120));
        match self.draws.below(40) {
            0..=3 if seated.is_none() => self.sits(person),
            0 => {
                self.wishes(person, SeatWish::Leave);
            }
            1 | 2 => {
                self.wishes(person, SeatWish::SitOut);
            }
            3 | 4 => {
                let posts = self.draws.often(60);
                self.wishes(person, SeatWish::SitIn { posts });
            }
            5 | 6 => {
                let wished = self.draws.often(70);
                self.wishes(person, SeatWish::SitOutAtBlind { wished });
            }
            7 | 8 => {
                self.wishes(person, SeatWish::TopUp { amount });
            }
            9..=14 => self.shows_cards(person),
            15..=18 => self.contributes(),
            19..=21 => {
                let offer = self.bench.keeper.state().hand_in_play().and_then(|hand| hand.over_blind_offer());
                let person = offer.and_then(|(seat, _)| {
                    self.bench.keeper.state().hand_in_play().and_then(|hand| hand.person(seat))
                });
                self.wishes(person.map_or(1, |person| person.0), SeatWish::OverBlind);
            }
            22..=27 => self.line_comes_or_goes(),
            28 => {
                self.wishes(1, OfficialWish::Pause { reason: "a drink".to_owned() });
            }
            29 | 30 => {
                self.wishes(1, OfficialWish::Resume);
            }
            31 | 32 => {
                if let Some(change) = self.draws.one_of(self.of.changes) {
                    let settings = change
                        .iter()
                        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                        .collect();
                    self.wishes(1, OfficialWish::Determine { settings, anew: false });
                }
            }
            33 => {
                let by = Actor { person: Person(ADMINISTRATOR), role: Role::Administrator, device: 0 };
                let reason = "loud".to_owned();
                self.ask(by, None, OfficialWish::Remove { person: Person(person), reason }.into());
            }
            34 => {
                self.held = !self.held;
                self.bench.input(KeeperInput::Hold(self.held));
                self.gathered();
            }
            35 => self.room_stumbles(),
            36 => self.comes_back_with_less(person),
            _ => self.waits(),
        }
    }

    /// Does something that starts a table that has nothing to do.
    fn something_that_helps(&mut self) {
        if self.draining {
            return self.restarts();
        }
        if self.held {
            self.held = false;
            self.bench.input(KeeperInput::Hold(false));
            return self.gathered();
        }
        if matches!(self.bench.keeper.state().standing, Standing::Paused { .. }) {
            self.wishes(1, OfficialWish::Resume);
            return;
        }
        let person = 1 + self.draws.below(PEOPLE);
        match self.bench.keeper.state().seat_of(Person(person)) {
            None => self.sits(person),
            Some(_) => {
                self.wishes(person, SeatWish::SitIn { posts: true });
                let most = self.of.stakes.0;
                self.wishes(person, SeatWish::TopUp { amount: chips(most) });
                if self.bench.keeper.wakes_at().is_none() && self.draws.often(30) {
                    self.wishes(person, SeatWish::Leave);
                }
            }
        }
        // Notices, breaks and waits end too.
        self.passes(1000);
    }

    fn shows_cards(&mut self, person: u64) {
        let state = self.bench.keeper.state();
        let own = state
            .table
            .hand()
            .map(|hand| View::of(hand, state.viewer(Some(Person(person)))).showable_cards());
        let mut cards: Vec<Card> = own.unwrap_or_default();
        cards.retain(|_| self.draws.often(60));
        self.wishes(person, ShowWish::Cards { cards });
    }

    /// A player who was dealt in adds to the cut.
    fn contributes(&mut self) {
        let Some(hand) = self.bench.keeper.state().hand_in_play().map(|hand| hand.lineup().number) else {
            return;
        };
        let person = 1 + self.draws.below(PEOPLE);
        let value = [self.draws.below(256) as u8; 32];
        self.wishes(person, SeatWish::Contribute { hand, value });
    }

    fn line_comes_or_goes(&mut self) {
        let at = self.draws.below(self.viewers.len() as u64) as usize;
        match self.viewers[at].line {
            Some(_) => self.goes(at),
            None => {
                let from = if self.draws.often(80) { Some(self.viewers[at].last) } else { Some(0) };
                self.comes(at, from);
            }
        }
    }

    /// Rarely: a check fails and the hand is void, the room is about to stop, or it died and is back.
    fn room_stumbles(&mut self) {
        match self.draws.below(6) {
            0 | 1 => {
                self.bench.look_after();
                self.gathered();
            }
            2 => {
                self.draining = true;
                self.bench.input(KeeperInput::Drain);
                self.gathered();
            }
            3 => self.restarts(),
            _ => self.waits(),
        }
    }

    fn restarts(&mut self) {
        self.bench.crash();
        (self.draining, self.held) = (false, false);
        for at in 0..self.viewers.len() {
            if self.viewers[at].line.take().is_some() {
                let from = self.viewers[at].last;
                self.comes(at, Some(from));
            }
        }
    }

    /// A player leaves between hands and wants to come back with less than they took away.
    fn comes_back_with_less(&mut self, person: u64) {
        let state = self.bench.keeper.state();
        let Some(seat) = state.seat_of(Person(person)) else { return };
        let stake = state.table.chair(seat).map_or(Chips::ZERO, |chair| chair.stack);
        if stake.get() <= self.of.stakes.0 || !self.wishes(person, SeatWish::Leave) {
            return;
        }
        self.wishes(person, SeatWish::Sit { seat, stack: chips(self.of.stakes.0) });
    }
}
