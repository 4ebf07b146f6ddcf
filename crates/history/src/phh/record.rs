//! Turns the fields of a hand into its record, and checks that they are complete and consistent.

use std::borrow::Cow;

use chips::Chips;

use super::error::{PhhError, PhhFieldError, PhhFieldProblem};
use super::hand_builder::{Field, PhhHandBuilder};
use super::{PhhBetting, is_stud};
use crate::record::{
    AmountUnit, HandRecord, MAX_PLAYERS, RecordOrigin, RecordedLimit, RecordedPlayer, StatedOutcome,
};

/// The highest seat number of a table.
pub(super) const MAX_SEAT: i64 = 23;

/// An error of a field by its key, as a result of any type, so that checks of the complete hand can return it
/// directly.
fn field_error<T>(field: &'static str, problem: PhhFieldProblem) -> Result<T, PhhError> {
    Err(PhhError::Field(PhhFieldError { field: Cow::Borrowed(field), problem }))
}

impl PhhHandBuilder<'_> {
    /// Turns the fields that were read into a record, once the hand is complete; the error says what is
    /// missing or inconsistent. The lists of a hand with two players are put in the order of the players
    /// here.
    pub(super) fn read_record(&mut self) -> Result<HandRecord, PhhError> {
        let Some((game, betting)) = self.variant.take() else {
            return field_error("variant", PhhFieldProblem::MissingVariant);
        };
        let stud = is_stud(&game);
        let count = self.scratch.stacks.len();
        for (field, name, needed) in [
            (Field::Stacks, "starting_stacks", true),
            (Field::Antes, "antes", true),
            (Field::Blinds, "blinds_or_straddles", !stud),
            (Field::SmallBet, "small_bet", betting == PhhBetting::Fixed),
            (Field::BigBet, "big_bet", betting == PhhBetting::Fixed),
            (Field::MinBet, "min_bet", betting != PhhBetting::Fixed),
            (Field::BringIn, "bring_in", stud),
            (Field::Actions, "actions", true),
        ] {
            if needed && self.seen_fields & 1 << field as u8 == 0 {
                let list = field.is_list();
                return field_error(
                    name,
                    if list { PhhFieldProblem::MissingList } else { PhhFieldProblem::MissingAmount },
                );
            }
        }
        if !(2..=MAX_PLAYERS).contains(&count) {
            return field_error("starting_stacks", PhhFieldProblem::PlayerCount { found: count });
        }
        if stud && self.scratch.blinds.is_empty() {
            self.scratch.blinds.resize(count, 0);
        }
        for (name, length, needed) in [
            ("antes", self.scratch.antes.len(), true),
            ("blinds_or_straddles", self.scratch.blinds.len(), true),
            ("seats", self.scratch.seats.len(), self.seen_fields & 1 << Field::Seats as u8 != 0),
            ("players", self.names.len(), self.seen_fields & 1 << Field::Players as u8 != 0),
            (
                "finishing_stacks",
                self.scratch.finishing.len(),
                self.seen_fields & 1 << Field::Finishing as u8 != 0,
            ),
        ] {
            if needed && length != count {
                return field_error(name, PhhFieldProblem::ValueCount { found: length, players: count });
            }
        }
        if usize::from(self.highest_player) > count {
            let player = self.highest_player;
            return field_error("actions", PhhFieldProblem::PlayerNotListed { player, players: count });
        }
        // With two players the button posts the first amount (2.2 of the notation), so these lists are in the
        // other order.
        if count == 2 {
            self.scratch.antes.swap(0, 1);
            self.scratch.blinds.swap(0, 1);
        }
        let in_range = |amount: i64, least: i64| Chips::new(amount as u64).filter(|_| amount >= least);
        let of_player = |player: usize, amount: i64, least: i64, field: &'static str| {
            let problem = PhhFieldProblem::PlayerAmount { player, amount, least };
            in_range(amount, least).map_or_else(|| field_error(field, problem), Ok)
        };
        let chips = |amount: i64, least: i64, field: &'static str| {
            let problem = PhhFieldProblem::Amount { amount, least };
            in_range(amount, least).map_or_else(|| field_error(field, problem), Ok)
        };
        let mut players = Vec::with_capacity(count);
        let mut taken = 0u32;
        for at in 0..count {
            let p = at + 1;
            let seat = self.scratch.seats.get(at).copied().unwrap_or(p as i64);
            if !(1..=MAX_SEAT).contains(&seat) {
                return field_error("seats", PhhFieldProblem::Seat { seat });
            }
            if taken & 1 << seat != 0 {
                return field_error("seats", PhhFieldProblem::SeatTwice { seat });
            }
            taken |= 1 << seat;
            let ante = self.scratch.antes[at];
            let ante = of_player(p, ante, 0, "antes")?;
            let blind = self.scratch.blinds[at];
            let stack = self.scratch.stacks[at];
            players.push(RecordedPlayer {
                seat: seat as u8,
                stack: of_player(p, stack, 1, "starting_stacks")?,
                behind: Chips::ZERO,
                ante: if self.trims_antes { ante } else { Chips::ZERO },
                dead: if self.trims_antes { Chips::ZERO } else { ante },
                blind: Chips::new(blind.unsigned_abs()).unwrap_or(Chips::MAX),
                is_out_of_turn: blind < 0,
            });
        }
        let bet = |amount: Option<i64>, name: &'static str| chips(amount.unwrap_or(0), 1, name);
        let limit = match betting {
            PhhBetting::NoLimit => RecordedLimit::NoLimit { smallest_bet: bet(self.min_bet, "min_bet")? },
            PhhBetting::PotLimit => RecordedLimit::PotLimit { smallest_bet: bet(self.min_bet, "min_bet")? },
            PhhBetting::Fixed => RecordedLimit::Fixed {
                small_bet: bet(self.small_bet, "small_bet")?,
                big_bet: bet(self.big_bet, "big_bet")?,
            },
        };
        let button = match self.button {
            Some(seat) if (1..=MAX_SEAT).contains(&seat) => Some(seat as u8),
            Some(seat) => return field_error("_button", PhhFieldProblem::Seat { seat }),
            None => None,
        };
        let mut finishing_stacks = Vec::with_capacity(self.scratch.finishing.len());
        for at in 0..self.scratch.finishing.len() {
            finishing_stacks.push(chips(self.scratch.finishing[at], 0, "finishing_stacks")?);
        }
        let commission = self.commission.map(|amount| chips(amount, 0, "_commission")).transpose()?;
        let unposted_blind =
            self.unposted_blind.map(|amount| chips(amount, 1, "_unposted_blind")).transpose()?;
        let mut steps = std::mem::take(&mut self.steps);
        crate::unique_cards::check_cards(&mut steps, &self.shown_as_dealt, count).map_err(PhhError::Cards)?;
        Ok(HandRecord {
            origin: RecordOrigin { hand: self.hand_name.to_string(), line: self.first_line },
            game,
            limit,
            players,
            has_seat_numbers: !self.scratch.seats.is_empty(),
            names: std::mem::take(&mut self.names),
            button,
            unposted_blind,
            unit: if self.is_in_cents {
                AmountUnit::Cents { currency: std::mem::take(&mut self.currency) }
            } else {
                AmountUnit::Chips
            },
            decimals: self.decimals,
            steps,
            comments: std::mem::take(&mut self.comments),
            stated: StatedOutcome { commission, finishing_stacks, ..StatedOutcome::default() },
            unplayable_reason: None,
            notes: Vec::new(),
            extras: std::mem::take(&mut self.extras),
        })
    }
}
