//! The boards of a hand: one, or several where the rest of the board is dealt again or two are dealt from the
//! start.

use std::fmt;

use cards::HiddenCard;
use serde::{Deserialize, Serialize};

use super::MAX_BOARD_CARDS;
use super::card_array::CardArray;

/// The most boards in a hand: the missing cards of a board may be dealt up to three times (`run_count`).
pub const MAX_BOARDS: usize = 3;

/// The number of a board within a hand, in dealing order. Displayed the way people say it: the first is
/// `board 1`.
///
/// ```
/// use table::BoardNumber;
///
/// let second = BoardNumber::try_from(1_u8).map_err(|error| error.to_string())?;
/// assert_eq!((second.to_string(), second.index()), ("board 2".to_owned(), 1));
/// assert!(BoardNumber::try_from(3_u8).is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct BoardNumber(u8);

impl BoardNumber {
    /// The first board, and the only one of most hands.
    pub const FIRST: BoardNumber = BoardNumber(0);

    /// Every board that a hand can have, in order.
    pub const ALL: [BoardNumber; MAX_BOARDS] = [BoardNumber(0), BoardNumber(1), BoardNumber(2)];

    /// True for the first board, which alone advances the streets; takes a reference because serde asks by
    /// one.
    pub const fn is_first(&self) -> bool {
        self.0 == 0
    }

    /// The index from 0: how many boards come before it. Stored as this number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A number that is not the index of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotABoard {
    /// The number.
    pub index: u8,
}

impl fmt::Display for NotABoard {
    /// Words a [`NotABoard`]: the index and the largest number of boards; shown where a stored record is
    /// refused.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = self.index;
        write!(f, "{index} is not the index of a board: a hand has at most {MAX_BOARDS} boards")
    }
}

impl std::error::Error for NotABoard {}

impl TryFrom<u8> for BoardNumber {
    type Error = NotABoard;

    /// Reads the stored form of a board's number, its index from 0; a number that no hand can have is an
    /// error.
    fn try_from(index: u8) -> Result<BoardNumber, NotABoard> {
        BoardNumber::ALL.get(usize::from(index)).copied().ok_or(NotABoard { index })
    }
}

impl From<BoardNumber> for u8 {
    /// The stored form of a board's number, its index from 0.
    fn from(board: BoardNumber) -> u8 {
        board.0
    }
}

impl fmt::Display for BoardNumber {
    /// Words a [`BoardNumber`] for people, who count from 1: the first is `board 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "board {}", self.0 + 1)
    }
}

/// A card dealt to a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardCard {
    /// The board it was dealt to.
    pub board: BoardNumber,
    /// How many cards of the first board also belong to this board; they come before its own.
    pub shares: u8,
    /// The card.
    pub card: HiddenCard,
}

/// The cards of one board. Cards shared with the first board come first; they lie on the table only once.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DealtBoard {
    cards: CardArray<MAX_BOARD_CARDS>,
    shared: u8,
}

impl DealtBoard {
    const EMPTY: DealtBoard = DealtBoard { cards: CardArray::EMPTY, shared: 0 };

    /// The cards that belong to this board alone; cards shared with the first are counted there.
    fn own(&self) -> &[HiddenCard] {
        &self.cards[usize::from(self.shared)..]
    }
}

/// The boards of a hand in dealing order: one, or more where some cards are dealt again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Boards {
    boards: [DealtBoard; MAX_BOARDS],
    count: u8,
}

impl Boards {
    /// One board with no cards.
    pub const EMPTY: Boards = Boards { boards: [DealtBoard::EMPTY; MAX_BOARDS], count: 1 };

    /// How many boards there are; at least one, and more only once a card was dealt to a further one.
    #[inline]
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// Adds a dealt card to its board. A new board begins with the cards that it shares with the first.
    /// Applies a fact: nothing is judged here.
    #[inline]
    pub fn deal(&mut self, dealt: BoardCard) {
        if !dealt.board.is_first() {
            self.begin_further(dealt);
        }
        self.boards[dealt.board.index()].cards.push(dealt.card);
    }

    /// Begins a further board with the first `shares` cards of the first board as they lie now; does nothing
    /// where it was begun already.
    fn begin_further(&mut self, BoardCard { board, shares, .. }: BoardCard) {
        self.count = self.count.max(board.0 + 1);
        let first = self.boards[0].cards;
        let opened = &mut self.boards[board.index()];
        if opened.cards.is_empty() {
            first.iter().take(usize::from(shares)).for_each(|card| opened.cards.push(*card));
            opened.shared = opened.cards.len() as u8;
        }
    }

    /// The first board; it determines the streets of the hand. Cards in the order dealt.
    #[inline]
    pub fn first(&self) -> &[HiddenCard] {
        &self.boards[0].cards
    }

    /// A board with the cards that it shares; empty if it has not been begun, so any number may be asked for.
    pub fn get(&self, number: BoardNumber) -> &[HiddenCard] {
        &self.boards[number.index()].cards
    }

    /// The numbers of the boards that were begun, in dealing order; goes with [`Boards::each`].
    #[inline]
    pub fn numbers(&self) -> impl ExactSizeIterator<Item = BoardNumber> + Clone + use<> {
        BoardNumber::ALL.into_iter().take(self.count())
    }

    /// Each board in dealing order, with the cards that it shares: what a hand is ranked on.
    #[inline]
    pub fn each(&self) -> impl ExactSizeIterator<Item = &[HiddenCard]> + Clone {
        self.boards[..self.count()].iter().map(|board| &*board.cards)
    }

    /// The boards after the first, each with the cards that it shares; empty in most hands.
    pub fn further(&self) -> impl ExactSizeIterator<Item = &[HiddenCard]> + Clone {
        self.each().skip(1)
    }

    /// Every card on the boards, each once: a shared card is given with the first board only.
    pub fn cards(&self) -> impl Iterator<Item = &HiddenCard> + Clone {
        self.boards[..self.count()].iter().flat_map(DealtBoard::own)
    }

    /// How many cards lie on the boards, counting each once: as many as left the deck for them.
    #[inline]
    pub(crate) fn dealt(&self) -> usize {
        self.boards[..self.count()].iter().map(|board| board.own().len()).sum()
    }

    /// Whether each board still begins with the cards of the first that it shares; an invariant of the hand.
    pub(crate) fn has_consistent_shares(&self) -> bool {
        let first = self.first();
        self.boards[1..].iter().all(|board| first.starts_with(&board.cards[..usize::from(board.shared)]))
    }

    /// The cards of a board, for tests of the invariants to corrupt.
    #[cfg(test)]
    pub(crate) fn cards_mut(&mut self, number: BoardNumber) -> &mut CardArray<MAX_BOARD_CARDS> {
        &mut self.boards[number.index()].cards
    }
}
