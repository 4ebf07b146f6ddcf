//! What the software dealer does: opens hands, shuffles, cuts, collects, deals, and acts for players who let
//! their time run out.

use std::sync::Arc;

use fair::{CutValue, NewDeck};
use seating::Actor;
use table::{
    AS_DEALT, Act, ChairAct, ClockAct, Deal, Decision, DeckAct, Hand, HouseAct, Need, OfficialAct, Post,
    Show, Table, TableAct, TableCommand, TableRefusal,
};

use super::clock::TimerAction;
use super::{FreshEntropy, Keeper};
use crate::bot::HouseBots;
use crate::dealer::{Dealer, bot_choice};
use crate::entry::TableEntry;
use crate::house::bot_buy_in;
use crate::keeper::draft::BatchDraft;
use crate::port::{Now, Steady};
use crate::requests::Standing;

/// More commands than any hand takes from the first blind to the award: anything beyond is an endless loop.
const MAX_STEPS: usize = 2000;

/// A player who timed out in this many hands in a row is no longer dealt in.
const MAX_TIMEOUTS_IN_A_ROW: u8 = 1;
/// The same at a practice table: the first time there is not held against anybody.
const MAX_PRACTICE_TIMEOUTS_IN_A_ROW: u8 = 2;

impl Keeper<Table> {
    /// Does what is due at the time the keeper waited for: removes players who were away too long, then the
    /// timer's action, then deals on. All of it is one batch; the keeper calls it only with no batch in flight.
    pub(super) fn on_timer(&mut self, now: Now, entropy: FreshEntropy<'_>) {
        let mut draft = self.draft();
        for seat in self.overdue_seats(now.steady) {
            let reason = "away longer than the break".to_owned();
            draft.decide_for_house(TableAct::Official(OfficialAct::Remove { seat, reason }));
        }
        draft.close(now, Actor::HOUSE, None, "remove");
        if let Some((at, due)) = self.desk.clocks.timer
            && at <= now.steady
        {
            match due {
                TimerAction::Open => self.open_hand(now, &mut draft, entropy),
                TimerAction::Cut => {
                    self.cut_deck(&mut draft);
                    draft.close(now, Actor::HOUSE, None, "cut");
                }
                TimerAction::Deal => self.desk.clocks.street_pause_until = Some(now.steady),
                TimerAction::Bot => self.act_for_bot(now, &mut draft),
                TimerAction::Expire => self.expire_decision(now, &mut draft),
            }
            self.continue_dealing(now, &mut draft);
        }
        self.append_draft(now, draft, Vec::new());
    }

    /// Opens the next hand: bots buy in, button and blinds move, and the deck is shuffled, sealed and committed
    /// to in the same record. Without entropy no hand opens and the table is paused (RNG-09).
    fn open_hand(&mut self, now: Now, draft: &mut BatchDraft<Table>, entropy: FreshEntropy<'_>) {
        self.seat_bots(now, draft);
        sit_out_at_blind(draft);
        draft.close(now, Actor::HOUSE, None, "sit_out");
        if draft.state.table.decide(&OPEN_HAND).is_err() {
            // Too few players can be dealt in. Anybody who sits down or returns adds a record, and then it is
            // tried again.
            self.desk.clocks.unopened_at_record = Some(self.count);
            return;
        }
        let fresh = match entropy() {
            Ok(fresh) => fresh,
            Err(why) => {
                // Nothing is dealt without entropy (RNG-09). Somebody has to look into it before play goes
                // on.
                let reason = self.report_failure(&why.to_string());
                draft.take(TableEntry::Play(Standing::Paused { reason }));
                return draft.close(now, Actor::HOUSE, None, "paused");
            }
        };
        if let Err(refusal) = open_with_snapshot(draft) {
            panic!("table {}: a hand that could be opened is refused: {refusal}", draft.state.id);
        }
        let Some(deck) = draft.state.next_deck_id() else { panic!("a hand was opened but is not in play") };
        let sorted = draft.state.sorted_deck();
        let cards = sorted.len();
        let new = match NewDeck::shuffle_and_seal(fresh, &self.desk.keys, deck, &sorted) {
            Ok(new) => new,
            Err(why) => panic!("{deck}: {why}"),
        };
        draft.take(TableEntry::Deck { commitment: *new.deck.commitment(), sealed: new.sealed, key: new.key });
        if let Some(deck) = &mut draft.state.deck {
            deck.cards = Some(Arc::new(new.deck));
        }
        // A deck has at most 53 cards.
        draft.decide_for_house(TableAct::Hand(Act::Deck(DeckAct::Shuffle { cards: cards as u8 })));
        draft.close(now, Actor::HOUSE, None, "round");
    }

    /// Seats the table's bots and buys them in, with chips from the issue when they have none left; a bot
    /// without a free seat does not play.
    fn seat_bots(&mut self, now: Now, draft: &mut BatchDraft<Table>) {
        let house = Arc::clone(draft.state.table.house());
        let Some(stack) = bot_buy_in(&house) else { return };
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
            draft.take(TableEntry::Purse { person, amount: stack });
            if draft.decide(&TableCommand { by: Actor::HOUSE, act }).is_err() {
                // A bot that may not buy in here keeps its purse and does not play.
                continue;
            }
        }
        draft.close(now, Actor::HOUSE, None, "bots");
    }

    /// Whether a connected player in the hand can still add a value to the cut; the cut is put off for at most
    /// the pace's time while one can.
    pub(super) fn awaits_cut_values(&self) -> bool {
        let Some(hand) = self.state.hand_in_play() else { return false };
        hand.lineup().entrants.iter().map(|entrant| entrant.person).any(|person| {
            !self.state.is_bot(person)
                && self.is_connected(person)
                && !self.desk.cut_values.contains_key(&person)
        })
    }

    /// Cuts the deck with the players' values that have arrived (7.2): they and the room's committed secret
    /// together fix the position, and all of it is stored.
    fn cut_deck(&mut self, draft: &mut BatchDraft<Table>) {
        let state = &draft.state;
        let given = self.desk.cut_values.iter();
        let values: Vec<CutValue> = given
            .filter_map(|(person, value)| {
                let seat = state.seat_in_hand(*person)?.number();
                Some(CutValue { seat, value: *value })
            })
            .collect();
        let Some(deck) = state.deck.as_ref().and_then(|deck| deck.cards.as_ref()) else {
            panic!("table {}: there is no deck to cut", state.id);
        };
        let cut = match deck.cut(&values) {
            Ok(cut) => cut,
            Err(why) => panic!("table {}: {why}", state.id),
        };
        let after = cut.position;
        draft.take(TableEntry::Cut(cut));
        draft.decide_for_house(TableAct::Hand(Act::Deck(DeckAct::Cut { after })));
    }

    /// Deals on until a person or bot has to decide or a pause is due. Where a person deals, only what is owed
    /// is posted, and the cards wait for that person. Called at the end of every draft.
    pub(super) fn continue_dealing(&mut self, now: Now, draft: &mut BatchDraft<Table>) {
        for _ in 0..MAX_STEPS {
            let Some(need) = draft.state.hand_in_play().map(Hand::next) else {
                self.after_hand(draft);
                break;
            };
            let is_dealt_by_person = draft.state.dealer == Dealer::Person;
            match need {
                Need::Deal(Deal::Post(due)) => draft.decide_for_house(TableAct::Hand(Post::Due.by(due.seat))),
                Need::Deal(_) | Need::Decision(_) if is_dealt_by_person => break,
                Need::Deal(Deal::Shuffle) => {
                    panic!("table {}: a hand is open without a deck", draft.state.id)
                }
                Need::Deal(Deal::Cut) if self.desk.pace.cut == 0 => self.cut_deck(draft),
                Need::Deal(Deal::HoleCard { .. } | Deal::Burn | Deal::BoardCard) => {
                    if self.waits_for_over_blind(now.steady, draft)
                        || self.waits_before_street(now.steady, draft, need)
                    {
                        break;
                    }
                    let Some(card) = draft.state.next_card() else {
                        panic!("table {}: the deck has no card for the deal", draft.state.id);
                    };
                    draft.decide_for_house(TableAct::Hand(Act::Deck(DeckAct::Deal { card })));
                }
                Need::Decision(Decision::Show { seat, may_muck: false }) => {
                    draft.decide_for_house(TableAct::Hand(Show::Hand { cards: AS_DEALT }.by(seat)));
                }
                Need::Decision(Decision::Show { seat, may_muck: true }) if self.desk.pace.show == 0 => {
                    draft.decide_for_house(TableAct::Hand(Show::Muck.by(seat)));
                }
                Need::Deal(Deal::Cut) | Need::Decision(_) | Need::Nothing => break,
            }
        }
        draft.close(now, Actor::HOUSE, None, "deal");
    }

    /// Whether the first card waits because a connected player may still post an over-blind (AMB-004). Each
    /// further over-blind is offered to the next seat with a time of its own; no other request extends it.
    fn waits_for_over_blind(&mut self, now: Steady, draft: &BatchDraft<Table>) -> bool {
        let offer = draft.state.hand_in_play().and_then(Hand::over_blind_offer);
        let offer = offer.filter(|(seat, amount)| {
            let hand = draft.state.hand_in_play();
            let person = hand.and_then(|hand| hand.person(*seat));
            let there = person.is_some_and(|person| !draft.state.is_bot(person) && self.is_connected(person));
            there && hand.is_some_and(|hand| hand.stack(*seat) >= *amount)
        });
        let Some((seat, _)) = offer.filter(|_| self.desk.pace.over_blind > 0) else {
            self.desk.clocks.over_blind_offer = None;
            return false;
        };
        let until = match self.desk.clocks.over_blind_offer {
            Some((offered, until)) if offered == seat => until,
            Some(_) | None => now.after(self.desk.pace.over_blind),
        };
        let waits = now < until;
        self.desk.clocks.over_blind_offer = Some((seat, until)).filter(|_| waits);
        waits
    }

    /// Whether the next street waits for the pace's pause: nobody can bet any more, and people want to see it
    /// come. Other requests do not extend the pause.
    fn waits_before_street(&mut self, now: Steady, draft: &BatchDraft<Table>, need: Need) -> bool {
        let Some(hand) = draft.state.hand_in_play() else { return false };
        let first_card = if hand.house().burn { Deal::Burn } else { Deal::BoardCard };
        let starts = need == Need::Deal(first_card) && (hand.house().burn || is_street_start(hand));
        if !starts || self.desk.pace.street == 0 || count_able_to_bet(hand) > 1 {
            self.desk.clocks.street_pause_until = None;
            return false;
        }
        // Other requests in the meantime do not extend the pause.
        let until = self.desk.clocks.street_pause_until.unwrap_or_else(|| now.after(self.desk.pace.street));
        let waits = now < until;
        self.desk.clocks.street_pause_until = Some(until).filter(|_| waits);
        waits
    }

    /// Lets the bot on turn act on its own seat's view. A bot that chooses nothing, or an act that is refused,
    /// counts as timed out, so that the hand goes on.
    fn act_for_bot(&mut self, now: Now, draft: &mut BatchDraft<Table>) {
        let Some(hand) = draft.state.hand_in_play() else { return };
        let house = &hand.lineup().house;
        let (_, bots) = match self.desk.bots.take().filter(|(known, _)| Arc::ptr_eq(known, house)) {
            Some(known) => self.desk.bots.insert(known),
            None => self.desk.bots.insert((Arc::clone(house), HouseBots::new(Arc::clone(house)))),
        };
        let Some(decision) = hand.next().decision() else { return };
        let (seat, act) = (decision.seat(), bot_choice(hand, decision, bots, self.desk.draws.as_mut()));
        let by = hand.person(seat).map_or(Actor::HOUSE, Actor::player);
        let decided =
            act.is_some_and(|act| draft.decide(&TableCommand { by, act: TableAct::Hand(act) }).is_ok());
        if !decided {
            // A bot that chooses nothing, or something off its menu, counts as timed out.
            draft.decide_for_house(TableAct::Hand(ClockAct::TimeUp.by(seat)));
        }
        draft.close(now, by, None, "act");
    }

    /// Ends the decision whose time has run out: first any disconnect time left is used, then the book says
    /// what follows (4.8), or the hand is mucked at showdown.
    fn expire_decision(&mut self, now: Now, draft: &mut BatchDraft<Table>) {
        let Some((seat, _, showing)) = draft.state.turn() else { return };
        if let Some(person) =
            draft.state.hand_in_play().and_then(|hand| hand.person(seat)).filter(|_| !showing)
        {
            let more = self.claim_disconnect_time(person);
            if more > 0 {
                self.extend_decision(more);
                self.desk.clocks.on_disconnect_time = true;
                self.resend_presence(person);
                return self.send_positions(now);
            }
        }
        if showing {
            draft.decide_for_house(TableAct::Hand(Show::Muck.by(seat)));
        } else {
            draft.decide_for_house(TableAct::Hand(ClockAct::TimeUp.by(seat)));
        }
        draft.close(now, Actor::HOUSE, None, "time_up");
    }

    /// Between hands: players who timed out in too many hands in a row are sat out; a closing table pays
    /// everybody out and is closed.
    pub(super) fn after_hand(&self, draft: &mut BatchDraft<Table>) {
        let chairs: Vec<_> = draft.state.table.chairs().map(|(seat, chair)| (seat, chair.clone())).collect();
        if let Standing::Closing { reason } = draft.state.standing.clone() {
            for (seat, _) in chairs {
                draft.decide_for_house(TableAct::Official(OfficialAct::Remove {
                    seat,
                    reason: reason.clone(),
                }));
            }
            return draft.take(TableEntry::Play(Standing::Closed { reason }));
        }
        let practice = !draft.state.bots.is_empty();
        let most = if practice { MAX_PRACTICE_TIMEOUTS_IN_A_ROW } else { MAX_TIMEOUTS_IN_A_ROW };
        for (seat, chair) in chairs {
            let rounds = draft.state.timeouts_in_a_row.get(&chair.person).copied().unwrap_or_default();
            if rounds >= most && !chair.is_away() {
                draft.decide_for_house(TableAct::Chair(ChairAct::SitOut { seat }));
            }
        }
    }
}

/// Opens a hand.
const OPEN_HAND: TableCommand = TableCommand { by: Actor::HOUSE, act: TableAct::House(HouseAct::Open) };

/// Before a hand opens: sits out a player who asked to when the last blind would reach them; the next seat it
/// reaches may have asked the same.
pub(super) fn sit_out_at_blind(draft: &mut BatchDraft<Table>) {
    while let Some(seat) = draft.state.table.out_at_next_blind() {
        draft.decide_for_house(TableAct::Chair(ChairAct::SitOut { seat }));
    }
}

/// Opens a hand and adds a snapshot of the table to the same record, from which recovery and replay can start.
/// Both kinds of dealer open hands here.
///
/// # Errors
/// Why no hand can be opened now.
pub(super) fn open_with_snapshot(draft: &mut BatchDraft<Table>) -> Result<(), TableRefusal> {
    draft.decide(&OPEN_HAND)?;
    let snapshot = draft.state.snapshot();
    draft.take(TableEntry::Snapshot(Box::new(snapshot)));
    Ok(())
}

/// How many players in the hand can still bet: neither folded nor all-in. With one or none, streets come with a
/// pause.
fn count_able_to_bet(hand: &Hand) -> usize {
    hand.seats().filter(|seat| hand.live_seats().contains(*seat) && !hand.is_all_in(*seat)).count()
}

/// Whether the next board card is the first of its street, by the number of cards on the first board.
fn is_street_start(hand: &Hand) -> bool {
    let mut before = 0;
    for cards in hand.house().game.board {
        if before == hand.boards().first().len() {
            return true;
        }
        before += usize::from(*cards);
    }
    false
}
