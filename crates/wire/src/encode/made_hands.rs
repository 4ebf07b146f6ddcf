//! Made hands, as values and in words.

use super::super::value::{WireCard, WireSeat};
use super::super::view::{WireHandKind, WireMade, WireMadeHand, WireWin};
use super::encode_half;

/// What a player makes with one board, high and low, as the wire shows it. Only from hands that the view
/// gave: it follows from cards.
pub(super) fn hand_on_board(hand: &table::HandOnBoard) -> WireMade {
    WireMade {
        seat: WireSeat(hand.seat),
        board: u8::from(hand.board),
        high: hand.high.as_ref().map(made_hand),
        low: hand.low.as_ref().map(made_hand),
    }
}

/// A made hand as the wire shows it: in words for people, and as kind, ranks and cards for programs.
fn made_hand(hand: &cards::MadeHand) -> WireMadeHand {
    WireMadeHand {
        name: hand.to_string(),
        kind: hand_kind(hand.kind),
        ranks: rank_letters(&hand.ranks),
        side: rank_letters(&hand.side),
        cards: hand.cards.iter().copied().map(WireCard).collect(),
        joker: hand.joker.map(WireCard),
    }
}

/// Ranks as their letters, such as `T` for the ten, in the order given, which is that in which they are
/// compared.
fn rank_letters(ranks: &[cards::Rank]) -> Vec<String> {
    ranks.iter().map(|rank| rank.letter().to_string()).collect()
}

/// The kind of a made hand under its name on the wire, where high and low hands share the names of the same
/// kind.
fn hand_kind(kind: cards::HandKind) -> WireHandKind {
    use cards::{Category, LowKind};
    match kind {
        cards::HandKind::High(Category::RoyalFlush) => WireHandKind::RoyalFlush,
        cards::HandKind::High(Category::StraightFlush) => WireHandKind::StraightFlush,
        cards::HandKind::High(Category::Flush) => WireHandKind::Flush,
        cards::HandKind::High(Category::Straight) => WireHandKind::Straight,
        cards::HandKind::High(Category::HighCard) => WireHandKind::HighCard,
        cards::HandKind::Low(LowKind::NoPair) => WireHandKind::NoPair,
        cards::HandKind::High(Category::FiveOfAKind) | cards::HandKind::Low(LowKind::FiveOfAKind) => {
            WireHandKind::FiveOfAKind
        }
        cards::HandKind::High(Category::FourOfAKind) | cards::HandKind::Low(LowKind::FourOfAKind) => {
            WireHandKind::FourOfAKind
        }
        cards::HandKind::High(Category::FullHouse) | cards::HandKind::Low(LowKind::FullHouse) => {
            WireHandKind::FullHouse
        }
        cards::HandKind::High(Category::ThreeOfAKind) | cards::HandKind::Low(LowKind::ThreeOfAKind) => {
            WireHandKind::ThreeOfAKind
        }
        cards::HandKind::High(Category::TwoPairs) | cards::HandKind::Low(LowKind::TwoPairs) => {
            WireHandKind::TwoPairs
        }
        cards::HandKind::High(Category::OnePair) | cards::HandKind::Low(LowKind::OnePair) => {
            WireHandKind::OnePair
        }
    }
}

/// The hand that won a pot or a half of it, with the side cards that decided, as the wire shows it.
pub(super) fn winning_hand(won: &table::WinningHand) -> WireWin {
    WireWin {
        pot: won.pot,
        board: u8::from(won.board),
        half: encode_half(won.half),
        seat: WireSeat(won.seat),
        seats: won.winners.iter().map(WireSeat).collect(),
        hand: made_hand(&won.hand),
        low: won.low.as_ref().map(made_hand),
        deciding: rank_letters(won.hand.deciding_side()),
        beaten: won.beaten.as_ref().map_or_else(Vec::new, |beaten| rank_letters(beaten.deciding_side())),
    }
}
