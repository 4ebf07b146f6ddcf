//! What each viewer may see. For anybody but the machine's owner this is the only way to see anything of it.

use cards::{Card, HiddenCard};
use chips::Chips;
use seating::{Seat, Seats, Viewer};

use crate::command::MAX_HOLE_CARDS;
use crate::event::{Event, Fact};
use crate::hand::{Boards, Hand};
use crate::house::House;
use crate::menu::Menu;
use crate::refusal::Refusal;
use crate::session::{TableEvent, TableFact};

/// The event of a hand as the viewer may see it: a card that the viewer may not see keeps only its slot in
/// the deck. Every event that leaves the machine for a viewer passes here.
///
/// Every viewer gets every event, so that all count the same numbers.
///
/// ```
/// use cards::{Card, HiddenCard};
/// use rulebook::rule;
/// use seating::{Seat, Viewer};
/// use table::view::visible_event;
/// use table::{CardFact, Event, Fact};
///
/// let seat = Seat::FIRST;
/// let dealt = |card| Event {
///     what: Fact::Cards(CardFact::HoleDealt { seat, card }),
///     rule: rule::HOLE_CARDS_ONE_AT_A_TIME,
///     cause: 3,
/// };
/// let event = dealt(HiddenCard::in_slot(7, Card::JOKER));
/// assert_eq!(visible_event(&event, Viewer::Seat(seat)), event);
/// assert_eq!(visible_event(&event, Viewer::Rail), dealt(HiddenCard::in_slot(7, Card::JOKER).covered()));
/// ```
pub fn visible_event(event: &Event, viewer: Viewer) -> Event {
    let what = match &event.what {
        Fact::Cards(fact) => Fact::Cards(fact.covered(|seat| viewer.may_see(seat))),
        Fact::Course(_)
        | Fact::Street(_)
        | Fact::Turn(_)
        | Fact::Clock(_)
        | Fact::Chips(_)
        | Fact::Pots(_) => event.what.clone(),
    };
    Event { what, ..*event }
}

/// A table's event reduced to what one viewer may see. Only [`visible_table_event`] makes one, so nothing
/// sent from it can reveal more (SEC-01).
#[derive(Clone, Debug, PartialEq)]
pub struct VisibleEvent {
    event: TableEvent,
    viewer: Viewer,
}

impl VisibleEvent {
    /// The reduced event, which may be sent to its viewer as it is.
    pub fn event(&self) -> &TableEvent {
        &self.event
    }

    /// The viewer who may see it; sending it to anybody else would break SEC-01.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }
}

/// The table's event as the viewer may see it: the only way to make a [`VisibleEvent`]. Every viewer gets
/// every event, in the same order.
pub fn visible_table_event(event: &TableEvent, viewer: Viewer) -> VisibleEvent {
    let what = match &event.what {
        TableFact::Hand(event) => TableFact::Hand(visible_event(event, viewer)),
        TableFact::Stakes(_)
        | TableFact::Seats(_)
        | TableFact::House(_)
        | TableFact::Blinds(_)
        | TableFact::Officials(_)
        | TableFact::Deck(_) => event.what.clone(),
    };
    VisibleEvent { event: TableEvent { what, rule: event.rule }, viewer }
}

/// A hand as one viewer may see it. Borrows the hand and reveals nothing that the viewer may not know.
///
/// ```
/// use cards::HiddenCard;
/// use chips::Chips;
/// use seating::{Person, Seat, Viewer};
/// use table::view::View;
/// use table::{Act, Command, Deal, DeckAct, Entrant, Hand, House, Lineup, Need, Post};
///
/// # let book = rulebook::Book::named("practice").ok_or("no such book")?;
/// # let determined = book.determine(&[]).map_err(|problems| format!("{problems:?}"))?;
/// # let house = House::of(&determined).map_err(|problems| format!("{problems:?}"))?;
/// # let house = std::sync::Arc::new(house);
/// # let stack = Chips::new(100).ok_or("too many chips")?;
/// # let player = |seat: Seat| Entrant { seat, person: Person(u64::from(seat.number())), stack };
/// # let lineup = Lineup::by_the_book(&house, 1, Seat::FIRST, Seat::up_to(3).map(player).collect());
/// # let (mut hand, _) = Hand::open(lineup).map_err(|problems| format!("{problems:?}"))?;
/// # while let Need::Deal(Deal::Post(due)) = hand.next() {
/// #     let post = Command::house(Post::Due.by(due.seat));
/// #     hand.take(&post, &mut Vec::new()).map_err(|refusal| refusal.to_string())?;
/// # }
/// // The first card goes to the first seat left of the button.
/// let seat = hand.seats().next().ok_or("nobody is dealt in")?;
/// let ace: HiddenCard = "As".parse().map_err(|_| "not a card")?;
/// let deal = Command::house(Act::Deck(DeckAct::Deal { card: ace }));
/// hand.take(&deal, &mut Vec::new()).map_err(|refusal| refusal.to_string())?;
///
/// let first_card = |viewer: Viewer| View::of(&hand, viewer).hole_cards(seat).0[0].known_card();
/// assert_eq!(first_card(Viewer::Seat(seat)), ace.known_card());
/// assert_eq!(first_card(Viewer::Rail), None);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy)]
pub struct View<'a> {
    hand: &'a Hand,
    viewer: Viewer,
}

impl<'a> View<'a> {
    /// The hand as this viewer sees it: what the room, the bots and the terminal read instead of the
    /// [`Hand`].
    pub fn of(hand: &'a Hand, viewer: Viewer) -> View<'a> {
        View { hand, viewer }
    }

    /// The viewer for whom cards and menu are shown.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The house that the hand is played by; public to every viewer.
    pub fn house(&self) -> &'a House {
        self.hand.house()
    }

    /// The hand itself, for other files of this crate that add methods to the view. Each such method must
    /// keep hidden cards from the viewer.
    pub(crate) fn hand(&self) -> &'a Hand {
        self.hand
    }

    /// The seat of the button; it may be empty.
    pub fn button(&self) -> Seat {
        self.hand.lineup().button
    }

    /// The seats dealt in, in dealing order: first left of the button first. Folded seats stay in the list.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + 'a {
        self.hand.seats()
    }

    /// The seats that have not folded, all-in players among them.
    pub fn live_seats(&self) -> Seats {
        self.hand.live_seats()
    }

    /// The betting round, from 0; at the showdown and after the hand, the number of betting rounds of the
    /// game.
    pub fn round(&self) -> u8 {
        self.hand.round()
    }

    /// The boards so far. Board cards lie face up, so every viewer sees all of them.
    pub fn boards(&self) -> &'a Boards {
        self.hand.boards()
    }

    /// The hole cards of a seat and how many it has: the viewer's own and those turned up are known, all
    /// others are [`HiddenCard::UNKNOWN`]. The privacy of hole cards rests on this method (SEC-01).
    pub fn hole_cards(&self, seat: Seat) -> ([HiddenCard; MAX_HOLE_CARDS], usize) {
        let cards = self.hand.hole_cards(seat);
        let mut seen = [HiddenCard::UNKNOWN; MAX_HOLE_CARDS];
        let own = self.viewer.may_see(seat);
        for (at, card) in cards.iter().enumerate().filter(|(at, _)| own || self.hand.is_face_up(seat, *at)) {
            seen[at] = *card;
        }
        (seen, cards.len())
    }

    /// The viewer's own face-down cards that they may turn up now: after the hand, or instead of mucking.
    /// Empty for a viewer without a seat and where the house does not allow it; the page offers exactly
    /// these.
    pub fn showable_cards(&self) -> Vec<Card> {
        let Viewer::Seat(seat) = self.viewer else { return Vec::new() };
        let down = |at: &usize| !self.hand.is_face_up(seat, *at);
        let cards = self.hand.hole_cards(seat);
        if self.hand.card_showing(seat).is_err() {
            return Vec::new();
        }
        (0..cards.len()).filter(down).filter_map(|at| cards[at].known_card()).collect()
    }

    /// The chips in front of a seat that are not bet; zero for a seat not dealt in. Public to every viewer.
    pub fn stack(&self, seat: Seat) -> Chips {
        self.hand.stack(seat)
    }

    /// The chips that a seat has bet in this betting round, blinds included, without antes and dead posts:
    /// drawn in front of the seat.
    pub fn in_round(&self, seat: Seat) -> Chips {
        self.hand.in_round(seat)
    }

    /// The chips that a seat has put in during the whole hand, without dead posts, and not yet paid out:
    /// falls to zero as the pots are paid.
    pub fn in_hand(&self, seat: Seat) -> Chips {
        self.hand.in_hand(seat)
    }

    /// Everything that a seat has put in during the hand, dead posts included, less what came back uncalled.
    /// Does not change when the pots are paid or the hand is declared void, so it can be shown afterwards.
    pub fn put_in(&self, seat: Seat) -> Chips {
        self.hand.put_in(seat)
    }

    /// True when the seat is live and takes no further part in the betting. It keeps its cards and its share
    /// of the pots.
    pub fn is_all_in(&self, seat: Seat) -> bool {
        self.hand.is_all_in(seat)
    }

    /// All chips in the middle and in front of the seats: everything that is still to be won.
    pub fn pot(&self) -> Chips {
        self.hand.pot()
    }

    /// The seat on turn, in the betting or at the showdown; `None` while the dealer acts and when the hand is
    /// over.
    pub fn turn(&self) -> Option<Seat> {
        self.hand.next().turn()
    }

    /// The viewer's menu, if it is their turn to bet: nobody is shown what another seat may do. The machine
    /// accepts exactly what it lists.
    pub fn menu(&self) -> Option<Menu> {
        self.hand.menu().filter(|menu| self.viewer.may_see(menu.seat))
    }

    /// [`View::menu`] with `raise` left empty: cheap, for a viewer who will not raise.
    pub fn menu_without_raises(&self) -> Option<Menu> {
        self.hand.menu_without_raises().filter(|menu| self.viewer.may_see(menu.seat))
    }

    /// Why the viewer may not raise, if it is their turn to bet: the page says it beside the missing button.
    /// `None` where they may, and where a call takes their whole stack anyway.
    pub fn raise_refusal(&self) -> Option<Refusal> {
        self.menu_without_raises().and_then(|_| self.hand.raise_refusal())
    }

    /// How many more raises the cap allows, if it is the viewer's turn to bet; `None` without a cap in force.
    pub fn raises_left(&self) -> Option<u32> {
        self.menu_without_raises().and_then(|_| self.hand.raises_left())
    }
}
