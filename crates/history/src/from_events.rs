//! Builds the record of a hand from the events that the table machine decided.

use std::fmt;

use cards::{Card, Choice, Deck, HiddenCard, LowQualifier, Ranking, ShowdownMode};
use chips::Chips;
use seating::Seat;
use table::{CourseFact, Event, Fact, Hand, House, Limit, Lineup, MAX_HOLE_CARDS, PostKind, Show, TurnKind};

use crate::record::{
    AmountUnit, CardList, Extras, HandRecord, MAX_PLAYERS, PlayerNumber, RecordOrigin, RecordedAct,
    RecordedGame, RecordedLimit, RecordedPlayer, RecordedStep, StatedCollections, StatedOutcome, Unplayable,
};

/// Why a hand has no record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandRecordError {
    /// The events do not begin with an opening.
    NoOpening,
    /// More players are dealt in than a record has.
    TooManyPlayers {
        /// How many there are.
        players: usize,
    },
    /// No record has this game with this deck and this showdown.
    UnknownGame {
        /// The name of the game in settings.
        name: &'static str,
    },
    /// No record has this betting structure.
    UnknownLimit {
        /// The structure.
        limit: Limit,
    },
}

impl fmt::Display for HandRecordError {
    /// What a record cannot hold, and what it can.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandRecordError::NoOpening => f.write_str("the events do not begin with the opening of a hand"),
            HandRecordError::TooManyPlayers { players } => {
                write!(f, "{players} players are dealt in: a record has at most {MAX_PLAYERS}")
            }
            HandRecordError::UnknownGame { name } => {
                write!(f, "a record cannot express this {name}: its deck or its showdown differs")
            }
            HandRecordError::UnknownLimit { limit } => {
                let limit = match limit {
                    Limit::Fixed => "fixed limit",
                    Limit::Spread => "spread limit",
                    Limit::Double => "straddle limit",
                    Limit::HalfPot => "half pot",
                    Limit::FullPot => "pot limit",
                    Limit::NoLimit => "no limit",
                };
                write!(f, "a record cannot express {limit}: expected fixed limit, pot limit or no limit")
            }
        }
    }
}

impl std::error::Error for HandRecordError {}

/// Builds the record of a hand from all of its events, the opening first; [`crate::phh::write_hand`] then
/// writes it as a file.
///
/// The record has the cards that the events name, so pass the events as one viewer may see them. What a
/// record cannot express does not fail: [`HandRecord::unplayable_reason`] says it.
///
/// ```
/// use history::replay::RecordReplayer;
/// use rulebook::Book;
///
/// let text = "\
/// variant = 'NT'
/// antes = [0, 0]
/// blinds_or_straddles = [5, 10]
/// min_bet = 10
/// starting_stacks = [400, 120]
/// actions = ['d dh p1 7h7c', 'd dh p2 KsKc', 'p2 cbr 30', 'p1 f']
/// ";
/// let record = history::phh::hands(text).next().unwrap().unwrap();
/// let mut replayer = RecordReplayer::new(Book::named("standard").unwrap(), &[]).unwrap();
/// let outcome = replayer.replay(&record).unwrap();
/// let again = history::record_from_events(replayer.events()).unwrap();
/// assert_eq!(again.stated.finishing_stacks, outcome.stacks);
/// ```
///
/// # Errors
/// The events do not begin with an opening, too many players are dealt in, or a record cannot express the
/// game or its limits.
pub fn record_from_events(events: &[Event]) -> Result<HandRecord, HandRecordError> {
    let Some(Fact::Course(CourseFact::Opened(lineup))) = events.first().map(|event| &event.what) else {
        return Err(HandRecordError::NoOpening);
    };
    if lineup.entrants.len() > MAX_PLAYERS {
        return Err(HandRecordError::TooManyPlayers { players: lineup.entrants.len() });
    }
    let mut builder = RecordBuilder::new(lineup)?;
    for event in &events[1..] {
        builder.push_event(event);
    }
    Ok(builder.finish())
}

/// The record under construction, beside the hand that the events are applied to.
struct RecordBuilder<'e> {
    lineup: &'e Lineup,
    hand: Hand,
    seats: Vec<Seat>,
    players: Vec<RecordedPlayer>,
    holes: Vec<CardList>,
    game: RecordedGame,
    limit: RecordedLimit,
    steps: Vec<RecordedStep>,
    /// The board cards dealt since the last act.
    board: CardList,
    /// How many cards the board has.
    on_board: usize,
    has_dealt_holes: bool,
    stated: StatedOutcome,
    /// Cards turned up after play had ended, which PHH has no act for.
    shown_after_hand: Vec<String>,
    /// What a record cannot express, and so why the hand cannot be replayed from this one.
    unplayable_reason: Option<Unplayable>,
    /// The last seat to call, and the number of the command that made it call.
    last_call: Option<(Seat, u32)>,
    /// The seats that folded.
    folded: Vec<Seat>,
}

impl<'e> RecordBuilder<'e> {
    /// Starts the record with the players in the order of the deal and what each of them has to post: nominal
    /// amounts, which may be more than the stack.
    fn new(lineup: &'e std::sync::Arc<Lineup>) -> Result<RecordBuilder<'e>, HandRecordError> {
        let hand = Hand::from_lineup(std::sync::Arc::clone(lineup));
        let seats: Vec<Seat> = hand.seats().collect();
        let mut players: Vec<RecordedPlayer> = seats
            .iter()
            .map(|seat| RecordedPlayer {
                seat: seat.number(),
                stack: hand.stack(*seat),
                behind: Chips::ZERO,
                ante: Chips::ZERO,
                dead: Chips::ZERO,
                blind: Chips::ZERO,
                is_out_of_turn: false,
            })
            .collect();
        let mut left: Vec<Chips> = players.iter().map(|player| player.stack).collect();
        for due in &lineup.dues {
            if let Some(at) = seats.iter().position(|seat| *seat == due.seat) {
                let paid = due.amount.min(left[at]);
                left[at] = left[at].above(paid);
                // A record lists antes and dead posts before the other posts. When one of them was due after
                // a blind or a live post, it gets only what that post left, so that a replay collects the
                // same chips.
                let behind =
                    matches!(due.kind, PostKind::Ante | PostKind::Dead) && !players[at].blind.is_zero();
                add_post(&mut players[at], due.kind, if behind { paid } else { due.amount });
            }
        }
        Ok(RecordBuilder {
            lineup,
            holes: vec![CardList::EMPTY; seats.len()],
            players,
            game: recorded_game(&lineup.house)?,
            limit: recorded_limit(&lineup.house)?,
            seats,
            hand,
            steps: Vec::new(),
            board: CardList::EMPTY,
            on_board: 0,
            has_dealt_holes: false,
            stated: StatedOutcome {
                commission: Some(Chips::ZERO),
                collections: StatedCollections::Everybody,
                ..StatedOutcome::default()
            },
            shown_after_hand: Vec::new(),
            unplayable_reason: None,
            last_call: None,
            folded: Vec::new(),
        })
    }

    /// The player in this seat, by number in the order of the deal; `None` for a seat that was not dealt in.
    fn player_number(&self, seat: Seat) -> Option<PlayerNumber> {
        let at = self.seats.iter().position(|other| *other == seat)?;
        PlayerNumber::new(at as u8 + 1)
    }

    /// Adds an act of a player, after the cards dealt before it: a record keeps the order in which cards and
    /// acts were seen.
    fn push_act(&mut self, seat: Seat, act: impl FnOnce(PlayerNumber) -> RecordedAct) {
        self.push_dealt_cards();
        if let Some(place) = self.player_number(seat) {
            self.steps.push(RecordedStep { act: act(place), line: 0 });
        }
    }

    /// Adds the cards dealt since the last step: all hole cards at once before the first act, in the order of
    /// the players, then the board cards of one betting round as one step.
    fn push_dealt_cards(&mut self) {
        if !self.has_dealt_holes && self.holes.iter().any(|cards| !cards.is_empty()) {
            self.has_dealt_holes = true;
            for (at, cards) in self.holes.iter().enumerate() {
                if let Some(place) = PlayerNumber::new(at as u8 + 1) {
                    self.steps.push(RecordedStep { act: RecordedAct::Hole(place, *cards), line: 0 });
                }
            }
        }
        if !self.board.is_empty() {
            self.steps.push(RecordedStep { act: RecordedAct::Board(self.board), line: 0 });
            self.board = CardList::EMPTY;
        }
    }

    /// Adds a board card; the step is written once the cards of its betting round are complete.
    fn push_board_card(&mut self, card: HiddenCard) {
        if self.board.is_empty() {
            self.push_dealt_cards();
        }
        self.board.push(card);
        self.on_board += 1;
        // The cards of one betting round form one step.
        let mut full = 0;
        for cards in self.lineup.house.game.board {
            full += usize::from(*cards);
            if full == self.on_board {
                self.push_dealt_cards();
            }
        }
    }

    /// Applies an event to the hand, then adds to the record what it means there, seen from the state after it. Called
    /// with every event after the opening, in order.
    fn push_event(&mut self, event: &Event) {
        self.hand.apply(event);
        match &event.what {
            Fact::Chips(fact) => {
                if let Some((seat, PostKind::OverBlind, amount)) = fact.post() {
                    self.add_over_blind(seat, amount);
                }
                if let Some((seat, amount)) = fact.returned_bet()
                    && let Some(place) = self.player_number(seat)
                {
                    self.stated.uncalled.push((place, amount));
                }
            }
            Fact::Cards(fact) => {
                if let Some((seat, card)) = fact.hole_card()
                    && let Some(place) = self.player_number(seat)
                {
                    self.holes[place.index()].push(card);
                }
                match fact.board_card() {
                    Some(dealt) if dealt.board.is_first() => self.push_board_card(dealt.card),
                    Some(dealt) => {
                        let reason = Unplayable::SecondBoard { board: dealt.board };
                        self.unplayable_reason.get_or_insert(reason);
                    }
                    None => {}
                }
                if let Some((seat, show)) = fact.show() {
                    self.push_show(seat, show);
                }
            }
            Fact::Turn(fact) => self.push_turn(event.cause, fact.kind()),
            Fact::Pots(fact) => {
                let amount = fact.commission().map_or(Chips::ZERO, |(_, amount)| amount);
                self.stated.commission = self.stated.commission.map(|taken| taken + amount);
            }
            Fact::Course(fact) => {
                if let Some((reason, _)) = fact.void() {
                    self.unplayable_reason = Some(Unplayable::Void { reason });
                }
                if fact.is_over() {
                    self.push_dealt_cards();
                    self.stated.finishing_stacks =
                        self.seats.iter().map(|seat| self.hand.stack(*seat)).collect();
                }
            }
            // These follow from the rules: a record does not write them.
            Fact::Clock(_) | Fact::Street(_) => {}
        }
    }

    /// Adds an over-blind that was posted, unless the lineup lists it as due already: it must be in the
    /// record once.
    fn add_over_blind(&mut self, seat: Seat, amount: Chips) {
        let is_due = self.lineup.dues.iter().any(|due| due.seat == seat && due.kind == PostKind::OverBlind);
        if let (Some(place), false) = (self.player_number(seat), is_due) {
            add_post(&mut self.players[place.index()], PostKind::OverBlind, amount);
        }
    }

    /// Adds an act of the betting; a call and a fold by one `command` make the hand unplayable, since a
    /// record has no such act.
    fn push_turn(&mut self, command: u32, (seat, kind): (Seat, TurnKind)) {
        match kind {
            TurnKind::Fold => {
                if self.last_call == Some((seat, command)) {
                    self.unplayable_reason.get_or_insert(Unplayable::CallAndFold { seat });
                }
                self.push_act(seat, RecordedAct::Fold);
                self.folded.push(seat);
            }
            TurnKind::Check => {
                self.push_act(seat, |place| RecordedAct::CheckOrCall(place, Some(Chips::ZERO)))
            }
            TurnKind::Call(amount) => {
                self.last_call = Some((seat, command));
                self.push_act(seat, |place| RecordedAct::CheckOrCall(place, Some(amount)));
            }
            TurnKind::To(to) => self.push_act(seat, |place| RecordedAct::To(place, to)),
        }
    }

    /// Adds a hand shown or mucked, or keeps for the extras the single cards shown after play had ended,
    /// which PHH has no act for.
    fn push_show(&mut self, seat: Seat, show: Show) {
        let dealt = usize::from(self.lineup.house.game.hole_cards);
        let listed = |cards: [HiddenCard; MAX_HOLE_CARDS]| {
            let mut shown = CardList::EMPTY;
            for card in &cards[..dealt] {
                shown.push(*card);
            }
            shown
        };
        match show {
            Show::Hand { cards } => self.push_act(seat, |place| RecordedAct::Show(place, listed(cards))),
            Show::Muck => self.push_act(seat, RecordedAct::Muck),
            Show::Cards { cards } => {
                if let Some(place) = self.player_number(seat) {
                    self.shown_after_hand
                        .push(crate::phh::toml_string(&format!("{place} {}", listed(cards))));
                }
            }
        }
    }

    /// Marks the hand as unplayable where the table's ranking of hands would give the pot to somebody else
    /// than the ranking that readers of a record assume.
    ///
    /// A format has one ranking for each game. The table may use another: the ace only high, or flush and
    /// full house swapped. It matters when two hands that were not folded compare differently under the two
    /// rankings.
    fn check_hand_ranking(&mut self) {
        let ours = &self.lineup.house.ranking;
        let theirs =
            Choice { hole_cards_used: ours.choice().hole_cards_used, ..standard_ranking(&self.game) };
        let known =
            |cards: &[HiddenCard]| cards.iter().map(|card| card.known_card()).collect::<Option<Vec<Card>>>();
        if theirs == *ours.choice() {
            return;
        }
        // A hand with more than one board is marked as unplayable elsewhere.
        let board = known(self.hand.boards().first());
        let (Ok(theirs), Some(board)) = (Ranking::of(theirs), board) else { return };
        if board.len() != usize::from(self.lineup.house.game.board_cards()) {
            return;
        }
        let hands: Vec<(Seat, Vec<Card>)> = std::iter::zip(&self.seats, &self.holes)
            .filter(|(seat, cards)| !self.folded.contains(seat) && !cards.is_empty())
            .filter_map(|(seat, cards)| Some((*seat, known(cards.cards())?)))
            .collect();
        for (at, (seat, hand)) in hands.iter().enumerate() {
            for (other, against) in &hands[at + 1..] {
                let high = |order: &Ranking| order.high(hand, &board).cmp(&order.high(against, &board));
                let low = |order: &Ranking| order.low(hand, &board).cmp(&order.low(against, &board));
                let plays_low = ours.choice().mode != ShowdownMode::High;
                if high(ours) != high(&theirs) || plays_low && low(ours) != low(&theirs) {
                    let (first, second) = (*seat, *other);
                    let reason = Unplayable::OtherRanking { first, second, game: self.game.clone() };
                    self.unplayable_reason.get_or_insert(reason);
                    return;
                }
            }
        }
    }

    /// Completes the record with what is known at the end of the hand: final stacks, button, the book, and
    /// cards shown afterwards.
    fn finish(mut self) -> HandRecord {
        self.push_dealt_cards();
        // The final stacks say what was collected.
        self.stated.collections = StatedCollections::Nobody;
        self.check_hand_ranking();
        let last = self.players.last().map(|player| player.seat);
        let button = self.lineup.button.number();
        let mut extras = Extras::default();
        let book = &self.lineup.house.determined;
        extras.push(
            "_rulebook",
            &crate::phh::toml_string(&format!("{} {}", book.book_id(), book.book().version())),
        );
        if !self.shown_after_hand.is_empty() {
            extras.push("_cards_shown", &format!("[{}]", self.shown_after_hand.join(", ")));
        }
        HandRecord {
            origin: RecordOrigin { hand: self.lineup.number.to_string(), line: 0 },
            game: self.game,
            limit: self.limit,
            players: self.players,
            has_seat_numbers: true,
            names: Vec::new(),
            button: (last != Some(button)).then_some(button),
            unposted_blind: unposted_blind(self.lineup),
            unit: AmountUnit::Chips,
            decimals: 0,
            steps: self.steps,
            comments: Vec::new(),
            stated: self.stated,
            unplayable_reason: self.unplayable_reason,
            notes: Vec::new(),
            extras,
        }
    }
}

/// The first blind of the house, where other blinds are posted and it is not: pot limit counts it, so a
/// replay has to know it.
fn unposted_blind(lineup: &Lineup) -> Option<Chips> {
    let posts = |wanted: fn(u8) -> bool| {
        lineup.dues.iter().any(|due| matches!(due.kind, PostKind::Blind(at) if wanted(at)))
    };
    lineup.house.stakes.blinds.first().copied().filter(|_| posts(|at| at > 0) && !posts(|at| at == 0))
}

/// Adds a post to the field of the player that a record keeps it in; antes and dead posts add up, the others
/// are one amount each. A live post also marks the player as one who posted out of turn.
fn add_post(player: &mut RecordedPlayer, kind: PostKind, amount: Chips) {
    match kind {
        PostKind::Ante => player.ante += amount,
        PostKind::Dead => player.dead += amount,
        PostKind::Blind(_) | PostKind::OverBlind => player.blind = amount,
        PostKind::Live => {
            player.blind = amount;
            player.is_out_of_turn = true;
        }
    }
}

/// The ranking of hands that every reader of a record assumes for the game, before the house's count of hole
/// cards is put in.
fn standard_ranking(game: &RecordedGame) -> Choice {
    match game {
        RecordedGame::ShortDeck => Choice { deck: Deck::Cards36, ..Choice::default() },
        RecordedGame::OmahaHiLo => {
            Choice { mode: ShowdownMode::HighLow, low_qualifier: LowQualifier::Eight, ..Choice::default() }
        }
        RecordedGame::Holdem
        | RecordedGame::Omaha
        | RecordedGame::Stud
        | RecordedGame::StudHiLo
        | RecordedGame::Razz
        | RecordedGame::SingleDraw
        | RecordedGame::TripleDraw
        | RecordedGame::Badugi
        | RecordedGame::Named(_) => Choice::default(),
    }
}

/// The game as a record names it; an error where its deck or its showdown has no name in a record.
fn recorded_game(house: &House) -> Result<RecordedGame, HandRecordError> {
    let book = &house.determined;
    let high = book.is("showdown_mode", "high") || book.text("showdown_mode") == "not_used";
    let full = book.text("deck_cards") == "52" && !book.is("joker", "true");
    Ok(match (house.game.name, high, full) {
        ("holdem", true, true) => RecordedGame::Holdem,
        ("holdem", true, false) if book.text("deck_cards") == "36" && !book.is("joker", "true") => {
            RecordedGame::ShortDeck
        }
        ("omaha", true, true) => RecordedGame::Omaha,
        ("omaha", false, true) if book.is("showdown_mode", "high_low") => RecordedGame::OmahaHiLo,
        (name, _, _) => return Err(HandRecordError::UnknownGame { name }),
    })
}

/// The limits as a record has them, with their bets in chips; an error for the structures that no record has.
fn recorded_limit(house: &House) -> Result<RecordedLimit, HandRecordError> {
    let least = house.stakes.bets[0].smallest;
    Ok(match house.betting.limit {
        Limit::NoLimit => RecordedLimit::NoLimit { smallest_bet: least },
        Limit::FullPot => RecordedLimit::PotLimit { smallest_bet: least },
        Limit::Fixed => {
            let last = usize::from(house.game.rounds()).saturating_sub(1);
            RecordedLimit::Fixed { small_bet: least, big_bet: house.stakes.bets[last].smallest }
        }
        limit @ (Limit::Spread | Limit::Double | Limit::HalfPot) => {
            return Err(HandRecordError::UnknownLimit { limit });
        }
    })
}
