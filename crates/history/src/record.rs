//! One hand as somebody wrote it down, in whole chips, whatever format it came from.
//!
//! No rules here: an amount is what the record says, not what the rules make of it.

use std::fmt;

use cards::{Card, HiddenCard, ParseCardError};
use chips::Chips;
use seating::Seat;
use table::{BoardNumber, VoidReason};

/// The most players in one hand: as many as a deck of 52 can deal two cards each, with a board and three
/// burns.
pub const MAX_PLAYERS: usize = 22;

/// The most steps that a reader accepts in one hand; the longest hands of ten players have about two hundred.
pub const MAX_STEPS: usize = 4096;

/// A player of a record, by number: 1 is the first player dealt in to the left of the button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerNumber(u8);

impl PlayerNumber {
    /// The player with a number from 1 to [`MAX_PLAYERS`]; `None` for any other.
    pub const fn new(number: u8) -> Option<PlayerNumber> {
        if number >= 1 && number as usize <= MAX_PLAYERS { Some(PlayerNumber(number)) } else { None }
    }

    /// The number, from 1: the player's place in the order of the deal, not the seat on the felt.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The index of the player in [`HandRecord::players`] and in every list in its order, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for PlayerNumber {
    /// `p3`, as PHH writes a player.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0)
    }
}

/// Up to eight cards in the order written; some may be unknown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CardList {
    count: u8,
    cards: [HiddenCard; CardList::MAX],
}

impl CardList {
    /// The most cards in one list.
    pub const MAX: usize = 8;
    /// No cards.
    pub const EMPTY: CardList = CardList { count: 0, cards: [HiddenCard::UNKNOWN; CardList::MAX] };

    /// Adds a card after the others; false, with the list as it was, when it has [`CardList::MAX`] already.
    pub fn push(&mut self, card: HiddenCard) -> bool {
        let at = usize::from(self.count);
        if at == CardList::MAX {
            return false;
        }
        self.cards[at] = card;
        self.count += 1;
        true
    }

    /// The cards in the order written; unknown ones are among them.
    pub fn cards(&self) -> &[HiddenCard] {
        &self.cards[..usize::from(self.count)]
    }

    /// The cards in the order written, for filling in unknown ones; their number stays.
    pub fn cards_mut(&mut self) -> &mut [HiddenCard] {
        &mut self.cards[..usize::from(self.count)]
    }

    /// How many cards there are, unknown ones counted in.
    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// True when the list has no cards: nothing was dealt, or a show names none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// True when no card is unknown; true for an empty list as well.
    pub fn is_fully_known(&self) -> bool {
        self.cards().iter().all(|card| card.known_card().is_some())
    }

    /// Parses cards written without spaces, as in `7h7c` or `????`: rank in upper case, suit in lower case,
    /// as PHH has them. Anything else, or more than [`CardList::MAX`] cards, is an error for the entire text.
    pub fn parse(text: &str) -> Result<CardList, ParseCardError> {
        let bytes = text.as_bytes();
        let mut list = CardList::EMPTY;
        let not_cards = || ParseCardError { given: text.chars().take(40).collect() };
        if !bytes.len().is_multiple_of(2) {
            return Err(not_cards());
        }
        for pair in bytes.chunks_exact(2) {
            let card = parse_card(pair[0], pair[1]).ok_or_else(not_cards)?;
            if !list.push(card) {
                return Err(not_cards());
            }
        }
        Ok(list)
    }
}

/// The card that two letters name as PHH writes them; `??` is an unknown one. By table look-up, since every
/// card of a file passes through here.
#[inline]
fn parse_card(rank: u8, suit: u8) -> Option<HiddenCard> {
    const NO: u8 = u8::MAX;
    const RANKS: [u8; 128] = letters(b"23456789TJQKA");
    const SUITS: [u8; 128] = letters(b"cdhs");
    /// The index of each letter by its ASCII code, `NO` for any other; computed when the program is compiled.
    const fn letters(of: &[u8]) -> [u8; 128] {
        let mut table = [NO; 128];
        let mut at = 0;
        while at < of.len() {
            table[of[at] as usize] = at as u8;
            at += 1;
        }
        table
    }
    if rank >= 128 || suit >= 128 {
        return None;
    }
    let (r, s) = (RANKS[usize::from(rank)], SUITS[usize::from(suit)]);
    if r != NO && s != NO {
        return Card::from_index(usize::from(r) * 4 + usize::from(s)).map(HiddenCard::of);
    }
    match (rank, suit) {
        (b'?', b'?') => Some(HiddenCard::UNKNOWN),
        (b'J', b'o') => Some(HiddenCard::of(Card::JOKER)),
        _ => None,
    }
}

/// Writes the cards without spaces, `??` for an unknown one. A record is not secret, so its cards may be
/// printed.
impl fmt::Display for CardList {
    /// The cards without spaces, `??` for an unknown one, as PHH has them; [`CardList::parse`] reads them
    /// back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for card in self.cards() {
            match card.known_card() {
                Some(card) => write!(f, "{card}")?,
                None => f.write_str("??")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for CardList {
    /// Only the number of cards, so that a debug print never shows cards.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cards", self.count)
    }
}

/// Where a hand comes from in its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordOrigin {
    /// What the file calls the hand: its table key in PHH, its position from 1 in site text.
    pub hand: String,
    /// The line the hand begins on, from 1.
    pub line: u32,
}

/// The game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordedGame {
    /// Texas hold'em with 52 cards.
    Holdem,
    /// Hold'em with 36 cards.
    ShortDeck,
    /// Omaha, high.
    Omaha,
    /// Omaha high/low, eight or better.
    OmahaHiLo,
    /// Seven-card stud.
    Stud,
    /// Seven-card stud high/low, eight or better.
    StudHiLo,
    /// Razz.
    Razz,
    /// Deuce-to-seven single draw.
    SingleDraw,
    /// Deuce-to-seven triple draw.
    TripleDraw,
    /// Badugi.
    Badugi,
    /// Any other game, by the name the record gives it.
    Named(Box<str>),
}

impl fmt::Display for RecordedGame {
    /// The name of the game in messages; another game by the name that the record gives it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RecordedGame::Holdem => "hold'em",
            RecordedGame::ShortDeck => "short-deck hold'em",
            RecordedGame::Omaha => "omaha",
            RecordedGame::OmahaHiLo => "omaha high/low",
            RecordedGame::Stud => "seven-card stud",
            RecordedGame::StudHiLo => "seven-card stud high/low",
            RecordedGame::Razz => "razz",
            RecordedGame::SingleDraw => "deuce-to-seven single draw",
            RecordedGame::TripleDraw => "deuce-to-seven triple draw",
            RecordedGame::Badugi => "badugi",
            RecordedGame::Named(name) => name,
        })
    }
}

/// The betting limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedLimit {
    /// No limit.
    NoLimit {
        /// The smallest opening bet.
        smallest_bet: Chips,
    },
    /// Pot limit, with the call counted in.
    PotLimit {
        /// The smallest opening bet.
        smallest_bet: Chips,
    },
    /// Fixed limit.
    Fixed {
        /// The bet in the first two betting rounds.
        small_bet: Chips,
        /// The bet in the later betting rounds.
        big_bet: Chips,
    },
}

impl RecordedLimit {
    /// The limit before the name of a game, as in `no-limit hold'em`, for messages only; PHH has codes of its
    /// own.
    pub(crate) fn adjective(&self) -> &'static str {
        match self {
            RecordedLimit::NoLimit { .. } => "no-limit",
            RecordedLimit::PotLimit { .. } => "pot-limit",
            RecordedLimit::Fixed { .. } => "fixed-limit",
        }
    }
}

/// What an amount of 1 is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AmountUnit {
    /// Chips of a tournament, or of a file that does not say what they are.
    Chips,
    /// Cents of money.
    Cents {
        /// The ISO 4217 code, empty when the record names none.
        currency: Box<str>,
    },
}

/// One player dealt in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedPlayer {
    /// The seat number on the felt.
    pub seat: u8,
    /// The chips in front of the player before anything was posted, as far as the hand could cost them.
    pub stack: Chips,
    /// The chips in front of the player beyond the cap on what a hand may cost; zero without a cap.
    pub behind: Chips,
    /// The nominal ante, which the others must match: a player who cannot pay it contests only what was
    /// matched.
    pub ante: Chips,
    /// Dead chips, contested by everyone.
    pub dead: Chips,
    /// The nominal blind, straddle or live post.
    pub blind: Chips,
    /// True when `blind` is a live post out of turn: it counts toward a call and changes nobody's turn.
    pub is_out_of_turn: bool,
}

/// Which pot something was collected from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RecordedPot {
    /// The only pot.
    Only,
    /// The main pot.
    Main,
    /// A side pot, counted from 1.
    Side(u8),
}

/// Something done, by the dealer or by a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedAct {
    /// Hole cards dealt to a player.
    Hole(PlayerNumber, CardList),
    /// Cards put on the board, only the new ones.
    Board(CardList),
    /// A fold.
    Fold(PlayerNumber),
    /// A check or a call, with the amount added where the record states it.
    CheckOrCall(PlayerNumber, Option<Chips>),
    /// A bet or raise to a total for the betting round.
    To(PlayerNumber, Chips),
    /// Cards turned up.
    Show(PlayerNumber, CardList),
    /// A hand thrown away at the showdown.
    Muck(PlayerNumber),
    /// The bring-in of a stud game.
    BringIn(PlayerNumber),
    /// A draw, with the cards thrown away; none when standing pat.
    Draw(PlayerNumber, CardList),
}

/// An act and the line it was written on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedStep {
    /// What was done.
    pub act: RecordedAct,
    /// The line, from 1; 0 where the step comes from no file.
    pub line: u32,
}

/// A remark written beside an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// How many steps come before the remark.
    pub steps_before: usize,
    /// The words, without the `#`.
    pub text: Box<str>,
}

/// What the record itself says about the end; a field is empty where the record is silent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatedOutcome {
    /// The bets returned because nobody called them.
    pub uncalled: Vec<(PlayerNumber, Chips)>,
    /// What was collected after commission, by whom and from which pot.
    pub collected: Vec<(PlayerNumber, Chips, RecordedPot)>,
    /// The commission.
    pub commission: Option<Chips>,
    /// The total of all pots, before commission.
    pub total_pot: Option<Chips>,
    /// The stacks at the end, in the order of the players; empty when not stated.
    pub finishing_stacks: Vec<Chips>,
    /// Whose collections can be compared with what the rules award.
    pub collections: StatedCollections,
}

/// Which players' collections a record states completely enough to compare with a replay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StatedCollections {
    /// Nobody's: the record states no collections, or not all of them.
    #[default]
    Nobody,
    /// Those of the players named: the record may be cut off before the others and before its commission.
    WhoCollected,
    /// Everybody's: a player not named collected nothing.
    Everybody,
}

/// Fields of a file that have nothing to do with play, stored as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// All keys and values, one after another.
    text: String,
    /// Where each key ends in `text`, and where its value ends.
    ends: Vec<(u32, u32)>,
}

impl Extras {
    /// Adds a field after the others, for fields that have nothing to do with play; `value` is written as in
    /// TOML, so a text needs its quotation marks.
    pub fn push(&mut self, key: &str, value: &str) {
        if self.ends.is_empty() {
            self.text.reserve(160);
            self.ends.reserve(8);
        }
        self.text.push_str(key);
        let key_end = self.text.len() as u32;
        self.text.push_str(value);
        self.ends.push((key_end, self.text.len() as u32));
    }

    /// The fields in the order in which they were added, each with its value as written in TOML; the PHH
    /// writer writes them in this order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut start = 0;
        self.ends.iter().map(move |&(key_end, value_end)| {
            let (key_end, value_end) = (key_end as usize, value_end as usize);
            let field = (&self.text[start..key_end], &self.text[key_end..value_end]);
            start = value_end;
            field
        })
    }

    /// The value of a field as written in TOML; `None` if there is no such field.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
    }
}

/// Why a hand cannot be played from its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unplayable {
    /// A card was dealt to a board after the first, and a record has only one.
    SecondBoard {
        /// The board.
        board: BoardNumber,
    },
    /// The hand was declared void.
    Void {
        /// Why.
        reason: VoidReason,
    },
    /// One act calls and folds.
    CallAndFold {
        /// The seat.
        seat: Seat,
    },
    /// The table ranks two hands differently from what readers of a record assume.
    OtherRanking {
        /// The seat of one hand.
        first: Seat,
        /// The seat of the other.
        second: Seat,
        /// The game that the record names.
        game: RecordedGame,
    },
    /// The board was dealt several times.
    RunTwice,
    /// The site cancelled the hand.
    Cancelled,
    /// Only the head of a hand is read for this game.
    HeadOnly,
    /// Only one player took part.
    OnePlayer,
}

impl fmt::Display for Unplayable {
    /// The reason as a message gives it, with the seats that a person can look up in the record.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unplayable::SecondBoard { board } => {
                write!(f, "a card was dealt to {board}: a record has one board")
            }
            Unplayable::Void { reason } => {
                write!(f, "the hand was declared void ({}), which a record cannot express", reason.word())
            }
            Unplayable::CallAndFold { seat } => {
                write!(f, "seat {seat} calls and folds in one act, which a record cannot express")
            }
            Unplayable::OtherRanking { first, second, game } => write!(
                f,
                "the hands of seats {first} and {second} compare differently by the ranking that a record of {game} assumes"
            ),
            Unplayable::RunTwice => f.write_str("run twice: several boards are not played yet"),
            Unplayable::Cancelled => f.write_str("the hand was cancelled by the site"),
            Unplayable::HeadOnly => f.write_str("only the head of a hand is read for this game"),
            Unplayable::OnePlayer => f.write_str("only one player took part"),
        }
    }
}

impl std::error::Error for Unplayable {}

/// One hand as it was written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandRecord {
    /// Where the hand comes from.
    pub origin: RecordOrigin,
    /// The game.
    pub game: RecordedGame,
    /// The betting limit.
    pub limit: RecordedLimit,
    /// The players dealt in, from the first one to the left of the button.
    pub players: Vec<RecordedPlayer>,
    /// Whether the record states the seats; otherwise they are numbered from 1.
    pub has_seat_numbers: bool,
    /// The names in the same order; empty when the record names nobody.
    pub names: Vec<Box<str>>,
    /// The seat with the button, if the record states it; otherwise the last player has it.
    pub button: Option<u8>,
    /// The first blind of the stakes when nobody posts it, if the record states it: in pot limit the pot may
    /// count it.
    pub unposted_blind: Option<Chips>,
    /// What an amount of 1 is.
    pub unit: AmountUnit,
    /// How many decimal places the amounts have in the file's unit; 0 when the file uses whole amounts.
    pub decimals: u8,
    /// The acts and the cards dealt, in order.
    pub steps: Vec<RecordedStep>,
    /// Remarks beside the steps.
    pub comments: Vec<Comment>,
    /// What the record says about the end.
    pub stated: StatedOutcome,
    /// Why the hand cannot be played from this record, whatever the rules.
    pub unplayable_reason: Option<Unplayable>,
    /// What the reader left out, or read in a way that people should know about.
    pub notes: Vec<String>,
    /// Fields that have nothing to do with play.
    pub extras: Extras,
}

impl HandRecord {
    /// The name of a player as the record writes it, or `p3` and the like when there is none.
    pub fn name(&self, place: PlayerNumber) -> String {
        match self.names.get(place.index()) {
            Some(name) if !name.is_empty() => name.to_string(),
            _ => place.to_string(),
        }
    }

    /// An amount as the file would write it: exact, in the file's unit, with at most [`HandRecord::decimals`]
    /// decimals. For messages about the record.
    pub fn amount_in_file_unit(&self, amount: Chips) -> String {
        format_amount(amount.get(), self.decimals)
    }
}

/// An amount of whole chips as a file writes it, exactly and without trailing zeros; `10^decimals` of `count`
/// make one unit.
pub(crate) fn format_amount(count: u64, decimals: u8) -> String {
    if decimals == 0 {
        return count.to_string();
    }
    let one = 10u64.pow(u32::from(decimals));
    let (whole, rest) = (count / one, count % one);
    if rest == 0 {
        return whole.to_string();
    }
    let digits = format!("{rest:0width$}", width = usize::from(decimals));
    format!("{whole}.{}", digits.trim_end_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_exactly() {
        assert_eq!(format_amount(125_945_025, 2), "1259450.25");
        assert_eq!(format_amount(50, 2), "0.5");
        assert_eq!(format_amount(100, 2), "1");
        assert_eq!(format_amount(7, 0), "7");
    }

    #[test]
    fn cards_run_together_are_read_whole_or_not_at_all() {
        let list = CardList::parse("7hTc??").expect("cards");
        assert_eq!(list.len(), 3);
        assert_eq!(list.to_string(), "7hTc??");
        assert!(!list.is_fully_known());
        for text in ["7", "10h", "7x", "7H", "é", "7h7h7h7h7h7h7h7h7h"] {
            assert!(CardList::parse(text).is_err(), "{text}");
        }
    }
}
