//! What each viewer may see. The only way out of the machine to anybody but its owner.

use cards::{Card, HiddenCard};
use chips::Chips;
use seating::{Seat, Seats, Viewer};

use crate::command::MOST_HOLE_CARDS;
use crate::event::{Event, Fact};
use crate::hand::{Boards, Hand};
use crate::house::House;
use crate::menu::Menu;
use crate::refusal::Refusal;
use crate::session::{TableEvent, TableFact};

/// The event as the viewer may see it: cards that are not for the viewer's eyes are unknown.
///
/// Every viewer gets every event, so all count the same numbers.
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

/// An event of a table reduced to what one viewer may see. Only [`visible_table_event`] makes one, so that whatever is sent
/// from it cannot hold more (SEC-01).
#[derive(Clone, Debug, PartialEq)]
pub struct VisibleEvent {
    event: TableEvent,
    viewer: Viewer,
}

impl VisibleEvent {
    /// The event, reduced.
    pub fn event(&self) -> &TableEvent {
        &self.event
    }

    /// For whose eyes it is.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }
}

/// The event of a table as the viewer may see it. Every viewer gets every event.
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

/// A hand as one viewer may see it. It borrows the hand and gives out nothing the viewer may not know.
#[derive(Clone, Copy)]
pub struct View<'a> {
    hand: &'a Hand,
    viewer: Viewer,
}

impl<'a> View<'a> {
    /// The hand through the viewer's eyes.
    pub fn of(hand: &'a Hand, viewer: Viewer) -> View<'a> {
        View { hand, viewer }
    }

    /// Who looks.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// What the hand is played by.
    pub fn house(&self) -> &'a House {
        self.hand.house()
    }

    /// The hand itself, for the files of this crate that say more of it.
    pub(crate) fn hand(&self) -> &'a Hand {
        self.hand
    }

    /// The seat of the button.
    pub fn button(&self) -> Seat {
        self.hand.lineup().button
    }

    /// The seats dealt in, first left of the button first.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + 'a {
        self.hand.seats()
    }

    /// The seats not folded.
    pub fn live_seats(&self) -> Seats {
        self.hand.live_seats()
    }

    /// The betting round, from 0.
    pub fn round(&self) -> u8 {
        self.hand.round()
    }

    /// The boards so far.
    pub fn boards(&self) -> &'a Boards {
        self.hand.boards()
    }

    /// The hole cards of a seat: the viewer's own and shown ones, the others unknown.
    pub fn hole_cards(&self, seat: Seat) -> ([HiddenCard; MOST_HOLE_CARDS], usize) {
        let cards = self.hand.hole_cards(seat);
        let mut seen = [HiddenCard::UNKNOWN; MOST_HOLE_CARDS];
        let own = self.viewer.may_see(seat);
        for (at, card) in cards.iter().enumerate().filter(|(at, _)| own || self.hand.is_face_up(seat, *at)) {
            seen[at] = *card;
        }
        (seen, cards.len())
    }

    /// The viewer's own cards that the viewer may turn up now, when the hand is not in the play any more.
    pub fn showable_cards(&self) -> Vec<Card> {
        let Viewer::Seat(seat) = self.viewer else { return Vec::new() };
        let down = |at: &usize| !self.hand.is_face_up(seat, *at);
        let cards = self.hand.hole_cards(seat);
        if self.hand.card_showing(seat).is_err() {
            return Vec::new();
        }
        (0..cards.len()).filter(down).filter_map(|at| cards[at].known_card()).collect()
    }

    /// The chips in front of a seat.
    pub fn stack(&self, seat: Seat) -> Chips {
        self.hand.stack(seat)
    }

    /// The chips a seat has put in this betting round.
    pub fn in_round(&self, seat: Seat) -> Chips {
        self.hand.in_round(seat)
    }

    /// The chips a seat has put in during the whole hand, without dead posts.
    pub fn in_hand(&self, seat: Seat) -> Chips {
        self.hand.in_hand(seat)
    }

    /// All that a seat has put in during the hand, dead posts too, less what came back uncalled. It stays when the pots are
    /// paid and when the hand is void.
    pub fn put_in(&self, seat: Seat) -> Chips {
        self.hand.put_in(seat)
    }

    /// True when the seat is live and takes no further part in the betting.
    pub fn is_all_in(&self, seat: Seat) -> bool {
        self.hand.is_all_in(seat)
    }

    /// All chips in the middle.
    pub fn pot(&self) -> Chips {
        self.hand.pot()
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Option<Seat> {
        self.hand.next().turn()
    }

    /// The acts open to the viewer, when it is the viewer's turn to bet.
    pub fn menu(&self) -> Option<Menu> {
        self.hand.menu().filter(|menu| self.viewer.may_see(menu.seat))
    }

    /// The same without bets and raises, for a viewer who wants none.
    pub fn menu_without_raises(&self) -> Option<Menu> {
        self.hand.menu_without_raises().filter(|menu| self.viewer.may_see(menu.seat))
    }

    /// Why the viewer may not raise, when it is the viewer's turn to bet.
    pub fn raise_refusal(&self) -> Option<Refusal> {
        self.menu_without_raises().and_then(|_| self.hand.raise_refusal())
    }

    /// How many more raises the cap allows, when it is the viewer's turn to bet.
    pub fn raises_left(&self) -> Option<u32> {
        self.menu_without_raises().and_then(|_| self.hand.raises_left())
    }
}
