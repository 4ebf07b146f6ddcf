//! Checks that a hand uses each card once; every reader does this before it returns a record.

use std::error::Error;
use std::fmt;

use cards::{Card, HiddenCard};

use crate::record::{CardList, MAX_PLAYERS, PlayerNumber, RecordedAct, RecordedStep};

/// Who or what a card was dealt to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardHolder {
    /// A player.
    Player(PlayerNumber),
    /// The board.
    Board,
}

impl fmt::Display for CardHolder {
    /// The player as PHH numbers them (`p3`), or `the board`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CardHolder::Player(player) => player.fmt(f),
            CardHolder::Board => f.write_str("the board"),
        }
    }
}

/// Why the cards of a hand cannot come from one deck, or cannot be those that were dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardError {
    /// A card is in two places, or twice in one.
    DealtTwice {
        /// The card.
        card: Card,
        /// Where it was first.
        first: CardHolder,
        /// Where it came up again.
        second: CardHolder,
    },
    /// A player is dealt more cards than a record holds.
    TooManyCards {
        /// The player.
        player: PlayerNumber,
    },
    /// A player shows more or fewer cards than were dealt.
    ShownCount {
        /// The player.
        player: PlayerNumber,
        /// How many cards are shown.
        shown: usize,
        /// How many were dealt.
        dealt: usize,
    },
    /// A player shows a card that was not dealt.
    NotDealt {
        /// The player.
        player: PlayerNumber,
        /// The card.
        card: Card,
        /// The cards that were dealt.
        dealt: CardList,
    },
}

impl fmt::Display for CardError {
    /// The cards and players concerned and, where it helps, what a deck allows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CardError::DealtTwice { card, first, second } if first == second => {
                write!(f, "{card} is dealt twice to {first}: a deck has each card once")
            }
            CardError::DealtTwice { card, first, second } => {
                write!(f, "{card} is dealt to {first} and to {second}: a deck has each card once")
            }
            CardError::TooManyCards { player } => {
                write!(f, "{player} is dealt more than {} cards", CardList::MAX)
            }
            CardError::ShownCount { player, shown, dealt } => {
                write!(f, "{player} shows {shown} cards and was dealt {dealt}")
            }
            CardError::NotDealt { player, card, dealt } => {
                write!(f, "{player} shows {card} and was dealt {dealt}")
            }
        }
    }
}

impl Error for CardError {}

/// Who holds each card of the deck.
type Holders = [Option<CardHolder>; Card::COUNT];

/// Checks that no card is in two places, and that cards shown are the cards dealt, where those are known.
/// Every reader does this before it returns a record.
///
/// `as_dealt` are the indices of the steps in which a player shows "the cards already recorded"; those steps
/// receive these cards.
pub(crate) fn check_cards(
    steps: &mut [RecordedStep],
    as_dealt: &[usize],
    players: usize,
) -> Result<(), CardError> {
    let mut holders: Holders = [None; Card::COUNT];
    let mut hands = [CardList::EMPTY; MAX_PLAYERS];
    for (at, step) in steps.iter_mut().enumerate() {
        match &mut step.act {
            RecordedAct::Hole(place, cards) => {
                for card in cards.cards() {
                    if let Some(known) = card.known_card() {
                        assign_card(&mut holders, known, CardHolder::Player(*place))?;
                    }
                    if !hands[place.index()].push(*card) {
                        return Err(CardError::TooManyCards { player: *place });
                    }
                }
            }
            RecordedAct::Board(cards) => {
                for known in cards.cards().iter().filter_map(|card| card.known_card()) {
                    assign_card(&mut holders, known, CardHolder::Board)?;
                }
            }
            RecordedAct::Show(place, cards) => {
                let hand = &mut hands[place.index()];
                if as_dealt.contains(&at) {
                    *cards = *hand;
                }
                if hand.is_empty() {
                    *hand = *cards;
                    for known in cards.cards().iter().filter_map(|card| card.known_card()) {
                        if holders[known.index()] != Some(CardHolder::Player(*place)) {
                            assign_card(&mut holders, known, CardHolder::Player(*place))?;
                        }
                    }
                    continue;
                }
                if cards.len() != hand.len() {
                    let (shown, dealt) = (cards.len(), hand.len());
                    return Err(CardError::ShownCount { player: *place, shown, dealt });
                }
                // Each known card shown is one of those dealt, or replaces an unknown one.
                for known in cards.cards().iter().filter_map(|card| card.known_card()) {
                    if holders[known.index()] == Some(CardHolder::Player(*place)) {
                        continue;
                    }
                    assign_card(&mut holders, known, CardHolder::Player(*place))?;
                    match hand.cards_mut().iter_mut().find(|card| card.known_card().is_none()) {
                        Some(unknown) => *unknown = HiddenCard::of(known),
                        None => {
                            return Err(CardError::NotDealt { player: *place, card: known, dealt: *hand });
                        }
                    }
                }
            }
            RecordedAct::Draw(place, _) => {
                // The notation does not write the cards drawn; the new hand is known once it is shown.
                hands[place.index()] = CardList::EMPTY;
            }
            RecordedAct::Fold(_)
            | RecordedAct::CheckOrCall(..)
            | RecordedAct::To(..)
            | RecordedAct::Muck(_)
            | RecordedAct::BringIn(_) => {}
        }
    }
    debug_assert!(players <= MAX_PLAYERS);
    Ok(())
}

/// Notes that a card belongs to a player or to the board; an error when it already belongs to somebody.
fn assign_card(holders: &mut Holders, card: Card, to: CardHolder) -> Result<(), CardError> {
    match holders[card.index()].replace(to) {
        Some(first) => Err(CardError::DealtTwice { card, first, second: to }),
        None => Ok(()),
    }
}
