//! The chart of all starting hands as a picture (SVG).

use std::fmt::Write as _;

use ::odds::{StartingHand, UltimateDecision};

use super::analyse::Analysis;
use super::json::{chart, to_f64};
use super::{json, text};

/// The side of a cell, the margin around the chart, and the heights of its header and footer.
const CELL: usize = 58;
const EDGE: usize = 16;
const HEAD: usize = 64;
const FOOT: usize = 58;

/// How much more a bet of four times the ante is worth than a check, in antes, for a cell to have its full
/// colour.
const FULL_COLOUR_AT: f64 = 1.0;

/// The colours of no difference, of a bet and of a check.
const NEITHER: [f64; 3] = [246.0, 244.0, 238.0];
const BET: [f64; 3] = [20.0, 112.0, 82.0];
const CHECK: [f64; 3] = [196.0, 122.0, 46.0];

/// The colour of a cell, and of the text on it, by how much more a bet of four times the ante is worth than a
/// check, in antes; below 0 the check is better.
fn colours(beyond: f64) -> (String, &'static str) {
    let full = if beyond > 0.0 { BET } else { CHECK };
    // The square root makes small differences visible too.
    let share = (beyond.abs() / FULL_COLOUR_AT).min(1.0).sqrt();
    let mixed: Vec<String> = NEITHER
        .iter()
        .zip(full)
        .map(|(none, full)| format!("{:02x}", (none + (full - none) * share).round() as u8))
        .collect();
    let text = if share > 0.8 && beyond > 0.0 { "#ffffff" } else { "#1c1b19" };
    (format!("#{}", mixed.concat()), text)
}

/// Appends a cell of the chart with its upper left corner at `(x, y)`: the hand, the best decision and its
/// value in antes, and all values in a tooltip.
fn cell(picture: &mut String, hand: &StartingHand, (x, y): (usize, usize)) {
    let (fill, ink) = colours(to_f64(hand.four) - to_f64(hand.check));
    let best = text::best_in_words(hand);
    let short = match (json::best_decision(hand), hand.bet) {
        (_, some) if some != 0 && some != hand.combinations => format!("4x {some} of {}", hand.combinations),
        (UltimateDecision::Bet(times), _) => format!("{times}x"),
        (decision @ (UltimateDecision::Check | UltimateDecision::Fold), _) => decision.to_string(),
    };
    let value = hand.best.to_decimal(4);
    let [four, three, check] = [hand.four, hand.three, hand.check].map(|value| value.to_decimal(6));
    let (middle, name) = (x + CELL / 2, &hand.name);
    let _ = writeln!(
        picture,
        "<g><title>{name}: {best}; 4x {four}, 3x {three}, check {check}</title>\
         <rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"#ffffff\"/>\
         <text x=\"{middle}\" y=\"{}\" fill=\"{ink}\" font-size=\"16\" font-weight=\"700\">{name}</text>\
         <text x=\"{middle}\" y=\"{}\" fill=\"{ink}\" font-size=\"11\">{short}</text>\
         <text x=\"{middle}\" y=\"{}\" fill=\"{ink}\" font-size=\"10\">{value}</text></g>",
        y + 22,
        y + 37,
        y + 51
    );
}

/// The chart of --plot as SVG: aces at the top and on the left, suited hands above the diagonal of pairs.
pub(super) fn picture(analysis: &Analysis) -> String {
    let (side, hands) = (13 * CELL, &analysis.values.hands);
    let (width, height) = (side + 2 * EDGE, HEAD + side + FOOT);
    let title = escaped(&text::game(&analysis.rules));
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" font-family=\"system-ui, sans-serif\" text-anchor=\"middle\">\n\
         <title>{title}: what each starting hand wants</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"{EDGE}\" y=\"28\" font-size=\"15\" font-weight=\"700\" text-anchor=\"start\">{title}</text>\n\
         <text x=\"{EDGE}\" y=\"50\" font-size=\"13\" text-anchor=\"start\">{}; house edge {} of the ante</text>\n",
        escaped(&text::qualifies(&analysis.rules)),
        text::percent(analysis.values.house_edge()),
    );
    let rows: Vec<[String; 13]> = chart().collect();
    for (line, row) in rows.iter().rev().enumerate() {
        for (column, name) in row.iter().rev().enumerate() {
            if let Some(hand) = hands.iter().find(|hand| hand.name == *name) {
                cell(&mut picture, hand, (EDGE + column * CELL, HEAD + line * CELL));
            }
        }
    }
    let foot = HEAD + side;
    let _ = write!(
        picture,
        "<g font-size=\"12\" text-anchor=\"start\">\
         <rect x=\"{EDGE}\" y=\"{}\" width=\"14\" height=\"14\" fill=\"{}\"/>\
         <text x=\"{}\" y=\"{}\">bet four times the ante</text>\
         <rect x=\"{}\" y=\"{}\" width=\"14\" height=\"14\" fill=\"{}\"/>\
         <text x=\"{}\" y=\"{}\">check; the stronger the colour, the more it is worth beyond the other choice</text>\
         <text x=\"{EDGE}\" y=\"{}\">s: one suit, o: two suits; below, what the hand is worth in antes</text></g>\n</svg>\n",
        foot + 12,
        colours(FULL_COLOUR_AT).0,
        EDGE + 20,
        foot + 24,
        EDGE + 190,
        foot + 12,
        colours(-FULL_COLOUR_AT).0,
        EDGE + 210,
        foot + 24,
        foot + 44
    );
    picture
}

/// A text as the content of an element of the SVG, with `&`, `<` and `>` escaped; not meant for attributes.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
