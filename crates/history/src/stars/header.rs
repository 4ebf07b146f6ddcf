//! The first line of a hand: the game, the stakes and the date.

use super::amount::{Amount, parse_leading_amount};
use super::error::StarsError;
use super::quote;
use crate::record::RecordedGame;

/// The kind of betting limit, before the amounts are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StarsBetting {
    NoLimit,
    PotLimit,
    Fixed,
}

/// What the first line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header<'t> {
    pub id: &'t str,
    pub tournament: Option<&'t str>,
    pub game: RecordedGame,
    pub betting: StarsBetting,
    /// The two amounts in parentheses: the blinds, or in limit games the two bets.
    pub stakes: Option<(Amount, Amount)>,
    /// The currency code beside the stakes, or else that of their sign.
    pub currency: &'t str,
    /// The level in Roman numerals.
    pub level: Option<&'t str>,
    /// Year, month, day, and time of day as written.
    pub date: Option<(u32, u32, u32, &'t str)>,
    /// The most that a hand may cost a player.
    pub cap: Option<Amount>,
}

/// The games as the site names them; where one name ends with another, the longer is first.
const GAMES: [(&str, Option<RecordedGame>); 25] = [
    ("6+ Hold'em", Some(RecordedGame::ShortDeck)),
    ("Showtime Hold'em", None),
    ("Split Hold'em", None),
    ("Swap Hold'em", None),
    ("Unfold Hold'em", None),
    ("Tempest Hold'em", None),
    ("Deep Water Hold'em", None),
    ("Hold'em", Some(RecordedGame::Holdem)),
    ("5 Card Omaha Hi/Lo", None),
    ("6 Card Omaha Hi/Lo", None),
    ("5 Card Omaha", None),
    ("6 Card Omaha", None),
    ("Omaha Hi/Lo", Some(RecordedGame::OmahaHiLo)),
    ("Omaha H/L", Some(RecordedGame::OmahaHiLo)),
    ("Fusion", None),
    ("Omaha", Some(RecordedGame::Omaha)),
    ("Courchevel Hi/Lo", None),
    ("Courchevel", None),
    ("7 Card Stud Hi/Lo", Some(RecordedGame::StudHiLo)),
    ("7 Card Stud", Some(RecordedGame::Stud)),
    ("Razz", Some(RecordedGame::Razz)),
    ("Badugi", Some(RecordedGame::Badugi)),
    ("Single Draw 2-7 Lowball", Some(RecordedGame::SingleDraw)),
    ("Triple Draw 2-7 Lowball", Some(RecordedGame::TripleDraw)),
    ("5 Card Draw", None),
];

/// Reads the first line of a hand in English, of any year; the error says what is wrong with it. What it does
/// not state is empty.
pub(super) fn parse_header(line: &str) -> Result<Header<'_>, StarsError> {
    let no_number = || StarsError::NoHandNumber { line: quote(line) };
    let (_, rest) = line.split_once('#').ok_or_else(no_number)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        return Err(no_number());
    }
    let (id, rest) = rest.split_at(digits);
    let tournament = rest
        .find("Tournament #")
        .map(|at| &rest[at + "Tournament #".len()..])
        .map(|number| &number[..number.bytes().take_while(u8::is_ascii_digit).count()]);
    let mut found = None;
    'games: for (name, game) in &GAMES {
        for (at, _) in rest.match_indices(name) {
            let after = &rest[at + name.len()..];
            for (words, betting) in [
                (" No Limit", StarsBetting::NoLimit),
                (" Pot Limit", StarsBetting::PotLimit),
                (" Limit", StarsBetting::Fixed),
            ] {
                if let Some(after) = after.strip_prefix(words) {
                    let game = game.clone().unwrap_or_else(|| RecordedGame::Named((*name).into()));
                    found = Some((game, betting, after));
                    break 'games;
                }
            }
        }
    }
    let Some((game, betting, after)) = found else {
        return Err(StarsError::UnknownGame { line: quote(line) });
    };
    let stakes = parse_stakes(after);
    let (stakes, currency) = match stakes {
        Some((small, big, rest)) => {
            let code =
                rest.split([')', '(']).next().unwrap_or_default().rsplit(' ').next().unwrap_or_default();
            let is_code = code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
            (Some((small, big)), if is_code { code } else { big.sign.or(small.sign).unwrap_or_default() })
        }
        None => (None, ""),
    };
    Ok(Header {
        id,
        tournament,
        game,
        betting,
        stakes,
        currency,
        level: after
            .split_once("Level ")
            .and_then(|(_, level)| level.split(' ').next())
            .filter(|l| l.len() <= 12),
        date: parse_date(after),
        cap: match parse_cap(after) {
            HandCap::None => None,
            HandCap::Amount(amount) => Some(amount),
            HandCap::Unreadable => return Err(StarsError::BadCap { line: quote(line) }),
        },
    })
}

/// The two stakes and the text after them: the first pair of amounts after a parenthesis or a comma, which
/// buy-ins such as `$5.00+$0.50` are not.
fn parse_stakes(text: &str) -> Option<(Amount, Amount, &str)> {
    let starts =
        text.match_indices('(').map(|(at, _)| at + 1).chain(text.match_indices(", ").map(|(at, _)| at + 2));
    let mut starts: Vec<usize> = starts.take(16).collect();
    starts.sort_unstable();
    starts.into_iter().find_map(|at| {
        let (small, rest) = parse_leading_amount(&text[at..])?;
        let (big, rest) = parse_leading_amount(rest.strip_prefix('/')?)?;
        (!rest.starts_with('/')).then_some((small, big, rest))
    })
}

/// What a first line says about a cap on what a hand may cost.
enum HandCap {
    /// It names none.
    None,
    /// The amount of the cap.
    Amount(Amount),
    /// It names one, without an amount above zero.
    Unreadable,
}

/// The cap that a first line names, as in `($0.25/$0.50 - $20 Cap - USD)` or `Cap $20`; one that cannot be
/// read is an error, since stacks depend on it.
fn parse_cap(text: &str) -> HandCap {
    let Some((before, after)) = text.split_once("Cap") else { return HandCap::None };
    let last = before.trim_end().rsplit([' ', '(']).next().unwrap_or_default();
    parse_leading_amount(last)
        .filter(|(_, rest)| rest.is_empty())
        .or_else(|| parse_leading_amount(after.trim_start()))
        .map(|(amount, _)| amount)
        .filter(|amount| amount.hundredths > 0)
        .map_or(HandCap::Unreadable, HandCap::Amount)
}

/// The first date, year first, and the time of day as written, as in `2021/07/30 21:50:52`; `None` if there
/// is none.
fn parse_date(text: &str) -> Option<(u32, u32, u32, &str)> {
    let at = text.match_indices(" - ").map(|(at, _)| at + 3).find(|at| {
        let bytes = &text.as_bytes()[*at..];
        bytes.len() >= 10 && bytes[..4].iter().all(u8::is_ascii_digit) && bytes[4] == b'/' && bytes[7] == b'/'
    })?;
    let number = |range: std::ops::Range<usize>| text.get(range)?.parse::<u32>().ok();
    let (year, month, day) = (number(at..at + 4)?, number(at + 5..at + 7)?, number(at + 8..at + 10)?);
    let time = text.get(at + 10..)?.trim_start_matches([' ', '-']);
    let time = time.split([' ', ']']).next().unwrap_or_default();
    Some((year, month, day, time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_lines_of_all_years_are_read() {
        let cash = parse_header(
            "PokerStars Hand #228695588297:  Hold'em No Limit ($0.25/$0.50 USD) - 2021/07/30 21:50:52 ET",
        );
        let cash = cash.expect("a cash hand");
        assert_eq!((cash.id, cash.tournament, &cash.game), ("228695588297", None, &RecordedGame::Holdem));
        assert_eq!(cash.stakes.map(|(a, b)| (a.hundredths, b.hundredths)), Some((25, 50)));
        assert_eq!(cash.currency, "USD");
        assert_eq!(cash.date, Some((2021, 7, 30, "21:50:52")));

        let old = "PokerStars Game #12640124645: Tournament #63858762, $5.00+$0.50 Hold'em No Limit - Level XXI (6000/12000) - 2007/10/15 - 10:46:46 (ET)";
        let old = parse_header(old).expect("an old tournament hand");
        assert_eq!((old.tournament, old.level), (Some("63858762"), Some("XXI")));
        assert_eq!(old.stakes.map(|(a, b)| (a.hundredths, b.hundredths)), Some((600_000, 1_200_000)));
        assert_eq!(old.date, Some((2007, 10, 15, "10:46:46")));

        let mixed = "PokerStars Home Game Hand #99632033467: {Home Club} Tournament #743144019, 100+9 8-Game (Hold'em Limit) - Match Round I, Level II (20/40) - 2013/06/05 23:46:39 ET";
        let mixed = parse_header(mixed).expect("a mixed game");
        assert_eq!(
            (mixed.betting, mixed.stakes.map(|(a, b)| (a.hundredths, b.hundredths))),
            (StarsBetting::Fixed, Some((2000, 4000)))
        );

        let horse =
            parse_header("PokerStars Game #1: HORSE (Omaha Hi/Lo Limit, €2/€4) - 2009/01/02 3:04:05 ET")
                .expect("horse");
        assert_eq!((horse.game, horse.currency), (RecordedGame::OmahaHiLo, "EUR"));
        assert_eq!(horse.stakes.map(|(a, b)| (a.hundredths, b.hundredths)), Some((200, 400)));

        let capped =
            "PokerStars Game #1:  Hold'em No Limit ($0.25/$0.50 - $20 Cap -  USD) - 2010/01/02 3:04:05 ET";
        let capped = parse_header(capped).expect("a cap");
        assert_eq!((capped.cap.map(|cap| cap.hundredths), capped.currency), (Some(2000), "USD"));

        let play = parse_header("PokerStars Game #1: Hold'em No Limit (50/100) - 2009/01/02 3:04:05 ET")
            .expect("play money");
        assert_eq!((play.currency, play.stakes.expect("stakes").0.sign), ("", None));
    }

    #[test]
    fn a_game_that_is_not_known_is_said() {
        assert!(parse_header("PokerStars Hand #12:  Whist ($1/$2) - 2021/07/30 21:50:52 ET").is_err());
        assert!(parse_header("PokerStars Hand #1: Hold'em No Limit ($1/$2 - $0 Cap - USD)").is_err());
        assert!(parse_header("PokerStars Hand #: Hold'em No Limit ($1/$2)").is_err());
    }
}
