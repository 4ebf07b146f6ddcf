//! Who wins which pot, what the house takes, and how pots are shared between boards, halves and equal hands.

use std::cmp::Reverse;
use std::num::NonZeroU8;
use std::sync::Arc;

use cards::{Card, Rank, ShowdownMode, Used};
use chips::Chips;
use rulebook::{Rule, rule};
use seating::{MAX_SEATS, Seat, Seats};

use crate::event::{CourseFact, PotFact, PotHalf, PotPart};
use crate::hand::{BoardNumber, Hand, HandDraft, MAX_BOARDS, PlayerIndex};
use crate::house::{OddChip, OddChipTie};
use crate::pots::Pot;
use crate::showdown::{Showdown, Worth};

/// Who wins a pot on one board, one bit per place: `high` for the high hands (in low ball the low hands),
/// `low` for the qualifying low hands in high/low.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct PotWinners {
    high: u32,
    low: u32,
}

/// Who wins a pot, board by board.
type WinnersByBoard = [PotWinners; MAX_BOARDS];

impl PotWinners {
    /// The winners on each board of a contested pot, board by board in order. In an uncontested pot its only
    /// player wins on every board.
    fn by_board(hand: &Hand, pot: &Pot, showdown: Option<&Showdown>) -> WinnersByBoard {
        let mut won = WinnersByBoard::default();
        for (won, board) in won.iter_mut().zip(hand.boards().numbers()) {
            let worth = |place| showdown.map(|showdown| showdown.worth(board, place)).unwrap_or_default();
            *won = PotWinners::by_worth(hand, pot, worth);
        }
        won
    }

    /// The winners of a pot by these hand strengths; a mucked hand wins only if every hand in the pot was
    /// mucked. Unknown hands are worth the least, and every pot has a winner.
    fn by_worth(hand: &Hand, pot: &Pot, worth: impl Fn(PlayerIndex) -> Worth) -> PotWinners {
        let count = hand.players().len();
        let mut open = (0..count)
            .filter(|place| pot.has(*place) && !hand.players()[*place].mucked)
            .fold(0u32, |open, place| open | 1 << place);
        if open == 0 {
            // Everybody in the pot mucked: the last to muck had already won it when the one before mucked.
            let last = (0..count).filter(|place| pot.has(*place));
            open = last.max_by_key(|place| hand.players()[*place].muck_order).map_or(0, |place| 1 << place);
        }
        let places = || (0..count).filter(|place| open >> place & 1 == 1);
        if !hand.house().has(rule::BEST_HAND_WINS) {
            return PotWinners { high: places().fold(0, |won, place| won | 1 << place), low: 0 };
        }
        let best_high = places().map(|place| worth(place).high).max().flatten();
        let best_low = places().map(|place| worth(place).low).max().flatten();
        let mut won = PotWinners::default();
        for place in places() {
            won.high |= u32::from(worth(place).high == best_high) << place;
            won.low |= u32::from(best_low.is_some() && worth(place).low == best_low) << place;
        }
        match hand.house().showdown.mode {
            ShowdownMode::High => PotWinners { low: 0, ..won },
            // The last player left has shown nothing, so has no low hand, and is the only one still in the
            // pot.
            ShowdownMode::Low => PotWinners { high: if won.low == 0 { won.high } else { won.low }, low: 0 },
            ShowdownMode::HighLow => won,
        }
    }

    /// True when the pot is paid undivided, not in high and low halves: no low hand qualifies, or the same
    /// players win both ways (AMB-032).
    fn is_whole(self) -> bool {
        self.low == 0 || self.low == self.high
    }

    /// The players who share the undivided pot with equal hands, one bit per place; nobody when it is split
    /// into halves.
    fn undivided_winners(self) -> u32 {
        if self.is_whole() { self.high } else { 0 }
    }

    /// The players whose hands are equal on every board, one bit per place; commission may exempt a pot that
    /// only they paid into.
    fn equal_on_every_board(hand: &Hand, won: &WinnersByBoard) -> u32 {
        hand.boards().numbers().fold(u32::MAX, |equal, board| equal & won[board.index()].undivided_winners())
    }

    /// Everybody who wins any part of the pot, one bit per place: nobody else may get a share that a record
    /// states.
    fn any_winner(won: &WinnersByBoard) -> u32 {
        won.iter().fold(0, |all, won| all | won.high | won.low)
    }
}

impl HandDraft<'_> {
    /// Forms the pots, takes commission, pays the winners and closes the hand. Everything put in is paid to
    /// players or the house, to the chip. Called once, when one player is left or all hands were shown or
    /// mucked.
    pub fn settle(&mut self) {
        if self.hand.pot().is_zero() {
            return self.settle_without_a_pot();
        }
        let contested = self.hand.live_count() > 1;
        let showdown = self.hand.showdown().filter(|_| contested);
        let pots = showdown.map_or_else(|| self.hand.undivided_pot(), |showdown| showdown.pots);
        let pots = pots.as_slice();
        let mut won = [WinnersByBoard::default(); MAX_SEATS];
        let mut equal = [0; MAX_SEATS];
        for ((won, equal), pot) in won.iter_mut().zip(&mut equal).zip(pots) {
            *won = PotWinners::by_board(self.hand, pot, showdown);
            *equal = PotWinners::equal_on_every_board(self.hand, won);
        }
        let tapped_out =
            contested && self.hand.players().iter().any(|player| player.is_live() && player.all_in);
        let rule = if tapped_out || pots.len() > 1 { rule::SIDE_POTS } else { rule::POT_OF_THE_ROUND };
        for (at, pot) in pots.iter().enumerate() {
            let eligible = self.seats_of(pot.eligible);
            self.push(PotFact::PotFormed { pot: at as u8, amount: pot.amount, eligible }, rule);
        }
        let borne = self.take_commission(pots, &equal[..pots.len()]);
        let mut at = 0;
        while at < pots.len() {
            let mut net = pots[at].amount.above(borne[at]);
            let first = at;
            while self.hand.house().showdown.pots_joined && at + 1 < pots.len() && won[at + 1] == won[first] {
                at += 1;
                net += pots[at].amount.above(borne[at]);
            }
            let compared = contested && pots[first].eligible.count_ones() > 1;
            self.award(first as u8, &won[first], net, compared);
            at += 1;
        }
        self.push(CourseFact::Closed, rule::PLAY_TO_THE_END);
    }

    /// Ends a hand in which everything went back, such as a lone blind that nobody called: the last player
    /// wins the hand, with an award of zero, and there is no pot to take commission from.
    fn settle_without_a_pot(&mut self) {
        self.record_no_commission_without_a_pot();
        let last = self.hand.players().iter().find(|player| player.is_live()).map(|player| player.seat);
        if let Some(seat) = last.filter(|_| self.hand.live_count() == 1) {
            let rule = self.last_player_rule();
            let part = PotPart { pot: 0, board: BoardNumber::FIRST, half: PotHalf::Whole };
            self.push(PotFact::awarded(part, seat, Chips::ZERO), rule);
        }
        self.push(CourseFact::Closed, rule::PLAY_TO_THE_END);
    }

    /// The rule cited where the only player left wins: in the first betting round, by an unraised last blind,
    /// or later. Stored with the award, and compared by audits.
    fn last_player_rule(&self) -> Rule {
        match self.hand.round() == 1 {
            true if self.hand.last_blind_wins_unraised() => rule::LAST_BLIND_UNRAISED,
            true => rule::FIRST_ROUND_LAST_PLAYER,
            false => rule::LATER_ROUND_LAST_PLAYER,
        }
    }

    /// The seats of places given as one bit each, for facts, which know no places.
    fn seats_of(&self, places: u32) -> Seats {
        let players = self.hand.players().iter().enumerate();
        players.filter(|(place, _)| places >> place & 1 == 1).map(|(_, player)| player.seat).collect()
    }

    /// Pays a pot: if hands are compared, in equal parts by board. Of the chips that do not divide equally
    /// the first board gets one; if more are left, so does each board after it in turn (Dunedin 51, 74(c)).
    fn award(&mut self, pot: u8, won: &WinnersByBoard, net: Chips, compared: bool) {
        if self.award_as_recorded(pot, PotWinners::any_winner(won), net) {
            return;
        }
        let part_on = |board| PotPart { pot, board, half: PotHalf::Whole };
        let boards =
            NonZeroU8::new(self.hand.boards().count() as u8).filter(|boards| compared && boards.get() > 1);
        let Some(boards) = boards else {
            return self.award_part(part_on(BoardNumber::FIRST), won[0], net, compared);
        };
        let unit = self.hand.house().stakes.smallest_chip;
        let (part, mut odd) = net.split_in(unit, boards);
        for (board, won) in self.hand.boards().numbers().zip(won) {
            let one = odd.min(unit);
            odd = odd.above(one);
            self.award_part(part_on(board), *won, part + one, compared);
        }
    }

    /// Pays the part of a pot played for on one board (`net`, after commission): to its winners, or half to
    /// the high hands and half to the low hands. The odd chip between the halves goes to the high half, or to
    /// the half whose winner sits nearest to the left of the button (`odd_chip_between_halves`).
    fn award_part(&mut self, part: PotPart, won: PotWinners, net: Chips, compared: bool) {
        if won.is_whole() || !self.has(rule::HIGH_AND_LOW_HALVE) {
            return self.divide(part, won.high, net, compared);
        }
        let unit = self.hand.house().stakes.smallest_chip;
        let (half, odd) = net.split_in(unit, NonZeroU8::new(2).unwrap_or(NonZeroU8::MIN));
        // More than one chip is left over when commission took less than a whole chip: one half gets one chip
        // and the other half the rest, unless the house gives everything that cannot be shared to one winner.
        let one = match self.hand.house().showdown.odd_chip {
            OddChip::FirstLeftTakesAll => odd,
            OddChip::OneEachFromLeft | OddChip::HighestHoleCard(_) => odd.min(unit),
        };
        let (more, less) = (half + one, half + odd.above(one));
        let low_is_nearer = won.low.trailing_zeros() < won.high.trailing_zeros();
        let low_has_more = self.hand.house().showdown.odd_chip_to_nearest_half && low_is_nearer;
        let (high, low) = if low_has_more { (less, more) } else { (more, less) };
        self.divide(PotPart { half: PotHalf::High, ..part }, won.high, high, compared);
        self.divide(PotPart { half: PotHalf::Low, ..part }, won.low, low, compared);
    }

    /// Divides a pot, or part of one, among its winners: equal shares in whole smallest chips, then the odd
    /// chips as the house says. Pays exactly `net`; chooses no winner.
    fn divide(&mut self, part: PotPart, winners: u32, net: Chips, compared: bool) {
        // A pot of one chip has no second half, and commission may have taken everything.
        if net.is_zero() {
            return;
        }
        let seat = |draft: &Self, place: PlayerIndex| draft.hand.players()[place].seat;
        let (Some(ways), true) = (NonZeroU8::new(winners.count_ones() as u8), winners.count_ones() > 1)
        else {
            let winner = winners.trailing_zeros() as usize;
            let rule = match (part.half, compared) {
                (PotHalf::High | PotHalf::Low, _) => rule::HIGH_AND_LOW_HALVE,
                (PotHalf::Whole, true) if self.is_won_by_muck(part, winner) => rule::MUCKED_HAND_IS_DEAD,
                (PotHalf::Whole, true) => self.best_hand_rule(part, winner),
                // The other players in this pot gave up their hands, but a player all-in for less is still in
                // the hand.
                (PotHalf::Whole, false) if self.hand.live_count() > 1 => rule::SIDE_POTS,
                (PotHalf::Whole, false) => self.last_player_rule(),
            };
            let seat = seat(self, winner);
            return self.push(PotFact::awarded(part, seat, net), rule);
        };
        if !self.has(rule::EQUAL_HANDS_SHARE) {
            let seat = seat(self, winners.trailing_zeros() as usize);
            return self.push(PotFact::awarded(part, seat, net), rule::BEST_HAND_WINS);
        }
        let places = move || (0..MAX_SEATS).filter(move |place| winners >> place & 1 == 1);
        let unit = self.hand.house().stakes.smallest_chip;
        let (share, rest) = net.split_in(unit, ways);
        let rule = self.equal_hands_rule(part);
        for place in places().filter(|_| !share.is_zero()) {
            let seat = seat(self, place);
            self.push(PotFact::awarded(part, seat, share), rule);
        }
        if rest.is_zero() {
            return;
        }
        let first = winners.trailing_zeros() as usize;
        match self.hand.house().showdown.odd_chip {
            OddChip::FirstLeftTakesAll => self.award_odd_chips(part, first, rest),
            OddChip::OneEachFromLeft => self.award_odd_chips_in_turn(part, places(), rest),
            OddChip::HighestHoleCard(tie) => {
                let ranked = self.ranked_by_hole_cards(places().collect(), part, tie);
                self.award_odd_chips_in_turn(part, ranked.into_iter(), rest);
            }
        }
    }

    /// Pays odd chips to one place, in a fact of its own, so that a share and its odd chips stay apart in
    /// records.
    fn award_odd_chips(&mut self, part: PotPart, place: PlayerIndex, amount: Chips) {
        let seat = self.hand.players()[place].seat;
        // A remainder smaller than one chip occurs only where the house took commission in smaller units
        // (AMB-093).
        let whole = amount.floor_to(self.hand.house().stakes.smallest_chip) == amount;
        let rule = if whole { rule::ODD_CHIP } else { rule::ODD_AMOUNT_AFTER_COMMISSION };
        self.push(PotFact::odd_chips(part, seat, amount), rule);
    }

    /// Gives one odd chip to each place in this order, where the house spreads them. A remainder smaller than
    /// a chip, which only commission leaves, goes to the next place after them.
    fn award_odd_chips_in_turn(
        &mut self,
        part: PotPart,
        order: impl Iterator<Item = PlayerIndex>,
        rest: Chips,
    ) {
        let unit = self.hand.house().stakes.smallest_chip;
        let mut left = rest;
        for place in order {
            let amount = left.min(unit);
            left = left.above(amount);
            if !amount.is_zero() {
                self.award_odd_chips(part, place, amount);
            }
        }
    }

    /// Pays equal hands the shares that a record states, if the shares add up and all go to winners; true if
    /// it did. Otherwise the house's own division applies.
    fn award_as_recorded(&mut self, pot: u8, winners: u32, net: Chips) -> bool {
        if self.hand.lineup.record.awards.is_empty() {
            return false;
        }
        let lineup = Arc::clone(&self.hand.lineup);
        let stated = lineup.record.awards.iter().filter(|(stated_pot, _, _)| *stated_pot == pot);
        let won = |seat: Seat| self.hand.player_index(seat).is_some_and(|place| winners >> place & 1 == 1);
        let sum: Chips = stated.clone().map(|(_, _, amount)| *amount).sum();
        if sum != net || net.is_zero() || !stated.clone().all(|(_, seat, _)| won(*seat)) {
            return false;
        }
        for (_, seat, amount) in stated {
            let part = PotPart { pot, board: BoardNumber::FIRST, half: PotHalf::Whole };
            self.push(PotFact::awarded(part, *seat, *amount), rule::RECORD_IS_FOLLOWED);
        }
        true
    }

    /// The winners in the order in which they get odd chips, best hole cards first: all hole cards count, or
    /// only those used where the game fixes how many are used (Dunedin 74). The sort is stable, so among
    /// equal cards the first left of the button comes first.
    fn ranked_by_hole_cards(
        &self,
        mut winners: Vec<PlayerIndex>,
        part: PotPart,
        tie: OddChipTie,
    ) -> Vec<PlayerIndex> {
        winners.sort_by_cached_key(|place| Reverse(self.highest_hole_cards(*place, part, tie)));
        winners
    }

    /// The key by which hole cards are compared for an odd chip, greater first; the player's best choice
    /// where different hole cards make the same hand (DU-A88).
    fn highest_hole_cards(
        &self,
        place: PlayerIndex,
        part: PotPart,
        tie: OddChipTie,
    ) -> (Vec<Option<Rank>>, Option<Card>) {
        let keys = self.hole_cards_that_win(place, part).into_iter().map(|mut cards| {
            cards.sort_unstable_by(|one, other| other.cmp(one));
            let ranks = cards.iter().map(|card| card.rank());
            match tie {
                // The highest card by rank and suit: spades rank above hearts, hearts above diamonds,
                // diamonds above clubs.
                OddChipTie::Suit => (Vec::new(), cards.first().copied()),
                OddChipTie::NextCard => (ranks.collect(), None),
                OddChipTie::FirstLeftOfButton => (ranks.take(1).collect(), None),
            }
        });
        keys.max().unwrap_or_default()
    }

    /// The sets of hole cards that may decide an odd chip: each pair that makes the winning hand where
    /// exactly two are used; all hole cards where any number may be used or a card is unknown. Only for
    /// [`HandDraft::highest_hole_cards`].
    fn hole_cards_that_win(&self, place: PlayerIndex, part: PotPart) -> Vec<Vec<Card>> {
        let house = self.hand.house();
        let dealt = &self.hand.players()[place].cards[..usize::from(house.game.hole_cards)];
        let hole: Vec<Card> = dealt.iter().filter_map(|card| card.known_card()).collect();
        let board = self.hand.boards().get(part.board).iter();
        let board: Vec<Card> = board.filter_map(|card| card.known_card()).collect();
        let ranking = &house.ranking;
        let known = hole.len() == dealt.len() && board.len() == usize::from(house.game.board_cards());
        if !known || ranking.choice().hole_cards_used != Used::ExactlyTwo {
            return vec![hole];
        }
        let for_low = part.half == PotHalf::Low || house.showdown.mode == ShowdownMode::Low;
        let mut pairs = Vec::new();
        for (at, one) in hole.iter().enumerate() {
            for other in &hole[at + 1..] {
                let pair = vec![*one, *other];
                let is_as_good = if for_low {
                    ranking.low(&pair, &board) == ranking.low(&hole, &board)
                } else {
                    ranking.high(&pair, &board) == ranking.high(&hole, &board)
                };
                if is_as_good {
                    pairs.push(pair);
                }
            }
        }
        pairs
    }
}
