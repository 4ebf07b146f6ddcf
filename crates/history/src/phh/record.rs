//! Turns the fields of a hand into its record, and checks that they are complete and consistent.

use chips::Chips;

use super::hand_builder::{Field, PhhHandBuilder};
use super::{PhhBetting, is_stud};
use crate::record::{
    AmountUnit, HandRecord, MAX_PLAYERS, RecordOrigin, RecordedLimit, RecordedPlayer, StatedOutcome,
};

/// The highest seat number of a table.
const MAX_SEAT: i64 = 23;

/// A field that is missing or inconsistent.
pub(super) struct PhhFieldError {
    /// The field at fault, whose line is reported; when it is missing, the hand's first line is.
    pub field: &'static str,
    /// What is wrong, and what was expected.
    pub message: String,
}

fn field_error<T>(field: &'static str, what: String) -> Result<T, PhhFieldError> {
    Err(PhhFieldError { field, message: what })
}

impl PhhHandBuilder<'_> {
    /// Turns what was read into a record; the error says what is missing or inconsistent.
    pub(super) fn read_record(&mut self) -> Result<HandRecord, PhhFieldError> {
        let missing = |field: &'static str, needed: &str| {
            field_error(field, format!("`{field}` is missing: expected {needed}"))
        };
        let Some((game, betting)) = self.variant.take() else {
            return missing("variant", "a code as in 'NT'");
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
                return missing(name, if field.is_list() { "a list" } else { "an amount" });
            }
        }
        if !(2..=MAX_PLAYERS).contains(&count) {
            let what = format!("`starting_stacks` has {count} players: expected 2 to {MAX_PLAYERS}");
            return field_error("starting_stacks", what);
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
                let what = format!(
                    "`{name}` has {length} values, `starting_stacks` has {count}: expected one for each player"
                );
                return field_error(name, what);
            }
        }
        if usize::from(self.highest_player) > count {
            let what = format!("p{} acts in `actions`, and there are {count} players", self.highest_player);
            return field_error("actions", what);
        }
        // With two players the button posts the first amount (2.2 of the notation), so these lists are in the
        // other order.
        if count == 2 {
            self.scratch.antes.swap(0, 1);
            self.scratch.blinds.swap(0, 1);
        }
        let chips =
            |amount: i64, least: i64, field: &'static str, what: &str| -> Result<Chips, PhhFieldError> {
                let bad = || {
                    let least = if least > 0 { "an amount above zero" } else { "zero or more" };
                    PhhFieldError { field, message: format!("{what} is {amount}: expected {least}") }
                };
                if amount < least { Err(bad()) } else { Chips::new(amount as u64).ok_or_else(bad) }
            };
        let mut players = Vec::with_capacity(count);
        let mut taken = 0u32;
        for at in 0..count {
            let p = at + 1;
            let seat = self.scratch.seats.get(at).copied().unwrap_or(p as i64);
            if !(1..=MAX_SEAT).contains(&seat) {
                return field_error(
                    "seats",
                    format!("`seats` has {seat}: expected a seat from 1 to {MAX_SEAT}"),
                );
            }
            if taken & 1 << seat != 0 {
                return field_error("seats", format!("`seats` has {seat} twice: a seat has one player"));
            }
            taken |= 1 << seat;
            let ante = self.scratch.antes[at];
            let ante =
                if ante == 0 { Chips::ZERO } else { chips(ante, 0, "antes", &format!("the ante of p{p}"))? };
            let blind = self.scratch.blinds[at];
            let stack = self.scratch.stacks[at];
            players.push(RecordedPlayer {
                seat: seat as u8,
                stack: if stack > 0 {
                    chips(stack, 1, "starting_stacks", "")?
                } else {
                    chips(stack, 1, "starting_stacks", &format!("the stack of p{p}"))?
                },
                behind: Chips::ZERO,
                ante: if self.trims_antes { ante } else { Chips::ZERO },
                dead: if self.trims_antes { Chips::ZERO } else { ante },
                blind: Chips::new(blind.unsigned_abs()).unwrap_or(Chips::MAX),
                is_out_of_turn: blind < 0,
            });
        }
        let bet = |amount: Option<i64>, name: &'static str| {
            chips(amount.unwrap_or(0), 1, name, &format!("`{name}`"))
        };
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
            Some(seat) => {
                return field_error(
                    "_button",
                    format!("`_button` is {seat}: expected a seat from 1 to {MAX_SEAT}"),
                );
            }
            None => None,
        };
        let mut finishing_stacks = Vec::with_capacity(self.scratch.finishing.len());
        for at in 0..self.scratch.finishing.len() {
            finishing_stacks.push(chips(
                self.scratch.finishing[at],
                0,
                "finishing_stacks",
                "a value of `finishing_stacks`",
            )?);
        }
        let commission =
            self.commission.map(|amount| chips(amount, 0, "_commission", "`_commission`")).transpose()?;
        let unposted_blind = self
            .unposted_blind
            .map(|amount| chips(amount, 1, "_unposted_blind", "`_unposted_blind`"))
            .transpose()?;
        let mut steps = std::mem::take(&mut self.steps);
        crate::unique_cards::check(&mut steps, &self.shown_as_dealt, count)
            .map_err(|what| PhhFieldError { field: "actions", message: what })?;
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
