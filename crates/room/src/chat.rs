//! Chat at a table: the latest messages, kept in memory only and never recorded, and when chat is closed.
//!
//! A message holds the sender's words and what everybody can see anyway: seat, hand and time. Nothing from a
//! view goes into it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use rulebook::rule;
use seating::{Person, Seat, Viewer};
use table::view::View;

use crate::port::{RequestKey, Steady, Wall};
use crate::refusal::RoomRefusal;
use crate::state::TableState;
use crate::text::{MAX_MARKS, is_invisible, is_joiner, is_mark, is_space};

/// The longest message, in characters.
pub const MAX_MESSAGE_CHARS: usize = 200;
/// How many messages a table remembers.
pub const MAX_MESSAGES: usize = 200;
/// How many of a table's messages are attached to a report.
pub const REPORTED_MESSAGES: usize = 50;
/// Each start of the room gets a range of this many message numbers, so that later messages always have
/// higher numbers.
const MESSAGES_PER_START: u64 = 1_000_000_000;

/// A message somebody wants to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChatMessage {
    /// The sender.
    pub person: Person,
    /// The client's key for the message: sent again, the same message is posted only once and a different one
    /// is refused.
    pub key: RequestKey,
    /// The text as received.
    pub text: String,
}

/// A message that was posted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct ChatMessage {
    /// Later messages of a table have higher numbers, even across restarts of the room.
    pub number: u64,
    pub person: Person,
    /// The seat it was sent from; `None` for the rail.
    pub seat: Option<Seat>,
    /// The hand in play, or the last one; zero before the first.
    pub hand: u64,
    pub at: Wall,
    pub text: String,
}

/// A change in a table's chat, as sent to viewers.
#[derive(Clone, Debug, PartialEq)]
pub struct ChatUpdate {
    /// Messages, oldest first; empty if only `closed` has changed.
    pub messages: Vec<Arc<ChatMessage>>,
    /// Why chat is closed; `None` while it is open.
    pub closed: Option<RoomRefusal>,
}

/// The messages that a table remembers.
pub struct ChatLog {
    messages: VecDeque<(RequestKey, Arc<ChatMessage>)>,
    next_number: u64,
}

impl ChatLog {
    /// An empty log for the room's start number `start`, which fixes the range of its message numbers: later
    /// starts always have higher ones.
    pub fn new(start: u64) -> ChatLog {
        ChatLog { messages: VecDeque::new(), next_number: start.saturating_mul(MESSAGES_PER_START) + 1 }
    }

    /// The message a person sent with this key, as long as it is remembered: a message sent twice is posted
    /// once.
    pub fn message_with_key(&self, person: Person, key: RequestKey) -> Option<&ChatMessage> {
        let known =
            self.messages.iter().rev().find(|(known, message)| *known == key && message.person == person);
        known.map(|(_, message)| message.as_ref())
    }

    /// Adds a message as the newest, with the sender's seat and the hand at this moment, dropping the oldest
    /// beyond [`MAX_MESSAGES`]. The text must be tidied and allowed already.
    pub fn add(
        &mut self,
        state: &TableState,
        person: Person,
        key: RequestKey,
        at: Wall,
        text: String,
    ) -> Arc<ChatMessage> {
        let (seat, hand) = (state.seat_of(person), state.table.hands_opened());
        let message = Arc::new(ChatMessage { number: self.next_number, person, seat, hand, at, text });
        self.next_number += 1;
        if self.messages.len() == MAX_MESSAGES {
            self.messages.pop_front();
        }
        self.messages.push_back((key, Arc::clone(&message)));
        message
    }

    /// The last `most` messages, oldest first: for a viewer who comes in, or a report.
    pub fn last(&self, most: usize) -> Vec<Arc<ChatMessage>> {
        let first = self.messages.len().saturating_sub(most);
        self.messages.iter().skip(first).map(|(_, message)| Arc::clone(message)).collect()
    }
}

/// Why chat is closed at a table: its book forbids talk that helps another player, and somebody is all-in in
/// the hand in play. Only the cards can help that player now, while the others still have decisions to make.
/// The reason mentions only what everybody at the table can see.
pub fn closed_reason(state: &TableState) -> Option<RoomRefusal> {
    let rule = rule::NO_TALK_THAT_HELPS;
    let hand = state.hand_in_play()?;
    let determined = &hand.lineup().house.determined;
    if !determined.has_rule(rule) {
        return None;
    }
    let view = View::of(hand, Viewer::Rail);
    let all_in = view.seats().find(|seat| view.live_seats().contains(*seat) && view.is_all_in(*seat))?;
    let why = format!("seat {} is all-in: chat is open again when the hand is over", all_in.number());
    Some(RoomRefusal::plain("live_hand", why).with("seat", all_in).citing(rule, determined))
}

/// Cleans up a message for display: joins it into one line and removes invisible characters and those that
/// change the direction of writing.
///
/// # Errors
/// If nothing is left, or if the message is too long.
pub fn tidy_message(text: &str) -> Result<String, RoomRefusal> {
    let mut line = String::with_capacity(text.len());
    let (mut gap, mut marks, mut seen) = (false, 0, false);
    for letter in text.chars() {
        if is_space(letter) {
            gap = true;
        } else if is_joiner(letter) || !is_invisible(letter) {
            marks = if is_mark(letter) { marks + 1 } else { 0 };
            if marks > MAX_MARKS {
                continue;
            }
            if gap && !line.is_empty() {
                line.push(' ');
            }
            gap = false;
            seen |= marks == 0 && !is_joiner(letter);
            line.push(letter);
        }
    }
    if !seen {
        return Err(RoomRefusal::plain("empty", "the message is empty: write something"));
    }
    let length = line.chars().count();
    if length > MAX_MESSAGE_CHARS {
        let why = format!(
            "the message is too long: expected at most {MAX_MESSAGE_CHARS} characters, found {length}"
        );
        return Err(RoomRefusal::plain("too_long", why)
            .because("line_too_long")
            .with("length", length)
            .with("at_most", MAX_MESSAGE_CHARS));
    }
    Ok(line)
}

/// How many messages a person may send at once.
pub const BURST: u64 = 5;
/// The time between messages of a person who keeps talking, in milliseconds.
pub const INTERVAL_MS: u64 = 2000;
/// How many people's rates are remembered before those with their full allowance again are dropped.
const MAX_RATES: usize = 4096;

/// Rate limits of chat by person, across all tables.
#[derive(Debug, Default)]
pub struct ChatRates {
    /// The steady time at which each person has their full allowance again, in milliseconds.
    full_at: BTreeMap<Person, u64>,
}

impl ChatRates {
    /// Counts a message against a person's allowance of [`BURST`] at once and then one every [`INTERVAL_MS`]. A
    /// refused message costs nothing.
    ///
    /// # Errors
    /// If it comes too soon.
    pub fn take(&mut self, person: Person, now: Steady) -> Result<(), RoomRefusal> {
        let Steady(now) = now;
        let full_at = self.full_at.get(&person).map_or(now, |at| (*at).max(now)).saturating_add(INTERVAL_MS);
        let ahead = (now + INTERVAL_MS * BURST).checked_sub(full_at);
        if ahead.is_none() {
            let wait = (full_at - now - INTERVAL_MS * BURST).div_ceil(1000);
            let why = format!("too many messages at once: send the next one in {wait} s");
            return Err(RoomRefusal::plain("too_fast", why).because("lines_too_fast").with("seconds", wait));
        }
        if self.full_at.len() >= MAX_RATES {
            self.full_at.retain(|_, at| *at > now);
        }
        self.full_at.insert(person, full_at);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code with which a text is refused that must not be accepted.
    fn refused(text: &str) -> &'static str {
        tidy_message(text).expect_err("refused").code
    }

    #[test]
    fn a_line_is_one_line_without_what_cannot_be_seen() {
        assert_eq!(tidy_message("  nice\n\n hand\t\u{7}!  ").as_deref(), Ok("nice hand !"));
        assert_eq!(tidy_message("a\u{202e}b\u{2066}c\u{200b}d\u{feff}e\u{0}").as_deref(), Ok("abcde"));
        assert_eq!(tidy_message("schöne Grüße, 好牌, نعم").as_deref(), Ok("schöne Grüße, 好牌, نعم"));
        let family = "👩\u{200d}👧";
        assert_eq!(tidy_message(family).as_deref(), Ok(family), "what joins letters stays");
        assert_eq!(tidy_message("<b>https://a.example</b>").as_deref(), Ok("<b>https://a.example</b>"));
    }

    #[test]
    fn a_line_without_words_is_refused_and_so_is_a_long_one() {
        for nothing in ["", "   ", "\n", "\u{200b}\u{200d}", "\u{2800}\u{3164}", "\u{301}\u{302}", "\u{fe0f}"]
        {
            assert_eq!(refused(nothing), "empty", "{nothing:?}");
        }
        let longest = "é".repeat(200);
        assert_eq!(tidy_message(&longest).as_deref(), Ok(longest.as_str()));
        assert_eq!(tidy_message(&format!("  {longest}  ")).as_deref(), Ok(longest.as_str()));
        assert_eq!(refused(&"é".repeat(201)), "too_long");
    }

    #[test]
    fn marks_do_not_pile_up_over_other_lines() {
        let piled = tidy_message(&format!("a{}b", "\u{301}".repeat(50))).expect("a line");
        assert_eq!(piled, format!("a{}b", "\u{301}".repeat(4)));
    }

    #[test]
    fn five_lines_come_at_once_and_then_one_every_two_seconds() {
        let (ana, ben) = (Person(1), Person(2));
        let mut rates = ChatRates::default();
        for line in 0..5 {
            assert!(rates.take(ana, Steady(1000)).is_ok(), "line {line}");
        }
        let why = rates.take(ana, Steady(1000)).expect_err("too fast");
        assert_eq!(
            (why.code, why.why.as_str()),
            ("too_fast", "too many messages at once: send the next one in 2 s")
        );
        assert!(rates.take(ben, Steady(1000)).is_ok(), "everybody has a rate of their own");
        assert!(rates.take(ana, Steady(2999)).is_err());
        assert!(rates.take(ana, Steady(3000)).is_ok());
        assert!(rates.take(ana, Steady(3001)).is_err());
    }
}
