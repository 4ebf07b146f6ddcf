//! From the events that the machine decided to a record: what hands are written from.

use cards::{Card, Choice, Deck, Hidden, LowQualifier, Ranking, ShowdownMode};
use chips::Chips;
use seating::Seat;
use table::{CourseFact, Event, Hand, House, Lineup, MOST_HOLE_CARDS, PostKind, Show, TurnKind, What};

use crate::record::{
    Act, CardList, Compared, Extras, Game, Limit, MAX_PLAYERS, Origin, Place, Player, Record, Stated, Step,
    Unit,
};

/// The record of a hand from all its events, the opening first.
///
/// The cards are those that the events name: give it the events as a viewer may see them.
///
/// # Errors
/// A line: the events do not begin with an opening, or no record has a word for the game or its limits.
pub fn record_of(events: &[Event]) -> Result<Record, String> {
    let Some(What::Course(CourseFact::Opened(lineup))) = events.first().map(|event| &event.what) else {
        return Err("the events do not begin with the opening of a hand".to_owned());
    };
    if lineup.entrants.len() > MAX_PLAYERS {
        return Err(format!(
            "{} players are dealt in: a record has at most {MAX_PLAYERS}",
            lineup.entrants.len()
        ));
    }
    let mut teller = Teller::new(lineup)?;
    for event in &events[1..] {
        teller.take(event);
    }
    Ok(teller.finish())
}

struct Teller<'e> {
    lineup: &'e Lineup,
    hand: Hand,
    seats: Vec<Seat>,
    players: Vec<Player>,
    holes: Vec<CardList>,
    game: Game,
    limit: Limit,
    steps: Vec<Step>,
    /// Board cards dealt since the last act, and how many are on the board.
    board: CardList,
    on_board: usize,
    dealt: bool,
    stated: Stated,
    /// Cards that were turned up when the hand was out of the play: no act of the notation says that.
    shown_after: Vec<String>,
    /// What no record has a word for, so that the hand cannot be played again from it.
    unplayable: Option<Box<str>>,
    /// Who called last, and with which command.
    called: Option<(Seat, u32)>,
    /// Who gave the hand up.
    folded: Vec<Seat>,
}

impl<'e> Teller<'e> {
    fn new(lineup: &'e std::sync::Arc<Lineup>) -> Result<Teller<'e>, String> {
        let hand = Hand::opened(std::sync::Arc::clone(lineup));
        let seats: Vec<Seat> = hand.seats().collect();
        let mut players: Vec<Player> = seats
            .iter()
            .map(|seat| Player {
                seat: seat.number(),
                stack: hand.stack(*seat),
                behind: Chips::ZERO,
                ante: Chips::ZERO,
                dead: Chips::ZERO,
                blind: Chips::ZERO,
                out_of_turn: false,
            })
            .collect();
        let mut left: Vec<Chips> = players.iter().map(|player| player.stack).collect();
        for due in &lineup.dues {
            if let Some(at) = seats.iter().position(|seat| *seat == due.seat) {
                let paid = due.amount.min(left[at]);
                left[at] = left[at].above(paid);
                // A record has antes and dead posts before the others. Of what was due behind a blind or a live post it
                // tells what was left for it, so that whoever plays it again collects the same.
                let behind =
                    matches!(due.kind, PostKind::Ante | PostKind::Dead) && !players[at].blind.is_zero();
                post(&mut players[at], due.kind, if behind { paid } else { due.amount });
            }
        }
        Ok(Teller {
            lineup,
            holes: vec![CardList::NONE; seats.len()],
            players,
            game: game(&lineup.house)?,
            limit: limit(&lineup.house)?,
            seats,
            hand,
            steps: Vec::new(),
            board: CardList::NONE,
            on_board: 0,
            dealt: false,
            stated: Stated {
                commission: Some(Chips::ZERO),
                compared: Compared::Everybody,
                ..Stated::default()
            },
            shown_after: Vec::new(),
            unplayable: None,
            called: None,
            folded: Vec::new(),
        })
    }

    fn place(&self, seat: Seat) -> Option<Place> {
        let at = self.seats.iter().position(|other| *other == seat)?;
        Place::new(at as u8 + 1)
    }

    fn act(&mut self, seat: Seat, act: impl FnOnce(Place) -> Act) {
        self.deal();
        if let Some(place) = self.place(seat) {
            self.steps.push(Step { act: act(place), line: 0 });
        }
    }

    /// Writes down the cards dealt before whatever comes next.
    fn deal(&mut self) {
        if !self.dealt && self.holes.iter().any(|cards| !cards.is_empty()) {
            self.dealt = true;
            for (at, cards) in self.holes.iter().enumerate() {
                if let Some(place) = Place::new(at as u8 + 1) {
                    self.steps.push(Step { act: Act::Hole(place, *cards), line: 0 });
                }
            }
        }
        if !self.board.is_empty() {
            self.steps.push(Step { act: Act::Board(self.board), line: 0 });
            self.board = CardList::NONE;
        }
    }

    fn board_card(&mut self, card: Hidden) {
        if self.board.is_empty() {
            self.deal();
        }
        self.board.push(card);
        self.on_board += 1;
        // Cards of one betting round are told together.
        let mut full = 0;
        for cards in self.lineup.house.game.board {
            full += usize::from(*cards);
            if full == self.on_board {
                self.deal();
            }
        }
    }

    fn take(&mut self, event: &Event) {
        self.hand.apply(event);
        match &event.what {
            What::Chips(fact) => {
                if let Some((seat, PostKind::OverBlind, amount)) = fact.posted() {
                    self.over_blind(seat, amount);
                }
                if let Some((seat, amount)) = fact.returned()
                    && let Some(place) = self.place(seat)
                {
                    self.stated.uncalled.push((place, amount));
                }
            }
            What::Cards(fact) => {
                if let Some((seat, card)) = fact.hole_card()
                    && let Some(place) = self.place(seat)
                {
                    self.holes[place.index()].push(card);
                }
                match fact.board_card() {
                    Some(dealt) if dealt.board.is_first() => self.board_card(dealt.card),
                    Some(dealt) => {
                        let what = format!("a card was dealt to {}: a record has one board", dealt.board);
                        self.unplayable.get_or_insert(what.into());
                    }
                    None => {}
                }
                if let Some((seat, show)) = fact.show() {
                    self.show(seat, show);
                }
            }
            What::Turn(fact) => self.turn(event.cause, fact.kind()),
            What::Pots(fact) => {
                let amount = fact.commission().map_or(Chips::ZERO, |(_, amount)| amount);
                self.stated.commission = self.stated.commission.map(|taken| taken + amount);
            }
            What::Course(fact) => {
                if let Some((reason, _)) = fact.voided() {
                    self.unplayable = Some(
                        format!(
                            "the hand was declared void ({}): a record has no word for it",
                            reason.word()
                        )
                        .into(),
                    );
                }
                if fact.is_over() {
                    self.deal();
                    self.stated.finishing_stacks =
                        self.seats.iter().map(|seat| self.hand.stack(*seat)).collect();
                }
            }
            // What follows from the rules.
            What::Clock(_) | What::Street(_) => {}
        }
    }

    fn over_blind(&mut self, seat: Seat, amount: Chips) {
        let told = self.lineup.dues.iter().any(|due| due.seat == seat && due.kind == PostKind::OverBlind);
        if let (Some(place), false) = (self.place(seat), told) {
            post(&mut self.players[place.index()], PostKind::OverBlind, amount);
        }
    }

    fn turn(&mut self, command: u32, (seat, kind): (Seat, TurnKind)) {
        match kind {
            TurnKind::Fold => {
                if self.called == Some((seat, command)) {
                    self.unplayable.get_or_insert_with(|| {
                        format!(
                            "seat {seat} pays the call and gives up the hand: a record has no word for it"
                        )
                        .into()
                    });
                }
                self.act(seat, Act::Fold);
                self.folded.push(seat);
            }
            TurnKind::Check => self.act(seat, |place| Act::CheckOrCall(place, Some(Chips::ZERO))),
            TurnKind::Call(amount) => {
                self.called = Some((seat, command));
                self.act(seat, |place| Act::CheckOrCall(place, Some(amount)));
            }
            TurnKind::To(to) => self.act(seat, |place| Act::To(place, to)),
        }
    }

    fn show(&mut self, seat: Seat, show: Show) {
        let dealt = usize::from(self.lineup.house.game.hole_cards);
        let listed = |cards: [Hidden; MOST_HOLE_CARDS]| {
            let mut shown = CardList::NONE;
            for card in &cards[..dealt] {
                shown.push(*card);
            }
            shown
        };
        match show {
            Show::Hand { cards } => self.act(seat, |place| Act::Show(place, listed(cards))),
            Show::Muck => self.act(seat, Act::Muck),
            Show::Cards { cards } => {
                if let Some(place) = self.place(seat) {
                    self.shown_after.push(crate::phh::quoted(&format!("{place} {}", listed(cards))));
                }
            }
        }
    }

    /// A format has one order of hands for each game, and the table may have another: with the ace above the king alone,
    /// or flush and full house changed about. Where two of the hands that were not given up would stand the other way
    /// round, whoever reads the record would give the pot to somebody else.
    fn compare_the_orders_of_hands(&mut self) {
        let ours = &self.lineup.house.ranking;
        let theirs = Choice { hole_cards_used: ours.choice().hole_cards_used, ..order_of(&self.game) };
        let known = |cards: &[Hidden]| cards.iter().map(|card| card.known()).collect::<Option<Vec<Card>>>();
        if theirs == *ours.choice() {
            return;
        }
        // Of a hand with more boards no record is made that could be played again.
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
                    let what = format!(
                        "the hands of seats {seat} and {other} stand otherwise in the order of hands that a record of {} has",
                        self.game
                    );
                    self.unplayable.get_or_insert(what.into());
                    return;
                }
            }
        }
    }

    fn finish(mut self) -> Record {
        self.deal();
        // What was collected is told by the final stacks.
        self.stated.compared = Compared::Nobody;
        self.compare_the_orders_of_hands();
        let last = self.players.last().map(|player| player.seat);
        let button = self.lineup.button.number();
        let mut extras = Extras::default();
        let book = &self.lineup.house.determined;
        extras
            .push("_rulebook", &crate::phh::quoted(&format!("{} {}", book.book_id(), book.book().version())));
        if !self.shown_after.is_empty() {
            extras.push("_cards_shown", &format!("[{}]", self.shown_after.join(", ")));
        }
        Record {
            origin: Origin { hand: self.lineup.number.to_string(), line: 0 },
            game: self.game,
            limit: self.limit,
            players: self.players,
            seats_told: true,
            names: Vec::new(),
            button: (last != Some(button)).then_some(button),
            unposted_blind: unposted_blind(self.lineup),
            unit: Unit::Chips,
            decimals: 0,
            steps: self.steps,
            comments: Vec::new(),
            stated: self.stated,
            unplayable: self.unplayable,
            notes: Vec::new(),
            extras,
        }
    }
}

/// The first blind of the house where others are posted and it is not.
fn unposted_blind(lineup: &Lineup) -> Option<Chips> {
    let posts = |wanted: fn(u8) -> bool| {
        lineup.dues.iter().any(|due| matches!(due.kind, PostKind::Blind(at) if wanted(at)))
    };
    lineup.house.blinds.first().copied().filter(|_| posts(|at| at > 0) && !posts(|at| at == 0))
}

fn post(player: &mut Player, kind: PostKind, amount: Chips) {
    match kind {
        PostKind::Ante => player.ante += amount,
        PostKind::Dead => player.dead += amount,
        PostKind::Blind(_) | PostKind::OverBlind => player.blind = amount,
        PostKind::Live => {
            player.blind = amount;
            player.out_of_turn = true;
        }
    }
}

/// The order of hands that every reader of a record gives the game.
fn order_of(game: &Game) -> Choice {
    match game {
        Game::ShortDeck => Choice { deck: Deck::Cards36, ..Choice::default() },
        Game::OmahaHiLo => {
            Choice { mode: ShowdownMode::HighLow, low_qualifier: LowQualifier::Eight, ..Choice::default() }
        }
        Game::Holdem
        | Game::Omaha
        | Game::Stud
        | Game::StudHiLo
        | Game::Razz
        | Game::SingleDraw
        | Game::TripleDraw
        | Game::Badugi
        | Game::Named(_) => Choice::default(),
    }
}

fn game(house: &House) -> Result<Game, String> {
    let book = &house.determined;
    let high = book.is("showdown_mode", "high") || book.text("showdown_mode") == "not_used";
    let full = book.text("deck_cards") == "52" && !book.is("joker", "true");
    Ok(match (house.game.name, high, full) {
        ("holdem", true, true) => Game::Holdem,
        ("holdem", true, false) if book.text("deck_cards") == "36" && !book.is("joker", "true") => {
            Game::ShortDeck
        }
        ("omaha", true, true) => Game::Omaha,
        ("omaha", false, true) if book.is("showdown_mode", "high_low") => Game::OmahaHiLo,
        (name, _, _) => {
            return Err(format!("a record has no word for this {name}: its deck or its showdown differs"));
        }
    })
}

fn limit(house: &House) -> Result<Limit, String> {
    let least = house.bets[0].least;
    Ok(match house.limit {
        table::Limit::NoLimit => Limit::NoLimit { smallest_bet: least },
        table::Limit::FullPot => Limit::PotLimit { smallest_bet: least },
        table::Limit::Fixed => {
            let last = usize::from(house.game.rounds()).saturating_sub(1);
            Limit::Fixed { small_bet: least, big_bet: house.bets[last].least }
        }
        table::Limit::Spread => return Err(no_word("spread limit")),
        table::Limit::Double => return Err(no_word("straddle limit")),
        table::Limit::HalfPot => return Err(no_word("half pot")),
    })
}

fn no_word(limit: &str) -> String {
    format!("a record has no word for {limit}: fixed limit, pot limit and no limit it has")
}
