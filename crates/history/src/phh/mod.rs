//! The Poker Hand History notation, version 0.0.2: TOML, one hand a file (`.phh`) or a table a hand (`.phhs`).
//!
//! [`hands`] reads, [`write_hand`] writes. The document is lexed and parsed by an exact TOML parser, a hand at a
//! time, so that a file of any length takes little memory and no tree is built of it.

mod act;
mod making;
mod read;
mod section;
mod write;

pub use read::{Hands, MAX_HAND_TOKENS, Position, begins, hands, hands_after};
pub use write::quoted as string;
pub use write::{Loss, write_hand};
pub(crate) use write::{act_text, quoted};

use crate::record::Game;

/// The codes of the notation, and ours: `PT`, `PO/8` and `NO/8` are read and written besides the official ones.
const VARIANTS: [(&str, Game, Betting); 14] = [
    ("FT", Game::Holdem, Betting::Fixed),
    ("NT", Game::Holdem, Betting::NoLimit),
    ("PT", Game::Holdem, Betting::PotLimit),
    ("NS", Game::ShortDeck, Betting::NoLimit),
    ("PO", Game::Omaha, Betting::PotLimit),
    ("FO/8", Game::OmahaHiLo, Betting::Fixed),
    ("PO/8", Game::OmahaHiLo, Betting::PotLimit),
    ("NO/8", Game::OmahaHiLo, Betting::NoLimit),
    ("F7S", Game::Stud, Betting::Fixed),
    ("F7S/8", Game::StudHiLo, Betting::Fixed),
    ("FR", Game::Razz, Betting::Fixed),
    ("N2L1D", Game::SingleDraw, Betting::NoLimit),
    ("F2L3D", Game::TripleDraw, Betting::Fixed),
    ("FB", Game::Badugi, Betting::Fixed),
];

/// The codes that only this project and its data use.
const OWN_VARIANTS: [&str; 3] = ["PT", "PO/8", "NO/8"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Betting {
    NoLimit,
    PotLimit,
    Fixed,
}

/// True for the games dealt in front of each player, which have a bring-in and no blinds.
fn is_stud(game: &Game) -> bool {
    match game {
        Game::Stud | Game::StudHiLo | Game::Razz => true,
        Game::Holdem
        | Game::ShortDeck
        | Game::Omaha
        | Game::OmahaHiLo
        | Game::SingleDraw
        | Game::TripleDraw
        | Game::Badugi
        | Game::Named(_) => false,
    }
}
