//! One hand as somebody wrote it down, in whole chips, whatever the format it came from.
//!
//! No rule lives here: an amount is what the record says, not what the rules make of it.

use std::fmt;

use cards::{Card, HiddenCard, ParseCardError};
use chips::Chips;

/// The most players of one hand: what a deck of 52 can deal two cards each with a board and three burns.
pub const MAX_PLAYERS: usize = 22;

/// The most steps of one hand that a reader takes; the longest hands of ten players have some two hundred.
pub const MAX_STEPS: usize = 4096;

/// A player of a record, counted from 1 at the first player dealt in left of the button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerNumber(u8);

impl PlayerNumber {
    /// The place with a number from 1 to [`MAX_PLAYERS`].
    pub const fn new(number: u8) -> Option<PlayerNumber> {
        if number >= 1 && number as usize <= MAX_PLAYERS { Some(PlayerNumber(number)) } else { None }
    }

    /// The number, from 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Where the player stands in [`HandRecord::players`], from 0.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for PlayerNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0)
    }
}

/// A few cards in the order written: up to eight, some perhaps unknown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CardList {
    count: u8,
    cards: [HiddenCard; CardList::MAX],
}

impl CardList {
    /// The most cards of one list.
    pub const MAX: usize = 8;
    /// No cards.
    pub const EMPTY: CardList = CardList { count: 0, cards: [HiddenCard::UNKNOWN; CardList::MAX] };

    /// Adds a card; false when the list is full.
    pub fn push(&mut self, card: HiddenCard) -> bool {
        let at = usize::from(self.count);
        if at == CardList::MAX {
            return false;
        }
        self.cards[at] = card;
        self.count += 1;
        true
    }

    /// The cards.
    pub fn cards(&self) -> &[HiddenCard] {
        &self.cards[..usize::from(self.count)]
    }

    /// The cards, to change them in place.
    pub fn cards_mut(&mut self) -> &mut [HiddenCard] {
        &mut self.cards[..usize::from(self.count)]
    }

    /// How many cards there are.
    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// True when every card is known.
    pub fn is_fully_known(&self) -> bool {
        self.cards().iter().all(|card| card.known_card().is_some())
    }

    /// Cards written without a space, as in `7h7c` or `????`.
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

/// The card of two letters, `??` for an unknown one.
#[inline]
fn parse_card(rank: u8, suit: u8) -> Option<HiddenCard> {
    const NO: u8 = u8::MAX;
    const RANKS: [u8; 128] = letters(b"23456789TJQKA");
    const SUITS: [u8; 128] = letters(b"cdhs");
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

/// Without a space, `??` for an unknown card; a record is no secret, so its cards may be printed.
impl fmt::Display for CardList {
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cards", self.count)
    }
}

/// Where a record stands in its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordOrigin {
    /// What the file calls the hand: the key of its table (PHH), or how many hands precede it plus one (text).
    pub hand: String,
    /// The line on which it begins, from 1.
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

/// How much could be bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedLimit {
    /// No limit; `smallest_bet` is the least opening bet.
    NoLimit {
        /// The least opening bet.
        smallest_bet: Chips,
    },
    /// Pot limit, the call counted in.
    PotLimit {
        /// The least opening bet.
        smallest_bet: Chips,
    },
    /// Fixed limit.
    Fixed {
        /// The bet of the first two betting rounds.
        small_bet: Chips,
        /// The bet of the later betting rounds.
        big_bet: Chips,
    },
}

/// What one unit of an amount is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AmountUnit {
    /// Chips of a tournament, or of a file that does not say.
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
    /// What was in front before anything was posted and could be lost in the hand.
    pub stack: Chips,
    /// What more was in front, kept out of the hand by a cap on what a hand may cost; nothing without a cap.
    pub behind: Chips,
    /// The nominal ante, matched by the others: who cannot pay it contests only what was matched.
    pub ante: Chips,
    /// Dead chips: everyone contests them.
    pub dead: Chips,
    /// The nominal blind, straddle or live post.
    pub blind: Chips,
    /// True when `blind` is a live post out of turn: it counts toward a call and moves nobody's turn.
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
    /// A check or a call; when the record states it, how much was added.
    CheckOrCall(PlayerNumber, Option<Chips>),
    /// A bet or raise to a total for the betting round.
    To(PlayerNumber, Chips),
    /// Cards turned up.
    Show(PlayerNumber, CardList),
    /// A hand thrown away at the showdown.
    Muck(PlayerNumber),
    /// The bring-in of a stud game.
    BringIn(PlayerNumber),
    /// A draw: the cards thrown away, none when standing pat.
    Draw(PlayerNumber, CardList),
}

/// An act and the line it was written on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedStep {
    /// What was done.
    pub act: RecordedAct,
    /// The line, from 1.
    pub line: u32,
}

/// Words that accompany an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// How many steps precede the words.
    pub steps_before: usize,
    /// The words, without the mark.
    pub text: Box<str>,
}

/// What the record itself says about the end; whatever is absent was not said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatedOutcome {
    /// What was returned because nobody called it.
    pub uncalled: Vec<(PlayerNumber, Chips)>,
    /// What was collected, after commission, from which pot.
    pub collected: Vec<(PlayerNumber, Chips, RecordedPot)>,
    /// The commission.
    pub commission: Option<Chips>,
    /// All pots together, before commission.
    pub total_pot: Option<Chips>,
    /// The stacks at the end, by place; empty when not said.
    pub finishing_stacks: Vec<Chips>,
    /// Whose collections can be compared with what the rules give.
    pub collections: StatedCollections,
}

/// Whose collections a record tells so that they can be compared with what was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StatedCollections {
    /// Nobody's: what was collected is not told, or not in full.
    #[default]
    Nobody,
    /// Those it tells of: it may have been cut off before the others, and before its commission.
    WhoCollected,
    /// Everybody's: silence means that nothing was collected.
    Everybody,
}

/// Fields of a file that say nothing about play, kept as they were written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    text: String,
    ends: Vec<(u32, u32)>,
}

impl Extras {
    /// Adds a field; the value is written as in TOML.
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

    /// The fields in order: key, value as written in TOML.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut start = 0;
        self.ends.iter().map(move |&(key_end, value_end)| {
            let (key_end, value_end) = (key_end as usize, value_end as usize);
            let field = (&self.text[start..key_end], &self.text[key_end..value_end]);
            start = value_end;
            field
        })
    }

    /// The value of a field as written in TOML.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
    }
}

/// One hand as it was written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandRecord {
    /// Where it stands.
    pub origin: RecordOrigin,
    /// The game.
    pub game: RecordedGame,
    /// How much could be bet.
    pub limit: RecordedLimit,
    /// The players dealt in, from the first one left of the button.
    pub players: Vec<RecordedPlayer>,
    /// Whether the record tells the seats; without that they count up from 1.
    pub has_seat_numbers: bool,
    /// The names, in the same order; empty when the record names nobody.
    pub names: Vec<Box<str>>,
    /// The seat the button lay at, if the record says so; without that the last player has it.
    pub button: Option<u8>,
    /// The first blind of the stakes where nobody posts it, if the record tells it: the pot of pot limit may count it.
    pub unposted_blind: Option<Chips>,
    /// What an amount counts.
    pub unit: AmountUnit,
    /// How many decimal places of the file's unit one amount here is: 0 when the file has whole amounts.
    pub decimals: u8,
    /// What was done, in order.
    pub steps: Vec<RecordedStep>,
    /// Words that accompany steps.
    pub comments: Vec<Comment>,
    /// What the record says about the end.
    pub stated: StatedOutcome,
    /// What makes the hand unplayable whatever the rules: run twice, cancelled.
    pub unplayable_reason: Option<Box<str>>,
    /// What the reader left out or took in a way that should be known.
    pub notes: Vec<String>,
    /// Fields that say nothing about play.
    pub extras: Extras,
}

impl HandRecord {
    /// The name of a player, or `p3` where there is none.
    pub fn name(&self, place: PlayerNumber) -> String {
        match self.names.get(place.index()) {
            Some(name) if !name.is_empty() => name.to_string(),
            _ => place.to_string(),
        }
    }

    /// An amount in the unit of the file, exactly.
    pub fn amount_in_file_unit(&self, amount: Chips) -> String {
        format_amount(amount.get(), self.decimals)
    }
}

/// A count of units of which `10^decimals` make one, written exactly and without needless zeros.
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
