//! What happened to cards.

use cards::{Card, Hidden};
use serde::{Deserialize, Serialize};

use crate::command::MOST_HOLE_CARDS;
use crate::families::named;
use crate::seat::Seat;

/// What happened to cards: of the deck, of the board, and of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum CardFact {
    /// The deck was shuffled at the table.
    Shuffled { cards: u8 },
    /// The deck was cut; `after` cards lie above the cut.
    Cut { after: u8 },
    /// A hole card was dealt.
    HoleDealt { seat: Seat, card: Hidden },
    /// A card was burned.
    Burned { card: Hidden },
    /// A board card was dealt.
    BoardDealt {
        #[serde(with = "cards::face_up")]
        card: Hidden,
    },
    /// Hole cards were turned up.
    Shown {
        seat: Seat,
        #[serde(with = "crate::stored::face_up_hand")]
        cards: [Hidden; MOST_HOLE_CARDS],
    },
    /// A hand was thrown away unseen.
    Mucked { seat: Seat },
    /// Cards of a hand that is out of the play were turned up, and no others: those not known here stay face down.
    CardsShown {
        seat: Seat,
        #[serde(with = "crate::stored::face_up_hand")]
        cards: [Hidden; MOST_HOLE_CARDS],
    },
}

named! {
    CardFact {
        Shuffled => "shuffled",
        Cut => "cut",
        HoleDealt => "hole_dealt",
        Burned => "burned",
        BoardDealt => "board_dealt",
        Shown => "shown",
        Mucked => "mucked",
        CardsShown => "cards_shown",
    }
}

impl CardFact {
    /// The seat whose cards they are.
    pub const fn seat(&self) -> Option<Seat> {
        match *self {
            CardFact::HoleDealt { seat, .. }
            | CardFact::Shown { seat, .. }
            | CardFact::Mucked { seat }
            | CardFact::CardsShown { seat, .. } => Some(seat),
            CardFact::Shuffled { .. }
            | CardFact::Cut { .. }
            | CardFact::Burned { .. }
            | CardFact::BoardDealt { .. } => None,
        }
    }

    /// Whether a card left the deck.
    pub const fn is_dealt(&self) -> bool {
        match self {
            CardFact::HoleDealt { .. } | CardFact::Burned { .. } | CardFact::BoardDealt { .. } => true,
            CardFact::Shuffled { .. }
            | CardFact::Cut { .. }
            | CardFact::Shown { .. }
            | CardFact::Mucked { .. }
            | CardFact::CardsShown { .. } => false,
        }
    }

    /// The cards that it turned up, and whose they are.
    pub const fn turned_up(&self) -> Option<(Seat, &[Hidden; MOST_HOLE_CARDS])> {
        match self {
            CardFact::Shown { seat, cards } | CardFact::CardsShown { seat, cards } => Some((*seat, cards)),
            CardFact::Shuffled { .. }
            | CardFact::Cut { .. }
            | CardFact::HoleDealt { .. }
            | CardFact::Burned { .. }
            | CardFact::BoardDealt { .. }
            | CardFact::Mucked { .. } => None,
        }
    }

    /// The hole card that it dealt, and to whom.
    pub const fn hole_card(&self) -> Option<(Seat, Hidden)> {
        if let CardFact::HoleDealt { seat, card } = *self { Some((seat, card)) } else { None }
    }

    /// The board card that it dealt.
    pub const fn board_card(&self) -> Option<Hidden> {
        if let CardFact::BoardDealt { card } = *self { Some(card) } else { None }
    }

    /// Whose hand it showed (true) or threw away unseen (false) at the showdown.
    pub const fn at_showdown(&self) -> Option<(Seat, bool)> {
        match *self {
            CardFact::Shown { seat, .. } => Some((seat, true)),
            CardFact::Mucked { seat } => Some((seat, false)),
            CardFact::Shuffled { .. }
            | CardFact::Cut { .. }
            | CardFact::HoleDealt { .. }
            | CardFact::Burned { .. }
            | CardFact::BoardDealt { .. }
            | CardFact::CardsShown { .. } => None,
        }
    }

    /// The fact with the cards covered that only others may see: a hole card by all but its seat, a burned card by all.
    #[must_use]
    pub(crate) fn covered(self, may_see: impl Fn(Seat) -> bool) -> CardFact {
        match self {
            CardFact::HoleDealt { seat, card } if !may_see(seat) => {
                CardFact::HoleDealt { seat, card: card.covered() }
            }
            CardFact::Burned { card } => CardFact::Burned { card: card.covered() },
            CardFact::Shuffled { .. }
            | CardFact::Cut { .. }
            | CardFact::HoleDealt { .. }
            | CardFact::BoardDealt { .. }
            | CardFact::Shown { .. }
            | CardFact::Mucked { .. }
            | CardFact::CardsShown { .. } => self,
        }
    }

    /// Gives cards that are not known their card back by the slot they lay in.
    pub(super) fn fill(&mut self, card_in_slot: impl Fn(u8) -> Option<Card>) {
        match self {
            CardFact::HoleDealt { card, .. } | CardFact::Burned { card } | CardFact::BoardDealt { card } => {
                *card = card.filled(card_in_slot);
            }
            CardFact::Shown { cards, .. } | CardFact::CardsShown { cards, .. } => {
                *cards = cards.map(|card| card.filled(&card_in_slot));
            }
            CardFact::Shuffled { .. } | CardFact::Cut { .. } | CardFact::Mucked { .. } => {}
        }
    }
}
