//! Turns what the room gave for one viewer into what that viewer is sent.
//!
//! Facts come in as [`VisibleEvent`], which only the table's view makes (SEC-01). No other event can be encoded:
//!
//! ```compile_fail,E0308
//! # use wire::encode::{Names, table_event};
//! fn leak(raw: &table::TableEvent, house: &table::House, names: &dyn Names) { table_event(raw, house, names); }
//! ```
//!
//! Nor can a whole hand or table be serialised:
//!
//! ```compile_fail,E0277
//! fn leak(table: &table::Table) -> String { serde_json::to_string(table).unwrap() }
//! ```
//! ```compile_fail,E0277
//! fn leak(hand: &table::Hand) -> String { serde_json::to_string(hand).unwrap() }
//! ```

mod made_hands;
mod proof;
mod refusal;
mod stakes;
mod words;

use std::borrow::Cow;
use std::sync::Arc;

use cards::HiddenCard;
use room::requests;
use rulebook::{Rule, readings, rule};
use seating::Person;
use table::view::VisibleEvent;
use table::{BlindFact, DeckFact, House, HouseFact, OfficialFact, SeatFact, StakeFact, TableFact};

use made_hands::{hand_on_board, winning_hand};
pub use proof::{commitment, cut, opening};
pub use refusal::{code, refusal};
pub use stakes::stakes;
pub use words::encode_half;
use words::{no_commission, post_kind, void_reason};

use super::event::{self, SeenCard, WireEvent, WireFact};
use super::frame::{WireRefusal, WireUpdate};
use super::problem::ProblemLine;
use super::reasons;
use super::value::{WireCard, WireChips, WireSeat};
use super::view::{
    HumanDealer, OverBlind, WireChair, WireClosedRaise, WireComingStakes, WireHandView, WireListing,
    WireMenu, WireOccupant, WireOwedBlinds, WirePlayerView, WirePosition, WirePot, WireRaiseMenu,
    WireStanding, WireTableView, WireTurnView,
};

/// How others see a person. The tables know people by number only.
pub trait Names: Send + Sync {
    /// The name that others see, and whether a program plays under it. Everybody has one, erased or not.
    fn name(&self, person: Person) -> (String, bool);

    /// The number that stands for a person in what is sent: the person's own, which identifies them. Whoever shows
    /// a hand without names must override it, with the seat's number, and 0 for somebody without a seat.
    fn number(&self, person: Person, _seat: Option<seating::Seat>) -> u64 {
        person.0
    }

    /// A reason as others see it, empty where it may not be shown: it may reveal who somebody is.
    fn reason(&self, reason: &str) -> String {
        reason.to_owned()
    }
}

/// A card as the viewer sees it; `None` if it lies face down for that viewer. The room has reduced it before.
pub fn card(card: HiddenCard) -> SeenCard {
    card.known_card().map(WireCard)
}

/// Cards that are public, in the order given.
fn wire_cards(cards: &[cards::Card]) -> Vec<WireCard> {
    cards.iter().copied().map(WireCard).collect()
}

/// A rule's name and the clauses of the house's book behind it, which go with every fact of a table.
fn citation(rule: Rule, house: &House) -> (Option<Cow<'static, str>>, Vec<String>) {
    (Some(Cow::Borrowed(rule.name())), house.determined.cites(rule).to_vec())
}

/// One fact of a table as its viewer saw it, with its rule and the clauses of `house`; who sees it was decided before.
pub fn table_event(seen: &VisibleEvent, house: &House, names: &dyn Names) -> WireEvent {
    let fact = seen.event();
    let what = match &fact.what {
        TableFact::Stakes(StakeFact::Sat { seat, person, stack, waits }) => {
            let (name, machine) = names.name(*person);
            WireFact::Sat {
                seat: WireSeat(*seat),
                person: names.number(*person, Some(*seat)),
                name,
                machine,
                stack: WireChips(*stack),
                waits: *waits,
            }
        }
        TableFact::Stakes(StakeFact::Left { seat, stack }) => {
            WireFact::Left { seat: WireSeat(*seat), stack: WireChips(*stack) }
        }
        TableFact::Seats(SeatFact::SatOut { seat }) => WireFact::SatOut { seat: WireSeat(*seat) },
        TableFact::Seats(SeatFact::OutAtBlind { seat, wished }) => {
            WireFact::OutAtBlind { seat: WireSeat(*seat), wished: *wished }
        }
        TableFact::Seats(SeatFact::SatIn { seat, waits, posts }) => {
            WireFact::SatIn { seat: WireSeat(*seat), waits: *waits, posts: *posts }
        }
        TableFact::Stakes(StakeFact::Bought { seat, amount }) => {
            WireFact::Bought { seat: WireSeat(*seat), amount: WireChips(*amount) }
        }
        TableFact::Seats(SeatFact::Leaving { seat }) => WireFact::Leaving { seat: WireSeat(*seat) },
        // The record shows who decided; the table learns what was decided and why.
        TableFact::Officials(OfficialFact::RemovalDecided { seat, reason, by: _, excluded }) => {
            WireFact::RemovalDecided {
                seat: WireSeat(*seat),
                reason: names.reason(reason),
                excluded: *excluded,
            }
        }
        TableFact::Officials(OfficialFact::Readmitted { person, by: _ }) => {
            WireFact::Readmitted { person: names.number(*person, None) }
        }
        TableFact::Officials(OfficialFact::RejoinReferred { person, seat, stack, took }) => {
            WireFact::RejoinReferred {
                person: names.number(*person, None),
                seat: WireSeat(*seat),
                stack: WireChips(*stack),
                took: WireChips(*took),
            }
        }
        TableFact::Officials(OfficialFact::RejoinDecided { person, allowed, by: _ }) => {
            WireFact::RejoinDecided { person: names.number(*person, None), allowed: *allowed }
        }
        TableFact::House(HouseFact::TimeTold { at }) => WireFact::TimeTold { at: at.0 },
        TableFact::House(HouseFact::TableOpened { house, deck: _, sign }) => {
            WireFact::TableOpened { stakes: stakes(house), sign: encode_sign(*sign) }
        }
        TableFact::Seats(SeatFact::HeldBack { seat }) => WireFact::HeldBack { seat: WireSeat(*seat) },
        TableFact::House(HouseFact::Determined { house, from_round, anew }) => {
            WireFact::Determined { stakes: stakes(house), from_hand: *from_round, anew: *anew }
        }
        TableFact::House(HouseFact::SignChanged { sign, from_round, at }) => {
            WireFact::SignChanged { sign: encode_sign(*sign), from_hand: *from_round, at: at.map(|at| at.0) }
        }
        TableFact::Blinds(BlindFact::ButtonPlaced { seat }) => {
            WireFact::ButtonPlaced { seat: WireSeat(*seat) }
        }
        TableFact::Deck(DeckFact::CardsReplaced { cards, reason, by: _, at: _ }) => {
            WireFact::CardsReplaced { cards: wire_cards(cards), reason: names.reason(reason) }
        }
        TableFact::Deck(DeckFact::CardsChecked { cards, counted, by, at: _ }) => WireFact::CardsChecked {
            by_supervisor: by.role == seating::Role::Supervisor,
            cards: wire_cards(cards),
            counted: *counted,
        },
        TableFact::Blinds(BlindFact::Positions { button, blinds }) => WireFact::Positions {
            button: WireSeat(*button),
            blinds: blinds.iter().map(|blind| blind.map(WireSeat)).collect(),
        },
        TableFact::Blinds(BlindFact::BlindMissed { seat, last }) => {
            WireFact::BlindMissed { seat: WireSeat(*seat), last: *last }
        }
        TableFact::Hand(event) => hand_fact(&event.what, names),
    };
    let (rule, clauses) = citation(fact.rule, house);
    WireEvent { what, rule, clauses }
}

/// A fact of a hand under its flat name on the wire, whatever its family; cards the viewer may not see are `None`.
fn hand_fact(what: &table::Fact, names: &dyn Names) -> WireFact {
    use table::{CardFact, ChipFact, ClockFact, CourseFact, Fact as Hand, PotFact, StreetFact, TurnFact};
    match what {
        Hand::Course(CourseFact::Opened(lineup)) => WireFact::Opened {
            hand: lineup.number,
            button: WireSeat(lineup.button),
            players: lineup
                .entrants
                .iter()
                .map(|entrant| {
                    let (name, machine) = names.name(entrant.person);
                    event::WireEntrant {
                        seat: WireSeat(entrant.seat),
                        person: names.number(entrant.person, Some(entrant.seat)),
                        name,
                        machine,
                        stack: WireChips(entrant.stack),
                    }
                })
                .collect(),
        },
        Hand::Cards(CardFact::Shuffled { cards }) => WireFact::DeckShuffled { cards: *cards },
        Hand::Cards(CardFact::Cut { after }) => WireFact::DeckCut { after: *after },
        Hand::Clock(ClockFact::ClockCalled { seat, seconds }) => {
            WireFact::ClockCalled { seat: WireSeat(*seat), seconds: *seconds }
        }
        Hand::Clock(ClockFact::TimeRanOut { seat }) => WireFact::TimeRanOut { seat: WireSeat(*seat) },
        Hand::Course(CourseFact::Voided { reason, by: _ }) => {
            WireFact::Voided { reason: void_reason(*reason) }
        }
        Hand::Chips(ChipFact::Refunded { seat, amount }) => {
            WireFact::Refunded { seat: WireSeat(*seat), amount: WireChips(*amount) }
        }
        Hand::Chips(ChipFact::Posted { seat, kind, amount, all_in }) => WireFact::Posted {
            seat: WireSeat(*seat),
            kind: post_kind(*kind),
            amount: WireChips(*amount),
            all_in: *all_in,
        },
        Hand::Cards(CardFact::HoleDealt { seat, card: dealt }) => {
            WireFact::HoleDealt { seat: WireSeat(*seat), card: card(*dealt), slot: dealt.slot() }
        }
        Hand::Cards(CardFact::Burned { card }) => WireFact::Burned { slot: card.slot() },
        Hand::Cards(CardFact::BoardDealt { card: dealt, board, shares }) => WireFact::BoardDealt {
            card: card(*dealt),
            slot: dealt.slot(),
            board: u8::from(*board),
            shares: *shares,
        },
        Hand::Street(StreetFact::BettingOpened { round, seat }) => {
            WireFact::BettingOpened { round: *round, seat: WireSeat(*seat) }
        }
        Hand::Street(StreetFact::BettingSkipped { round }) => WireFact::BettingSkipped { round: *round },
        Hand::Turn(TurnFact::Folded { seat }) => WireFact::Folded { seat: WireSeat(*seat) },
        Hand::Turn(TurnFact::Checked { seat, stands }) => {
            WireFact::Checked { seat: WireSeat(*seat), stands: *stands }
        }
        Hand::Turn(TurnFact::Called { seat, amount, all_in }) => {
            WireFact::Called { seat: WireSeat(*seat), amount: WireChips(*amount), all_in: *all_in }
        }
        Hand::Turn(TurnFact::Bet { seat, to, full, all_in }) => {
            WireFact::Bet { seat: WireSeat(*seat), to: WireChips(*to), full: *full, all_in: *all_in }
        }
        Hand::Turn(TurnFact::Raised { seat, to, full, all_in }) => {
            WireFact::Raised { seat: WireSeat(*seat), to: WireChips(*to), full: *full, all_in: *all_in }
        }
        Hand::Street(StreetFact::BettingClosed { round }) => WireFact::BettingClosed { round: *round },
        Hand::Chips(ChipFact::Returned { seat, amount }) => {
            WireFact::Returned { seat: WireSeat(*seat), amount: WireChips(*amount) }
        }
        Hand::Street(StreetFact::HandsTabled { first }) => WireFact::HandsTabled { first: WireSeat(*first) },
        Hand::Street(StreetFact::ShowdownOpened { first, early }) => {
            WireFact::ShowdownOpened { first: WireSeat(*first), early: *early }
        }
        Hand::Cards(CardFact::Shown { seat, cards }) => WireFact::Shown {
            seat: WireSeat(*seat),
            cards: cards
                .iter()
                .filter(|card| card.known_card().is_some())
                .map(|shown| card(*shown))
                .collect(),
        },
        Hand::Cards(CardFact::Mucked { seat }) => WireFact::Mucked { seat: WireSeat(*seat) },
        Hand::Cards(CardFact::CardsShown { seat, cards }) => {
            let count = cards.iter().rposition(|card| card.known_card().is_some()).map_or(0, |last| last + 1);
            WireFact::CardsShown {
                seat: WireSeat(*seat),
                cards: cards[..count].iter().map(|shown| card(*shown)).collect(),
            }
        }
        Hand::Pots(PotFact::PotFormed { pot, amount, eligible }) => WireFact::PotFormed {
            pot: *pot,
            amount: WireChips(*amount),
            eligible: eligible.iter().map(WireSeat).collect(),
        },
        Hand::Pots(PotFact::CommissionTaken { pot, amount, short_of_due }) => {
            WireFact::CommissionTaken { pot: *pot, amount: WireChips(*amount), short_of_due: *short_of_due }
        }
        Hand::Pots(PotFact::CommissionCapped { due, taken }) => {
            WireFact::CommissionCapped { due: WireChips(*due), taken: WireChips(*taken) }
        }
        Hand::Pots(PotFact::NoCommission { pot, reason }) => {
            WireFact::NoCommission { pot: *pot, reason: no_commission(*reason) }
        }
        Hand::Pots(PotFact::Awarded { pot, board, half, seat, amount }) => WireFact::Awarded {
            pot: *pot,
            board: u8::from(*board),
            half: encode_half(*half),
            seat: WireSeat(*seat),
            amount: WireChips(*amount),
        },
        Hand::Pots(PotFact::OddChips { pot, board, half, seat, amount }) => WireFact::OddChips {
            pot: *pot,
            board: u8::from(*board),
            half: encode_half(*half),
            seat: WireSeat(*seat),
            amount: WireChips(*amount),
        },
        Hand::Course(CourseFact::Closed) => WireFact::Closed {},
    }
}

/// What a table's sign says, its smallest stake and smallest bet, in chips.
fn encode_sign(sign: table::Sign) -> event::WireSign {
    event::WireSign { minimum_stake: WireChips(sign.minimum_stake), minimum_bet: WireChips(sign.minimum_bet) }
}

/// A fact of the room's own, such as a commitment: it rests on no rule, so it cites none.
fn room_event(what: WireFact) -> WireEvent {
    WireEvent { what, rule: None, clauses: Vec::new() }
}

/// A fact of the table or the room, as its viewer saw it; `house` is that of the hand it belongs to, for the clauses.
pub fn fact(fact: &requests::FactView, house: &House, names: &dyn Names) -> WireEvent {
    match fact {
        requests::FactView::Table(seen) => table_event(seen, house, names),
        requests::FactView::Deck { hand, commitment: made } => {
            room_event(WireFact::Deck { hand: *hand, commitment: commitment(made) })
        }
        requests::FactView::Cut(made) => room_event(WireFact::Cut { cut: cut(made) }),
        requests::FactView::Opening(shown) => room_event(WireFact::Opening { opening: opening(shown) }),
        requests::FactView::Standing(now) => room_event(WireFact::Standing { standing: standing(now) }),
        requests::FactView::TimeBank { seat, taken } => {
            room_event(WireFact::TimeBank { seat: WireSeat(*seat), taken: *taken })
        }
    }
}

/// The house of the hand that an update opens, if it opens one: a connection cites clauses from it from then on.
pub fn house_of_new_hand(update: &requests::Update) -> Option<&Arc<House>> {
    update.facts.iter().rev().find_map(|fact| {
        let requests::FactView::Table(seen) = fact else { return None };
        let TableFact::Hand(event) = &seen.event().what else { return None };
        let table::Fact::Course(table::CourseFact::Opened(lineup)) = &event.what else { return None };
        Some(&lineup.house)
    })
}

/// One record of a table, as a viewer is sent it: its facts in order, and what there is to do after them.
pub fn update(table: u64, update: &requests::Update, house: &House, names: &dyn Names) -> WireUpdate {
    WireUpdate {
        table,
        number: update.number,
        hand: update.hand,
        at: update.at.0,
        events: update.facts.iter().map(|seen| fact(seen, house, names)).collect(),
        position: position(&update.position, house),
        made: update.made.as_ref().map(|hands| hands.iter().map(hand_on_board).collect()),
        pots: update.pots.as_ref().map(|so_far| pots(so_far)),
        won: update.won.iter().map(winning_hand).collect(),
    }
}

/// The whole table as its viewer sees it, sent to one who begins to watch; the updates after it change it.
pub fn snapshot(view: &requests::TableView, names: &dyn Names) -> WireTableView {
    let house = view.house.as_ref();
    WireTableView {
        table: view.table,
        number: view.number,
        name: view.name.clone(),
        stakes: stakes(house),
        coming: view
            .coming
            .as_ref()
            .map(|(house, from)| WireComingStakes { stakes: stakes(house), hand: *from }),
        practice: view.practice,
        dealer: dealer(view.dealer),
        standing: standing(&view.standing),
        draining: view.draining,
        button: view.button.map(WireSeat),
        chairs: view.chairs.iter().map(|taken| chair(taken, names)).collect(),
        own: view.own.map(WireSeat),
        hand: view.hand.as_ref().map(hand),
        position: position(&view.position, house),
        contribute: view.contribute,
    }
}

/// What there is to do, in a snapshot or an update: the turn, and for its own seat the menu and what it may show.
fn position(now: &requests::Position, house: &House) -> WirePosition {
    WirePosition {
        turn: now.turn.map(|now| turn(&now, house)),
        menu: now.menu.map(|open| menu(&open, now.raise_closed, now.raises_left, house)),
        may_muck: now.may_muck,
        may_show: wire_cards(&now.may_show),
        over_blind: now.over_blind.map(|now| over_blind(&now, house)),
        owed: owed(&now.owed, house),
    }
}

/// An occupied seat as others see it, with the stack in chips and what is left of a lost connection's time in ms.
fn chair(taken: &requests::ChairView, names: &dyn Names) -> WireChair {
    let (name, machine) = names.name(taken.person);
    WireChair {
        seat: WireSeat(taken.seat),
        person: names.number(taken.person, Some(taken.seat)),
        name,
        machine: machine || taken.machine,
        stack: WireChips(taken.stack),
        away: taken.away,
        waits: taken.waits,
        leaving: taken.leaving,
        connected: taken.connected,
        disconnect_ms: taken.disconnect_left,
        out_at_blind: taken.out_at_blind,
    }
}

/// The hand in progress or just over, as its viewer sees it: cards that are face down for them are `None`.
fn hand(view: &requests::HandView) -> WireHandView {
    let player = |player: &requests::PlayerView| WirePlayerView {
        seat: WireSeat(player.seat),
        in_round: WireChips(player.in_round),
        in_hand: WireChips(player.in_hand),
        folded: player.folded,
        all_in: player.all_in,
        shown: player.shown,
        cards: player.cards.iter().copied().map(card).collect(),
    };
    let cards = |board: &[HiddenCard]| board.iter().copied().map(card).collect();
    WireHandView {
        hand: view.number,
        over: view.over,
        button: WireSeat(view.button),
        round: view.betting_round,
        players: view.players.iter().map(player).collect(),
        board: cards(view.boards.first()),
        more_boards: view.boards.further().map(cards).collect(),
        pot: WireChips(view.pot),
        commitment: view.commitment.as_ref().map(commitment),
        cut: view.cut.as_ref().map(cut),
        openings: view.openings.iter().map(opening).collect(),
        made: view.made.iter().map(hand_on_board).collect(),
        pots: pots(&view.pots),
        won: view.won.iter().map(winning_hand).collect(),
    }
}

/// The pots so far, numbered from 0 with the main pot first, and who can win each.
fn pots(so_far: &[table::CurrentPot]) -> Vec<WirePot> {
    let pot = |(number, pot): (u8, &table::CurrentPot)| WirePot {
        pot: number,
        amount: WireChips(pot.amount),
        eligible: pot.eligible.iter().map(WireSeat).collect(),
    };
    (0..).zip(so_far).map(pot).collect()
}

/// Whose turn it is, under which hand and number of acts, what it faces in chips, and its time left in milliseconds.
fn turn(now: &requests::TurnView, house: &House) -> WireTurnView {
    WireTurnView {
        seat: WireSeat(now.seat),
        hand: now.turn.hand,
        acts: now.turn.acts,
        facing: WireChips(now.turn.facing),
        showing: now.showing,
        left_ms: now.left,
        whole_ms: now.whole,
        bank_ms: now.bank,
        disconnected: now.disconnected,
        rule: now.rule.map(|rule| rule.name().to_owned()),
        clauses: now.rule.map(|rule| house.determined.cites(rule).to_vec()).unwrap_or_default(),
    }
}

/// The offer of an over-blind before the deal, to the seat that may place it, with its amount and the time left.
fn over_blind(now: &requests::OverBlindView, house: &House) -> OverBlind {
    let offers = rule::OVER_BLIND_BEFORE_THE_DEAL;
    OverBlind {
        hand: now.turn.hand,
        acts: now.turn.acts,
        amount: WireChips(now.turn.facing),
        left_ms: now.left,
        rule: offers.name().to_owned(),
        clauses: house.determined.cites(offers).to_vec(),
    }
}

/// The blinds that seats owe which are not dealt in, live and dead, in chips, each with its rule and clauses.
fn owed(seats: &[table::OwedBlinds], house: &House) -> Vec<WireOwedBlinds> {
    let one = |owes: &table::OwedBlinds| WireOwedBlinds {
        seat: WireSeat(owes.seat),
        live: WireChips(owes.live),
        dead: WireChips(owes.dead),
        posts: owes.posts,
        rule: owes.rule.name().to_owned(),
        clauses: house.determined.cites(owes.rule).to_vec(),
    };
    seats.iter().map(one).collect()
}

/// The acts that would be accepted from the seat on turn, in chips, and why no raise would be if a rule forbids it.
fn menu(
    open: &table::Menu,
    closed: Option<table::Refusal>,
    raises_left: Option<u32>,
    house: &House,
) -> WireMenu {
    let closed = closed.map(|refusal| {
        let clauses = house.determined.cites(refusal.rule).to_vec();
        WireClosedRaise {
            reason: refusal.why.name().to_owned(),
            numbers: reasons::numbers(refusal.why.name(), refusal.why.values()),
            why: refusal.why.to_string(),
            rule: refusal.rule.name().to_owned(),
            readings: readings::reading_ids(&clauses),
            clauses,
        }
    });
    WireMenu {
        closed,
        raises_left,
        fold: open.fold,
        check: open.check,
        stands: open.stands,
        call: open.call.map(WireChips),
        call_and_fold: open.call_and_fold.is_some(),
        fold_costs: open.call_and_fold.filter(|costs| open.call != Some(*costs)).map(WireChips),
        raise: open.raise.map(|raise| WireRaiseMenu {
            is_bet: raise.is_bet,
            min: WireChips(raise.least),
            max: WireChips(raise.most),
            unit: WireChips(raise.unit),
            all_in: WireChips(raise.all_in),
        }),
    }
}

/// Whether a table is in play, paused, closing, closed or stopped, as the lobby and its viewers see it.
pub fn standing(now: &requests::Standing) -> WireStanding {
    match now {
        requests::Standing::Open => WireStanding::Open {},
        requests::Standing::Paused { reason } => WireStanding::Paused { reason: reason.clone() },
        requests::Standing::Closing { reason } => WireStanding::Closing { reason: reason.clone() },
        requests::Standing::Closed { reason } => WireStanding::Closed { reason: reason.clone() },
        requests::Standing::Stopped { why, reference } => WireStanding::Stopped {
            why: why.clone(),
            reason: "stopped".into(),
            numbers: reasons::numbers("stopped", vec![("reference", reference.as_str().into())]),
        },
    }
}

/// Who deals, as the wire shows it: `None` for the software, so that the field is left out.
fn dealer(who: requests::Dealer) -> Option<HumanDealer> {
    match who {
        requests::Dealer::Software => None,
        requests::Dealer::Person => Some(HumanDealer::Person),
    }
}

/// A table as the lobby lists it to anybody: names and seats of the players, no stacks and no cards.
pub fn listing(line: &requests::Listing, names: &dyn Names) -> WireListing {
    let seated = |(taken, person): &(seating::Seat, Person)| {
        let (name, machine) = names.name(*person);
        WireOccupant { seat: WireSeat(*taken), person: person.0, name, machine }
    };
    WireListing {
        table: line.table,
        name: line.name.clone(),
        stakes: stakes(&line.house),
        practice: line.practice,
        dealer: dealer(line.dealer),
        seated: line.seated.iter().map(seated).collect(),
        standing: standing(&line.standing),
        hand: line.hand,
    }
}
