//! From what the room gave for one viewer to what that viewer is sent.
//!
//! The facts of a table come in as [`Seen`], which only the table's view makes (SEC-01). An event that was not reduced
//! for a viewer cannot be told:
//!
//! ```compile_fail,E0308
//! # use server::wire::told::{Names, event};
//! fn leak(raw: &table::TableEvent, house: &table::House, names: &dyn Names) {
//!     event(raw, house, names);
//! }
//! ```
//!
//! Nor can a hand or a table be written down whole:
//!
//! ```compile_fail,E0277
//! fn leak(table: &table::Table) -> String {
//!     serde_json::to_string(table).unwrap()
//! }
//! ```
//!
//! ```compile_fail,E0277
//! fn leak(hand: &table::Hand) -> String {
//!     serde_json::to_string(hand).unwrap()
//! }
//! ```

mod checked;
mod made;
mod stakes;

use std::borrow::Cow;
use std::sync::Arc;

use cards::Hidden;
use room::ask;
use rulebook::{Rule, readings, rule};
use seating::Person;
use table::view::Seen;
use table::{BlindFact, DeckFact, House, HouseFact, OfficialFact, PostKind, SeatFact, StakeFact, TableWhat};

pub use checked::{commitment, cut, opening};
use made::{made, won};
pub use stakes::stakes;

use super::event::{self, Event, SeenCard, What};
use super::frame::{Refused, Update};
use super::problem::ProblemLine;
use super::reasons;
use super::value::{Card, Chips, Seat};
use super::view::{
    Chair, Closed, Coming, HandView, HumanDealer, Listing, Menu, OverBlind, Owed, PlayerView, Position, Pot,
    RaiseMenu, Seated, Standing, TableView, TurnView,
};

/// Who a person is to others. The tables know people by number alone.
pub trait Names: Send + Sync {
    /// The name that others see, and whether a program plays under it.
    fn name(&self, person: Person) -> (String, bool);

    /// The number that others see of a person in a seat, or in none.
    fn number(&self, person: Person, _seat: Option<seating::Seat>) -> u64 {
        person.0
    }

    /// A reason as others see it, which may say who somebody is.
    fn reason(&self, reason: &str) -> String {
        reason.to_owned()
    }
}

/// A card as the viewer sees it.
pub fn card(card: Hidden) -> SeenCard {
    card.known().map(Card)
}

fn named(cards: &[cards::Card]) -> Vec<Card> {
    cards.iter().copied().map(Card).collect()
}

/// A rule's name with the clauses of the house's book.
fn cited(rule: Rule, house: &House) -> (Option<Cow<'static, str>>, Vec<String>) {
    (Some(Cow::Borrowed(rule.name())), house.determined.cites(rule).to_vec())
}

/// One fact of a table, as its viewer saw it.
pub fn event(seen: &Seen, house: &House, names: &dyn Names) -> Event {
    let fact = seen.event();
    let what = match &fact.what {
        TableWhat::Stakes(StakeFact::Sat { seat, person, stack, waits }) => {
            let (name, machine) = names.name(*person);
            What::Sat {
                seat: Seat(*seat),
                person: names.number(*person, Some(*seat)),
                name,
                machine,
                stack: Chips(*stack),
                waits: *waits,
            }
        }
        TableWhat::Stakes(StakeFact::Left { seat, stack }) => {
            What::Left { seat: Seat(*seat), stack: Chips(*stack) }
        }
        TableWhat::Seats(SeatFact::SatOut { seat }) => What::SatOut { seat: Seat(*seat) },
        TableWhat::Seats(SeatFact::OutAtBlind { seat, wished }) => {
            What::OutAtBlind { seat: Seat(*seat), wished: *wished }
        }
        TableWhat::Seats(SeatFact::SatIn { seat, waits, posts }) => {
            What::SatIn { seat: Seat(*seat), waits: *waits, posts: *posts }
        }
        TableWhat::Stakes(StakeFact::Bought { seat, amount }) => {
            What::Bought { seat: Seat(*seat), amount: Chips(*amount) }
        }
        TableWhat::Seats(SeatFact::Leaving { seat }) => What::Leaving { seat: Seat(*seat) },
        // Who decided stands in the record; the table is told what was decided and why.
        TableWhat::Officials(OfficialFact::RemovalDecided { seat, reason, by: _, excluded }) => {
            What::RemovalDecided { seat: Seat(*seat), reason: names.reason(reason), excluded: *excluded }
        }
        TableWhat::Officials(OfficialFact::Readmitted { person, by: _ }) => {
            What::Readmitted { person: names.number(*person, None) }
        }
        TableWhat::Officials(OfficialFact::RejoinReferred { person, seat, stack, took }) => {
            What::RejoinReferred {
                person: names.number(*person, None),
                seat: Seat(*seat),
                stack: Chips(*stack),
                took: Chips(*took),
            }
        }
        TableWhat::Officials(OfficialFact::RejoinDecided { person, allowed, by: _ }) => {
            What::RejoinDecided { person: names.number(*person, None), allowed: *allowed }
        }
        TableWhat::House(HouseFact::TimeTold { at }) => What::TimeTold { at: at.0 },
        TableWhat::House(HouseFact::TableOpened { house, deck: _, sign }) => {
            What::TableOpened { stakes: stakes(house), sign: on_sign(*sign) }
        }
        TableWhat::Seats(SeatFact::HeldBack { seat }) => What::HeldBack { seat: Seat(*seat) },
        TableWhat::House(HouseFact::Determined { house, from_round, anew }) => {
            What::Determined { stakes: stakes(house), from_hand: *from_round, anew: *anew }
        }
        TableWhat::House(HouseFact::SignChanged { sign, from_round, at }) => {
            What::SignChanged { sign: on_sign(*sign), from_hand: *from_round, at: at.map(|at| at.0) }
        }
        TableWhat::Blinds(BlindFact::ButtonPlaced { seat }) => What::ButtonPlaced { seat: Seat(*seat) },
        TableWhat::Deck(DeckFact::CardsReplaced { cards, reason, by: _, at: _ }) => {
            What::CardsReplaced { cards: named(cards), reason: names.reason(reason) }
        }
        TableWhat::Deck(DeckFact::CardsChecked { cards, counted, by, at: _ }) => What::CardsChecked {
            by_supervisor: by.role == seating::Role::Supervisor,
            cards: named(cards),
            counted: *counted,
        },
        TableWhat::Blinds(BlindFact::Positions { button, blinds }) => What::Positions {
            button: Seat(*button),
            blinds: blinds.iter().map(|blind| blind.map(Seat)).collect(),
        },
        TableWhat::Blinds(BlindFact::BlindMissed { seat, last }) => {
            What::BlindMissed { seat: Seat(*seat), last: *last }
        }
        TableWhat::Hand(event) => of_hand(&event.what, names),
    };
    let (rule, clauses) = cited(fact.rule, house);
    Event { what, rule, clauses }
}

fn of_hand(what: &table::What, names: &dyn Names) -> What {
    use table::{CardFact, ChipFact, ClockFact, CourseFact, PotFact, StreetFact, TurnFact, What as Hand};
    match what {
        Hand::Course(CourseFact::Opened(lineup)) => What::Opened {
            hand: lineup.number,
            button: Seat(lineup.button),
            players: lineup
                .entrants
                .iter()
                .map(|entrant| {
                    let (name, machine) = names.name(entrant.person);
                    event::Entrant {
                        seat: Seat(entrant.seat),
                        person: names.number(entrant.person, Some(entrant.seat)),
                        name,
                        machine,
                        stack: Chips(entrant.stack),
                    }
                })
                .collect(),
        },
        Hand::Cards(CardFact::Shuffled { cards }) => What::DeckShuffled { cards: *cards },
        Hand::Cards(CardFact::Cut { after }) => What::DeckCut { after: *after },
        Hand::Clock(ClockFact::ClockCalled { seat, seconds }) => {
            What::ClockCalled { seat: Seat(*seat), seconds: *seconds }
        }
        Hand::Clock(ClockFact::TimeRanOut { seat }) => What::TimeRanOut { seat: Seat(*seat) },
        Hand::Course(CourseFact::Voided { reason, by: _ }) => What::Voided { reason: void_reason(*reason) },
        Hand::Chips(ChipFact::Refunded { seat, amount }) => {
            What::Refunded { seat: Seat(*seat), amount: Chips(*amount) }
        }
        Hand::Chips(ChipFact::Posted { seat, kind, amount, all_in }) => What::Posted {
            seat: Seat(*seat),
            kind: post_kind(*kind),
            amount: Chips(*amount),
            all_in: *all_in,
        },
        Hand::Cards(CardFact::HoleDealt { seat, card: dealt }) => {
            What::HoleDealt { seat: Seat(*seat), card: card(*dealt), slot: dealt.slot() }
        }
        Hand::Cards(CardFact::Burned { card }) => What::Burned { slot: card.slot() },
        Hand::Cards(CardFact::BoardDealt { card: dealt, board, shares }) => What::BoardDealt {
            card: card(*dealt),
            slot: dealt.slot(),
            board: u8::from(*board),
            shares: *shares,
        },
        Hand::Street(StreetFact::BettingOpened { round, seat }) => {
            What::BettingOpened { round: *round, seat: Seat(*seat) }
        }
        Hand::Street(StreetFact::BettingSkipped { round }) => What::BettingSkipped { round: *round },
        Hand::Turn(TurnFact::Folded { seat }) => What::Folded { seat: Seat(*seat) },
        Hand::Turn(TurnFact::Checked { seat, stands }) => {
            What::Checked { seat: Seat(*seat), stands: *stands }
        }
        Hand::Turn(TurnFact::Called { seat, amount, all_in }) => {
            What::Called { seat: Seat(*seat), amount: Chips(*amount), all_in: *all_in }
        }
        Hand::Turn(TurnFact::Bet { seat, to, full, all_in }) => {
            What::Bet { seat: Seat(*seat), to: Chips(*to), full: *full, all_in: *all_in }
        }
        Hand::Turn(TurnFact::Raised { seat, to, full, all_in }) => {
            What::Raised { seat: Seat(*seat), to: Chips(*to), full: *full, all_in: *all_in }
        }
        Hand::Street(StreetFact::BettingClosed { round }) => What::BettingClosed { round: *round },
        Hand::Chips(ChipFact::Returned { seat, amount }) => {
            What::Returned { seat: Seat(*seat), amount: Chips(*amount) }
        }
        Hand::Street(StreetFact::HandsTabled { first }) => What::HandsTabled { first: Seat(*first) },
        Hand::Street(StreetFact::ShowdownOpened { first, early }) => {
            What::ShowdownOpened { first: Seat(*first), early: *early }
        }
        Hand::Cards(CardFact::Shown { seat, cards }) => What::Shown {
            seat: Seat(*seat),
            cards: cards.iter().filter(|card| card.known().is_some()).map(|shown| card(*shown)).collect(),
        },
        Hand::Cards(CardFact::Mucked { seat }) => What::Mucked { seat: Seat(*seat) },
        Hand::Cards(CardFact::CardsShown { seat, cards }) => {
            let count = cards.iter().rposition(|card| card.known().is_some()).map_or(0, |last| last + 1);
            What::CardsShown {
                seat: Seat(*seat),
                cards: cards[..count].iter().map(|shown| card(*shown)).collect(),
            }
        }
        Hand::Pots(PotFact::PotFormed { pot, amount, eligible }) => What::PotFormed {
            pot: *pot,
            amount: Chips(*amount),
            eligible: eligible.iter().map(Seat).collect(),
        },
        Hand::Pots(PotFact::CommissionTaken { pot, amount, short_of_due }) => {
            What::CommissionTaken { pot: *pot, amount: Chips(*amount), short_of_due: *short_of_due }
        }
        Hand::Pots(PotFact::CommissionCapped { due, taken }) => {
            What::CommissionCapped { due: Chips(*due), taken: Chips(*taken) }
        }
        Hand::Pots(PotFact::NoCommission { pot, reason }) => {
            What::NoCommission { pot: *pot, reason: no_commission(*reason) }
        }
        Hand::Pots(PotFact::Awarded { pot, board, half, seat, amount }) => What::Awarded {
            pot: *pot,
            board: u8::from(*board),
            half: of_pot(*half),
            seat: Seat(*seat),
            amount: Chips(*amount),
        },
        Hand::Pots(PotFact::OddChips { pot, board, half, seat, amount }) => What::OddChips {
            pot: *pot,
            board: u8::from(*board),
            half: of_pot(*half),
            seat: Seat(*seat),
            amount: Chips(*amount),
        },
        Hand::Course(CourseFact::Closed) => What::Closed {},
    }
}

fn on_sign(sign: table::Sign) -> event::Sign {
    event::Sign { minimum_stake: Chips(sign.minimum_stake), minimum_bet: Chips(sign.minimum_bet) }
}

fn no_commission(reason: table::NoCommission) -> event::NoCommission {
    match reason {
        table::NoCommission::EqualHands => event::NoCommission::EqualHands,
        table::NoCommission::BlindsOnly => event::NoCommission::BlindsOnly,
        table::NoCommission::NoBoardCard => event::NoCommission::NoBoardCard,
        table::NoCommission::SmallPots => event::NoCommission::SmallPots,
        table::NoCommission::RoundedDown => event::NoCommission::RoundedDown,
        table::NoCommission::NoPot => event::NoCommission::NoPot,
        table::NoCommission::ByTime => event::NoCommission::ByTime,
    }
}

fn void_reason(reason: table::VoidReason) -> event::VoidReason {
    match reason {
        table::VoidReason::Unrest => event::VoidReason::Unrest,
        table::VoidReason::Fire => event::VoidReason::Fire,
        table::VoidReason::Robbery => event::VoidReason::Robbery,
        table::VoidReason::Disturbance => event::VoidReason::Disturbance,
        table::VoidReason::CannotGoOn => event::VoidReason::CannotGoOn,
        table::VoidReason::Fraud => event::VoidReason::Fraud,
    }
}

fn post_kind(kind: PostKind) -> event::PostKind {
    match kind {
        PostKind::Ante => event::PostKind::Ante {},
        PostKind::Dead => event::PostKind::Dead {},
        PostKind::Blind(number) => event::PostKind::Blind { number },
        PostKind::OverBlind => event::PostKind::OverBlind {},
        PostKind::Live => event::PostKind::Live {},
    }
}

/// The part of a pot, on the wire.
pub fn of_pot(half: table::Half) -> event::Half {
    match half {
        table::Half::Whole => event::Half::Whole,
        table::Half::High => event::Half::High,
        table::Half::Low => event::Half::Low,
    }
}

/// A fact that is the room's own.
fn own(what: What) -> Event {
    Event { what, rule: None, clauses: Vec::new() }
}

/// A fact, as its viewer saw it.
pub fn fact(fact: &ask::Fact, house: &House, names: &dyn Names) -> Event {
    match fact {
        ask::Fact::Table(seen) => event(seen, house, names),
        ask::Fact::Deck { hand, commitment: made } => {
            own(What::Deck { hand: *hand, commitment: commitment(made) })
        }
        ask::Fact::Cut(made) => own(What::Cut { cut: cut(made) }),
        ask::Fact::Opening(shown) => own(What::Opening { opening: opening(shown) }),
        ask::Fact::Standing(now) => own(What::Standing { standing: standing(now) }),
        ask::Fact::TimeBank { seat, taken } => own(What::TimeBank { seat: Seat(*seat), taken: *taken }),
    }
}

/// What the hand is played by that an update opens, if it opens one: from it on, everything is cited by that.
pub fn opened_house(update: &ask::Update) -> Option<&Arc<House>> {
    update.facts.iter().rev().find_map(|fact| {
        let ask::Fact::Table(seen) = fact else { return None };
        let TableWhat::Hand(event) = &seen.event().what else { return None };
        let table::What::Course(table::CourseFact::Opened(lineup)) = &event.what else { return None };
        Some(&lineup.house)
    })
}

/// What one record of a table said to a viewer.
pub fn update(table: u64, update: &ask::Update, house: &House, names: &dyn Names) -> Update {
    Update {
        table,
        number: update.number,
        hand: update.hand,
        at: update.at.0,
        events: update.facts.iter().map(|seen| fact(seen, house, names)).collect(),
        position: position(&update.position, house),
        made: update.made.as_ref().map(|hands| hands.iter().map(made).collect()),
        pots: update.pots.as_ref().map(|of| pots(of)),
        won: update.won.iter().map(won).collect(),
    }
}

/// A table as its viewer saw it, whole.
pub fn snapshot(view: &ask::TableView, names: &dyn Names) -> TableView {
    let house = view.house.as_ref();
    TableView {
        table: view.table,
        number: view.number,
        name: view.name.clone(),
        stakes: stakes(house),
        coming: view.coming.as_ref().map(|(house, from)| Coming { stakes: stakes(house), hand: *from }),
        practice: view.practice,
        dealer: dealer(view.dealer),
        standing: standing(&view.standing),
        draining: view.draining,
        button: view.button.map(Seat),
        chairs: view.chairs.iter().map(|taken| chair(taken, names)).collect(),
        own: view.own.map(Seat),
        hand: view.hand.as_ref().map(hand),
        position: position(&view.position, house),
        contribute: view.contribute,
    }
}

/// What there is to do, of a snapshot and of an update alike.
fn position(now: &ask::Position, house: &House) -> Position {
    Position {
        turn: now.turn.map(|now| turn(&now, house)),
        menu: now.menu.map(|open| menu(&open, now.raise_closed, now.raises_left, house)),
        may_muck: now.may_muck,
        may_show: named(&now.may_show),
        over_blind: now.over_blind.map(|now| over_blind(&now, house)),
        owed: owed(&now.owed, house),
    }
}

fn chair(taken: &ask::ChairView, names: &dyn Names) -> Chair {
    let (name, machine) = names.name(taken.person);
    Chair {
        seat: Seat(taken.seat),
        person: names.number(taken.person, Some(taken.seat)),
        name,
        machine: machine || taken.machine,
        stack: Chips(taken.stack),
        away: taken.away,
        waits: taken.waits,
        leaving: taken.leaving,
        connected: taken.connected,
        disconnect_ms: taken.disconnect_left,
        out_at_blind: taken.out_at_blind,
    }
}

fn hand(view: &ask::HandView) -> HandView {
    let player = |player: &ask::PlayerView| PlayerView {
        seat: Seat(player.seat),
        in_round: Chips(player.in_round),
        in_hand: Chips(player.in_hand),
        folded: player.folded,
        all_in: player.all_in,
        shown: player.shown,
        cards: player.cards.iter().copied().map(card).collect(),
    };
    let cards = |board: &[Hidden]| board.iter().copied().map(card).collect();
    HandView {
        hand: view.number,
        over: view.over,
        button: Seat(view.button),
        round: view.round,
        players: view.players.iter().map(player).collect(),
        board: cards(view.boards.first()),
        more_boards: view.boards.further().map(cards).collect(),
        pot: Chips(view.pot),
        commitment: view.commitment.as_ref().map(commitment),
        cut: view.cut.as_ref().map(cut),
        openings: view.openings.iter().map(opening).collect(),
        made: view.made.iter().map(made).collect(),
        pots: pots(&view.pots),
        won: view.won.iter().map(won).collect(),
    }
}

fn pots(so_far: &[table::PotSoFar]) -> Vec<Pot> {
    let pot = |(number, pot): (u8, &table::PotSoFar)| Pot {
        pot: number,
        amount: Chips(pot.amount),
        eligible: pot.eligible.iter().map(Seat).collect(),
    };
    (0..).zip(so_far).map(pot).collect()
}

fn turn(now: &ask::TurnView, house: &House) -> TurnView {
    TurnView {
        seat: Seat(now.seat),
        hand: now.turn.hand,
        acts: now.turn.acts,
        facing: Chips(now.turn.facing),
        showing: now.showing,
        left_ms: now.left,
        whole_ms: now.whole,
        bank_ms: now.bank,
        disconnected: now.disconnected,
        rule: now.rule.map(|rule| rule.name().to_owned()),
        clauses: now.rule.map(|rule| house.determined.cites(rule).to_vec()).unwrap_or_default(),
    }
}

fn over_blind(now: &ask::OverBlindView, house: &House) -> OverBlind {
    let offers = rule::OVER_BLIND_BEFORE_THE_DEAL;
    OverBlind {
        hand: now.turn.hand,
        acts: now.turn.acts,
        amount: Chips(now.turn.facing),
        left_ms: now.left,
        rule: offers.name().to_owned(),
        clauses: house.determined.cites(offers).to_vec(),
    }
}

fn owed(seats: &[table::Owed], house: &House) -> Vec<Owed> {
    let one = |owes: &table::Owed| Owed {
        seat: Seat(owes.seat),
        live: Chips(owes.live),
        dead: Chips(owes.dead),
        posts: owes.posts,
        rule: owes.rule.name().to_owned(),
        clauses: house.determined.cites(owes.rule).to_vec(),
    };
    seats.iter().map(one).collect()
}

fn menu(open: &table::Menu, closed: Option<table::Refusal>, raises_left: Option<u32>, house: &House) -> Menu {
    let closed = closed.map(|refusal| {
        let clauses = house.determined.cites(refusal.rule).to_vec();
        Closed {
            reason: refusal.why.name().to_owned(),
            numbers: reasons::numbers(refusal.why.name(), refusal.why.figures()),
            why: refusal.why.to_string(),
            rule: refusal.rule.name().to_owned(),
            readings: readings::among(&clauses),
            clauses,
        }
    });
    Menu {
        closed,
        raises_left,
        fold: open.fold,
        check: open.check,
        stands: open.stands,
        call: open.call.map(Chips),
        call_and_fold: open.call_and_fold.is_some(),
        fold_costs: open.call_and_fold.filter(|costs| open.call != Some(*costs)).map(Chips),
        raise: open.raise.map(|raise| RaiseMenu {
            is_bet: raise.is_bet,
            min: Chips(raise.least),
            max: Chips(raise.most),
            unit: Chips(raise.unit),
            all_in: Chips(raise.all_in),
        }),
    }
}

/// Whether a table is played at, as it is written.
pub fn standing(now: &ask::Standing) -> Standing {
    match now {
        ask::Standing::Open => Standing::Open {},
        ask::Standing::Paused { reason } => Standing::Paused { reason: reason.clone() },
        ask::Standing::Closing { reason } => Standing::Closing { reason: reason.clone() },
        ask::Standing::Closed { reason } => Standing::Closed { reason: reason.clone() },
        ask::Standing::Stopped { why, reference } => Standing::Stopped {
            why: why.clone(),
            reason: "stopped".into(),
            numbers: reasons::numbers("stopped", vec![("reference", reference.as_str().into())]),
        },
    }
}

/// Who deals, as it is written.
fn dealer(who: ask::Dealer) -> Option<HumanDealer> {
    match who {
        ask::Dealer::Software => None,
        ask::Dealer::Person => Some(HumanDealer::Person),
    }
}

/// A line of the lobby, as it is written.
pub fn listing(line: &ask::Listing, names: &dyn Names) -> Listing {
    let seated = |(taken, person): &(seating::Seat, Person)| {
        let (name, machine) = names.name(*person);
        Seated { seat: Seat(*taken), person: person.0, name, machine }
    };
    Listing {
        table: line.table,
        name: line.name.clone(),
        stakes: stakes(&line.house),
        practice: line.practice,
        dealer: dealer(line.dealer),
        seated: line.seated.iter().map(seated).collect(),
        standing: standing(&line.standing),
        hand: line.round,
    }
}

/// A code as it goes over the wire, in snake case: that of a refusal by a rule is the name of the rule so written.
pub fn code(word: &'static str) -> Cow<'static, str> {
    if word.contains('-') { Cow::Owned(word.replace('-', "_")) } else { Cow::Borrowed(word) }
}

/// Why something was not done, as it is written.
pub fn refused(why: &ask::Refused) -> Refused {
    Refused {
        code: code(why.code),
        reason: Cow::Borrowed(why.reason),
        numbers: reasons::numbers(why.reason, why.numbers.clone()),
        why: why.why.clone(),
        rule: why.rule.map(|rule| Cow::Borrowed(rule.name())),
        clauses: why.clauses.clone(),
        readings: why.readings(),
        problems: why.problems().iter().cloned().map(ProblemLine::from).collect(),
    }
}
