//! Hands out and in: the Poker Hand History notation (PHH) and the text of PokerStars.
//!
//! Every reader makes the same neutral [`HandRecord`] of one hand: who sat where with how much, what was posted,
//! what was done in which order, and what the record itself states about the end. A record is what somebody
//! wrote down; whether it holds by the rules is for [`replay_record`] to find out.
//! Readers take text and give records or one clear line; they never panic, whatever the bytes.

mod format;
mod from_events;
mod misread_calls;
pub mod phh;
mod record;
pub mod replay;
pub mod script;
pub mod stars;
mod unique_cards;

pub use format::{Encoding, FileFormat, ReadError, decode_text, detect_format, detect_format_at_start};
pub use from_events::record_from_events;
pub use misread_calls::first_misread_call;
pub use record::{
    AmountUnit, CardList, Comment, Extras, HandRecord, MAX_PLAYERS, MAX_STEPS, PlayerNumber, RecordOrigin,
    RecordedAct, RecordedGame, RecordedLimit, RecordedPlayer, RecordedPot, RecordedStep, StatedCollections,
    StatedOutcome,
};
