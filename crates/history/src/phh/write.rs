//! The writer: required fields, then optional ones, then our own, always in the same order.

use std::fmt;
use std::fmt::Write as _;

use super::{OWN_VARIANTS, VARIANTS};
use crate::phh::PhhBetting;
use crate::record::{
    AmountUnit, HandRecord, RecordedAct, RecordedGame, RecordedLimit, RecordedPlayer, Unplayable,
    format_amount,
};

/// Something in a record that the notation has no place for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The variant has a code that only this project knows.
    OwnVariant {
        /// The code.
        code: &'static str,
    },
    /// A live post out of turn, which is written in a way that only this project knows.
    LivePost,
    /// Antes, written as dead beside dead posts.
    AntesAndDeadPosts,
    /// The chips beyond a cap on what a hand may cost.
    Capped,
    /// Whatever makes the hand unplayable.
    Unplayable(Unplayable),
}

impl fmt::Display for Loss {
    /// What other readers will not find in the file, or not understand, as the converting command prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::OwnVariant { code } => {
                write!(f, "variant `{code}` is our own: other readers will not know it")
            }
            Loss::LivePost => f.write_str(
                "a live post out of turn is written as a negative blind: other readers will not know it",
            ),
            Loss::AntesAndDeadPosts => f.write_str(
                "antes and dead posts together: PHH has one rule for both, so all are written as dead",
            ),
            Loss::Capped => {
                f.write_str("a cap on what a hand may cost: the stacks are written up to the cap")
            }
            Loss::Unplayable(reason) => write!(f, "not a complete hand: {reason}"),
        }
    }
}

/// A game for which the notation has no code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoVariantCode {
    /// The betting limit.
    pub limit: RecordedLimit,
    /// The game.
    pub game: RecordedGame,
}

impl fmt::Display for NoVariantCode {
    /// The limit and the game that PHH has no code for, for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PHH has no code for {} {}", self.limit.adjective(), self.game)
    }
}

impl std::error::Error for NoVariantCode {}

/// Writes one hand in PHH to the end of `out`, under the header `[key]` when a key is given, and returns what
/// other readers will miss or not understand.
///
/// The same record always gives the same bytes. Reading them back gives the same hand, without what PHH has
/// no field for, such as the pots that were collected.
///
/// ```
/// let text = "\
/// variant = 'NT'
/// antes = [0, 0]
/// blinds_or_straddles = [5, 10]
/// min_bet = 10
/// starting_stacks = [400, 120]
/// actions = ['d dh p1 7h7c', 'd dh p2 KsKc', 'p2 cbr 30', 'p1 f']
/// ";
/// let record = history::phh::hands(text).next().unwrap().unwrap();
/// let mut out = String::new();
/// let losses = history::phh::write_hand(&record, Some("1"), &mut out).unwrap();
/// assert!(losses.is_empty());
/// assert!(out.starts_with("[1]\nvariant = 'NT'\n"), "{out}");
/// ```
///
/// # Errors
/// The notation has no code for the game; nothing is added to `out` then.
pub fn write_hand(
    record: &HandRecord,
    key: Option<&str>,
    out: &mut String,
) -> Result<Vec<Loss>, NoVariantCode> {
    let betting = match record.limit {
        RecordedLimit::NoLimit { .. } => PhhBetting::NoLimit,
        RecordedLimit::PotLimit { .. } => PhhBetting::PotLimit,
        RecordedLimit::Fixed { .. } => PhhBetting::Fixed,
    };
    let Some(&(code, _, _)) = VARIANTS.iter().find(|(_, game, how)| *game == record.game && *how == betting)
    else {
        return Err(NoVariantCode { limit: record.limit, game: record.game.clone() });
    };
    let mut losses = Vec::new();
    if OWN_VARIANTS.contains(&code) {
        losses.push(Loss::OwnVariant { code });
    }
    if record.players.iter().any(|player| player.is_out_of_turn && !player.blind.is_zero()) {
        losses.push(Loss::LivePost);
    }
    let dead = record.players.iter().any(|player| !player.dead.is_zero());
    let matched = record.players.iter().any(|player| !player.ante.is_zero());
    if dead && matched {
        losses.push(Loss::AntesAndDeadPosts);
    }
    if record.players.iter().any(|player| !player.behind.is_zero()) {
        losses.push(Loss::Capped);
    }
    if let Some(reason) = &record.unplayable_reason {
        losses.push(Loss::Unplayable(reason.clone()));
    }

    if let Some(key) = key {
        let _ = writeln!(out, "[{}]", key_text(key));
    }
    let amount = |count: u64| format_amount(count, record.decimals);
    let list = |of: &dyn Fn(&RecordedPlayer) -> String| {
        let mut texts: Vec<String> = record.players.iter().map(of).collect();
        // With two players the button posts the first amount: these lists are written in the other order.
        if texts.len() == 2 {
            texts.reverse();
        }
        texts.join(", ")
    };
    let _ = writeln!(out, "variant = '{code}'");
    let _ = writeln!(out, "ante_trimming_status = {}", !dead);
    let _ = writeln!(out, "antes = [{}]", list(&|p| amount(p.ante.get() + p.dead.get())));
    let _ = writeln!(
        out,
        "blinds_or_straddles = [{}]",
        list(&|p| {
            let sign = if p.is_out_of_turn && !p.blind.is_zero() { "-" } else { "" };
            format!("{sign}{}", amount(p.blind.get()))
        })
    );
    match record.limit {
        RecordedLimit::NoLimit { smallest_bet } | RecordedLimit::PotLimit { smallest_bet } => {
            let _ = writeln!(out, "min_bet = {}", amount(smallest_bet.get()));
        }
        RecordedLimit::Fixed { small_bet, big_bet } => {
            let _ = writeln!(out, "small_bet = {}", amount(small_bet.get()));
            let _ = writeln!(out, "big_bet = {}", amount(big_bet.get()));
        }
    }
    let stacks: Vec<String> = record.players.iter().map(|player| amount(player.stack.get())).collect();
    let _ = writeln!(out, "starting_stacks = [{}]", stacks.join(", "));
    write_actions(record, out);

    let seats: Vec<String> = record.players.iter().map(|player| player.seat.to_string()).collect();
    if record.has_seat_numbers {
        let _ = writeln!(out, "seats = [{}]", seats.join(", "));
    }
    if !record.names.is_empty() {
        let names: Vec<String> = record.names.iter().map(|name| toml_string(name)).collect();
        let _ = writeln!(out, "players = [{}]", names.join(", "));
    }
    if !record.stated.finishing_stacks.is_empty() {
        let stacks: Vec<String> =
            record.stated.finishing_stacks.iter().map(|stack| amount(stack.get())).collect();
        let _ = writeln!(out, "finishing_stacks = [{}]", stacks.join(", "));
    }
    if let AmountUnit::Cents { currency } = &record.unit
        && !currency.is_empty()
    {
        let _ = writeln!(out, "currency = {}", toml_string(currency));
    }
    for (name, value) in record.extras.iter().filter(|(name, _)| !name.starts_with('_')) {
        let _ = writeln!(out, "{} = {value}", key_text(name));
    }
    if record.unit != AmountUnit::Chips {
        out.push_str("_unit = 'cents'\n");
    }
    if let Some(commission) = record.stated.commission {
        let _ = writeln!(out, "_commission = {}", amount(commission.get()));
    }
    if let Some(button) = record.button
        && record.players.last().is_some_and(|last| last.seat != button)
    {
        let _ = writeln!(out, "_button = {button}");
    }
    if let Some(blind) = record.unposted_blind {
        let _ = writeln!(out, "_unposted_blind = {}", amount(blind.get()));
    }
    for (name, value) in record.extras.iter().filter(|(name, _)| name.starts_with('_')) {
        let _ = writeln!(out, "{} = {value}", key_text(name));
    }
    Ok(losses)
}

/// Writes the `actions` field: the acts in order, each with the remarks after it; a remark without an act is
/// an entry of its own.
fn write_actions(record: &HandRecord, out: &mut String) {
    let mut texts: Vec<String> = Vec::with_capacity(record.steps.len());
    let mut comments = record.comments.iter().peekable();
    let mut words_after = |steps: usize, texts: &mut Vec<String>| {
        let mut with_the_act = steps > 0;
        while let Some(comment) = comments.next_if(|comment| comment.steps_before == steps) {
            match texts.last_mut() {
                Some(last) if with_the_act => {
                    let _ = write!(last, " # {}", comment.text);
                }
                Some(_) | None => texts.push(format!("# {}", comment.text)),
            }
            with_the_act = false;
        }
    };
    words_after(0, &mut texts);
    for (at, step) in record.steps.iter().enumerate() {
        texts.push(act_text(&step.act, record.decimals));
        words_after(at + 1, &mut texts);
    }
    let quoted: Vec<String> = texts.iter().map(|text| toml_string(text)).collect();
    let _ = writeln!(out, "actions = [{}]", quoted.join(", "));
}

/// An act as PHH writes it, such as `p3 cbr 30`, with amounts in the unit of the file; errors of a replay
/// quote acts in this form too.
pub(crate) fn act_text(act: &RecordedAct, decimals: u8) -> String {
    match act {
        RecordedAct::Hole(place, cards) => format!("d dh {place} {cards}"),
        RecordedAct::Board(cards) => format!("d db {cards}"),
        RecordedAct::Fold(place) => format!("{place} f"),
        RecordedAct::CheckOrCall(place, _) => format!("{place} cc"),
        RecordedAct::To(place, to) => format!("{place} cbr {}", format_amount(to.get(), decimals)),
        RecordedAct::Show(place, cards) if cards.is_empty() => format!("{place} sm -"),
        RecordedAct::Show(place, cards) => format!("{place} sm {cards}"),
        RecordedAct::Muck(place) => format!("{place} sm"),
        RecordedAct::BringIn(place) => format!("{place} pb"),
        RecordedAct::Draw(place, cards) if cards.is_empty() => format!("{place} sd"),
        RecordedAct::Draw(place, cards) => format!("{place} sd {cards}"),
    }
}

/// A text as a TOML string, in single quotes where the text allows it; extras of a record need their values
/// in this form.
pub fn toml_string(text: &str) -> String {
    if !text.contains('\'') && !text.chars().any(|c| c.is_control() && c != '\t') {
        return format!("'{text}'");
    }
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A TOML key, in quotes where it needs them, for headers and extra fields; our reader and others read the
/// same key back.
fn key_text(key: &str) -> String {
    let bare = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    if bare { key.to_owned() } else { toml_string(key) }
}
