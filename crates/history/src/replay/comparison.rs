//! Compares the outcome of a replay with what the record says.

use super::*;
use crate::record::{HandRecord, StatedCollections, format_amount};

/// Compares the outcome with the record: an error where they contradict each other, a note where they need
/// not. Nothing is compared that the book's settings do not take from the record.
pub(super) fn compare_with_record(
    record: &HandRecord,
    seats: &[Seat],
    following: ReplayPolicy,
    outcome: &mut ReplayOutcome,
) -> Result<(), RecordReplayError> {
    let text = |amount: Chips| format_amount(amount.get(), record.decimals);
    let stated = &record.stated;
    if following.follows_commission && !stated.uncalled.is_empty() {
        let total: Chips = stated.uncalled.iter().map(|(_, amount)| *amount).sum();
        let by_rules = outcome.total_uncalled();
        if total != by_rules {
            let kind = ReplayErrorKind::Uncalled { stated: total, by_rules };
            return Err(RecordReplayError::new(record, kind));
        }
    }
    if !following.follows_commission {
        return Ok(());
    }
    if stated.collections != StatedCollections::Nobody {
        for (at, seat) in seats.iter().enumerate() {
            let collected: Chips = stated
                .collected
                .iter()
                .filter(|(place, _, _)| place.index() == at)
                .map(|(_, amount, _)| *amount)
                .sum();
            let won = |pot: &SettledPot| -> Chips {
                pot.winners.iter().filter(|(winner, _)| winner == seat).map(|(_, amount)| *amount).sum()
            };
            let by_rules: Chips = outcome.pots.iter().map(won).sum();
            let returned: Chips =
                outcome.uncalled.iter().filter(|(of, _)| of == seat).map(|(_, amount)| *amount).sum();
            if collected == by_rules + returned && !returned.is_zero() && stated.uncalled.is_empty() {
                outcome.notes.push(format!(
                    "what seat {seat} collects includes {} that nobody called",
                    text(returned)
                ));
            } else if collected != by_rules
                && (stated.collections == StatedCollections::Everybody || !collected.is_zero())
            {
                let lacks_summary = stated.collections == StatedCollections::WhoCollected;
                let (seat, stated) = (*seat, collected);
                let kind = ReplayErrorKind::Collected { seat, stated, by_rules, lacks_summary };
                return Err(RecordReplayError::new(record, kind));
            }
        }
    }
    if !stated.finishing_stacks.is_empty() && stated.finishing_stacks != outcome.stacks {
        let list = |stacks: &[Chips]| stacks.iter().map(|stack| text(*stack)).collect::<Vec<_>>().join(" ");
        // The stacks in a file may be those after a commission that the file does not state.
        let (stated_sum, sum_by_rules): (Chips, Chips) =
            (stated.finishing_stacks.iter().copied().sum(), outcome.stacks.iter().copied().sum());
        if stated_sum == sum_by_rules {
            let kind = ReplayErrorKind::Stacks {
                stated: stated.finishing_stacks.as_slice().into(),
                by_rules: outcome.stacks.as_slice().into(),
            };
            return Err(RecordReplayError::new(record, kind));
        }
        outcome.notes.push(format!(
            "the record ends with the stacks {}: their sum differs by {} from the one by the rules",
            list(&stated.finishing_stacks),
            text(stated_sum.above(sum_by_rules).max(sum_by_rules.above(stated_sum)))
        ));
    }
    Ok(())
}
