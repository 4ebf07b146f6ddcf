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

/// The event as the viewer may see it: cards that the viewer may not see are unknown.
///
/// Every viewer gets every event, so that all count the same numbers.
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
    /// The reduced event.
    pub fn event(&self) -> &TableEvent {
        &self.event
    }

    /// The viewer who may see it.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }
}

/// The table's event as the viewer may see it. Every viewer gets every event.
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
#[derive(Clone, Copy)]
pub struct View<'a> {
    hand: &'a Hand,
    viewer: Viewer,
}

impl<'a> View<'a> {
    /// The hand as this viewer sees it.
    pub fn of(hand: &'a Hand, viewer: Viewer) -> View<'a> {
        View { hand, viewer }
    }

    /// The viewer.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The house that the hand is played by.
    pub fn house(&self) -> &'a House {
        self.hand.house()
    }

    /// The hand itself, for other files of this crate that add methods to the view.
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

    /// The seats that have not folded.
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

    /// The hole cards of a seat and how many it has: the viewer's own and shown cards are known, all others
    /// unknown.
    pub fn hole_cards(&self, seat: Seat) -> ([HiddenCard; MAX_HOLE_CARDS], usize) {
        let cards = self.hand.hole_cards(seat);
        let mut seen = [HiddenCard::UNKNOWN; MAX_HOLE_CARDS];
        let own = self.viewer.may_see(seat);
        for (at, card) in cards.iter().enumerate().filter(|(at, _)| own || self.hand.is_face_up(seat, *at)) {
            seen[at] = *card;
        }
        (seen, cards.len())
    }

    /// The viewer's own cards that they may turn up now that the hand is out of play.
    pub fn showable_cards(&self) -> Vec<Card> {
        let Viewer::Seat(seat) = self.viewer else { return Vec::new() };
        let down = |at: &usize| !self.hand.is_face_up(seat, *at);
        let cards = self.hand.hole_cards(seat);
        if self.hand.card_showing(seat).is_err() {
            return Vec::new();
        }
        (0..cards.len()).filter(down).filter_map(|at| cards[at].known_card()).collect()
    }

    /// The stack of a seat.
    pub fn stack(&self, seat: Seat) -> Chips {
        self.hand.stack(seat)
    }

    /// The chips that a seat has put in during this betting round.
    pub fn in_round(&self, seat: Seat) -> Chips {
        self.hand.in_round(seat)
    }

    /// The chips that a seat has put in during the whole hand, without dead posts.
    pub fn in_hand(&self, seat: Seat) -> Chips {
        self.hand.in_hand(seat)
    }

    /// Everything that a seat has put in during the hand, dead posts included, less what came back uncalled.
    /// Does not change when the pots are paid or the hand is declared void.
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

    /// The seat on turn.
    pub fn turn(&self) -> Option<Seat> {
        self.hand.next().turn()
    }

    /// The viewer's menu, if it is their turn to bet.
    pub fn menu(&self) -> Option<Menu> {
        self.hand.menu().filter(|menu| self.viewer.may_see(menu.seat))
    }

    /// The same without bets and raises, for a viewer who does not need them.
    pub fn menu_without_raises(&self) -> Option<Menu> {
        self.hand.menu_without_raises().filter(|menu| self.viewer.may_see(menu.seat))
    }

    /// Why the viewer may not raise, if it is their turn to bet.
    pub fn raise_refusal(&self) -> Option<Refusal> {
        self.menu_without_raises().and_then(|_| self.hand.raise_refusal())
    }

    /// How many more raises the cap allows, if it is the viewer's turn to bet.
    pub fn raises_left(&self) -> Option<u32> {
        self.menu_without_raises().and_then(|_| self.hand.raises_left())
    }
}
