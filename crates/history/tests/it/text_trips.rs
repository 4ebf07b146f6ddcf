//! Hands with every limit and forced bet, written as PokerStars text: read and replayed, they end as they
//! were played.

use std::fmt::Write as _;

use history::replay::RecordReplayer;
use history::{phh, stars};
use rulebook::Book;
use seating::Seat;
use table::{
    CardFact, ChipFact, CourseFact, Event, Fact, House, Limit, Lineup, PostKind, PotFact, PotHalf,
    StreetFact, TurnFact,
};

use crate::round_trips::{FORCED, LIMITS, Numbers, house, lineup, played, stacks};

/// Writes a hand as the site does, for play money.
struct SiteText<'e> {
    lineup: &'e Lineup,
    out: String,
    in_round: [u64; 32],
    highest: u64,
    board: Vec<String>,
    streets: usize,
    /// What each pot paid, as pot, seat and amount.
    paid: Vec<(u8, Seat, u64)>,
    pots: Vec<u64>,
}

impl SiteText<'_> {
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        writeln!(self.out, "{text}").expect("a string takes it");
    }

    fn head(&mut self) {
        let house: &House = &self.lineup.house;
        let how = match house.betting.limit {
            Limit::NoLimit => "No Limit",
            Limit::FullPot => "Pot Limit",
            Limit::Fixed => "Limit",
            Limit::HalfPot | Limit::Spread | Limit::Double => panic!("the site has no such limit"),
        };
        let stakes = match (house.betting.limit, house.stakes.blinds.as_slice()) {
            (Limit::Fixed, _) => (house.stakes.bets[0].smallest, house.stakes.bets[3].smallest),
            (_, [first, .., last]) => (*first, *last),
            (_, _) => panic!("the site has two blinds"),
        };
        self.line(format_args!(
            "PokerStars Hand #7: Hold'em {how} ({}/{}) - 2026/11/29 10:00:00 ET",
            stakes.0, stakes.1
        ));
        self.line(format_args!("Table 'T' 10-max (Play Money) Seat #{} is the button", self.lineup.button));
        for entrant in &self.lineup.entrants {
            self.line(format_args!("Seat {0}: P{0} ({1} in chips)", entrant.seat, entrant.stack));
        }
    }

    fn put(&mut self, seat: Seat, amount: u64) {
        self.in_round[usize::from(seat.number())] += amount;
        self.highest = self.highest.max(self.in_round[usize::from(seat.number())]);
    }

    fn street(&mut self) {
        const NAMES: [(&str, usize); 3] = [("FLOP", 3), ("TURN", 4), ("RIVER", 5)];
        let Some((name, cards)) = NAMES.get(self.streets) else { return };
        if self.board.len() != *cards {
            return;
        }
        let before = if *cards == 3 { 3 } else { cards - 1 };
        let mut text = format!("*** {name} *** [{}]", self.board[..before].join(" "));
        if *cards > 3 {
            write!(text, " [{}]", self.board[cards - 1]).expect("a string takes it");
        }
        self.line(format_args!("{text}"));
        self.streets += 1;
    }

    fn take(&mut self, event: &Event) {
        let all_in = |all_in: bool| if all_in { " and is all-in" } else { "" };
        match event.what {
            Fact::Chips(ChipFact::Posted { seat, kind, amount, all_in: is }) => {
                let what = match kind {
                    PostKind::Ante | PostKind::Dead => "the ante",
                    PostKind::Blind(0) => "small blind",
                    PostKind::Blind(_) => "big blind",
                    PostKind::OverBlind => "straddle",
                    PostKind::Live => panic!("nobody enters"),
                };
                if !matches!(kind, PostKind::Ante | PostKind::Dead) {
                    self.put(seat, amount.get());
                }
                self.line(format_args!("P{seat}: posts {what} {amount}{}", all_in(is)));
            }
            Fact::Turn(TurnFact::Folded { seat }) => self.line(format_args!("P{seat}: folds")),
            Fact::Turn(TurnFact::Checked { seat, .. }) => self.line(format_args!("P{seat}: checks")),
            Fact::Turn(TurnFact::Called { seat, amount, all_in: is }) => {
                self.put(seat, amount.get());
                self.line(format_args!("P{seat}: calls {amount}{}", all_in(is)));
            }
            Fact::Turn(TurnFact::Bet { seat, to, all_in: is, .. }) => {
                self.in_round[usize::from(seat.number())] = to.get();
                self.highest = to.get();
                self.line(format_args!("P{seat}: bets {to}{}", all_in(is)));
            }
            Fact::Turn(TurnFact::Raised { seat, to, all_in: is, .. }) => {
                let by = to.get() - self.highest;
                self.in_round[usize::from(seat.number())] = to.get();
                self.highest = to.get();
                self.line(format_args!("P{seat}: raises {by} to {to}{}", all_in(is)));
            }
            Fact::Street(StreetFact::BettingClosed { .. } | StreetFact::BettingSkipped { .. }) => {
                self.in_round = [0; 32];
                self.highest = 0;
            }
            Fact::Chips(ChipFact::Returned { seat, amount }) => {
                self.line(format_args!("Uncalled bet ({amount}) returned to P{seat}"));
            }
            Fact::Cards(CardFact::BoardDealt { card, .. }) => {
                self.board.push(card.known_card().expect("known").to_string());
                self.street();
            }
            Fact::Street(StreetFact::ShowdownOpened { .. }) => self.line(format_args!("*** SHOW DOWN ***")),
            Fact::Cards(CardFact::Shown { seat, cards }) => {
                let cards: Vec<String> =
                    cards[..2].iter().map(|card| card.known_card().expect("known").to_string()).collect();
                self.line(format_args!("P{seat}: shows [{}] (a hand)", cards.join(" ")));
            }
            Fact::Cards(CardFact::Mucked { seat }) => self.line(format_args!("P{seat}: mucks hand")),
            Fact::Pots(PotFact::PotFormed { amount, .. }) => self.pots.push(amount.get()),
            Fact::Pots(
                PotFact::Awarded { pot, half: PotHalf::Whole, seat, amount, .. }
                | PotFact::OddChips { pot, seat, amount, .. },
            ) => match self.paid.iter_mut().find(|(of, who, _)| (*of, *who) == (pot, seat)) {
                Some((_, _, sum)) => *sum += amount.get(),
                None => self.paid.push((pot, seat, amount.get())),
            },
            Fact::Course(CourseFact::Closed) => self.end(),
            _ => {}
        }
        if matches!(event.what, Fact::Street(StreetFact::BettingOpened { round: 0, .. })) {
            self.line(format_args!("*** HOLE CARDS ***"));
        }
    }

    fn end(&mut self) {
        let pots = self.pots.len();
        for (pot, seat, amount) in std::mem::take(&mut self.paid) {
            let name = match (pots, pot) {
                (1, _) => "pot".to_owned(),
                (_, 0) => "main pot".to_owned(),
                (2, _) => "side pot".to_owned(),
                (_, pot) => format!("side pot-{pot}"),
            };
            self.line(format_args!("P{seat} collected {amount} from {name}"));
        }
        let total: u64 = self.pots.iter().sum();
        self.line(format_args!("*** SUMMARY ***\nTotal pot {total} | Rake 0"));
        if !self.board.is_empty() {
            let board = self.board.join(" ");
            self.line(format_args!("Board [{board}]"));
        }
    }
}

fn text(events: &[Event]) -> String {
    let mut site = SiteText {
        lineup: lineup(events),
        out: String::new(),
        in_round: [0; 32],
        highest: 0,
        board: Vec::new(),
        streets: 0,
        paid: Vec::new(),
        pots: Vec::new(),
    };
    site.head();
    events.iter().for_each(|event| site.take(event));
    site.out
}

#[test]
fn a_hand_comes_to_the_same_end_from_the_text_of_it_and_from_the_notation() {
    let mut numbers = Numbers(7_2026);
    let (mut hands, mut wrong) = (0, Vec::new());
    let book = Book::named("standard").expect("the book");
    let mut replayer = RecordReplayer::new(book, &[]).expect("no choices");
    for limit in LIMITS {
        for (forced, least) in FORCED {
            for over in ["0", "1", "2"] {
                let chosen = [limit, forced, &[("over_blinds", over)]].concat();
                let Some(house) = house(book, &chosen, least) else { continue };
                if house.stakes.blinds.len() != 2 || house.stakes.bomb_pot.is_some() {
                    continue;
                }
                for _ in 0..25 {
                    let Some(events) = played(&house, &mut numbers, false) else { continue };
                    hands += 1;
                    let text = text(&events);
                    if let Err(why) = comes_to(&mut replayer, &text, &stacks(&events)) {
                        wrong.push(format!("{chosen:?}: {why}\n{text}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {hands}\n{}", wrong.len(), wrong[..wrong.len().min(6)].join("\n"));
    assert!(hands > 500, "{hands} hands");
}

/// Replays the text, and then the PHH written from it; both must end with these stacks.
fn comes_to(replayer: &mut RecordReplayer, text: &str, wanted: &[u64]) -> Result<(), String> {
    let record = stars::hands(text).next().expect("a hand").map_err(|unread| unread.to_string())?;
    let mut notation = String::new();
    let mut ended = |record: &history::HandRecord| {
        let outcome = replayer.replay(record).map_err(|refused| refused.to_string())?;
        let ended: Vec<u64> = outcome.stacks.iter().map(|stack| stack.get()).collect();
        if ended == wanted { Ok(()) } else { Err(format!("it ends with {ended:?}, not {wanted:?}")) }
    };
    ended(&record)?;
    phh::write_hand(&record, None, &mut notation).map_err(|error| error.to_string())?;
    let again = phh::hands(&notation).next().expect("a hand").map_err(|unread| unread.to_string())?;
    ended(&again).map_err(|why| format!("in the notation: {why}\n{notation}"))
}
