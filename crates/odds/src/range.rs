//! What a player may hold: certain cards, a weighted range of starting hands, or any cards.

use std::collections::BTreeMap;
use std::fmt;

use cards::{Card, CardSet, Rank};

use crate::game::ShowdownGame;

/// What a player may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Range {
    /// One of these hands, with probabilities proportional to their weights.
    Hands(Vec<WeightedHand>),
    /// Any cards.
    Random,
}

/// A hand of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightedHand {
    /// The cards in index order, highest first.
    pub cards: Vec<Card>,
    /// The weight relative to the other hands of the range. Weights are whole numbers without a common
    /// divisor, so they are all 1 if all hands are equally likely.
    pub weight: u32,
}

/// A text that is neither a hand nor a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRangeError {
    /// The position of the part that cannot be parsed, in characters from 1.
    pub at: usize,
    /// The part that cannot be parsed.
    pub given: String,
    /// What is wrong with it.
    pub problem: RangeProblem,
}

/// Why a part of a text is not a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RangeProblem {
    /// The text is longer than a range may be.
    TooLong,
    /// There is nothing.
    Empty,
    /// `random` beside other parts.
    RandomInList,
    /// Neither cards nor a range, in a game with two hole cards.
    NotARange,
    /// Not cards, in a game with more hole cards.
    NotCards {
        /// The game.
        game: ShowdownGame,
    },
    /// Not a weight.
    Weight,
    /// A hand has another weight in an earlier part.
    OtherWeight {
        /// The cards of the hand.
        hand: Vec<Card>,
    },
    /// More or fewer cards than the game deals.
    HoleCards {
        /// The game.
        game: ShowdownGame,
        /// How many cards there are.
        found: usize,
    },
    /// The same card twice.
    Twice {
        /// The card.
        card: Card,
    },
    /// The ends of a range are not both suited, both offsuit, or neither.
    EndsDiffer,
    /// The ends of a range share neither the higher card nor the gap between their cards.
    NoCommonStep,
}

impl fmt::Display for ParseRangeError {
    /// Names the part that cannot be parsed, its position and what to write; the sentence is for people only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: `{}` is not a hand: {}", self.at, self.given, self.problem)
    }
}

impl std::error::Error for ParseRangeError {}

impl fmt::Display for RangeProblem {
    /// Says what is wrong with a part and what to write instead; the sentence is for people only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RangeProblem::TooLong => write!(f, "expected at most {MAX_CHARACTERS} characters"),
            RangeProblem::Empty => f.write_str("nothing here: write a hand, or remove the comma"),
            RangeProblem::RandomInList => {
                f.write_str("`random` must be the only part: it already means any hand")
            }
            RangeProblem::NotARange => f.write_str(
                "write cards as in `AsKd`, a range as in `QQ+`, `AKs`, `KQo`, `ATs+`, `JJ-88`, `T9s-65s`, `A?`, \
                 or `random`",
            ),
            RangeProblem::NotCards { game } => {
                let wanted = game.hole_cards();
                write!(f, "write {wanted} cards as in `{}`, or `random`", &EXAMPLE[..2 * wanted])
            }
            RangeProblem::Weight => write!(
                f,
                "expected a weight above 0 and at most 1, with at most {WEIGHT_DECIMALS} decimals, as in \
                 `QQ:0.5`"
            ),
            RangeProblem::OtherWeight { hand } => {
                hand.iter().try_for_each(|card| card.fmt(f))?;
                f.write_str(" has a different weight in an earlier part")
            }
            RangeProblem::HoleCards { game, found } => {
                write!(f, "expected {} hole cards in {game}, found {found}", game.hole_cards())
            }
            RangeProblem::Twice { card } => write!(f, "it contains {card} twice"),
            RangeProblem::EndsDiffer => {
                f.write_str("its two ends must both have `s`, both `o`, or neither")
            }
            RangeProblem::NoCommonStep => f.write_str(
                "its two ends share neither the higher card nor the gap between the cards, as in \
                 `A5s-A2s` and `T9s-65s`",
            ),
        }
    }
}

/// The number of decimals a weight may have.
const WEIGHT_DECIMALS: usize = 4;

/// The weight 1, before dividing by common divisors.
const FULL_WEIGHT: u32 = 10u32.pow(WEIGHT_DECIMALS as u32);

/// Sample cards for error messages, cut to the number of cards in a hand.
const EXAMPLE: &str = "AsKdQhJcTs9d";

/// The maximum length of a range, in characters.
const MAX_CHARACTERS: usize = 20_000;

impl Range {
    /// Parses a hand or a range as people write it. It does not know the deck:
    /// [`Spot::new`](crate::Spot::new) takes out the hands that cannot be held.
    ///
    /// A hand is given by its cards, with or without spaces: `As Ah`, `AsAh`. `??` is an unknown card, and
    /// `10` is accepted for `T`. In games with two hole cards, a range is a comma-separated list of parts:
    /// `QQ`, `QQ+` (and every higher pair), `AKs`, `AKo`, `AK` (both), `ATs+` (up to `AKs`), `JJ-88`,
    /// `A5s-A2s`, `T9s-65s` (both cards step down), `A?` (an ace with any card; `A?s`, `A?o`), and hands. A
    /// part may have a weight above 0 and at most 1: `QQ:0.5`. `random` stands for any cards.
    ///
    /// ```
    /// use odds::{Range, ShowdownGame};
    /// let Range::Hands(hands) = Range::parse("QQ+", ShowdownGame::Holdem).unwrap() else { unreachable!() };
    /// // Six hands each of queens, kings and aces.
    /// assert_eq!(hands.len(), 18);
    /// ```
    ///
    /// # Errors
    /// The part that cannot be parsed, its position, and what to write instead.
    pub fn parse(text: &str, game: ShowdownGame) -> Result<Range, ParseRangeError> {
        let trimmed = text.trim();
        if trimmed.eq_ignore_ascii_case("random") {
            return Ok(Range::Random);
        }
        let mut at = 1;
        if text.chars().count() > MAX_CHARACTERS {
            let given = text.chars().take(20).chain("...".chars()).collect();
            return Err(ParseRangeError { at, given, problem: RangeProblem::TooLong });
        }
        let mut hands: BTreeMap<Vec<Card>, u32> = BTreeMap::new();
        for piece in text.split(',') {
            let part = RangePart {
                at: at + piece.chars().take_while(|c| c.is_whitespace()).count(),
                text: piece.trim(),
            };
            at += piece.chars().count() + 1;
            let (spec, weight) = part.split_weight()?;
            for hand in spec.hands(game)? {
                if hands.insert(hand.clone(), weight).is_some_and(|before| before != weight) {
                    return Err(spec.error(RangeProblem::OtherWeight { hand }));
                }
            }
        }
        let divisor =
            hands.values().fold(0, |divisor, weight| greatest_common_divisor(divisor, *weight)).max(1);
        let held = |(cards, weight): (Vec<Card>, u32)| WeightedHand { cards, weight: weight / divisor };
        Ok(Range::Hands(hands.into_iter().map(held).collect()))
    }

    /// The range without the hands that contain one of the cards in `gone` or a card outside `deck`, weights
    /// unchanged; perhaps without any hands. `Random` stays.
    #[must_use]
    pub fn without(&self, gone: CardSet, deck: CardSet) -> Range {
        match self {
            Range::Random => Range::Random,
            Range::Hands(hands) => {
                let possible = |hand: &&WeightedHand| {
                    let cards: CardSet = hand.cards.iter().copied().collect();
                    cards.intersection(gone).is_empty() && cards.difference(deck).is_empty()
                };
                Range::Hands(hands.iter().filter(possible).cloned().collect())
            }
        }
    }
}

/// The greatest common divisor, for weights without a common divisor; of a number and 0 it is the number.
fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// A part of a range and its position.
#[derive(Clone, Copy)]
struct RangePart<'t> {
    at: usize,
    text: &'t str,
}

impl<'t> RangePart<'t> {
    /// The error that this part cannot be parsed, with its position and its text; every error about a part is
    /// made here.
    fn error(&self, problem: RangeProblem) -> ParseRangeError {
        ParseRangeError { at: self.at, given: self.text.to_owned(), problem }
    }

    /// The part without its weight, and the weight in parts of [`FULL_WEIGHT`]; that if none is written.
    fn split_weight(self) -> Result<(RangePart<'t>, u32), ParseRangeError> {
        let Some((hands, weight)) = self.text.split_once(':') else { return Ok((self, FULL_WEIGHT)) };
        let at = self.at + hands.chars().count() + 1;
        let at = at + weight.chars().take_while(|c| c.is_whitespace()).count();
        let weight = RangePart { at, text: weight.trim() };
        match parse_weight(weight.text) {
            Some(count) => Ok((RangePart { at: self.at, text: hands.trim() }, count)),
            None => Err(weight.error(RangeProblem::Weight)),
        }
    }

    /// The hands that the part stands for, weight aside, each with its cards highest first; hands with the
    /// joker are among them, whatever the deck.
    fn hands(self, game: ShowdownGame) -> Result<Vec<Vec<Card>>, ParseRangeError> {
        if self.text.is_empty() {
            return Err(self.error(RangeProblem::Empty));
        }
        if self.text.eq_ignore_ascii_case("random") {
            return Err(self.error(RangeProblem::RandomInList));
        }
        let letters: String = self.text.split_whitespace().collect::<String>().replace("10", "T");
        let two = game.hole_cards() == 2;
        match parse_cards_or_unknown(&letters).filter(|_| !(two && letters == "??")) {
            Some(cards) if cards.len() == game.hole_cards() => self.hands_with(&cards),
            Some(cards) => Err(self.error(RangeProblem::HoleCards { game, found: cards.len() })),
            None if two => self.starting_hands(&letters),
            None => Err(self.error(RangeProblem::NotCards { game })),
        }
    }

    /// All hands that contain the known cards, with any others, the joker included, in place of the unknown
    /// ones; an error for a card given twice.
    fn hands_with(self, cards: &[Option<Card>]) -> Result<Vec<Vec<Card>>, ParseRangeError> {
        let mut known = CardSet::EMPTY;
        for card in cards.iter().flatten() {
            if !known.insert(*card) {
                return Err(self.error(RangeProblem::Twice { card: *card }));
            }
        }
        let others: Vec<Card> = all_cards().filter(|card| !known.contains(*card)).collect();
        let mut hands = Vec::new();
        each_completion(&others, cards.len() - known.len(), &known.iter().collect::<Vec<_>>(), &mut hands);
        Ok(hands)
    }

    /// The two-card hands named by ranks: `QQ+`, `AKs`, `T9s-65s`, `A?`; `letters` is the part without spaces
    /// and with `T` for `10`. Never hands with the joker, except where `?` may stand for it.
    fn starting_hands(self, letters: &str) -> Result<Vec<Vec<Card>>, ParseRangeError> {
        let unreadable = || self.error(RangeProblem::NotARange);
        if letters.contains('?') {
            let any = RankPattern::parse(letters).ok_or_else(unreadable)?;
            return Ok(two_cards(|a, b| any.matches(a, b)));
        }
        let (from, to) = match (letters.split_once('-'), letters.strip_suffix('+')) {
            (Some((from, to)), _) => {
                (RankPair::parse(from).ok_or_else(unreadable)?, RankPair::parse(to).ok_or_else(unreadable)?)
            }
            (None, Some(from)) => {
                let from = RankPair::parse(from).ok_or_else(unreadable)?;
                // A pair goes up to aces; otherwise the lower card goes up to just below the higher one.
                let top = if from.is_pair() { Rank::Ace as usize } else { from.high as usize - 1 };
                let high = if from.is_pair() { top } else { from.high as usize };
                (from, RankPair { high: Rank::ALL[high], low: Rank::ALL[top], ..from })
            }
            (None, None) => {
                let one = RankPair::parse(letters).ok_or_else(unreadable)?;
                (one, one)
            }
        };
        if from.suited != to.suited {
            return Err(self.error(RangeProblem::EndsDiffer));
        }
        // From the lower end up: either the high card is fixed, or both cards step.
        let (low, high) = if from.low <= to.low { (from, to) } else { (to, from) };
        let steps = high.low as usize - low.low as usize;
        let step = match (high.high as usize).saturating_sub(low.high as usize) {
            0 if low.high == high.high && low.is_pair() == high.is_pair() => 0,
            step if step == steps && low.high <= high.high => 1,
            _ => return Err(self.error(RangeProblem::NoCommonStep)),
        };
        Ok(two_cards(|a, b| {
            let fits = |up: usize| {
                let wanted = (low.high as usize + up * step, low.low as usize + up);
                ranks(a, b) == Some(wanted)
            };
            (0..=steps).any(fits) && low.suited.is_none_or(|suited| suited == (a.suit() == b.suit()))
        }))
    }
}

/// Parses a weight such as `1`, `0.5` or `.25` as parts of [`FULL_WEIGHT`]; `None` if it is 0, above 1, too
/// fine or not a number.
fn parse_weight(text: &str) -> Option<u32> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(decimals) || whole.len() + decimals.len() == 0 || whole.len() > 1 {
        return None;
    }
    let decimals = decimals.trim_end_matches('0');
    if decimals.len() > WEIGHT_DECIMALS {
        return None;
    }
    let whole: u32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let part: u32 = format!("{decimals:0<WEIGHT_DECIMALS$}").parse().ok()?;
    let weight = whole * FULL_WEIGHT + part;
    (1..=FULL_WEIGHT).contains(&weight).then_some(weight)
}

/// All cards including the joker, in index order: what unknown cards may be. [`Range::without`] removes the
/// joker's hands for decks that lack it.
fn all_cards() -> impl Iterator<Item = Card> {
    (0..Card::COUNT).filter_map(Card::from_index)
}

/// Parses cards of two letters each, with `None` in place of each `??`; `None` for the whole if anything else
/// is there, which may then be a range.
fn parse_cards_or_unknown(letters: &str) -> Option<Vec<Option<Card>>> {
    let letters: Vec<char> = letters.chars().collect();
    if letters.is_empty() || !letters.len().is_multiple_of(2) {
        return None;
    }
    let card = |two: &[char]| match two {
        ['?', '?'] => Some(None),
        _ => two.iter().collect::<String>().parse().ok().map(Some),
    };
    letters.chunks(2).map(card).collect()
}

/// Collects every way to add `number` of the cards to a hand, each hand with its highest card first: the
/// order by which equal hands are recognised.
fn each_completion(cards: &[Card], number: usize, hand: &[Card], hands: &mut Vec<Vec<Card>>) {
    if number == 0 {
        let mut hand = hand.to_vec();
        hand.sort_unstable_by(|a, b| b.cmp(a));
        return hands.push(hand);
    }
    for (at, card) in cards.iter().enumerate() {
        each_completion(&cards[at + 1..], number - 1, &[hand, &[*card]].concat(), hands);
    }
}

/// All two-card hands for which `fits` holds of the higher and the lower card, the higher first.
fn two_cards(fits: impl Fn(Card, Card) -> bool) -> Vec<Vec<Card>> {
    let mut hands = Vec::new();
    each_completion(&all_cards().collect::<Vec<_>>(), 2, &[], &mut hands);
    hands.retain(|hand| fits(hand[0], hand[1]));
    hands
}

/// The ranks of two cards as numbers from 0 (deuce), the higher first; `None` if one is the joker, which
/// ranges by rank leave out.
fn ranks(a: Card, b: Card) -> Option<(usize, usize)> {
    let (a, b) = (a.rank()? as usize, b.rank()? as usize);
    Some((a.max(b), a.min(b)))
}

/// The rank with this capital letter or digit; `None` for any other character.
fn parse_rank(letter: char) -> Option<Rank> {
    Rank::ALL.into_iter().find(|rank| rank.letter() == letter)
}

/// Two ranks, the higher first, and whether they are suited: yes (`s`), no (`o`), or either.
#[derive(Clone, Copy, PartialEq, Eq)]
struct RankPair {
    high: Rank,
    low: Rank,
    suited: Option<bool>,
}

impl RankPair {
    /// Whether the two ranks are the same: a pair is never suited or offsuit, and `+` raises both its cards.
    fn is_pair(&self) -> bool {
        self.high == self.low
    }

    /// Parses two ranks in either order: `AKs` suited, `T9o` offsuit, `AK` either; `QQ` for a pair, which takes no `s`
    /// or `o`. `None` for anything else.
    fn parse(text: &str) -> Option<RankPair> {
        let mut letters = text.chars();
        let (first, second) = (parse_rank(letters.next()?)?, parse_rank(letters.next()?)?);
        let suited = parse_suitedness(letters.as_str())?;
        // Two cards of the same rank are never suited.
        if first == second && suited.is_some() {
            return None;
        }
        Some(RankPair { high: first.max(second), low: first.min(second), suited })
    }
}

/// Parses what follows the ranks: `s` (suited), `o` (offsuit) or nothing (`Some(None)`, either); `None` for
/// anything else.
fn parse_suitedness(text: &str) -> Option<Option<bool>> {
    match text {
        "" => Some(None),
        "s" => Some(Some(true)),
        "o" => Some(Some(false)),
        _ => None,
    }
}

/// A rank with any card, or any two cards.
struct RankPattern {
    rank: Option<Rank>,
    suited: Option<bool>,
}

impl RankPattern {
    /// Parses a pattern such as `A?`, `?A`, `A?s` or `??`; `None` for anything else.
    fn parse(text: &str) -> Option<RankPattern> {
        let mut letters = text.chars();
        let rank = match (letters.next()?, letters.next()?) {
            ('?', '?') => None,
            ('?', letter) | (letter, '?') => Some(parse_rank(letter)?),
            _ => return None,
        };
        Some(RankPattern { rank, suited: parse_suitedness(letters.as_str())? })
    }

    /// Whether a hand of these two cards is in the pattern; the joker is neither suited nor offsuit with any
    /// card.
    fn matches(&self, a: Card, b: Card) -> bool {
        let has_rank = self.rank.is_none_or(|rank| a.rank() == Some(rank) || b.rank() == Some(rank));
        // The joker has no suit, so it is neither suited nor offsuit.
        let suits =
            self.suited.is_none_or(|suited| a.suit().zip(b.suit()).is_some_and(|(a, b)| suited == (a == b)));
        has_rank && suits
    }
}
