//! What the software dealer does: opens rounds, shuffles, cuts, collects, deals, and acts for who is silent.

use std::sync::Arc;

use chips::Chips;
use fair::{CutValue, NewDeck};
use seating::{By, Person, Seat};
use table::{
    AS_DEALT, Act, ChairAct, ClockAct, Deal, Decision, DeckAct, Hand, HouseAct, Need, OfficialAct, Post,
    Show, Table, TableAct, TableCommand, TableRefusal,
};

use super::asking::usual_stack;
use super::clock::Due;
use super::{Chance, Keeper};
use crate::ask::Standing;
use crate::bot::HouseBots;
use crate::dealer::{Dealer, bot_choice};
use crate::entry::Entry;
use crate::keeper::draft::Draft;
use crate::port::{Now, Steady};

/// More commands than any hand takes from its first blind to the award: what runs longer runs in a circle.
const MOST_STEPS: usize = 2000;

/// After how many rounds running in which somebody let the time run out, the player is not dealt in any more.
const SILENT_ROUNDS: u8 = 1;

impl Keeper<Table> {
    /// The time has come that the keeper waited for.
    pub(super) fn time_has_come(&mut self, now: Now, chance: Chance<'_>) {
        let mut draft = self.draft();
        for seat in self.overdue(now.steady) {
            let reason = "away longer than the break".to_owned();
            draft.house(TableAct::Official(OfficialAct::Remove { seat, reason }));
        }
        draft.close(now, By::HOUSE, None, "remove");
        if let Some((at, due)) = self.desk.clock.due
            && at <= now.steady
        {
            match due {
                Due::Open => self.open_round(now, &mut draft, chance),
                Due::Cut => {
                    self.cut(&mut draft);
                    draft.close(now, By::HOUSE, None, "cut");
                }
                Due::Deal => self.desk.clock.street = Some(now.steady),
                Due::Bot => self.bot_acts(now, &mut draft),
                Due::Expire => self.time_is_up(now, &mut draft),
            }
            self.deal_on(now, &mut draft);
        }
        self.store(now, draft, Vec::new());
    }

    /// Opens the next round: programs buy in, button and blinds move, the deck is shuffled, sealed and published.
    fn open_round(&mut self, now: Now, draft: &mut Draft<Table>, chance: Chance<'_>) {
        self.fill_bots(now, draft);
        sit_out_at_the_blind(draft);
        draft.close(now, By::HOUSE, None, "sit_out");
        if draft.state.table.decide(&OPEN).is_err() {
            // Too few can be dealt in. Whoever comes or returns makes another record, and it is tried again.
            self.desk.clock.unopened = Some(self.count);
            return;
        }
        let fresh = match chance() {
            Ok(fresh) => fresh,
            Err(why) => {
                // Nothing is dealt without chance (RNG-09). Somebody has to look at it before play goes on.
                let reason = self.broke(&why.to_string());
                draft.take(Entry::Play(Standing::Paused { reason }));
                return draft.close(now, By::HOUSE, None, "paused");
            }
        };
        if let Err(refusal) = opens(draft) {
            panic!("table {}: a round that could be opened is refused: {refusal}", draft.state.id);
        }
        let Some(deck) = draft.state.awaited_deck() else { panic!("a round was opened without a hand") };
        let sorted = draft.state.sorted_deck();
        let cards = sorted.len();
        let new = match NewDeck::sealed(fresh, &self.desk.keys, deck, &sorted) {
            Ok(new) => new,
            Err(why) => panic!("{deck}: {why}"),
        };
        draft.take(Entry::Deck { commitment: *new.deck.commitment(), sealed: new.sealed, key: new.key });
        if let Some(deck) = &mut draft.state.deck {
            deck.cards = Some(Arc::new(new.deck));
        }
        // A deck has at most 53 cards.
        draft.house(TableAct::Hand(Act::Deck(DeckAct::Shuffle { cards: cards as u8 })));
        draft.close(now, By::HOUSE, None, "round");
    }

    /// Programs take their seats and buy in, with chips of the issue where their own are gone.
    fn fill_bots(&mut self, now: Now, draft: &mut Draft<Table>) {
        let house = Arc::clone(draft.state.table.house());
        let Some(stack) = usual_stack(&house) else { return };
        for person in draft.state.bots.clone() {
            let act = match draft.state.seat_of(person) {
                Some(seat) => match draft.state.table.chair(seat) {
                    Some(chair) if chair.stack.is_zero() => {
                        TableAct::Chair(ChairAct::Buy { seat, amount: stack })
                    }
                    Some(_) | None => continue,
                },
                None => match draft.state.free_seat() {
                    Some(seat) => TableAct::Chair(ChairAct::Sit { seat, person, stack }),
                    None => continue,
                },
            };
            draft.take(Entry::Purse { person, amount: stack });
            if draft.decide(&TableCommand { by: By::HOUSE, act }).is_err() {
                // A program that may not buy in here keeps its purse and looks on.
                continue;
            }
        }
        draft.close(now, By::HOUSE, None, "bots");
    }

    /// Whether somebody who is there can still add to the cut.
    pub(super) fn values_awaited(&self) -> bool {
        let Some(hand) = self.state.running() else { return false };
        let waits = |person: &Person| {
            !self.state.is_bot(*person)
                && self.is_connected(*person)
                && !self.desk.values.contains_key(person)
        };
        hand.lineup().entrants.iter().map(|entrant| entrant.person).any(|person| waits(&person))
    }

    /// Cuts the deck with the values that have come (7.2).
    fn cut(&mut self, draft: &mut Draft<Table>) {
        let state = &draft.state;
        let value = |(person, value): (&Person, &fair::Value)| {
            let seat = state.seat_in_hand(*person)?.number();
            Some(CutValue { seat, value: *value })
        };
        let values: Vec<CutValue> = self.desk.values.iter().filter_map(value).collect();
        let Some(deck) = state.deck.as_ref().and_then(|deck| deck.cards.as_ref()) else {
            panic!("table {}: there is no deck to cut", state.id);
        };
        let cut = match deck.cut(&values) {
            Ok(cut) => cut,
            Err(why) => panic!("table {}: {why}", state.id),
        };
        let after = cut.position;
        draft.take(Entry::Cut(cut));
        draft.house(TableAct::Hand(Act::Deck(DeckAct::Cut { after })));
    }

    /// The dealer goes on until a person has to decide, or a pause is due. Where a person deals, what is due is posted, and the
    /// cards wait for that person.
    pub(super) fn deal_on(&mut self, now: Now, draft: &mut Draft<Table>) {
        for _ in 0..MOST_STEPS {
            let Some(need) = draft.state.running().map(Hand::next) else {
                self.after_the_round(draft);
                break;
            };
            let by_hand = draft.state.dealer == Dealer::Person;
            match need {
                Need::Deal(Deal::Post(due)) => draft.house(TableAct::Hand(Post::Due.by(due.seat))),
                Need::Deal(_) | Need::Decision(_) if by_hand => break,
                Need::Deal(Deal::Shuffle) => {
                    panic!("table {}: a round is open without a deck", draft.state.id)
                }
                Need::Deal(Deal::Cut) if self.desk.pace.cut == 0 => self.cut(draft),
                Need::Deal(Deal::HoleCard { .. } | Deal::Burn | Deal::BoardCard) => {
                    if self.over_blind_waits(now.steady, draft) || self.street_waits(now.steady, draft, need)
                    {
                        break;
                    }
                    let Some(card) = draft.state.next_card() else {
                        panic!("table {}: the deck has no card for the deal", draft.state.id);
                    };
                    draft.house(TableAct::Hand(Act::Deck(DeckAct::Deal { card })));
                }
                Need::Decision(Decision::Show { seat, may_muck: false }) => {
                    draft.house(TableAct::Hand(Show::Hand { cards: AS_DEALT }.by(seat)));
                }
                Need::Decision(Decision::Show { seat, may_muck: true }) if self.desk.pace.show == 0 => {
                    draft.house(TableAct::Hand(Show::Muck.by(seat)));
                }
                Need::Deal(Deal::Cut) | Need::Decision(_) | Need::Nothing => break,
            }
        }
        draft.close(now, By::HOUSE, None, "deal");
    }

    /// Whether the first card waits a moment: a player who is there may post an over-blind until it is dealt (AMB-004). Each
    /// further one is offered to the next seat, with a moment of its own; nothing else that is asked makes it longer.
    fn over_blind_waits(&mut self, now: Steady, draft: &Draft<Table>) -> bool {
        let may = |(seat, amount): &(Seat, Chips)| {
            let hand = draft.state.running();
            let person = hand.and_then(|hand| hand.person(*seat));
            let there = person.is_some_and(|person| !draft.state.is_bot(person) && self.is_connected(person));
            there && hand.is_some_and(|hand| hand.stack(*seat) >= *amount)
        };
        let offer = draft.state.running().and_then(Hand::over_blind_offer);
        let Some((seat, _)) = offer.filter(|_| self.desk.pace.over_blind > 0).filter(may) else {
            self.desk.clock.over_blind = None;
            return false;
        };
        let until = match self.desk.clock.over_blind {
            Some((offered, until)) if offered == seat => until,
            Some(_) | None => now.after(self.desk.pace.over_blind),
        };
        let waits = now < until;
        self.desk.clock.over_blind = Some((seat, until)).filter(|_| waits);
        waits
    }

    /// Whether the board waits a moment: nobody can bet any more, and people want to see it come.
    fn street_waits(&mut self, now: Steady, draft: &Draft<Table>, need: Need) -> bool {
        let Some(hand) = draft.state.running() else { return false };
        let first_card = if hand.house().burn { Deal::Burn } else { Deal::BoardCard };
        let starts = need == Need::Deal(first_card) && (hand.house().burn || begins_a_street(hand));
        if !starts || self.desk.pace.street == 0 || can_bet(hand) > 1 {
            self.desk.clock.street = None;
            return false;
        }
        // Whatever else is asked meanwhile, the moment ends when it would have ended.
        let until = self.desk.clock.street.unwrap_or_else(|| now.after(self.desk.pace.street));
        let waits = now < until;
        self.desk.clock.street = Some(until).filter(|_| waits);
        waits
    }

    /// A program acts on the view of its own seat.
    fn bot_acts(&mut self, now: Now, draft: &mut Draft<Table>) {
        let Some(hand) = draft.state.running() else { return };
        let house = &hand.lineup().house;
        let (_, bots) = match self.desk.bots.take().filter(|(known, _)| Arc::ptr_eq(known, house)) {
            Some(known) => self.desk.bots.insert(known),
            None => self.desk.bots.insert((Arc::clone(house), HouseBots::new(Arc::clone(house)))),
        };
        let Some(decision) = hand.next().decision() else { return };
        let (seat, act) = (decision.seat(), bot_choice(hand, decision, bots, self.desk.draws.as_mut()));
        let by = hand.person(seat).map_or(By::HOUSE, By::player);
        let decided =
            act.is_some_and(|act| draft.decide(&TableCommand { by, act: TableAct::Hand(act) }).is_ok());
        if !decided {
            // A program that chooses nothing, or off its menu, is silent.
            draft.house(TableAct::Hand(ClockAct::TimeUp.by(seat)));
        }
        draft.close(now, by, None, "act");
    }

    /// The time of the decision has run out: the book says what comes of it (4.8).
    fn time_is_up(&mut self, now: Now, draft: &mut Draft<Table>) {
        let Some((seat, _, showing)) = draft.state.turn() else { return };
        if let Some(person) = draft.state.running().and_then(|hand| hand.person(seat)).filter(|_| !showing) {
            let more = self.absence_left(person);
            if more > 0 {
                self.extend(more);
                self.desk.clock.lost = true;
                self.presence_again(person);
                return self.tell_position(now);
            }
        }
        if showing {
            draft.house(TableAct::Hand(Show::Muck.by(seat)));
        } else {
            draft.house(TableAct::Hand(ClockAct::TimeUp.by(seat)));
        }
        draft.close(now, By::HOUSE, None, "time_up");
    }

    /// Between rounds: who was silent is not dealt in, and a table that closes pays everybody out.
    pub(super) fn after_the_round(&self, draft: &mut Draft<Table>) {
        let chairs: Vec<_> = draft.state.table.chairs().map(|(seat, chair)| (seat, chair.clone())).collect();
        if let Standing::Closing { reason } = draft.state.standing.clone() {
            for (seat, _) in chairs {
                draft.house(TableAct::Official(OfficialAct::Remove { seat, reason: reason.clone() }));
            }
            return draft.take(Entry::Play(Standing::Closed { reason }));
        }
        for (seat, chair) in chairs {
            let rounds = draft.state.silent.get(&chair.person).copied().unwrap_or_default();
            if rounds >= SILENT_ROUNDS && !chair.away {
                draft.house(TableAct::Chair(ChairAct::SitOut { seat }));
            }
        }
    }
}

/// A round is opened.
const OPEN: TableCommand = TableCommand { by: By::HOUSE, act: TableAct::House(HouseAct::Open) };

/// Whom the last blind would reach and who wished to sit out then is not dealt in; so may be whom it reaches instead.
pub(super) fn sit_out_at_the_blind(draft: &mut Draft<Table>) {
    while let Some(seat) = draft.state.table.out_at_next_blind() {
        draft.house(TableAct::Chair(ChairAct::SitOut { seat }));
    }
}

/// Opens a round, with the table beside it: recovery and replay can start here.
///
/// # Errors
/// Why none is opened now.
pub(super) fn opens(draft: &mut Draft<Table>) -> Result<(), TableRefusal> {
    draft.decide(&OPEN)?;
    let snapshot = draft.state.snapshot();
    draft.take(Entry::Snapshot(Box::new(snapshot)));
    Ok(())
}

/// How many players can still bet.
fn can_bet(hand: &Hand) -> usize {
    hand.seats().filter(|seat| hand.live().has(*seat) && !hand.is_all_in(*seat)).count()
}

/// Whether the next board card is the first of its street.
fn begins_a_street(hand: &Hand) -> bool {
    let mut before = 0;
    for cards in hand.house().game.board {
        if before == hand.boards().first().len() {
            return true;
        }
        before += usize::from(*cards);
    }
    false
}
