//! The lines after the first: seats, posts, acts, showdown, and what the summary states.

use cards::Hidden;
use chips::Chips;

use super::amount::{Amount, leading};
use super::header::{Betting, Header};
use super::{Line, short};
use crate::phh::quoted;
use crate::record::{
    Act, CardList, Extras, Game, Limit, MAX_PLAYERS, MAX_STEPS, Origin, Place, Player, Pot, Record, Stated,
    Step, Unit,
};

/// The highest seat number of a table.
const MAX_SEAT: u8 = 23;

type Failure = (u32, String);

/// A chair of the list at the top.
struct Chair<'t> {
    seat: u8,
    name: &'t str,
    stack: Amount,
    /// Took part: posted, acted, was dealt cards or showed some.
    took_part: bool,
    ante: Amount,
    /// All-in with the ante, so that more may have been due.
    short_ante: bool,
    dead: Amount,
    blind: Option<(PostKind, Amount, u32)>,
    out_of_turn: bool,
    cards: CardList,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PostKind {
    Small,
    Big,
    Straddle,
}

/// An act while seats are not yet places.
#[derive(Clone, Copy, Debug)]
enum Did {
    Fold,
    CheckOrCall(Amount),
    To(Amount),
    Show(CardList),
    Muck,
    Board(CardList),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Seats,
    Play,
    Summary,
}

struct Reader<'t> {
    header: Header<'t>,
    button: Option<u8>,
    chairs: Vec<Chair<'t>>,
    /// Chairs by length of name, longest first.
    by_name: Vec<usize>,
    part: Part,
    dids: Vec<(Option<usize>, Did, u32)>,
    uncalled: Vec<(usize, Amount)>,
    collected: Vec<(usize, Amount, Pot)>,
    total_pot: Option<Amount>,
    commission: Option<Amount>,
    table: Option<&'t str>,
    unplayable: Option<Box<str>>,
    notes: Vec<String>,
    ended: bool,
    contested: bool,
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
        notes: Vec::new(),
        ended: false,
        contested: false,
    };
    if reader.header.capped {
        reader.unplayable = Some("a cap on what a hand may cost is not played yet".into());
    }
    let board_game = match reader.header.game {
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
        if reader.part == Part::Seats || board_game {
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

    fn run_twice(&mut self) {
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
        if let Some(rest) = act.strip_prefix("bets ") {
            return self.push(Some(chair), Did::To(amount(rest)?), number);
        }
        if let Some(rest) = act.strip_prefix("raises ") {
            let (_, rest) = leading(rest).ok_or_else(|| no_amount(line.text))?;
            let to = rest.strip_prefix(" to ").ok_or_else(|| no_amount(line.text))?;
            return self.push(Some(chair), Did::To(amount(to)?), number);
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
    fn nominal_blinds(&self) -> (Option<Amount>, Option<Amount>) {
        match (self.header.betting, self.header.stakes) {
            (_, None) => (None, None),
            (Betting::NoLimit | Betting::PotLimit, Some((small, big))) => (Some(small), Some(big)),
            (Betting::Fixed, Some((bet, _))) => {
                (Some(Amount { hundredths: bet.hundredths / 2, ..bet }), Some(bet))
            }
        }
    }

    /// Cards of a player that some line tells.
    fn learn(&mut self, chair: usize, cards: CardList) -> Result<(), String> {
        let known = &mut self.chairs[chair].cards;
        if known.len() < cards.len() {
            *known = cards;
            return Ok(());
        }
        let differs = cards.cards().iter().any(|card| !known.cards().contains(card));
        if differs {
            return Err(format!("cards of {} are told in two ways", short(self.chairs[chair].name)));
        }
        Ok(())
    }

    fn summary(&mut self, line: Line<'t>) -> Result<(), String> {
        let text = line.text;
        if let Some(rest) = text.strip_prefix("Total pot ") {
            let (total, _) = leading(rest).ok_or_else(|| no_amount(text))?;
            self.total_pot = Some(total);
            if let Some((_, rake)) = rest.rsplit_once("| Rake ") {
                let (rake, _) = leading(rake).ok_or_else(|| no_amount(text))?;
                self.commission = Some(rake);
            }
            return Ok(());
        }
        if text.starts_with("Hand was run ")
            || text.starts_with("FIRST Board")
            || text.starts_with("SECOND Board")
        {
            self.run_twice();
            return Ok(());
        }
        if text.starts_with("Hand cancelled") {
            self.unplayable = Some("the hand was cancelled by the site".into());
            return Ok(());
        }
        let Some((number, rest)) = text.strip_prefix("Seat ").and_then(|rest| rest.split_once(": ")) else {
            return Ok(());
        };
        let Some(seat) = seat_number(number) else { return Ok(()) };
        let Some(chair) = self.chairs.iter().position(|chair| chair.seat == seat) else { return Ok(()) };
        let rest = rest.strip_prefix(self.chairs[chair].name).unwrap_or(rest);
        for verb in [" mucked [", " showed ["] {
            if let Some((_, cards)) = rest.split_once(verb)
                && let Some((cards, _)) = cards.split_once(']')
                && let Some(cards) = spaced(cards)
            {
                self.learn(chair, cards)?;
            }
        }
        Ok(())
    }

    fn finish(mut self, line: u32, hand: &str) -> Result<Record, String> {
        let Some(button) = self.button else {
            return Err("the line that says where the button is, as in `Table 'X' 9-max Seat #7 is the button`, is missing".to_owned());
        };
        if self.chairs.len() < 2 {
            return Err("fewer than two seats are listed, as in `Seat 2: Ana ($400 in chips)`".to_owned());
        }
        // From the first player left of the button.
        let mut order: Vec<usize> = (0..self.chairs.len()).filter(|&at| self.chairs[at].took_part).collect();
        order.sort_by_key(|&at| {
            let seat = self.chairs[at].seat;
            (seat <= button, seat)
        });
        if order.len() < 2 {
            order = (0..self.chairs.len()).collect();
            self.unplayable.get_or_insert_with(|| "nobody but one player took part".into());
        }
        let mut places = vec![None; self.chairs.len()];
        for (at, &chair) in order.iter().enumerate() {
            places[chair] = Place::new(at as u8 + 1);
        }
        let money = self.header.tournament.is_none()
            && (!self.header.currency.is_empty()
                || self.header.stakes.is_some_and(|(small, _)| small.sign.is_some())
                || self
                    .chairs
                    .iter()
                    .any(|chair| chair.stack.sign.is_some() || chair.stack.hundredths % 100 != 0));
        let chips = |amount: Amount| -> Result<Chips, String> {
            let count = if money {
                amount.hundredths
            } else if amount.hundredths.is_multiple_of(100) {
                amount.hundredths / 100
            } else {
                return Err("an amount is a fraction of a chip: whole chips are needed".to_owned());
            };
            Chips::new(count).ok_or_else(|| format!("an amount is above {}", Chips::MAX))
        };
        self.settle_antes(&order);
        self.settle_second_small_blinds();
        let mut players = Vec::with_capacity(order.len());
        let mut names = Vec::with_capacity(order.len());
        for &at in &order {
            let chair = &self.chairs[at];
            players.push(Player {
                seat: chair.seat,
                stack: chips(chair.stack)?,
                ante: chips(chair.ante)?,
                dead: chips(chair.dead)?,
                blind: chips(chair.blind.map(|(_, amount, _)| amount).unwrap_or_default())?,
                out_of_turn: chair.out_of_turn,
            });
            if chair.stack.hundredths == 0 {
                return Err(format!(
                    "the stack of {} is 0: an amount above zero is needed",
                    short(chair.name)
                ));
            }
            names.push(chair.name.into());
        }
        let limit = match (self.header.betting, self.header.stakes) {
            (Betting::NoLimit, stakes) => {
                Limit::NoLimit { smallest_bet: chips(stakes.unwrap_or_default().1)? }
            }
            (Betting::PotLimit, stakes) => {
                Limit::PotLimit { smallest_bet: chips(stakes.unwrap_or_default().1)? }
            }
            (Betting::Fixed, stakes) => {
                let (small, big) = stakes.unwrap_or_default();
                Limit::Fixed { small_bet: chips(small)?, big_bet: chips(big)? }
            }
        };
        let hole_cards = match self.header.game {
            Game::Omaha | Game::OmahaHiLo => 4,
            Game::Named(ref name) if name.starts_with('6') => 6,
            Game::Named(ref name) if name.starts_with('5') || name.starts_with("Courchevel") => 5,
            Game::Holdem
            | Game::ShortDeck
            | Game::Stud
            | Game::StudHiLo
            | Game::Razz
            | Game::SingleDraw
            | Game::TripleDraw
            | Game::Badugi
            | Game::Named(_) => 2,
        };
        let mut steps = Vec::with_capacity(self.dids.len() + order.len());
        if !self.dids.is_empty() {
            for &at in &order {
                let mut cards = self.chairs[at].cards;
                while cards.len() < hole_cards && cards.push(Hidden::UNKNOWN) {}
                steps.extend(places[at].map(|place| Step { act: Act::Hole(place, cards), line }));
            }
        }
        for &(who, did, line) in &self.dids {
            let place = who.and_then(|chair| places[chair]);
            let act = match (did, place) {
                (Did::Board(cards), _) => Act::Board(cards),
                (Did::Fold, Some(place)) => Act::Fold(place),
                (Did::CheckOrCall(amount), Some(place)) => Act::CheckOrCall(place, Some(chips(amount)?)),
                (Did::To(amount), Some(place)) => Act::To(place, chips(amount)?),
                (Did::Show(cards), Some(place)) => {
                    if cards.len() < hole_cards {
                        // Part of a hand turned up: the hand as a whole stays unseen.
                        continue;
                    }
                    Act::Show(place, cards)
                }
                (Did::Muck, Some(place)) => Act::Muck(place),
                (Did::Fold | Did::CheckOrCall(_) | Did::To(_) | Did::Show(_) | Did::Muck, None) => continue,
            };
            steps.push(Step { act, line });
        }
        if self.unplayable.is_none() {
            crate::cards_once::check(&mut steps, &[], players.len())?;
        }
        if !self.ended {
            self.notes.push("the record ends without a summary".to_owned());
        }
        let mut uncalled = Vec::with_capacity(self.uncalled.len());
        for &(chair, amount) in &self.uncalled {
            if let Some(place) = places[chair] {
                uncalled.push((place, chips(amount)?));
            }
        }
        let mut collected = Vec::with_capacity(self.collected.len());
        for &(chair, amount, pot) in &self.collected {
            if let Some(place) = places[chair] {
                collected.push((place, chips(amount)?, pot));
            }
        }
        let stated = Stated {
            uncalled,
            collected,
            commission: self.commission.map(chips).transpose()?,
            total_pot: self.total_pot.map(chips).transpose()?,
            finishing_stacks: Vec::new(),
            every_collection: self.ended,
        };
        let extras = self.extras();
        Ok(Record {
            origin: Origin { hand: hand.to_owned(), line },
            game: self.header.game,
            limit,
            players,
            seats_told: true,
            names,
            button: Some(button),
            unit: if money { Unit::Cents { currency: self.header.currency.into() } } else { Unit::Chips },
            decimals: 0,
            steps,
            comments: Vec::new(),
            stated,
            unplayable: self.unplayable,
            notes: self.notes,
            extras,
        })
    }

    /// What was due of an ante posted short, and whether antes match each other or lie dead for all.
    fn settle_antes(&mut self, order: &[usize]) {
        let due =
            self.chairs.iter().map(|chair| chair.ante).max_by_key(|ante| ante.hundredths).unwrap_or_default();
        let everybody = order.iter().all(|&at| self.chairs[at].ante.hundredths > 0);
        for chair in &mut self.chairs {
            if chair.short_ante {
                chair.ante = due;
            }
            if !everybody {
                // One ante for all, or one that somebody did not owe: no bet that others would have to match.
                chair.dead.hundredths += chair.ante.hundredths;
                chair.ante = Amount::default();
            }
        }
    }

    /// A second small blind is dead unless the first call of its player counts it.
    fn settle_second_small_blinds(&mut self) {
        for at in 0..self.chairs.len() {
            let post = self.chairs[at].dead.hundredths;
            if post == 0 || self.chairs[at].blind.is_some() {
                continue;
            }
            let mut highest = self
                .chairs
                .iter()
                .filter_map(|chair| chair.blind)
                .map(|(_, amount, _)| amount.hundredths)
                .max()
                .unwrap_or_default();
            for &(who, did, _) in &self.dids {
                match did {
                    Did::To(to) => highest = highest.max(to.hundredths),
                    Did::CheckOrCall(added) if who == Some(at) => {
                        if added.hundredths + post == highest {
                            self.chairs[at].blind = Some((PostKind::Small, self.chairs[at].dead, 0));
                            self.chairs[at].out_of_turn = true;
                            self.chairs[at].dead = Amount::default();
                        }
                        break;
                    }
                    Did::Board(_) => break,
                    Did::Fold | Did::CheckOrCall(_) | Did::Show(_) | Did::Muck => {}
                }
                if who == Some(at) {
                    break;
                }
            }
        }
    }

    fn extras(&self) -> Extras {
        let mut extras = Extras::default();
        extras.push("hand", &quoted(self.header.id));
        if let Some(table) = self.table {
            extras.push("table", &quoted(table));
        }
        if let Some((year, month, day, time)) = self.header.date {
            extras.push("day", &day.to_string());
            extras.push("month", &month.to_string());
            extras.push("year", &year.to_string());
            let padded = if time.len() == 7 { format!("0{time}") } else { time.to_owned() };
            let is_time = padded.len() == 8
                && padded.bytes().enumerate().all(|(at, byte)| match at {
                    2 | 5 => byte == b':',
                    _ => byte.is_ascii_digit(),
                });
            if is_time {
                extras.push("time", &padded);
            }
        }
        extras.push("_site", "'PokerStars'");
        if let Some(number) = self.header.tournament {
            extras.push("_tournament", &quoted(number));
        }
        if let Some(level) = self.header.level {
            extras.push("_level", &quoted(level));
        }
        extras
    }
}

/// Lines about people and connections, which are no part of play.
fn is_talk(text: &str) -> bool {
    const PARTS: [&str; 24] = [
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
        " cashed out the hand ",
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
fn spaced(text: &str) -> Option<CardList> {
    let mut list = CardList::NONE;
    for card in text.split_ascii_whitespace() {
        if !list.push(card.parse::<Hidden>().ok()?) {
            return None;
        }
    }
    (!list.is_empty()).then_some(list)
}

fn seat_number(text: &str) -> Option<u8> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text[..digits].parse::<u8>().ok().filter(|seat| (1..=MAX_SEAT).contains(seat))
}

fn no_seat(text: &str) -> String {
    format!("`{}` is no seat: seats count from 1 to {MAX_SEAT}", short(text))
}

fn no_amount(text: &str) -> String {
    format!("`{}` has no amount where one is needed", short(text))
}

fn nobody(name: &str) -> String {
    format!("`{}` acts without a seat in the list", short(name))
}
