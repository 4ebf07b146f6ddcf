//! Events and rulings in words, with the clauses they cite.

use std::fmt::Write;

use cards::{Card, HiddenCard, ShowdownMode};
use chips::Chips;
use seating::{Role, Seat, Seats};
use table::{
    Antes, BlindFact, BoardNumber, Boards, CardFact, ChipFact, ClockFact, CourseFact, DeckFact, Fact, Hand,
    House, HouseFact, OfficialFact, PostKind, PotFact, PotHalf, PotPart, SeatFact, StakeFact, StreetFact,
    TableFact, TurnFact,
};

use crate::report::{CaseReport, TranscriptEntry};

/// Everything that happened in a case, for people: one line for each event with its number and the rule and
/// clauses that it rests on, the stacks after each hand, and what does not hold. `cardroom script
/// --transcript` prints it.
pub fn transcript(report: &CaseReport) -> String {
    let mut text = String::new();
    let mut line = |parts: std::fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _ = text.write_fmt(parts);
    };
    if !report.title.is_empty() {
        line(format_args!("test {}\n", report.title));
    }
    line(format_args!("house {}\n", report.book));
    for entry in &report.events {
        line(format_args!("{:>4}  {:<58}  {}\n", entry.n, entry.describe(), entry.grounds()));
        for (_, stacks) in report.stacks.iter().filter(|(after, _)| *after == entry.n) {
            let stacks: Vec<String> = stacks.iter().map(|(seat, stack)| format!("{seat}:{stack}")).collect();
            line(format_args!("      stacks {}\n", stacks.join(" ")));
        }
    }
    for failure in &report.failures {
        line(format_args!("does not hold: {failure}\n"));
    }
    text
}

impl TranscriptEntry {
    /// What happened, preceded by the seat it concerns, if any: the words that a `told` line of a script is
    /// compared with.
    pub fn describe(&self) -> String {
        match self.seat {
            Some(seat) => format!("seat {seat} {}", self.ruling),
            None => self.ruling.clone(),
        }
    }

    /// The rule with the clauses that the book gives it: `short-all-in-does-not-reopen (DU-52, DU-39)`; the
    /// rule alone where the book gives it none.
    pub fn grounds(&self) -> String {
        if self.clauses.is_empty() {
            self.rule.name().to_owned()
        } else {
            format!("{} ({})", self.rule.name(), self.clauses.join(", "))
        }
    }
}

/// Cards in their order with spaces between them, `??` for one that is not known. Transcripts and what
/// expectations find are written with this.
pub(crate) fn cards_in_words(cards: &[HiddenCard]) -> String {
    let text = |card: &HiddenCard| card.known_card().map_or("??".to_owned(), |card| card.to_string());
    cards.iter().map(text).collect::<Vec<_>>().join(" ")
}

/// Known cards in their order with spaces between them, for the cards that officials replace or check.
fn cards_text(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

/// A betting round (from 0) by its street where the game has a flop, otherwise by its number from 1, as in
/// `on the turn`.
fn round_in_words(round: u8, house: &House) -> String {
    if !house.game.has_flop() {
        return format!("in round {}", round + 1);
    }
    match round {
        0 => "before the flop".to_owned(),
        1 => "on the flop".to_owned(),
        2 => "on the turn".to_owned(),
        3 => "on the river".to_owned(),
        more => format!("in round {}", more + 1),
    }
}

/// An event in the words of the transcript, without its seat; `hand` is the hand after the command.
/// Scripts with `told` lines compare with these words, so change them with care.
pub(crate) fn describe_event(what: &TableFact, house: &House, hand: Option<&Hand>) -> String {
    match what {
        TableFact::Stakes(StakeFact::Sat { stack, waits, .. }) => {
            let waits = if *waits { " and waits for the last blind unless it is posted" } else { "" };
            format!("sits down with {stack}{waits}")
        }
        TableFact::Stakes(StakeFact::Left { stack, .. }) => format!("leaves with {stack}"),
        TableFact::Seats(SeatFact::SatOut { .. }) => "sits out".to_owned(),
        TableFact::Seats(SeatFact::OutAtBlind { wished: true, .. }) => {
            "sits out once the last blind comes round".to_owned()
        }
        TableFact::Seats(SeatFact::OutAtBlind { wished: false, .. }) => {
            "stays in when the last blind comes round".to_owned()
        }
        TableFact::Seats(SeatFact::SatIn { waits, posts, .. }) => match (waits, posts) {
            (_, true) => "sits in and posts what is owed".to_owned(),
            (true, false) => "sits in and waits for the last blind".to_owned(),
            (false, false) => "sits in".to_owned(),
        },
        TableFact::Stakes(StakeFact::Bought { amount, .. }) => format!("buys {amount}"),
        TableFact::House(HouseFact::Determined { from_round, anew: true, .. }) => {
            format!("a new game is declared: the choices apply from hand {from_round}")
        }
        TableFact::House(HouseFact::Determined { from_round, .. }) => {
            format!("the choices apply from hand {from_round}")
        }
        TableFact::Blinds(BlindFact::ButtonPlaced { .. }) => "is given the button".to_owned(),
        TableFact::Blinds(BlindFact::Positions { button, blinds }) => {
            let mut text = format!("the button is at seat {button}");
            // Writing to a string cannot fail.
            match blinds.iter().copied().collect::<Option<Vec<Seat>>>() {
                Some(seats) if seats.is_empty() => {}
                Some(seats) => {
                    let seats: Vec<String> = seats.iter().map(Seat::to_string).collect();
                    let _ = write!(text, ", blinds at {}", seats.join(" and "));
                }
                None => {
                    for (at, seat) in blinds.iter().enumerate() {
                        let name = blind_name(blinds.len(), at);
                        let _ = match seat {
                            Some(seat) => write!(text, ", the {name} at {seat}"),
                            None => write!(text, ", no {name}"),
                        };
                    }
                }
            }
            text
        }
        TableFact::Blinds(BlindFact::BlindMissed { last, .. }) => {
            if *last {
                "misses the last blind".to_owned()
            } else {
                "misses a smaller blind".to_owned()
            }
        }
        TableFact::Seats(SeatFact::Leaving { .. }) => "leaves when the hand is over".to_owned(),
        TableFact::Officials(OfficialFact::RemovalDecided { reason, excluded, .. }) => {
            let what = if *excluded { "is excluded" } else { "is removed" };
            format!("{what} after this hand: {reason}")
        }
        TableFact::Officials(OfficialFact::Readmitted { .. }) => {
            "a player who was excluded may come back".to_owned()
        }
        TableFact::Officials(OfficialFact::RejoinReferred { stack, took, .. }) => {
            format!("wants to come back with {stack} after {took}: an official decides")
        }
        TableFact::Officials(OfficialFact::RejoinDecided { allowed, .. }) => {
            format!("coming back with less is {}", if *allowed { "allowed" } else { "not allowed" })
        }
        TableFact::House(HouseFact::TimeTold { .. }) => "the time is reported".to_owned(),
        TableFact::House(HouseFact::TableOpened { sign, .. }) => {
            format!(
                "the table opens: smallest stake {}, smallest bet {}",
                sign.minimum_stake, sign.minimum_bet
            )
        }
        TableFact::House(HouseFact::SignChanged { sign, from_round, .. }) => format!(
            "smallest stake {} and smallest bet {} from hand {from_round}",
            sign.minimum_stake, sign.minimum_bet
        ),
        TableFact::Deck(DeckFact::CardsReplaced { cards, reason, .. }) => {
            format!("{} replaced by new cards: {reason}", cards_text(cards))
        }
        TableFact::Deck(DeckFact::CardsChecked { cards, counted, by, .. }) => {
            let who = if by.role == Role::Dealer { "the dealer" } else { "the supervisor" };
            format!("{who} checks new cards: {} found, {counted} counted", cards_text(cards))
        }
        TableFact::Seats(SeatFact::HeldBack { .. }) => {
            "is not dealt in: nobody enters on the button".to_owned()
        }
        TableFact::Hand(event) => hand_in_words(&event.what, house, hand),
    }
}

/// An event of the hand in the words of the transcript, without its seat; bets and raises are given by the
/// street's total, calls by what is added.
fn hand_in_words(what: &Fact, house: &House, hand: Option<&Hand>) -> String {
    let all_in_word = |all_in: &bool| if *all_in { ", all-in" } else { "" };
    match what {
        Fact::Course(CourseFact::Opened(lineup)) => {
            format!("hand {} is opened for {} players", lineup.number, lineup.entrants.len())
        }
        Fact::Chips(ChipFact::Posted { seat, kind, amount, all_in }) => {
            let post = match kind {
                PostKind::Ante => format!("posts an ante of {amount}"),
                PostKind::Dead => dead_post_in_words(*seat, *amount, house, hand),
                PostKind::Blind(at) => {
                    let blind = blind_name(house.stakes.blinds.len(), usize::from(*at));
                    match house.stakes.blinds.get(usize::from(*at)) {
                        Some(whole) if whole > amount => format!("posts {amount} of the {blind} of {whole}"),
                        Some(_) | None => format!("posts the {blind} of {amount}"),
                    }
                }
                PostKind::OverBlind => format!("posts the {} of {amount}", house.stakes.over_blind_word),
                PostKind::Live => format!("posts {amount} live"),
            };
            format!("{post}{}", all_in_word(all_in))
        }
        Fact::Cards(CardFact::HoleDealt { card, .. }) => format!("is dealt {}", cards_in_words(&[*card])),
        Fact::Cards(CardFact::Burned { card }) => format!("{} is burned", cards_in_words(&[*card])),
        Fact::Cards(CardFact::BoardDealt { card, board, .. }) => {
            let of = if board.is_first() { String::new() } else { format!(" of {board}") };
            format!("board card{of} {}", cards_in_words(&[*card]))
        }
        Fact::Street(StreetFact::BettingOpened { round, .. }) => {
            format!("opens the betting {}", round_in_words(*round, house))
        }
        Fact::Street(StreetFact::BettingSkipped { round }) => {
            format!("no betting {}", round_in_words(*round, house))
        }
        Fact::Turn(TurnFact::Folded { .. }) => "folds".to_owned(),
        Fact::Turn(TurnFact::Checked { stands, .. }) => if *stands { "stands" } else { "checks" }.to_owned(),
        Fact::Turn(TurnFact::Called { amount, all_in, .. }) => {
            format!("calls {amount}{}", all_in_word(all_in))
        }
        Fact::Turn(TurnFact::Bet { to, full, all_in, .. }) => {
            format!("bets {to}{}{}", all_in_word(all_in), if *full { "" } else { ", short of a full bet" })
        }
        Fact::Turn(TurnFact::Raised { to, full, all_in, .. }) => {
            format!(
                "raises to {to}{}{}",
                all_in_word(all_in),
                if *full { "" } else { ", short of a full raise" }
            )
        }
        Fact::Street(StreetFact::BettingClosed { round }) => {
            format!("the betting {} is over", round_in_words(*round, house))
        }
        Fact::Chips(ChipFact::Returned { amount, .. }) => {
            format!("gets back the {amount} that nobody called")
        }
        Fact::Street(StreetFact::HandsTabled { .. }) => "shows first: all hands are turned up".to_owned(),
        Fact::Street(StreetFact::ShowdownOpened { early, .. }) => {
            format!("shows first{}", if *early { ", betting ended early" } else { "" })
        }
        Fact::Cards(CardFact::Shown { cards, .. }) => {
            let shown = &cards[..usize::from(house.game.hole_cards)];
            match hand.and_then(|hand| made_in_words(house, shown, hand.boards())) {
                Some(made) => format!("shows {}, {made}", cards_in_words(shown)),
                None => format!("shows {}", cards_in_words(shown)),
            }
        }
        Fact::Cards(CardFact::Mucked { .. }) => "mucks".to_owned(),
        Fact::Cards(CardFact::CardsShown { cards, .. }) => {
            let shown: Vec<HiddenCard> =
                cards.iter().copied().filter(|card| card.known_card().is_some()).collect();
            format!("shows {}", cards_in_words(&shown))
        }
        Fact::Pots(PotFact::PotFormed { pot, amount, eligible }) => {
            format!("{} is {amount}, {}", pot_in_words(*pot), for_seats(*eligible))
        }
        Fact::Pots(PotFact::CommissionTaken { pot, amount, short_of_due }) => {
            let short = if *short_of_due { ", rounded down to the chip: less than is due" } else { "" };
            format!("commission of {amount} from {}{short}", pot_in_words(*pot))
        }
        Fact::Pots(PotFact::CommissionCapped { due, taken }) => {
            format!("the cap limits the commission of {due} to {taken}")
        }
        Fact::Pots(PotFact::NoCommission { pot, reason }) => {
            let from = pot.map_or(String::new(), |pot| format!(" from {}", pot_in_words(pot)));
            format!("no commission{from}: {}", reason.words())
        }
        Fact::Pots(PotFact::Awarded { amount, .. }) if amount.is_zero() => {
            "wins the hand; nothing was in the pot".to_owned()
        }
        Fact::Pots(PotFact::Awarded { pot, board, half, seat, amount }) => {
            let part = PotPart { pot: *pot, board: *board, half: *half };
            let with = hand.and_then(|hand| hand.winning_hand(part, *seat));
            let with = with.map_or_else(String::new, |won| format!(" with {won}"));
            format!("wins {amount} from {}{with}", part_in_words(part, hand))
        }
        Fact::Pots(PotFact::OddChips { pot, board, half, amount, .. }) => {
            let part = PotPart { pot: *pot, board: *board, half: *half };
            format!("gets the odd {amount} from {}", part_in_words(part, hand))
        }
        Fact::Cards(CardFact::Shuffled { cards }) => format!("the {cards} cards are shuffled"),
        Fact::Cards(CardFact::Cut { after }) => format!("the deck is cut after card {after}"),
        Fact::Clock(ClockFact::ClockCalled { seconds, .. }) => format!("is given {seconds} seconds to act"),
        Fact::Clock(ClockFact::TimeRanOut { .. }) => "does not act in time".to_owned(),
        Fact::Course(CourseFact::Voided { reason, .. }) => format!("the hand is void: {}", reason.word()),
        Fact::Chips(ChipFact::Refunded { amount, .. }) => format!("gets back the {amount} put in"),
        Fact::Course(CourseFact::Closed) => "the hand is over".to_owned(),
    }
}

/// The name of the blind at index `at` of so many blinds, as in the dictionary (AMB-003): a single one is
/// only the blind.
fn blind_name(blinds: usize, at: usize) -> &'static str {
    match (blinds, at) {
        (1, _) => "blind",
        (_, 0) => "small blind",
        (_, 1) => "big blind",
        (_, _) => "third blind",
    }
}

/// A dead post in the words of the transcript: the big blind ante by its name and full size, with the part of
/// it that was posted if that is less; any other as it is.
fn dead_post_in_words(seat: Seat, amount: Chips, house: &House, hand: Option<&Hand>) -> String {
    match house.stakes.antes {
        Antes::BigBlind(ante) if hand.is_some_and(|hand| hand.lineup().is_big_blind_ante(seat)) => {
            let of = if amount < ante { format!("{amount} of ") } else { String::new() };
            format!("posts {of}the big blind ante of {ante}")
        }
        Antes::BigBlind(_) | Antes::EachPlayer(_) | Antes::Off => format!("posts {amount} dead"),
    }
}

/// The hand that a show makes, as a dealer announces it, board by board; `None` while no board is complete.
fn made_in_words(house: &House, hole: &[HiddenCard], boards: &Boards) -> Option<String> {
    let made = |(number, board): (BoardNumber, &[HiddenCard])| {
        let made = made_on_board(house, hole, board)?;
        Some(if boards.count() > 1 { format!("on {number} {made}") } else { made })
    };
    let made: Vec<String> = boards.numbers().zip(boards.each()).filter_map(made).collect();
    (!made.is_empty()).then(|| made.join("; "))
}

/// The hand on one board as a dealer announces it: a high hand with all five ranks, and the low hand where it
/// qualifies; `None` before the board is complete, while a card is unknown, and where no hand counts in what
/// is played for.
fn made_on_board(house: &House, hole: &[HiddenCard], board: &[HiddenCard]) -> Option<String> {
    let (hole, board) = (HiddenCard::all_known(hole)?, HiddenCard::all_known(board)?);
    if board.len() < usize::from(house.game.board_cards()) {
        return None;
    }
    let high = || {
        let strength = house.ranking.high(&hole, &board);
        let ranks: Vec<String> =
            house.ranking.ranks(strength)?.iter().map(|rank| rank.letter().to_string()).collect();
        Some(format!("{} ({})", house.ranking.name(strength), ranks.join("-")))
    };
    let low = || house.ranking.best_low_hand(&hole, &board).map(|low| format!("low {low}"));
    match house.showdown.mode {
        ShowdownMode::High => high(),
        ShowdownMode::Low => low(),
        ShowdownMode::HighLow => high().map(|high| match low() {
            Some(low) => format!("{high}, {low}"),
            None => high,
        }),
    }
}

/// A pot by its number, from 0 for the main pot, in the words of the transcript; side pots count from 1.
fn pot_in_words(pot: u8) -> String {
    if pot == 0 { "the main pot".to_owned() } else { format!("side pot {pot}") }
}

/// The seats that may win a pot; only one where the others in it gave up their hands.
fn for_seats(eligible: Seats) -> String {
    let seats: Vec<String> = eligible.iter().map(|seat| seat.to_string()).collect();
    match seats.as_slice() {
        [] => "for nobody".to_owned(),
        [one] => format!("for seat {one}, the only one left in it"),
        [first @ .., last] => format!("for seats {} and {last}", first.join(", ")),
    }
}

/// The pot or the half of it that an award is from; in a hand with several boards, with the board that
/// decided.
fn part_in_words(part: PotPart, hand: Option<&Hand>) -> String {
    let pot = pot_in_words(part.pot);
    let of = match part.half {
        PotHalf::Whole => pot,
        PotHalf::High => format!("the high half of {pot}"),
        PotHalf::Low => format!("the low half of {pot}"),
    };
    let several = hand.is_some_and(|hand| hand.boards().count() > 1);
    if several { format!("{of} on {}", part.board) } else { of }
}
