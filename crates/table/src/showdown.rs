//! Who shows, who may muck, and what the hands are worth.

use cards::{Card, HiddenCard, LowStrength, ShowdownMode, Strength};
use rulebook::rule;
use seating::{Actor, MAX_SEATS, Seat};

use crate::command::MAX_HOLE_CARDS;
use crate::event::{CardFact, StreetFact};
use crate::hand::{
    BoardNumber, Hand, HandDraft, MAX_BOARD_CARDS, MAX_BOARDS, Phase, Player, PlayerIndex, Ruling, refuse,
};
use crate::pots::{Pot, Pots};
use crate::refusal::RefusalReason;

/// What a hand is worth in whatever is played for; greater is better. `None` where the cards are not known,
/// and for the low half where the hand does not qualify.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Worth {
    pub high: Option<Strength>,
    pub low: Option<LowStrength>,
}

/// What the hands are worth on each board, by board and place.
pub(crate) type Worths = [[Worth; MAX_SEATS]; MAX_BOARDS];

/// The worths before any hand is ranked.
const WORTH_NOTHING: Worths = [[Worth { high: None, low: None }; MAX_SEATS]; MAX_BOARDS];

/// When a player turns up some of their cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CardShowing {
    /// The hand is over, and the cards are out of play.
    AfterTheHand,
    /// On the player's turn at the showdown; the hand is mucked with it.
    InsteadOfMucking,
}

/// The order of showing and what is known about the hands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Showdown {
    order: [u8; MAX_SEATS],
    count: u8,
    /// The betting round whose board cards follow when all hands are up; `None` after the last one.
    resume_round: Option<u8>,
    pub pots: Pots,
    pub worths: Worths,
}

impl Showdown {
    /// A showdown that begins with a given place; the others follow clockwise, players in the last side pot
    /// before the rest where the house says so. With `resume_round`, hands are only turned up before the betting
    /// round of that number and ranked later; without it, they are ranked at once.
    pub fn new(hand: &Hand, first: PlayerIndex, resume_round: Option<u8>) -> Showdown {
        let pots = hand.current_pots();
        let mut showdown =
            Showdown { order: [0; MAX_SEATS], count: 0, resume_round, pots, worths: WORTH_NOTHING };
        let count = hand.players().len();
        for place in (first..count).chain(0..first).filter(|place| hand.players()[*place].is_live()) {
            showdown.order[usize::from(showdown.count)] = place as u8;
            showdown.count += 1;
        }
        if hand.house().showdown.side_pot_shows_first && pots.as_slice().len() > 1 {
            let highest = |place: &u8| pots.as_slice().iter().rposition(|pot| pot.has(usize::from(*place)));
            showdown.order[..usize::from(showdown.count)]
                .sort_by_key(|place| std::cmp::Reverse(highest(place)));
        }
        if resume_round.is_none() {
            hand.rank_on_boards(&showdown.order[..usize::from(showdown.count)], &mut showdown.worths);
        }
        showdown
    }

    /// The next place to show or muck, in showdown order; `None` when every hand was shown or mucked, and the
    /// pots can be paid.
    pub fn turn(&self, hand: &Hand) -> Option<PlayerIndex> {
        let open = |place: &PlayerIndex| !hand.players()[*place].shown && !hand.players()[*place].mucked;
        self.order[..usize::from(self.count)].iter().map(|place| usize::from(*place)).find(open)
    }

    /// What a hand is worth on a board, for mucking and for dividing the pots; nothing while its cards or the
    /// board are unknown or incomplete.
    pub fn worth(&self, board: BoardNumber, place: PlayerIndex) -> Worth {
        self.worths[board.index()][place]
    }

    /// The best high and the best low among the hands shown so far in a pot, on one board; `None` if none was
    /// shown. A player may muck only a hand that is below both.
    fn best_shown(&self, hand: &Hand, pot: &Pot, board: BoardNumber) -> Option<Worth> {
        let shown = |(place, player): &(usize, &Player)| pot.has(*place) && player.shown;
        let shown = hand.players().iter().enumerate().filter(shown);
        let worths = shown.map(|(place, _)| self.worth(board, place));
        worths.reduce(|best, worth| Worth { high: best.high.max(worth.high), low: best.low.max(worth.low) })
    }
}

/// Copies cards into the ranking's form if all of them are known; false if one is not, and `cards` is then
/// incomplete.
fn copy_known(hidden: &[HiddenCard], cards: &mut [Card]) -> bool {
    cards
        .iter_mut()
        .zip(hidden)
        .all(|(card, hidden)| hidden.known_card().map(|known| *card = known).is_some())
}

impl Hand {
    /// Fills in what the hands of these places are worth on every board that is complete and known; other
    /// entries stay as they are.
    fn rank_on_boards(&self, places: &[u8], worths: &mut Worths) {
        for (board, worths) in self.boards().each().zip(worths) {
            self.rank_on_board(board, places, worths);
        }
    }

    /// Fills in what the hands of these places are worth on one board, high, low or both as the house plays;
    /// changes nothing where a card of the board is missing or unknown, and skips a place with unknown hole
    /// cards.
    fn rank_on_board(&self, board: &[HiddenCard], places: &[u8], worths: &mut [Worth; MAX_SEATS]) {
        let mut cards = [Card::JOKER; MAX_BOARD_CARDS];
        let cards = &mut cards[..usize::from(self.house().game.board_cards())];
        if board.len() < cards.len() || !copy_known(board, cards) {
            return;
        }
        let board = self.house().ranking.board(cards);
        let mut hole = [Card::JOKER; MAX_HOLE_CARDS];
        let hole = &mut hole[..usize::from(self.house().game.hole_cards)];
        for place in places.iter().map(|place| usize::from(*place)) {
            if !copy_known(&self.players()[place].cards, hole) {
                continue;
            }
            worths[place] = match self.house().showdown.mode {
                ShowdownMode::High => Worth { high: Some(board.high(hole)), low: None },
                ShowdownMode::Low => Worth { high: None, low: board.low(hole) },
                ShowdownMode::HighLow => Worth { high: Some(board.high(hole)), low: board.low(hole) },
            };
        }
    }

    /// The showdown, if the hand is at it; hands turned up before the board is complete count as well.
    pub(crate) fn showdown(&self) -> Option<&Showdown> {
        if let Phase::Showdown(showdown) = &self.phase { Some(showdown) } else { None }
    }

    /// Whether the machine knows every hole card of a place. At a table dealt by a person it does not, and
    /// the player must name the cards to show them.
    pub(crate) fn knows_cards(&self, place: PlayerIndex) -> bool {
        let hole_cards = usize::from(self.house().game.hole_cards);
        self.players()[place].cards[..hole_cards].iter().all(|card| card.known_card().is_some())
    }

    /// True when the player may muck: in every pot they contest and on every board, a hand already shown there
    /// is better. Never where hands are only turned up before more board cards, nor where the house makes
    /// losers show; always in a record, and where no rule of the book makes anybody show.
    ///
    /// A pot that nobody else can win any more is won without showing a hand, so it does not require one. In
    /// a record any hand may be mucked: the last hand in a pot wins it, mucked or not. Menus, time-outs and
    /// the commands all ask here, so they agree.
    pub(crate) fn may_muck(&self, showdown: &Showdown, place: PlayerIndex) -> bool {
        if self.lineup.record.showdown {
            return true;
        }
        let eligible = showdown.pots.as_slice().iter().filter(|pot| pot.has(place));
        let contested = eligible.filter(|pot| {
            let mut players = self.players().iter().enumerate();
            players.any(|(other, player)| pot.has(other) && other != place && !player.mucked)
        });
        let mut mine = contested.peekable();
        if mine.peek().is_none() {
            return false;
        }
        if !self.house().has(rule::EQUAL_OR_BETTER_SHOWS) {
            return true;
        }
        if showdown.resume_round.is_some() || !self.house().showdown.losers_may_muck {
            return false;
        }
        // A hand that wins on any board has not lost.
        mine.all(|pot| {
            self.boards().numbers().all(|board| {
                let own = showdown.worth(board, place);
                showdown.best_shown(self, pot, board).is_some_and(|best| {
                    let lost_high = own.high.is_none() || own.high < best.high;
                    let lost_low = own.low.is_none() || own.low < best.low;
                    lost_high && lost_low
                })
            })
        })
    }

    /// True where every hand that is not folded was shown or mucked, so that there is nothing left to turn
    /// up.
    fn all_hands_shown_or_mucked(&self) -> bool {
        self.players().iter().all(|player| !player.is_live() || player.shown || player.mucked)
    }

    /// True for a player whose hand is the only one neither folded nor mucked: it wins unseen, even where its
    /// cards are unknown.
    fn is_last_hand(&self, place: PlayerIndex) -> bool {
        let others = self.players().iter().enumerate().filter(|(other, _)| *other != place);
        others.into_iter().all(|(_, player)| !player.is_live() || player.mucked)
    }

    /// Whether a seat may turn up some of its cards now, and in which of the two cases: after the hand is
    /// over, or on its own turn at the showdown where it may muck. The refusal names the rule by which the
    /// cards stay hidden.
    pub(crate) fn card_showing(&self, seat: Seat) -> Result<CardShowing, crate::refusal::Refusal> {
        let house = self.house();
        let rule = rule::SHOWN_TO_ONE_SHOWN_TO_ALL;
        if !house.showdown.cards_shown_after || !house.has(rule) {
            let stays = house.has(rule::NO_CARDS_SHOWN_AFTERWARDS);
            return refuse(
                RefusalReason::NoShowingOfCards,
                if stays { rule::NO_CARDS_SHOWN_AFTERWARDS } else { rule },
            );
        }
        match &self.phase {
            Phase::Closed if !self.is_void() => Ok(CardShowing::AfterTheHand),
            Phase::Showdown(showdown)
                if !self.lineup.record.showdown
                    && self.player_index(seat).is_some_and(|place| {
                        showdown.turn(self) == Some(place) && self.may_muck(showdown, place)
                    }) =>
            {
                Ok(CardShowing::InsteadOfMucking)
            }
            Phase::Deck { .. }
            | Phase::Posting { .. }
            | Phase::HoleCards { .. }
            | Phase::Board { .. }
            | Phase::Betting(_) => refuse(RefusalReason::ShownAfterTheRound, rule::CARDS_STAY_HIDDEN_IN_PLAY),
            Phase::Showdown(_) | Phase::Closed => refuse(RefusalReason::ShownAfterTheRound, rule),
        }
    }

    /// Ranks the hand of a place whose cards have become known by being shown, on every complete board.
    pub(crate) fn rank(&mut self, place: PlayerIndex) {
        let mut worths = WORTH_NOTHING;
        self.rank_on_boards(&[place as u8], &mut worths);
        if let Phase::Showdown(showdown) = &mut self.phase {
            for (known, worths) in showdown.worths.iter_mut().zip(worths) {
                known[place] = worths[place];
            }
        }
    }

    /// Called after a show or muck: a showdown before the board is complete ends, and the board goes on, when
    /// all hands are up. A showdown after the last betting round stays for the pots to be paid.
    pub(crate) fn resume_board_when_shown(&mut self) {
        if let Phase::Showdown(showdown) = &self.phase
            && let Some(round) = showdown.resume_round
            && showdown.turn(self).is_none()
        {
            self.phase = self.board_phase(round);
        }
    }

    /// The rule cited for who shows first: the bettor who was called, or the order where nobody was called.
    /// The player is found by [`Hand::first_to_show`].
    fn order_rule(&self) -> rulebook::Rule {
        if self.called_in_last_round { rule::CALLED_PLAYER_SHOWS_FIRST } else { rule::ORDER_WITHOUT_A_CALL }
    }

    /// The place that shows first: the last bettor or raiser who was called in the last round, or the first
    /// left of the button if that round was checked; where betting ended early, as the house says. Always a
    /// live player.
    fn first_to_show(&self) -> PlayerIndex {
        let house = self.house();
        let follows_bettor = house.has(rule::CALLED_PLAYER_SHOWS_FIRST)
            && (self.last_round_held || house.showdown.early_last_bettor_shows_first);
        let bettor = self.aggressor.map(usize::from).filter(|_| follows_bettor);
        let live = |place: &PlayerIndex| self.players()[*place].is_live();
        bettor.filter(live).or_else(|| (0..self.players().len()).find(live)).unwrap_or(0)
    }
}

impl HandDraft<'_> {
    /// Shows a whole hand on its turn, or in a record after the hand; hole cards that are unknown here must
    /// be named, and named cards must agree with those dealt. The hand is shown to everybody.
    pub fn show(&mut self, seat: Seat, cards: [HiddenCard; MAX_HOLE_CARDS]) -> Ruling {
        let place = self.showdown_turn(seat)?;
        let known = self.hand.players()[place].cards;
        let mut shown = known;
        let hole_cards = usize::from(self.hand.house().game.hole_cards);
        let named: Vec<Card> = cards[..hole_cards].iter().filter_map(|card| card.known_card()).collect();
        let holds = |card: Card| known.iter().any(|held| held.known_card() == Some(card));
        let had = known.iter().filter_map(|card| card.known_card()).count();
        if had == hole_cards {
            if !named.iter().all(|card| holds(*card)) {
                return refuse(RefusalReason::CardsNeeded, rule::CARD_IS_DEALT_ONCE);
            }
        } else {
            // Cards dealt unknown become known by being shown; cards known already must be among those named.
            if named.len() < hole_cards
                || !known.iter().filter_map(|card| card.known_card()).all(|card| named.contains(&card))
            {
                return refuse(RefusalReason::CardsNeeded, rule::EQUAL_OR_BETTER_SHOWS);
            }
            for (at, card) in named.iter().enumerate() {
                if !self.hand.house().ranking.cards().contains(*card) {
                    return refuse(RefusalReason::CardNotInDeck { card: *card }, rule::CARD_IS_DEALT_ONCE);
                }
                let doubled = named[..at].contains(card);
                if doubled || (self.hand.is_dealt(*card) && !holds(*card)) {
                    return refuse(RefusalReason::CardAlreadyDealt { card: *card }, rule::CARD_IS_DEALT_ONCE);
                }
                shown[at] = HiddenCard::of(*card);
            }
        }
        let rule = if self.hand.lineup.record.showdown { rule::RECORD_IS_FOLLOWED } else { self.show_rule() };
        if let Phase::Closed = self.hand.phase {
            self.push(CardFact::CardsShown { seat, cards: shown }, rule);
            return Ok(());
        }
        self.push(CardFact::Shown { seat, cards: shown }, rule);
        self.run_showdown();
        Ok(())
    }

    /// The rule cited where the hand on turn is shown: as one of the hands turned up early, as the first, or
    /// as one that is equal or better. Stored with the fact, and compared by audits.
    pub fn show_rule(&self) -> rulebook::Rule {
        let first = !self.hand.players().iter().any(|player| player.shown || player.mucked);
        match &self.hand.phase {
            Phase::Showdown(showdown) if showdown.resume_round.is_some() => rule::ALL_IN_HANDS_ARE_TABLED,
            _ if first => self.hand.order_rule(),
            _ => rule::EQUAL_OR_BETTER_SHOWS,
        }
    }

    /// Mucks a hand on its turn, where the player may, or where a dealer saw it done with cards nobody here
    /// knows. A mucked hand is dead and wins nothing while another hand is left.
    pub fn muck(&mut self, seat: Seat, by: Actor) -> Ruling {
        let place = self.showdown_turn(seat)?;
        let mut rule = rule::EQUAL_OR_BETTER_SHOWS;
        if let Phase::Showdown(showdown) = &self.hand.phase
            && !self.hand.may_muck(showdown, place)
        {
            // Cards that are unknown here and that a dealer saw mucked can no longer be turned up.
            let is_gone = by.role.may_deal() && !self.hand.knows_cards(place);
            if !is_gone || !self.has(rule::MUCKED_HAND_IS_DEAD) {
                return if showdown.resume_round.is_some() {
                    refuse(RefusalReason::HandsAreTabled, rule::ALL_IN_HANDS_ARE_TABLED)
                } else {
                    refuse(RefusalReason::MustShow, rule::EQUAL_OR_BETTER_SHOWS)
                };
            }
            rule = rule::MUCKED_HAND_IS_DEAD;
        }
        if self.hand.lineup.record.showdown {
            rule = rule::RECORD_IS_FOLLOWED;
        }
        self.push(CardFact::Mucked { seat }, rule);
        self.run_showdown();
        Ok(())
    }

    /// Turns up the named cards of a hand that is out of play, or all of its cards if none is named; on the
    /// player's turn at the showdown, the hand is mucked with it. Cards already face up stay out of the fact.
    pub fn show_cards(&mut self, seat: Seat, cards: [HiddenCard; MAX_HOLE_CARDS]) -> Ruling {
        let rule = rule::SHOWN_TO_ONE_SHOWN_TO_ALL;
        let showing = self.hand.card_showing(seat)?;
        let player = &self.hand.players()[self.hand.index_of(seat)];
        let held = &player.cards[..usize::from(player.dealt)];
        let all = cards.iter().all(|card| card.known_card().is_none());
        for card in cards.iter().filter_map(|card| card.known_card()) {
            if !held.iter().any(|held| held.known_card() == Some(card)) {
                return refuse(RefusalReason::NotYourCard { card }, rule);
            }
        }
        let mut shown = [HiddenCard::UNKNOWN; MAX_HOLE_CARDS];
        for (at, card) in held.iter().enumerate() {
            let named =
                |card: &HiddenCard| all || cards.iter().any(|named| named.known_card() == card.known_card());
            if card.known_card().is_some() && named(card) && !player.is_up(at) {
                shown[at] = *card;
            }
        }
        if shown.iter().all(|card| card.known_card().is_none()) {
            return refuse(RefusalReason::CardsAreUp { seat }, rule);
        }
        self.push(CardFact::CardsShown { seat, cards: shown }, rule);
        match showing {
            CardShowing::AfterTheHand => {}
            CardShowing::InsteadOfMucking => {
                self.push(CardFact::Mucked { seat }, rule::EQUAL_OR_BETTER_SHOWS);
                self.run_showdown();
            }
        }
        Ok(())
    }

    /// The place of a seat that may show or muck now, or the refusal. A record may show in any order once
    /// nobody can bet any more.
    pub(crate) fn showdown_turn(&self, seat: Seat) -> Result<PlayerIndex, crate::refusal::Refusal> {
        let place = self.hand.index_of(seat);
        let player = &self.hand.players()[place];
        let open = player.is_live() && !player.shown && !player.mucked;
        if (player.mucked || player.folded) && self.has(rule::MUCKED_HAND_IS_DEAD) {
            return refuse(RefusalReason::HandIsDead { seat }, rule::MUCKED_HAND_IS_DEAD);
        }
        let record = self.hand.lineup.record.showdown;
        match &self.hand.phase {
            // A record may report the last hand after its pot was paid.
            Phase::Closed if record && open && !self.hand.is_void() => Ok(place),
            Phase::Board { .. } if record && open && self.hand.able_count() <= 1 => Ok(place),
            Phase::Showdown(_) if record && open => Ok(place),
            Phase::Showdown(showdown) => match showdown.turn(self.hand) {
                Some(turn) if turn == place => Ok(place),
                Some(turn) => {
                    let turn = self.hand.players()[turn].seat;
                    refuse(RefusalReason::NotToShow { turn }, self.show_rule())
                }
                None => refuse(RefusalReason::NoShowdownNow, rule::SHOWDOWN_FOLLOWS_BETTING),
            },
            Phase::Deck { .. }
            | Phase::Posting { .. }
            | Phase::HoleCards { .. }
            | Phase::Board { .. }
            | Phase::Betting(_)
            | Phase::Closed => refuse(RefusalReason::NoShowdownNow, rule::SHOWDOWN_FOLLOWS_BETTING),
        }
    }

    /// Turns up all live hands when nobody can bet any more and board cards are still to come, where the
    /// house says so. Does nothing in a record, which states its own shows.
    pub fn table_hands(&mut self) {
        let all_up = self.hand.all_hands_shown_or_mucked();
        let house = self.hand.house();
        let tabled = house.showdown.all_in_hands_tabled && house.has(rule::ALL_IN_HANDS_ARE_TABLED);
        if all_up || !tabled || self.hand.lineup.record.showdown {
            return;
        }
        let first = self.hand.players()[self.hand.first_to_show()].seat;
        self.push(StreetFact::HandsTabled { first }, rule::ALL_IN_HANDS_ARE_TABLED);
        self.run_showdown();
    }

    /// Opens the showdown after the last betting round, with the first player to show, and shows what must be
    /// shown.
    pub fn open_showdown(&mut self) {
        let first = self.hand.players()[self.hand.first_to_show()].seat;
        let early = !self.hand.last_round_held;
        // Nobody shows first where every hand already lies face up.
        let all_up = self.hand.all_hands_shown_or_mucked();
        let rule = if all_up { rule::ALL_IN_HANDS_ARE_TABLED } else { self.hand.order_rule() };
        self.push(StreetFact::ShowdownOpened { first, early }, rule);
        self.run_showdown();
    }

    /// Shows every hand that must be shown and is known, until a player has a choice; pays the pots when
    /// nobody is left to show. Called after every show, muck and opening.
    pub fn run_showdown(&mut self) {
        loop {
            let Phase::Showdown(showdown) = &self.hand.phase else { return };
            let tabling = showdown.resume_round.is_some();
            let Some(place) = showdown.turn(self.hand) else {
                if !tabling {
                    self.settle();
                }
                return;
            };
            if self.hand.lineup.record.showdown {
                let left =
                    self.hand.players().iter().filter(|player| player.is_live() && !player.mucked).count();
                if left == 1 && !tabling {
                    self.settle();
                }
                return;
            }
            if !self.hand.knows_cards(place) {
                // An unknown hand wins unseen if nobody is left to beat it.
                if self.hand.is_last_hand(place) {
                    self.settle();
                }
                return;
            }
            if self.hand.may_muck(showdown, place) {
                return;
            }
            let player = &self.hand.players()[place];
            let what = CardFact::Shown { seat: player.seat, cards: player.cards };
            let rule = self.show_rule();
            self.push(what, rule);
        }
    }
}
