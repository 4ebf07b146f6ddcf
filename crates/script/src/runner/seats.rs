//! What a seat does in a script, in a hand or about its chair, and what happens by itself before that.

use cards::HiddenCard;
use chips::Chips;
use seating::{Actor, Person, Seat};
use table::{
    AS_DEALT, Act, CardFact, ChairAct, ClockAct, Deal, Decision, Event, Fact, Hand, MAX_HOLE_CARDS, Need,
    Offer, Play, Post, Refusal, RefusalReason, Show, TableAct, TableFact, TableRefusalReason,
};

use super::{CaseRun, CitedRefusal, CommandResult, Goal};
use crate::failure::RefusalCause;
use crate::statement::{ExpectedOutcome, ExpectedRuling, ScriptStep, SeatAct, Statement};

impl CaseRun<'_> {
    /// Carries out what a seat does, after playing what has to come before it; `None` if the case stopped
    /// first. Where the script tests that an act comes too early, nothing is played before it.
    pub(super) fn take_seat_act(
        &mut self,
        seat: Seat,
        act: &SeatAct,
        by: Actor,
        expect: Option<&ExpectedOutcome>,
    ) -> Option<CommandResult> {
        let refused = expect.is_some_and(|outcome| outcome.ruling == ExpectedRuling::Refused);
        if let Some(act) = self.table_act(seat, act) {
            self.since_act = self.report.events.len();
            if let Err(ruled) = self.ensure_table() {
                return Some(Err(self.record_refusal(Some(seat), ruled)));
            }
            return Some(self.take_table_act(seat, act, by));
        }
        if !matches!(act, SeatAct::TurnUp(_)) || self.hand().is_none() {
            self.ensure_hand();
        }
        match act {
            // The script tests that an act comes too early, so nothing more is dealt before it.
            _ if refused && self.is_dealt_up_to_here() => {}
            SeatAct::Post(_) if refused => {}
            SeatAct::Post(_) => self.post_up_to(seat),
            SeatAct::OverBlind(_) if refused && self.first_card_is_out() => {}
            SeatAct::OverBlind(_) => self.advance(Goal::Posted),
            SeatAct::Show(_) | SeatAct::Muck => {
                self.advance(Goal::Dealt);
                if !refused {
                    self.show_up_to(seat);
                }
            }
            // The hand is first played to its end, unless the script tests that the request is refused during
            // it.
            SeatAct::TurnUp(_) if refused => {}
            SeatAct::TurnUp(_) => self.advance(Goal::Settled),
            SeatAct::Fold
            | SeatAct::Check
            | SeatAct::Call(_)
            | SeatAct::CallAndFold
            | SeatAct::To(_)
            | SeatAct::By(_)
            | SeatAct::AllIn(_)
            | SeatAct::Share
            | SeatAct::TimeUp
            | SeatAct::Cash
            | SeatAct::Sit { .. }
            | SeatAct::Leave
            | SeatAct::SitOut
            | SeatAct::SitIn { .. }
            | SeatAct::TakeOff(_)
            | SeatAct::Buy(_) => self.advance(Goal::Dealt),
            SeatAct::DeclineBlind => self.post_up_to(seat),
        }
        if self.stopped {
            return None;
        }
        self.since_act = self.report.events.len();
        self.in_round_before = self.hand().map_or(Chips::ZERO, |hand| hand.in_round(seat));
        if let Some(result) = self.show_result_if_shown(seat, act) {
            return Some(result);
        }
        let act = self.hand_act(seat, act)?;
        Some(self.take(TableAct::Hand(act), by))
    }

    /// The command to the hand that an act stands for; `None` for acts about a chair, which the caller has
    /// carried out before. A new act of scripts gets its command here or in `table_act`.
    fn hand_act(&self, seat: Seat, act: &SeatAct) -> Option<Act> {
        Some(match act {
            SeatAct::Fold => Play::Fold.by(seat),
            SeatAct::Check => Play::Check.by(seat),
            SeatAct::Call(_) => Play::Call.by(seat),
            SeatAct::CallAndFold => Play::CallAndFold.by(seat),
            SeatAct::To(to) => Play::Raise { to: *to }.by(seat),
            SeatAct::By(by) => Play::Raise { to: self.price(seat) + *by }.by(seat),
            SeatAct::AllIn(_) => Play::AllIn.by(seat),
            SeatAct::Post(_) => Post::Due.by(seat),
            SeatAct::OverBlind(_) => Post::OverBlind.by(seat),
            SeatAct::Show(named) => Show::Hand { cards: named_hole_cards(named) }.by(seat),
            SeatAct::TurnUp(named) => Show::Cards { cards: named_hole_cards(named) }.by(seat),
            SeatAct::Muck => Show::Muck.by(seat),
            SeatAct::Share => Offer::Share.by(seat),
            SeatAct::TimeUp => ClockAct::TimeUp.by(seat),
            SeatAct::DeclineBlind => Post::Decline.by(seat),
            SeatAct::Cash => Offer::Cash.by(seat),
            SeatAct::Sit { .. }
            | SeatAct::Leave
            | SeatAct::SitOut
            | SeatAct::SitIn { .. }
            | SeatAct::TakeOff(_)
            | SeatAct::Buy(_) => return None,
        })
    }

    /// The act as a command about a chair (sitting, leaving, chips), if it is one; a post between two hands
    /// by a seat that owes blinds is a return that posts.
    fn table_act(&self, seat: Seat, act: &SeatAct) -> Option<TableAct> {
        match act {
            SeatAct::Sit { stack, person, .. } => {
                let person = Person(person.unwrap_or(u64::from(seat.number())));
                Some(TableAct::Chair(ChairAct::Sit { seat, person, stack: *stack }))
            }
            SeatAct::Leave => Some(TableAct::Chair(ChairAct::Leave { seat })),
            SeatAct::SitOut => Some(TableAct::Chair(ChairAct::SitOut { seat })),
            SeatAct::SitIn { posts } => Some(TableAct::Chair(ChairAct::SitIn { seat, posts: *posts })),
            SeatAct::Buy(amount) => Some(TableAct::Chair(ChairAct::Buy { seat, amount: *amount })),
            SeatAct::TakeOff(amount) => Some(TableAct::Chair(ChairAct::TakeOff { seat, amount: *amount })),
            SeatAct::Post(_) => {
                let between = !self.is_running() && self.hand().is_some();
                let chair = self.table.as_ref().and_then(|table| table.chair(seat));
                (between && chair.is_some_and(|chair| chair.blinds.owes()))
                    .then_some(TableAct::Chair(ChairAct::SitIn { seat, posts: true }))
            }
            SeatAct::Fold
            | SeatAct::Check
            | SeatAct::Call(_)
            | SeatAct::CallAndFold
            | SeatAct::To(_)
            | SeatAct::By(_)
            | SeatAct::AllIn(_)
            | SeatAct::OverBlind(_)
            | SeatAct::Show(_)
            | SeatAct::Muck
            | SeatAct::TurnUp(_)
            | SeatAct::TimeUp
            | SeatAct::DeclineBlind
            | SeatAct::Cash
            | SeatAct::Share => None,
        }
    }

    /// Carries out a command about a chair; `sits and posts` is two commands, whose events count as one
    /// result, to be judged by one line.
    fn take_table_act(&mut self, seat: Seat, act: TableAct, by: Actor) -> CommandResult {
        let from = self.report.events.len();
        let Some(ScriptStep { statement: Statement::Act { act: written, .. }, .. }) =
            self.case.steps.get(self.at)
        else {
            return Ok(from..from);
        };
        self.take(act, by)?;
        if matches!(written, SeatAct::Sit { posts: true, .. }) {
            self.take(TableAct::Chair(ChairAct::SitIn { seat, posts: true }), by)?;
        }
        Ok(from..self.report.events.len())
    }

    /// True once a hole card has been dealt in this hand. An over-blind that a script expects to be refused
    /// then is put to the table as things are.
    fn first_card_is_out(&self) -> bool {
        self.hand_events.iter().any(|event| matches!(event.what, Fact::Cards(CardFact::HoleDealt { .. })))
    }

    /// Posts what is due from other seats before this one, in their order, and stops when it is this seat's
    /// post: the script's own line then makes it.
    fn post_up_to(&mut self, seat: Seat) {
        while let Some(Need::Deal(Deal::Post(due))) = self.hand().map(Hand::next) {
            if due.seat == seat || self.take_automatic(Post::Due.by(due.seat)).is_err() {
                return;
            }
        }
    }

    /// Shows or mucks the hands of other seats before this one, in the order of the showdown; nothing where
    /// hands may be shown in any order.
    fn show_up_to(&mut self, seat: Seat) {
        while let Some(Need::Decision(Decision::Show { seat: turn, may_muck })) = self.hand().map(Hand::next)
        {
            let any_order = |hand: &Hand| hand.has_shown(seat) || hand.lineup().record.showdown;
            if turn == seat || self.hand().is_some_and(any_order) {
                return;
            }
            let act = if may_muck { Show::Muck.by(turn) } else { Show::Hand { cards: AS_DEALT }.by(turn) };
            if self.take_automatic(act).is_err() {
                return;
            }
        }
    }

    /// The result for a hand that the rules already turned up: showing it succeeded, and mucking it is
    /// refused. `None` if the hand was not shown, and for every other act.
    fn show_result_if_shown(&mut self, seat: Seat, act: &SeatAct) -> Option<CommandResult> {
        let shown = |event: &&Event| matches!(event.what, Fact::Cards(CardFact::Shown { seat: who, .. }) if who == seat);
        let rule = self.hand_events.iter().find(shown)?.rule;
        if let SeatAct::Show(_) = act {
            let is_shown = |fact: &Option<TableFact>| {
                if let Some(TableFact::Hand(event)) = fact { shown(&event) } else { false }
            };
            let at = self.facts.iter().rposition(is_shown)?;
            return Some(Ok(at..at + 1));
        }
        if let SeatAct::Muck = act {
            let grounds = vec![(rule, self.clauses(rule))];
            let why = TableRefusalReason::Act(Refusal { why: RefusalReason::MustShow, rule });
            let ruled = CitedRefusal { cause: RefusalCause::Table(why), grounds };
            return Some(Err(self.record_refusal(Some(seat), ruled)));
        }
        None
    }

    /// The street's total that the seat must have put in to stay, in chips: what a raise `by` an amount is
    /// added to.
    fn price(&self, seat: Seat) -> Chips {
        let Some(hand) = self.hand() else { return Chips::ZERO };
        let to_call = hand.menu().and_then(|menu| menu.call).unwrap_or_default();
        hand.in_round(seat) + to_call
    }
}

/// The named cards as a show takes them, in the order written; unknown cards, which stand for the cards as
/// dealt, where none are named.
fn named_hole_cards(named: &[HiddenCard]) -> [HiddenCard; MAX_HOLE_CARDS] {
    let mut cards = AS_DEALT;
    for (card, named) in cards.iter_mut().zip(named) {
        *card = *named;
    }
    cards
}
