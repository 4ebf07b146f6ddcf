//! From the lines of a hand to its record: who took part, in which order, with what posted.

use cards::Hidden;
use chips::Chips;

use super::amount::Amount;
use super::body::{Did, PostKind, Reader};
use super::header::Betting;
use super::short;
use crate::phh::quoted;
use crate::record::{Act, Compared, Extras, Game, Limit, Origin, Place, Player, Record, Stated, Step, Unit};

impl Reader<'_> {
    /// The record of what was told; the error says what is missing or does not fit.
    pub(super) fn finish(mut self, line: u32, hand: &str) -> Result<Record, String> {
        // A game without a board may have no button: it is refused by its name.
        let Some(button) = self.button.or((!self.reads_play).then_some(0)) else {
            return Err("the line that says where the button is, as in `Table 'X' 9-max Seat #7 is the button`, is missing".to_owned());
        };
        if self.chairs.len() < 2 {
            return Err("fewer than two seats are listed, as in `Seat 2: Ana ($400 in chips)`".to_owned());
        }
        let stakes = self.header.stakes.unwrap_or_default();
        if self.reads_play && stakes.1.hundredths == 0 {
            return Err(
                "the first line tells no stakes, as in `($0.25/$0.50 USD)` or `Level II (15/30)`".to_owned()
            );
        }
        if !self.reads_play {
            self.unplayable.get_or_insert_with(|| "of this game only the head of a hand is read".into());
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
        self.settle_big_blind(&order);
        self.settle_second_small_blinds();
        let mut players = Vec::with_capacity(order.len());
        let mut names = Vec::with_capacity(order.len());
        for &at in &order {
            let chair = &self.chairs[at];
            let whole = chips(chair.stack)?;
            let stack = match self.header.cap {
                Some(cap) => whole.min(chips(cap)?),
                None => whole,
            };
            let behind = whole.above(stack);
            players.push(Player {
                seat: chair.seat,
                stack,
                behind,
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
        let limit = match self.header.betting {
            Betting::NoLimit => Limit::NoLimit { smallest_bet: chips(stakes.1)? },
            Betting::PotLimit => Limit::PotLimit { smallest_bet: chips(stakes.1)? },
            Betting::Fixed => Limit::Fixed { small_bet: chips(stakes.0)?, big_bet: chips(stakes.1)? },
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
            compared: match self.ended {
                // A hand that was sold may have won what no line tells.
                true if self.cashed_out.iter().all(|(_, told)| *told) => Compared::Everybody,
                false if self.cashed_out.is_empty() => Compared::WhoCollected,
                true | false => Compared::Nobody,
            },
        };
        let small = |chair: &usize| {
            let chair = &self.chairs[*chair];
            !chair.out_of_turn && chair.blind.is_some_and(|(kind, _, _)| kind == PostKind::Small)
        };
        // In limit games the first line tells the bets instead.
        let unposted_blind = match self.header.betting {
            Betting::NoLimit | Betting::PotLimit if !order.iter().any(small) => {
                Some(chips(stakes.0)?).filter(|blind| !blind.is_zero())
            }
            Betting::NoLimit | Betting::PotLimit | Betting::Fixed => None,
        };
        let extras = self.extras();
        Ok(Record {
            origin: Origin { hand: hand.to_owned(), line },
            game: self.header.game,
            limit,
            players,
            seats_told: true,
            names,
            button: Some(button).filter(|button| *button > 0),
            unposted_blind,
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

    /// A big blind whose player's ante took the whole stack is not written down, and is owed all the same: the
    /// others pay its full price.
    fn settle_big_blind(&mut self, order: &[usize]) {
        let posted = |chair: usize, kind: PostKind| {
            let chair = &self.chairs[chair];
            !chair.out_of_turn && chair.blind.is_some_and(|(of, _, _)| of == kind)
        };
        let (_, Some(big)) = self.nominal_blinds() else { return };
        if order.iter().any(|&chair| posted(chair, PostKind::Big)) {
            return;
        }
        let after_small = order.iter().position(|&chair| posted(chair, PostKind::Small)).map(|at| at + 1);
        let spent = |chair: usize| {
            let chair = &self.chairs[chair];
            chair.stack.hundredths <= chair.ante.hundredths + chair.dead.hundredths
        };
        // Heads-up the small blind is the button's, who stands last in the order.
        let owes = match after_small {
            Some(at) => order.get(at % order.len()).copied().filter(|&chair| spent(chair)),
            None => order.iter().take(2).copied().find(|&chair| spent(chair)),
        };
        if let Some(chair) = owes {
            self.chairs[chair].blind = Some((PostKind::Big, big, 0));
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
