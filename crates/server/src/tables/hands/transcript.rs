//! A hand as a plain document: a heading for each street, one event per line with its amounts and clauses,
//! and at the end what was checked. It is written from what the viewer was sent, and from nothing else
//! (SEC-05).

mod text;

use std::collections::BTreeMap;

use room::archive::Replay as Replayed;

use crate::wire::encode;
use crate::wire::event::{SeenCard, WireEvent, WireFact, WireHalf, WirePostKind};
use crate::wire::hand::WireReplay;
use crate::wire::value::{WireChips, WireSeat};
use crate::wire::view::WireMenu;

use text::{
    all_in_suffix, card, card_codes, chips, game_text, join_with_and, no_commission_text, pot_name,
    standing_text, utc_text, void_reason_text,
};

/// The document of a replayed hand, for a player to read or print; `replay` is the wire form of `replayed`,
/// and `viewer` the name of the viewer, if they were dealt in. Everything about cards comes from `replay`,
/// which was reduced for the viewer (SEC-05).
pub(super) fn write(replayed: &Replayed, replay: &WireReplay, viewer: Option<&str>) -> String {
    let mut writer = TranscriptWriter::new(replayed, replay);
    writer.write_head(replayed, replay, viewer);
    for (update, stored) in replay.updates.iter().zip(&replayed.updates) {
        writer.won.clone_from(&stored.won);
        for event in &update.events {
            writer.write_event(event);
        }
        if let (Some(menu), Some(own)) = (&update.position.menu, replay.before.own) {
            writer.write_legal_acts(own, menu);
        }
    }
    writer.write_ending(replayed);
    writer.text
}

/// The document so far, and what its next sentences need to know.
struct TranscriptWriter {
    text: String,
    names: BTreeMap<WireSeat, String>,
    /// How many board cards each street has, and the cards on each board; there is always a first board.
    streets: Vec<u8>,
    boards: Vec<Vec<String>>,
    blinds: usize,
    count: usize,
    /// Whether a hole card was dealt, and whether the deck was cut.
    dealt: bool,
    cut: bool,
    /// The hands that won the pots.
    won: Vec<table::WinningHand>,
}

impl TranscriptWriter {
    /// A writer for one hand, which knows the players who sat there before it and nothing of its course.
    fn new(replayed: &Replayed, replay: &WireReplay) -> TranscriptWriter {
        let mut names = BTreeMap::new();
        for chair in &replay.before.chairs {
            names.insert(chair.seat, chair.name.clone());
        }
        TranscriptWriter {
            text: String::new(),
            names,
            streets: replayed.house.game.board.to_vec(),
            boards: vec![Vec::new()],
            blinds: replayed.house.stakes.blinds.len(),
            count: 0,
            dealt: false,
            cut: false,
            won: Vec::new(),
        }
    }

    /// Writes a line. Every line of the document comes through here, so all end with a line feed.
    fn write_line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Writes a heading, underlined, with an empty line before it unless it is the first line.
    fn write_heading(&mut self, heading: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.write_line(heading);
        self.write_line(&"-".repeat(heading.chars().count()));
    }

    /// The name of the player in a seat as of the last event, or the seat's number if nobody was seen there.
    /// Where people are anonymous, the names already are.
    fn name(&self, seat: WireSeat) -> String {
        self.names.get(&seat).cloned().unwrap_or_else(|| format!("Seat {seat}"))
    }

    /// Writes the head of the document: the table, the game, whose eyes, the players with their stacks before
    /// the hand, and the heading for what comes before the first card.
    fn write_head(&mut self, replayed: &Replayed, replay: &WireReplay, viewer: Option<&str>) {
        let before = &replay.before;
        let first = replay.updates.first();
        let (hand, at) = first.map_or((0, 0), |update| (update.hand, update.at));
        self.write_heading(&format!("Hand {hand} at table {}, {}", before.table, before.name));
        self.write_line(&format!("Played on {}.", utc_text(at)));
        self.write_line(&format!("{}.", game_text(&encode::stakes(&replayed.house))));
        self.write_line(&match viewer {
            Some(name) => format!("As {name} saw it."),
            None => "As a spectator saw it.".to_owned(),
        });
        self.write_heading("Players");
        for dealt in &replayed.players {
            let seat = WireSeat(dealt.seat);
            let line = format!(
                "Seat {seat}: {}, {} in front.",
                self.name(seat),
                chips(WireChips(dealt.stack_before))
            );
            self.write_line(&line);
        }
        self.write_heading("Before the deal");
    }

    /// Writes one event on a numbered line of its own, with the clauses of its rule, or the rule's name if
    /// the book has no clause. Events must come in the order of the record: later sentences build on names
    /// and boards of earlier ones.
    fn write_event(&mut self, event: &WireEvent) {
        self.write_street_heading(&event.what);
        self.count += 1;
        let count = self.count;
        let sentence = self.sentence(&event.what);
        let cited = match (&event.clauses[..], &event.rule) {
            ([], None) => String::new(),
            ([], Some(rule)) => format!(" [{rule}]"),
            (clauses, _) => format!(" [{}]", clauses.join(", ")),
        };
        self.write_line(&format!("{count}. {sentence}.{cited}"));
    }

    /// Writes a heading before the event that begins a new part: hole cards, a street, the showdown or the
    /// pots. Also keeps the board cards that later sentences name.
    fn write_street_heading(&mut self, what: &WireFact) {
        if matches!(what, WireFact::HoleDealt { .. }) && !self.dealt {
            self.dealt = true;
            self.write_heading("Hole cards");
        } else if let WireFact::BoardDealt { card, board, shares, .. } = what {
            self.add_board_card(card, usize::from(*board), usize::from(*shares));
        } else if matches!(what, WireFact::ShowdownOpened { .. }) {
            self.write_heading("Showdown");
        } else if matches!(what, WireFact::HandsTabled { .. }) {
            self.write_heading("All hands are turned up");
        } else if matches!(what, WireFact::PotFormed { pot: 0, .. }) {
            self.write_heading("Pots");
        }
        self.cut |= matches!(what, WireFact::Cut { .. });
    }

    /// Adds a card to a board, numbered from 0; the first card of a street gets a heading. A further board
    /// begins with the first `shares` cards of the first one.
    fn add_board_card(&mut self, card: &SeenCard, board: usize, shares: usize) {
        while self.boards.len() <= board {
            self.boards.push(self.boards[0].iter().take(shares).cloned().collect());
        }
        let before = self.boards[board].len();
        self.boards[board].push(card.map_or_else(|| "a card face down".to_owned(), self::card));
        let mut lies = 0;
        for (round, cards) in self.streets.clone().into_iter().enumerate() {
            if lies == before && cards > 0 {
                let heading = match (self.streets.as_slice(), round) {
                    ([0, 3, 1, 1], 1) => "Flop".to_owned(),
                    ([0, 3, 1, 1], 2) => "Turn".to_owned(),
                    ([0, 3, 1, 1], 3) => "River".to_owned(),
                    _ => format!("Board, card {}", before + 1),
                };
                let again = if board > 0 { format!(", board {}", board + 1) } else { String::new() };
                return self.write_heading(&(heading + &again));
            }
            lies += usize::from(cards);
        }
    }

    /// A pot or a part of it, as [`pot_name`]; in a hand with several boards, with the board that decided it.
    fn pot_part(&self, number: u8, board: u8, half: WireHalf) -> String {
        let on =
            if self.boards.len() > 1 { format!(", board {}", u16::from(board) + 1) } else { String::new() };
        pot_name(number, half) + &on
    }

    /// Writes what the viewer could do at a turn of their own, with the amounts in chips, and why no raise
    /// was possible: the menu that the room sent then.
    fn write_legal_acts(&mut self, own: WireSeat, menu: &WireMenu) {
        let mut open: Vec<String> = Vec::new();
        if menu.fold {
            open.push("fold".to_owned());
        }
        if menu.check {
            open.push(if menu.stands { "stand" } else { "check" }.to_owned());
        }
        open.extend(menu.call.map(|amount| format!("call {}", chips(amount))));
        if let Some(raise) = menu.raise {
            let word = if raise.is_bet { "bet" } else { "raise to" };
            let most = chips(raise.max);
            open.push(if raise.min == raise.max {
                format!("{word} {most}")
            } else {
                format!("{word} from {} to {most}", chips(raise.min))
            });
        }
        let name = self.name(own);
        let closed = menu.closed.as_ref().map(|closed| {
            let clauses = if closed.clauses.is_empty() { &closed.rule } else { &closed.clauses.join(", ") };
            format!(" No raise: {}. [{clauses}]", closed.why)
        });
        self.write_line(&format!("   Legal for {name}: {}.{}", open.join(", "), closed.unwrap_or_default()));
    }

    /// Cards in words in a sentence; one that the viewer did not see is `a card face down`.
    fn cards_text(cards: &[SeenCard]) -> String {
        let cards = cards.iter();
        let named = cards.map(|card| card.map_or_else(|| "a card face down".to_owned(), self::card));
        join_with_and(&named.collect::<Vec<_>>())
    }

    /// The name of a blind by its number, from 0: small and big where a game has two.
    fn blind_name(&self, number: u8) -> String {
        match (self.blinds, number) {
            (1, _) => "the blind".to_owned(),
            (2, 0) => "the small blind".to_owned(),
            (2, 1) => "the big blind".to_owned(),
            (_, 0) => "the first blind".to_owned(),
            (_, 1) => "the second blind".to_owned(),
            _ => "the third blind".to_owned(),
        }
    }

    /// The sentence for a fact, without a full stop. Takes in the names of players who sit down or are dealt
    /// in. A new kind of fact needs its sentence here.
    fn sentence(&mut self, what: &WireFact) -> String {
        match what {
            WireFact::Sat { seat, name, machine, stack, .. } => {
                self.names.insert(*seat, name.clone());
                let machine = if *machine { ", a machine" } else { "" };
                format!("{name} takes seat {seat} with {}{machine}", chips(*stack))
            }
            WireFact::Left { seat, stack } => format!("{} leaves with {}", self.name(*seat), chips(*stack)),
            WireFact::Leaving { seat } => format!("{} leaves when the hand is over", self.name(*seat)),
            WireFact::RemovalDecided { seat, reason, .. } => {
                format!("{} will be removed when the hand is over: {reason}", self.name(*seat))
            }
            WireFact::Readmitted { .. } => "An excluded player may come back".to_owned(),
            WireFact::RejoinReferred { seat, stack, .. } => {
                format!("A returning player wants seat {seat} with {}: an official decides", chips(*stack))
            }
            WireFact::RejoinDecided { allowed: true, .. } => {
                "A returning player may come back to the table".to_owned()
            }
            WireFact::RejoinDecided { allowed: false, .. } => {
                "A returning player may not come back to the table".to_owned()
            }
            WireFact::TimeTold { at } => format!("It is {}", utc_text(*at)),
            WireFact::TableOpened { stakes, .. } => format!("The table is opened: {}", game_text(stakes)),
            WireFact::HeldBack { seat } => {
                format!("{} is not dealt in: nobody enters on the button", self.name(*seat))
            }
            WireFact::SatOut { seat } => format!("{} sits out", self.name(*seat)),
            WireFact::OutAtBlind { seat, wished: true } => {
                format!("{} will sit out when the last blind comes", self.name(*seat))
            }
            WireFact::OutAtBlind { seat, wished: false } => {
                format!("{} will stay in when the last blind comes", self.name(*seat))
            }
            WireFact::SatIn { seat, .. } => format!("{} sits in", self.name(*seat)),
            WireFact::Bought { seat, amount } => {
                format!("{} adds {} to the stack", self.name(*seat), chips(*amount))
            }
            WireFact::Determined { stakes, from_hand, anew } => {
                let how = if *anew { "The game is declared anew. " } else { "" };
                format!("{how}From hand {from_hand} on: {}", game_text(stakes))
            }
            WireFact::SignChanged { sign, from_hand, .. } => format!(
                "The sign says from hand {from_hand} on: {} to sit down, bets from {}",
                chips(sign.minimum_stake),
                chips(sign.minimum_bet)
            ),
            WireFact::ButtonPlaced { seat } => format!("The button is placed at seat {seat}"),
            WireFact::CardsReplaced { cards, reason } => {
                format!("New cards go into the deck, {}: {reason}", card_codes(cards))
            }
            WireFact::CardsChecked { by_supervisor, cards, counted } => {
                let who = if *by_supervisor { "The supervisor" } else { "The dealer" };
                format!("{who} checks the new cards {} and counts {counted} in all", card_codes(cards))
            }
            WireFact::Positions { button, blinds } => {
                let blinds = blinds
                    .iter()
                    .map(|seat| seat.map_or_else(|| "nobody".to_owned(), |seat| self.name(seat)));
                let blinds: Vec<String> = blinds.collect();
                if blinds.is_empty() {
                    format!("The button is at seat {button}")
                } else {
                    format!(
                        "The button is at seat {button}; the blinds are posted by {}",
                        join_with_and(&blinds)
                    )
                }
            }
            WireFact::BlindMissed { seat, last } => {
                format!("{} misses the {} blind", self.name(*seat), if *last { "last" } else { "first" })
            }
            WireFact::Opened { hand, players, .. } => {
                for player in players {
                    self.names.insert(player.seat, player.name.clone());
                }
                format!("Hand {hand} begins with {} players", players.len())
            }
            WireFact::DeckShuffled { cards } => format!("The deck of {cards} cards is shuffled"),
            WireFact::DeckCut { after } => format!("The deck is cut after card {after}"),
            WireFact::ClockCalled { seat, seconds } => {
                format!("The clock is called on {}: {seconds} seconds", self.name(*seat))
            }
            WireFact::TimeRanOut { seat } => format!("The time of {} runs out", self.name(*seat)),
            WireFact::Voided { reason } => format!("The hand is void: {}", void_reason_text(*reason)),
            WireFact::Refunded { seat, amount } => {
                format!("{} gets {} back", self.name(*seat), chips(*amount))
            }
            WireFact::Posted { seat, kind, amount, all_in: rest } => {
                let kind = match kind {
                    WirePostKind::Ante {} => "the ante".to_owned(),
                    WirePostKind::Dead {} => "dead money".to_owned(),
                    WirePostKind::Blind { number } => self.blind_name(*number),
                    WirePostKind::OverBlind {} => "an over-blind".to_owned(),
                    WirePostKind::Live {} => "live".to_owned(),
                };
                format!("{} posts {kind}, {}{}", self.name(*seat), chips(*amount), all_in_suffix(*rest))
            }
            WireFact::HoleDealt { seat, card: Some(dealt), .. } => {
                format!("{} is dealt the {}", self.name(*seat), card(*dealt))
            }
            WireFact::HoleDealt { seat, card: None, .. } => {
                format!("{} is dealt a card face down", self.name(*seat))
            }
            WireFact::Burned { .. } => "A card is burned".to_owned(),
            WireFact::BoardDealt { board: 0, .. } => {
                format!("The board is {}", join_with_and(&self.boards[0]))
            }
            WireFact::BoardDealt { board, .. } => {
                let cards = self
                    .boards
                    .get(usize::from(*board))
                    .map_or_else(String::new, |board| join_with_and(board));
                format!("Board {} is {cards}", u16::from(*board) + 1)
            }
            WireFact::BettingOpened { round, seat } => {
                format!("Betting round {} opens with {}", u16::from(*round) + 1, self.name(*seat))
            }
            WireFact::BettingSkipped { round } => {
                format!("Nobody can bet in betting round {}", u16::from(*round) + 1)
            }
            WireFact::Folded { seat } => format!("{} folds", self.name(*seat)),
            WireFact::Checked { seat, stands } => {
                format!("{} {}", self.name(*seat), if *stands { "stands" } else { "checks" })
            }
            WireFact::Called { seat, amount, all_in: rest } => {
                format!("{} calls {}{}", self.name(*seat), chips(*amount), all_in_suffix(*rest))
            }
            WireFact::Bet { seat, to, all_in: rest, .. } => {
                format!("{} bets {}{}", self.name(*seat), chips(*to), all_in_suffix(*rest))
            }
            WireFact::Raised { seat, to, full, all_in: rest } => {
                let short = if *full { "" } else { ", less than a full raise" };
                format!("{} raises to {}{}{short}", self.name(*seat), chips(*to), all_in_suffix(*rest))
            }
            WireFact::BettingClosed { round } => format!("Betting round {} is over", u16::from(*round) + 1),
            WireFact::Returned { seat, amount } => {
                format!("{} that nobody called goes back to {}", chips(*amount), self.name(*seat))
            }
            WireFact::HandsTabled { first } => {
                format!("Nobody can bet any more: all hands are turned up, {} first", self.name(*first))
            }
            WireFact::ShowdownOpened { first, .. } => format!("{} shows first", self.name(*first)),
            WireFact::Shown { seat, cards } => {
                format!("{} shows the {}", self.name(*seat), TranscriptWriter::cards_text(cards))
            }
            WireFact::Mucked { seat } => format!("{} mucks unseen", self.name(*seat)),
            WireFact::CardsShown { seat, cards } => {
                let shown: Vec<_> = cards.iter().filter(|card| card.is_some()).cloned().collect();
                format!("{} shows the {}", self.name(*seat), TranscriptWriter::cards_text(&shown))
            }
            WireFact::PotFormed { pot: number, amount, eligible } => {
                let for_whom: Vec<String> = eligible.iter().map(|seat| self.name(*seat)).collect();
                format!(
                    "{}: {}, for {}",
                    pot_name(*number, WireHalf::Whole),
                    chips(*amount),
                    join_with_and(&for_whom)
                )
            }
            WireFact::CommissionTaken { pot: number, amount, short_of_due } => {
                let short = if *short_of_due { ", rounded down to the chip: less than is due" } else { "" };
                format!("{}: commission {}{short}", pot_name(*number, WireHalf::Whole), chips(*amount))
            }
            WireFact::CommissionCapped { due, taken } => {
                let (due, taken) = (chips(*due), chips(*taken));
                format!("Commission of {due} is limited to {taken}, the maximum per hand")
            }
            WireFact::NoCommission { pot: of, reason } => {
                let from = of.map_or_else(String::new, |of| format!("{}: ", pot_name(of, WireHalf::Whole)));
                let text = format!("{from}no commission, {}", no_commission_text(*reason));
                text[..1].to_uppercase() + &text[1..]
            }
            WireFact::Awarded { seat, amount, .. } if amount.0.is_zero() => {
                format!("{} wins the hand; nothing was in the pot", self.name(*seat))
            }
            WireFact::Awarded { pot: number, board, half, seat, amount } => {
                let won = self.won.iter().find(|won| {
                    let of =
                        (won.pot, u8::from(won.board), encode::encode_half(won.half), WireSeat(won.seat));
                    of == (*number, *board, *half, *seat)
                });
                let with = won.map_or_else(String::new, |won| format!(" with {won}"));
                let part = self.pot_part(*number, *board, *half);
                format!("{part}: {} wins {}{with}", self.name(*seat), chips(*amount))
            }
            WireFact::OddChips { pot: number, board, half, seat, amount } => format!(
                "{}: {} that cannot be shared goes to {}",
                self.pot_part(*number, *board, *half),
                chips(*amount),
                self.name(*seat)
            ),
            WireFact::Closed {} => "The hand is over".to_owned(),
            WireFact::Deck { commitment, .. } => {
                format!("The order of the deck is fixed: commitment {}", commitment.commitment)
            }
            WireFact::Cut { cut } => format!(
                "The position of the cut is {}, from the room's part and {} of players",
                cut.position,
                match cut.values.len() {
                    0 => "no value".to_owned(),
                    1 => "one value".to_owned(),
                    many => format!("{many} values"),
                }
            ),
            WireFact::Opening { opening } => {
                format!("The {} is opened: it lay in slot {}", card(opening.card), opening.slot)
            }
            WireFact::Standing { standing } => standing_text(standing),
            WireFact::TimeBank { seat, taken } => {
                format!("{} uses {} s of the time bank", self.name(*seat), taken / 1000)
            }
        }
    }

    /// Writes the stacks after the hand and what the replay verified: facts, cut, cards in the committed
    /// deck, and the sum of the chips. It states only what was really checked.
    fn write_ending(&mut self, replayed: &Replayed) {
        self.write_heading("At the end");
        for dealt in &replayed.players {
            let (seat, ended) = (WireSeat(dealt.seat), chips(WireChips(dealt.stack_after)));
            let line = format!("Seat {seat}: {}, {ended} in front.", self.name(seat));
            self.write_line(&line);
        }
        self.write_heading("Checked");
        let checked = replayed.check;
        self.write_line("Every fact follows from the ones before it.");
        if self.cut {
            self.write_line("The cut follows from its parts.");
        }
        self.write_line(&match checked.openings_checked {
            0 => "No card was visible.".to_owned(),
            1 => "One card was visible, and lay in its place in the committed deck.".to_owned(),
            many => format!("{many} cards were visible, and each lay in its place in the committed deck."),
        });
        let (before, after) = (chips(WireChips(checked.before)), chips(WireChips(checked.after)));
        let commission = chips(WireChips(checked.commission));
        let sum = if checked.is_balanced() { "nothing is missing" } else { "these differ" };
        self.write_line(&format!(
            "Chips of the players: {before} before, {after} after, {commission} to the house as commission: {sum}."
        ));
    }
}
