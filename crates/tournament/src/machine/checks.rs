//! What must hold after every command; a tournament in which it does not hold stops.

use std::collections::BTreeSet;

use super::state::{EntryStatus, Tournament, TournamentStage};

impl Tournament {
    /// Checks, after every command and in production too, that no entry is lost, nobody has two entries, no
    /// seat has two players, and the stacks are the chips issued less those taken back or won by the bank.
    /// Panics otherwise, so that nothing false is stored.
    pub(super) fn check_invariants(&self) {
        let number = self.number;
        let sold = u32::try_from(self.players.len()).unwrap_or(u32::MAX);
        assert_eq!(self.count_entries().entries(), sold, "tournament {number} has lost an entry");
        let mut seats = BTreeSet::new();
        let mut persons = BTreeSet::new();
        let mut stacks: i128 = 0;
        for (entry, player) in &self.players {
            stacks += i128::from(player.stack.get());
            let has_seat = player.status.has_seat();
            assert_eq!(
                player.seat.is_some(),
                has_seat,
                "entry {entry} of tournament {number}: seat and status disagree"
            );
            if let Some(seat) = player.seat {
                assert!(seats.insert(seat), "{seat:?} of tournament {number} has two players");
            }
            if player.status != EntryStatus::Returned {
                assert!(persons.insert(player.owner), "{:?} has two entries", player.owner);
            }
        }
        let issued = i128::from(self.issued.get()) - i128::from(self.taken.get()) - self.bank_won;
        assert_eq!(stacks, issued, "the chips of tournament {number} are not those issued");
        if self.stage == TournamentStage::Cancelled {
            assert_eq!(stacks, 0, "a cancelled tournament still has chips in play");
        }
    }
}
