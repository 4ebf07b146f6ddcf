//! Hands out and in: the Poker Hand History notation (PHH) and the text of PokerStars.
//!
//! Every reader makes the same neutral [`Record`] of one hand: who sat where with how much, what was posted,
//! what was done in which order, and what the record itself states about the end. A record is what somebody
//! wrote down; whether it holds by the rules is for [`replay`] to find out.
//! Readers take text and give records or one clear line; they never panic, whatever the bytes.

mod cards_once;
mod others;
pub mod phh;
mod read;
mod record;
pub mod replay;
pub mod script;
pub mod stars;
mod told;

pub use others::calls_others_misread;
pub use read::{Encoding, Kind, Unread, kind_of, kind_within, text_of};
pub use record::{
    Act, CardList, Comment, Compared, Extras, Game, Limit, MAX_PLAYERS, MAX_STEPS, Origin, Place, Player,
    Pot, Record, Stated, Step, Unit,
};
pub use told::record_of;
