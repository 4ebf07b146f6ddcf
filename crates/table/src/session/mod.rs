//! The table between and during hands: chairs, stakes, button, blinds owed, and the hand being played.

mod acts;
mod admission;
mod chair;
mod departures;
mod determination;
mod facts;
mod new_cards;
mod opening;
mod refusal;
mod setup;
mod snapshot;

use std::sync::Arc;

use chips::Chips;
use rulebook::{Rule, rule};
use seating::{Actor, MAX_SEATS, Person, Seat};
use serde::{Deserialize, Serialize};

use self::admission::{AbsentPlayers, Admission};
use self::refusal::refuse;
use self::snapshot::AnnouncedHouse;
use crate::command::{Act, Post};
use crate::deck::DeckSource;
use crate::event::{CourseFact, Fact};
use crate::hand::Hand;
use crate::house::House;

pub use self::acts::{ChairAct, HouseAct, OfficialAct, TableAct, TableCommand};
pub use self::admission::Timestamp;
pub use self::chair::{BlindMarks, Chair, Entry, MissedBlinds, PlayerPresence, Removal};
pub use self::departures::MAX_REASON_LENGTH;
pub use self::facts::{
    BlindFact, DeckFact, HouseFact, OfficialFact, SeatFact, StakeFact, TableEvent, TableFact,
};
pub use self::new_cards::{CheckDue, CheckFault, Checker, NewCards};
pub use self::opening::OwedBlinds;
pub use self::refusal::{TableRefusal, TableRefusalReason};
pub use self::snapshot::TableSnapshot;

/// Receives the events of a command: each in order, after it was applied.
pub type Sink<'a> = &'a mut dyn FnMut(TableEvent);

/// A poker table.
///
/// ```
/// use chips::Chips;
/// use seating::{Actor, Person, Seat};
/// use table::{ChairAct, House, HouseAct, Table, TableAct, TableCommand};
///
/// # let book = rulebook::Book::named("practice").ok_or("no such book")?;
/// # let determined = book.determine(&[]).map_err(|problems| format!("{problems:?}"))?;
/// # let house = House::of(&determined).map_err(|problems| format!("{problems:?}"))?;
/// # let house = std::sync::Arc::new(house);
/// let mut table = Table::new(house);
/// let stack = Chips::new(100).ok_or("too many chips")?;
/// let mut events = Vec::new();
/// for seat in Seat::up_to(3) {
///     let person = Person(u64::from(seat.number()));
///     let sit = TableAct::Chair(ChairAct::Sit { seat, person, stack });
///     let command = TableCommand { by: Actor::player(person), act: sit };
///     table.take(&command, &mut |event| events.push(event)).map_err(|refusal| refusal.to_string())?;
/// }
/// let open = TableCommand { by: Actor::HOUSE, act: TableAct::House(HouseAct::Open) };
/// table.take(&open, &mut |event| events.push(event)).map_err(|refusal| refusal.to_string())?;
/// assert_eq!(table.hands_opened(), 1);
/// assert_eq!(events[0].what.name(), "sat");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    house: Arc<House>,
    next_house: Option<AnnouncedHouse>,
    chairs: [Option<Chair>; MAX_SEATS + 1],
    /// Button and blinds of the last hand; the blinds in their order.
    button: Option<Seat>,
    positions: Vec<Seat>,
    hand: Option<Hand>,
    hands_opened: u64,
    deck: DeckSource,
    /// How things stood before the last hand, in case it is declared void.
    state_before_hand: Option<BeforeHand>,
    absent_players: AbsentPlayers,
    new_cards: Option<NewCards>,
    /// The time that the room last reported.
    now: Option<Timestamp>,
}

/// Button, blinds and blind marks before a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BeforeHand {
    button: Option<Seat>,
    positions: Vec<Seat>,
    marks: Vec<(Seat, Person, BlindMarks)>,
}

impl Table {
    /// An empty table with this house and a prepared deck: for scripts, records and tests. A room opens one
    /// with an event.
    pub fn new(house: Arc<House>) -> Table {
        Table {
            house,
            next_house: None,
            chairs: [const { None }; MAX_SEATS + 1],
            button: None,
            positions: Vec::new(),
            hand: None,
            hands_opened: 0,
            deck: DeckSource::Prepared,
            state_before_hand: None,
            absent_players: AbsentPlayers::default(),
            new_cards: None,
            now: None,
        }
    }

    /// Opens a table in a room, with the event to be stored first: its deck is shuffled and cut at the table,
    /// and its sign is on record (4.1).
    pub fn open_in_room(house: Arc<House>) -> (Table, TableEvent) {
        Table::open_with_deck(house, DeckSource::AtTable)
    }

    /// Opens a table in a room with its deck from the given source, and the event to be stored first;
    /// applying that event to an empty table gives this one.
    pub fn open_with_deck(house: Arc<House>, deck: DeckSource) -> (Table, TableEvent) {
        let mut table = Table::new(Arc::clone(&house));
        let sign = house.sign();
        let what = TableFact::House(HouseFact::TableOpened { house, deck, sign });
        let event = TableEvent { what, rule: rule::MINIMUMS_ARE_ON_RECORD };
        table.apply(&event);
        (table, event)
    }

    /// The same table with its deck from the given source, for the hands to come.
    #[must_use]
    pub fn with_deck(self, deck: DeckSource) -> Table {
        Table { deck, ..self }
    }

    /// The house announced for hands to come, until it takes effect; it may be the next hand's already.
    pub fn announced_house(&self) -> Option<&Arc<House>> {
        self.next_house.as_ref().map(|next| &next.house)
    }

    /// [`Table::announced_house`], with the number of the first hand that it applies to, counted from 1.
    pub fn announced_change(&self) -> Option<(&Arc<House>, u64)> {
        self.next_house.as_ref().map(|next| (&next.house, next.from_round))
    }

    /// The house for the hands to come: the announced one once its hand is next. A running hand keeps its
    /// own, [`Hand::house`].
    pub fn house(&self) -> &Arc<House> {
        match &self.next_house {
            Some(next) if next.from_round <= self.hands_opened + 1 => &next.house,
            Some(_) | None => &self.house,
        }
    }

    /// The chair of a seat, if it is occupied; the stack there stands still while its player is in a hand.
    pub fn chair(&self, seat: Seat) -> Option<&Chair> {
        self.chairs[usize::from(seat.number())].as_ref()
    }

    /// Every occupied seat with its chair, in the order of the seats.
    pub fn chairs(&self) -> impl Iterator<Item = (Seat, &Chair)> {
        Seat::up_to(MAX_SEATS as u8).filter_map(|seat| Some((seat, self.chair(seat)?)))
    }

    /// The seat of the button in the last hand opened, or where it was placed since; `None` before the first.
    pub fn button(&self) -> Option<Seat> {
        self.button
    }

    /// The hand being played, or the last one; `None` before the first.
    pub fn hand(&self) -> Option<&Hand> {
        self.hand.as_ref()
    }

    /// How many hands have been opened so far, void ones included: the number of the last hand, counted from
    /// 1.
    pub fn hands_opened(&self) -> u64 {
        self.hands_opened
    }

    /// Whether a hand is in play: the stakes of those dealt in and the button are fixed until it is over.
    fn is_playing(&self) -> bool {
        self.hand.as_ref().is_some_and(|hand| !hand.is_over())
    }

    /// What the rules make of a command: the facts that it leads to, in order. Changes nothing, and agrees
    /// with [`Table::take`].
    ///
    /// # Errors
    /// The refusal, if the rules do not allow the act.
    ///
    /// ```
    /// use chips::Chips;
    /// use seating::{Actor, Person, Seat};
    /// use table::{ChairAct, House, Table, TableAct, TableCommand};
    ///
    /// # let book = rulebook::Book::named("practice").ok_or("no such book")?;
    /// # let determined = book.determine(&[]).map_err(|problems| format!("{problems:?}"))?;
    /// # let house = House::of(&determined).map_err(|problems| format!("{problems:?}"))?;
    /// # let house = std::sync::Arc::new(house);
    /// let table = Table::new(house);
    /// let stack = Chips::new(1).ok_or("too many chips")?;
    /// let act = TableAct::Chair(ChairAct::Sit { seat: Seat::FIRST, person: Person(1), stack });
    /// let command = TableCommand { by: Actor::player(Person(1)), act };
    /// let refusal = table.decide(&command).expect_err("below the smallest stake");
    /// assert_eq!(refusal.reason(), "stake_too_small");
    /// # Ok::<(), String>(())
    /// ```
    pub fn decide(&self, command: &TableCommand) -> Result<Vec<TableEvent>, TableRefusal> {
        let mut events = Vec::new();
        self.clone().take(command, &mut |event| events.push(event))?;
        Ok(events)
    }

    /// Decides a command and applies what was decided, with what follows from it by itself, such as folding
    /// for a player who left; `sink` gets each event in order, after it was applied.
    ///
    /// A caller with state of its own besides the table follows the facts through `sink`, without a second
    /// table to apply them to.
    ///
    /// # Errors
    /// The refusal, if the rules do not allow the act; then nothing has changed and `sink` was not called.
    pub fn take(&mut self, command: &TableCommand, sink: Sink<'_>) -> Result<(), TableRefusal> {
        let events = match &command.act {
            TableAct::Hand(act) => {
                let due = self.hand.as_ref().and_then(Hand::next_due);
                self.take_hand_act(command.by, act, sink)?;
                if let (Act::Post { seat, post: Post::Decline }, Some(due)) = (act, due)
                    && !self.is_playing()
                {
                    self.sit_out_decliner(*seat, due.kind, sink);
                }
                self.process_departures(sink);
                return Ok(());
            }
            TableAct::Chair(ChairAct::Sit { seat, person, stack }) => {
                self.require_person_or_house(*person, command.by)?;
                vec![self.sit(*seat, *person, *stack)?]
            }
            TableAct::Chair(ChairAct::Leave { seat }) => vec![self.leave(*seat, command.by)?],
            TableAct::Official(OfficialAct::Remove { seat, reason }) => {
                self.remove(*seat, reason, false, command.by)?
            }
            TableAct::Official(OfficialAct::Exclude { seat, reason }) => {
                self.remove(*seat, reason, true, command.by)?
            }
            TableAct::Official(OfficialAct::Readmit { person }) => {
                self.require_official(command.by, rule::EXCLUDED_AFTER_THE_ROUND)?;
                let what = TableFact::Officials(OfficialFact::Readmitted { person: *person, by: command.by });
                vec![TableEvent { what, rule: rule::EXCLUDED_AFTER_THE_ROUND }]
            }
            TableAct::Official(OfficialAct::DecideRejoin { person, allowed }) => {
                self.require_official(command.by, rule::RETURN_WITH_LESS_IS_REFERRED)?;
                if !self.is_awaiting_official(*person) {
                    return refuse(TableRefusalReason::NotReferred, rule::RETURN_WITH_LESS_IS_REFERRED);
                }
                let what = TableFact::Officials(OfficialFact::RejoinDecided {
                    person: *person,
                    allowed: *allowed,
                    by: command.by,
                });
                vec![TableEvent { what, rule: rule::RETURN_WITH_LESS_IS_REFERRED }]
            }
            TableAct::Chair(ChairAct::TakeOff { seat, .. }) => {
                self.own_chair(*seat, command.by)?;
                if self.is_playing() && self.is_in_hand(*seat) {
                    return refuse(TableRefusalReason::HandRunning, rule::NO_PURCHASE_IN_A_ROUND);
                }
                let small_purchases = self.house().has(rule::INCIDENTAL_PURCHASES);
                let rule =
                    if small_purchases { rule::INCIDENTAL_PURCHASES } else { rule::NO_CHIPS_OFF_THE_TABLE };
                return refuse(TableRefusalReason::NoChipsOff { small_purchases }, rule);
            }
            TableAct::House(HouseAct::ReportTime { at }) => {
                self.require_person_or_house(Person::HOUSE, command.by)?;
                let what = TableFact::House(HouseFact::TimeTold { at: *at });
                vec![TableEvent { what, rule: rule::OF_THE_PROGRAM }]
            }
            TableAct::Chair(ChairAct::SitOut { seat }) => {
                self.own_chair(*seat, command.by)?;
                let what = TableFact::Seats(SeatFact::SatOut { seat: *seat });
                vec![TableEvent { what, rule: rule::SITTING_OUT_MISSES_BLINDS }]
            }
            TableAct::Chair(ChairAct::SitOutAtBlind { seat, wished }) => {
                self.own_chair(*seat, command.by)?;
                if *wished && self.house().stakes.blinds.is_empty() {
                    return refuse(TableRefusalReason::NoBlinds, rule::BLINDS_OR_ANTES);
                }
                vec![TableEvent {
                    what: TableFact::Seats(SeatFact::OutAtBlind { seat: *seat, wished: *wished }),
                    rule: rule::SITTING_OUT_MISSES_BLINDS,
                }]
            }
            TableAct::Chair(ChairAct::SitIn { seat, posts }) => {
                let chair = self.own_chair(*seat, command.by)?;
                let BlindMarks { entry, missed } = chair.blinds;
                let waits = chair.blinds.owes();
                let what = TableFact::Seats(SeatFact::SatIn { seat: *seat, waits, posts: waits && *posts });
                let rule = match (missed.any(), entry.is_pending()) {
                    (true, _) => rule::MISSED_BLINDS_ARE_POSTED,
                    (false, true) if *posts => rule::NEWCOMER_POSTS,
                    (false, true) => rule::NEWCOMER_WAITS,
                    (false, false) => rule::SITTING_OUT_MISSES_BLINDS,
                };
                vec![TableEvent { what, rule }]
            }
            TableAct::Chair(ChairAct::Buy { seat, amount }) => {
                let stack = self.own_chair(*seat, command.by)?.stack;
                if self.is_playing() && self.is_in_hand(*seat) {
                    return refuse(TableRefusalReason::HandRunning, rule::NO_PURCHASE_IN_A_ROUND);
                }
                if *amount == Chips::ZERO {
                    // Buying nothing would put an act on record that did not happen. If the stake itself is
                    // too small or cannot grow, that is the reason given; otherwise no clause of a book
                    // covers it.
                    self.check_top_up(stack, stack)?;
                    self.check_top_up(stack, stack + self.house().stakes.smallest_chip)?;
                    let at_least = self.house().stakes.smallest_chip;
                    return refuse(TableRefusalReason::NothingBought { at_least }, rule::OF_THE_PROGRAM);
                }
                self.check_top_up(stack, stack + *amount)?;
                let what = TableFact::Stakes(StakeFact::Bought { seat: *seat, amount: *amount });
                vec![TableEvent { what, rule: rule::TOP_UP_WITHIN_LIMITS }]
            }
            TableAct::House(HouseAct::Determine { house, anew }) => {
                self.determine(house, *anew, command.by)?
            }
            TableAct::Official(OfficialAct::ReplaceCards { cards, reason }) => {
                vec![self.replace_cards(cards, reason, command.by)?]
            }
            TableAct::Official(OfficialAct::CheckCards { cards, counted }) => {
                vec![self.check_cards(cards, *counted, command.by)?]
            }
            TableAct::House(HouseAct::PlaceButton { seat }) => {
                self.require_person_or_house(Person::HOUSE, command.by)?;
                if self.is_playing() {
                    return refuse(TableRefusalReason::HandRunning, rule::BUTTON_MOVES_CLOCKWISE);
                }
                let dealt_in = self.chair(*seat).is_some_and(Chair::is_ready);
                if self.house().stakes.button_moves_over_empty_seats && !dealt_in {
                    return refuse(
                        TableRefusalReason::ButtonOnEmptySeat { seat: *seat },
                        rule::BUTTON_MOVES_CLOCKWISE,
                    );
                }
                // The button's place was decided outside the program, and by no clause.
                vec![TableEvent {
                    what: TableFact::Blinds(BlindFact::ButtonPlaced { seat: *seat }),
                    rule: rule::OF_THE_PROGRAM,
                }]
            }
            TableAct::House(HouseAct::Open) => {
                self.require_person_or_house(Person::HOUSE, command.by)?;
                self.require_checked_cards()?;
                return self.open(sink);
            }
        };
        for event in events {
            self.push(event, sink);
        }
        self.process_departures(sink);
        Ok(())
    }

    /// Applies a decided event and passes it to the sink, in this order: the sink gets only events that are
    /// applied.
    fn push(&mut self, event: TableEvent, sink: Sink<'_>) {
        self.apply(&event);
        sink(event);
    }

    /// Copies the stacks of a finished hand to the chairs, which held the stacks before it until now.
    fn update_stacks_from_hand(&mut self) {
        let Some(hand) = &self.hand else { return };
        for seat in hand.seats() {
            if let Some(chair) = &mut self.chairs[usize::from(seat.number())] {
                chair.stack = hand.stack(seat);
            }
        }
    }

    /// Whether a seat was dealt into the hand in play or the last one, folded or not; ask
    /// [`Table::is_playing`] too.
    fn is_in_hand(&self, seat: Seat) -> bool {
        self.hand.as_ref().is_some_and(|hand| hand.seats().any(|dealt| dealt == seat))
    }

    /// Allows an act by the person it concerns, or by a role that may deal; for `Person::HOUSE`, by that role
    /// alone. For acts about a person or the whole table.
    fn require_person_or_house(&self, person: Person, by: Actor) -> Result<(), TableRefusal> {
        if by.role.may_deal() || (by.person == person && person != Person::HOUSE) {
            return Ok(());
        }
        refuse(TableRefusalReason::NotYours, rule::WHO_MAY_ACT)
    }

    /// The chair of a seat, if this actor is its player or acts for the house; otherwise the refusal.
    fn own_chair(&self, seat: Seat, by: Actor) -> Result<&Chair, TableRefusal> {
        match self.chair(seat) {
            None => refuse(TableRefusalReason::SeatEmpty { seat }, rule::OF_THE_PROGRAM),
            Some(chair) if by.role.may_deal() || chair.person == by.person => Ok(chair),
            Some(_) => refuse(TableRefusalReason::NotYours, rule::WHO_MAY_ACT),
        }
    }

    /// Seats a person with a stake, or refers a person who comes back with less to an official: the fact in
    /// either case. After the first hand a newcomer waits for the last blind or posts.
    fn sit(&self, seat: Seat, person: Person, stack: Chips) -> Result<TableEvent, TableRefusal> {
        let seats = self.house().seats;
        if seat.number() > seats {
            return refuse(TableRefusalReason::NoSuchSeat { seat, seats }, rule::SEATS_OF_THE_TABLE);
        }
        if self.chair(seat).is_some() {
            return refuse(TableRefusalReason::SeatTaken { seat }, rule::ONE_PLAYER_A_SEAT);
        }
        let seated = |(_, chair): &(Seat, &Chair)| person != Person::HOUSE && chair.person == person;
        if let Some((seat, _)) = self.chairs().find(seated) {
            return refuse(TableRefusalReason::AlreadySeated { seat }, rule::ONE_SEAT_A_PLAYER);
        }
        self.check_stake(stack, rule::STAKE_WITHIN_LIMITS)?;
        if let Admission::Referred { took } = self.admission(person, stack)? {
            let what = TableFact::Officials(OfficialFact::RejoinReferred { person, seat, stack, took });
            return Ok(TableEvent { what, rule: rule::RETURN_WITH_LESS_IS_REFERRED });
        }
        let waits = self.hands_opened > 0;
        let rule = if waits { rule::NEWCOMER_POSTS_OR_WAITS } else { rule::STAKE_WITHIN_LIMITS };
        Ok(TableEvent { what: TableFact::Stakes(StakeFact::Sat { seat, person, stack, waits }), rule })
    }

    /// Checks the stake after a purchase between hands (`after`), given the one before it. The largest stake
    /// always binds; the smallest binds a player who has lost everything, and one with chips left only where
    /// the house says so.
    fn check_top_up(&self, stack: Chips, after: Chips) -> Result<(), TableRefusal> {
        if stack.is_zero() && after < self.house().stakes.min_buy_in {
            return self.check_stake(after, rule::REBUY_OF_THE_MINIMUM);
        }
        if self.house().stakes.short_stack_plays_on {
            return self.check_largest_stake(after, rule::TOP_UP_WITHIN_LIMITS);
        }
        self.check_stake(after, rule::TOP_UP_WITHIN_LIMITS)
    }

    /// Refuses a stake outside the limits of the house, in chips, citing `rule`.
    fn check_stake(&self, stack: Chips, rule: Rule) -> Result<(), TableRefusal> {
        let house = self.house();
        if stack < house.stakes.min_buy_in {
            let why = TableRefusalReason::StakeTooSmall { stack, at_least: house.stakes.min_buy_in };
            return refuse(why, rule);
        }
        self.check_largest_stake(stack, rule)
    }

    /// Refuses a stake above the largest of the house, in chips, citing `rule`; without one, none is refused.
    fn check_largest_stake(&self, stack: Chips, rule: Rule) -> Result<(), TableRefusal> {
        let at_most = self.house().stakes.max_buy_in.unwrap_or(Chips::MAX);
        if stack > at_most {
            return refuse(TableRefusalReason::StakeTooLarge { stack, at_most }, rule);
        }
        Ok(())
    }

    /// Applies one decided event to the table. Holds no rules and cannot fail; recovery and replays feed
    /// stored events through it, of every version.
    pub fn apply(&mut self, event: &TableEvent) {
        match &event.what {
            TableFact::Stakes(StakeFact::Sat { seat, person, stack, waits }) => {
                self.fill_chair(*seat, *person, *stack, *waits);
            }
            TableFact::Stakes(StakeFact::Left { seat, stack }) => self.vacate_chair(*seat, *stack),
            TableFact::Seats(SeatFact::Leaving { seat }) => {
                self.change_chair(*seat, |chair| chair.leaving = true)
            }
            TableFact::Officials(OfficialFact::RemovalDecided { seat, excluded, .. }) => {
                self.change_chair(*seat, |chair| {
                    // An exclusion that was decided stays, whatever is decided after it.
                    if *excluded || chair.removal.is_none() {
                        chair.removal = Some(if *excluded { Removal::Excluded } else { Removal::Removed });
                    }
                })
            }
            TableFact::Officials(OfficialFact::Readmitted { person, .. }) => {
                self.absent_players.readmit(*person)
            }
            TableFact::Officials(OfficialFact::RejoinReferred { person, .. }) => {
                self.absent_players.refer(*person)
            }
            TableFact::Officials(OfficialFact::RejoinDecided { person, allowed, .. }) => {
                self.absent_players.decide(*person, *allowed)
            }
            TableFact::House(HouseFact::TimeTold { at }) => self.now = Some(*at),
            TableFact::House(HouseFact::TableOpened { house, deck, .. }) => {
                self.house = Arc::clone(house);
                self.deck = *deck;
            }
            TableFact::Deck(DeckFact::CardsReplaced { cards, .. }) => self.apply_cards_replaced(cards),
            TableFact::Deck(DeckFact::CardsChecked { cards, counted, by, .. }) => {
                self.apply_cards_checked(cards, *counted, *by);
            }
            TableFact::Seats(SeatFact::HeldBack { .. }) | TableFact::House(HouseFact::SignChanged { .. }) => {
            }
            TableFact::Seats(SeatFact::SatOut { seat }) => self.change_chair(*seat, |chair| {
                chair.presence = PlayerPresence::Away;
                chair.rounds_away = 0;
                chair.out_at_blind = false;
            }),
            TableFact::Seats(SeatFact::OutAtBlind { seat, wished }) => {
                self.change_chair(*seat, |chair| chair.out_at_blind = *wished);
            }
            TableFact::Seats(SeatFact::SatIn { seat, waits, posts }) => self.change_chair(*seat, |chair| {
                chair.presence = PlayerPresence::Present;
                chair.out_at_blind = false;
                chair.blinds.entry = Entry::from_flags(*waits, *posts);
            }),
            TableFact::Stakes(StakeFact::Bought { seat, amount }) => {
                self.change_chair(*seat, |chair| chair.stack += *amount)
            }
            TableFact::House(HouseFact::Determined { house, from_round, .. }) => {
                self.next_house = Some(AnnouncedHouse { house: Arc::clone(house), from_round: *from_round });
            }
            TableFact::Blinds(BlindFact::ButtonPlaced { seat }) => {
                self.button = Some(*seat);
                self.positions.clear();
            }
            TableFact::Blinds(BlindFact::Positions { button, blinds }) => {
                self.state_before_hand = Some(self.state_before_hand());
                // Any new cards are in use from this hand on.
                self.new_cards = None;
                if let Some(next) = self.next_house.take() {
                    if next.from_round <= self.hands_opened + 1 {
                        self.house = next.house;
                    } else {
                        self.next_house = Some(next);
                    }
                }
                self.hands_opened += 1;
                for chair in self.chairs.iter_mut().flatten().filter(|chair| chair.is_away()) {
                    chair.rounds_away += 1;
                }
                let old = std::mem::take(&mut self.positions);
                // A blind that nobody posted keeps the seat it would have had.
                let poster = |(at, seat): (usize, &Option<Seat>)| seat.or(old.get(at + 1).copied());
                self.positions = blinds.iter().enumerate().filter_map(poster).collect();
                self.button = Some(*button);
            }
            TableFact::Blinds(BlindFact::BlindMissed { seat, last }) => self.change_chair(*seat, |chair| {
                let missed = &mut chair.blinds.missed;
                if *last { missed.last = true } else { missed.smaller = true }
            }),
            TableFact::Hand(event) => {
                if let Fact::Course(CourseFact::Opened(lineup)) = &event.what {
                    for entrant in &lineup.entrants {
                        self.change_chair(entrant.seat, |chair| chair.blinds = BlindMarks::PAID);
                    }
                    self.hand = Some(Hand::from_lineup(Arc::clone(lineup)));
                } else if let Some(hand) = &mut self.hand {
                    hand.apply(event);
                }
                self.apply_to_chairs(&event.what);
            }
        }
    }

    /// What a void hand has to restore: button, blinds and blind marks as they are now.
    fn state_before_hand(&self) -> BeforeHand {
        BeforeHand {
            button: self.button,
            positions: self.positions.clone(),
            marks: self.chairs().map(|(seat, chair)| (seat, chair.person, chair.blinds)).collect(),
        }
    }

    /// Changes the chair of a seat, if it is occupied; stored facts about an empty one change nothing.
    fn change_chair(&mut self, seat: Seat, change: impl FnOnce(&mut Chair)) {
        if let Some(chair) = &mut self.chairs[usize::from(seat.number())] {
            change(chair);
        }
    }
}
