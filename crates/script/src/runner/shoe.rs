//! The cards of a script: named cards go where the script puts them, and the rest come from a fixed deck.

use cards::{Card, CardSet, HiddenCard};
use seating::Seat;
use table::{Deal, Hand, Need};

use crate::statement::{ScriptStep, SeatAct, Statement};

/// The step between neighbours in the fixed deck of 52 cards: coprime to 52, so that every card comes up
/// once, and chosen so that neither suits nor ranks follow each other.
const STRIDE: usize = 31;

/// The index of the first card of the fixed deck.
const FIRST: usize = 20;

/// The cards of one hand.
#[derive(Clone, Debug, Default)]
pub(super) struct ScriptShoe {
    holes: Vec<(Seat, Vec<HiddenCard>)>,
    board: Vec<HiddenCard>,
    /// The order given by the script, first card first.
    listed: Vec<Card>,
    /// Cards that have a place of their own, and cards that have left the deck.
    reserved: CardSet,
}

impl ScriptShoe {
    /// The shoe for one hand, with the cards that its statements name; `steps` are all statements of the
    /// hand, since cards may be named after they are dealt.
    pub fn for_hand(steps: &[ScriptStep]) -> ScriptShoe {
        let mut shoe = ScriptShoe::default();
        for step in steps {
            match &step.statement {
                Statement::Cards { seat, cards } => shoe.name_hole(*seat, cards),
                Statement::Act { seat, act: SeatAct::Show(cards), .. } if !cards.is_empty() => {
                    shoe.name_hole(*seat, cards);
                }
                Statement::Board(cards) => {
                    shoe.board.extend(cards.iter().skip(shoe.board.len()));
                    shoe.reserve(cards);
                }
                Statement::Deck(cards) => shoe.listed.clone_from(cards),
                Statement::House(_)
                | Statement::Game(_)
                | Statement::Set { .. }
                | Statement::Alter(_)
                | Statement::Seats { .. }
                | Statement::Button(_)
                | Statement::Record(_)
                | Statement::Open(_)
                | Statement::Deal { .. }
                | Statement::Dealer { .. }
                | Statement::Act { .. }
                | Statement::Expect(_) => {}
            }
        }
        shoe
    }

    /// Gives a seat its named hole cards; the first line that names them counts, but the cards of every line
    /// are kept out of the deck.
    fn name_hole(&mut self, seat: Seat, cards: &[HiddenCard]) {
        self.reserve(cards);
        if !self.holes.iter().any(|(other, _)| *other == seat) {
            self.holes.push((seat, cards.to_vec()));
        }
    }

    /// Keeps known cards out of the deck, because a line names their place: no other place is dealt them.
    fn reserve(&mut self, cards: &[HiddenCard]) {
        for card in cards.iter().filter_map(|card| card.known_card()) {
            self.reserved.insert(card);
        }
    }

    /// The next card to leave the deck, for the place that the hand deals to next; unknown if the script says
    /// so or the deck is used up. A burn never takes a card that the script names for a seat or the board.
    pub fn next_card(&mut self, hand: &Hand) -> HiddenCard {
        let need = hand.next();
        let named = if let Need::Deal(Deal::HoleCard { seat }) = need {
            let at = hand.hole_cards(seat).len();
            let of_seat = self.holes.iter().find(|(other, _)| *other == seat);
            of_seat.and_then(|(_, cards)| cards.get(at)).copied()
        } else {
            self.board
                .get(hand.boards().first().len())
                .filter(|_| need == Need::Deal(Deal::BoardCard))
                .copied()
        };
        named.unwrap_or_else(|| self.draw(hand))
    }

    /// Draws the next listed card, or else the next card of the fixed deck, that has no place of its own. The
    /// fixed deck never changes: transcripts and cases rely on its order.
    fn draw(&mut self, hand: &Hand) -> HiddenCard {
        let in_deck = hand.house().ranking.cards();
        let fixed = (0..52).filter_map(|at| Card::from_index((FIRST + STRIDE * at) % 52));
        let all = self.listed.iter().copied().chain(fixed).chain([Card::JOKER]);
        let listed = self.listed.clone();
        let free = |card: &Card| {
            !self.reserved.contains(*card) && (in_deck.contains(*card) || listed.contains(card))
        };
        match all.into_iter().find(free) {
            Some(card) => {
                self.reserved.insert(card);
                HiddenCard::of(card)
            }
            None => HiddenCard::UNKNOWN,
        }
    }
}
