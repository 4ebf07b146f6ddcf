//! What somebody asked to have dealt (players, stacks, button, blinds owed, house), and why it cannot be.

use std::fmt;
use std::sync::Arc;

use chips::Chips;
use rulebook::{Rule, rule};
use seating::{MAX_SEATS, Person, Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::deck::DeckSource;
use crate::house::{Antes, House};

/// A player to be dealt in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Entrant {
    pub seat: Seat,
    pub person: Person,
    pub stack: Chips,
}

/// The kind of a forced or optional payment before the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PostKind {
    /// An ante, matched like a bet.
    Ante,
    /// An ante for everybody, or another dead payment: goes to the main pot and is nobody's bet.
    Dead,
    /// A blind; 0 is the first blind.
    Blind(u8),
    /// One more blind by choice, after the last.
    OverBlind,
    /// A live post out of turn: counts as its seat's bet but does not move the opener.
    Live,
}

/// A payment due before the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct DuePost {
    pub seat: Seat,
    pub kind: PostKind,
    /// The nominal amount; a smaller stack posts what it has.
    pub amount: Chips,
}

/// Where the amount of commission comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommissionSource {
    /// The house's own calculation.
    #[default]
    Book,
    /// A record states what each pot bore, main pot first; a single amount is taken from the main pot on. If
    /// that is more than a pot holds or names more pots than there are, the house's own calculation applies.
    Stated(Vec<Chips>),
}

/// What is taken from a record instead of the book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordOverrides {
    /// Commission.
    pub commission: CommissionSource,
    /// Showing order, shows and mucks are accepted in any order.
    pub showdown: bool,
    /// Who collected how much of which pot, where the record's shares of equal hands differ from the book's.
    pub awards: Vec<(u8, Seat, Chips)>,
}

/// A hand as requested. [`crate::Hand::open`] makes a hand of it or reports everything that is wrong.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lineup {
    /// The house that it is played by.
    #[serde(with = "crate::stored::shared_house")]
    pub house: Arc<House>,
    /// The number of the hand at its table.
    pub number: u64,
    /// The seat of the button; it may be empty.
    pub button: Seat,
    /// The players dealt in, in any order.
    pub entrants: Vec<Entrant>,
    /// The payments due before the deal, in the order of collection.
    pub dues: Vec<DuePost>,
    /// The seats that post blinds they missed; a live post of any other seat is a newcomer's.
    #[serde(default, skip_serializing_if = "Seats::is_empty")]
    pub returning: Seats,
    /// Where the order of the deck comes from.
    #[serde(default, skip_serializing_if = "DeckSource::is_prepared")]
    pub deck: DeckSource,
    /// What is taken from a record.
    #[serde(default, skip_serializing_if = "RecordOverrides::is_empty")]
    pub record: RecordOverrides,
}

impl RecordOverrides {
    /// True when nothing is taken from a record; the field is then left out of the stored form.
    pub fn is_empty(&self) -> bool {
        *self == RecordOverrides::default()
    }
}

impl Lineup {
    /// The lineup by the book: blinds and antes placed as the house says for this button. For hands without a
    /// [`Table`](crate::Table): records, scripts, simulations.
    pub fn by_the_book(house: &Arc<House>, number: u64, button: Seat, entrants: Vec<Entrant>) -> Lineup {
        let order = DealOrder::of(button, &entrants);
        let mut blinds = [None; MAX_BLINDS];
        let count = blind_posters(house, button, &order, &mut blinds);
        Lineup::with_order(house, number, button, entrants, &order, &blinds[..count])
    }

    /// The lineup with blinds at given seats, first blind first; `None` for a blind that nobody posts. A
    /// table calls it, which knows where its blinds moved.
    pub fn with_blinds(
        house: &Arc<House>,
        number: u64,
        button: Seat,
        entrants: Vec<Entrant>,
        blinds: &[Option<Seat>],
    ) -> Lineup {
        let order = DealOrder::of(button, &entrants);
        Lineup::with_order(house, number, button, entrants, &order, blinds)
    }

    /// The lineup with its blinds and antes due in the order of the house's rules; `order` is the dealing
    /// order of the entrants.
    fn with_order(
        house: &Arc<House>,
        number: u64,
        button: Seat,
        entrants: Vec<Entrant>,
        order: &[Seat],
        blinds: &[Option<Seat>],
    ) -> Lineup {
        let mut dues = Vec::with_capacity(order.len() + blinds.len());
        let post_antes = |dues: &mut Vec<DuePost>| {
            let each = |amount: Chips| {
                order.iter().map(move |seat| DuePost { seat: *seat, kind: PostKind::Ante, amount })
            };
            match (house.stakes.bomb_pot, house.stakes.antes) {
                (Some(amount), _) | (None, Antes::EachPlayer(amount)) => dues.extend(each(amount)),
                (None, Antes::BigBlind(amount)) => {
                    let seat = blinds.last().copied().flatten();
                    dues.extend(seat.map(|seat| DuePost { seat, kind: PostKind::Dead, amount }));
                }
                (None, Antes::Off) => {}
            }
        };
        if house.stakes.short_stack_posts_ante_first {
            post_antes(&mut dues);
        }
        for (at, (seat, amount)) in blinds.iter().zip(&house.stakes.blinds).enumerate() {
            let due = |seat: Seat| DuePost { seat, kind: PostKind::Blind(at as u8), amount: *amount };
            dues.extend(seat.map(due));
        }
        if !house.stakes.short_stack_posts_ante_first {
            post_antes(&mut dues);
        }
        Lineup {
            house: Arc::clone(house),
            number,
            button,
            entrants,
            dues,
            returning: Seats::NONE,
            deck: DeckSource::Prepared,
            record: RecordOverrides::default(),
        }
    }

    /// True for the seat that puts in one ante for everybody: the one with the last blind, where the house
    /// has that ante. Tells such a dead post from a missed blind.
    pub fn is_big_blind_ante(&self, seat: Seat) -> bool {
        let last = self.dues.iter().rfind(|due| matches!(due.kind, PostKind::Blind(_)));
        matches!(self.house.stakes.antes, Antes::BigBlind(_)) && last.is_some_and(|last| last.seat == seat)
    }

    /// Every reason why this lineup cannot be dealt, in the order of the rules; empty where it can. All are
    /// reported, so that a form or script can show them at once.
    ///
    /// ```
    /// use chips::Chips;
    /// use seating::{Person, Seat};
    /// use table::{Entrant, House, Lineup, LineupProblem};
    ///
    /// # let book = rulebook::Book::named("practice").ok_or("no such book")?;
    /// # let determined = book.determine(&[]).map_err(|problems| format!("{problems:?}"))?;
    /// # let house = House::of(&determined).map_err(|problems| format!("{problems:?}"))?;
    /// # let house = std::sync::Arc::new(house);
    /// let stack = Chips::new(100).ok_or("too many chips")?;
    /// let alone = vec![Entrant { seat: Seat::FIRST, person: Person(1), stack }];
    /// let lineup = Lineup::by_the_book(&house, 1, Seat::FIRST, alone);
    /// assert_eq!(lineup.problems(), [LineupProblem::TooFewPlayers { players: 1 }]);
    /// # Ok::<(), String>(())
    /// ```
    pub fn problems(&self) -> Vec<LineupProblem> {
        let mut problems = Vec::new();
        if self.entrants.len() > MAX_SEATS {
            problems.push(LineupProblem::TooManyPlayers { players: self.entrants.len(), most: MAX_SEATS });
        }
        let mut seen = Seats::NONE;
        for entrant in &self.entrants {
            if seen.contains(entrant.seat) {
                problems.push(LineupProblem::SeatTwice { seat: entrant.seat });
            }
            seen = seen.with(entrant.seat);
            if entrant.stack.is_zero() {
                problems.push(LineupProblem::NoChips { seat: entrant.seat });
            }
        }
        let players = self.entrants.len();
        if players < 2 {
            problems.push(LineupProblem::TooFewPlayers { players });
        }
        let most = usize::from(self.house.most_players());
        if players > most && players <= MAX_SEATS {
            problems.push(LineupProblem::TooManyPlayers { players, most });
        }
        let blinds = self.house.stakes.blinds.len();
        if players >= 2 && players < blinds && self.house.stakes.bomb_pot.is_none() && !self.record.showdown {
            problems.push(LineupProblem::TooFewForTheBlinds { players, blinds });
        }
        let total: u128 = self.entrants.iter().map(|entrant| u128::from(entrant.stack.get())).sum();
        if total > u128::from(Chips::MAX.get()) {
            problems.push(LineupProblem::TooManyChips);
        }
        for due in &self.dues {
            if !seen.contains(due.seat) {
                problems.push(LineupProblem::DueFromNobody { seat: due.seat });
            }
        }
        problems
    }
}

/// The most blinds in a hand.
pub const MAX_BLINDS: usize = 3;

/// The players' seats clockwise from the left of the button; the button's own seat comes last.
///
/// ```
/// use chips::Chips;
/// use seating::{Person, Seat};
/// use table::{DealOrder, Entrant};
///
/// let player = |seat: Seat| Entrant { seat, person: Person(u64::from(seat.number())), stack: Chips::ZERO };
/// let entrants: Vec<Entrant> = Seat::up_to(3).map(player).collect();
/// let order: Vec<u8> = DealOrder::of(Seat::FIRST, &entrants).iter().map(|seat| seat.number()).collect();
/// assert_eq!(order, [2, 3, 1]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DealOrder {
    seats: [Seat; MAX_SEATS],
    count: usize,
}

impl DealOrder {
    /// The dealing order of these players; a seat listed twice counts once. A hand numbers its players by it.
    pub fn of(button: Seat, entrants: &[Entrant]) -> DealOrder {
        let mut taken = Seats::NONE;
        for entrant in entrants {
            taken = taken.with(entrant.seat);
        }
        let mut order = DealOrder { seats: [button; MAX_SEATS], count: 0 };
        for seat in taken.clockwise_from(button) {
            order.seats[order.count] = seat;
            order.count += 1;
        }
        order
    }
}

impl std::ops::Deref for DealOrder {
    type Target = [Seat];

    /// The seats in dealing order: first left of the button first, the button last.
    fn deref(&self) -> &[Seat] {
        &self.seats[..self.count]
    }
}

/// How many seats clockwise from one to another, 1 to [`MAX_SEATS`]; from a seat to itself, a full circle.
/// Empty seats count.
///
/// ```
/// use seating::{MAX_SEATS, Seat};
/// use table::steps_clockwise;
///
/// let (two, five) = (Seat::new(2).ok_or("no such seat")?, Seat::new(5).ok_or("no such seat")?);
/// assert_eq!(steps_clockwise(two, five), 3);
/// assert_eq!(steps_clockwise(five, two), MAX_SEATS - 3);
/// assert_eq!(steps_clockwise(two, two), MAX_SEATS);
/// # Ok::<(), String>(())
/// ```
pub fn steps_clockwise(from: Seat, to: Seat) -> usize {
    let (from, to) = (usize::from(from.number()), usize::from(to.number()));
    if to > from { to - from } else { to + MAX_SEATS - from }
}

/// Fills in the seats of the blinds, first blind first, when every player after the button posts in turn;
/// returns how many there are. `order` is the dealing order; with two players the house says who posts first.
pub fn blind_posters(
    house: &House,
    button: Seat,
    order: &[Seat],
    posters: &mut [Option<Seat>; MAX_BLINDS],
) -> usize {
    if house.stakes.bomb_pot.is_some() {
        return 0;
    }
    let reversed = house.stakes.heads_up_button_posts_first && order.len() == 2 && order[1] == button;
    let count = house.stakes.blinds.len().min(order.len()).min(MAX_BLINDS);
    for (at, poster) in posters.iter_mut().enumerate().take(count) {
        *poster = Some(if reversed { order[order.len() - 1 - at] } else { order[at] });
    }
    count
}

/// Why a lineup cannot be dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum LineupProblem {
    SeatTwice { seat: Seat },
    NoChips { seat: Seat },
    TooFewPlayers { players: usize },
    TooManyPlayers { players: usize, most: usize },
    TooFewForTheBlinds { players: usize, blinds: usize },
    TooManyChips,
    DueFromNobody { seat: Seat },
}

impl LineupProblem {
    /// The rule that the problem rests on, cited where the hand is refused.
    pub const fn rule(&self) -> Rule {
        match self {
            LineupProblem::SeatTwice { .. } => rule::ONE_PLAYER_A_SEAT,
            LineupProblem::NoChips { .. } | LineupProblem::TooFewPlayers { .. } => rule::ENOUGH_PLAYERS,
            LineupProblem::TooManyPlayers { .. } => rule::DECK_BOUNDS_THE_PLAYERS,
            LineupProblem::TooFewForTheBlinds { .. } => rule::NUMBER_OF_BLINDS,
            LineupProblem::TooManyChips => rule::OF_THE_PROGRAM,
            LineupProblem::DueFromNobody { .. } => rule::FORCED_BETS_COME_FIRST,
        }
    }
}

impl fmt::Display for LineupProblem {
    /// Words a [`LineupProblem`] for people; programs get the refusal that holds it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineupProblem::SeatTwice { seat } => write!(f, "seat {seat} is taken twice"),
            LineupProblem::NoChips { seat } => write!(f, "seat {seat} has no chips"),
            LineupProblem::TooFewPlayers { players } => {
                write!(f, "expected at least two players to deal in, found {players}")
            }
            LineupProblem::TooManyPlayers { players, most } => {
                write!(f, "the deck serves at most {most} players, found {players}")
            }
            LineupProblem::TooFewForTheBlinds { players, blinds } => {
                write!(f, "{players} players cannot post {blinds} blinds: choose fewer blinds first")
            }
            LineupProblem::TooManyChips => write!(f, "the stacks add up to more than {}", Chips::MAX),
            LineupProblem::DueFromNobody { seat } => write!(f, "seat {seat} has to post but is not dealt in"),
        }
    }
}

impl std::error::Error for LineupProblem {}
