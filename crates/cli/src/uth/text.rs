//! Results for people, and the sentences that say what was analysed.

use std::fmt::Write as _;

use ::odds::{DealerQualifier, Fraction, PayTable, PlayWager, StartingHand, UltimateRules};
use cards::{Ace, Card, Category};

use super::advise::{AdvisedPosition, stage_text};
use super::analyse::Analysis;
use super::json::best_decision;

pub(super) const PLAY: &str =
    "even money on a win or a loss, pushes on a tie, whether or not the dealer qualifies";
pub(super) const FOLD: &str =
    "loses ante and blind; it may be done at every decision and is best at the river alone, if at all";
pub(super) const TIES: &str = "a bet is counted only where it is worth more than the other choice";

/// How many decimals people are shown; the rest is truncated.
const SHOWN_DECIMALS: usize = 6;

/// A whole number, not negative, with a comma between thousands, for text that people read; never for JSON or
/// CSV.
pub(super) fn grouped(number: impl ToString) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && at % 3 == first {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// An exact fraction in lowest terms, for text and the par sheet: `-1/2`, `3`.
pub(super) fn exact_text(value: Fraction) -> String {
    match value.denominator() {
        1 => value.numerator().to_string(),
        denominator => format!("{}/{denominator}", value.numerator()),
    }
}

/// A share as a percentage with a percent sign, `SHOWN_DECIMALS` decimals and the rest cut off.
pub(super) fn percent(value: Fraction) -> String {
    format!("{}%", Fraction::new(value.numerator() * 100, value.denominator()).to_decimal(SHOWN_DECIMALS))
}

/// A kind of hand in words, such as `two pairs`, from its stored name.
pub(super) fn category_text(kind: Category) -> String {
    kind.name().replace('_', " ")
}

/// Cards for text and JSON, in the notation that they are read in (`As Kd`), separated by spaces.
pub(super) fn card_words(cards: impl Iterator<Item = Card>) -> String {
    cards.map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
}

/// The game and its deck, for headings; names NI2019-212 only if all rules are those.
pub(super) fn game(rules: &UltimateRules) -> String {
    let under = if *rules == UltimateRules::default() { " under NI2019-212" } else { "" };
    format!("Ultimate Texas Hold'em{under} with {}", deck(rules))
}

/// What was analysed: the heading of the text and of the par sheet, and `what` in JSON.
pub(super) fn title(rules: &UltimateRules) -> String {
    format!("{}, one player who plays best against the dealer", game(rules))
}

/// The deck in words: how many cards, which are missing, and whether the ace is high only.
pub(super) fn deck(rules: &UltimateRules) -> String {
    let mut text = format!("{} cards", rules.order.deck.count());
    if !rules.missing.is_empty() {
        let _ = write!(text, " without {}", card_words(missing(rules)));
    }
    if rules.order.ace == Ace::High {
        text.push_str(", the ace high only");
    }
    text
}

/// The cards missing from the deck, in the order of their indices; none in the game as it is dealt.
pub(super) fn missing(rules: &UltimateRules) -> impl Iterator<Item = Card> {
    let missing = rules.missing;
    (0..52).filter_map(Card::from_index).filter(move |card| missing.contains(*card))
}

/// The hands with which the dealer qualifies, as a clause of a sentence, by the rules that were given.
pub(super) fn qualifies(rules: &UltimateRules) -> String {
    match rules.dealer_qualifies {
        DealerQualifier::Always => "the dealer qualifies with every hand".to_owned(),
        DealerQualifier::Kind(least) => {
            format!(
                "the dealer qualifies with {} or better",
                category_text(least).replace("one pair", "a pair")
            )
        }
        DealerQualifier::Hand(hand) => {
            format!("the dealer qualifies with {} or better", card_words(hand.into_iter()))
        }
    }
}

/// How the ante is settled, in a sentence for the text, the par sheet and `rules_read` in JSON.
pub(super) fn ante(rules: &UltimateRules) -> String {
    let settled = "even money on a win or a loss, pushes on a tie";
    match rules.dealer_qualifies {
        DealerQualifier::Always => settled.to_owned(),
        DealerQualifier::Kind(_) | DealerQualifier::Hand(_) => {
            format!("{}; where the dealer does not qualify it pushes, otherwise {settled}", qualifies(rules))
        }
    }
}

/// The odds that a pay table pays to one, highest hand first; `nothing` if it pays none.
pub(super) fn odds(table: &PayTable) -> String {
    let odds: Vec<String> =
        table.paid().map(|(paid, odds)| format!("{} {odds}", category_text(paid))).collect();
    if odds.is_empty() { "nothing".to_owned() } else { odds.join(", ") }
}

/// How the blind wager is settled, in a sentence for the text, the par sheet and `rules_read` in JSON.
pub(super) fn blind(rules: &UltimateRules) -> String {
    format!(
        "pays to one on a win: {}; pushes on a win with any other hand and on a tie, loses to a higher hand",
        odds(&rules.blind)
    )
}

/// How the trips wager is settled, also after a fold (UT-A01), in a sentence for the text, the par sheet and
/// JSON.
pub(super) fn trips(rules: &UltimateRules) -> String {
    let fold = if rules.trips_survives_fold {
        "settled on the cards after a fold as well"
    } else {
        "lost with a fold (UT-A01)"
    };
    format!("pays to one on the player's own hand: {}; loses with any other hand; {fold}", odds(&rules.trips))
}

/// The answer of `advise` for people: the value of each choice in antes, best first, and at the river the
/// dealer's hands that are beaten, tied and lost to.
pub(super) fn position(position: &AdvisedPosition) -> String {
    let AdvisedPosition { hole, board, advice } = position;
    let on =
        if board.is_empty() { String::new() } else { format!(" on {}", card_words(board.iter().copied())) };
    let mut text = format!("{}{on}, {}\n", card_words(hole.iter().copied()), stage_text(advice.stage));
    if let Some(against) = advice.matchup {
        let [without, with] = against.won;
        let [lost_without, lost_with] = against.lost;
        let _ = writeln!(
            text,
            "{}: beats {} of the dealer's hands ({without} do not qualify), ties {}, loses to {} ({lost_without} do not qualify)",
            category_text(against.kind),
            without + with,
            against.tied,
            lost_without + lost_with
        );
    }
    let mut choices = advice.choices.clone();
    choices.sort_by_key(|choice| (std::cmp::Reverse(choice.value), choice.decision != advice.best));
    for choice in choices {
        let mark = if choice.decision == advice.best { "  <- best" } else { "" };
        let (decision, value) = (choice.decision.to_string(), choice.value);
        let _ = writeln!(
            text,
            "  {decision:<7} {:>10} = {}{mark}",
            value.to_decimal(SHOWN_DECIMALS),
            exact_text(value)
        );
    }
    text.push_str("values in antes: what ante, blind and play win on average\n");
    text
}

/// Lines with the name of a figure and its value.
pub(super) type FigureLines = Vec<(String, String)>;

/// The figures of the whole game for people, each with its name, in the order in which they are printed.
pub(super) fn figures(analysis: &Analysis) -> FigureLines {
    let Analysis { values, outcomes, .. } = analysis;
    let antes =
        |value: Fraction| format!("{} antes = {}", value.to_decimal(SHOWN_DECIMALS + 4), exact_text(value));
    let deals = |part: u64| {
        format!("{} ({} deals)", percent(Fraction::new(part.into(), values.deals as i128)), grouped(part))
    };
    let root = |variance| super::json::to_f64(variance).sqrt();
    let mut lines = vec![
        ("deals", grouped(values.deals)),
        ("value", antes(values.value)),
        ("house edge", format!("{} of the ante", percent(values.house_edge()))),
        ("mean wager", antes(outcomes.mean_wager)),
        ("element of risk", format!("{} of all that is wagered", percent(outcomes.element_of_risk))),
        ("variance", format!("{} antes squared", outcomes.variance.to_decimal(SHOWN_DECIMALS + 4))),
        ("standard deviation", format!("{:.6} antes", root(outcomes.variance))),
    ];
    for (play, settled) in PlayWager::ALL.into_iter().zip(&outcomes.by_wager) {
        let name = match play {
            PlayWager::Four => "bet 4x before the flop",
            PlayWager::Two => "bet 2x after the flop",
            PlayWager::One => "bet 1x at the river",
        };
        lines.push((name, deals(settled.deals())));
    }
    lines.push(("fold at the river", deals(outcomes.folded)));
    lines.push(("trips wager", format!("{} = {}", percent(values.trips), exact_text(values.trips))));
    lines.push(("trips wager's deviation", format!("{:.6}", root(values.trips_variance))));
    if !analysis.rules.trips_survives_fold {
        lines.push((
            "value beside trips",
            format!("{}, where no hand that wins trips is folded", antes(values.with_trips.value)),
        ));
    }
    lines.into_iter().map(|(name, what)| (name.to_owned(), what)).collect()
}

/// The best decision with a starting hand, in words. With cards missing from the deck it may be a bet for
/// some combinations only.
pub(super) fn best_in_words(hand: &StartingHand) -> String {
    if hand.bet != 0 && hand.bet != hand.combinations {
        return format!("bet 4x with {} of {}", hand.bet, hand.combinations);
    }
    best_decision(hand).to_string()
}

/// The answer of `analyse` for people: rules, figures, every net result, and every starting hand.
pub(super) fn analysis(analysis: &Analysis) -> String {
    let Analysis { rules, values, outcomes } = analysis;
    let mut text = format!("{}\n", title(rules));
    let _ = writeln!(text, "  ante   {}", ante(rules));
    let _ = writeln!(text, "  blind  {}", blind(rules));
    let _ = writeln!(text, "  trips  {}\n", trips(rules));
    for (name, what) in figures(analysis) {
        let _ = writeln!(text, "{name:<24} {what}");
    }
    let _ = writeln!(text, "\n{:>10} {:>22} {:>12}", "net antes", "deals", "share");
    for (net, count) in &outcomes.results {
        let share = percent(Fraction::new((*count).into(), values.deals as i128));
        let _ = writeln!(text, "{:>10} {:>22} {share:>12}", exact_text(*net), grouped(count));
    }
    let _ = writeln!(text, "\n{:<5} {:>12} {:>12} {:>12}  best", "hand", "4x", "3x", "check");
    for hand in &values.hands {
        let [four, three, check] =
            [hand.four, hand.three, hand.check].map(|value| value.to_decimal(SHOWN_DECIMALS));
        let _ =
            writeln!(text, "{:<5} {four:>12} {three:>12} {check:>12}  {}", hand.name, best_in_words(hand));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(990), "990");
        assert_eq!(grouped(27_813_810_024_000u64), "27,813,810,024,000");
    }
}
