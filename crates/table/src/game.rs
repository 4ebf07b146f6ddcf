//! The games that are dealt, described as data: cards per player, board, betting rounds.

use cards::Used;

/// The most betting rounds that any game has.
pub const MAX_ROUNDS: usize = 5;

/// A game described as data: what is dealt, and when.
///
/// ```
/// use table::Game;
///
/// assert_eq!((Game::HOLDEM.rounds(), Game::HOLDEM.board_cards()), (4, 5));
/// assert!(Game::OMAHA.has_flop() && !Game::MANILA.has_flop());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its name in settings and files.
    pub name: &'static str,
    /// Hole cards per player.
    pub hole_cards: u8,
    /// How many hole cards each player gets at a time, for each turn around the table.
    pub packets: &'static [u8],
    /// How many hole cards a hand uses.
    pub used: Used,
    /// How many board cards are dealt before each betting round; its length is the number of betting rounds.
    pub board: &'static [u8],
    /// The name of each betting round, as programs know it.
    pub streets: &'static [&'static str],
}

/// The betting rounds of a game with a flop.
const WITH_A_FLOP: &[&str] = &["preflop", "flop", "turn", "river"];

impl Game {
    /// Hold'em: two hole cards, a flop of three, a fourth and a fifth card.
    pub const HOLDEM: Game = Game {
        name: "holdem",
        hole_cards: 2,
        packets: &[1, 1],
        used: Used::Any,
        board: &[0, 3, 1, 1],
        streets: WITH_A_FLOP,
    };

    /// Omaha: four hole cards, of which a hand uses exactly two; the same board as hold'em.
    pub const OMAHA: Game = Game {
        name: "omaha",
        hole_cards: 4,
        packets: &[1, 1, 1, 1],
        used: Used::ExactlyTwo,
        board: &[0, 3, 1, 1],
        streets: WITH_A_FLOP,
    };

    /// Three Card Manila: two hole cards dealt together and then a third, of which a hand uses exactly two; a
    /// board card before each of five betting rounds.
    pub const MANILA: Game = Game {
        name: "manila",
        hole_cards: 3,
        packets: &[2, 1],
        used: Used::ExactlyTwo,
        board: &[1, 1, 1, 1, 1],
        streets: &["first", "second", "third", "fourth", "fifth"],
    };

    /// Every game that the machine plays.
    pub const ALL: [Game; 3] = [Game::HOLDEM, Game::OMAHA, Game::MANILA];

    /// The place in dealing order that gets the hole card after `dealt` of them, counted over the whole
    /// table; follows [`Game::packets`].
    pub(crate) fn index_of_hole_card(&self, dealt: u8, players: u8) -> u8 {
        let mut before = 0;
        for packet in self.packets {
            if dealt < before + packet * players {
                return (dealt - before) / packet;
            }
            before += packet * players;
        }
        0
    }

    /// True where three board cards are dealt together; such games have named streets, which texts may use.
    pub fn has_flop(&self) -> bool {
        self.board.contains(&3)
    }

    /// How many betting rounds there are; the showdown follows the last.
    pub const fn rounds(&self) -> u8 {
        self.board.len() as u8
    }

    /// How many board cards there are in total, without burn cards; a board with as many is complete.
    pub fn board_cards(&self) -> u8 {
        self.board.iter().sum()
    }
}
