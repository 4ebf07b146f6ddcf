//! Driving the machine through a record, and reading what came of it.

use std::sync::Arc;

use cards::Hidden;
use chips::Chips;
use seating::Seat;
use table::{
    AS_DEALT, Act as TableAct, Command, CommissionSource, Deal, Decision, DeckAct, Event, Hand, House,
    Lineup, Need, Play, Post, Refusal, Show, TurnFact, What, Why,
};

use super::lineup::{dead_posts_are_antes, lineup, seats};
use super::shares;
use super::{Following, Outcome, PotPaid, Refused, named};
use crate::record::{Act, CardList, Compared, MAX_PLAYERS, Place, Record, Step, amount_text};

/// Plays a record; where it states commission or shares, it is played a second time with those.
pub(super) fn replay(
    record: &Record,
    house: &Arc<House>,
    following: Following,
    events: &mut Vec<Event>,
) -> Result<Outcome, Refused> {
    let (seats, button) = seats(record)?;
    let antes = dead_posts_are_antes(record);
    if !following.extra_posts && record.players.iter().any(|p| p.out_of_turn || !(antes || p.dead.is_zero()))
    {
        let what = "dead posts and posts out of turn are refused by the book's setting replay_extra_posts";
        return Err(Refused::plain(what));
    }
    let mut lineup = lineup(record, house, &seats, button);
    lineup.record.showdown = following.showdown;
    if following.commission {
        lineup.record.commission = CommissionSource::Stated(Vec::new());
    }
    let states_shares = record.stated.commission.is_some_and(|amount| !amount.is_zero())
        || !record.stated.collected.is_empty();
    if !states_shares {
        let mut outcome = Game::play(record, lineup, following, &seats, events)?;
        check(record, &seats, following, &mut outcome)?;
        return Ok(outcome);
    }
    let mut outcome = Game::play(record, lineup.clone(), following, &seats, events)?;
    if following.commission && shares::take(record, &seats, &outcome, &mut lineup.record)? {
        let notes = std::mem::take(&mut outcome.notes);
        outcome = Game::play(record, lineup, following, &seats, events)?;
        outcome.notes = notes;
    }
    check(record, &seats, following, &mut outcome)?;
    Ok(outcome)
}

/// Compares what came of the hand with what the record says.
fn check(
    record: &Record,
    seats: &[Seat],
    following: Following,
    outcome: &mut Outcome,
) -> Result<(), Refused> {
    let text = |amount: Chips| amount_text(amount.get(), record.decimals);
    let stated = &record.stated;
    if following.commission && !stated.uncalled.is_empty() {
        let said: Chips = stated.uncalled.iter().map(|(_, amount)| *amount).sum();
        let came = outcome.uncalled_in_all();
        if said != came {
            return Err(Refused::plain(format!(
                "the record returns {} uncalled, the rules {}",
                text(said),
                text(came)
            )));
        }
    }
    if !following.commission {
        return Ok(());
    }
    if stated.compared != Compared::Nobody {
        for (at, seat) in seats.iter().enumerate() {
            let said: Chips = stated
                .collected
                .iter()
                .filter(|(place, _, _)| place.index() == at)
                .map(|(_, amount, _)| *amount)
                .sum();
            let won = |pot: &PotPaid| -> Chips {
                pot.winners.iter().filter(|(winner, _)| winner == seat).map(|(_, amount)| *amount).sum()
            };
            let came: Chips = outcome.pots.iter().map(won).sum();
            let returned: Chips =
                outcome.uncalled.iter().filter(|(of, _)| of == seat).map(|(_, amount)| *amount).sum();
            if said == came + returned && !returned.is_zero() && stated.uncalled.is_empty() {
                outcome
                    .notes
                    .push(format!("what seat {seat} collects counts {} that nobody called", text(returned)));
            } else if said != came && (stated.compared == Compared::Everybody || !said.is_zero()) {
                let cut = match stated.compared {
                    Compared::WhoCollected => ": the summary, which tells the commission, is missing",
                    Compared::Everybody | Compared::Nobody => "",
                };
                return Err(Refused::plain(format!(
                    "the record has seat {seat} collect {}, the rules {}{cut}",
                    text(said),
                    text(came)
                )));
            }
        }
    }
    if !stated.finishing_stacks.is_empty() && stated.finishing_stacks != outcome.stacks {
        let list = |stacks: &[Chips]| stacks.iter().map(|stack| text(*stack)).collect::<Vec<_>>().join(" ");
        // A file may state stacks after a commission that it does not state.
        let (said, came): (Chips, Chips) =
            (stated.finishing_stacks.iter().copied().sum(), outcome.stacks.iter().copied().sum());
        if said == came {
            return Err(Refused::plain(format!(
                "the record ends with the stacks {}, the rules with {}",
                list(&stated.finishing_stacks),
                list(&outcome.stacks)
            )));
        }
        outcome.notes.push(format!(
            "the record ends with the stacks {}: {} came from or went elsewhere",
            list(&stated.finishing_stacks),
            text(said.above(came).max(came.above(said)))
        ));
    }
    Ok(())
}

/// A hand on its way through the machine.
pub(super) struct Game<'r> {
    record: &'r Record,
    pub(super) seats: &'r [Seat],
    following: Following,
    pub(super) hand: Hand,
    events: &'r mut Vec<Event>,
    /// Hole cards by place: what was dealt, or shown later by a book that does not follow the record.
    cards: [CardList; MAX_PLAYERS],
    dealt: [u8; MAX_PLAYERS],
    /// Who folded while all-in, and gives the hand up when it comes to showing.
    gave_up: u32,
    /// Who throws the hand away by the record, under a book that keeps its own order.
    mucks: u32,
    /// Checks that nobody needed, by how many board cards lay there: places, a bit each.
    pub(super) needless: [u32; 8],
    /// What went back at once because it was raised into players who were all all-in.
    returned: Vec<(Seat, Chips)>,
    notes: Vec<String>,
}

impl<'r> Game<'r> {
    fn play(
        record: &'r Record,
        lineup: Lineup,
        following: Following,
        seats: &'r [Seat],
        events: &'r mut Vec<Event>,
    ) -> Result<Outcome, Refused> {
        events.clear();
        let house = Arc::clone(&lineup.house);
        let (hand, opened) = Hand::open(lineup).map_err(|problems| {
            let first = problems.first();
            let mut refused = Refused::plain(first.map(ToString::to_string).unwrap_or_default());
            refused.clauses = first.map(|p| house.determined.cites(p.rule()).to_vec()).unwrap_or_default();
            refused
        })?;
        events.push(opened);
        let mut game = Game {
            record,
            seats,
            following,
            hand,
            events,
            cards: [CardList::NONE; MAX_PLAYERS],
            dealt: [0; MAX_PLAYERS],
            gave_up: 0,
            mucks: 0,
            needless: [0; 8],
            returned: Vec::new(),
            notes: record.notes.clone(),
        };
        game.gather_cards();
        game.deal_hole_cards()?;
        for step in &record.steps {
            game.step(step)?;
        }
        game.finish()?;
        Ok(game.outcome())
    }

    fn gather_cards(&mut self) {
        for step in &self.record.steps {
            match step.act {
                Act::Hole(place, cards) => {
                    let hand = &mut self.cards[place.index()];
                    for card in cards.cards() {
                        hand.push(*card);
                    }
                }
                Act::Show(place, cards) if !self.following.showdown => {
                    if cards.all_known() && !self.cards[place.index()].all_known() {
                        self.cards[place.index()] = cards;
                    }
                }
                Act::Muck(place) if !self.following.showdown => self.mucks |= 1 << place.index(),
                Act::Show(..)
                | Act::Muck(_)
                | Act::Board(_)
                | Act::Fold(_)
                | Act::CheckOrCall(..)
                | Act::To(..)
                | Act::BringIn(_)
                | Act::Draw(..) => {}
            }
        }
    }

    fn take(&mut self, act: TableAct) -> Result<(), Refusal> {
        self.hand.take(&Command::house(act), self.events)
    }

    /// A refusal by the machine at a step of the record.
    fn refused(&self, step: Option<&Step>, refusal: Refusal) -> Refused {
        Refused {
            line: step.map(|step| step.line),
            act: step.map(|step| crate::phh::act_text(&step.act, self.record.decimals)),
            what: match self.record.decimals {
                0 => refusal.to_string(),
                decimals => format!("{refusal}, amounts counted in {}", amount_text(1, decimals)),
            },
            clauses: self.hand.house().determined.cites(refusal.rule).to_vec(),
            refusal: Some(refusal),
        }
    }

    fn wrong(&self, step: &Step, what: String) -> Refused {
        Refused {
            line: Some(step.line),
            act: Some(crate::phh::act_text(&step.act, self.record.decimals)),
            what,
            clauses: Vec::new(),
            refusal: None,
        }
    }

    pub(super) fn note(&mut self, step: &Step, what: String) {
        let act = crate::phh::act_text(&step.act, self.record.decimals);
        self.notes.push(format!("line {}, `{act}`: {what}", step.line));
    }

    /// Collects the posts and deals the hole cards.
    fn deal_hole_cards(&mut self) -> Result<(), Refused> {
        while let Some(deal) = self.hand.next().deal() {
            let act = match deal {
                Deal::Post(due) => Post::Due.by(due.seat),
                Deal::HoleCard { seat } => {
                    let at = self.at(seat);
                    let number = usize::from(self.dealt[at]);
                    let card = self.cards[at].cards().get(number).copied().unwrap_or(Hidden::UNKNOWN);
                    self.dealt[at] += 1;
                    TableAct::Deck(DeckAct::Deal { card })
                }
                // The deck of a record comes prepared.
                Deal::Shuffle | Deal::Cut | Deal::Burn | Deal::BoardCard => break,
            };
            self.take(act).map_err(|refusal| self.refused(None, refusal))?;
        }
        Ok(())
    }

    fn at(&self, seat: Seat) -> usize {
        self.seats.iter().position(|other| *other == seat).unwrap_or(0)
    }

    fn step(&mut self, step: &Step) -> Result<(), Refused> {
        match step.act {
            Act::Hole(place, cards) => {
                if cards.len() != usize::from(self.hand.house().game.hole_cards) {
                    return Err(
                        self.wrong(step, format!("{} cards are dealt and hold'em has two", cards.len()))
                    );
                }
                if usize::from(self.dealt[place.index()]) != self.cards[place.index()].len() {
                    return Err(self.wrong(step, "cards are dealt to one player twice".to_owned()));
                }
                Ok(())
            }
            Act::Board(cards) => self.board(step, cards),
            Act::Fold(place) => self.fold(step, place),
            Act::CheckOrCall(place, stated) => self.check_or_call(step, place, stated),
            Act::To(place, to) => self.raise(step, place, to),
            Act::Show(place, cards) => self.show(step, place, cards),
            Act::Muck(place) => self.muck(step, place),
            Act::BringIn(_) | Act::Draw(..) => Err(self.wrong(step, "hold'em has no such act".to_owned())),
        }
    }

    fn board(&mut self, step: &Step, cards: CardList) -> Result<(), Refused> {
        self.show_tabled_hands(step)?;
        for card in cards.cards() {
            if self.hand.next() == Need::Deal(Deal::Burn) {
                self.take(TableAct::Deck(DeckAct::Deal { card: Hidden::UNKNOWN }))
                    .map_err(|refusal| self.refused(Some(step), refusal))?;
            }
            self.take(TableAct::Deck(DeckAct::Deal { card: *card }))
                .map_err(|refusal| self.refused(Some(step), refusal))?;
        }
        Ok(())
    }

    /// Under a book that turns all hands up early: those it waits for, as far as the record knows them.
    fn show_tabled_hands(&mut self, step: &Step) -> Result<(), Refused> {
        if self.following.showdown {
            return Ok(());
        }
        while let Need::Decision(Decision::Show { seat, .. }) = self.hand.next() {
            self.show_by_the_book(seat).map_err(|refusal| self.refused(Some(step), refusal))?;
        }
        Ok(())
    }

    fn show_by_the_book(&mut self, seat: Seat) -> Result<(), Refusal> {
        let at = self.at(seat);
        let may_muck = matches!(self.hand.next(), Need::Decision(Decision::Show { may_muck: true, .. }));
        let known = self.cards[at].all_known() && !self.cards[at].is_empty();
        if may_muck && (self.mucks >> at & 1 == 1 || !known) {
            self.take(Show::Muck.by(seat))
        } else {
            self.take(Show::Hand { cards: AS_DEALT }.by(seat))
        }
    }

    fn fold(&mut self, step: &Step, place: Place) -> Result<(), Refused> {
        let seat = self.seats[place.index()];
        // A player who sits out is folded by some sites even when a blind or ante took the whole stack.
        if self.hand.is_all_in(seat) && self.following.showdown {
            self.gave_up |= 1 << place.index();
            self.note(step, format!("seat {seat} is all-in and gives up the pot"));
            return Ok(());
        }
        self.take(Play::Fold.by(seat)).map_err(|refusal| self.refused(Some(step), refusal))
    }

    fn check_or_call(&mut self, step: &Step, place: Place, stated: Option<Chips>) -> Result<(), Refused> {
        let seat = self.seats[place.index()];
        if self.is_needless_check(place, stated) {
            self.note(step, "nobody is left to bet against: the check is not needed".to_owned());
            return Ok(());
        }
        let before = self.hand.stack(seat);
        let called = match self.take(Play::Check.by(seat)) {
            Ok(()) => Chips::ZERO,
            Err(Refusal {
                why: Why::BetToAnswer { .. } | Why::BlindToAnswer { .. } | Why::NoCheckNow,
                ..
            }) => {
                let from = self.events.len();
                self.take(Play::Call.by(seat)).map_err(|refusal| self.refused(Some(step), refusal))?;
                let called = |event: &Event| {
                    if let What::Turn(TurnFact::Called { amount, .. }) = event.what {
                        Some(amount)
                    } else {
                        None
                    }
                };
                self.events[from..].iter().find_map(called).unwrap_or(before)
            }
            Err(refusal) => return Err(self.refused(Some(step), refusal)),
        };
        match stated {
            Some(stated) if stated != called => Err(self.wrong(
                step,
                format!(
                    "the record adds {} and the rules {}",
                    amount_text(stated.get(), self.record.decimals),
                    amount_text(called.get(), self.record.decimals)
                ),
            )),
            Some(_) | None => Ok(()),
        }
    }

    fn raise(&mut self, step: &Step, place: Place, to: Chips) -> Result<(), Refused> {
        let seat = self.seats[place.index()];
        let uncallable = self.uncallable(seat, to);
        let refusal = match self.take(Play::Raise { to }.by(seat)) {
            Ok(()) => {
                if let Some(amount) = uncallable {
                    let amount = amount_text(amount.get(), self.record.decimals);
                    self.note(
                        step,
                        format!("no opponent has chips for any of the raise: a call, {amount} goes back"),
                    );
                }
                return Ok(());
            }
            Err(refusal) => refusal,
        };
        let Why::AllOthersAllIn { to_call } = refusal.why else {
            return Err(self.refused(Some(step), refusal));
        };
        let before = self.hand.in_round(seat);
        let everything = before + self.hand.stack(seat);
        if !self.following.raise_as_call || to > everything {
            return Err(self.refused(Some(step), refusal));
        }
        // Nobody is left to call the rest: the raise is the call it comes to, and the rest goes back.
        let act = if to_call.is_zero() { Play::Check.by(seat) } else { Play::Call.by(seat) };
        self.take(act).map_err(|refusal| self.refused(Some(step), refusal))?;
        let excess = to.above(before + to_call);
        self.returned.push((seat, excess));
        self.note(
            step,
            format!(
                "every opponent is all-in: read as the call it comes to, {} goes back",
                amount_text(excess.get(), self.record.decimals)
            ),
        );
        Ok(())
    }

    /// What of a raise must come back when no opponent has the chips to call any part of it.
    fn uncallable(&self, seat: Seat, to: Chips) -> Option<Chips> {
        let (mut highest, mut most) = (Chips::ZERO, Chips::ZERO);
        for other in self.seats.iter().filter(|other| **other != seat) {
            let in_round = self.hand.in_round(*other);
            highest = highest.max(in_round);
            if !self.hand.has_folded(*other) {
                most = most.max(in_round + self.hand.stack(*other));
            }
        }
        (most <= highest && to > highest).then(|| to.above(highest))
    }

    fn show(&mut self, step: &Step, place: Place, cards: CardList) -> Result<(), Refused> {
        // Once the hand is over a winner may still turn cards up: a courtesy.
        if !self.following.showdown || self.hand.is_over() {
            return Ok(());
        }
        if !cards.all_known() {
            self.note(step, "a part of the hand stays face down: it counts as not shown".to_owned());
            return Ok(());
        }
        let seat = self.seats[place.index()];
        self.take(Show::Hand { cards: named(&cards) }.by(seat))
            .map_err(|refusal| self.refused(Some(step), refusal))
    }

    fn muck(&mut self, step: &Step, place: Place) -> Result<(), Refused> {
        if !self.following.showdown || self.hand.is_over() {
            return Ok(());
        }
        let seat = self.seats[place.index()];
        self.take(Show::Muck.by(seat)).map_err(|refusal| self.refused(Some(step), refusal))
    }

    /// What is left when the record has no more to tell.
    fn finish(&mut self) -> Result<(), Refused> {
        loop {
            let act = match self.hand.next() {
                Need::Nothing => return Ok(()),
                Need::Decision(Decision::Show { seat, .. }) if !self.following.showdown => {
                    self.show_by_the_book(seat).map_err(|refusal| self.refused(None, refusal))?;
                    continue;
                }
                Need::Decision(Decision::Show { seat, .. }) => self.show_or_give_up(seat)?,
                // Everybody but one gave up all-in: the board would have nothing to decide.
                Need::Deal(Deal::Burn | Deal::BoardCard) if self.only_one_wants_the_pot() => {
                    TableAct::Deck(DeckAct::Deal { card: Hidden::UNKNOWN })
                }
                Need::Deal(Deal::Burn | Deal::BoardCard) => {
                    return Err(Refused::plain(
                        "the record stops before the hand is over: board cards are needed",
                    ));
                }
                Need::Decision(Decision::Act { seat }) => {
                    return Err(Refused::plain(format!(
                        "the record stops before the hand is over: seat {seat} is to act"
                    )));
                }
                Need::Deal(Deal::Shuffle | Deal::Cut | Deal::Post(_) | Deal::HoleCard { .. }) => {
                    return Err(Refused::plain("the record stops before the hand is dealt"));
                }
            };
            self.take(act).map_err(|refusal| self.refused(None, refusal))?;
        }
    }

    fn only_one_wants_the_pot(&self) -> bool {
        let wants = |at: &usize| {
            let seat = self.seats[*at];
            !self.hand.has_folded(seat) && !self.hand.has_mucked(seat) && self.gave_up >> at & 1 == 0
        };
        self.gave_up != 0 && (0..self.seats.len()).filter(wants).count() == 1
    }

    /// A hand the record neither shows nor throws away: turned up where it is known, else given up by its silence.
    fn show_or_give_up(&mut self, turn: Seat) -> Result<TableAct, Refused> {
        let open = |at: &usize| {
            let seat = self.seats[*at];
            !self.hand.has_folded(seat) && !self.hand.has_shown(seat) && !self.hand.has_mucked(seat)
        };
        let waiting: Vec<usize> = (0..self.seats.len()).filter(open).collect();
        if let Some(at) = waiting.iter().find(|at| self.gave_up >> **at & 1 == 1) {
            return Ok(Show::Muck.by(self.seats[*at]));
        }
        let known = |at: &usize| self.cards[*at].all_known() && !self.cards[*at].is_empty();
        let collects =
            |at: &usize| self.record.stated.collected.iter().any(|(place, _, _)| place.index() == *at);
        let told = !self.record.stated.collected.is_empty();
        // Those who collected nothing and of whom nothing is known have lost.
        if let Some(at) = waiting.iter().find(|at| !known(at) && told && !collects(at)) {
            if !self.following.collector {
                return Err(Refused::plain(format!("the cards of seat {} are not known", self.seats[*at])));
            }
            let seat = self.seats[*at];
            self.notes
                .push(format!("the cards of seat {seat} are not known: who collected is taken to have won"));
            return Ok(Show::Muck.by(seat));
        }
        let at = self.at(turn);
        if known(&at) {
            return Ok(Show::Hand { cards: AS_DEALT }.by(turn));
        }
        if waiting.len() == 1 && told && collects(&at) {
            return Err(Refused::plain(format!(
                "the cards of seat {turn} are not known, and others were shown"
            )));
        }
        Err(Refused::plain(format!(
            "the cards of seat {turn} are not known and the record does not say who collected the pot"
        )))
    }

    fn outcome(self) -> Outcome {
        let mut pots: Vec<PotPaid> = Vec::new();
        let mut uncalled = self.returned;
        let mut commission = Chips::ZERO;
        let mut shown = Vec::new();
        for event in self.events.iter() {
            match event.what {
                What::Chips(fact) => uncalled.extend(fact.returned()),
                What::Pots(fact) => {
                    let formed = fact.formed();
                    pots.extend(formed.map(|(amount, eligible)| PotPaid {
                        amount,
                        eligible,
                        winners: Vec::new(),
                    }));
                    commission += fact.commission().map_or(Chips::ZERO, |(_, amount)| amount);
                    if let Some((pot, seat, amount)) = fact.paid()
                        && let Some(pot) = pots.get_mut(usize::from(pot))
                    {
                        match pot.winners.iter_mut().find(|(winner, _)| *winner == seat) {
                            Some((_, won)) => *won += amount,
                            None => pot.winners.push((seat, amount)),
                        }
                    }
                }
                What::Cards(fact) => shown.extend(fact.at_showdown()),
                What::Course(_) | What::Street(_) | What::Turn(_) | What::Clock(_) => {}
            }
        }
        Outcome {
            seats: self.seats.to_vec(),
            stacks: self
                .seats
                .iter()
                .zip(&self.record.players)
                .map(|(seat, player)| self.hand.stack(*seat) + player.behind)
                .collect(),
            pots,
            uncalled,
            commission,
            shown,
            notes: self.notes,
        }
    }
}
