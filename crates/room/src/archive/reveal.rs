//! Reveals a finished hand for those who may open it: every card, checked against the commitment.

use cards::{Card, HiddenCard};
use fair::{Commitment, RoomKey};
use seating::{Person, Seat};
use table::{Entrant, Hand};

use super::records::{HandRecords, apply_record};
use crate::dealer::Dealer;
use crate::port::{Store, StoreError, UnreadableStream};
use crate::state::TableState;

/// A finished hand with every card of its deck, for those who may open it.
#[derive(Clone, Debug)]
pub struct RevealedHand {
    /// The number in the room of the record that opened it.
    pub began: u64,
    /// Who was dealt in, and their cards.
    pub players: Vec<(Seat, Person, Vec<Card>)>,
    /// The boards; there is always a first.
    pub boards: Vec<Vec<Card>>,
    /// The committed deck, by slot.
    pub deck: Vec<Card>,
    /// How it was cut: the slot that was dealt first.
    pub first: Option<u8>,
    /// What was published before the first card.
    pub commitment: Commitment,
}

/// What can be opened of a finished hand.
#[derive(Clone, Debug)]
pub enum HandReveal {
    /// The software's deck, with the hand dealt from it.
    Sealed(Box<RevealedHand>),
    /// Nothing: a person dealt, and the room knows no card that did not lie face up.
    DealtByHand,
}

/// Opens a finished hand with the room's key: all cards of its deck, checked against the commitment. `None` if
/// there is no such hand or it is not over. The caller has checked that two auditors agreed to open it.
///
/// # Errors
/// A fault of the store, records that do not follow from one another, or a deck that the room's key does not
/// open.
pub fn reveal_hand(
    store: &dyn Store,
    keys: &RoomKey,
    (table, hand): (u64, u64),
) -> Result<Option<HandReveal>, StoreError> {
    let Some(records) = HandRecords::find(store, (table, hand))? else { return Ok(None) };
    let Some(mut state) = records.state_before()? else { return Ok(None) };
    let (mut read, mut began) = (records.first - 1, None);
    loop {
        let page = records.page_after(read)?;
        let Some(last) = page.last() else { return Ok(None) };
        read = last.number;
        for stored in &page {
            let began = *began.get_or_insert(stored.sequence);
            apply_record(&mut state, stored, Some(keys))?;
            if let Some(hand) = state.table.hand().filter(|hand| hand.is_over()) {
                return match state.dealer {
                    Dealer::Software => reveal_deck(&state, hand, began)
                        .map(|revealed| Some(HandReveal::Sealed(Box::new(revealed)))),
                    Dealer::Person => Ok(Some(HandReveal::DealtByHand)),
                };
            }
        }
    }
}

/// The cards of every player, board and slot of a hand that is over, each checked against the commitment; fails
/// if the room's key does not open the deck. `began` is the sequence of the opening record.
fn reveal_deck(state: &TableState, hand: &Hand, began: u64) -> Result<RevealedHand, StoreError> {
    let deck = state.deck.as_ref().ok_or(UnreadableStream::SealedDeck)?;
    let cards = deck.cards.as_ref().ok_or(UnreadableStream::SealedDeck)?;
    let slots = 0..cards.count();
    for opening in slots.clone().filter_map(|slot| cards.opening(slot)) {
        let fits = fair::check_opening(&deck.commitment, &opening);
        fits.map_err(UnreadableStream::Opening)?;
    }
    let known = |cards: &[HiddenCard]| cards.iter().filter_map(|card| card.known_card()).collect();
    let dealt = |entrant: &Entrant| (entrant.seat, entrant.person, known(hand.hole_cards(entrant.seat)));
    Ok(RevealedHand {
        began,
        players: hand.lineup().entrants.iter().map(dealt).collect(),
        boards: hand.boards().each().map(known).collect(),
        deck: slots.filter_map(|slot| cards.card(slot)).collect(),
        first: deck.cut.as_ref().and_then(|cut| cut.dealt_slot(0)),
        commitment: deck.commitment,
    })
}
