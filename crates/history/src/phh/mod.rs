//! The Poker Hand History notation, version 0.0.2: TOML, one hand a file (`.phh`) or a table a hand (`.phhs`).
//!
//! [`hands`] reads, [`write_hand`] writes. The document is lexed and parsed by an exact TOML parser, a hand at a
//! time, so that a file of any length takes little memory and no tree is built of it.

mod actions;
mod hand_builder;
mod read;
mod record;
mod write;

pub use read::{MAX_HAND_TOKENS, PhhCursor, PhhHands, hands, hands_from, is_hand_start};
pub use write::toml_string as string;
pub use write::{Loss, write_hand};
pub(crate) use write::{act_text, toml_string};

use crate::record::RecordedGame;

/// The codes of the notation, and ours: `PT`, `PO/8` and `NO/8` are read and written besides the official ones.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PhhBetting {
    NoLimit,
    PotLimit,
    Fixed,
}

/// True for the games dealt in front of each player, which have a bring-in and no blinds.
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
