//! Who shows, who may throw away, who wins which pot, and how equal hands share.

use cards::{Card, Hidden, Strength};
use chips::Chips;
use rulebook::rule;

use crate::command::MOST_HOLE_CARDS;
use crate::commission::{self, Facts};
use crate::event::What;
use crate::hand::{Decided, Draft, Hand, MOST_BOARD_CARDS, Phase, Place, refuse};
use crate::house::{EqualHands, OddChip, OddChipTie};
use crate::lineup::CommissionSource;
use crate::pots::{Pot, Pots};
use crate::refusal::Why;
use crate::seat::{MOST_SEATS, Seat};

/// The order of showing and what is known of the hands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Showdown {
    order: [u8; MOST_SEATS],
    count: u8,
    /// The round whose board cards follow when all hands are up; `None` at the end.
    goes_on: Option<u8>,
    pots: Pots,
    strengths: [Option<Strength>; MOST_SEATS],
}

impl Showdown {
    /// The showdown with its first seat; the others follow clockwise, players of the last side pot before the rest
    /// where the house says so.
    pub fn opened(hand: &Hand, first: Place, goes_on: Option<u8>) -> Showdown {
        let pots = hand.pots_now();
        let mut showdown =
            Showdown { order: [0; MOST_SEATS], count: 0, goes_on, pots, strengths: [None; MOST_SEATS] };
        let count = hand.players().len();
        for place in (first..count).chain(0..first).filter(|place| hand.players()[*place].live()) {
            showdown.order[usize::from(showdown.count)] = place as u8;
            showdown.count += 1;
        }
        if hand.house().side_pot_shows_first && pots.as_slice().len() > 1 {
            let highest = |place: &u8| pots.as_slice().iter().rposition(|pot| pot.has(usize::from(*place)));
            showdown.order[..usize::from(showdown.count)]
                .sort_by_key(|place| std::cmp::Reverse(highest(place)));
        }
        if goes_on.is_none() {
            for place in &showdown.order[..usize::from(showdown.count)] {
                showdown.strengths[usize::from(*place)] = hand.strength(usize::from(*place));
            }
        }
        showdown
    }

    /// The next to show or muck.
    pub fn turn(&self, hand: &Hand) -> Option<Place> {
        let open = |place: &Place| !hand.players()[*place].shown && !hand.players()[*place].mucked;
        self.order[..usize::from(self.count)].iter().map(|place| usize::from(*place)).find(open)
    }

    fn shown_strengths<'a>(
        &'a self,
        hand: &'a Hand,
        pot: &'a Pot,
    ) -> impl Iterator<Item = Option<Strength>> + 'a {
        let shown = move |(place, player): &(usize, &crate::hand::Player)| pot.has(*place) && player.shown;
        hand.players().iter().enumerate().filter(shown).map(|(place, _)| self.strengths[place])
    }
}

impl Hand {
    /// The strength of a hand whose cards and board are all known.
    fn strength(&self, place: Place) -> Option<Strength> {
        let game = self.house().game;
        let (mut hole, mut board) = ([Card::JOKER; MOST_HOLE_CARDS], [Card::JOKER; MOST_BOARD_CARDS]);
        let hole = &mut hole[..usize::from(game.hole_cards)];
        let board = &mut board[..usize::from(game.board_cards())];
        if self.board().len() < board.len() {
            return None;
        }
        for (card, hidden) in hole.iter_mut().zip(self.players()[place].cards) {
            *card = hidden.known()?;
        }
        for (card, hidden) in board.iter_mut().zip(self.board()) {
            *card = hidden.known()?;
        }
        Some(self.house().ranking.high(hole, board))
    }

    fn knows_cards(&self, place: Place) -> bool {
        let hole_cards = usize::from(self.house().game.hole_cards);
        self.players()[place].cards[..hole_cards].iter().all(|card| card.known().is_some())
    }

    /// True when the seat may throw its hand away: not the first of a pot, and not equal or better than what was shown.
    pub(crate) fn may_muck(&self, showdown: &Showdown, place: Place) -> bool {
        let mine = showdown.pots.as_slice().iter().filter(|pot| pot.has(place));
        let unmucked = |pot: &Pot| {
            let others = |(other, player): &(usize, &crate::hand::Player)| {
                pot.has(*other) && *other != place && !player.mucked
            };
            self.players().iter().enumerate().any(|other| others(&other))
        };
        if !mine.clone().all(unmucked) {
            return false;
        }
        if self.lineup.record.showdown || !self.house().has(rule::EQUAL_OR_BETTER_SHOWS) {
            return true;
        }
        if showdown.goes_on.is_some() || !self.house().losers_may_muck {
            return false;
        }
        for pot in mine {
            let mut best = None;
            for strength in showdown.shown_strengths(self, pot) {
                best = best.max(Some(strength));
            }
            match (best, showdown.strengths[place]) {
                (None, _) => return false,
                (Some(Some(best)), Some(own)) if own >= best => return false,
                (Some(_), _) => {}
            }
        }
        true
    }

    /// Ranks a hand whose cards have become known.
    pub(crate) fn rank(&mut self, place: Place) {
        let strength = self.strength(place);
        if let Phase::Showdown(showdown) = &mut self.phase {
            showdown.strengths[place] = strength;
        }
    }

    /// Called when somebody has shown or mucked: a showdown before the board is complete ends when all hands are up.
    pub(crate) fn showdown_goes_on(&mut self) {
        if let Phase::Showdown(Showdown { goes_on: Some(round), .. }) = self.phase
            && let Phase::Showdown(showdown) = &self.phase
            && showdown.turn(self).is_none()
        {
            self.phase = self.board_phase(round);
        }
    }

    /// Who shows first: the called bettor or last raiser of the last round, the first left of the button if that was
    /// checked; where betting ended early, as the house says.
    fn first_to_show(&self) -> Place {
        let house = self.house();
        let follows_bettor = house.has(rule::CALLED_PLAYER_SHOWS_FIRST)
            && (self.last_round_held || house.early_last_bettor_shows_first);
        let bettor = self.aggressor.map(usize::from).filter(|_| follows_bettor);
        let live = |place: &Place| self.players()[*place].live();
        bettor.filter(live).or_else(|| (0..self.players().len()).find(live)).unwrap_or(0)
    }
}

impl Draft<'_> {
    pub fn show(&mut self, seat: Seat, cards: [Hidden; MOST_HOLE_CARDS]) -> Decided {
        let place = self.showdown_turn(seat)?;
        let known = self.hand.players()[place].cards;
        let mut shown = known;
        let hole_cards = usize::from(self.hand.house().game.hole_cards);
        let named: Vec<Card> = cards[..hole_cards].iter().filter_map(|card| card.known()).collect();
        let had = known.iter().filter_map(|card| card.known()).count();
        if had == hole_cards {
            if !named.iter().all(|card| known.contains(&Hidden::of(*card))) {
                return refuse(Why::CardsNeeded, rule::CARD_IS_DEALT_ONCE);
            }
        } else {
            // Cards dealt unknown become known by being shown; those known already must be among them.
            if named.len() < hole_cards
                || !known.iter().filter_map(|card| card.known()).all(|card| named.contains(&card))
            {
                return refuse(Why::CardsNeeded, rule::EQUAL_OR_BETTER_SHOWS);
            }
            for (at, card) in named.iter().enumerate() {
                if !self.hand.house().ranking.cards().contains(*card) {
                    return refuse(Why::CardNotInDeck { card: *card }, rule::CARD_IS_DEALT_ONCE);
                }
                let doubled = named[..at].contains(card);
                if doubled || (self.hand.is_out(*card) && !known.contains(&Hidden::of(*card))) {
                    return refuse(Why::CardAlreadyDealt { card: *card }, rule::CARD_IS_DEALT_ONCE);
                }
                shown[at] = Hidden::of(*card);
            }
        }
        let rule = if self.hand.lineup.record.showdown { rule::RECORD_IS_FOLLOWED } else { self.show_rule() };
        self.push(What::Shown { seat, cards: shown }, rule);
        self.run_showdown();
        Ok(())
    }

    fn show_rule(&self) -> rulebook::Rule {
        let first = !self.hand.players().iter().any(|player| player.shown || player.mucked);
        match self.hand.phase {
            Phase::Showdown(showdown) if showdown.goes_on.is_some() => rule::ALL_IN_HANDS_ARE_TABLED,
            _ if first => rule::CALLED_PLAYER_SHOWS_FIRST,
            _ => rule::EQUAL_OR_BETTER_SHOWS,
        }
    }

    pub fn muck(&mut self, seat: Seat) -> Decided {
        let place = self.showdown_turn(seat)?;
        if let Phase::Showdown(showdown) = &self.hand.phase
            && !self.hand.may_muck(showdown, place)
        {
            return if showdown.goes_on.is_some() {
                refuse(Why::HandsAreTabled, rule::ALL_IN_HANDS_ARE_TABLED)
            } else {
                refuse(Why::MustShow, rule::EQUAL_OR_BETTER_SHOWS)
            };
        }
        let record = self.hand.lineup.record.showdown;
        let rule = if record { rule::RECORD_IS_FOLLOWED } else { rule::EQUAL_OR_BETTER_SHOWS };
        self.push(What::Mucked { seat }, rule);
        self.run_showdown();
        Ok(())
    }

    /// The place that may show or muck now. A record may show in any order once nobody can bet any more.
    fn showdown_turn(&self, seat: Seat) -> Result<Place, crate::refusal::Refusal> {
        let place = self.hand.place_of(seat);
        let player = &self.hand.players()[place];
        let open = player.live() && !player.shown && !player.mucked;
        let record = self.hand.lineup.record.showdown;
        match &self.hand.phase {
            Phase::Board { .. } if record && open && self.hand.able_count() <= 1 => Ok(place),
            Phase::Showdown(_) if record && open => Ok(place),
            Phase::Showdown(showdown) => match showdown.turn(self.hand) {
                Some(turn) if turn == place => Ok(place),
                Some(turn) => {
                    let turn = self.hand.players()[turn].seat;
                    refuse(Why::NotToShow { turn }, rule::CALLED_PLAYER_SHOWS_FIRST)
                }
                None => refuse(Why::NoShowdownNow, rule::CALLED_PLAYER_SHOWS_FIRST),
            },
            Phase::Posting { .. }
            | Phase::HoleCards { .. }
            | Phase::Board { .. }
            | Phase::Betting(_)
            | Phase::Closed => refuse(Why::NoShowdownNow, rule::CALLED_PLAYER_SHOWS_FIRST),
        }
    }

    /// All live hands are turned up when nobody can bet any more, where the house says so.
    pub fn table_hands(&mut self) {
        let all_up = self.hand.players().iter().all(|player| !player.live() || player.shown);
        let house = self.hand.house();
        let tabled = house.all_in_hands_tabled && house.has(rule::ALL_IN_HANDS_ARE_TABLED);
        if all_up || !tabled || self.hand.lineup.record.showdown {
            return;
        }
        let first = self.hand.players()[self.hand.first_to_show()].seat;
        self.push(What::HandsTabled { first }, rule::ALL_IN_HANDS_ARE_TABLED);
        self.run_showdown();
    }

    pub fn open_showdown(&mut self) {
        let first = self.hand.players()[self.hand.first_to_show()].seat;
        let early = !self.hand.last_round_held;
        self.push(What::ShowdownOpened { first, early }, rule::CALLED_PLAYER_SHOWS_FIRST);
        self.run_showdown();
    }

    /// Shows what must be shown and is known, until somebody has a choice or the pots can be divided.
    fn run_showdown(&mut self) {
        loop {
            let Phase::Showdown(showdown) = &self.hand.phase else { return };
            let tabling = showdown.goes_on.is_some();
            let Some(place) = showdown.turn(self.hand) else {
                if !tabling {
                    self.settle();
                }
                return;
            };
            if self.hand.lineup.record.showdown {
                let left =
                    self.hand.players().iter().filter(|player| player.live() && !player.mucked).count();
                if left == 1 && !tabling {
                    self.settle();
                }
                return;
            }
            if !self.hand.knows_cards(place) || self.hand.may_muck(showdown, place) {
                return;
            }
            let player = &self.hand.players()[place];
            let what = What::Shown { seat: player.seat, cards: player.cards };
            let rule = self.show_rule();
            self.push(what, rule);
        }
    }

    /// Forms the pots, takes commission, and pays the winners.
    pub fn settle(&mut self) {
        let contested = self.hand.live_count() > 1;
        let (pots, strengths) = match (&self.hand.phase, contested) {
            (Phase::Showdown(showdown), true) => (showdown.pots, showdown.strengths),
            _ => {
                let live = |(place, player): (usize, &crate::hand::Player)| u32::from(player.live()) << place;
                let eligible = self.hand.players().iter().enumerate().map(live).sum();
                (Pots::single(self.hand.pot(), eligible), [None; MOST_SEATS])
            }
        };
        let pots = pots.as_slice();
        for (at, pot) in pots.iter().enumerate() {
            let eligible = self.seats_of(pot.eligible);
            self.push(What::PotFormed { pot: at as u8, amount: pot.amount, eligible }, rule::SIDE_POTS);
        }
        let winners = |hand: &Hand, pot: &Pot| {
            let open = |place: &Place| pot.has(*place) && !hand.players()[*place].mucked;
            let best = (0..hand.players().len()).filter(open).map(|place| strengths[place]).max().flatten();
            (0..hand.players().len())
                .filter(open)
                .filter(|place| strengths[*place] == best || !hand.house().has(rule::BEST_HAND_WINS))
                .fold(0u32, |winners, place| winners | 1 << place)
        };
        let mut won = [0; MOST_SEATS];
        for (won, pot) in won.iter_mut().zip(pots) {
            *won = winners(self.hand, pot);
        }
        let mut bears = [Chips::ZERO; MOST_SEATS];
        let rule = self.commission(pots, &won, &mut bears[..pots.len()]);
        for (at, amount) in bears[..pots.len()].iter().enumerate().filter(|(_, amount)| !amount.is_zero()) {
            self.push(What::CommissionTaken { pot: at as u8, amount: *amount }, rule);
        }
        let mut at = 0;
        while at < pots.len() {
            let mut net = pots[at].amount.above(bears[at]);
            let first = at;
            while self.hand.house().pots_joined && at + 1 < pots.len() && won[at + 1] == won[first] {
                at += 1;
                net += pots[at].amount.above(bears[at]);
            }
            self.award(first as u8, won[first], net, contested);
            at += 1;
        }
        self.push(What::Closed, rule::PLAY_TO_THE_END);
    }

    fn seats_of(&self, places: u32) -> crate::seat::Seats {
        let players = self.hand.players().iter().enumerate();
        players.filter(|(place, _)| places >> place & 1 == 1).map(|(_, player)| player.seat).collect()
    }

    /// What each pot bears, and the rule that says so.
    fn commission(&self, pots: &[Pot], won: &[u32], bears: &mut [Chips]) -> rulebook::Rule {
        let hand = &*self.hand;
        let house = hand.house();
        let mut amounts = [Chips::ZERO; MOST_SEATS];
        for (amount, pot) in amounts.iter_mut().zip(pots) {
            *amount = pot.amount;
        }
        let amounts = &amounts[..pots.len()];
        if let CommissionSource::Stated(parts) = &hand.lineup.record.commission {
            commission::stated(parts, amounts, bears);
            return rule::RECORD_IS_FOLLOWED;
        }
        let Some(rules) = &house.commission else { return rule::COMMISSION_BY_TIME };
        if !house.has(rule::COMMISSION_OF_THE_ROUND) {
            return rule::COMMISSION_OF_THE_ROUND;
        }
        let by_choice: Chips = hand.players().iter().map(|player| player.by_choice).sum();
        if rules.blinds_only_exempt && by_choice.is_zero() && house.has(rule::NO_COMMISSION_ON_BLINDS) {
            return rule::NO_COMMISSION_ON_BLINDS;
        }
        if rules.no_flop_no_drop && hand.board().is_empty() && house.has(rule::NO_FLOP_NO_DROP) {
            return rule::NO_FLOP_NO_DROP;
        }
        let contested = hand.live_count() > 1;
        let mut exempt = [false; MOST_SEATS];
        if contested && house.has(rule::NO_COMMISSION_ON_EQUAL_HANDS) {
            // Everybody who put in anything above the pot below must be among its winners.
            let paid_in = |above: Chips, winners: u32| {
                hand.players().iter().enumerate().all(|(place, player)| {
                    let paid = player.in_hand > above || (above.is_zero() && player.posted_dead);
                    !paid || winners >> place & 1 == 1
                })
            };
            match rules.equal_hands {
                EqualHands::Pay => {}
                EqualHands::RoundExempt => {
                    let winners_of_all = won[..pots.len()].iter().fold(u32::MAX, |all, won| all & won);
                    if paid_in(Chips::ZERO, winners_of_all) {
                        return rule::NO_COMMISSION_ON_EQUAL_HANDS;
                    }
                }
                EqualHands::PotExempt => {
                    let mut below = Chips::ZERO;
                    for (at, pot) in pots.iter().enumerate() {
                        exempt[at] = pot.eligible.count_ones() > 1 && paid_in(below, won[at]);
                        let level = (0..hand.players().len()).filter(|place| pot.has(*place));
                        below = level.map(|place| hand.players()[place].in_hand).min().unwrap_or_default();
                    }
                }
            }
        }
        let facts = Facts {
            pots: amounts,
            exempt: &exempt[..pots.len()],
            chip_cents: house.chip_cents,
            smallest_chip: house.smallest_chip,
        };
        commission::by_pot(rules, &facts, bears);
        rule::COMMISSION_OF_THE_ROUND
    }

    /// Pays a pot to its winners: equal shares in whole smallest chips, then the odd chips.
    fn award(&mut self, pot: u8, winners: u32, net: Chips, contested: bool) {
        if self.award_as_recorded(pot, winners, net) {
            return;
        }
        let places: Vec<Place> =
            (0..self.hand.players().len()).filter(|place| winners >> place & 1 == 1).collect();
        let seat = |draft: &Self, place: Place| draft.hand.players()[place].seat;
        let shares = self.has(rule::EQUAL_HANDS_SHARE);
        let (Some(ways), true) = (std::num::NonZeroU8::new(places.len() as u8), places.len() > 1 && shares)
        else {
            if let Some(place) = places.first() {
                let rule = match (contested, self.hand.round() == 1) {
                    (true, _) => rule::BEST_HAND_WINS,
                    (false, true) => rule::FIRST_ROUND_LAST_PLAYER,
                    (false, false) => rule::LATER_ROUND_LAST_PLAYER,
                };
                self.push(What::Awarded { pot, seat: seat(self, *place), amount: net }, rule);
            }
            return;
        };
        let unit = self.hand.house().smallest_chip;
        let (share, rest) = net.split_in(unit, ways);
        for place in &places {
            self.push(
                What::Awarded { pot, seat: seat(self, *place), amount: share },
                rule::EQUAL_HANDS_SHARE,
            );
        }
        if rest.is_zero() {
            return;
        }
        let odd = |draft: &mut Self, place: Place, amount: Chips| {
            let seat = draft.hand.players()[place].seat;
            draft.push(What::OddChips { pot, seat, amount }, rule::ODD_CHIP);
        };
        match self.hand.house().odd_chip {
            OddChip::FirstLeftTakesAll => odd(self, places[0], rest),
            OddChip::HighestHoleCard(tie) => odd(self, self.highest_hole_card(&places, tie), rest),
            OddChip::OneEachFromLeft => {
                // Whole chips one by one from the left; what is less than a chip goes with the first.
                let whole = rest.floor_to(unit);
                let mut left = whole;
                for (at, place) in places.iter().enumerate() {
                    let broken = if at == 0 { rest.above(whole) } else { Chips::ZERO };
                    let chip = left.min(unit);
                    left = left.above(chip);
                    if !(chip + broken).is_zero() {
                        odd(self, *place, chip + broken);
                    }
                }
            }
        }
    }

    /// Shares of equal hands as a record states them, when they add up and go to the winners.
    fn award_as_recorded(&mut self, pot: u8, winners: u32, net: Chips) -> bool {
        let lineup = std::sync::Arc::clone(&self.hand.lineup);
        let stated = lineup.record.awards.iter().filter(|(of, _, _)| *of == pot);
        let won = |seat: Seat| self.hand.place(seat).is_some_and(|place| winners >> place & 1 == 1);
        let sum: Chips = stated.clone().map(|(_, _, amount)| *amount).sum();
        if sum != net || net.is_zero() || !stated.clone().all(|(_, seat, _)| won(*seat)) {
            return false;
        }
        for (_, seat, amount) in stated {
            self.push(What::Awarded { pot, seat: *seat, amount: *amount }, rule::RECORD_IS_FOLLOWED);
        }
        true
    }

    /// The winner with the highest hole card (Dunedin 74).
    fn highest_hole_card(&self, winners: &[Place], tie: OddChipTie) -> Place {
        let ranks = |place: Place| {
            let cards = &self.hand.players()[place].cards[..usize::from(self.hand.house().game.hole_cards)];
            let mut ranks: Vec<_> =
                cards.iter().filter_map(|card| card.known()).map(|card| card.rank()).collect();
            ranks.sort_unstable_by(|one, other| other.cmp(one));
            ranks
        };
        let suit = |place: Place| {
            let cards = &self.hand.players()[place].cards[..usize::from(self.hand.house().game.hole_cards)];
            cards.iter().filter_map(|card| card.known()).max().and_then(Card::suit)
        };
        // Earlier places win what is still equal: the first left of the button.
        let best = winners.iter().copied().rev().max_by(|one, other| match tie {
            OddChipTie::Suit => (ranks(*one).first().copied(), suit(*one))
                .cmp(&(ranks(*other).first().copied(), suit(*other))),
            OddChipTie::NextCard => ranks(*one).cmp(&ranks(*other)),
            OddChipTie::FirstLeftOfButton => ranks(*one).first().cmp(&ranks(*other).first()),
        });
        best.unwrap_or(winners[0])
    }
}
