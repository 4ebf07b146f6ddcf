//! The lines after the first: seats, posts, acts, showdown and summary.

use cards::HiddenCard;

use super::amount::{Amount, parse_leading_amount};
use super::error::StarsError;
use super::header::{Header, StarsBetting};
use super::{LineError, NumberedLine, quote, shorten};
use crate::record::{CardList, HandRecord, MAX_PLAYERS, MAX_STEPS, RecordedGame, RecordedPot, Unplayable};

/// The highest seat number of a table.
pub(super) const MAX_SEAT: u8 = 23;

/// A player of the seat list at the top.
pub(super) struct ListedPlayer<'t> {
    pub(super) seat: u8,
    pub(super) name: &'t str,
    pub(super) stack: Amount,
    /// True once the player posted, acted, was dealt cards or showed some.
    pub(super) has_taken_part: bool,
    pub(super) ante: Amount,
    /// True when the ante put the player all-in, so that more may have been due.
    pub(super) is_short_ante: bool,
    pub(super) dead: Amount,
    pub(super) blind: Option<(BlindKind, Amount, u32)>,
    pub(super) is_out_of_turn: bool,
    pub(super) cards: CardList,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlindKind {
    Small,
    Big,
    Straddle,
}

/// An act whose seat has no player number yet.
#[derive(Clone, Copy, Debug)]
pub(super) enum ParsedAct {
    Fold,
    CheckOrCall(Amount),
    To(Amount),
    Show(CardList),
    Muck,
    Board(CardList),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HandSection {
    Seats,
    Play,
    Summary,
}

/// What the lines of a hand have said so far.
pub(super) struct StarsHandReader<'t> {
    pub(super) header: Header<'t>,
    pub(super) button: Option<u8>,
    pub(super) players: Vec<ListedPlayer<'t>>,
    /// The players by length of name, longest first.
    pub(super) by_name: Vec<usize>,
    pub(super) section: HandSection,
    pub(super) acts: Vec<(Option<usize>, ParsedAct, u32)>,
    pub(super) uncalled: Vec<(usize, Amount)>,
    pub(super) collected: Vec<(usize, Amount, RecordedPot)>,
    pub(super) total_pot: Option<Amount>,
    pub(super) commission: Option<Amount>,
    pub(super) table_name: Option<&'t str>,
    pub(super) unplayable_reason: Option<Unplayable>,
    /// True for a game with a board, whose acts are read.
    pub(super) reads_acts: bool,
    pub(super) notes: Vec<String>,
    pub(super) has_summary: bool,
    pub(super) has_showdown: bool,
    /// The players who sold their hand to the site, and whether the summary says what each won.
    pub(super) cashed_out: Vec<(usize, bool)>,
}

/// Reads a hand after its first line into its record; `line` and `hand` are its place and number in the text.
pub(super) fn read_hand(
    header: Header<'_>,
    line: u32,
    hand: &str,
    lines: &[NumberedLine<'_>],
) -> Result<HandRecord, LineError> {
    let mut reader = StarsHandReader {
        header,
        button: None,
        players: Vec::with_capacity(10),
        by_name: Vec::new(),
        section: HandSection::Seats,
        acts: Vec::with_capacity(48),
        uncalled: Vec::new(),
        collected: Vec::new(),
        total_pot: None,
        commission: None,
        table_name: None,
        unplayable_reason: None,
        reads_acts: false,
        notes: Vec::new(),
        has_summary: false,
        has_showdown: false,
        cashed_out: Vec::new(),
    };
    reader.reads_acts = match reader.header.game {
        RecordedGame::Holdem | RecordedGame::Omaha | RecordedGame::OmahaHiLo => true,
        RecordedGame::Named(ref name) if name.contains("Omaha") || name.contains("Courchevel") => true,
        RecordedGame::ShortDeck
        | RecordedGame::Stud
        | RecordedGame::StudHiLo
        | RecordedGame::Razz
        | RecordedGame::SingleDraw
        | RecordedGame::TripleDraw
        | RecordedGame::Badugi
        | RecordedGame::Named(_) => false,
    };
    for line in lines {
        if line.text.is_empty() {
            continue;
        }
        // Of games without a board only the seats are read; those hands are refused with the game's name.
        if reader.section == HandSection::Seats || reader.reads_acts {
            reader.read_line(*line).map_err(|error| LineError { line: line.number, error })?;
        }
    }
    reader.into_record(line, hand).map_err(|error| LineError { line, error })
}

impl<'t> StarsHandReader<'t> {
    /// Reads one line that is not empty, as the section of the hand it is in requires.
    fn read_line(&mut self, line: NumberedLine<'t>) -> Result<(), StarsError> {
        let text = line.text;
        if let Some(rest) = text.strip_prefix("*** ") {
            return self.read_marker(rest, line.number);
        }
        match self.section {
            HandSection::Seats => {
                if let Some(rest) = text.strip_prefix("Table ") {
                    return self.read_table(rest);
                }
                if text.starts_with("Seat ") && self.read_seat(text)? {
                    return Ok(());
                }
                if self.players.is_empty() {
                    return Ok(());
                }
                self.read_play(line)
            }
            HandSection::Play => self.read_play(line),
            HandSection::Summary => self.read_summary(line),
        }
    }

    /// Reads a marker such as `*** FLOP *** [Kd 7s 2c]`, after its first stars; a street's last brackets are new cards.
    fn read_marker(&mut self, rest: &'t str, line: u32) -> Result<(), StarsError> {
        if rest.starts_with("SUMMARY") {
            self.section = HandSection::Summary;
            self.has_summary = true;
            return Ok(());
        }
        self.section = HandSection::Play;
        if ["FIRST ", "SECOND ", "THIRD "].iter().any(|times| rest.starts_with(times)) {
            self.mark_run_twice();
            return Ok(());
        }
        if ["FLOP", "TURN", "RIVER"].iter().any(|street| rest.starts_with(street)) {
            let cards = rest
                .rsplit_once('[')
                .and_then(|(_, last)| last.split_once(']'))
                .and_then(|(last, _)| parse_cards(last))
                .ok_or_else(|| StarsError::NoBoardCards { line: quote(rest) })?;
            return self.push_act(None, ParsedAct::Board(cards), line);
        }
        if rest.starts_with("SHOW DOWN") {
            self.has_showdown = true;
        }
        Ok(())
    }

    /// Marks the hand as unplayable because its board was dealt several times; an earlier reason stays.
    pub(super) fn mark_run_twice(&mut self) {
        self.unplayable_reason.get_or_insert(Unplayable::RunTwice);
    }

    /// Adds an act of a player (by index in the seat list) or of the dealer, at most [`MAX_STEPS`] in all.
    fn push_act(&mut self, who: Option<usize>, act: ParsedAct, line: u32) -> Result<(), StarsError> {
        if self.acts.len() == MAX_STEPS {
            return Err(StarsError::TooManyActs);
        }
        self.acts.push((who, act, line));
        Ok(())
    }

    /// Reads the table line, as in `'Vesta' 9-max Seat #1 is the button`; a game with a board needs the button.
    fn read_table(&mut self, rest: &'t str) -> Result<(), StarsError> {
        if let Some((name, _)) = rest.strip_prefix('\'').and_then(|rest| rest.rsplit_once('\'')) {
            self.table_name = Some(name);
        }
        let Some((_, seat)) = rest.rsplit_once("Seat #") else {
            // Stud has no button.
            if !self.reads_acts {
                return Ok(());
            }
            return Err(StarsError::NoButton { line: quote(rest) });
        };
        self.button = Some(parse_seat_number(seat).ok_or_else(|| seat_error(seat))?);
        Ok(())
    }

    /// Reads `Seat 2: Ana ($400 in chips)` into the seat list, unless it is out of the hand; false for any other line.
    fn read_seat(&mut self, text: &'t str) -> Result<bool, StarsError> {
        let Some((number, rest)) = text["Seat ".len()..].split_once(": ") else { return Ok(false) };
        let Some((before, after)) = rest.rsplit_once(" in chips") else { return Ok(false) };
        let Some((name, stack)) = before.rsplit_once(" (") else { return Ok(false) };
        let seat = parse_seat_number(number).ok_or_else(|| seat_error(number))?;
        let (stack, rest) =
            parse_leading_amount(stack).ok_or_else(|| StarsError::NoStack { line: quote(text) })?;
        if !rest.is_empty() {
            return Err(StarsError::BadStack { line: quote(text) });
        }
        // Moved to this table between hands: not dealt in, and no line mentions them again.
        if after.contains("out of hand") {
            return Ok(true);
        }
        if self.players.iter().any(|chair| chair.seat == seat) {
            return Err(StarsError::SeatTwice { seat });
        }
        if self.players.iter().any(|chair| chair.name == name) {
            return Err(StarsError::NameTwice { name: quote(name) });
        }
        if self.players.len() == MAX_PLAYERS {
            return Err(StarsError::TooManySeats);
        }
        self.players.push(ListedPlayer {
            seat,
            name,
            stack,
            has_taken_part: false,
            ante: Amount::default(),
            is_short_ante: false,
            dead: Amount::default(),
            blind: None,
            is_out_of_turn: false,
            cards: CardList::EMPTY,
        });
        self.by_name = (0..self.players.len()).collect();
        self.by_name.sort_by_key(|&at| std::cmp::Reverse(self.players[at].name.len()));
        Ok(true)
    }

    /// The player (by index) whose name begins the text, longest name first, and what follows the name and `then`.
    fn player_at_start(&self, text: &'t str, then: &str) -> Option<(usize, &'t str)> {
        self.by_name.iter().find_map(|&at| {
            text.strip_prefix(self.players[at].name)
                .and_then(|rest| rest.strip_prefix(then))
                .map(|rest| (at, rest))
        })
    }

    /// Reads a line of play. Skips table talk, notes other lines, and refuses an act by a name that has no seat.
    fn read_play(&mut self, line: NumberedLine<'t>) -> Result<(), StarsError> {
        let text = line.text;
        // The longest name that fits is the right one: a name may begin with another, and may contain a colon.
        let speaker = self
            .player_at_start(text, "")
            .filter(|(_, rest)| rest.starts_with(": ") || rest.starts_with(' '));
        if let Some((chair, act)) = speaker
            && let Some(act) = act.strip_prefix(": ")
        {
            return self.read_act(chair, act, line);
        }
        if let Some(rest) = text.strip_prefix("Uncalled bet (") {
            let (amount, rest) = parse_leading_amount(rest).ok_or_else(|| amount_error(text))?;
            let name = rest.strip_prefix(") returned to ").ok_or_else(|| amount_error(text))?;
            let (chair, _) = self.player_named(name).ok_or_else(|| unknown_player_error(name))?;
            self.uncalled.push((chair, amount));
            return Ok(());
        }
        if let Some(rest) = text.strip_prefix("Dealt to ") {
            let Some((chair, rest)) = self.player_at_start(rest, "") else { return Ok(()) };
            if let Some(cards) = parse_bracketed_cards(rest) {
                self.players[chair].has_taken_part = true;
                self.add_known_cards(chair, cards)?;
            }
            return Ok(());
        }
        if let Some((chair, rest)) = speaker
            && let Some(rest) = rest.strip_prefix(" collected ")
        {
            let (amount, rest) = parse_leading_amount(rest).ok_or_else(|| amount_error(text))?;
            let pot = match rest.trim_start().to_ascii_lowercase().as_str() {
                "from main pot" => RecordedPot::Main,
                "from side pot" => RecordedPot::Side(1),
                other => match other.strip_prefix("from side pot-").map(str::parse::<u8>) {
                    Some(Ok(number)) => RecordedPot::Side(number),
                    Some(Err(_)) => return Err(StarsError::UnknownPot { line: quote(text) }),
                    None if other == "from pot" || other.is_empty() => RecordedPot::Only,
                    None => return Err(StarsError::UnknownPot { line: quote(text) }),
                },
            };
            self.collected.push((chair, amount, pot));
            return Ok(());
        }
        if let Some((chair, rest)) = speaker
            && rest.starts_with(" cashed out the hand")
        {
            self.read_cash_out(chair, rest, line.number);
            return Ok(());
        }
        if text.starts_with("Hand cancelled") {
            self.unplayable_reason = Some(Unplayable::Cancelled);
            return Ok(());
        }
        if text.starts_with("Hand was run ") {
            self.mark_run_twice();
            return Ok(());
        }
        if is_table_talk(text) {
            return Ok(());
        }
        if let Some((name, act)) = text.split_once(": ")
            && ["folds", "checks", "calls ", "bets ", "raises ", "posts "]
                .iter()
                .any(|verb| act.starts_with(verb))
        {
            return Err(unknown_player_error(name));
        }
        if self.notes.len() < 8 {
            self.notes.push(format!(
                "line {}: `{}` was not understood and is left out",
                line.number,
                shorten(text)
            ));
        }
        Ok(())
    }

    /// The player with exactly this name, by index, and an empty rest; a longer name is another player.
    fn player_named(&self, name: &'t str) -> Option<(usize, &'t str)> {
        self.player_at_start(name, "").filter(|(_, rest)| rest.is_empty())
    }

    /// Reads a player's act, after the name and the colon; words that are not known are an error, never guessed at.
    fn read_act(&mut self, chair: usize, act: &'t str, line: NumberedLine<'t>) -> Result<(), StarsError> {
        let number = line.number;
        let amount = |rest: &'t str| {
            let (amount, rest) = parse_leading_amount(rest).ok_or_else(|| amount_error(line.text))?;
            match rest {
                "" | " and is all-in" => Ok(amount),
                // Under a cap on what a hand may cost, this player is all-in as far as this hand goes.
                _ if rest.starts_with(" and has reached the ") => Ok(amount),
                _ => Err(unknown_ending_error(line.text, rest)),
            }
        };
        self.players[chair].has_taken_part |=
            !act.starts_with("sits out") && !act.starts_with("is sitting out");
        if let Some(rest) = act.strip_prefix("posts ").or_else(|| act.starts_with("straddle").then_some(act))
        {
            return self.read_post(chair, rest, line);
        }
        if let Some(rest) = act.strip_prefix("folds") {
            match parse_bracketed_cards(rest) {
                Some(cards) => self.add_known_cards(chair, cards)?,
                None if rest.is_empty() => {}
                None => return Err(StarsError::UnknownAct { act: quote(act) }),
            }
            return self.push_act(Some(chair), ParsedAct::Fold, number);
        }
        if act == "checks" {
            return self.push_act(Some(chair), ParsedAct::CheckOrCall(Amount::default()), number);
        }
        if let Some(rest) = act.strip_prefix("calls ") {
            return self.push_act(Some(chair), ParsedAct::CheckOrCall(amount(rest)?), number);
        }
        let above_zero = |to: Amount| match to.hundredths {
            0 => Err(StarsError::ZeroAmount { line: quote(line.text) }),
            _ => Ok(ParsedAct::To(to)),
        };
        if let Some(rest) = act.strip_prefix("bets ") {
            return self.push_act(Some(chair), above_zero(amount(rest)?)?, number);
        }
        if let Some(rest) = act.strip_prefix("raises ") {
            let (_, rest) = parse_leading_amount(rest).ok_or_else(|| amount_error(line.text))?;
            let to = rest.strip_prefix(" to ").ok_or_else(|| amount_error(line.text))?;
            return self.push_act(Some(chair), above_zero(amount(to)?)?, number);
        }
        if let Some(rest) = act.strip_prefix("shows ") {
            let cards = parse_bracketed_cards(rest)
                .ok_or_else(|| StarsError::NoShownCards { line: quote(line.text) })?;
            self.add_known_cards(chair, cards)?;
            // Showing after everybody else folded is a courtesy, not part of play.
            if self.has_showdown {
                return self.push_act(Some(chair), ParsedAct::Show(cards), number);
            }
            return Ok(());
        }
        if act.starts_with("mucks hand") {
            if self.has_showdown {
                return self.push_act(Some(chair), ParsedAct::Muck, number);
            }
            return Ok(());
        }
        if act.starts_with("doesn't show hand")
            || act.starts_with("sits out")
            || act.starts_with("is sitting out")
        {
            return Ok(());
        }
        Err(StarsError::UnknownAct { act: quote(act) })
    }

    /// Reads a post, such as `small blind $2`, as what the player owes: a blind in full, even if all-in for less.
    fn read_post(&mut self, chair: usize, post: &'t str, line: NumberedLine<'t>) -> Result<(), StarsError> {
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
            .ok_or_else(|| amount_error(line.text))?;
        let (kind, rest) = post.split_at(number_at);
        let (amount, rest) = parse_leading_amount(rest).ok_or_else(|| amount_error(line.text))?;
        let all_in = match rest {
            "" => false,
            " and is all-in" => true,
            _ => return Err(unknown_ending_error(line.text, rest)),
        };
        let nominal = |stated: Option<Amount>| match stated {
            // All-in for less than the blind: the stakes say how much was due.
            Some(stated) if all_in && stated.hundredths > amount.hundredths => stated,
            _ => amount,
        };
        let (small, big) = self.nominal_blinds();
        match kind.trim() {
            "small blind" => {
                if self
                    .players
                    .iter()
                    .any(|chair| chair.blind.is_some_and(|(kind, _, _)| kind == BlindKind::Small))
                {
                    // A second small blind is from a player who missed it; the first call shows whether it is
                    // live.
                    self.players[chair].dead = amount;
                } else {
                    self.players[chair].blind = Some((BlindKind::Small, nominal(small), line.number));
                }
            }
            "big blind" => {
                let taken = self.players.iter().any(|chair| {
                    !chair.is_out_of_turn && chair.blind.is_some_and(|(kind, _, _)| kind == BlindKind::Big)
                });
                self.players[chair].blind = Some((BlindKind::Big, nominal(big), line.number));
                self.players[chair].is_out_of_turn = taken;
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
                self.players[chair].dead = Amount { hundredths: dead, ..amount };
                self.players[chair].blind = Some((BlindKind::Big, live, line.number));
                self.players[chair].is_out_of_turn = true;
            }
            "the ante" | "ante" => {
                self.players[chair].ante = amount;
                self.players[chair].is_short_ante = all_in;
            }
            "straddle" | "the straddle" | "straddles" | "a straddle" => {
                self.players[chair].blind = Some((BlindKind::Straddle, amount, line.number));
            }
            "dead" | "dead blind" | "dead small blind" => self.players[chair].dead = amount,
            "dead big blind" => self.players[chair].dead = amount,
            other => return Err(StarsError::UnknownPost { post: quote(other) }),
        }
        Ok(())
    }

    /// The blinds by the first line. In limit games it states the bets: the first is the big blind, half of it the
    /// small.
    pub(super) fn nominal_blinds(&self) -> (Option<Amount>, Option<Amount>) {
        match (self.header.betting, self.header.stakes) {
            (_, None) => (None, None),
            (StarsBetting::NoLimit | StarsBetting::PotLimit, Some((small, big))) => (Some(small), Some(big)),
            (StarsBetting::Fixed, Some((bet, _))) => {
                (Some(Amount { hundredths: bet.hundredths / 2, ..bet }), Some(bet))
            }
        }
    }

    /// Adds cards of a player that a line shows; cards known already stay, and a contradiction is an error.
    pub(super) fn add_known_cards(&mut self, chair: usize, cards: CardList) -> Result<(), StarsError> {
        let known = &mut self.players[chair].cards;
        if known.len() < cards.len() {
            *known = cards;
            return Ok(());
        }
        for card in cards.cards().iter().filter(|card| card.known_card().is_some()) {
            if known.cards().contains(card) {
                continue;
            }
            match known.cards_mut().iter_mut().find(|card| card.known_card().is_none()) {
                Some(unknown) => *unknown = *card,
                None => {
                    let name = quote(self.players[chair].name);
                    return Err(StarsError::CardsDiffer { name });
                }
            }
        }
        Ok(())
    }
}

/// True for lines about people and connections, which are not part of play and are skipped without a note.
fn is_table_talk(text: &str) -> bool {
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

/// The cards in brackets at the start of a text, as in `[Ah Kd]`; `None` without them.
fn parse_bracketed_cards(text: &str) -> Option<CardList> {
    let cards = text.trim_start().strip_prefix('[')?;
    parse_cards(cards.split_once(']')?.0)
}

/// Cards separated by spaces, in the order written, face-down ones unknown; `None` for none, or any other word.
pub(super) fn parse_cards(text: &str) -> Option<CardList> {
    let mut list = CardList::EMPTY;
    for card in text.split_ascii_whitespace() {
        // Sites write a face-down card in several ways.
        let card = if ["XX", "Xx", "xx", "--", "**"].contains(&card) {
            HiddenCard::UNKNOWN
        } else {
            card.parse::<HiddenCard>().ok()?
        };
        if !list.push(card) {
            return None;
        }
    }
    (!list.is_empty()).then_some(list)
}

/// The seat number at the start of a text; `None` unless a table has such a seat.
pub(super) fn parse_seat_number(text: &str) -> Option<u8> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text[..digits].parse::<u8>().ok().filter(|seat| (1..=MAX_SEAT).contains(seat))
}

/// The error for a seat number that no table has; it quotes what was read.
fn seat_error(text: &str) -> StarsError {
    StarsError::BadSeat { given: quote(text) }
}

/// The error for a line without the amount that its kind has, quoting it.
pub(super) fn amount_error(line: &str) -> StarsError {
    StarsError::NoAmount { line: quote(line) }
}

/// The error for words after an amount that are not known: they may change its meaning, so they are not skipped.
fn unknown_ending_error(line: &str, ending: &str) -> StarsError {
    StarsError::UnknownEnding { line: quote(line), ending: quote(ending) }
}

/// The error for an act by a name that is not in the seat list: leaving the act out would change the hand.
fn unknown_player_error(name: &str) -> StarsError {
    StarsError::UnknownPlayer { name: quote(name) }
}
