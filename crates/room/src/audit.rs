//! Replays a room's records from the first one and checks that each follows from those before it: the same
//! facts, the same chip movements, and every face-up card opens to the commitment published before the deal.
//!
//! Nothing here trusts the stored facts: the machine decides each act again, and the result is compared with
//! the record. Checking the hash chain is the store's job.

mod problem;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use chips::book::{AccountBook, Posting};
use fair::{Chain, ChainError, DeckOutcome, Link, RoomKey};
use seating::{Actor, Person, Role};
use table::{
    Act, CardFact, ChipFact, ClockAct, Command, CourseFact, Event, Fact, Hand, NoCommission, Play, Post,
    PotFact, Show, TableFact, TurnFact, TurnKind,
};

use crate::dealer::Dealer;
use crate::entry::{self, TableEntry};
use crate::lobby::RoomFact;
use crate::port::{StoredRecord, StreamId};
use crate::roster::{self, Roster, RosterFact};
use crate::state::TableState;

pub use problem::{AuditProblem, PostingDifference};

/// A record that does not follow from the records before it.
#[derive(Debug)]
pub struct AuditDifference {
    /// The record's number in the room.
    pub sequence: u64,
    /// The stream it belongs to.
    pub stream: StreamId,
    /// Its number in that stream.
    pub number: u64,
    /// What is wrong with it.
    pub problem: AuditProblem,
}

impl fmt::Display for AuditDifference {
    /// One line for the operator who runs the audit: sequence, stream, number and what is wrong. No code reads
    /// it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AuditDifference { sequence, stream, number, problem } = self;
        write!(f, "record {sequence} ({stream}, number {number}): {problem}")
    }
}

impl Error for AuditDifference {
    /// The error below the problem, if there is one; the problem itself is already in the text.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.problem.source()
    }
}

/// How much an audit has read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct AuditCounts {
    pub records: u64,
    pub tables: u64,
    pub hands: u64,
    pub openings: u64,
    pub acts: u64,
    pub postings: u64,
}

/// An audit in progress. Feed it records in the order of the room.
pub struct Audit<'a> {
    keys: Option<&'a RoomKey>,
    tables: BTreeMap<u64, TableState>,
    /// The facts of the hand in play at each table, starting with its opening.
    hands: BTreeMap<u64, Vec<Event>>,
    chain: Chain,
    book: AccountBook,
    roster: Roster,
    counts: AuditCounts,
}

impl<'a> Audit<'a> {
    /// Starts an audit with nothing read; the first record must be the room's first. With the room's keys it
    /// checks hidden cards too, without them only those that were turned up.
    pub fn new(keys: Option<&'a RoomKey>) -> Audit<'a> {
        Audit {
            keys,
            tables: BTreeMap::new(),
            hands: BTreeMap::new(),
            chain: Chain::default(),
            book: AccountBook::new(),
            roster: Roster::default(),
            counts: AuditCounts::default(),
        }
    }

    /// Checks the next record, in the order of the room. After an error the audit's state is undefined: stop
    /// there.
    ///
    /// # Errors
    /// How the record differs from what was expected.
    pub fn take(&mut self, stored: &StoredRecord) -> Result<(), AuditDifference> {
        self.counts.records += 1;
        self.check_record(stored).map_err(|problem| AuditDifference {
            sequence: stored.sequence,
            stream: stored.stream,
            number: stored.number,
            problem,
        })
    }

    /// Checks one record by the rules of its stream and posts its chips to the account book, which refuses to
    /// overdraw an account.
    fn check_record(&mut self, stored: &StoredRecord) -> Result<(), AuditProblem> {
        match stored.stream {
            StreamId::Table(table) => self.check_table_record(table, stored)?,
            StreamId::Room => {
                let _: Vec<RoomFact> = serde_json::from_str(&stored.body)?;
            }
            StreamId::People => {}
            StreamId::Seating => self.check_seating_record(stored)?,
        }
        self.book.post(&stored.postings)?;
        self.counts.postings += stored.postings.len() as u64;
        Ok(())
    }

    /// Checks a record of the seating stream: nobody takes a seat at a table where they have one, or gives up
    /// one they do not have.
    fn check_seating_record(&mut self, stored: &StoredRecord) -> Result<(), AuditProblem> {
        for fact in roster::facts_of(stored).map_err(AuditProblem::UnreadableSeating)? {
            let (person, table, leaves) = match fact {
                RosterFact::Seated { person, table, .. } => (person, table, false),
                RosterFact::Left { person, table } => (person, table, true),
            };
            if self.roster.seat_of(person, table).is_some() != leaves {
                return Err(if leaves {
                    AuditProblem::SeatNotHeld { person, table }
                } else {
                    AuditProblem::SeatTakenTwice { person, table }
                });
            }
            self.roster.apply(&fact);
        }
        Ok(())
    }

    /// Checks one record of a table: each fact follows, each act decided again gives the same facts, and the
    /// postings are those of the facts. Facts with the same cause belong to one act.
    fn check_table_record(&mut self, table: u64, stored: &StoredRecord) -> Result<(), AuditProblem> {
        let mut entries = entry::from_body(&stored.body)?;
        let mut postings = Vec::new();
        if let [TableEntry::Made { table: made, name, opener, bots, opened, dealer }] = entries.as_slice() {
            if *made != table || self.tables.contains_key(&table) {
                return Err(AuditProblem::WrongCreation { created: *made, stream: table });
            }
            let state = TableState::create(table, name, *opener, bots, opened, *dealer)?;
            self.tables.insert(table, state);
            self.counts.tables += 1;
            return Ok(());
        }
        let state = self.tables.get_mut(&table).ok_or(AuditProblem::NeverCreated)?;
        let hand = self.hands.entry(table).or_default();
        // Facts from this index on belong to the act being checked.
        let mut from = hand.len();
        for entry in &mut entries {
            let opens = matches!(entry, TableEntry::Opening(_));
            postings.extend(state.apply(entry, self.keys)?);
            self.counts.openings += u64::from(opens);
            if let TableEntry::Table { fact } = entry
                && let TableFact::Hand(event) = &fact.what
            {
                if hand.get(from).is_some_and(|first| first.cause != event.cause) {
                    self.counts.acts += redecide(hand, from, stored.by, state.dealer)?;
                    from = hand.len();
                }
                if matches!(event.what, Fact::Course(CourseFact::Opened(_))) {
                    self.counts.hands += 1;
                    hand.clear();
                    from = 0;
                }
                hand.push(event.clone());
                if let (Fact::Course(CourseFact::Closed), Some(deck)) = (&event.what, &state.deck) {
                    let ended = Some(hand_ending(&hand[from..], state.table.hand()));
                    self.chain.push(&Link { commitment: deck.commitment, ended })?;
                }
            }
        }
        self.counts.acts += redecide(hand, from, stored.by, state.dealer)?;
        state.check_chips()?;
        match first_wrong_posting(&stored.postings, &postings) {
            Some(difference) => Err(AuditProblem::PostingDiffers(Box::new(difference))),
            None => Ok(()),
        }
    }

    /// The tables as rebuilt from the records checked so far, in the order of their numbers.
    pub fn tables(&self) -> impl Iterator<Item = &TableState> {
        self.tables.values()
    }

    /// Ends the audit after the last record: adds the decks of hands still in play to the chain of commitments,
    /// and returns the counts and the account book, so that every stored balance can be compared.
    ///
    /// # Errors
    /// A deck that does not follow from the ones before it.
    pub fn finish(mut self) -> Result<(AuditCounts, AccountBook), ChainError> {
        for state in self.tables.values().filter(|state| state.hand_in_play().is_some()) {
            if let Some(deck) = &state.deck {
                self.chain.push(&Link { commitment: deck.commitment, ended: None })?;
            }
        }
        Ok((self.counts, self.book))
    }
}

/// The first place at which a record's stored postings and those that its facts make differ, in either length
/// or content; `None` if they are the same.
fn first_wrong_posting(stored: &[Posting], made: &[Posting]) -> Option<PostingDifference> {
    let at = (0..stored.len().max(made.len())).find(|at| stored.get(*at) != made.get(*at))?;
    let (stored, expected) = (stored.get(at).copied(), made.get(at).copied());
    Some(PostingDifference { number: at + 1, stored, expected })
}

/// How a hand ended, for its link in the chain of decks: played, or void by a clause and an official. `group`
/// is the facts of the closing act. The words are hashed into the chain, so they may never change.
fn hand_ending(group: &[Event], hand: Option<&Hand>) -> DeckOutcome {
    let voided = group.iter().find_map(|event| {
        if let Fact::Course(CourseFact::Voided { by, .. }) = event.what {
            Some((event.rule, by))
        } else {
            None
        }
    });
    match voided {
        None => DeckOutcome::Played,
        Some((rule, by)) => {
            let clause = hand.map(|hand| hand.house().determined.cites(rule).join(" ")).unwrap_or_default();
            let clause = if clause.is_empty() { rule.name().to_owned() } else { clause };
            let official =
                if by.person == Person::HOUSE { "the room".to_owned() } else { by.person.0.to_string() };
            DeckOutcome::Void { clause, official }
        }
    }
}

/// Rebuilds a hand by applying its recorded facts from the opening on; `None` if the first is not an opening.
/// Cards that `shown` turns up are filled in from the start: without the keys they can be read nowhere else.
fn hand_after(facts: &[Event], shown: &[Event]) -> Option<Hand> {
    let Fact::Course(CourseFact::Opened(lineup)) = &facts.first()?.what else { return None };
    let mut hand = Hand::from_lineup(Arc::clone(lineup));
    for fact in &facts[1..] {
        let mut fact = fact.clone();
        fact.fill_cards(|slot| card_shown(shown, slot));
        hand.apply(&fact);
    }
    Some(hand)
}

/// The card in a slot of the deck, if one of these facts turns it face up; `None` for a card that stayed
/// hidden. Without the room's keys, the audit learns cards only here.
fn card_shown(facts: &[Event], slot: u8) -> Option<cards::Card> {
    facts.iter().find_map(|event| {
        let Fact::Cards(CardFact::Shown { cards, .. } | CardFact::CardsShown { cards, .. }) = event.what
        else {
            return None;
        };
        cards.iter().find(|card| card.slot() == Some(slot))?.known_card()
    })
}

/// Decides the act behind `facts[from..]` again and compares the result with them. Returns how many acts were
/// checked, 0 or 1: the opening of a hand has no act within the hand. `given` is the actor of the record.
fn redecide(facts: &[Event], from: usize, given: Actor, dealer: Dealer) -> Result<u64, AuditProblem> {
    let (earlier, group) = facts.split_at(from.min(facts.len()));
    // The act itself may deal a card and turn it up at once, such as the last hole card when everybody is
    // all-in.
    let group: Vec<Event> = group
        .iter()
        .cloned()
        .map(|mut fact| {
            fact.fill_cards(|slot| card_shown(group, slot));
            fact
        })
        .collect();
    let group = group.as_slice();
    let Some(first) = group.first() else { return Ok(0) };
    if matches!(first.what, Fact::Course(CourseFact::Opened(_))) {
        return Ok(0);
    }
    let Some(hand) = hand_after(earlier, group) else {
        return Err(AuditProblem::OutsideHand);
    };
    // Earlier versions recorded a post of zero when a stack that was already all-in owed more.
    if let ([Event { what: Fact::Chips(ChipFact::Posted { seat, .. }), .. }], true) =
        (group, moves_nothing(first))
        && hand.seats().any(|dealt| dealt == *seat)
        && hand.stack(*seat).is_zero()
    {
        return Ok(1);
    }
    let mut problem = AuditProblem::NoSuchAct { fact: first.what.name() };
    for act in possible_acts(&first.what) {
        let by = if let Fact::Course(CourseFact::Voided { by, .. }) = first.what {
            by
        } else if matches!(act, Act::Show { show: Show::Muck, .. }) {
            // Mucking a hand that should be shown is accepted only from a dealer who saw it go.
            given
        } else {
            Actor::HOUSE
        };
        let command = Command { by, act };
        match hand.decide(&command) {
            Ok(decided) if matches_record(&decided, group) => {
                check_actor(&command.act, &hand, given)?;
                return check_dealer(&command.act, dealer, given).map(|()| 1);
            }
            Ok(decided) => {
                let same =
                    decided.iter().zip(group).take_while(|(one, other)| matches_fact(one, other)).count();
                problem = AuditProblem::FactDiffers {
                    number: same + 1,
                    expected: decided.get(same).map(|event| event.what.name()),
                    found: group.get(same).map(|event| event.what.name()),
                };
            }
            Err(refusal) => problem = AuditProblem::ActRefused(refusal),
        }
    }
    Err(problem)
}

/// True for a fact that moves zero chips, which is left out of the comparison: posts and pots of zero are no
/// longer decided, and earlier versions did not record an award of zero in a hand without a pot.
fn moves_nothing(event: &Event) -> bool {
    match event.what {
        Fact::Chips(fact) => fact.post().is_some_and(|(_, _, amount)| amount.is_zero()),
        Fact::Pots(PotFact::Awarded { amount, .. }) => amount.is_zero(),
        Fact::Pots(fact) => fact.formed_pot().is_some_and(|(amount, _)| amount.is_zero()),
        Fact::Course(_) | Fact::Street(_) | Fact::Cards(_) | Fact::Turn(_) | Fact::Clock(_) => false,
    }
}

/// True when the facts decided again match the recorded ones, in order. Records of earlier versions lack facts
/// added since (why no commission was taken, and that the cap limited it) and contain pots and shares of zero;
/// they must still pass.
fn matches_record(decided: &[Event], recorded: &[Event]) -> bool {
    let added_since = |event: &Event| {
        matches!(event.what, Fact::Pots(PotFact::CommissionCapped { .. } | PotFact::NoCommission { .. }))
    };
    let earlier = !recorded.iter().any(added_since);
    let moved = |event: &&Event| !moves_nothing(event);
    let decided: Vec<&Event> =
        decided.iter().filter(moved).filter(|event| !(earlier && added_since(event))).collect();
    let recorded: Vec<&Event> = recorded.iter().filter(moved).collect();
    decided.len() == recorded.len()
        && decided.iter().zip(recorded).all(|(one, other)| matches_fact(one, other))
}

/// True when one fact decided again matches the recorded one. It may differ by a rule that earlier versions
/// cited before it was split in two, or by details they did not record: that a check is a stand, that a
/// commission is less than due, and that there is no commission because of the cap rather than rounding.
fn matches_fact(decided: &Event, recorded: &Event) -> bool {
    let cited = decided.rule == recorded.rule || decided.rule.was_cited_as(recorded.rule);
    let happened = match (&decided.what, &recorded.what) {
        (
            Fact::Turn(TurnFact::Checked { seat, stands: true }),
            Fact::Turn(TurnFact::Checked { seat: other, stands: false }),
        ) => seat == other,
        (
            Fact::Pots(PotFact::CommissionTaken { pot, amount, short_of_due: true }),
            Fact::Pots(PotFact::CommissionTaken { pot: of, amount: other, short_of_due: false }),
        ) => pot == of && amount == other,
        (
            Fact::Pots(PotFact::CommissionCapped { taken, .. }),
            Fact::Pots(PotFact::NoCommission { pot: None, reason: NoCommission::RoundedDown }),
        ) => return taken.is_zero() && decided.cause == recorded.cause,
        (one, other) => one == other,
    };
    cited && happened && decided.cause == recorded.cause
}

/// Checks that a player acted only for the seat dealt to them. Officials and the house may act for others: what
/// the house does for a player who has left is part of the record that led to it.
fn check_actor(act: &Act, hand: &Hand, given: Actor) -> Result<(), AuditProblem> {
    let seat = match *act {
        Act::Play { seat, .. }
        | Act::Show { seat, show: Show::Muck | Show::Cards { .. } }
        | Act::Post { seat, post: Post::OverBlind } => seat,
        Act::Show { show: Show::Hand { .. }, .. }
        | Act::Post { post: Post::Due | Post::Decline, .. }
        | Act::Offer { .. }
        | Act::Deck(_)
        | Act::Clock { .. }
        | Act::Void { .. } => return Ok(()),
    };
    if given.role == Role::Player && hand.person(seat) != Some(given.person) {
        return Err(AuditProblem::WrongActor { person: given.person, seat });
    }
    Ok(())
}

/// Checks that at a table dealt by a person, dealt cards and shown hands were entered by somebody who may deal.
/// Where the software deals, they come from the sealed deck, which is checked separately.
fn check_dealer(act: &Act, dealer: Dealer, given: Actor) -> Result<(), AuditProblem> {
    let is_dealers_act = match act {
        Act::Deck(_) | Act::Show { show: Show::Hand { .. }, .. } => true,
        Act::Play { .. }
        | Act::Show { show: Show::Muck | Show::Cards { .. }, .. }
        | Act::Post { .. }
        | Act::Offer { .. }
        | Act::Clock { .. }
        | Act::Void { .. } => false,
    };
    if is_dealers_act && dealer == Dealer::Person && !dealer.may_deal(given) {
        return Err(AuditProblem::WrongDealer { person: given.person, role: given.role });
    }
    Ok(())
}

/// Every act that could have produced a group of facts beginning with this one; each is tried in turn. A new
/// act or first fact of a hand must be added here, or the audit rejects its records.
fn possible_acts(first: &Fact) -> Vec<Act> {
    match first {
        Fact::Cards(fact) => {
            let forfeit = fact.showdown_act().map(|(seat, _)| ClockAct::Forfeit.by(seat));
            std::iter::once(fact.act()).chain(forfeit).collect()
        }
        Fact::Chips(fact) => fact.post().map_or_else(Vec::new, |(seat, ..)| {
            vec![Post::Due.by(seat), Post::OverBlind.by(seat), Post::Decline.by(seat)]
        }),
        Fact::Turn(fact) => match fact.kind() {
            (seat, TurnKind::Fold) => vec![Play::Fold.by(seat), ClockAct::Forfeit.by(seat)],
            (seat, TurnKind::Check) => vec![Play::Check.by(seat)],
            (seat, TurnKind::Call(_)) => {
                vec![Play::CallAndFold.by(seat), Play::AllIn.by(seat), Play::Call.by(seat)]
            }
            (seat, TurnKind::To(to)) => vec![Play::AllIn.by(seat), Play::Raise { to }.by(seat)],
        },
        Fact::Clock(fact) => vec![fact.act()],
        Fact::Course(fact) => fact.void().map(|(reason, _)| Act::Void { reason }).into_iter().collect(),
        Fact::Street(_) | Fact::Pots(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use chips::Chips;
    use chips::book::{Account, Unit};
    use rulebook::{Rule, rule};
    use seating::Seat;
    use table::{BoardNumber, Deal, Entrant, House, Lineup, Need, PostKind, PotHalf, PotPart};

    use super::*;

    const WHOLE: PotPart = PotPart { pot: 0, board: BoardNumber::FIRST, half: PotHalf::Whole };

    /// An amount of chips for these tests.
    fn chips(count: u64) -> Chips {
        Chips::new(count).expect("an amount")
    }

    /// An event with this fact and rule, always of the same act, for comparing facts.
    fn event(what: Fact, rule: Rule) -> Event {
        Event { what, rule, cause: 7 }
    }

    #[test]
    fn a_differing_posting_is_described_in_words() {
        let (bet, pot) = (Account::Bet { table: 3, person: 7 }, Account::Pot { table: 3 });
        let posting = |amount| Posting::new(bet, pot, Unit::Play, chips(amount)).expect("a way");
        let wrong = first_wrong_posting(&[posting(5), posting(6)], &[posting(5), posting(7)]);
        let expected = "posting 2 of the record is 6 play from bet/3/7 to pot/3, and by its facts it should be 7 play from bet/3/7 to pot/3";
        assert_eq!(wrong.map(|wrong| wrong.to_string()).as_deref(), Some(expected));
        let wrong = first_wrong_posting(&[], &[posting(5)]);
        let expected =
            "posting 1 of the record is nothing, and by its facts it should be 5 play from bet/3/7 to pot/3";
        assert_eq!(wrong.map(|wrong| wrong.to_string()).as_deref(), Some(expected));
        assert_eq!(first_wrong_posting(&[posting(5)], &[posting(5)]), None);
    }

    #[test]
    fn a_commission_of_an_earlier_record_did_not_say_that_it_is_short_or_capped() {
        let taken = |short_of_due| {
            let what = Fact::Pots(PotFact::CommissionTaken { pot: 0, amount: chips(1), short_of_due });
            event(what, rule::COMMISSION_OF_THE_ROUND)
        };
        assert!(matches_record(&[taken(true)], &[taken(false)]));
        assert!(!matches_record(&[taken(false)], &[taken(true)]));
        let reason = NoCommission::RoundedDown;
        let rounded =
            event(Fact::Pots(PotFact::NoCommission { pot: None, reason }), rule::COMMISSION_OF_THE_ROUND);
        let capped = |taken| {
            let what = Fact::Pots(PotFact::CommissionCapped { due: chips(4), taken: chips(taken) });
            event(what, rule::COMMISSION_CAP)
        };
        assert!(matches_record(&[capped(0)], std::slice::from_ref(&rounded)));
        assert!(!matches_record(&[capped(1)], std::slice::from_ref(&rounded)));
        assert!(!matches_record(&[rounded], &[capped(0)]));
    }

    #[test]
    fn an_earlier_record_may_have_shares_of_nothing_and_none_is_missing() {
        let seat = Seat::new(2).expect("a seat");
        let share = |amount| {
            let what = Fact::Pots(PotFact::awarded(WHOLE, seat, chips(amount)));
            event(what, rule::EQUAL_HANDS_SHARE)
        };
        assert!(matches_record(&[share(3)], &[share(0), share(3), share(0)]));
        assert!(!matches_record(&[share(3)], &[share(0), share(2)]));
        assert!(!matches_record(&[share(3)], &[share(0)]));
    }

    #[test]
    fn an_earlier_record_says_nothing_of_who_won_a_round_without_a_pot() {
        let seat = Seat::new(2).expect("a seat");
        let won = Fact::Pots(PotFact::awarded(WHOLE, seat, Chips::ZERO));
        let nothing = Fact::Pots(PotFact::NoCommission { pot: None, reason: NoCommission::NoPot });
        let decided = [
            event(nothing, rule::UNCALLED_BET_IS_RETURNED),
            event(won, rule::FIRST_ROUND_LAST_PLAYER),
            event(Fact::Course(CourseFact::Closed), rule::PLAY_TO_THE_END),
        ];
        assert!(matches_record(&decided, &decided));
        assert!(matches_record(&decided, &decided[2..]));
        assert!(!matches_record(&decided, &decided[..2]));
    }

    /// The ante of 2 takes the whole stack of seat 3, whose blind of 10 was recorded as a post of zero.
    #[test]
    fn a_post_of_nothing_stands_in_an_earlier_record_of_a_stack_that_is_all_in() {
        let book = rulebook::Book::named("standard").expect("built in");
        let determined = book
            .determine(&[("antes_with_blinds", "each_player"), ("ante", "2")])
            .unwrap_or_else(|wrong| panic!("{wrong:?}"));
        let house = Arc::new(House::of(&determined).unwrap_or_else(|wrong| panic!("{wrong:?}")));
        let seat = |number| Seat::new(number).expect("a seat");
        let entrant = |number: u8, stack| Entrant {
            seat: seat(number),
            person: Person(u64::from(number)),
            stack: chips(stack),
        };
        let entrants = vec![entrant(1, 100), entrant(2, 100), entrant(3, 2)];
        let lineup = Lineup::by_the_book(&house, 1, seat(1), entrants);
        let (mut hand, opening) = Hand::open(lineup).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        let mut facts = vec![opening];
        while let Need::Deal(Deal::Post(due)) = hand.next() {
            hand.take(&Command { by: Actor::HOUSE, act: Post::Due.by(due.seat) }, &mut facts).expect("due");
        }
        let posts =
            facts.iter().filter(|fact| matches!(fact.what, Fact::Chips(ChipFact::Posted { .. }))).count();
        assert_eq!(posts, 4, "three antes and the small blind");
        let from = facts.len();
        let nothing = |number| {
            let (kind, amount) = (PostKind::Blind(1), Chips::ZERO);
            let what = Fact::Chips(ChipFact::Posted { seat: seat(number), kind, amount, all_in: true });
            Event { what, rule: rule::SHORT_POST_IS_ALL_IN, cause: 5 }
        };
        let record = |number| [facts.clone(), vec![nothing(number)]].concat();
        assert_eq!(redecide(&record(3), from, Actor::HOUSE, Dealer::Software).ok(), Some(1));
        assert!(redecide(&record(2), from, Actor::HOUSE, Dealer::Software).is_err(), "seat 2 has chips");
        // Replaying the post of zero gives the same hand as leaving it out.
        let with = hand_after(&record(3), &[]).expect("a hand");
        assert_eq!(with.next(), hand.next());
        assert_eq!(with.pot(), hand.pot());
    }
}
