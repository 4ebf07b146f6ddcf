//! What players bring and what they put in before anybody acts: chips, buy-ins, blinds, antes and the sizes of
//! bets, with the button that says who owes them.

use chips::Chips;
use serde::{Deserialize, Serialize};

/// The smallest and largest bet or raise of one betting round; no largest where neither the structure nor the
/// house sets one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Bounds {
    pub smallest: Chips,
    pub largest: Option<Chips>,
}

/// Antes, in ante games and in addition to blinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Antes {
    /// None.
    Off,
    /// Each player puts in the ante. It is matched like a bet, so a short ante wins only its share.
    EachPlayer(Chips),
    /// The player with the last blind puts in one ante for everybody; it is dead money.
    BigBlind(Chips),
}

/// What the sign at a table states (4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sign {
    /// The smallest stake with which a player may sit down.
    pub minimum_stake: Chips,
    /// The smallest bet of the first betting round.
    pub minimum_bet: Chips,
}

/// What is played for at a table, and who puts it in before the cards.
///
/// Blinds and bets are read here by the betting, by the posting of forced bets and by the chairs between hands;
/// whatever is a choice of the player on turn stands in [`BettingRules`](super::BettingRules).
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Stakes {
    /// The unit of every bet and of every part of a pot.
    pub smallest_chip: Chips,
    /// What one chip is worth, in cents; at least one.
    pub chip_cents: u64,
    pub min_buy_in: Chips,
    pub max_buy_in: Option<Chips>,
    /// A player with chips left may top up to less than the smallest stake.
    pub short_stack_plays_on: bool,
    /// One entry per betting round.
    pub bets: [Bounds; crate::game::MAX_ROUNDS],
    /// First blind first; empty in an ante game.
    pub blinds: Vec<Chips>,
    pub antes: Antes,
    /// The ante of a hand with only antes and no betting before the board.
    pub bomb_pot: Option<Chips>,
    pub short_stack_posts_ante_first: bool,
    /// A short blind is called at its full amount, not at what was posted.
    pub full_blind_price: bool,
    /// How many over-blinds may be posted in a hand.
    pub over_blinds: u8,
    /// `None`: twice the blind before it.
    pub over_blind_level: Option<Chips>,
    /// What the book calls an over-blind.
    pub over_blind_word: &'static str,
    pub button_moves_over_empty_seats: bool,
    /// The button does not move on after a void hand.
    pub button_stays_after_void: bool,
    pub heads_up_button_posts_first: bool,
    pub heads_up_button_adjust: bool,
    pub missed_small_blind_live: bool,
    /// A player who refuses to post is not dealt in, instead of being charged anyway.
    pub no_cards_without_the_blind: bool,
}

impl Stakes {
    /// What the sign at a table states; a change of stakes is announced by comparing it. See
    /// [`House::sign`](super::House::sign).
    pub(super) fn sign(&self) -> Sign {
        Sign { minimum_stake: self.min_buy_in, minimum_bet: self.bets[0].smallest }
    }

    /// The largest blind or ante that a player posts before the cards, a bomb pot's ante among them; see
    /// [`House::largest_forced_bet`](super::House::largest_forced_bet).
    pub(super) fn largest_forced_bet(&self) -> Chips {
        let ante = match self.antes {
            Antes::Off => Chips::ZERO,
            Antes::EachPlayer(ante) | Antes::BigBlind(ante) => ante,
        };
        let blinds = self.blinds.iter().copied().max().unwrap_or_default();
        blinds.max(ante).max(self.bomb_pot.unwrap_or_default())
    }

    /// The last blind, or the smallest bet of the first betting round where there are no blinds; see
    /// [`House::last_blind`](super::House::last_blind).
    pub(super) fn last_blind(&self) -> Chips {
        self.blinds.last().copied().unwrap_or(self.bets[0].smallest)
    }
}
