//! What a person who deals says of a hand: it begins, cards left the deck, a hand lies face up or is gone.
//!
//! The room has no deck there and draws nothing. Cards that lie face down are unknown to it as they are to everybody else;
//! a card becomes known when it lies face up and whoever deals says which it is.

use cards::{Card, Hidden};
use rulebook::{Rule, rule};
use seating::{By, Seat};
use table::{AS_DEALT, Act, Deal, DeckAct, Hand, Need, Show, Table, TableAct, TableCommand};

use super::Keeper;
use super::dealing::{opens, sit_out_at_the_blind};
use super::draft::Draft;
use crate::ask::{DealerWish, Refused, Standing};

/// What the deck is to give next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cards {
    Hole,
    Burn,
    Board,
}

impl Cards {
    fn next(hand: &Hand) -> Option<Cards> {
        match hand.next() {
            Need::Deal(Deal::HoleCard { .. }) => Some(Cards::Hole),
            Need::Deal(Deal::Burn) => Some(Cards::Burn),
            Need::Deal(Deal::BoardCard) => Some(Cards::Board),
            Need::Deal(Deal::Shuffle | Deal::Cut | Deal::Post(_)) | Need::Decision(_) | Need::Nothing => None,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Cards::Hole => "hole_cards",
            Cards::Burn => "burn",
            Cards::Board => "board",
        }
    }

    fn said(self) -> &'static str {
        match self {
            Cards::Hole => "the hole cards are dealt next",
            Cards::Burn => "a card is burned next",
            Cards::Board => "cards of the board are dealt next",
        }
    }

    /// The rule by which they come next.
    fn rule(self) -> Rule {
        match self {
            Cards::Hole => rule::HOLE_CARDS_ONE_AT_A_TIME,
            Cards::Burn => rule::BURN_BEFORE_BOARD,
            Cards::Board => rule::BOARD_FOLLOWS_BETTING,
        }
    }
}

impl Keeper<Table> {
    /// Whether somebody may say here what was dealt: a dealer, or an official above, where a person deals and the one who
    /// says it does not play.
    pub(super) fn deals_here(&self, by: By) -> Result<(), Refused> {
        let dealer = self.state.dealer;
        if dealer.is_software() {
            let why = "the software deals at this table: nobody else enters cards";
            return Err(self.by_rule(rule::WHO_MAY_ACT, why).because("software_deals"));
        }
        if !dealer.may_be(by) {
            let why = "only a dealer, or an official above, enters what was dealt";
            return Err(self.by_rule(rule::WHO_MAY_ACT, why).because("only_who_deals"));
        }
        if self.state.seat_of(by.person).is_some() || self.state.seat_in_hand(by.person).is_some() {
            let why = "you play at this table, and nobody deals a hand that they play: leave your seat first";
            return Err(Refused::plain("sits_here", why).because("dealer_sits_here"));
        }
        Ok(())
    }

    /// Enters what was dealt, all of it or nothing.
    pub(super) fn enter_what_was_dealt(
        &self,
        draft: &mut Draft<Table>,
        by: By,
        wish: &DealerWish,
    ) -> Result<(), Refused> {
        match wish {
            DealerWish::Open => self.begins(draft),
            DealerWish::HoleCards => {
                self.are_next(draft, by, Cards::Hole)?;
                while draft.state.running().and_then(Cards::next) == Some(Cards::Hole) {
                    self.leaves_the_deck(draft, by, Hidden::UNKNOWN)?;
                }
                Ok(())
            }
            DealerWish::Burn => {
                self.are_next(draft, by, Cards::Burn)?;
                self.leaves_the_deck(draft, by, Hidden::UNKNOWN)
            }
            DealerWish::Board { cards } => {
                self.are_next(draft, by, Cards::Board)?;
                let needed = draft.state.running().map_or(0, of_the_street);
                if cards.len() != needed {
                    let named = cards.len();
                    let why = format!("{named} cards are named, and {needed} lie on the board next");
                    let refused =
                        self.by_rule(rule::BOARD_FOLLOWS_BETTING, why).because("cards_of_the_street");
                    return Err(refused.with("named", named).with("needed", needed));
                }
                cards.iter().try_for_each(|card| self.leaves_the_deck(draft, by, Hidden::of(*card)))
            }
            DealerWish::Shows { seat, cards } => self.lies_face_up(draft, by, *seat, cards),
            DealerWish::Mucks { seat } => self.decides(draft, by, Show::Muck.by(*seat)),
        }
    }

    /// The next hand begins, where one may.
    fn begins(&self, draft: &mut Draft<Table>) -> Result<(), Refused> {
        match self.standing() {
            Standing::Open => {}
            Standing::Paused { reason }
            | Standing::Closing { reason }
            | Standing::Closed { reason }
            | Standing::Stopped { why: reason, reference: _ } => {
                let why = format!("no hand begins now: {reason}");
                return Err(Refused::plain("paused", why).with("because", reason.as_str()));
            }
        }
        sit_out_at_the_blind(draft);
        opens(draft).map_err(|refusal| self.in_words(&refusal))
    }

    /// Whether these cards are what the deck is to give next.
    fn are_next(&self, draft: &mut Draft<Table>, by: By, cards: Cards) -> Result<(), Refused> {
        match draft.state.running().and_then(Cards::next) {
            Some(next) if next == cards => Ok(()),
            Some(next) => {
                let refused = self.by_rule(next.rule(), next.said()).because("other_cards_next");
                Err(refused.with("next", next.word()))
            }
            // No card is needed now: the rules say why.
            None => self.leaves_the_deck(draft, by, Hidden::UNKNOWN),
        }
    }

    fn leaves_the_deck(&self, draft: &mut Draft<Table>, by: By, card: Hidden) -> Result<(), Refused> {
        self.decides(draft, by, Act::Deck(DeckAct::Deal { card }))
    }

    fn lies_face_up(
        &self,
        draft: &mut Draft<Table>,
        by: By,
        seat: Seat,
        named: &[Card],
    ) -> Result<(), Refused> {
        let needed = draft.state.running().map(|hand| usize::from(hand.house().game.hole_cards));
        if needed.is_some_and(|needed| named.len() != needed) {
            let (named, needed) = (named.len(), needed.unwrap_or_default());
            let why = format!(
                "{named} cards are named, and a hand has {needed}: name every card that lies face up"
            );
            let refused = self.by_rule(rule::EQUAL_OR_BETTER_SHOWS, why).because("cards_of_the_hand");
            return Err(refused.with("named", named).with("needed", needed));
        }
        let mut cards = AS_DEALT;
        cards.iter_mut().zip(named).for_each(|(card, named)| *card = Hidden::of(*named));
        self.decides(draft, by, Show::Hand { cards }.by(seat))
    }

    fn decides(&self, draft: &mut Draft<Table>, by: By, act: Act) -> Result<(), Refused> {
        let decided = draft.decide(&TableCommand { by, act: TableAct::Hand(act) });
        decided.map_err(|refusal| self.in_words(&refusal))
    }

    /// A refusal by a rule of the house that is played by.
    fn by_rule(&self, rule: Rule, why: impl Into<String>) -> Refused {
        Refused::plain(rule.name(), why).citing(rule, &self.state.house_now().determined)
    }
}

/// How many cards of the board are still to come before the next betting round.
fn of_the_street(hand: &Hand) -> usize {
    let mut street = 0;
    for cards in hand.house().game.board {
        street += usize::from(*cards);
        if street > hand.boards().first().len() {
            return street - hand.boards().first().len();
        }
    }
    0
}
