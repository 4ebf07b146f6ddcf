//! What hands make, as values and in words.

use super::super::value::{Card, Seat};
use super::super::view::{HandKind, Made, Named, Won};
use super::of_pot;

/// What a hand makes, high and low.
pub(super) fn made(hand: &table::Made) -> Made {
    Made {
        seat: Seat(hand.seat),
        board: u8::from(hand.board),
        high: hand.high.as_ref().map(named_hand),
        low: hand.low.as_ref().map(named_hand),
    }
}

fn named_hand(hand: &cards::MadeHand) -> Named {
    Named {
        name: hand.to_string(),
        kind: hand_kind(hand.kind),
        ranks: letters(&hand.ranks),
        side: letters(&hand.side),
        cards: hand.cards.iter().copied().map(Card).collect(),
        joker: hand.joker.map(Card),
    }
}

fn letters(ranks: &[cards::Rank]) -> Vec<String> {
    ranks.iter().map(|rank| rank.letter().to_string()).collect()
}

fn hand_kind(kind: cards::HandKind) -> HandKind {
    use cards::{Category, LowKind};
    match kind {
        cards::HandKind::High(Category::RoyalFlush) => HandKind::RoyalFlush,
        cards::HandKind::High(Category::StraightFlush) => HandKind::StraightFlush,
        cards::HandKind::High(Category::Flush) => HandKind::Flush,
        cards::HandKind::High(Category::Straight) => HandKind::Straight,
        cards::HandKind::High(Category::HighCard) => HandKind::HighCard,
        cards::HandKind::Low(LowKind::NoPair) => HandKind::NoPair,
        cards::HandKind::High(Category::FiveOfAKind) | cards::HandKind::Low(LowKind::FiveOfAKind) => {
            HandKind::FiveOfAKind
        }
        cards::HandKind::High(Category::FourOfAKind) | cards::HandKind::Low(LowKind::FourOfAKind) => {
            HandKind::FourOfAKind
        }
        cards::HandKind::High(Category::FullHouse) | cards::HandKind::Low(LowKind::FullHouse) => {
            HandKind::FullHouse
        }
        cards::HandKind::High(Category::ThreeOfAKind) | cards::HandKind::Low(LowKind::ThreeOfAKind) => {
            HandKind::ThreeOfAKind
        }
        cards::HandKind::High(Category::TwoPairs) | cards::HandKind::Low(LowKind::TwoPairs) => {
            HandKind::TwoPairs
        }
        cards::HandKind::High(Category::OnePair) | cards::HandKind::Low(LowKind::OnePair) => {
            HandKind::OnePair
        }
    }
}

/// With what a pot or a half was won.
pub(super) fn won(won: &table::HowWon) -> Won {
    Won {
        pot: won.pot,
        board: u8::from(won.board),
        half: of_pot(won.half),
        seat: Seat(won.seat),
        seats: won.winners.iter().map(Seat).collect(),
        hand: named_hand(&won.hand),
        low: won.low.as_ref().map(named_hand),
        deciding: letters(won.hand.deciding()),
        beaten: won.beaten.as_ref().map_or_else(Vec::new, |beaten| letters(beaten.deciding())),
    }
}
