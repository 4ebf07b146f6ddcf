//! What the hands that a viewer sees make with the board, by name and by their five cards.

use cards::{Card, ShowdownMode};

use crate::seat::Seat;
use crate::view::View;

/// A hand by its name, as a dealer announces it, and the cards that make it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// `full house, kings full of deuces`, or `8-6-4-3-2` of a low hand; with the joker also what it stands for.
    pub name: String,
    /// The five cards in the order in which they are compared; none while there are not five.
    pub cards: Vec<Card>,
}

/// What a hand that a viewer sees makes with the board, in what is played for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Whose.
    pub seat: Seat,
    /// The high hand, where one is played for.
    pub high: Option<Named>,
    /// The low hand, where one is played for and this one counts.
    pub low: Option<Named>,
}

impl View<'_> {
    /// The viewer's own hand and those turned up, with what they make. Nothing is said of a hand that was folded, or
    /// of cards that the viewer does not see.
    pub fn made(&self) -> Vec<Made> {
        self.seats().filter(|seat| self.live().has(*seat)).filter_map(|seat| self.made_by(seat)).collect()
    }

    fn made_by(&self, seat: Seat) -> Option<Made> {
        let (cards, count) = self.hole_cards(seat);
        let hole: Vec<Card> = cards[..count].iter().map(|card| card.known()).collect::<Option<_>>()?;
        if hole.is_empty() {
            return None;
        }
        let board: Vec<Card> = self.board().iter().map_while(|card| card.known()).collect();
        let house = self.house();
        let ranking = &house.ranking;
        let high = || match ranking.five(&hole, &board) {
            Some(five) => Some(Named { name: ranking.name_of_five(&five), cards: five.to_vec() }),
            None => ranking.beginning(&hole, &board).map(|name| Named { name, cards: Vec::new() }),
        };
        let low = || {
            let five = ranking.low_five(&hole, &board)?;
            Some(Named { name: ranking.name_of_low_five(&five), cards: five.to_vec() })
        };
        let (high, low) = match house.mode {
            ShowdownMode::High => (high(), None),
            ShowdownMode::Low => (None, low()),
            ShowdownMode::HighLow => (high(), low()),
        };
        Some(Made { seat, high, low })
    }
}
