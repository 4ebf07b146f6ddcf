//! What a person who deals enters about a hand: that it begins, which cards left the deck, and which hands
//! were shown or mucked.
//!
//! The room has no deck there and draws nothing. Face-down cards are unknown to it, as they are to everybody
//! else; a card becomes known when it lies face up and the dealer enters it.

use cards::{Card, HiddenCard};
use rulebook::{Rule, rule};
use seating::{Actor, Seat};
use table::{AS_DEALT, Act, Deal, DeckAct, Hand, Need, Show, Table, TableAct, TableCommand};

use super::Keeper;
use super::deal::{open_with_snapshot, sit_out_at_blind};
use super::draft::BatchDraft;
use crate::requests::{DealerWish, RoomRefusal, Standing};

/// What must come off the deck next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DealStep {
    Hole,
    Burn,
    Board,
}

impl DealStep {
    /// The cards that must come off the deck next for this hand, by its machine; `None` if it needs no card
    /// now.
    fn next(hand: &Hand) -> Option<DealStep> {
        match hand.next() {
            Need::Deal(Deal::HoleCard { .. }) => Some(DealStep::Hole),
            Need::Deal(Deal::Burn) => Some(DealStep::Burn),
            Need::Deal(Deal::BoardCard) => Some(DealStep::Board),
            Need::Deal(Deal::Shuffle | Deal::Cut | Deal::Post(_)) | Need::Decision(_) | Need::Nothing => None,
        }
    }

    /// The step as a stable word in the data of a refusal, which the page translates.
    fn word(self) -> &'static str {
        match self {
            DealStep::Hole => "hole_cards",
            DealStep::Burn => "burn",
            DealStep::Board => "board",
        }
    }

    /// What the dealer is told when other cards are entered than the ones due.
    fn refusal_text(self) -> &'static str {
        match self {
            DealStep::Hole => "the hole cards are dealt next",
            DealStep::Burn => "a card is burned next",
            DealStep::Board => "cards of the board are dealt next",
        }
    }

    /// The rule of the book by which these cards come next; the refusal of other cards cites it.
    fn rule(self) -> Rule {
        match self {
            DealStep::Hole => rule::HOLE_CARDS_ONE_AT_A_TIME,
            DealStep::Burn => rule::BURN_BEFORE_BOARD,
            DealStep::Board => rule::BOARD_FOLLOWS_BETTING,
        }
    }
}

impl Keeper<Table> {
    /// Refuses anybody who may not enter what was dealt here: only a dealer or a higher official, where a
    /// person deals, and nobody who plays there.
    pub(super) fn check_may_deal(&self, by: Actor) -> Result<(), RoomRefusal> {
        let dealer = self.state.dealer;
        if dealer.is_software() {
            let why = "the software deals at this table: nobody else can enter cards";
            return Err(self.refusal_by_rule(rule::WHO_MAY_ACT, why).because("software_deals"));
        }
        if !dealer.may_deal(by) {
            let why = "only a dealer or a higher official can enter what was dealt";
            return Err(self.refusal_by_rule(rule::WHO_MAY_ACT, why).because("only_who_deals"));
        }
        if self.state.seat_of(by.person).is_some() || self.state.seat_in_hand(by.person).is_some() {
            let why =
                "you play at this table, and nobody may deal a hand they play in: leave your seat first";
            return Err(RoomRefusal::plain("sits_here", why).because("dealer_sits_here"));
        }
        Ok(())
    }

    /// Enters what the dealer reports: all of it or, with a refusal, nothing, since the draft is dropped then.
    /// The machine checks each card by the book; face-down cards are entered as unknown.
    pub(super) fn enter_deal(
        &self,
        draft: &mut BatchDraft<Table>,
        by: Actor,
        wish: &DealerWish,
    ) -> Result<(), RoomRefusal> {
        match wish {
            DealerWish::Open => self.begin_hand(draft),
            DealerWish::HoleCards => {
                self.check_next_cards(draft, by, DealStep::Hole)?;
                while draft.state.hand_in_play().and_then(DealStep::next) == Some(DealStep::Hole) {
                    self.deal_card(draft, by, HiddenCard::UNKNOWN)?;
                }
                Ok(())
            }
            DealerWish::Burn => {
                self.check_next_cards(draft, by, DealStep::Burn)?;
                self.deal_card(draft, by, HiddenCard::UNKNOWN)
            }
            DealerWish::Board { cards } => {
                self.check_next_cards(draft, by, DealStep::Board)?;
                let needed = draft.state.hand_in_play().map_or(0, street_cards_left);
                if cards.len() != needed {
                    let named = cards.len();
                    let why = format!("expected the next {needed} cards of the board, found {named}");
                    let refused =
                        self.refusal_by_rule(rule::BOARD_FOLLOWS_BETTING, why).because("cards_of_the_street");
                    return Err(refused.with("named", named).with("needed", needed));
                }
                cards.iter().try_for_each(|card| self.deal_card(draft, by, HiddenCard::of(*card)))
            }
            DealerWish::Shows { seat, cards } => self.show_hand(draft, by, *seat, cards),
            DealerWish::Mucks { seat } => self.decide_act(draft, by, Show::Muck.by(*seat)),
        }
    }

    /// Opens the next hand for the person who deals, if the table is open for play and enough players are
    /// ready.
    fn begin_hand(&self, draft: &mut BatchDraft<Table>) -> Result<(), RoomRefusal> {
        match self.standing() {
            Standing::Open => {}
            Standing::Paused { reason }
            | Standing::Closing { reason }
            | Standing::Closed { reason }
            | Standing::Stopped { why: reason, reference: _ } => {
                let why = format!("no hand can begin now: {reason}");
                return Err(RoomRefusal::plain("paused", why).with("because", reason.as_str()));
            }
        }
        sit_out_at_blind(draft);
        open_with_snapshot(draft).map_err(|refusal| self.cite_refusal(&refusal))
    }

    /// Checks that the cards being entered are the ones to come off the deck next, so that a slip is refused
    /// before any card is taken.
    fn check_next_cards(
        &self,
        draft: &mut BatchDraft<Table>,
        by: Actor,
        cards: DealStep,
    ) -> Result<(), RoomRefusal> {
        match draft.state.hand_in_play().and_then(DealStep::next) {
            Some(next) if next == cards => Ok(()),
            Some(next) => {
                let refused =
                    self.refusal_by_rule(next.rule(), next.refusal_text()).because("other_cards_next");
                Err(refused.with("next", next.word()))
            }
            // No card is needed now: trying to deal one gives the refusal that says why.
            None => self.deal_card(draft, by, HiddenCard::UNKNOWN),
        }
    }

    /// Deals one card through the machine in the dealer's name: the machine knows where it goes and refuses one
    /// not due.
    fn deal_card(
        &self,
        draft: &mut BatchDraft<Table>,
        by: Actor,
        card: HiddenCard,
    ) -> Result<(), RoomRefusal> {
        self.decide_act(draft, by, Act::Deck(DeckAct::Deal { card }))
    }

    /// Enters the hand that a seat has turned up at showdown; every one of its cards must be named.
    fn show_hand(
        &self,
        draft: &mut BatchDraft<Table>,
        by: Actor,
        seat: Seat,
        named: &[Card],
    ) -> Result<(), RoomRefusal> {
        let needed = draft.state.hand_in_play().map(|hand| usize::from(hand.house().game.hole_cards));
        if needed.is_some_and(|needed| named.len() != needed) {
            let (named, needed) = (named.len(), needed.unwrap_or_default());
            let why = format!(
                "expected the {needed} cards of the hand, found {named}: name every card that lies face up"
            );
            let refused = self.refusal_by_rule(rule::EQUAL_OR_BETTER_SHOWS, why).because("cards_of_the_hand");
            return Err(refused.with("named", named).with("needed", needed));
        }
        let mut cards = AS_DEALT;
        cards.iter_mut().zip(named).for_each(|(card, named)| *card = HiddenCard::of(*named));
        self.decide_act(draft, by, Show::Hand { cards }.by(seat))
    }

    /// Decides an act that the dealer enters, in the dealer's name, with the machine's refusal in the words of
    /// the table's book.
    fn decide_act(&self, draft: &mut BatchDraft<Table>, by: Actor, act: Act) -> Result<(), RoomRefusal> {
        let decided = draft.decide(&TableCommand { by, act: TableAct::Hand(act) });
        decided.map_err(|refusal| self.cite_refusal(&refusal))
    }

    /// A refusal by a rule, citing its clause in the house in force; the rule's name is its code.
    fn refusal_by_rule(&self, rule: Rule, why: impl Into<String>) -> RoomRefusal {
        RoomRefusal::plain(rule.name(), why).citing(rule, &self.state.house_now().determined)
    }
}

/// How many board cards are still to come before the next betting round; the dealer must enter exactly that
/// many.
fn street_cards_left(hand: &Hand) -> usize {
    let mut street = 0;
    for cards in hand.house().game.board {
        street += usize::from(*cards);
        if street > hand.boards().first().len() {
            return street - hand.boards().first().len();
        }
    }
    0
}
