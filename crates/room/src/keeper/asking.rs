//! What people ask of a table: who may, in which position, and what the machine makes of it.

use std::sync::Arc;

use cards::{Card, Hidden};
use chips::Chips;
use fair::Value;
use rulebook::{Book, Cell, Determined, MOST_CHIPS};
use seating::{By, Person, Seat};
use table::{
    AS_DEALT, Act, ChairAct, House, HouseAct, Moment, OfficialAct, Post, Show, Table, TableAct, TableCommand,
    TableRefusal,
};

use super::Keeper;
use super::draft::Draft;
use crate::ask::{Ask, DealerWish, Mark, OfficialWish, Refused, SeatWish, ShowWish, Standing, Turn, Wish};
use crate::dealer::Dealer;
use crate::entry::Entry;
use crate::own::SIT;
use crate::port::Now;
use crate::text;

/// What is done with something asked.
enum Course {
    /// A command of the machine, by who asks.
    Command(TableAct),
    /// A command of the machine that the room gives for who asks.
    House(TableAct),
    /// Facts of the room itself.
    Entries(&'static str, Vec<Entry>),
    /// A value for the cut, which is not stored until the cut.
    Value(Value),
    /// What a person who deals did or saw.
    Dealt(DealerWish),
}

impl Keeper<Table> {
    /// What comes of something asked, drafted; nothing where it is not stored now.
    pub(super) fn judge_wish(
        &mut self,
        now: Now,
        ask: &Ask,
        mark: Mark,
    ) -> Result<Option<Draft<Table>>, Refused> {
        let course = self.course(ask)?;
        let mut draft = self.draft();
        let (decided, kind) = match course {
            Course::Value(value) => {
                self.desk.values.insert(ask.by.person, value);
                return Ok(None);
            }
            Course::Entries(kind, entries) => {
                for entry in entries {
                    draft.take(entry);
                }
                (Ok(()), kind)
            }
            Course::Command(act) => {
                let kind = kind(&act);
                self.tell_time(now, &mut draft, &act);
                (draft.decide(&TableCommand { by: ask.by, act }), kind)
            }
            Course::House(act) => {
                let kind = kind(&act);
                self.tell_time(now, &mut draft, &act);
                (draft.decide(&TableCommand { by: By::HOUSE, act }), kind)
            }
            Course::Dealt(wish) => {
                self.enter_what_was_dealt(&mut draft, ask.by, &wish)?;
                (Ok(()), wish.kind())
            }
        };
        if let Err(refusal) = decided {
            return Err(self.in_words(&refusal));
        }
        draft.note_asked(mark);
        draft.close(now, ask.by, Some(ask.key), kind);
        self.deal_on(now, &mut draft);
        Ok(Some(draft))
    }

    /// Tells the machine the time where something depends on it: notices, and how long somebody was gone (4.1, 4.6).
    fn tell_time(&self, now: Now, draft: &mut Draft<Table>, act: &TableAct) {
        match act {
            TableAct::Chair(ChairAct::Sit { .. } | ChairAct::Leave { .. })
            | TableAct::Official(_)
            | TableAct::House(HouseAct::Determine { .. }) => {
                draft.house(TableAct::House(HouseAct::TellTime { at: Moment(now.wall.0) }))
            }
            TableAct::Chair(
                ChairAct::SitOut { .. }
                | ChairAct::SitOutAtBlind { .. }
                | ChairAct::SitIn { .. }
                | ChairAct::Buy { .. }
                | ChairAct::TakeOff { .. },
            )
            | TableAct::House(HouseAct::PlaceButton { .. } | HouseAct::TellTime { .. } | HouseAct::Open)
            | TableAct::Hand(_) => {}
        }
    }

    /// What is to be done with something asked, if who asks may ask it here and now.
    fn course(&mut self, ask: &Ask) -> Result<Course, Refused> {
        self.is_open(ask)?;
        match &ask.wish {
            Wish::Play(play) => self.in_turn(ask, |seat| play.by(seat)),
            Wish::Show(ShowWish::Hand | ShowWish::Cards { .. }) if self.state.dealer == Dealer::Person => {
                let why = "a person deals here: turn your cards up on the table, and the dealer enters them";
                Err(Refused::plain("dealer_enters_cards", why))
            }
            Wish::Show(ShowWish::Hand) => self.in_turn(ask, |seat| Show::Hand { cards: AS_DEALT }.by(seat)),
            Wish::Show(ShowWish::Muck) => self.in_turn(ask, |seat| Show::Muck.by(seat)),
            Wish::Show(ShowWish::Cards { cards }) => self.shown_cards(ask.by.person, cards),
            Wish::Seat(wish) => self.for_the_seat(ask, *wish),
            Wish::Dealer(wish) => {
                self.deals_here(ask.by)?;
                Ok(Course::Dealt(wish.clone()))
            }
            Wish::Official(wish) => self.for_the_table(ask.by, wish),
        }
    }

    fn for_the_seat(&mut self, ask: &Ask, wish: SeatWish) -> Result<Course, Refused> {
        let person = ask.by.person;
        let act = match wish {
            SeatWish::Sit { seat, stack } => {
                if matches!(self.state.standing, Standing::Closing { .. }) {
                    return Err(Refused::plain(
                        "closing",
                        "this table closes after the round: choose another",
                    ));
                }
                self.stays_a_seat(seat)?;
                ChairAct::Sit { seat, person, stack }
            }
            SeatWish::Leave => ChairAct::Leave { seat: self.own_seat(person)? },
            SeatWish::TopUp { amount } => ChairAct::Buy { seat: self.own_seat(person)?, amount },
            SeatWish::SitOut => ChairAct::SitOut { seat: self.own_seat(person)? },
            SeatWish::SitOutAtBlind { wished } => {
                ChairAct::SitOutAtBlind { seat: self.own_seat(person)?, wished }
            }
            SeatWish::SitIn { posts } => ChairAct::SitIn { seat: self.own_seat(person)?, posts },
            SeatWish::OverBlind => {
                let seat = self.own_seat(person)?;
                // One that names the turn of its offer is posted by no other; where none is offered the rule says why.
                let offer = self.state.over_blind_turn().filter(|(offered, _)| *offered == seat);
                if let (Some((_, turn)), Some(given)) = (offer, ask.turn)
                    && turn != given
                {
                    return Err(late());
                }
                return Ok(Course::Command(TableAct::Hand(Post::OverBlind.by(seat))));
            }
            SeatWish::UseTimeBank => return self.time_bank(ask),
            SeatWish::Contribute { hand, value } => return self.value_for_the_cut(person, hand, value),
        };
        Ok(Course::Command(TableAct::Chair(act)))
    }

    fn for_the_table(&self, by: By, wish: &OfficialWish) -> Result<Course, Refused> {
        let course = match wish {
            OfficialWish::Pause { reason } => {
                self.runs_the_table(by)?;
                Course::Entries("paused", vec![Entry::Play(Standing::Paused { reason: short(reason)? })])
            }
            OfficialWish::Resume => {
                self.runs_the_table(by)?;
                if !matches!(self.state.standing, Standing::Paused { .. }) {
                    return Err(Refused::plain("not_paused", "this table is not paused"));
                }
                Course::Entries("resumed", vec![Entry::Play(Standing::Open)])
            }
            OfficialWish::Close { reason } => {
                self.runs_the_table(by)?;
                Course::Entries("closing", vec![Entry::Play(Standing::Closing { reason: short(reason)? })])
            }
            OfficialWish::Remove { person, reason } => {
                self.rules_here(by)?;
                let seat = self.state.seat_of(*person).ok_or_else(|| {
                    Refused::plain("not_seated", "this person has no seat here").because("person_not_seated")
                })?;
                Course::House(TableAct::Official(OfficialAct::Remove { seat, reason: short(reason)? }))
            }
            OfficialWish::Determine { settings, anew } => Course::House(self.determine(by, settings, *anew)?),
        };
        Ok(course)
    }

    /// Whether anything can be asked at all, on this device.
    fn is_open(&self, ask: &Ask) -> Result<(), Refused> {
        match &self.state.standing {
            Standing::Closed { reason } => {
                let why = format!("this table is closed: {reason}");
                return Err(Refused::plain("closed", why)
                    .because("closed_because")
                    .with("because", reason.as_str()));
            }
            Standing::Stopped { why, reference } => {
                return Err(Refused::stopped(why, reference.as_str()));
            }
            Standing::Open | Standing::Paused { .. } | Standing::Closing { .. } => {}
        }
        let here = self.watchers.values().find(|watcher| watcher.person == Some(ask.by.person));
        match here {
            Some(watcher)
                if watcher.device != ask.by.device
                    && of_the_seat(&ask.wish)
                    && self.state.seat_of(ask.by.person).is_some() =>
            {
                Err(Refused::plain("elsewhere", "this table is open on another device: use it there"))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn own_seat(&self, person: Person) -> Result<Seat, Refused> {
        let seat = self.state.seat_of(person);
        seat.ok_or_else(|| Refused::plain("not_seated", "you have no seat at this table: take one first"))
    }

    /// An act of the hand, if it answers the position that is on.
    fn in_turn(&self, ask: &Ask, act: impl Fn(Seat) -> Act) -> Result<Course, Refused> {
        let seat = self.own_seat(ask.by.person)?;
        self.answers_the_turn(ask.turn)?;
        Ok(Course::Command(TableAct::Hand(act(seat))))
    }

    fn answers_the_turn(&self, given: Option<Turn>) -> Result<(), Refused> {
        let Some(given) = given else {
            return Err(Refused::plain(
                "no_turn",
                "an act must name the turn it answers: hand, acts, facing",
            ));
        };
        match self.state.turn() {
            Some((_, turn, _)) if turn == given => Ok(()),
            Some((_, turn, _)) if (turn.hand, turn.acts) == (given.hand, given.acts) => {
                let (was, is) = (given.facing, turn.facing);
                let why =
                    format!("the bet to call changed from {was} to {is}: nothing was taken, choose again");
                Err(Refused::plain("changed", why).with("from", was).with("to", is))
            }
            Some(_) | None => Err(late()),
        }
    }

    /// Cards of a hand that is out of the play. It names no turn: for a hand that is played it is refused by the book.
    fn shown_cards(&self, person: Person, named: &[Card]) -> Result<Course, Refused> {
        // Who was dealt in may have another seat by now: the cards lie where they were dealt.
        let seat = self.state.seat_in_hand(person).map_or_else(|| self.own_seat(person), Ok)?;
        let mut cards = AS_DEALT;
        if named.len() > cards.len() {
            let why = format!("{} cards were named: name those of the own hand that are shown", named.len());
            return Err(Refused::plain("too_many_cards", why)
                .because("too_many_own_cards")
                .with("named", named.len()));
        }
        cards.iter_mut().zip(named).for_each(|(card, named)| *card = Hidden::of(*named));
        Ok(Course::Command(TableAct::Hand(Show::Cards { cards }.by(seat))))
    }

    fn time_bank(&self, ask: &Ask) -> Result<Course, Refused> {
        let seat = self.own_seat(ask.by.person)?;
        self.answers_the_turn(ask.turn)?;
        let decision = self.desk.clock.decision.filter(|decision| decision.seat == seat && !decision.showing);
        if decision.is_none_or(|decision| decision.until.is_none()) {
            return Err(Refused::plain("no_clock", "no time of yours is running").because("no_time_runs"));
        }
        let left = self.state.bank(ask.by.person);
        if left == 0 {
            return Err(Refused::plain("bank_empty", "your time bank is empty"));
        }
        Ok(Course::Entries("time_bank", vec![Entry::TimeBank { seat, taken: left }]))
    }

    fn value_for_the_cut(&self, person: Person, hand: u64, value: [u8; 32]) -> Result<Course, Refused> {
        if self.state.dealer == Dealer::Person {
            let why = "a person deals here and cuts the deck by hand: no values for a cut are taken";
            return Err(Refused::plain("late", why).because("cut_by_hand"));
        }
        let waits = self.state.deck.as_ref().filter(|deck| deck.cut.is_none());
        let deck = waits.filter(|deck| deck.commitment.deck().hand == hand);
        if deck.is_none() {
            return Err(Refused::plain("late", "no values for this cut are taken any more")
                .because("late_for_the_cut"));
        }
        if self.state.seat_in_hand(person).is_none() {
            return Err(Refused::plain("not_seated", "only players of the round add to its cut")
                .because("not_in_the_cut"));
        }
        if self.desk.values.contains_key(&person) {
            return Err(Refused::plain("twice", "you have added to this cut already"));
        }
        Ok(Course::Value(Value::new(value)))
    }

    /// The house of the table with choices changed. What was announced and does not hold yet is changed with it.
    pub(super) fn determined(&self, settings: &[(String, String)]) -> Result<Arc<House>, Refused> {
        let table = &self.state.table;
        let now = &table.announced_house().unwrap_or(table.house()).determined;
        let named = |name: &str| settings.iter().any(|(other, _)| other.replace('-', "_") == name);
        let kept = choices_behind(now).into_iter().filter(|(name, _)| !named(name));
        let changed = settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let choices: Vec<(&str, &str)> = kept.chain(changed).collect();
        house_of(now.book(), &choices)
    }

    /// A refusal of the machine in words, with its clauses.
    pub(super) fn in_words(&self, refusal: &TableRefusal) -> Refused {
        let house = match self.state.running() {
            Some(hand) => hand.house(),
            None => self.state.table.house(),
        };
        let refused = Refused::plain(refusal.rule.name(), refusal.why.to_string()).because(refusal.reason());
        Refused { numbers: refusal.figures(), ..refused }.citing(refusal.rule, &house.determined)
    }
}

/// The position that was answered is not on any more.
fn late() -> Refused {
    Refused::plain("late", "the play has moved on since: nothing was done, choose again")
}

/// The fewest choices that determine what is determined: whatever follows from others is left to follow from them.
fn choices_behind(now: &Determined) -> Vec<(&str, &str)> {
    let chosen = now.values().filter(|(setting, value)| match now.book().choices(&setting.name) {
        Some(Cell::Operator { default, .. }) => default.as_deref() != Some(*value),
        Some(Cell::Fixed(_) | Cell::Depends { .. } | Cell::NotUsed) | None => false,
    });
    let mut choices: Vec<(&str, &str)> =
        chosen.map(|(setting, value)| (setting.name.as_str(), value)).collect();
    // What does not apply under the other choices has a value that nobody can choose.
    while let Err(problems) = now.book().determine(&choices) {
        let count = choices.len();
        choices.retain(|(name, _)| problems.iter().all(|problem| problem.setting != *name));
        if choices.len() == count {
            break;
        }
    }
    let determine_it =
        |choices: &[(&str, &str)]| now.book().determine(choices).is_ok_and(|same| same == *now);
    let mut place = 0;
    while place < choices.len() {
        let choice = choices.remove(place);
        if !determine_it(&choices) {
            choices.insert(place, choice);
            place += 1;
        }
    }
    choices
}

/// What the room announces where a book lets the operator announce a time and nobody chose one: 30 seconds an act.
const ANNOUNCED: (&str, &str) = ("turn_seconds", "30");
/// What it does where the book knows the called clock alone: it calls it at the start of every turn.
const CALLED: (&str, &str) = ("official_clock_call", "automatic");

/// The house of a book with choices made, dealt by the software. A clock that nobody chose is filled in: without one a
/// decision would have no end (AMB-043).
///
/// # Errors
/// Every reason why not, with the clauses of the first.
pub fn house_of(book: &Book, choices: &[(&str, &str)]) -> Result<Arc<House>, Refused> {
    let given = determined_house(book, choices)?;
    let Some(problem) = given.software_deal_problem() else { return Ok(Arc::new(given)) };
    let chosen = |name: &str| choices.iter().any(|(setting, _)| setting.replace('-', "_") == name);
    if !chosen(ANNOUNCED.0) && !chosen(CALLED.0) {
        // Where the operator posts the time that can be called (DU 61f), the room calls it; where the book fixes it and
        // lets a time be announced instead (4.8(a) of NI2018-51), it announces one.
        let posted = matches!(book.choices("official_clock_seconds"), Some(Cell::Operator { .. }));
        for clock in if posted { [CALLED, ANNOUNCED] } else { [ANNOUNCED, CALLED] } {
            let choices: Vec<_> = choices.iter().copied().chain([clock]).collect();
            if let Ok(house) = determined_house(book, &choices)
                && house.software_deal_problem().is_none()
            {
                return Ok(Arc::new(house));
            }
        }
    }
    let refused = Refused::plain("no_clock", problem.to_string()).because("no_clock_for_software");
    let refused = refused.citing(problem.rule, &given.determined);
    Err(refused.at_settings(vec![problem.cited(&given.determined)]))
}

fn determined_house(book: &Book, choices: &[(&str, &str)]) -> Result<House, Refused> {
    let determined = book.determine(choices).map_err(|problems| {
        let why: Vec<String> = problems.iter().map(ToString::to_string).collect();
        Refused::plain("not_determined", why.join("; ")).at_settings(problems)
    })?;
    House::of(&determined).map_err(|problems| {
        let why: Vec<String> = problems.iter().map(ToString::to_string).collect();
        let refused = Refused::plain("not_played", why.join("; "));
        let refused = match problems.first() {
            Some(problem) => refused.citing(problem.rule, &determined),
            None => refused,
        };
        refused.at_settings(problems.into_iter().map(|problem| problem.cited(&determined)).collect())
    })
}

/// Whether a wish is for the seat of the person who asks; the others can be asked on any device.
fn of_the_seat(wish: &Wish) -> bool {
    match wish {
        Wish::Play(_) | Wish::Show(_) | Wish::Seat(_) => true,
        Wish::Dealer(_) | Wish::Official(_) => false,
    }
}

/// A reason of a length that is kept.
fn short(reason: &str) -> Result<String, Refused> {
    const MOST: usize = 200;
    if reason.trim().is_empty() || reason.chars().count() > MOST {
        let why = format!("a reason of 1 to {MOST} letters is needed");
        return Err(Refused::plain("reason", why)
            .because("reason_length")
            .with("at_least", 1_u8)
            .with("at_most", MOST));
    }
    text::readable(reason.trim(), true).map_err(|why| why.refused("reason"))?;
    Ok(reason.trim().to_owned())
}

/// The word for a record of a command.
fn kind(act: &TableAct) -> &'static str {
    match act {
        TableAct::Chair(act) => match act {
            ChairAct::Sit { .. } => SIT,
            ChairAct::Leave { .. } => "leave",
            ChairAct::TakeOff { .. } => "take_off",
            ChairAct::SitOut { .. } => "sit_out",
            ChairAct::SitOutAtBlind { .. } => "sit_out_at_blind",
            ChairAct::SitIn { .. } => "sit_in",
            ChairAct::Buy { .. } => "buy",
        },
        TableAct::Official(act) => match act {
            OfficialAct::Remove { .. } => "remove",
            OfficialAct::Exclude { .. } => "exclude",
            OfficialAct::Readmit { .. } => "readmit",
            OfficialAct::DecideRejoin { .. } => "decide_rejoin",
            OfficialAct::ReplaceCards { .. } => "replace_cards",
            OfficialAct::CheckCards { .. } => "check_cards",
        },
        TableAct::House(act) => match act {
            HouseAct::TellTime { .. } => "tell_time",
            HouseAct::Determine { .. } => "determine",
            HouseAct::PlaceButton { .. } => "place_button",
            HouseAct::Open => "open",
        },
        TableAct::Hand(_) => "act",
    }
}

/// Chips that a program buys in with: a hundred times the last blind, within the house's limits, and no more than can be
/// chosen for a table. Nothing where the house takes no stake so small: it was determined when there was no such bound.
pub(super) fn usual_stack(house: &House) -> Option<Chips> {
    let most = Chips::new(MOST_CHIPS).unwrap_or(Chips::MAX);
    let usual = house.last_blind().times(100).unwrap_or(Chips::MAX);
    let within = usual.min(most).max(house.min_buy_in).min(house.max_buy_in.unwrap_or(Chips::MAX));
    (within <= most).then_some(within)
}
