//! Draws the table: with suits and colour on a terminal, in plain letters elsewhere.

use std::fmt::Write as _;

use cards::{Card, HiddenCard, Suit};
use chips::Chips;
use table::view::View;
use table::{Limit, Menu, RaiseMenu, Table};

use super::seat_names::SeatNames;

/// What drawing may use.
#[derive(Clone, Copy, Debug)]
pub struct ScreenStyle {
    /// Symbols for suits and lines.
    pub symbols: bool,
    /// Colour and weight.
    pub colour: bool,
}

impl ScreenStyle {
    /// A text in a colour or weight, by its ANSI code; unchanged where colours are off (a pipe, NO_COLOR).
    /// All colour of `play` comes from here.
    fn paint(self, code: &str, text: &str) -> String {
        if self.colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// Marks what matters most: titles, keys, results. Bold on a terminal, nothing elsewhere.
    pub fn strong(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// Marks what matters less, such as clauses. Dim on a terminal, nothing elsewhere.
    pub fn faint(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// A card as the player may see it: `??` if it is hidden, with a suit symbol and colour on a terminal.
    pub fn card(self, hidden: HiddenCard) -> String {
        let Some(card) = hidden.known_card() else { return self.faint("??") };
        let text = self.face_up(card);
        match card.suit() {
            Some(Suit::Hearts | Suit::Diamonds) => self.paint("1;31", &text),
            Some(Suit::Clubs | Suit::Spades) | None => self.paint("1", &text),
        }
    }

    /// A known card without colour: `A♠` on a terminal, `As` in plain text, which commands and other programs
    /// read.
    fn face_up(self, card: Card) -> String {
        match (card.rank(), card.suit()) {
            (Some(rank), Some(suit)) if self.symbols => {
                let symbol = match suit {
                    Suit::Clubs => '♣',
                    Suit::Diamonds => '♦',
                    Suit::Hearts => '♥',
                    Suit::Spades => '♠',
                };
                format!("{}{symbol}", rank.letter())
            }
            _ => card.to_string(),
        }
    }

    /// Cards as [`ScreenStyle::card`] words them, in the order given, separated by spaces.
    pub fn cards(self, cards: &[HiddenCard]) -> String {
        cards.iter().map(|card| self.card(*card)).collect::<Vec<_>>().join(" ")
    }

    /// A rule across the screen with a title, to head each hand; 72 columns wide whatever the title, so that
    /// it is never folded.
    pub fn ruled_line(self, title: &str) -> String {
        const WIDTH: usize = 72;
        let (line, space) = if self.symbols { ("─", " ") } else { ("-", " ") };
        let rest = WIDTH.saturating_sub(title.chars().count() + 4);
        let text = format!("{}{space}", line.repeat(2));
        format!(
            "{}{}{}",
            self.faint(&text),
            self.strong(title),
            self.faint(&format!(" {}", line.repeat(rest)))
        )
    }
}

/// The table as the view's seat may see it: pot and boards, then a line for each chair in order of seats.
/// Cards come from the view only, never from the table, which knows them all.
pub fn table_text(look: ScreenStyle, table: &Table, view: &View<'_>, people: &SeatNames) -> String {
    let mut text = String::new();
    let cards = |board: &[_]| if board.is_empty() { look.faint("no board yet") } else { look.cards(board) };
    let boards: Vec<String> = view.boards().each().map(cards).collect();
    // Writing into a string cannot fail.
    let _ = writeln!(text, "   pot {}   {}", look.strong(&view.pot().to_string()), boards.join("   "));
    for (seat, chair) in table.chairs() {
        let dealt_in = view.seats().any(|dealt| dealt == seat);
        let live = view.live_seats().contains(seat);
        let button = if view.button() == seat { "D" } else { " " };
        let turn = if view.turn() == Some(seat) { if look.symbols { "▸" } else { ">" } } else { " " };
        let name = format!("{:<9}", people.name(seat));
        let name = if people.is_me(seat) { look.strong(&name) } else { name };
        let stack = if dealt_in { view.stack(seat) } else { chair.stack };
        let bet = view.in_round(seat);
        let bet = if bet.is_zero() { String::new() } else { bet.to_string() };
        let (cards, count) = view.hole_cards(seat);
        let state = match (dealt_in, live) {
            (false, _) => look.faint("not dealt in"),
            (true, false) => look.faint("folded"),
            (true, true) if view.is_all_in(seat) => format!("{}  all-in", look.cards(&cards[..count])),
            (true, true) => look.cards(&cards[..count]),
        };
        let line = format!(" {turn} {button} {:>2}  {name} {stack:>7}  {bet:>7}   {state}", seat.number());
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// What the seat on turn may do, with the keys that [`super::commands::parse_command`] reads: `f fold, c call
/// 2, r 6 raise to 6..198, a all-in`. Raises are totals for the street; `stack` tells whether a call is
/// all-in.
pub fn menu_text(look: ScreenStyle, menu: &Menu, stack: Chips) -> String {
    let mut items = Vec::new();
    let key = |key: &str, words: &str| format!("{} {words}", look.strong(key));
    if menu.fold {
        items.push(key("f", "fold"));
    }
    if menu.check {
        items.push(key("c", if menu.stands { "stand" } else { "check" }));
    }
    if let Some(amount) = menu.call {
        let all = if amount == stack { ", all-in" } else { "" };
        items.push(key("c", &format!("call {amount}{all}")));
    }
    if let Some(amount) = menu.call_and_fold {
        items.push(key("p", &format!("pay {amount} and fold")));
    }
    if let Some(raise) = menu.raise {
        let (letter, word) = if raise.is_bet { ("b", "bet") } else { ("r", "raise to") };
        if raise.least == raise.most {
            items.push(key(letter, &format!("{word} {}", raise.most)));
        } else {
            let example = format!("{letter} {}", raise.least);
            items.push(key(&example, &format!("{word} {}..{}", raise.least, raise.most)));
        }
        if raise.allows(raise.all_in) {
            items.push(key("a", "all-in"));
        }
    }
    items.join(", ")
}

/// The total nearest to `wanted` that the menu allows, in chips, for bets sized by the pot: rounded down to
/// the betting unit, and within least and most.
pub fn fit_raise(raise: &RaiseMenu, wanted: Chips) -> Chips {
    let to = wanted.floor_to(raise.unit).max(raise.least).min(raise.most);
    if raise.allows(to) { to } else { raise.least }
}

/// The limit and the forced bets in a few words, for the heading and `rules`: `no limit, blinds 1/2`.
pub fn stakes_text(house: &table::House) -> String {
    let bounds = &house.stakes.bets[..usize::from(house.game.rounds())];
    let (first, last) = (bounds[0], bounds[bounds.len() - 1]);
    let limit = match house.betting.limit {
        Limit::NoLimit => "no limit".to_owned(),
        Limit::FullPot => "pot limit".to_owned(),
        Limit::HalfPot => "half pot limit".to_owned(),
        Limit::Double => "double limit".to_owned(),
        Limit::Fixed if first.smallest == last.smallest => format!("fixed limit {}", first.smallest),
        Limit::Fixed => format!("fixed limit {}/{}", first.smallest, last.smallest),
        Limit::Spread => match first.largest {
            Some(most) => format!("spread limit {} to {most}", first.smallest),
            None => format!("spread limit from {}", first.smallest),
        },
    };
    let blinds: Vec<String> = house.stakes.blinds.iter().map(ToString::to_string).collect();
    let forced = match (house.stakes.bomb_pot, house.stakes.antes) {
        (Some(amount), _) => format!("bomb pots of {amount}"),
        (None, table::Antes::Off) => format!("blinds {}", blinds.join("/")),
        (None, table::Antes::EachPlayer(ante)) if blinds.is_empty() => format!("ante {ante}"),
        (None, table::Antes::EachPlayer(ante)) => format!("blinds {}, ante {ante}", blinds.join("/")),
        (None, table::Antes::BigBlind(ante)) => format!("blinds {}, one ante of {ante}", blinds.join("/")),
    };
    format!("{limit}, {forced}")
}
