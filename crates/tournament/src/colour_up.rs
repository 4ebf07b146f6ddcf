//! The smallest chip is taken out of play: players race for odd chips with cards, and the sum of all stacks
//! stays the same.

use std::collections::BTreeSet;

use cards::{Card, Rank};
use chips::Chips;
use rulebook::rule;

use crate::lots::RandomBytes;
use crate::places::EntryNumber;
use crate::refusal::{TournamentRefusal, TournamentRefusalReason};

/// A player's stack, with or without odd chips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// The player's entry.
    pub entry: EntryNumber,
    /// The stack.
    pub chips: Chips,
}

/// How many new chips each table races for, and what cannot be exchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotas {
    /// The number of new chips for each table, in the order given.
    pub chips: Vec<u64>,
    /// What is left over in total; zero if every amount issued is a multiple of the new chip.
    pub remainder: Chips,
}

/// The value of a stack that does not make a whole `chip`, the new smallest one: what is raced for or rounded
/// up.
fn odd_part(stack: Chips, chip: Chips) -> u64 {
    stack.get() % chip.get().max(1)
}

/// How many new chips each table races for: the whole chips that its own odd parts make, and the remaining ones
/// by largest remainder, between equal remainders by lot. Together they are worth no more than all odd parts,
/// so a race creates no chips.
///
/// # Errors
/// The random bytes run out.
pub fn quotas(
    tables: &[Vec<Stack>],
    chip: Chips,
    random_bytes: &mut RandomBytes<'_>,
) -> Result<Quotas, TournamentRefusal> {
    let one = chip.get().max(1);
    let sums: Vec<u64> =
        tables.iter().map(|table| table.iter().map(|stack| odd_part(stack.chips, chip)).sum()).collect();
    let all: u64 = sums.iter().sum();
    let mut chips: Vec<u64> = sums.iter().map(|sum| sum / one).collect();
    let mut order: Vec<usize> = (0..tables.len()).collect();
    random_bytes.shuffle(&mut order)?;
    order.sort_by_key(|table| std::cmp::Reverse(sums[*table] % one));
    let missing = all / one - chips.iter().sum::<u64>();
    for table in order.into_iter().take(usize::try_from(missing).unwrap_or(usize::MAX)) {
        chips[table] += 1;
    }
    Ok(Quotas { chips, remainder: Chips::new(all % one).unwrap_or_default() })
}

/// A player's odd chips and the cards dealt for them, one for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaceStack {
    /// The player's entry.
    pub entry: EntryNumber,
    /// The stack before the race.
    pub chips: Chips,
    /// One card for each odd chip.
    pub cards: Vec<Card>,
}

/// The result of a race at one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The stacks after the race, in the order given.
    pub stacks: Vec<(EntryNumber, Chips)>,
    /// Chips issued beyond the quota so that the race puts nobody out.
    pub issued_beyond_quota: u64,
}

/// Exchanges `old_chip` for `chip` at one table: its quota of new chips goes to the players with odd chips, at
/// most one to each: first to those whose whole stack was odd, beyond the quota if need be so that nobody is
/// put out, then by the highest card.
///
/// Between players whose highest cards are equal, a lot decides.
///
/// # Errors
/// A player does not have one card for each odd chip, a card was dealt twice, or the random bytes run out.
pub fn race(
    table: &[RaceStack],
    old_chip: Chips,
    chip: Chips,
    quota: u64,
    random_bytes: &mut RandomBytes<'_>,
) -> Result<Race, TournamentRefusal> {
    let refuse = |why| Err(TournamentRefusal { why, rule: rule::NO_CHANGE_OF_CHIPS });
    let mut dealt = BTreeSet::new();
    for player in table {
        let rest = odd_part(player.chips, chip);
        if !rest.is_multiple_of(old_chip.get().max(1)) {
            return refuse(TournamentRefusalReason::NotWholeChips { amount: player.chips, chip: old_chip });
        }
        let needed = usize::try_from(rest / old_chip.get().max(1)).unwrap_or(usize::MAX);
        if player.cards.len() != needed {
            return refuse(TournamentRefusalReason::CardsForOddChips {
                entry: player.entry,
                given: player.cards.len(),
                needed,
            });
        }
        if !player.cards.iter().all(|card| dealt.insert(*card)) {
            return refuse(TournamentRefusalReason::CardDealtTwice { entry: player.entry });
        }
    }
    let mut order: Vec<usize> = (0..table.len()).filter(|at| !table[*at].cards.is_empty()).collect();
    random_bytes.shuffle(&mut order)?;
    order.sort_by_key(|at| std::cmp::Reverse(highest_card(&table[*at])));
    // Players with nothing but odd chips come first.
    order.sort_by_key(|at| table[*at].chips >= chip);
    let poor = table.iter().filter(|player| !player.chips.is_zero() && player.chips < chip).count() as u64;
    let given = usize::try_from(quota.max(poor)).unwrap_or(usize::MAX);
    let winners: BTreeSet<usize> = order.into_iter().take(given).collect();
    let stack = |(at, player): (usize, &RaceStack)| {
        let whole = player.chips.floor_to(chip);
        (player.entry, if winners.contains(&at) { whole + chip } else { whole })
    };
    let stacks = table.iter().enumerate().map(stack).collect();
    Ok(Race { stacks, issued_beyond_quota: poor.saturating_sub(quota) })
}

/// The rank of a player's best card in the race, without regard to suit: equal ranks are left to the lot.
/// `None` for a player without odd chips, who has no cards.
fn highest_card(player: &RaceStack) -> Option<Rank> {
    player.cards.iter().filter_map(|card| card.rank()).max()
}

/// The exchange without a race: everybody with odd chips gets one new chip for them. Returns the new stacks in
/// the order given, and how much that adds in total, which counts as newly issued.
pub fn round_up(stacks: &[Stack], chip: Chips) -> (Vec<(EntryNumber, Chips)>, Chips) {
    let after: Vec<(EntryNumber, Chips)> =
        stacks.iter().map(|stack| (stack.entry, stack.chips.ceil_to(chip))).collect();
    let before: Chips = stacks.iter().map(|stack| stack.chips).sum();
    let added = after.iter().map(|(_, chips)| *chips).sum::<Chips>().above(before);
    (after, added)
}
