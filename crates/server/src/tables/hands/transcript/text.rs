//! The words of the document that need nothing but a value: amounts, cards, pots, times and reasons.

use crate::wire::event::{WireHalf, WireNoCommission, WireVoidReason};
use crate::wire::value::{WireCard, WireChips};
use crate::wire::view::{WireStakes, WireStanding};

/// A whole amount of chips as the document writes it, with commas between the thousands and no word after it.
pub(super) fn chips(amount: WireChips) -> String {
    let digits = amount.0.get().to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time, in milliseconds since 1970, as the document writes it: `2026-07-01 18:30:05 UTC`, in the Gregorian
/// calendar.
pub(super) fn utc_text(at: u64) -> String {
    let (days, rest) = (at / 86_400_000, at % 86_400_000);
    // Days since the first of March of the year 0, in eras of 400 years.
    let day = days + 719_468;
    let (era, of_era) = (day / 146_097, day % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let (hours, minutes, seconds) = (rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60);
    let year = year + era * 400 + later;
    format!("{year:04}-{month:02}-{day:02} {hours:02}:{minutes:02}:{seconds:02} UTC")
}

/// A card in words: `king of diamonds`, or `joker`.
pub(super) fn card(card: WireCard) -> String {
    let written = card.to_string();
    let mut letters = written.chars();
    let (Some(rank), Some(suit)) = (letters.next(), letters.next()) else { return written };
    let rank = match rank {
        'A' => "ace",
        'K' => "king",
        'Q' => "queen",
        'J' if suit == 'o' => return "joker".to_owned(),
        'J' => "jack",
        'T' => "ten",
        '9' => "nine",
        '8' => "eight",
        '7' => "seven",
        '6' => "six",
        '5' => "five",
        '4' => "four",
        '3' => "three",
        _ => "deuce",
    };
    let suit = match suit {
        's' => "spades",
        'h' => "hearts",
        'd' => "diamonds",
        _ => "clubs",
    };
    format!("{rank} of {suit}")
}

/// Cards by their codes, as `Kd Ts`: for new cards that officials put into the deck.
pub(super) fn card_codes(cards: &[WireCard]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// A list in a sentence: `a`, `a and b`, `a, b and c`; empty for none.
pub(super) fn join_with_and(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The name of a pot, or of its high or low half: `Pot 2 (side)`. Pots are numbered from 0, the main pot, and
/// written from 1.
pub(super) fn pot_name(number: u8, half: WireHalf) -> String {
    let kind = if number == 0 { "main" } else { "side" };
    let half = match half {
        WireHalf::Whole => "",
        WireHalf::High => ", high half",
        WireHalf::Low => ", low half",
    };
    format!("Pot {} ({kind}){half}", u16::from(number) + 1)
}

/// A game by its name, limit and stakes in chips, and the book with its edition, as in `hold'em, no limit,
/// blinds 5/10. Rules: ...`.
pub(super) fn game_text(stakes: &WireStakes) -> String {
    let limit = match stakes.limit.as_str() {
        "no_limit" => "no limit",
        "full_pot" => "pot limit",
        "half_pot" => "half pot",
        "fixed" => "fixed limit",
        "spread" => "spread limit",
        other => other,
    };
    let game = match stakes.game.as_str() {
        "holdem" => "hold'em",
        other => other,
    };
    let blinds: Vec<String> = stakes.blinds.iter().map(|blind| chips(*blind)).collect();
    let blinds = if blinds.is_empty() { String::new() } else { format!(", blinds {}", blinds.join("/")) };
    let ante = stakes.ante.map_or_else(String::new, |ante| format!(", ante {}", chips(ante)));
    format!("{game}, {limit}{blinds}{ante}. Rules: {} {}", stakes.book, stakes.book_version)
}

/// What follows the amount of a post, call, bet or raise that is a player's whole stack: `, all-in`.
pub(super) fn all_in_suffix(all_in: bool) -> &'static str {
    if all_in { ", all-in" } else { "" }
}

/// Why the house takes no commission, as the end of a sentence.
pub(super) fn no_commission_text(reason: WireNoCommission) -> &'static str {
    match reason {
        WireNoCommission::EqualHands => "because everybody who put chips in has an equal hand",
        WireNoCommission::BlindsOnly => "because the pot has only blinds and antes",
        WireNoCommission::NoBoardCard => "because no board card was dealt",
        WireNoCommission::SmallPots => "because no pot exceeds the amount that is free of it",
        WireNoCommission::RoundedDown => "because it rounds down to nothing",
        WireNoCommission::NoPot => "because nothing was in the pot",
        WireNoCommission::ByTime => "because it is paid by time",
    }
}

/// Why a hand is void, as the end of a sentence.
pub(super) fn void_reason_text(reason: WireVoidReason) -> &'static str {
    match reason {
        WireVoidReason::Unrest => "there is unrest in the room",
        WireVoidReason::Fire => "there is a fire or an alarm",
        WireVoidReason::Robbery => "there is a robbery",
        WireVoidReason::Disturbance => "a disturbance breaks the game up",
        WireVoidReason::CannotGoOn => "it cannot go on",
        WireVoidReason::Fraud => "a fraudulent act affects the outcome",
    }
}

/// Whether play at the table goes on, as a sentence without a full stop.
pub(super) fn standing_text(standing: &WireStanding) -> String {
    match standing {
        WireStanding::Open {} => "Play goes on".to_owned(),
        WireStanding::Paused { reason } => format!("Play is paused after this hand: {reason}"),
        WireStanding::Closing { reason } => format!("The table closes after this hand: {reason}"),
        WireStanding::Closed { reason } => format!("The table is closed: {reason}"),
        WireStanding::Stopped { why, .. } => format!("The table is stopped: {why}"),
    }
}
