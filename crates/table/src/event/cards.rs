//! What happened to cards.

use cards::{Card, HiddenCard};
use seating::Seat;
use serde::{Deserialize, Serialize};

use crate::command::{Act, DeckAct, MAX_HOLE_CARDS, Show};
use crate::families::fact_family;
use crate::hand::{BoardCard, BoardNumber};

fact_family! {
    /// What happened to cards: to the deck, to a board, or to a player's hand.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "name")]
    #[allow(missing_docs)]
    pub enum CardFact {
        /// The deck was shuffled at the table.
        #[serde(rename = "shuffled")]
        Shuffled { cards: u8 },
        /// The deck was cut; `after` cards lie above the cut.
        #[serde(rename = "cut")]
        Cut { after: u8 },
        /// A hole card was dealt.
        #[serde(rename = "hole_dealt")]
        HoleDealt { seat: Seat, card: HiddenCard },
        /// A card was burned.
        #[serde(rename = "burned")]
        Burned { card: HiddenCard },
        /// A board card was dealt; `board` is left out of the stored form for the first board. A further
        /// board may share cards with the first: those that lay there before the further one was begun.
        #[serde(rename = "board_dealt")]
        BoardDealt {
            #[serde(with = "cards::face_up")]
            card: HiddenCard,
            #[serde(default, skip_serializing_if = "BoardNumber::is_first")]
            board: BoardNumber,
            #[serde(default, skip_serializing_if = "is_zero")]
            shares: u8,
        },
        /// Hole cards were turned up.
        #[serde(rename = "shown")]
        Shown {
            seat: Seat,
            #[serde(with = "crate::stored::face_up_hand")]
            cards: [HiddenCard; MAX_HOLE_CARDS],
        },
        /// A hand was mucked.
        #[serde(rename = "mucked")]
        Mucked { seat: Seat },
        /// Cards of a hand that is out of play were turned up. Only these cards: those unknown here stay face
        /// down.
        #[serde(rename = "cards_shown")]
        CardsShown {
            seat: Seat,
            #[serde(with = "crate::stored::face_up_hand")]
            cards: [HiddenCard; MAX_HOLE_CARDS],
        },
    }
}

/// Leaves the field out of the stored form when the board shares no cards, as in every record written before
/// there were further boards.
const fn is_zero(shares: &u8) -> bool {
    *shares == 0
}

/// Who may see a card as it lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Visibility {
    Nobody,
    Only(Seat),
    Everybody,
}

impl CardFact {
    /// The act, of the dealer or of a player, that leads to this fact: audits and replays decide it again and
    /// compare the facts.
    pub const fn act(&self) -> Act {
        match *self {
            CardFact::Shuffled { cards } => Act::Deck(DeckAct::Shuffle { cards }),
            CardFact::Cut { after } => Act::Deck(DeckAct::Cut { after }),
            CardFact::HoleDealt { card, .. }
            | CardFact::Burned { card }
            | CardFact::BoardDealt { card, .. } => Act::Deck(DeckAct::Deal { card }),
            CardFact::Shown { seat, cards } => Show::Hand { cards }.by(seat),
            CardFact::Mucked { seat } => Show::Muck.by(seat),
            CardFact::CardsShown { seat, cards } => Show::Cards { cards }.by(seat),
        }
    }

    /// The seat whose cards they are; `None` for the deck, burn cards and boards.
    pub const fn seat(&self) -> Option<Seat> {
        match self.hole_card() {
            Some((seat, _)) => Some(seat),
            None => self.act().seat(),
        }
    }

    /// True when a card left the deck: a hole card, a burn card or a board card.
    pub const fn is_dealt(&self) -> bool {
        matches!(self.act(), Act::Deck(DeckAct::Deal { .. }))
    }

    /// What a player did with their own cards, and which seat it is; `None` for acts of the dealer.
    pub const fn show(&self) -> Option<(Seat, Show)> {
        if let Act::Show { seat, show } = self.act() { Some((seat, show)) } else { None }
    }

    /// The hole card that was dealt, and to which seat; unknown in a viewer's copy unless it is their own.
    pub const fn hole_card(&self) -> Option<(Seat, HiddenCard)> {
        if let CardFact::HoleDealt { seat, card } = *self { Some((seat, card)) } else { None }
    }

    /// The board card that was dealt and to which board; `None` for every other fact.
    pub const fn board_card(&self) -> Option<BoardCard> {
        if let CardFact::BoardDealt { card, board, shares } = *self {
            Some(BoardCard { board, shares, card })
        } else {
            None
        }
    }

    /// The seat that acted at the showdown: true if the whole hand was shown, false if it was mucked. Single
    /// cards turned up ([`CardFact::CardsShown`]) do not count.
    pub const fn showdown_act(&self) -> Option<(Seat, bool)> {
        match self.show() {
            Some((seat, Show::Hand { .. })) => Some((seat, true)),
            Some((seat, Show::Muck)) => Some((seat, false)),
            Some((_, Show::Cards { .. })) | None => None,
        }
    }

    /// The fact as a viewer may see it: hole cards are covered except for seats that `may_see` allows, burn
    /// cards for everybody, cards that lie face up for nobody. What [`crate::view::visible_event`] sends.
    #[must_use]
    pub(crate) fn covered(self, may_see: impl Fn(Seat) -> bool) -> CardFact {
        self.map_cards(|sight, card| match sight {
            Visibility::Everybody => card,
            Visibility::Only(seat) if may_see(seat) => card,
            Visibility::Only(_) | Visibility::Nobody => card.covered(),
        })
    }

    /// Fills in the cards that a stored fact has only as slots, given which card lay in each slot of the
    /// deck; for a room that reads its records back and has opened the seed.
    pub(super) fn fill_cards(&mut self, card_in_slot: impl Fn(u8) -> Option<Card>) {
        *self = self.map_cards(|_, card| card.revealed_with(&card_in_slot));
    }

    /// The fact with each of its cards replaced, given who may see that card on the table. Covering and
    /// filling in both use it, so neither can forget a card.
    fn map_cards(self, other: impl Fn(Visibility, HiddenCard) -> HiddenCard) -> CardFact {
        let up = |card| other(Visibility::Everybody, card);
        match self {
            CardFact::HoleDealt { seat, card } => {
                CardFact::HoleDealt { seat, card: other(Visibility::Only(seat), card) }
            }
            CardFact::Burned { card } => CardFact::Burned { card: other(Visibility::Nobody, card) },
            CardFact::BoardDealt { card, board, shares } => {
                CardFact::BoardDealt { card: up(card), board, shares }
            }
            CardFact::Shown { seat, cards } => CardFact::Shown { seat, cards: cards.map(up) },
            CardFact::CardsShown { seat, cards } => CardFact::CardsShown { seat, cards: cards.map(up) },
            CardFact::Shuffled { .. } | CardFact::Cut { .. } | CardFact::Mucked { .. } => self,
        }
    }
}
