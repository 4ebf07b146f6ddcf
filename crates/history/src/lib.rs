//! Reads and writes hands of poker: Poker Hand History (PHH) both ways, PokerStars text in, hand scripts out.
//!
//! Every reader turns one hand into the same neutral [`HandRecord`]: the seats and stacks, what was posted,
//! the acts in order, and what the record itself states about the end. A record is only what somebody wrote
//! down; [`replay::RecordReplayer`] finds out whether it follows the rules.
//!
//! A reader takes any text and returns records or a one-line error. It never panics, whatever the bytes.

mod error;
mod format;
mod from_events;
mod misread_calls;
pub mod phh;
mod record;
pub mod replay;
pub mod script;
pub mod stars;
mod unique_cards;

pub use error::{ForeignText, ReadError, ReadErrorKind};
pub use format::{Encoding, FileFormat, decode_text, detect_format, detect_format_at_start};
pub use from_events::{HandRecordError, record_from_events};
pub use misread_calls::first_misread_call;
pub use record::{
    AmountUnit, CardList, Comment, Extras, HandRecord, MAX_PLAYERS, MAX_STEPS, PlayerNumber, RecordOrigin,
    RecordedAct, RecordedGame, RecordedLimit, RecordedPlayer, RecordedPot, RecordedStep, StatedCollections,
    StatedOutcome, Unplayable,
};
pub use unique_cards::{CardError, CardHolder};
