//! The lines after the first: seats, posts, acts, showdown, and what the summary states.

use cards::Hidden;

use super::amount::{Amount, leading};
use super::header::{Betting, Header};
use super::{Line, short};
use crate::record::{CardList, Game, MAX_PLAYERS, MAX_STEPS, Pot, Record};

/// The highest seat number of a table.
const MAX_SEAT: u8 = 23;

type Failure = (u32, String);

/// A chair of the list at the top.
pub(super) struct Chair<'t> {
    pub(super) seat: u8,
    pub(super) name: &'t str,
    pub(super) stack: Amount,
    /// Took part: posted, acted, was dealt cards or showed some.
    pub(super) took_part: bool,
    pub(super) ante: Amount,
    /// All-in with the ante, so that more may have been due.
    pub(super) short_ante: bool,
    pub(super) dead: Amount,
    pub(super) blind: Option<(PostKind, Amount, u32)>,
    pub(super) out_of_turn: bool,
    pub(super) cards: CardList,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PostKind {
    Small,
    Big,
    Straddle,
}

/// An act while seats are not yet places.
#[derive(Clone, Copy, Debug)]
pub(super) enum Did {
    Fold,
    CheckOrCall(Amount),
    To(Amount),
    Show(CardList),
    Muck,
    Board(CardList),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Seats,
    Play,
    Summary,
}

pub(super) struct Reader<'t> {
    pub(super) header: Header<'t>,
    pub(super) button: Option<u8>,
    pub(super) chairs: Vec<Chair<'t>>,
    /// Chairs by length of name, longest first.
    pub(super) by_name: Vec<usize>,
    pub(super) part: Part,
    pub(super) dids: Vec<(Option<usize>, Did, u32)>,
    pub(super) uncalled: Vec<(usize, Amount)>,
    pub(super) collected: Vec<(usize, Amount, Pot)>,
    pub(super) total_pot: Option<Amount>,
    pub(super) commission: Option<Amount>,
    pub(super) table: Option<&'t str>,
    pub(super) unplayable: Option<Box<str>>,
    /// A game with a board, whose acts are read.
    pub(super) reads_play: bool,
    pub(super) notes: Vec<String>,
    pub(super) ended: bool,
    pub(super) contested: bool,
    /// Who sold the hand to the site, and whether the summary says what it won.
    pub(super) cashed_out: Vec<(usize, bool)>,
}

/// Reads a hand whose first line is read already.
pub(super) fn read(header: Header<'_>, line: u32, hand: &str, lines: &[Line<'_>]) -> Result<Record, Failure> {
    let mut reader = Reader {
        header,
        button: None,
        chairs: Vec::with_capacity(10),
        by_name: Vec::new(),
        part: Part::Seats,
        dids: Vec::with_capacity(48),
        uncalled: Vec::new(),
        collected: Vec::new(),
        total_pot: None,
        commission: None,
        table: None,
        unplayable: None,
        reads_play: false,
        notes: Vec::new(),
        ended: false,
        contested: false,
        cashed_out: Vec::new(),
    };
    reader.reads_play = match reader.header.game {
        Game::Holdem | Game::Omaha | Game::OmahaHiLo => true,
        Game::Named(ref name) if name.contains("Omaha") || name.contains("Courchevel") => true,
        Game::ShortDeck
        | Game::Stud
        | Game::StudHiLo
        | Game::Razz
        | Game::SingleDraw
        | Game::TripleDraw
        | Game::Badugi
        | Game::Named(_) => false,
    };
    for line in lines {
        if line.text.is_empty() {
            continue;
        }
        // Of games without a board only the seats are read: their hands are refused by name.
        if reader.part == Part::Seats || reader.reads_play {
            reader.line(*line).map_err(|what| (line.number, what))?;
        }
    }
    reader.finish(line, hand).map_err(|what| (line, what))
}

impl<'t> Reader<'t> {
    fn line(&mut self, line: Line<'t>) -> Result<(), String> {
        let text = line.text;
        if let Some(rest) = text.strip_prefix("*** ") {
            return self.mark(rest, line.number);
        }
        match self.part {
            Part::Seats => {
                if let Some(rest) = text.strip_prefix("Table ") {
                    return self.table(rest);
                }
                if text.starts_with("Seat ") && self.seat(text)? {
                    return Ok(());
                }
                if self.chairs.is_empty() {
                    return Ok(());
                }
                self.play(line)
            }
            Part::Play => self.play(line),
            Part::Summary => self.summary(line),
        }
    }

    fn mark(&mut self, rest: &'t str, line: u32) -> Result<(), String> {
        if rest.starts_with("SUMMARY") {
            self.part = Part::Summary;
            self.ended = true;
            return Ok(());
        }
        self.part = Part::Play;
        if ["FIRST ", "SECOND ", "THIRD "].iter().any(|times| rest.starts_with(times)) {
            self.run_twice();
            return Ok(());
        }
        if ["FLOP", "TURN", "RIVER"].iter().any(|street| rest.starts_with(street)) {
            let cards = rest
                .rsplit_once('[')
                .and_then(|(_, last)| last.split_once(']'))
                .and_then(|(last, _)| spaced(last))
                .ok_or_else(|| format!("`{}` has no cards in brackets, as in `[Kd 7s 2c]`", short(rest)))?;
            return self.push(None, Did::Board(cards), line);
        }
        if rest.starts_with("SHOW DOWN") {
            self.contested = true;
        }
        Ok(())
    }

    pub(super) fn run_twice(&mut self) {
        self.unplayable.get_or_insert_with(|| "run twice: several boards are not played yet".into());
    }

    fn push(&mut self, who: Option<usize>, did: Did, line: u32) -> Result<(), String> {
        if self.dids.len() == MAX_STEPS {
            return Err(format!("the hand has more than {MAX_STEPS} acts"));
        }
        self.dids.push((who, did, line));
        Ok(())
    }

    /// `'Justitia III' 9-max Seat #1 is the button`
    fn table(&mut self, rest: &'t str) -> Result<(), String> {
        if let Some((name, _)) = rest.strip_prefix('\'').and_then(|rest| rest.rsplit_once('\'')) {
            self.table = Some(name);
        }
        let Some((_, seat)) = rest.rsplit_once("Seat #") else {
            // Stud has no button.
            if !self.reads_play {
                return Ok(());
            }
            return Err(format!(
                "`{}` does not say where the button is, as in `Seat #7 is the button`",
                short(rest)
            ));
        };
        self.button = Some(seat_number(seat).ok_or_else(|| no_seat(seat))?);
        Ok(())
    }

    /// `Seat 2: Ana ($400 in chips)`; false when the line is no line of the list.
    fn seat(&mut self, text: &'t str) -> Result<bool, String> {
        let Some((number, rest)) = text["Seat ".len()..].split_once(": ") else { return Ok(false) };
        let Some((before, after)) = rest.rsplit_once(" in chips") else { return Ok(false) };
        let Some((name, stack)) = before.rsplit_once(" (") else { return Ok(false) };
        let seat = seat_number(number).ok_or_else(|| no_seat(number))?;
        let (stack, rest) = leading(stack).ok_or_else(|| format!("`{}` has no stack", short(text)))?;
        if !rest.is_empty() {
            return Err(format!("`{}` has a stack that is no amount", short(text)));
        }
        // Moved here between hands: not dealt in, and there will be no line of theirs.
        if after.contains("out of hand") {
            return Ok(true);
        }
        if self.chairs.iter().any(|chair| chair.seat == seat) {
            return Err(format!("seat {seat} is listed twice: a seat has one player"));
        }
        if self.chairs.iter().any(|chair| chair.name == name) {
            return Err(format!("`{}` is listed twice: acts could not be told apart", short(name)));
        }
        if self.chairs.len() == MAX_PLAYERS {
            return Err(format!("more than {MAX_PLAYERS} seats are listed"));
        }
        self.chairs.push(Chair {
            seat,
            name,
            stack,
            took_part: false,
            ante: Amount::default(),
            short_ante: false,
            dead: Amount::default(),
            blind: None,
            out_of_turn: false,
            cards: CardList::NONE,
        });
        self.by_name = (0..self.chairs.len()).collect();
        self.by_name.sort_by_key(|&at| std::cmp::Reverse(self.chairs[at].name.len()));
        Ok(true)
    }

    /// The chair whose name begins a text, and what follows the name.
    fn named(&self, text: &'t str, then: &str) -> Option<(usize, &'t str)> {
        self.by_name.iter().find_map(|&at| {
            text.strip_prefix(self.chairs[at].name)
                .and_then(|rest| rest.strip_prefix(then))
                .map(|rest| (at, rest))
        })
    }

    fn play(&mut self, line: Line<'t>) -> Result<(), String> {
        let text = line.text;
        // The longest name that fits is meant: one name may begin another, and hold a colon.
        let speaker =
            self.named(text, "").filter(|(_, rest)| rest.starts_with(": ") || rest.starts_with(' '));
        if let Some((chair, act)) = speaker
            && let Some(act) = act.strip_prefix(": ")
        {
            return self.act(chair, act, line);
        }
        if let Some(rest) = text.strip_prefix("Uncalled bet (") {
            let (amount, rest) = leading(rest).ok_or_else(|| no_amount(text))?;
            let name = rest.strip_prefix(") returned to ").ok_or_else(|| no_amount(text))?;
            let (chair, _) = self.whole_name(name).ok_or_else(|| nobody(name))?;
            self.uncalled.push((chair, amount));
            return Ok(());
        }
        if let Some(rest) = text.strip_prefix("Dealt to ") {
            let Some((chair, rest)) = self.named(rest, "") else { return Ok(()) };
            if let Some(cards) = bracketed(rest) {
                self.chairs[chair].took_part = true;
                self.learn(chair, cards)?;
            }
            return Ok(());
        }
        if let Some((chair, rest)) = speaker
            && let Some(rest) = rest.strip_prefix(" collected ")
        {
            let (amount, rest) = leading(rest).ok_or_else(|| no_amount(text))?;
            let pot = match rest.trim_start().to_ascii_lowercase().as_str() {
                "from main pot" => Pot::Main,
                "from side pot" => Pot::Side(1),
                other => match other.strip_prefix("from side pot-").map(str::parse::<u8>) {
                    Some(Ok(number)) => Pot::Side(number),
                    Some(Err(_)) => return Err(format!("`{}` names no pot", short(text))),
                    None if other == "from pot" || other.is_empty() => Pot::Only,
                    None => return Err(format!("`{}` names no pot", short(text))),
                },
            };
            self.collected.push((chair, amount, pot));
            return Ok(());
        }
        if let Some((chair, rest)) = speaker
            && rest.starts_with(" cashed out the hand")
        {
            self.cash_out(chair, rest, line.number);
            return Ok(());
        }
        if text.starts_with("Hand cancelled") {
            self.unplayable = Some("the hand was cancelled by the site".into());
            return Ok(());
        }
        if text.starts_with("Hand was run ") {
            self.run_twice();
            return Ok(());
        }
        if is_talk(text) {
            return Ok(());
        }
        if let Some((name, act)) = text.split_once(": ")
            && ["folds", "checks", "calls ", "bets ", "raises ", "posts "]
                .iter()
                .any(|verb| act.starts_with(verb))
        {
            return Err(nobody(name));
        }
        if self.notes.len() < 8 {
            self.notes.push(format!(
                "line {}: `{}` was not understood and is left out",
                line.number,
                short(text)
            ));
        }
        Ok(())
    }

    fn whole_name(&self, name: &'t str) -> Option<(usize, &'t str)> {
        self.named(name, "").filter(|(_, rest)| rest.is_empty())
    }

    /// What a player did, after the name and the colon.
    fn act(&mut self, chair: usize, act: &'t str, line: Line<'t>) -> Result<(), String> {
        let number = line.number;
        let amount = |rest: &'t str| {
            let (amount, rest) = leading(rest).ok_or_else(|| no_amount(line.text))?;
            match rest {
                "" | " and is all-in" => Ok(amount),
                // With a cap on what a hand may cost: all-in as far as this hand goes.
                _ if rest.starts_with(" and has reached the ") => Ok(amount),
                _ => {
                    Err(format!("`{}` goes on with `{}`, which is not known", short(line.text), short(rest)))
                }
            }
        };
        self.chairs[chair].took_part |= !act.starts_with("sits out") && !act.starts_with("is sitting out");
        if let Some(rest) = act.strip_prefix("posts ").or_else(|| act.starts_with("straddle").then_some(act))
        {
            return self.post(chair, rest, line);
        }
        if let Some(rest) = act.strip_prefix("folds") {
            match bracketed(rest) {
                Some(cards) => self.learn(chair, cards)?,
                None if rest.is_empty() => {}
                None => return Err(format!("`{}` is no act that is known", short(act))),
            }
            return self.push(Some(chair), Did::Fold, number);
        }
        if act == "checks" {
            return self.push(Some(chair), Did::CheckOrCall(Amount::default()), number);
        }
        if let Some(rest) = act.strip_prefix("calls ") {
            return self.push(Some(chair), Did::CheckOrCall(amount(rest)?), number);
        }
        let above_zero = |to: Amount| match to.hundredths {
            0 => Err(format!("`{}` comes to nothing: an amount above zero is needed", short(line.text))),
            _ => Ok(Did::To(to)),
        };
        if let Some(rest) = act.strip_prefix("bets ") {
            return self.push(Some(chair), above_zero(amount(rest)?)?, number);
        }
        if let Some(rest) = act.strip_prefix("raises ") {
            let (_, rest) = leading(rest).ok_or_else(|| no_amount(line.text))?;
            let to = rest.strip_prefix(" to ").ok_or_else(|| no_amount(line.text))?;
            return self.push(Some(chair), above_zero(amount(to)?)?, number);
        }
        if let Some(rest) = act.strip_prefix("shows ") {
            let cards = bracketed(rest)
                .ok_or_else(|| format!("`{}` has no cards in brackets, as in `[7h 7c]`", short(line.text)))?;
            self.learn(chair, cards)?;
            // Showing after everybody else folded is a courtesy and no part of the play.
            if self.contested {
                return self.push(Some(chair), Did::Show(cards), number);
            }
            return Ok(());
        }
        if act.starts_with("mucks hand") {
            if self.contested {
                return self.push(Some(chair), Did::Muck, number);
            }
            return Ok(());
        }
        if act.starts_with("doesn't show hand")
            || act.starts_with("sits out")
            || act.starts_with("is sitting out")
        {
            return Ok(());
        }
        Err(format!("`{}` is no act that is known", short(act)))
    }

    /// `small blind $2`, and the like.
    fn post(&mut self, chair: usize, post: &'t str, line: Line<'t>) -> Result<(), String> {
        let number_at = post
            .find(|c: char| c.is_ascii_digit())
            .map(|at| {
                at - post[..at]
                    .chars()
                    .rev()
                    .take_while(|c| !c.is_ascii_alphanumeric() && *c != ' ')
                    .map(char::len_utf8)
                    .sum::<usize>()
            })
            .ok_or_else(|| no_amount(line.text))?;
        let (kind, rest) = post.split_at(number_at);
        let (amount, rest) = leading(rest).ok_or_else(|| no_amount(line.text))?;
        let all_in = match rest {
            "" => false,
            " and is all-in" => true,
            _ => {
                return Err(format!(
                    "`{}` goes on with `{}`, which is not known",
                    short(line.text),
                    short(rest)
                ));
            }
        };
        let nominal = |stated: Option<Amount>| match stated {
            // All-in for less than is due: what is due is known from the stakes.
            Some(stated) if all_in && stated.hundredths > amount.hundredths => stated,
            _ => amount,
        };
        let (small, big) = self.nominal_blinds();
        match kind.trim() {
            "small blind" => {
                if self
                    .chairs
                    .iter()
                    .any(|chair| chair.blind.is_some_and(|(kind, _, _)| kind == PostKind::Small))
                {
                    // A second one comes from somebody who missed it; whether it is live shows at the first call.
                    self.chairs[chair].dead = amount;
                } else {
                    self.chairs[chair].blind = Some((PostKind::Small, nominal(small), line.number));
                }
            }
            "big blind" => {
                let taken = self.chairs.iter().any(|chair| {
                    !chair.out_of_turn && chair.blind.is_some_and(|(kind, _, _)| kind == PostKind::Big)
                });
                self.chairs[chair].blind = Some((PostKind::Big, nominal(big), line.number));
                self.chairs[chair].out_of_turn = taken;
            }
            "small & big blinds" => {
                // The big blind is live, the rest is dead.
                let live = big.map_or(amount.hundredths, |big| big.hundredths);
                let dead = if all_in {
                    small.map_or(0, |small| small.hundredths)
                } else {
                    amount.hundredths.saturating_sub(live)
                };
                let live =
                    Amount { hundredths: if all_in { live } else { amount.hundredths - dead }, ..amount };
                self.chairs[chair].dead = Amount { hundredths: dead, ..amount };
                self.chairs[chair].blind = Some((PostKind::Big, live, line.number));
                self.chairs[chair].out_of_turn = true;
            }
            "the ante" | "ante" => {
                self.chairs[chair].ante = amount;
                self.chairs[chair].short_ante = all_in;
            }
            "straddle" | "the straddle" | "straddles" | "a straddle" => {
                self.chairs[chair].blind = Some((PostKind::Straddle, amount, line.number));
            }
            "dead" | "dead blind" | "dead small blind" => self.chairs[chair].dead = amount,
            "dead big blind" => self.chairs[chair].dead = amount,
            other => return Err(format!("`posts {}` is no post that is known", short(other))),
        }
        Ok(())
    }

    /// The blinds the stakes name; in limit games the brackets hold the bets, and the small blind is not told.
    pub(super) fn nominal_blinds(&self) -> (Option<Amount>, Option<Amount>) {
        match (self.header.betting, self.header.stakes) {
            (_, None) => (None, None),
            (Betting::NoLimit | Betting::PotLimit, Some((small, big))) => (Some(small), Some(big)),
            (Betting::Fixed, Some((bet, _))) => {
                (Some(Amount { hundredths: bet.hundredths / 2, ..bet }), Some(bet))
            }
        }
    }

    /// Cards of a player that some line tells; those it does not tell stay as they were.
    pub(super) fn learn(&mut self, chair: usize, cards: CardList) -> Result<(), String> {
        let known = &mut self.chairs[chair].cards;
        if known.len() < cards.len() {
            *known = cards;
            return Ok(());
        }
        for card in cards.cards().iter().filter(|card| card.known().is_some()) {
            if known.cards().contains(card) {
                continue;
            }
            match known.cards_mut().iter_mut().find(|card| card.known().is_none()) {
                Some(unknown) => *unknown = *card,
                None => {
                    let name = short(self.chairs[chair].name);
                    return Err(format!("cards of {name} are told in two ways"));
                }
            }
        }
        Ok(())
    }
}

/// Lines about people and connections, which are no part of play.
fn is_talk(text: &str) -> bool {
    const PARTS: [&str; 23] = [
        " said, \"",
        " joins the table at seat #",
        " leaves the table",
        " is disconnected",
        " is connected",
        " has timed out",
        " has returned",
        " was removed from the table",
        " will be allowed to play after the button",
        " finished the tournament",
        " wins the tournament",
        " bounty for eliminating ",
        " bounty for splitting ",
        " wins an entry ",
        " re-buys and receives ",
        " takes the add-on",
        " is sitting out",
        " sits out",
        " has been moved ",
        " chose to ",
        "Betting is capped",
        " is capped",
        " wins a ",
    ];
    PARTS.iter().any(|part| text.contains(part)) || text.starts_with("The button ") || text.starts_with("*")
}

/// Cards in brackets at the start of a text.
fn bracketed(text: &str) -> Option<CardList> {
    let cards = text.trim_start().strip_prefix('[')?;
    spaced(cards.split_once(']')?.0)
}

/// Cards parted by spaces.
pub(super) fn spaced(text: &str) -> Option<CardList> {
    let mut list = CardList::NONE;
    for card in text.split_ascii_whitespace() {
        // Sites write a card that stayed face down in several ways.
        let card = if ["XX", "Xx", "xx", "--", "**"].contains(&card) {
            Hidden::UNKNOWN
        } else {
            card.parse::<Hidden>().ok()?
        };
        if !list.push(card) {
            return None;
        }
    }
    (!list.is_empty()).then_some(list)
}

pub(super) fn seat_number(text: &str) -> Option<u8> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text[..digits].parse::<u8>().ok().filter(|seat| (1..=MAX_SEAT).contains(seat))
}

fn no_seat(text: &str) -> String {
    format!("`{}` is no seat: seats count from 1 to {MAX_SEAT}", short(text))
}

pub(super) fn no_amount(text: &str) -> String {
    format!("`{}` has no amount where one is needed", short(text))
}

fn nobody(name: &str) -> String {
    format!("`{}` acts without a seat in the list", short(name))
}
