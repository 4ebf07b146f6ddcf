//! Parses rules from text: settings by name, categories of hands, and odds.

use std::fmt;

use cards::{Card, CardSet, Category};

use crate::spot::parse_cards;
use crate::ultimate::rules::{DealerQualifier, Odds, PayTable, UltimateRules};

/// Why a setting cannot be set from a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingError {
    /// A value that the setting does not have.
    Value {
        /// The name of the setting.
        setting: String,
        /// The value as given.
        given: String,
        /// The values expected.
        expected: &'static str,
    },
    /// A setting that does not exist or does not affect the mathematics.
    Unknown(String),
}

impl fmt::Display for SettingError {
    /// Names the setting and what was expected of it; the sentence is for people only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingError::Value { setting, given, expected } => {
                write!(f, "{setting}: expected {expected}, found `{given}`")
            }
            SettingError::Unknown(setting) => write!(
                f,
                "`{setting}` is not a setting of the analysis: expected one of {}",
                UltimateRules::SETTINGS.join(", ")
            ),
        }
    }
}

impl std::error::Error for SettingError {}

const KIND: &str = "a kind of hand such as royal_flush, full_house or one_pair";
const ODDS: &str = "odds to one such as 500 or 3/2";

/// The categories that a setting's list of odds pays, in order, for the blind and for the trips wager.
const LISTED_KINDS: [Category; 7] = [
    Category::RoyalFlush,
    Category::StraightFlush,
    Category::FourOfAKind,
    Category::FullHouse,
    Category::Flush,
    Category::Straight,
    Category::ThreeOfAKind,
];

impl UltimateRules {
    /// The settings that affect the mathematics.
    pub const SETTINGS: [&str; 7] = [
        "deck_cards",
        "missing_cards",
        "ace",
        "dealer_qualifies",
        "blind_odds",
        "trips_odds",
        "trips_survives_fold",
    ];

    /// Sets one of [`UltimateRules::SETTINGS`] by its name, as in books and on the command line. Hyphens are
    /// accepted in place of underscores. Nothing changes if it fails.
    ///
    /// ```
    /// use odds::UltimateRules;
    /// let mut rules = UltimateRules::default();
    /// rules.set("blind-odds", "500, 50, 10, 3, 3/2, 1").unwrap();
    /// assert_eq!(rules, UltimateRules::default());
    /// rules.set("dealer_qualifies", "none").unwrap();
    /// assert!(rules.set("dealer_qualifies", "two").is_err());
    /// ```
    ///
    /// # Errors
    /// A setting that does not affect the mathematics, or a value it does not have.
    pub fn set(&mut self, setting: &str, value: &str) -> Result<(), SettingError> {
        let setting = setting.trim().replace('-', "_");
        let value = value.trim();
        let bad =
            |expected| SettingError::Value { setting: setting.clone(), given: value.to_owned(), expected };
        match setting.as_str() {
            "deck_cards" => {
                self.order.deck = value.parse().map_err(|_| bad("52, 48, 44, 40, 36 or 32 cards"))?;
            }
            "missing_cards" => {
                let cards = parse_cards(value).map_err(|_| bad("cards such as `2c 7d`"))?;
                let missing = cards.iter().copied().collect::<CardSet>();
                if missing.len() != cards.len() {
                    return Err(bad("cards such as `2c 7d`, each of them once"));
                }
                self.missing = missing;
            }
            "ace" => {
                self.order.ace = value.replace('-', "_").parse().map_err(|_| bad("high or high_and_low"))?;
            }
            "dealer_qualifies" => {
                self.dealer_qualifies = parse_qualifier(value).ok_or_else(|| {
                    bad("none, a kind of hand such as pair or two_pairs, or five cards such as `Ac Kd 4h 3s 2c`")
                })?;
            }
            "blind_odds" => {
                self.blind = parse_odds_list(value, 6).ok_or_else(|| {
                    bad("six odds, from royal flush to straight, such as `500, 50, 10, 3, 3/2, 1`")
                })?;
            }
            "trips_odds" => {
                self.trips = parse_odds_list(value, 7).ok_or_else(|| {
                    bad("seven odds, from royal flush to three of a kind, such as `50, 40, 30, 8, 7, 4, 3`")
                })?;
            }
            "trips_survives_fold" => {
                self.trips_survives_fold = match value {
                    "true" => true,
                    "false" => false,
                    _ => return Err(bad("true or false")),
                };
            }
            _ => return Err(SettingError::Unknown(setting)),
        }
        Ok(())
    }
}

impl PayTable {
    /// The pay table for these categories and odds, given by their names as in a file of rules.
    ///
    /// # Errors
    /// The first name that is not a category or first value that is not odds; `wager` names the table in the
    /// error.
    pub fn parse<'a>(
        wager: &str,
        lines: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Result<PayTable, SettingError> {
        let mut paid = Vec::new();
        for (name, odds) in lines {
            let bad = |setting: &str, given: &str, expected| SettingError::Value {
                setting: setting.to_owned(),
                given: given.to_owned(),
                expected,
            };
            let kind = parse_kind(name).ok_or_else(|| bad(wager, name, KIND))?;
            let odds = parse_odds(odds).ok_or_else(|| bad(&format!("{wager}, {name}"), odds, ODDS))?;
            paid.push((kind, odds));
        }
        Ok(PayTable::of(&paid))
    }
}

/// Parses a category by its name in files or a common short name, such as `quads`; hyphens and spaces are
/// accepted in place of underscores.
fn parse_kind(name: &str) -> Option<Category> {
    let name = name.trim().replace(['-', ' '], "_");
    match name.as_str() {
        "pair" => Some(Category::OnePair),
        "two_pair" => Some(Category::TwoPairs),
        "trips" => Some(Category::ThreeOfAKind),
        "quads" => Some(Category::FourOfAKind),
        name => Category::ALL.into_iter().find(|kind| kind.name() == name),
    }
}

/// Parses odds to one, such as `500` or `3/2`; `None` for anything else and for a denominator of 0.
fn parse_odds(text: &str) -> Option<Odds> {
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let (numerator, denominator) = match text.split_once('/') {
        Some((numerator, denominator)) => (number(numerator)?, number(denominator)?),
        None => (number(text)?, 1),
    };
    (denominator > 0).then_some(Odds { numerator, denominator })
}

/// Parses exactly this many odds, separated by commas, for the categories from the royal flush down as in
/// [`LISTED_KINDS`].
fn parse_odds_list(text: &str, kinds: usize) -> Option<PayTable> {
    let odds: Vec<Odds> = text.split(',').map(parse_odds).collect::<Option<_>>()?;
    (odds.len() == kinds).then(|| PayTable::of(&LISTED_KINDS.into_iter().zip(odds).collect::<Vec<_>>()))
}

/// Parses the dealer's qualifying hand: `none`, a category, or five cards. A high card qualifies every hand,
/// as `none` does.
fn parse_qualifier(text: &str) -> Option<DealerQualifier> {
    if text == "none" {
        return Some(DealerQualifier::Always);
    }
    if let Some(kind) = parse_kind(text) {
        return Some(if kind == Category::HighCard {
            DealerQualifier::Always
        } else {
            DealerQualifier::Kind(kind)
        });
    }
    let cards: Vec<Card> = parse_cards(text).ok()?;
    cards.try_into().ok().map(DealerQualifier::Hand)
}

impl fmt::Display for DealerQualifier {
    /// Writes the qualifying hand as the setting `dealer_qualifies` has it, so that it can be parsed again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DealerQualifier::Always => f.write_str("none"),
            DealerQualifier::Kind(kind) => f.write_str(kind.name()),
            DealerQualifier::Hand(cards) => {
                f.write_str(&cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" "))
            }
        }
    }
}
