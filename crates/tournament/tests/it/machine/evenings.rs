//! Random evenings from entries, hands, re-buys, moves and broken tables to the prizes; also cancelled after
//! every step.

use std::collections::BTreeMap;

use proptest::prelude::*;
use tournament::balance::LastHand;
use tournament::machine::{
    CourseFact, EntryCommand, EntryStatus, PlayerMove, ResultCommand, SeatFact, TournamentFact,
    TournamentStage,
};

use super::*;
use crate::conditions::{FREEZEOUT, RE_BUY, with};

/// A source of small numbers; the same seed gives the same numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 11) % count.max(1) as u64).expect("small")
    }
}

/// The button and the blinds of a table's next hand.
fn buttons(floor: &Floor, table: u32) -> Option<LastHand> {
    let seating = floor.tournament.table_seating(table)?;
    let terms = floor.tournament.conditions()?.terms();
    if let Some(next) = seating.next_hand(terms.buttons) {
        let first_blind = next.first_blind.unwrap_or(next.last_blind);
        return Some(LastHand { button: next.button, first_blind, last_blind: next.last_blind });
    }
    let seats: Vec<u8> = seating.players.iter().map(|(seat, _)| *seat).collect();
    let at = |place: usize| seats.get(place % seats.len().max(1)).copied().unwrap_or(1);
    let heads_up = seats.len() == 2;
    Some(LastHand {
        button: at(0),
        first_blind: if heads_up { at(0) } else { at(1) },
        last_blind: if heads_up { at(1) } else { at(2) },
    })
}

/// Plays one hand at a table: some players lose a part of what they have, some everything.
fn play_one(floor: &mut Floor, table: u32, dice: &mut Dice) {
    let seats = buttons(floor, table);
    floor.open_hand(table).expect("may open");
    let here: Vec<EntryNumber> = floor
        .tournament
        .table_seating(table)
        .expect("open")
        .players
        .iter()
        .map(|(_, entry)| *entry)
        .collect();
    let winner = here[dice.below(here.len())];
    let mut losses = Vec::new();
    for entry in here.into_iter().filter(|entry| *entry != winner) {
        let stack = floor.stack(entry);
        let lost = match dice.below(6) {
            0 | 1 => stack,
            2 => stack / 2,
            _ => 0,
        };
        losses.push((entry, lost.min(floor.stack(winner).max(lost))));
    }
    let mut report = floor.report(table, winner, &losses);
    report.seats = seats;
    floor.steady_ms += MINUTE;
    floor.ask(Actor::HOUSE, TournamentCommand::Course(CourseCommand::HandEnded(report))).expect("adds up");
}

/// Balances and breaks tables as the conditions require, with a reason for every harmful move.
fn balance(floor: &mut Floor) {
    loop {
        if let Some(table) = floor.tournament.table_to_break(1) {
            floor.director(SeatCommand::BreakTable { table }.into_command()).expect("fits");
            continue;
        }
        let Some(owed) = floor.tournament.owed_move(1) else { return };
        floor.reason = owed.effect.harms.then_some("no other seat is free");
        let command = SeatCommand::Move { entry: owed.entry, to: owed.to };
        floor.director(command.into_command()).expect("owed");
        floor.reason = None;
    }
}

/// Lets players without chips buy back in or decline, by the dice.
fn decide(floor: &mut Floor, dice: &mut Dice) {
    let deciding: Vec<EntryNumber> = floor
        .tournament
        .players()
        .filter(|(_, player)| matches!(player.status, EntryStatus::Deciding { .. }))
        .map(|(entry, _)| entry)
        .collect();
    for entry in deciding {
        let command = match dice.below(2) {
            0 => EntryCommand::Rebuy { entry },
            _ => EntryCommand::Decline { entry },
        };
        floor.player(u64::from(entry), command.into_command()).expect("in time");
    }
}

/// Plays an evening to its end; `after` checks every step.
fn evening(text: &str, players: u64, seed: u64, mut after: impl FnMut(&Floor)) -> Floor {
    let mut dice = Dice(seed | 1);
    let mut floor = Floor::open(text);
    floor.seed = seed;
    for person in 1..=players {
        floor.enter(person).expect("sold");
        after(&floor);
    }
    floor.close_and_draw();
    after(&floor);
    floor.take_seats(&[]);
    floor.start(1).expect("started");
    after(&floor);
    while floor.tournament.session(1).is_some_and(|session| session.ended.is_empty()) {
        balance(&mut floor);
        let sizes = floor.sizes();
        let (most, fewest) = (sizes.iter().max().expect("one"), sizes.iter().min().expect("one"));
        assert!(most - fewest <= 1, "tables differ by at most one player: {sizes:?}");
        if floor.tournament.hand_for_hand().is_some() {
            floor.director(CourseCommand::Release.into_command()).expect("all have played");
        }
        let open: Vec<u32> = floor.tables().into_iter().map(|(table, _)| table).collect();
        for table in open {
            // Let the structure's breaks pass.
            while floor
                .tournament
                .may_open(table, floor.steady_ms)
                .is_err_and(|held| held.why == TournamentRefusalReason::Held)
            {
                floor.steady_ms += MINUTE;
            }
            if floor.tournament.may_open(table, floor.steady_ms).is_ok() {
                play_one(&mut floor, table, &mut dice);
                after(&floor);
                decide(&mut floor, &mut dice);
                after(&floor);
            }
        }
    }
    floor.rank(1).expect("ranked");
    after(&floor);
    let goods = (1..=1)
        .filter_map(|place| {
            let groups = floor.tournament.provisional_places(&[]).expect("a list");
            groups.iter().find(|group| group.first == place).map(|group| (place, group.entries[0]))
        })
        .collect();
    floor.director(ResultCommand::Confirm { goods, draws: Vec::new() }.into_command()).expect("confirmed");
    floor
}

/// Checks every recorded move: a seat that harms somebody's blinds has its reason, or no other was free when
/// a table was broken.
fn moves_are_explained(floor: &Floor) {
    for event in &floor.events {
        if let TournamentFact::Seat(SeatFact::Moved { moved: PlayerMove { effect, .. } }) = &event.what {
            assert!(!effect.harms || event.reason.is_some(), "{event:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_evenings_pay_their_pool_and_place_everybody(
        players in 10u64..40,
        seed in 1u64..1_000_000,
        rebuys in any::<bool>(),
    ) {
        let text = if rebuys { RE_BUY } else { FREEZEOUT };
        let mut floor = evening(text, players, seed, |floor| floor.assert_balanced());
        moves_are_explained(&floor);
        // Every place occurs once or is shared: the groups follow one another from the first to the last.
        let mut next = 1;
        for (first, entries) in floor.places() {
            prop_assert_eq!(first, next);
            next += u32::try_from(entries.len()).expect("few");
        }
        prop_assert_eq!(u64::from(next - 1), players);
        let pool = floor.pool();
        let owed: u64 = floor.prizes().iter().map(|(_, amount)| amount).sum();
        prop_assert_eq!(owed, pool);
        floor.pay_all();
        prop_assert_eq!((floor.pool(), floor.tournament.stage()), (0, TournamentStage::Paid));
        floor.assert_replays();
    }

    #[test]
    fn the_same_seed_makes_the_same_evening(players in 10u64..24, seed in 1u64..1_000_000) {
        let one = evening(FREEZEOUT, players, seed, |_| ());
        let other = evening(FREEZEOUT, players, seed, |_| ());
        prop_assert_eq!(&one.events, &other.events);
    }

    #[test]
    fn levels_never_fall_and_every_hand_names_its_own(players in 10u64..24, seed in 1u64..1_000_000) {
        let floor = evening(FREEZEOUT, players, seed, |_| ());
        let mut lines: BTreeMap<u32, u32> = BTreeMap::new();
        for event in &floor.events {
            if let TournamentFact::Course(CourseFact::HandOpened { table, line, .. }) = &event.what {
                let before = lines.insert(*table, *line).unwrap_or(0);
                prop_assert!(*line >= before);
            }
        }
        prop_assert!(!lines.is_empty());
    }
}

/// Cancels after every step of an evening with re-buys: every wallet gets back what it paid.
#[test]
fn cancelling_after_every_step_returns_every_fee() {
    let text = with(RE_BUY, "min = 10, max = 60", "min = 6, max = 60");
    for seed in 1..6 {
        let mut steps = 0;
        evening(&text, 12, seed, |floor| {
            let given = CommandContext {
                by: by(MANAGER, Role::ShiftManager),
                wall_ms: floor.wall_ms,
                steady_ms: floor.steady_ms,
                random_bytes: &[],
                reason: Some("power cut"),
            };
            let cancel = EntryCommand::Cancel.into_command();
            let decided = floor.tournament.decide(&cancel, &given).expect("before the list is confirmed");
            let mut ledger = floor.ledger.clone();
            for one in &decided {
                ledger.post(&one.postings).expect("covered");
            }
            for account in [Account::PrizePool { tournament: 5 }, Account::Fee { tournament: 5 }] {
                assert_eq!(ledger.balance(account, Unit::Cents).get(), 0, "{account} is empty");
            }
            // Everything ever paid is back in the wallets.
            let receipts = floor.tournament.money().expect("published").receipts();
            let mut paid: BTreeMap<u64, u64> = BTreeMap::new();
            for receipt in receipts.values() {
                *paid.entry(receipt.person).or_default() += receipt.paid.get();
            }
            for (person, paid) in paid {
                let wallet = ledger.balance(Account::Wallet { person }, Unit::Cents).get();
                assert_eq!(wallet, i64::try_from(paid).expect("small"), "person {person}");
            }
            steps += 1;
        });
        assert!(steps > 20, "{steps} steps");
    }
}
