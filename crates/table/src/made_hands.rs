//! What the hands visible to a viewer make with the board, and the hands that pots were won with.

use std::fmt;

use cards::{Card, HandKind, HiddenCard, LowStrength, MadeHand, ShowdownMode, Strength};
use rulebook::rule;
use seating::{Seat, Seats};

use crate::event::{PotHalf, PotPart};
use crate::hand::{BoardNumber, Hand};
use crate::view::View;

/// What a hand visible to the viewer makes with a board, in whatever is played for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandOnBoard {
    /// The seat whose hand it is.
    pub seat: Seat,
    /// The board.
    pub board: BoardNumber,
    /// The high hand, where one is played for.
    pub high: Option<MadeHand>,
    /// The low hand, where one is played for and this hand qualifies.
    pub low: Option<MadeHand>,
}

/// The hand with which a player won a pot or half of one, where hands were compared for it; one for each
/// winner.
///
/// Displayed as a dealer would put it after "with": `two pair, kings and fours, ace kicker; beats jack
/// kicker`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningHand {
    /// The number of the pot; the main pot is 0.
    pub pot: u8,
    /// The board that decided.
    pub board: BoardNumber,
    /// All of what was played for on that board, or one half.
    pub half: PotHalf,
    /// The seat whose hand it is.
    pub seat: Seat,
    /// All seats that won: several where hands are equal.
    pub winners: Seats,
    /// The player's hand, with the side cards that decide between it and the best other hand shown for the
    /// pot; the high hand where the same players win both halves of a high/low pot.
    pub hand: MadeHand,
    /// The low hand that won a whole pot together with the high one.
    pub low: Option<MadeHand>,
    /// The best other hand shown for the pot, with the side cards by which it lost; `None` where there is no
    /// other, and where several players share.
    pub beaten: Option<MadeHand>,
}

impl WinningHand {
    /// The pot, or the part of it, that was won: what the fact of the award names.
    pub fn part(&self) -> PotPart {
        PotPart { pot: self.pot, board: self.board, half: self.half }
    }

    /// True when this is the hand with which a seat won this pot or part of one; how a display finds the hand
    /// for an award.
    pub fn is_for(&self, part: PotPart, seat: Seat) -> bool {
        self.part() == part && self.seat == seat
    }
}

impl fmt::Display for WinningHand {
    /// Words a [`WinningHand`] as its doc comment shows: for transcripts and the terminal; nothing parses it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.hand)?;
        if let Some(low) = &self.low {
            write!(f, ", low {low}")?;
        }
        match self.beaten.as_ref().and_then(MadeHand::deciding_words) {
            Some(beaten) => write!(f, "; beats {beaten}"),
            None => Ok(()),
        }
    }
}

impl View<'_> {
    /// The viewer's own hand and those turned up, with what they make on each board, complete or not: the
    /// first board comes first. Leaves out folded hands and cards that the viewer cannot see.
    pub fn hands_on_boards(&self) -> Vec<HandOnBoard> {
        let boards = self.boards().numbers().zip(self.boards().each());
        let live = || self.seats().filter(|seat| self.live_seats().contains(*seat));
        boards.flat_map(|board| live().filter_map(move |seat| self.hand_on_board(seat, board))).collect()
    }

    /// The hand that won each pot, from the hands that everybody saw; empty before the pots were formed. The
    /// same for every viewer.
    pub fn winning_hands(&self) -> Vec<WinningHand> {
        self.hand().winning_hands()
    }

    /// What a seat's hand makes with a board so far, if the viewer can see all of its cards; before the flop,
    /// the pair or high cards alone. `None` reveals nothing about a hidden hand.
    fn hand_on_board(
        &self,
        seat: Seat,
        (number, board): (BoardNumber, &[HiddenCard]),
    ) -> Option<HandOnBoard> {
        let (cards, count) = self.hole_cards(seat);
        let hole = HiddenCard::all_known(&cards[..count])?;
        if hole.is_empty() {
            return None;
        }
        let board: Vec<Card> = board.iter().map_while(|card| card.known_card()).collect();
        let house = self.house();
        let ranking = &house.ranking;
        let high = || ranking.best_high_hand(&hole, &board).or_else(|| ranking.partial_hand(&hole, &board));
        let low = || ranking.best_low_hand(&hole, &board);
        let (high, low) = match house.showdown.mode {
            ShowdownMode::High => (high(), None),
            ShowdownMode::Low => (None, low()),
            ShowdownMode::HighLow => (high(), low()),
        };
        Some(HandOnBoard { seat, board: number, high, low })
    }
}

/// A hand that was shown for a pot.
struct TabledHand {
    seat: Seat,
    hole: Vec<Card>,
    high: Option<Strength>,
    low: Option<LowStrength>,
}

/// The best of the hands shown for a pot, by a strength where greater wins: one entry for each player who has
/// it, because equal hands are made of different cards and one of them may hold the joker. The hand beaten is
/// filled in only for a single winner.
fn best_shown_hands<Worth: Copy + Ord>(
    part: PotPart,
    hands: &[&TabledHand],
    worth: impl Fn(&TabledHand) -> Option<Worth>,
    made: impl Fn(&[Card]) -> Option<MadeHand>,
) -> Vec<WinningHand> {
    let Some(best) = hands.iter().filter_map(|hand| worth(hand)).max() else { return Vec::new() };
    let won = || hands.iter().filter(|hand| worth(hand) == Some(best));
    let winners: Seats = won().map(|hand| hand.seat).collect();
    let others = hands.iter().filter(|other| worth(other).is_some_and(|worth| worth < best));
    let second = others.max_by_key(|other| worth(other)).filter(|_| winners.count() == 1);
    let second = second.and_then(|other| made(&other.hole));
    let won = won().filter_map(|shown| {
        let hand = made(&shown.hole)?;
        let (hand, beaten) = match &second {
            Some(other) => (hand.compared_with(other), Some(other.compared_with(&hand))),
            None => (hand, None),
        };
        let PotPart { pot, board, half } = part;
        Some(WinningHand { pot, board, half, seat: shown.seat, winners, hand, low: None, beaten })
    });
    won.collect()
}

impl Hand {
    /// The hand with which a seat won a pot or part of one; `None` where no hand was shown for it or nobody
    /// else could win it. It explains an award that is already decided, and decides none.
    pub fn winning_hand(&self, part: PotPart, seat: Seat) -> Option<WinningHand> {
        self.winning_hands().into_iter().find(|won| won.is_for(part, seat))
    }

    /// Whether a joker is in one of the equal hands that share a pot or part of one: in a high hand, and in a
    /// low hand. Chooses the rule that the shares cite.
    pub(crate) fn shared_with_the_joker(&self, part: PotPart) -> (bool, bool) {
        let hands = self.winning_hands().into_iter().filter(|won| won.part() == part);
        hands.fold((false, false), |(high, low), won| {
            let in_low = won.low.as_ref().is_some_and(|hand| hand.joker.is_some());
            match won.hand.kind {
                HandKind::High(_) => (high || won.hand.joker.is_some(), low || in_low),
                HandKind::Low(_) => (high, low || won.hand.joker.is_some()),
            }
        })
    }

    /// The winning hands of every pot that was formed: by pot with the main pot first, then by board, the
    /// high half before the low half. Only from hands shown to everybody; empty where the book compares no
    /// hands.
    fn winning_hands(&self) -> Vec<WinningHand> {
        if !self.house().has(rule::BEST_HAND_WINS) || self.pots_formed().is_empty() {
            return Vec::new();
        }
        let mut won = Vec::new();
        for (number, board) in self.boards().numbers().zip(self.boards().each()) {
            self.winning_hands_on_board(number, board, &mut won);
        }
        won.sort_by_key(|won| won.pot);
        won
    }

    /// Adds the winning hands on one board, for each pot that several players could win; nothing where the
    /// board is incomplete or unknown.
    fn winning_hands_on_board(&self, number: BoardNumber, board: &[HiddenCard], won: &mut Vec<WinningHand>) {
        let Some(board) = HiddenCard::all_known(board) else { return };
        if board.len() < usize::from(self.house().game.board_cards()) {
            return;
        }
        let ranking = &self.house().ranking;
        let shown: Vec<TabledHand> = self
            .live_seats()
            .iter()
            .filter(|seat| self.has_shown(*seat))
            .filter_map(|seat| {
                let hole = HiddenCard::all_known(self.hole_cards(seat))?;
                let high =
                    (self.house().showdown.mode != ShowdownMode::Low).then(|| ranking.high(&hole, &board));
                let low = ranking.low(&hole, &board);
                Some(TabledHand { seat, hole, high, low })
            })
            .collect();
        for (pot, eligible) in (0..).zip(self.pots_formed()).filter(|(_, eligible)| eligible.count() > 1) {
            let hands: Vec<&TabledHand> = shown.iter().filter(|hand| eligible.contains(hand.seat)).collect();
            let part = PotPart { pot, board: number, half: PotHalf::Whole };
            let high =
                best_shown_hands(part, &hands, |hand| hand.high, |hole| ranking.best_high_hand(hole, &board));
            let low =
                best_shown_hands(part, &hands, |hand| hand.low, |hole| ranking.best_low_hand(hole, &board));
            let winners = |hands: &[WinningHand]| hands.first().map(|won| won.winners);
            if high.is_empty() || low.is_empty() {
                won.extend(high.into_iter().chain(low));
            } else if winners(&high) == winners(&low) {
                let both = high.into_iter().zip(low);
                won.extend(both.map(|(high, low)| WinningHand { low: Some(low.hand), ..high }));
            } else {
                won.extend(high.into_iter().map(|won| WinningHand { half: PotHalf::High, ..won }));
                won.extend(low.into_iter().map(|won| WinningHand { half: PotHalf::Low, ..won }));
            }
        }
    }
}
