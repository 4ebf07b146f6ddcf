//! Checks that a hand uses each card once; every reader does this before it returns a record.

use cards::{Card, HiddenCard};

use crate::record::{CardList, MAX_PLAYERS, RecordedAct, RecordedStep};

const NOBODY: u8 = 0;
const BOARD: u8 = u8::MAX;

/// Checks that no card is in two places, and that cards shown are the cards dealt, where those are known.
///
/// `as_dealt` are the indices of the steps in which a player shows "the cards already recorded"; those steps
/// receive these cards.
pub(crate) fn check(steps: &mut [RecordedStep], as_dealt: &[usize], players: usize) -> Result<(), String> {
    let mut owner = [NOBODY; Card::COUNT];
    let mut hands = [CardList::EMPTY; MAX_PLAYERS];
    for (at, step) in steps.iter_mut().enumerate() {
        match &mut step.act {
            RecordedAct::Hole(place, cards) => {
                for card in cards.cards() {
                    if let Some(known) = card.known_card() {
                        assign_card(&mut owner, known, place.number())?;
                    }
                    if !hands[place.index()].push(*card) {
                        return Err(format!("{place} is dealt more than {} cards", CardList::MAX));
                    }
                }
            }
            RecordedAct::Board(cards) => {
                for known in cards.cards().iter().filter_map(|card| card.known_card()) {
                    assign_card(&mut owner, known, BOARD)?;
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
                        if owner[known.index()] != place.number() {
                            assign_card(&mut owner, known, place.number())?;
                        }
                    }
                    continue;
                }
                if cards.len() != hand.len() {
                    return Err(format!("{place} shows {} cards and was dealt {}", cards.len(), hand.len()));
                }
                // Each known card shown is one of those dealt, or replaces an unknown one.
                for known in cards.cards().iter().filter_map(|card| card.known_card()) {
                    if owner[known.index()] == place.number() {
                        continue;
                    }
                    assign_card(&mut owner, known, place.number())?;
                    match hand.cards_mut().iter_mut().find(|card| card.known_card().is_none()) {
                        Some(unknown) => *unknown = HiddenCard::of(known),
                        None => return Err(format!("{place} shows {known} and was dealt {hand}")),
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
fn assign_card(owner: &mut [u8; Card::COUNT], card: Card, to: u8) -> Result<(), String> {
    let name = |of: u8| if of == BOARD { "the board".to_owned() } else { format!("p{of}") };
    let holder = owner[card.index()];
    if holder != NOBODY {
        let (a, b) = (name(holder), name(to));
        return Err(if a == b {
            format!("{card} is dealt twice to {a}: a deck has each card once")
        } else {
            format!("{card} is dealt to {a} and to {b}: a deck has each card once")
        });
    }
    owner[card.index()] = to;
    Ok(())
}
