//! Drives the machine through a record and collects the outcome.

use std::sync::Arc;

use cards::HiddenCard;
use chips::Chips;
use seating::Seat;
use table::{
    AS_DEALT, Act as TableAct, Command, CommissionSource, Deal, Decision, DeckAct, Event, Fact, Hand, House,
    Lineup, Need, Play, Post, Refusal, RefusalReason, Show, TurnFact,
};

use super::comparison::compare_with_record;
use super::lineup::{build_lineup, dead_posts_are_antes, seats_and_button};
use super::shares;
use super::{RecordReplayError, ReplayErrorKind, ReplayOutcome, ReplayPolicy, SettledPot, cards_to_show};
use crate::record::{
    CardList, HandRecord, MAX_PLAYERS, PlayerNumber, RecordedAct, RecordedStep, format_amount,
};

/// Replays a record; if it states commission or shares, replays it a second time with those, since they
/// depend on the pots. `events` has the last of the two afterwards.
pub(super) fn replay_record(
    record: &HandRecord,
    house: &Arc<House>,
    following: ReplayPolicy,
    events: &mut Vec<Event>,
) -> Result<ReplayOutcome, RecordReplayError> {
    let (seats, button) = seats_and_button(record)?;
    let antes = dead_posts_are_antes(record);
    if !following.allows_extra_posts
        && record.players.iter().any(|p| p.is_out_of_turn || !(antes || p.dead.is_zero()))
    {
        return Err(RecordReplayError::new(record, ReplayErrorKind::ExtraPosts));
    }
    let mut lineup = build_lineup(record, house, &seats, button);
    lineup.record.showdown = following.follows_showdown;
    if following.follows_commission {
        lineup.record.commission = CommissionSource::Stated(Vec::new());
    }
    let states_shares = record.stated.commission.is_some_and(|amount| !amount.is_zero())
        || !record.stated.collected.is_empty();
    if !states_shares {
        let mut outcome = HandReplay::run(record, lineup, following, &seats, events)?;
        compare_with_record(record, &seats, following, &mut outcome)?;
        return Ok(outcome);
    }
    let mut outcome = HandReplay::run(record, lineup.clone(), following, &seats, events)?;
    if following.follows_commission
        && shares::apply_stated_shares(record, &seats, &outcome, &mut lineup.record)?
    {
        let notes = std::mem::take(&mut outcome.notes);
        outcome = HandReplay::run(record, lineup, following, &seats, events)?;
        outcome.notes = notes;
    }
    compare_with_record(record, &seats, following, &mut outcome)?;
    Ok(outcome)
}

/// A hand while it is replayed.
pub(super) struct HandReplay<'r> {
    record: &'r HandRecord,
    pub(super) seats: &'r [Seat],
    following: ReplayPolicy,
    pub(super) hand: Hand,
    events: &'r mut Vec<Event>,
    /// Hole cards by player: those dealt, or shown later if the book does not follow the record's showdown.
    cards: [CardList; MAX_PLAYERS],
    /// How many of these cards each player has been dealt.
    dealt: [u8; MAX_PLAYERS],
    /// The players who folded while all-in and give up the hand at the showdown, one bit each.
    giving_up: u32,
    /// The players who muck in the record, under a book that keeps its own order; one bit each.
    mucking: u32,
    /// Needless checks by the number of cards on the board: the players who made one, one bit each.
    pub(super) needless_checks: [u32; 8],
    /// Bets returned at once because every opponent was all-in when they were made.
    returned: Vec<(Seat, Chips)>,
    notes: Vec<String>,
}

impl<'r> HandReplay<'r> {
    /// Replays a record once in this lineup, from the opening to the end of the hand; `events` is emptied and
    /// filled with what the machine decided.
    fn run(
        record: &'r HandRecord,
        lineup: Lineup,
        following: ReplayPolicy,
        seats: &'r [Seat],
        events: &'r mut Vec<Event>,
    ) -> Result<ReplayOutcome, RecordReplayError> {
        events.clear();
        let house = Arc::clone(&lineup.house);
        let (hand, opened) = Hand::open(lineup).map_err(|problems| {
            let rule = problems.first().map(|first| first.rule());
            let clauses = rule.map(|rule| house.determined.cites(rule).to_vec()).unwrap_or_default();
            RecordReplayError { clauses, ..RecordReplayError::new(record, ReplayErrorKind::Lineup(problems)) }
        })?;
        events.push(opened);
        let mut game = HandReplay {
            record,
            seats,
            following,
            hand,
            events,
            cards: [CardList::EMPTY; MAX_PLAYERS],
            dealt: [0; MAX_PLAYERS],
            giving_up: 0,
            mucking: 0,
            needless_checks: [0; 8],
            returned: Vec::new(),
            notes: record.notes.clone(),
        };
        game.collect_hole_cards();
        game.deal_hole_cards()?;
        for step in &record.steps {
            game.play_step(step)?;
        }
        game.finish()?;
        Ok(game.outcome())
    }

    /// Collects the hole cards of all players before the deal, from shows as well where the book keeps its
    /// own order of showing, and the players to muck then.
    fn collect_hole_cards(&mut self) {
        for step in &self.record.steps {
            match step.act {
                RecordedAct::Hole(place, cards) => {
                    let hand = &mut self.cards[place.index()];
                    for card in cards.cards() {
                        hand.push(*card);
                    }
                }
                RecordedAct::Show(place, cards) if !self.following.follows_showdown => {
                    if cards.is_fully_known() && !self.cards[place.index()].is_fully_known() {
                        self.cards[place.index()] = cards;
                    }
                }
                RecordedAct::Muck(place) if !self.following.follows_showdown => {
                    self.mucking |= 1 << place.index()
                }
                RecordedAct::Show(..)
                | RecordedAct::Muck(_)
                | RecordedAct::Board(_)
                | RecordedAct::Fold(_)
                | RecordedAct::CheckOrCall(..)
                | RecordedAct::To(..)
                | RecordedAct::BringIn(_)
                | RecordedAct::Draw(..) => {}
            }
        }
    }

    /// Gives the machine an act by the house and keeps its events; a refusal changes nothing.
    fn take(&mut self, act: TableAct) -> Result<(), Refusal> {
        self.hand.take(&Command::house(act), self.events)
    }

    /// The error for a refusal by the machine, with the clauses behind it, at a step of the record if it came
    /// from one.
    fn refusal_error(&self, step: Option<&RecordedStep>, refusal: Refusal) -> RecordReplayError {
        RecordReplayError {
            line: step.map(|step| step.line),
            act: step.map(|step| crate::phh::act_text(&step.act, self.record.decimals)),
            clauses: self.hand.house().determined.cites(refusal.rule).to_vec(),
            kind: ReplayErrorKind::Refused(refusal),
            decimals: self.record.decimals,
        }
    }

    /// The error for a step that does not fit the hand, where the machine refused nothing; it quotes the
    /// step's line and act.
    fn step_error(&self, step: &RecordedStep, kind: ReplayErrorKind) -> RecordReplayError {
        RecordReplayError {
            line: Some(step.line),
            act: Some(crate::phh::act_text(&step.act, self.record.decimals)),
            ..RecordReplayError::new(self.record, kind)
        }
    }

    /// An error that comes from no single step, such as a record that stops too early.
    fn record_error(&self, kind: ReplayErrorKind) -> RecordReplayError {
        RecordReplayError::new(self.record, kind)
    }

    /// Notes how a step was read where it could not be played as it stands; people see the notes beside the
    /// outcome.
    pub(super) fn add_note(&mut self, step: &RecordedStep, what: String) {
        let act = crate::phh::act_text(&step.act, self.record.decimals);
        self.notes.push(format!("line {}, `{act}`: {what}", step.line));
    }

    /// Collects the posts and deals the hole cards, up to the first act; cards that the record does not name
    /// are dealt unknown.
    fn deal_hole_cards(&mut self) -> Result<(), RecordReplayError> {
        while let Some(deal) = self.hand.next().deal() {
            let act = match deal {
                Deal::Post(due) => Post::Due.by(due.seat),
                Deal::HoleCard { seat } => {
                    let at = self.index_of(seat);
                    let number = usize::from(self.dealt[at]);
                    let card = self.cards[at].cards().get(number).copied().unwrap_or(HiddenCard::UNKNOWN);
                    self.dealt[at] += 1;
                    TableAct::Deck(DeckAct::Deal { card })
                }
                // The deck of a record needs no shuffle and no cut.
                Deal::Shuffle | Deal::Cut | Deal::Burn | Deal::BoardCard => break,
            };
            self.take(act).map_err(|refusal| self.refusal_error(None, refusal))?;
        }
        Ok(())
    }

    /// The index of a seat's player in the record, from 0; every seat of the hand has one.
    fn index_of(&self, seat: Seat) -> usize {
        self.seats.iter().position(|other| *other == seat).unwrap_or(0)
    }

    /// Plays one step of the record in its order; hole cards were dealt before, and are only compared.
    fn play_step(&mut self, step: &RecordedStep) -> Result<(), RecordReplayError> {
        match step.act {
            RecordedAct::Hole(place, cards) => {
                if cards.len() != usize::from(self.hand.house().game.hole_cards) {
                    return Err(self.step_error(step, ReplayErrorKind::HoleCards { found: cards.len() }));
                }
                if usize::from(self.dealt[place.index()]) != self.cards[place.index()].len() {
                    return Err(self.step_error(step, ReplayErrorKind::DealtAgain));
                }
                Ok(())
            }
            RecordedAct::Board(cards) => self.deal_board(step, cards),
            RecordedAct::Fold(place) => self.fold(step, place),
            RecordedAct::CheckOrCall(place, stated) => self.check_or_call(step, place, stated),
            RecordedAct::To(place, to) => self.raise(step, place, to),
            RecordedAct::Show(place, cards) => self.show(step, place, cards),
            RecordedAct::Muck(place) => self.muck(step, place),
            RecordedAct::BringIn(_) | RecordedAct::Draw(..) => {
                Err(self.step_error(step, ReplayErrorKind::NoSuchAct))
            }
        }
    }

    /// Deals the board cards of a step, with an unknown card burned before them where the machine asks for
    /// one.
    fn deal_board(&mut self, step: &RecordedStep, cards: CardList) -> Result<(), RecordReplayError> {
        self.show_tabled_hands(step)?;
        for card in cards.cards() {
            if self.hand.next() == Need::Deal(Deal::Burn) {
                self.take(TableAct::Deck(DeckAct::Deal { card: HiddenCard::UNKNOWN }))
                    .map_err(|refusal| self.refusal_error(Some(step), refusal))?;
            }
            self.take(TableAct::Deck(DeckAct::Deal { card: *card }))
                .map_err(|refusal| self.refusal_error(Some(step), refusal))?;
        }
        Ok(())
    }

    /// Under a book that turns up all hands early, shows those that it waits for before the board goes on, as
    /// far as the record knows them; nothing where the record's showdown is followed.
    fn show_tabled_hands(&mut self, step: &RecordedStep) -> Result<(), RecordReplayError> {
        if self.following.follows_showdown {
            return Ok(());
        }
        while let Need::Decision(Decision::Show { seat, .. }) = self.hand.next() {
            self.show_by_the_book(seat).map_err(|refusal| self.refusal_error(Some(step), refusal))?;
        }
        Ok(())
    }

    /// Shows a hand in the book's order, or mucks it if it may be mucked and the record mucks it or does not
    /// know it.
    fn show_by_the_book(&mut self, seat: Seat) -> Result<(), Refusal> {
        let at = self.index_of(seat);
        let may_muck = matches!(self.hand.next(), Need::Decision(Decision::Show { may_muck: true, .. }));
        let known = self.cards[at].is_fully_known() && !self.cards[at].is_empty();
        if may_muck && (self.mucking >> at & 1 == 1 || !known) {
            self.take(Show::Muck.by(seat))
        } else {
            self.take(Show::Hand { cards: AS_DEALT }.by(seat))
        }
    }

    /// Folds. For a player who is all-in, which some sites write, it only notes that they give up the hand at the
    /// showdown, unless the book keeps its own order of showing: the machine then judges the fold as any other.
    fn fold(&mut self, step: &RecordedStep, place: PlayerNumber) -> Result<(), RecordReplayError> {
        let seat = self.seats[place.index()];
        // Some sites fold a player who sits out even if a blind or an ante took the entire stack.
        if self.hand.is_all_in(seat) && self.following.follows_showdown {
            self.giving_up |= 1 << place.index();
            self.add_note(step, format!("seat {seat} is all-in and gives up the pot"));
            return Ok(());
        }
        self.take(Play::Fold.by(seat)).map_err(|refusal| self.refusal_error(Some(step), refusal))
    }

    /// Checks or calls, whichever the betting asks for, since PHH has one word for both; the amount must be
    /// the one stated, if any. A check that changes nothing is passed over with a note.
    fn check_or_call(
        &mut self,
        step: &RecordedStep,
        place: PlayerNumber,
        stated: Option<Chips>,
    ) -> Result<(), RecordReplayError> {
        let seat = self.seats[place.index()];
        if self.accept_needless_check(place, stated) {
            self.add_note(step, "nobody is left to bet against: the check is not needed".to_owned());
            return Ok(());
        }
        let before = self.hand.stack(seat);
        let called = match self.take(Play::Check.by(seat)) {
            Ok(()) => Chips::ZERO,
            Err(Refusal {
                why:
                    RefusalReason::BetToAnswer { .. }
                    | RefusalReason::BlindToAnswer { .. }
                    | RefusalReason::NoCheckNow,
                ..
            }) => {
                let from = self.events.len();
                self.take(Play::Call.by(seat)).map_err(|refusal| self.refusal_error(Some(step), refusal))?;
                let called = |event: &Event| {
                    if let Fact::Turn(TurnFact::Called { amount, .. }) = event.what {
                        Some(amount)
                    } else {
                        None
                    }
                };
                self.events[from..].iter().find_map(called).unwrap_or(before)
            }
            Err(refusal) => return Err(self.refusal_error(Some(step), refusal)),
        };
        match stated {
            Some(stated) if stated != called => {
                Err(self.step_error(step, ReplayErrorKind::Call { stated, by_rules: called }))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Bets or raises to the street's total `to`; a raise that nobody can call is read as a call where the
    /// book says so.
    fn raise(
        &mut self,
        step: &RecordedStep,
        place: PlayerNumber,
        to: Chips,
    ) -> Result<(), RecordReplayError> {
        let seat = self.seats[place.index()];
        let uncallable = self.uncallable_part(seat, to);
        let refusal = match self.take(Play::Raise { to }.by(seat)) {
            Ok(()) => {
                if let Some(amount) = uncallable {
                    let amount = format_amount(amount.get(), self.record.decimals);
                    self.add_note(
                        step,
                        format!(
                            "no opponent can call any of the raise: read as a call, {amount} is returned"
                        ),
                    );
                }
                return Ok(());
            }
            Err(refusal) => refusal,
        };
        let RefusalReason::AllOthersAllIn { to_call } = refusal.why else {
            return Err(self.refusal_error(Some(step), refusal));
        };
        let before = self.hand.in_round(seat);
        let everything = before + self.hand.stack(seat);
        if !self.following.reads_raise_as_call || to > everything {
            return Err(self.refusal_error(Some(step), refusal));
        }
        // Nobody can call the rest: the raise counts as a call, and the rest is returned.
        let act = if to_call.is_zero() { Play::Check.by(seat) } else { Play::Call.by(seat) };
        self.take(act).map_err(|refusal| self.refusal_error(Some(step), refusal))?;
        let excess = to.above(before + to_call);
        self.returned.push((seat, excess));
        self.add_note(
            step,
            format!(
                "every opponent is all-in: read as a call, {} is returned",
                format_amount(excess.get(), self.record.decimals)
            ),
        );
        Ok(())
    }

    /// The part of a raise to `to` that must be returned because no opponent has the chips to call any of it;
    /// `None` if somebody can call some.
    fn uncallable_part(&self, seat: Seat, to: Chips) -> Option<Chips> {
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

    /// Shows a hand at the showdown as the record does; nothing where the book keeps its own order of
    /// showing, or the hand is over. A hand shown in part counts as not shown, with a note.
    fn show(
        &mut self,
        step: &RecordedStep,
        place: PlayerNumber,
        cards: CardList,
    ) -> Result<(), RecordReplayError> {
        // A winner may still turn up cards once the hand is over, as a courtesy.
        if !self.following.follows_showdown || self.hand.is_over() {
            return Ok(());
        }
        if !cards.is_fully_known() {
            self.add_note(step, "part of the hand stays face down: it counts as not shown".to_owned());
            return Ok(());
        }
        let seat = self.seats[place.index()];
        self.take(Show::Hand { cards: cards_to_show(&cards) }.by(seat))
            .map_err(|refusal| self.refusal_error(Some(step), refusal))
    }

    /// Mucks a hand at the showdown as the record does; nothing where the book keeps its own order of
    /// showing, or the hand is over.
    fn muck(&mut self, step: &RecordedStep, place: PlayerNumber) -> Result<(), RecordReplayError> {
        if !self.following.follows_showdown || self.hand.is_over() {
            return Ok(());
        }
        let seat = self.seats[place.index()];
        self.take(Show::Muck.by(seat)).map_err(|refusal| self.refusal_error(Some(step), refusal))
    }

    /// Plays what is left of the hand after the last step of the record: shows and mucks, but no act and no
    /// card that decides anything. A record that stops before those is an error.
    fn finish(&mut self) -> Result<(), RecordReplayError> {
        loop {
            let act = match self.hand.next() {
                Need::Nothing => return Ok(()),
                Need::Decision(Decision::Show { seat, .. }) if !self.following.follows_showdown => {
                    self.show_by_the_book(seat).map_err(|refusal| self.refusal_error(None, refusal))?;
                    continue;
                }
                Need::Decision(Decision::Show { seat, .. }) => self.show_or_give_up(seat)?,
                // Everybody but one player gave up the hand all-in: the board has nothing left to decide.
                Need::Deal(Deal::Burn | Deal::BoardCard) if self.has_single_contender() => {
                    TableAct::Deck(DeckAct::Deal { card: HiddenCard::UNKNOWN })
                }
                Need::Deal(Deal::Burn | Deal::BoardCard) => {
                    return Err(self.record_error(ReplayErrorKind::StopsBeforeBoard));
                }
                Need::Decision(Decision::Act { seat }) => {
                    return Err(self.record_error(ReplayErrorKind::StopsBeforeAct { seat }));
                }
                Need::Deal(Deal::Shuffle | Deal::Cut | Deal::Post(_) | Deal::HoleCard { .. }) => {
                    return Err(self.record_error(ReplayErrorKind::StopsBeforeDeal));
                }
            };
            self.take(act).map_err(|refusal| self.refusal_error(None, refusal))?;
        }
    }

    /// True when all but one player have folded, mucked or given up, and at least one gave up all-in: the
    /// rest of the board then decides nothing.
    fn has_single_contender(&self) -> bool {
        let wants = |at: &usize| {
            let seat = self.seats[*at];
            !self.hand.has_folded(seat) && !self.hand.has_mucked(seat) && self.giving_up >> at & 1 == 0
        };
        self.giving_up != 0 && (0..self.seats.len()).filter(wants).count() == 1
    }

    /// The act for a hand that the record neither shows nor mucks: shown if it is known, and otherwise given
    /// up, if the record states that others collected. An error where nobody can tell who won.
    fn show_or_give_up(&mut self, turn: Seat) -> Result<TableAct, RecordReplayError> {
        let open = |at: &usize| {
            let seat = self.seats[*at];
            !self.hand.has_folded(seat) && !self.hand.has_shown(seat) && !self.hand.has_mucked(seat)
        };
        let waiting: Vec<usize> = (0..self.seats.len()).filter(open).collect();
        if let Some(at) = waiting.iter().find(|at| self.giving_up >> **at & 1 == 1) {
            return Ok(Show::Muck.by(self.seats[*at]));
        }
        let known = |at: &usize| self.cards[*at].is_fully_known() && !self.cards[*at].is_empty();
        let collects =
            |at: &usize| self.record.stated.collected.iter().any(|(place, _, _)| place.index() == *at);
        let states_collections = !self.record.stated.collected.is_empty();
        // Players who collected nothing and whose cards are not known have lost.
        if let Some(at) = waiting.iter().find(|at| !known(at) && states_collections && !collects(at)) {
            let seat = self.seats[*at];
            if !self.following.collector_has_won {
                return Err(self.record_error(ReplayErrorKind::UnknownCards { seat }));
            }
            self.notes.push(format!(
                "the cards of seat {seat} are not known: the player who collected is taken to have won"
            ));
            return Ok(Show::Muck.by(seat));
        }
        let at = self.index_of(turn);
        if known(&at) {
            return Ok(Show::Hand { cards: AS_DEALT }.by(turn));
        }
        if waiting.len() == 1 && states_collections && collects(&at) {
            return Err(self.record_error(ReplayErrorKind::UnknownWinner { seat: turn }));
        }
        Err(self.record_error(ReplayErrorKind::UnknownOutcome { seat: turn }))
    }

    /// Gathers the outcome from the events and the final stacks, with the chips beyond a cap added back.
    fn outcome(self) -> ReplayOutcome {
        let mut pots: Vec<SettledPot> = Vec::new();
        let mut uncalled = self.returned;
        let mut commission = Chips::ZERO;
        let mut shown = Vec::new();
        for event in self.events.iter() {
            match event.what {
                Fact::Chips(fact) => uncalled.extend(fact.returned_bet()),
                Fact::Pots(fact) => {
                    let formed = fact.formed_pot();
                    pots.extend(formed.map(|(amount, eligible)| SettledPot {
                        amount,
                        eligible,
                        winners: Vec::new(),
                    }));
                    commission += fact.commission().map_or(Chips::ZERO, |(_, amount)| amount);
                    if let Some((pot, seat, amount)) = fact.payment()
                        && let Some(pot) = pots.get_mut(usize::from(pot))
                    {
                        match pot.winners.iter_mut().find(|(winner, _)| *winner == seat) {
                            Some((_, won)) => *won += amount,
                            None => pot.winners.push((seat, amount)),
                        }
                    }
                }
                Fact::Cards(fact) => shown.extend(fact.showdown_act()),
                Fact::Course(_) | Fact::Street(_) | Fact::Turn(_) | Fact::Clock(_) => {}
            }
        }
        ReplayOutcome {
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
