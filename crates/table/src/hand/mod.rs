//! One hand from the first blind to the award: its state, the entry point for commands, and how decided
//! events change it.
//!
//! `decide` and `take` apply the rules (in the files of their areas); `apply` holds none and cannot fail.
//! Players are stored in dealing order: place 0 is the first left of the button.

mod apply;
mod boards;
mod card_array;
mod checks;
mod need;
mod queries;

use std::sync::Arc;

use cards::HiddenCard;
use chips::Chips;
use rulebook::{Rule, rule};
use seating::{Actor, MAX_SEATS, Person, Role, Seat, Seats};

use crate::betting::Betting;
use crate::command::{Act, ClockAct, Command, DeckAct, MAX_HOLE_CARDS, Offer, Post, Show};
use crate::deck::DeckSource;
use crate::event::{CourseFact, Event, Fact};
use crate::game::MAX_ROUNDS;
use crate::house::House;
use crate::lineup::{DealOrder, Lineup, LineupProblem, RecordOverrides};
use crate::refusal::{Refusal, RefusalReason};
use crate::showdown::Showdown;

use self::apply::HandFact;
pub use self::boards::{BoardCard, BoardNumber, Boards, MAX_BOARDS, NotABoard};
use self::card_array::CardArray;
use self::checks::{HandCount, IgnoredInEq};
pub use self::need::{Deal, Decision, Need};

/// The most cards of a board in any game.
pub const MAX_BOARD_CARDS: usize = 5;

/// The most cards burned in a hand: one before each street of each board.
const MAX_BURNS: usize = MAX_ROUNDS * MAX_BOARDS;

/// The most cards of hands that are out of play: every card of a deck with a joker.
const MAX_DISCARDS: usize = 53;

/// A place in dealing order; never leaves the machine.
pub(crate) type PlayerIndex = usize;

/// One player's part in the hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Player {
    pub seat: Seat,
    pub person: Person,
    pub stack: Chips,
    /// The stack the hand began with.
    pub starting_stack: Chips,
    /// Chips put in during this betting round, without antes and dead posts.
    pub in_round: Chips,
    /// Chips put in during the whole hand, this betting round included, without dead posts.
    pub in_hand: Chips,
    /// Paid to the player so far: from the pots, or back when the hand is void.
    pub paid: Chips,
    /// The part of `in_hand` put in by choice: calls, bets and raises.
    pub by_choice: Chips,
    pub posted_dead: bool,
    pub folded: bool,
    pub mucked: bool,
    /// How many hands had been mucked at the showdown once this one was, counting this one.
    pub muck_order: u8,
    pub shown: bool,
    /// Which cards lie face up although the whole hand was not shown; one bit per card.
    pub face_up_bits: u8,
    /// Takes no further part in the betting.
    pub all_in: bool,
    /// `full_bets` as it was when the player last acted in this betting round.
    pub acted: Option<u16>,
    /// Hole cards dealt so far.
    pub dealt: u8,
    pub cards: [HiddenCard; MAX_HOLE_CARDS],
    /// The player's stack plus chips in the hand when last checked.
    pub(super) last_checked_stake: IgnoredInEq<Chips>,
}

impl Player {
    /// Whether the player has not folded: may still win, though perhaps all-in or mucked at the showdown.
    pub fn is_live(&self) -> bool {
        !self.folded
    }

    /// Whether everybody can see a hole card, counted from 0 in the order dealt.
    pub fn is_up(&self, at: usize) -> bool {
        self.shown || self.face_up_bits >> at & 1 == 1
    }

    /// Whether the player is live and not all-in: may still be asked to act in the betting.
    pub fn is_able(&self) -> bool {
        !self.folded && !self.all_in
    }
}

/// The stage of the hand. Each phase owns the data that matters only in it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Phase {
    /// The deck is shuffled and cut at the table.
    Deck { shuffled: bool },
    /// Blinds, antes and posts are collected; when all are in, over-blinds may follow until the first card.
    Posting { next: u8 },
    /// Hole cards; how many have been dealt so far.
    HoleCards { dealt: u8 },
    /// Board cards before betting round `round`: whether a burn is still due, and how many cards are still to
    /// come.
    Board { round: u8, burn_due: bool, left: u8 },
    /// The only phase in which a seat is on action.
    Betting(Betting),
    /// Hands are shown or mucked. Boxed: it is as large as the rest of a hand, and most hands have none.
    Showdown(Box<Showdown>),
    /// The hand is over.
    Closed,
}

/// A hand of poker.
///
/// Commands go in through [`Hand::decide`] and [`Hand::apply`], or through [`Hand::take`], which does both at
/// once.
///
/// ```
/// use chips::Chips;
/// use seating::{Person, Seat};
/// use table::{Command, Deal, Entrant, Hand, House, Lineup, Need, Post};
///
/// # let book = rulebook::Book::named("practice").ok_or("no such book")?;
/// # let determined = book.determine(&[]).map_err(|problems| format!("{problems:?}"))?;
/// # let house = House::of(&determined).map_err(|problems| format!("{problems:?}"))?;
/// # let house = std::sync::Arc::new(house);
/// let stack = Chips::new(100).ok_or("too many chips")?;
/// let player = |seat: Seat| Entrant { seat, person: Person(u64::from(seat.number())), stack };
/// let lineup = Lineup::by_the_book(&house, 1, Seat::FIRST, Seat::up_to(3).map(player).collect());
/// let (mut hand, opened) = Hand::open(lineup).map_err(|problems| format!("{problems:?}"))?;
/// let mut events = vec![opened];
/// while let Need::Deal(Deal::Post(due)) = hand.next() {
///     let post = Command::house(Post::Due.by(due.seat));
///     hand.take(&post, &mut events).map_err(|refusal| refusal.to_string())?;
/// }
/// // Blinds of 1 and 2, then the first card.
/// assert_eq!(hand.pot().get(), 3);
/// assert!(matches!(hand.next(), Need::Deal(Deal::HoleCard { .. })));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Hand {
    pub(crate) lineup: Arc<Lineup>,
    house: Arc<House>,
    /// Only as many as take part, so that a hand with few players is cheap to move.
    players: Box<[Player]>,
    places: [u8; MAX_SEATS + 1],
    pub(crate) phase: Phase,
    boards: Boards,
    burned: CardArray<MAX_BURNS>,
    /// Cards that were dealt to a hand but no longer belong to any.
    discards: CardArray<MAX_DISCARDS>,
    /// How many times a deck was shuffled for the hand.
    shuffles: u32,
    /// How many cards have left the deck.
    dealt_count: u8,
    /// Every known card, one bit each; `times_known` counts how many times a card became known.
    known: u64,
    times_known: u8,
    pub(crate) dead: Chips,
    /// Commission taken from the pots so far.
    commission_taken: Chips,
    total: Chips,
    pub(crate) over_blinds: u8,
    /// Who posted the last blind or over-blind, and its nominal amount.
    pub(crate) last_blind: Option<(u8, Chips)>,
    /// The last bettor or raiser of the last betting round that had a bet.
    pub(crate) aggressor: Option<u8>,
    /// Whether the final betting round of the game was held.
    pub(crate) last_round_held: bool,
    /// Whether the last bettor or raiser of that round was called.
    pub(crate) called_in_last_round: bool,
    /// The seat on turn on which the clock was called.
    pub(crate) clock_on: Option<Seat>,
    /// Who may win each pot that was formed, main pot first.
    formed_pots: [Seats; MAX_SEATS],
    formed_pot_count: u8,
    /// The total of those pots before commission.
    formed_pot_amount: Chips,
    /// The rule by which the hand was declared void.
    voided: Option<Rule>,
    commands: u32,
    /// How many players are not folded, and how many of those can still bet: updated on change because it is
    /// read often.
    live: u8,
    able: u8,
    counted: IgnoredInEq<HandCount>,
}

/// Whether an act is allowed; the facts that it leads to are in the draft.
pub(crate) type Ruling = Result<(), Refusal>;

/// A refusal as the result of a decision, so that each ruling names its reason and its rule in one
/// expression.
pub(crate) const fn refuse<T>(why: RefusalReason, rule: Rule) -> Result<T, Refusal> {
    Err(Refusal { why, rule })
}

impl Hand {
    /// A hand ready for its first blind, with the event that holds everything needed to play it; or all the
    /// reasons why not. Overrides from a record are dropped where the book does not follow records.
    ///
    /// # Errors
    /// Every [`LineupProblem`] of the lineup.
    pub fn open(mut lineup: Lineup) -> Result<(Hand, Event), Vec<LineupProblem>> {
        if !lineup.house.has(rule::RECORD_IS_FOLLOWED) {
            lineup.record = RecordOverrides::default();
        }
        let problems = lineup.problems();
        if !problems.is_empty() {
            return Err(problems);
        }
        let lineup = Arc::new(lineup);
        let event = Event {
            what: Fact::Course(CourseFact::Opened(Arc::clone(&lineup))),
            rule: rule::DETERMINED_BEFORE_THE_ROUND,
            cause: 0,
        };
        Ok((Hand::from_lineup(lineup), event))
    }

    /// The hand that an opening event describes; replay and recovery start here. Checks nothing: the lineup
    /// was checked by [`Hand::open`] before the event was stored. Must give what that call gave.
    pub fn from_lineup(lineup: Arc<Lineup>) -> Hand {
        let blank = Player {
            seat: lineup.button,
            person: Person::HOUSE,
            stack: Chips::ZERO,
            starting_stack: Chips::ZERO,
            in_round: Chips::ZERO,
            in_hand: Chips::ZERO,
            paid: Chips::ZERO,
            by_choice: Chips::ZERO,
            posted_dead: false,
            folded: true,
            mucked: false,
            muck_order: 0,
            shown: false,
            face_up_bits: 0,
            all_in: false,
            acted: None,
            dealt: 0,
            last_checked_stake: IgnoredInEq::default(),
            cards: [HiddenCard::UNKNOWN; MAX_HOLE_CARDS],
        };
        let mut places = [u8::MAX; MAX_SEATS + 1];
        let order = DealOrder::of(lineup.button, &lineup.entrants);
        let count = order.len();
        let mut players = vec![blank; count].into_boxed_slice();
        for (place, seat) in order.iter().enumerate() {
            places[usize::from(seat.number())] = place as u8;
        }
        for entrant in &lineup.entrants {
            let place = usize::from(places[usize::from(entrant.seat.number())]);
            players[place] = Player {
                seat: entrant.seat,
                person: entrant.person,
                stack: entrant.stack,
                starting_stack: entrant.stack,
                folded: false,
                ..blank
            };
        }
        let total = players.iter().map(|player| player.stack).sum();
        Hand {
            players,
            places,
            phase: match lineup.deck {
                DeckSource::Prepared => Phase::Posting { next: 0 },
                DeckSource::AtTable => Phase::Deck { shuffled: false },
            },
            formed_pots: [Seats::NONE; MAX_SEATS],
            formed_pot_count: 0,
            formed_pot_amount: Chips::ZERO,
            voided: None,
            boards: Boards::EMPTY,
            burned: CardArray::EMPTY,
            discards: CardArray::EMPTY,
            shuffles: 0,
            dealt_count: 0,
            known: 0,
            times_known: 0,
            dead: Chips::ZERO,
            commission_taken: Chips::ZERO,
            total,
            over_blinds: 0,
            last_blind: None,
            aggressor: None,
            last_round_held: false,
            called_in_last_round: false,
            clock_on: None,
            commands: 0,
            live: count as u8,
            able: count as u8,
            counted: IgnoredInEq(HandCount::NOTHING),
            house: Arc::clone(&lineup.house),
            lineup,
        }
    }

    /// What the rules make of a command: the facts that it leads to, in order, not yet applied. Changes
    /// nothing, and agrees with [`Hand::take`]. Audits decide stored acts again, so for an act once recorded
    /// it must give the same facts.
    ///
    /// # Errors
    /// The refusal, if the rules do not allow the act.
    ///
    /// ```
    /// use cards::HiddenCard;
    /// use chips::Chips;
    /// use seating::{Person, Seat};
    /// use table::{Act, Command, DeckAct, Entrant, Hand, House, Lineup};
    ///
    /// # let book = rulebook::Book::named("practice").ok_or("no such book")?;
    /// # let determined = book.determine(&[]).map_err(|problems| format!("{problems:?}"))?;
    /// # let house = House::of(&determined).map_err(|problems| format!("{problems:?}"))?;
    /// # let house = std::sync::Arc::new(house);
    /// # let stack = Chips::new(100).ok_or("too many chips")?;
    /// # let player = |seat: Seat| Entrant { seat, person: Person(u64::from(seat.number())), stack };
    /// # let lineup = Lineup::by_the_book(&house, 1, Seat::FIRST, Seat::up_to(3).map(player).collect());
    /// let (hand, _) = Hand::open(lineup).map_err(|problems| format!("{problems:?}"))?;
    /// let card = Act::Deck(DeckAct::Deal { card: HiddenCard::UNKNOWN });
    /// let refusal = hand.decide(&Command::house(card)).expect_err("the blinds come first");
    /// assert_eq!(refusal.why.name(), "posts_due");
    /// # Ok::<(), String>(())
    /// ```
    pub fn decide(&self, command: &Command) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::new();
        self.clone().take(command, &mut events)?;
        Ok(events)
    }

    /// Decides a command and applies what was decided; adds the events to `events`, after those already
    /// there. The only way in which a hand in play changes by a command.
    ///
    /// # Errors
    /// The refusal, if the rules do not allow the act; nothing has changed then.
    pub fn take(&mut self, command: &Command, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.take_act(command.by, &command.act, events)
    }

    /// Decides an act and applies what was decided, as [`Hand::take`] does, without building a [`Command`].
    /// Checks the hand's invariants before and after, and panics if one is broken.
    pub(crate) fn take_act(&mut self, by: Actor, act: &Act, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.assert_before_command();
        self.authorize(by, act)?;
        let mut draft = HandDraft { cause: self.commands + 1, hand: self, events };
        match *act {
            Act::Play { seat, play } => draft.play(seat, play),
            Act::Show { seat, show } => match show {
                Show::Hand { cards } => draft.show(seat, cards),
                Show::Muck => draft.muck(seat, by),
                Show::Cards { cards } => draft.show_cards(seat, cards),
            },
            Act::Post { seat, post } => match post {
                Post::Due => draft.post(seat),
                Post::OverBlind => draft.over_blind(seat),
                Post::Decline => draft.decline_blind(seat, by),
            },
            Act::Offer { seat: _, offer } => match offer {
                Offer::Cash => refuse(RefusalReason::ChipsOnly, rule::BETS_ARE_MADE_IN_CHIPS),
                Offer::Share => refuse(RefusalReason::NoSharing, rule::NO_AGREEMENT_TO_SHARE),
            },
            Act::Deck(act) => match act {
                DeckAct::Shuffle { cards } => draft.shuffle(cards),
                DeckAct::Cut { after } => draft.cut(after),
                DeckAct::Deal { card } => draft.deal(card),
            },
            Act::Clock { seat, clock } => match clock {
                ClockAct::CallClock => draft.call_clock(seat),
                ClockAct::TimeUp => draft.time_up(seat),
                ClockAct::Forfeit => draft.forfeit(seat),
            },
            Act::Void { reason } => draft.void(reason, by),
        }?;
        self.assert_after_command();
        Ok(())
    }

    /// Refuses a command from somebody who may not give it: the dealer and officials act for the table,
    /// players only for their own seat. Comes before every rule of play; only "the hand is over" comes before
    /// it.
    fn authorize(&self, by: Actor, act: &Act) -> Ruling {
        if matches!(self.phase, Phase::Closed)
            && let Some(rule) = self.rule_after_the_hand(act)
        {
            return refuse(RefusalReason::HandIsOver, rule);
        }
        let seat = act.seat();
        let place = seat.and_then(|seat| self.player_index(seat));
        if let (Some(seat), None) = (seat, place) {
            return refuse(RefusalReason::NotInTheHand { seat }, self.turn_rule());
        }
        let own = match *act {
            Act::Void { reason } => return self.authorize_void(by, reason.rule()),
            Act::Clock { clock: ClockAct::CallClock, .. } => return self.authorize_clock_call(by),
            // Reported by the house, or done by the dealer.
            Act::Clock { clock: ClockAct::TimeUp | ClockAct::Forfeit, .. } | Act::Deck(_) => false,
            Act::Play { .. } | Act::Show { .. } | Act::Post { .. } | Act::Offer { .. } => {
                by.role == Role::Player && place.is_some_and(|place| self.players[place].person == by.person)
            }
        };
        let may = own || by.role.may_deal() || !self.house().has(rule::WHO_MAY_ACT);
        if may { Ok(()) } else { refuse(RefusalReason::NotYours, rule::WHO_MAY_ACT) }
    }

    /// The rule by which an act comes too late for a hand that is over; `None` for acts that are still
    /// possible then, and for acts that are refused at any time anyway. Showing cards is the act that is
    /// still possible.
    fn rule_after_the_hand(&self, act: &Act) -> Option<Rule> {
        match act {
            Act::Show { show: Show::Cards { .. }, .. } | Act::Offer { .. } => None,
            // A record may report the last hand after its pot was paid.
            Act::Show { show: Show::Hand { .. } | Show::Muck, .. } if self.lineup.record.showdown => None,
            Act::Void { reason } => Some(reason.rule()),
            // Nobody won a void hand: it is over because it was declared void.
            Act::Play { .. } | Act::Post { .. } | Act::Deck(_) | Act::Clock { .. } => {
                Some(self.voided.unwrap_or(rule::PLAY_TO_THE_END))
            }
            Act::Show { show: Show::Hand { .. } | Show::Muck, .. } => {
                Some(self.voided.unwrap_or(rule::SHOWDOWN_FOLLOWS_BETTING))
            }
        }
    }

    /// What the hand needs next, and from whom. Callers loop on it: they supply cards and decisions until it
    /// is `Need::Nothing`. Read after every command, so it must stay cheap.
    #[inline]
    pub fn next(&self) -> Need {
        match &self.phase {
            Phase::Deck { shuffled: false } => Need::Deal(Deal::Shuffle),
            Phase::Deck { shuffled: true } => Need::Deal(Deal::Cut),
            Phase::Posting { next } => match self.lineup.dues.get(usize::from(*next)) {
                Some(due) => Need::Deal(Deal::Post(*due)),
                None => Need::Deal(Deal::HoleCard { seat: self.players[0].seat }),
            },
            Phase::HoleCards { dealt } => Need::Deal(Deal::HoleCard { seat: self.next_to_be_dealt(*dealt) }),
            Phase::Board { burn_due: true, .. } => Need::Deal(Deal::Burn),
            Phase::Board { burn_due: false, .. } => Need::Deal(Deal::BoardCard),
            Phase::Betting(betting) => {
                Need::Decision(Decision::Act { seat: self.players[usize::from(betting.turn)].seat })
            }
            Phase::Showdown(showdown) => match showdown.turn(self) {
                Some(place) => Need::Decision(Decision::Show {
                    seat: self.players[place].seat,
                    may_muck: self.may_muck(showdown, place),
                }),
                None => Need::Nothing,
            },
            Phase::Closed => Need::Nothing,
        }
    }

    /// The seat that gets the next hole card after `dealt` of them were dealt to the table: one at a time
    /// around it, in the packets of the game, or a whole hand at once where the book lacks the rule.
    pub(crate) fn next_to_be_dealt(&self, dealt: u8) -> Seat {
        let place = if self.house().has(rule::HOLE_CARDS_ONE_AT_A_TIME) {
            self.house().game.index_of_hole_card(dealt, self.players.len() as u8)
        } else {
            dealt / self.house().game.hole_cards
        };
        self.players[usize::from(place)].seat
    }
}

/// A command being decided: every fact is applied as it is pushed, so deciding and applying cannot disagree.
pub(crate) struct HandDraft<'a> {
    pub hand: &'a mut Hand,
    pub events: &'a mut Vec<Event>,
    cause: u32,
}

impl HandDraft<'_> {
    /// Applies a fact and appends it as an event that rests on `rule`. Every change of a hand by a command
    /// goes through here, so nothing can happen that is not stored.
    #[inline]
    pub fn push(&mut self, fact: impl HandFact, rule: Rule) {
        self.hand.commands = self.cause;
        self.hand.counted.0.changed = self.hand.counted.0.changed.union(fact.changes());
        fact.apply(self.hand, rule);
        self.events.push(Event { what: fact.into(), rule, cause: self.cause });
    }

    /// Whether the house has the rule. A ruling must ask before it refuses by a rule that a book may lack or
    /// strike.
    pub fn has(&self, rule: Rule) -> bool {
        self.hand.house().has(rule)
    }
}
