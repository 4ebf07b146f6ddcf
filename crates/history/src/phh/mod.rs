//! The Poker Hand History notation (PHH), version 0.0.2: TOML, with one hand per file (`.phh`) or one table
//! per hand (`.phhs`).
//!
//! [`hands`] reads and [`write_hand`] writes. An exact TOML parser reads one hand at a time and builds no
//! tree, so a file of any length needs little memory.

mod actions;
mod error;
mod hand_builder;
mod read;
mod record;
mod write;

pub use error::{ActionError, ActionProblem, PhhError, PhhFieldError, PhhFieldProblem, TomlError};
pub use read::{MAX_HAND_TOKENS, PhhCursor, PhhHands, hands, hands_from, is_hand_start};
pub use write::toml_string as string;
pub use write::{Loss, NoVariantCode, write_hand};
pub(crate) use write::{act_text, toml_string};

use crate::record::RecordedGame;

/// The variant codes: the official ones, and our own `PT`, `PO/8` and `NO/8`, which are read and written too.
const VARIANTS: [(&str, RecordedGame, PhhBetting); 14] = [
    ("FT", RecordedGame::Holdem, PhhBetting::Fixed),
    ("NT", RecordedGame::Holdem, PhhBetting::NoLimit),
    ("PT", RecordedGame::Holdem, PhhBetting::PotLimit),
    ("NS", RecordedGame::ShortDeck, PhhBetting::NoLimit),
    ("PO", RecordedGame::Omaha, PhhBetting::PotLimit),
    ("FO/8", RecordedGame::OmahaHiLo, PhhBetting::Fixed),
    ("PO/8", RecordedGame::OmahaHiLo, PhhBetting::PotLimit),
    ("NO/8", RecordedGame::OmahaHiLo, PhhBetting::NoLimit),
    ("F7S", RecordedGame::Stud, PhhBetting::Fixed),
    ("F7S/8", RecordedGame::StudHiLo, PhhBetting::Fixed),
    ("FR", RecordedGame::Razz, PhhBetting::Fixed),
    ("N2L1D", RecordedGame::SingleDraw, PhhBetting::NoLimit),
    ("F2L3D", RecordedGame::TripleDraw, PhhBetting::Fixed),
    ("FB", RecordedGame::Badugi, PhhBetting::Fixed),
];

/// The codes that only this project and its data use.
const OWN_VARIANTS: [&str; 3] = ["PT", "PO/8", "NO/8"];

/// How much may be bet, as the first letter of a variant code says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PhhBetting {
    NoLimit,
    PotLimit,
    Fixed,
}

/// True for stud games, which have a bring-in and no blinds: other fields are required of their hands.
fn is_stud(game: &RecordedGame) -> bool {
    match game {
        RecordedGame::Stud | RecordedGame::StudHiLo | RecordedGame::Razz => true,
        RecordedGame::Holdem
        | RecordedGame::ShortDeck
        | RecordedGame::Omaha
        | RecordedGame::OmahaHiLo
        | RecordedGame::SingleDraw
        | RecordedGame::TripleDraw
        | RecordedGame::Badugi
        | RecordedGame::Named(_) => false,
    }
}
