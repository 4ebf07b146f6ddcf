//! Turns the lines of a hand into its record: who took part, in which order, and what each posted.

use cards::HiddenCard;
use chips::Chips;

use super::amount::Amount;
use super::body::{BlindKind, ParsedAct, StarsHandReader};
use super::error::StarsError;
use super::header::StarsBetting;
use super::quote;
use crate::phh::toml_string;
use crate::record::{
    AmountUnit, Extras, HandRecord, PlayerNumber, RecordOrigin, RecordedAct, RecordedGame, RecordedLimit,
    RecordedPlayer, RecordedStep, StatedCollections, StatedOutcome, Unplayable,
};

impl StarsHandReader<'_> {
    /// Turns what was read into a record, once every line was read: players in the order of the deal, amounts
    /// in cents or chips. The error says what is missing or inconsistent.
    pub(super) fn into_record(mut self, line: u32, hand: &str) -> Result<HandRecord, StarsError> {
        // A game without a board may have no button; it is refused with its name later.
        let Some(button) = self.button.or((!self.reads_acts).then_some(0)) else {
            return Err(StarsError::NoTableLine);
        };
        if self.players.len() < 2 {
            return Err(StarsError::TooFewSeats);
        }
        let stakes = self.header.stakes.unwrap_or_default();
        if self.reads_acts && stakes.1.hundredths == 0 {
            return Err(StarsError::NoStakes);
        }
        if !self.reads_acts {
            self.unplayable_reason.get_or_insert(Unplayable::HeadOnly);
        }
        // In order from the first player to the left of the button.
        let mut order: Vec<usize> =
            (0..self.players.len()).filter(|&at| self.players[at].has_taken_part).collect();
        order.sort_by_key(|&at| {
            let seat = self.players[at].seat;
            (seat <= button, seat)
        });
        if order.len() < 2 {
            order = (0..self.players.len()).collect();
            self.unplayable_reason.get_or_insert(Unplayable::OnePlayer);
        }
        let mut places = vec![None; self.players.len()];
        for (at, &chair) in order.iter().enumerate() {
            places[chair] = PlayerNumber::new(at as u8 + 1);
        }
        let money = self.header.tournament.is_none()
            && (!self.header.currency.is_empty()
                || self.header.stakes.is_some_and(|(small, _)| small.sign.is_some())
                || self
                    .players
                    .iter()
                    .any(|chair| chair.stack.sign.is_some() || chair.stack.hundredths % 100 != 0));
        let chips = |amount: Amount| -> Result<Chips, StarsError> {
            let count = if money {
                amount.hundredths
            } else if amount.hundredths.is_multiple_of(100) {
                amount.hundredths / 100
            } else {
                return Err(StarsError::FractionOfAChip);
            };
            Chips::new(count).ok_or(StarsError::AmountTooLarge)
        };
        self.infer_antes(&order);
        self.infer_big_blind(&order);
        self.infer_second_small_blinds();
        let mut players = Vec::with_capacity(order.len());
        let mut names = Vec::with_capacity(order.len());
        for &at in &order {
            let chair = &self.players[at];
            let whole = chips(chair.stack)?;
            let stack = match self.header.cap {
                Some(cap) => whole.min(chips(cap)?),
                None => whole,
            };
            let behind = whole.above(stack);
            players.push(RecordedPlayer {
                seat: chair.seat,
                stack,
                behind,
                ante: chips(chair.ante)?,
                dead: chips(chair.dead)?,
                blind: chips(chair.blind.map(|(_, amount, _)| amount).unwrap_or_default())?,
                is_out_of_turn: chair.is_out_of_turn,
            });
            if chair.stack.hundredths == 0 {
                return Err(StarsError::EmptyStack { name: quote(chair.name) });
            }
            names.push(chair.name.into());
        }
        let limit = match self.header.betting {
            StarsBetting::NoLimit => RecordedLimit::NoLimit { smallest_bet: chips(stakes.1)? },
            StarsBetting::PotLimit => RecordedLimit::PotLimit { smallest_bet: chips(stakes.1)? },
            StarsBetting::Fixed => {
                RecordedLimit::Fixed { small_bet: chips(stakes.0)?, big_bet: chips(stakes.1)? }
            }
        };
        let hole_cards = match self.header.game {
            RecordedGame::Omaha | RecordedGame::OmahaHiLo => 4,
            RecordedGame::Named(ref name) if name.starts_with('6') => 6,
            RecordedGame::Named(ref name) if name.starts_with('5') || name.starts_with("Courchevel") => 5,
            RecordedGame::Holdem
            | RecordedGame::ShortDeck
            | RecordedGame::Stud
            | RecordedGame::StudHiLo
            | RecordedGame::Razz
            | RecordedGame::SingleDraw
            | RecordedGame::TripleDraw
            | RecordedGame::Badugi
            | RecordedGame::Named(_) => 2,
        };
        let mut steps = Vec::with_capacity(self.acts.len() + order.len());
        if !self.acts.is_empty() {
            for &at in &order {
                let mut cards = self.players[at].cards;
                while cards.len() < hole_cards && cards.push(HiddenCard::UNKNOWN) {}
                steps.extend(
                    places[at].map(|place| RecordedStep { act: RecordedAct::Hole(place, cards), line }),
                );
            }
        }
        for &(who, parsed, line) in &self.acts {
            let place = who.and_then(|chair| places[chair]);
            let act = match (parsed, place) {
                (ParsedAct::Board(cards), _) => RecordedAct::Board(cards),
                (ParsedAct::Fold, Some(place)) => RecordedAct::Fold(place),
                (ParsedAct::CheckOrCall(amount), Some(place)) => {
                    RecordedAct::CheckOrCall(place, Some(chips(amount)?))
                }
                (ParsedAct::To(amount), Some(place)) => RecordedAct::To(place, chips(amount)?),
                (ParsedAct::Show(cards), Some(place)) => {
                    if cards.len() < hole_cards {
                        // Only part of the hand was turned up, so it counts as not shown.
                        continue;
                    }
                    RecordedAct::Show(place, cards)
                }
                (ParsedAct::Muck, Some(place)) => RecordedAct::Muck(place),
                (
                    ParsedAct::Fold
                    | ParsedAct::CheckOrCall(_)
                    | ParsedAct::To(_)
                    | ParsedAct::Show(_)
                    | ParsedAct::Muck,
                    None,
                ) => continue,
            };
            steps.push(RecordedStep { act, line });
        }
        if self.unplayable_reason.is_none() {
            crate::unique_cards::check_cards(&mut steps, &[], players.len())?;
        }
        if !self.has_summary {
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
        let stated = StatedOutcome {
            uncalled,
            collected,
            commission: self.commission.map(chips).transpose()?,
            total_pot: self.total_pot.map(chips).transpose()?,
            finishing_stacks: Vec::new(),
            collections: match self.has_summary {
                // A hand sold to the site may have won chips that no line mentions.
                true if self.cashed_out.iter().all(|(_, is_stated)| *is_stated) => {
                    StatedCollections::Everybody
                }
                false if self.cashed_out.is_empty() => StatedCollections::WhoCollected,
                true | false => StatedCollections::Nobody,
            },
        };
        let small = |chair: &usize| {
            let chair = &self.players[*chair];
            !chair.is_out_of_turn && chair.blind.is_some_and(|(kind, _, _)| kind == BlindKind::Small)
        };
        // In limit games the first line states the bets instead.
        let unposted_blind = match self.header.betting {
            StarsBetting::NoLimit | StarsBetting::PotLimit if !order.iter().any(small) => {
                Some(chips(stakes.0)?).filter(|blind| !blind.is_zero())
            }
            StarsBetting::NoLimit | StarsBetting::PotLimit | StarsBetting::Fixed => None,
        };
        let extras = self.extras();
        Ok(HandRecord {
            origin: RecordOrigin { hand: hand.to_owned(), line },
            game: self.header.game,
            limit,
            players,
            has_seat_numbers: true,
            names,
            button: Some(button).filter(|button| *button > 0),
            unposted_blind,
            unit: if money {
                AmountUnit::Cents { currency: self.header.currency.into() }
            } else {
                AmountUnit::Chips
            },
            decimals: 0,
            steps,
            comments: Vec::new(),
            stated,
            unplayable_reason: self.unplayable_reason,
            notes: self.notes,
            extras,
        })
    }

    /// Works out the full ante where one was posted short, and whether antes are matched or dead: dead unless
    /// everybody in the hand (`order`, by index) posted one.
    fn infer_antes(&mut self, order: &[usize]) {
        let due = self
            .players
            .iter()
            .map(|chair| chair.ante)
            .max_by_key(|ante| ante.hundredths)
            .unwrap_or_default();
        let everybody = order.iter().all(|&at| self.players[at].ante.hundredths > 0);
        for chair in &mut self.players {
            if chair.is_short_ante {
                chair.ante = due;
            }
            if !everybody {
                // A single ante for all, or one that some player did not owe, is not a bet for others to
                // match.
                chair.dead.hundredths += chair.ante.hundredths;
                chair.ante = Amount::default();
            }
        }
    }

    /// Adds a big blind whose player's ante took the entire stack: the site does not write it, but it is
    /// owed, and the others pay its full price. `order` is the order of the deal.
    fn infer_big_blind(&mut self, order: &[usize]) {
        let posted = |chair: usize, kind: BlindKind| {
            let chair = &self.players[chair];
            !chair.is_out_of_turn && chair.blind.is_some_and(|(of, _, _)| of == kind)
        };
        let (_, Some(big)) = self.nominal_blinds() else { return };
        if order.iter().any(|&chair| posted(chair, BlindKind::Big)) {
            return;
        }
        let after_small = order.iter().position(|&chair| posted(chair, BlindKind::Small)).map(|at| at + 1);
        let spent = |chair: usize| {
            let chair = &self.players[chair];
            chair.stack.hundredths <= chair.ante.hundredths + chair.dead.hundredths
        };
        // Heads-up the button posts the small blind, and is last in the order.
        let owes = match after_small {
            Some(at) => order.get(at % order.len()).copied().filter(|&chair| spent(chair)),
            None => order.iter().take(2).copied().find(|&chair| spent(chair)),
        };
        if let Some(chair) = owes {
            self.players[chair].blind = Some((BlindKind::Big, big, 0));
        }
    }

    /// Makes a second small blind live if its player's first call counts it; it stays dead otherwise.
    fn infer_second_small_blinds(&mut self) {
        for at in 0..self.players.len() {
            let post = self.players[at].dead.hundredths;
            if post == 0 || self.players[at].blind.is_some() {
                continue;
            }
            let mut highest = self
                .players
                .iter()
                .filter_map(|chair| chair.blind)
                .map(|(_, amount, _)| amount.hundredths)
                .max()
                .unwrap_or_default();
            for &(who, parsed, _) in &self.acts {
                match parsed {
                    ParsedAct::To(to) => highest = highest.max(to.hundredths),
                    ParsedAct::CheckOrCall(added) if who == Some(at) => {
                        if added.hundredths + post == highest {
                            self.players[at].blind = Some((BlindKind::Small, self.players[at].dead, 0));
                            self.players[at].is_out_of_turn = true;
                            self.players[at].dead = Amount::default();
                        }
                        break;
                    }
                    ParsedAct::Board(_) => break,
                    ParsedAct::Fold | ParsedAct::CheckOrCall(_) | ParsedAct::Show(_) | ParsedAct::Muck => {}
                }
                if who == Some(at) {
                    break;
                }
            }
        }
    }

    /// Fields that have nothing to do with play, with the keys of PHH (`hand`, `table`, `day` ...), and keys
    /// of our own beginning with `_`.
    fn extras(&self) -> Extras {
        let mut extras = Extras::default();
        extras.push("hand", &toml_string(self.header.id));
        if let Some(table) = self.table_name {
            extras.push("table", &toml_string(table));
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
            extras.push("_tournament", &toml_string(number));
        }
        if let Some(level) = self.header.level {
            extras.push("_level", &toml_string(level));
        }
        extras
    }
}
