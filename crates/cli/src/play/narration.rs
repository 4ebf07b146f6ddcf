//! Events in words. They are worded from the player's view, so nothing hidden can get into a line.

use cards::{Card, HiddenCard, ShowdownMode};
use rulebook::{Determination, Rule, readings, register};
use seating::Seat;
use table::view::View;
use table::{
    CardFact, ChipFact, ClockFact, CourseFact, Event, Fact, House, PostKind, PotFact, PotHalf, PotPart,
    StreetFact, TurnFact,
};

use super::screen::ScreenStyle;
use super::seat_names::SeatNames;

/// An event in words.
#[derive(Clone, Debug)]
pub struct NarratedEvent {
    /// The sentence.
    pub text: String,
    /// The rule behind it.
    pub rule: Rule,
    /// Printed at once; other events are only in the log.
    pub aloud: bool,
    /// Part of the result of the hand.
    pub result: bool,
}

/// Narrates the events of one hand.
pub struct Narrator<'a> {
    /// The names of the players.
    pub names: SeatNames,
    /// How cards look.
    pub style: ScreenStyle,
    /// The rules of the table.
    pub house: &'a House,
    /// How many pots this hand has so far.
    pub pots: u8,
}

impl Narrator<'_> {
    /// Puts an event into words for the player. The event must have passed through `visible_event` for the
    /// player's seat; `view` is that seat's view after it. Call it for every event of a hand in order, since
    /// it counts the pots.
    pub fn narrate(&mut self, event: &Event, view: &View<'_>) -> NarratedEvent {
        let people = self.names;
        let does = |seat: Seat, verb: &str| people.with_verb(seat, verb);
        let all = |all_in: bool| if all_in { ", all-in" } else { "" };
        let (mut aloud, mut result) = (true, false);
        let text = match event.what {
            Fact::Course(CourseFact::Opened(_)) => {
                aloud = false;
                "the hand begins".to_owned()
            }
            Fact::Cards(CardFact::Shuffled { .. }) => {
                aloud = false;
                "the deck is shuffled".to_owned()
            }
            Fact::Cards(CardFact::Cut { after }) => {
                aloud = false;
                format!("the deck is cut after card {after}")
            }
            Fact::Clock(ClockFact::ClockCalled { seat, seconds }) => {
                format!("the clock is on {}: {seconds} seconds", people.name(seat))
            }
            Fact::Clock(ClockFact::TimeRanOut { seat }) => format!("{} out of time", does(seat, "run")),
            Fact::Course(CourseFact::Voided { reason, .. }) => {
                result = true;
                format!("the hand is void: {}", reason.word())
            }
            Fact::Chips(ChipFact::Refunded { seat, amount }) => {
                result = true;
                format!("{amount} goes back to {}", people.name(seat))
            }
            Fact::Chips(ChipFact::Posted { seat, kind, amount, all_in }) => {
                let what = match kind {
                    PostKind::Ante => "the ante".to_owned(),
                    PostKind::Dead => "dead".to_owned(),
                    PostKind::Blind(at) => self.blind_name(at).to_owned(),
                    PostKind::OverBlind => format!("the {}", self.house.stakes.over_blind_word),
                    PostKind::Live => "live".to_owned(),
                };
                format!("{} {what}, {amount}{}", does(seat, "post"), all(all_in))
            }
            Fact::Cards(CardFact::HoleDealt { seat, card }) if people.is_me(seat) => {
                let (cards, count) = view.hole_cards(seat);
                aloud = count == usize::from(self.house.game.hole_cards);
                if aloud {
                    format!("your cards: {}", self.style.cards(&cards[..count]))
                } else {
                    format!("a card to you: {}", self.style.card(card))
                }
            }
            Fact::Cards(CardFact::HoleDealt { seat, card }) => {
                aloud = false;
                format!("a card to {}: {}", people.name(seat), self.style.card(card))
            }
            Fact::Cards(CardFact::Burned { .. }) => {
                aloud = false;
                "a card is burned".to_owned()
            }
            Fact::Cards(CardFact::BoardDealt { card, board: number, .. }) => {
                let (board, whole) = (view.boards().get(number), usize::from(self.house.game.board_cards()));
                // A street is printed once its last card is out.
                let ends: Vec<usize> = self
                    .house
                    .game
                    .board
                    .iter()
                    .scan(0, |sum, cards| {
                        *sum += usize::from(*cards);
                        Some(*sum)
                    })
                    .collect();
                aloud = ends.contains(&board.len());
                let street = match (board.len(), whole) {
                    (3, 5) => "flop",
                    (4, 5) => "turn",
                    (5, 5) => "river",
                    _ => "board",
                };
                let again = if number.is_first() { String::new() } else { format!(" of {number}") };
                if aloud {
                    // When nobody could bet any more, the pot has already been awarded by the last card.
                    let pot = view.pot();
                    let pot = if pot.is_zero() { String::new() } else { format!("   (pot {pot})") };
                    format!("{street}{again}   {}{pot}", self.style.cards(board))
                } else {
                    format!("a board card{again}: {}", self.style.card(card))
                }
            }
            Fact::Street(StreetFact::BettingOpened { seat, .. }) => {
                aloud = false;
                format!("betting begins with {}", people.name(seat))
            }
            Fact::Street(StreetFact::BettingSkipped { .. }) => {
                aloud = false;
                "nobody can bet".to_owned()
            }
            Fact::Turn(TurnFact::Folded { seat }) => does(seat, "fold"),
            Fact::Turn(TurnFact::Checked { seat, stands }) => {
                does(seat, if stands { "stand" } else { "check" })
            }
            Fact::Turn(TurnFact::Called { seat, amount, all_in }) => {
                format!("{} {amount}{}", does(seat, "call"), all(all_in))
            }
            Fact::Turn(TurnFact::Bet { seat, to, all_in, .. }) => {
                format!("{} {to}{}", does(seat, "bet"), all(all_in))
            }
            Fact::Turn(TurnFact::Raised { seat, to, all_in, .. }) => {
                format!("{} to {to}{}", does(seat, "raise"), all(all_in))
            }
            Fact::Street(StreetFact::BettingClosed { .. }) => {
                aloud = false;
                "betting ends".to_owned()
            }
            Fact::Chips(ChipFact::Returned { seat, amount }) => {
                result = true;
                format!("{amount} that nobody called goes back to {}", people.name(seat))
            }
            Fact::Street(StreetFact::HandsTabled { .. }) => {
                "nobody can bet any more: hands are turned up".to_owned()
            }
            Fact::Street(StreetFact::ShowdownOpened { first, .. }) => {
                aloud = false;
                format!("showdown, {} first", people.name(first))
            }
            Fact::Cards(CardFact::Shown { seat, cards }) => {
                let shown = &cards[..usize::from(self.house.game.hole_cards)];
                let names: Vec<String> =
                    view.boards().each().filter_map(|board| self.hand_name(shown, board)).collect();
                let named =
                    if names.is_empty() { String::new() } else { format!(", {}", names.join(" and ")) };
                format!("{} {}{named}", does(seat, "show"), self.style.cards(shown))
            }
            Fact::Cards(CardFact::CardsShown { seat, cards }) => {
                let shown: Vec<String> =
                    cards.iter().filter_map(|card| card.known_card()).map(|card| card.to_string()).collect();
                format!("{} {}", does(seat, "show"), shown.join(" "))
            }
            Fact::Cards(CardFact::Mucked { seat }) => format!("{} unseen", does(seat, "muck")),
            Fact::Pots(PotFact::PotFormed { pot, amount, .. }) => {
                self.pots = pot + 1;
                aloud = pot > 0;
                format!("{} of {amount}", if pot == 0 { "main pot" } else { "side pot" })
            }
            Fact::Pots(PotFact::CommissionTaken { pot, amount, short_of_due }) => {
                result = true;
                let short = if short_of_due { ", less than is due" } else { "" };
                format!("the house takes {amount} from {}{short}", self.pot_name(pot, PotHalf::Whole))
            }
            Fact::Pots(PotFact::CommissionCapped { due, taken }) => {
                aloud = false;
                format!("a commission of {due} is limited to {taken}")
            }
            Fact::Pots(PotFact::NoCommission { reason, .. }) => {
                aloud = false;
                format!("the house takes nothing: {}", reason.words())
            }
            Fact::Pots(PotFact::Awarded { seat, amount, .. }) if amount.is_zero() => {
                result = true;
                format!("{} the hand; nothing was in the pot", does(seat, "win"))
            }
            Fact::Pots(PotFact::Awarded { pot, board, half, seat, amount }) => {
                result = true;
                let several = view.boards().count() > 1;
                let of_board = if several { format!(" on {board}") } else { String::new() };
                let from = self.pot_name(pot, half) + &of_board;
                let shared = [
                    rulebook::rule::EQUAL_HANDS_SHARE,
                    rulebook::rule::EQUAL_HANDS_SHARE_WITH_A_JOKER,
                    rulebook::rule::EQUAL_LOW_HANDS_SHARE_WITH_A_JOKER,
                ];
                let words = if shared.contains(&event.rule) {
                    format!("{} {from} with {amount}", does(seat, "share"))
                } else if self.pots < 2 && half == PotHalf::Whole && !several {
                    format!("{} {amount}", does(seat, "win"))
                } else {
                    format!("{} {amount} from {from}", does(seat, "win"))
                };
                let part = PotPart { pot, board, half };
                let won = view.winning_hands().into_iter().find(|won| won.is_for(part, seat));
                words + &won.map_or(String::new(), |won| format!(": {won}"))
            }
            Fact::Pots(PotFact::OddChips { seat, amount, .. }) => {
                result = true;
                format!("{amount} that cannot be shared goes to {}", people.name(seat))
            }
            Fact::Course(CourseFact::Closed) => {
                aloud = false;
                "the hand is over".to_owned()
            }
        };
        NarratedEvent { text, rule: event.rule, aloud, result }
    }

    /// The name of a blind by its place from the button, from 0, and by how many blinds the table has.
    fn blind_name(&self, at: u8) -> &'static str {
        match (at, self.house.stakes.blinds.len()) {
            (_, 1) => "the blind",
            (0, 2) => "the small blind",
            (1, 2) => "the big blind",
            (0, _) => "the first blind",
            (1, _) => "the second blind",
            _ => "the third blind",
        }
    }

    /// The name of a pot, 0 being the main pot, by how many there are so far, and of its half where high and
    /// low share it.
    fn pot_name(&self, pot: u8, half: PotHalf) -> String {
        let pot = match (pot, self.pots) {
            (_, 0 | 1) => "the pot",
            (0, _) => "the main pot",
            (_, 2) => "the side pot",
            _ => "a side pot",
        };
        match half {
            PotHalf::Whole => pot.to_owned(),
            PotHalf::High => format!("the high half of {pot}"),
            PotHalf::Low => format!("the low half of {pot}"),
        }
    }

    /// The name of the best hand, as it counts in the game (high, low or both); `None` if a card is hidden or
    /// the board is not complete.
    fn hand_name(&self, hole: &[HiddenCard], board: &[HiddenCard]) -> Option<String> {
        let known =
            |cards: &[HiddenCard]| cards.iter().map(|card| card.known_card()).collect::<Option<Vec<Card>>>();
        let (hole, board) = (known(hole)?, known(board)?);
        if board.len() < usize::from(self.house.game.board_cards()) {
            return None;
        }
        let ranking = &self.house.ranking;
        let (high, low) = (ranking.best_high_hand(&hole, &board), ranking.best_low_hand(&hole, &board));
        match (ranking.choice().mode, high, low) {
            (ShowdownMode::Low, _, low) => low.map(|low| low.to_string()),
            (ShowdownMode::HighLow, Some(high), Some(low)) => Some(format!("{high}, low {low}")),
            (ShowdownMode::High | ShowdownMode::HighLow, high, _) => high.map(|high| high.to_string()),
        }
    }
}

/// The rule behind a refusal or result, and what its clauses and readings in the book say; indented lines for
/// `why`.
pub fn explanation(determined: &Determination, rule: Rule) -> String {
    let mut text = format!("    {}: {}", rule.name(), rule.sentence());
    let ids = determined.cites(rule);
    if ids.is_empty() {
        text.push_str(&format!("\n    {} has no document behind this rule", determined.book().title()));
    }
    for row in ids.iter().filter_map(|id| register::row(id)) {
        text.push_str(&format!("\n    {} ({}): {}", row.id, row.title, row.summary));
    }
    for reading in ids.iter().filter_map(|id| readings::find(id)) {
        text.push_str(&format!("\n    {} ({}): {}", reading.id, reading.title, reading.decision));
    }
    text
}
