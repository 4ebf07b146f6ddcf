//! What people request of a table: who may, in which position, and what the machine makes of it.

use std::sync::Arc;

use cards::{Card, HiddenCard};
use fair::CutBytes;
use seating::{Actor, Person, Seat};
use table::{
    AS_DEALT, Act, ChairAct, House, HouseAct, OfficialAct, Post, Show, Table, TableAct, TableCommand,
    TableRefusal, Timestamp,
};

use super::Keeper;
use super::draft::BatchDraft;
use crate::dealer::Dealer;
use crate::entry::{SIT, TableEntry};
use crate::house;
use crate::port::Now;
use crate::requests::{
    DealerWish, OfficialWish, RequestDigest, RoomRefusal, SeatWish, ShowWish, Standing, TableRequest, TurnId,
    Wish,
};
use crate::text;

/// What to do about a request.
enum RequestOutcome {
    /// A command to the machine, given by the requester.
    Command(TableAct),
    /// A command to the machine, given by the room for the requester.
    House(TableAct),
    /// Facts of the room itself.
    Entries(&'static str, Vec<TableEntry>),
    /// A value for the cut, which is not stored until the cut.
    CutValue(CutBytes),
    /// What a person who deals did or saw.
    Deal(DealerWish),
}

impl Keeper<Table> {
    /// Drafts what a request leads to, with everything the dealer does next; `None` if nothing is stored now,
    /// as for a value for the cut. Refused requests leave nothing changed.
    pub(super) fn judge_wish(
        &mut self,
        now: Now,
        request: &TableRequest,
        digest: RequestDigest,
    ) -> Result<Option<BatchDraft<Table>>, RoomRefusal> {
        let outcome = self.decide_outcome(request)?;
        let mut draft = self.draft();
        let (decided, kind) = match outcome {
            RequestOutcome::CutValue(value) => {
                self.desk.cut_values.insert(request.by.person, value);
                return Ok(None);
            }
            RequestOutcome::Entries(kind, entries) => {
                for entry in entries {
                    draft.take(entry);
                }
                (Ok(()), kind)
            }
            RequestOutcome::Command(act) => {
                let kind = record_kind(&act);
                self.record_time(now, &mut draft, &act);
                (draft.decide(&TableCommand { by: request.by, act }), kind)
            }
            RequestOutcome::House(act) => {
                let kind = record_kind(&act);
                self.record_time(now, &mut draft, &act);
                (draft.decide(&TableCommand { by: Actor::HOUSE, act }), kind)
            }
            RequestOutcome::Deal(wish) => {
                self.enter_deal(&mut draft, request.by, &wish)?;
                (Ok(()), wish.kind())
            }
        };
        if let Err(refusal) = decided {
            return Err(self.cite_refusal(&refusal));
        }
        draft.record_request(digest);
        draft.close(now, request.by, Some(request.key), kind);
        self.continue_dealing(now, &mut draft);
        Ok(Some(draft))
    }

    /// Records the wall time before an act that depends on it: notices, and how long somebody was away (4.1,
    /// 4.6). The machine knows no other clock.
    fn record_time(&self, now: Now, draft: &mut BatchDraft<Table>, act: &TableAct) {
        match act {
            TableAct::Chair(ChairAct::Sit { .. } | ChairAct::Leave { .. })
            | TableAct::Official(_)
            | TableAct::House(HouseAct::Determine { .. }) => {
                draft.decide_for_house(TableAct::House(HouseAct::ReportTime { at: Timestamp(now.wall.0) }))
            }
            TableAct::Chair(
                ChairAct::SitOut { .. }
                | ChairAct::SitOutAtBlind { .. }
                | ChairAct::SitIn { .. }
                | ChairAct::Buy { .. }
                | ChairAct::TakeOff { .. },
            )
            | TableAct::House(HouseAct::PlaceButton { .. } | HouseAct::ReportTime { .. } | HouseAct::Open)
            | TableAct::Hand(_) => {}
        }
    }

    /// Decides what to do about a request, if the requester may make it here and now; the machine has not
    /// judged it yet.
    fn decide_outcome(&mut self, request: &TableRequest) -> Result<RequestOutcome, RoomRefusal> {
        self.check_open(request)?;
        match &request.wish {
            Wish::Play(play) => self.turn_outcome(request, |seat| play.by(seat)),
            Wish::Show(ShowWish::Hand | ShowWish::Cards { .. }) if self.state.dealer == Dealer::Person => {
                let why = "a person deals here: turn your cards up on the table, and the dealer enters them";
                Err(RoomRefusal::plain("dealer_enters_cards", why))
            }
            Wish::Show(ShowWish::Hand) => {
                self.turn_outcome(request, |seat| Show::Hand { cards: AS_DEALT }.by(seat))
            }
            Wish::Show(ShowWish::Muck) => self.turn_outcome(request, |seat| Show::Muck.by(seat)),
            Wish::Show(ShowWish::Cards { cards }) => self.show_cards(request.by.person, cards),
            Wish::Seat(wish) => self.seat_outcome(request, *wish),
            Wish::Dealer(wish) => {
                self.check_may_deal(request.by)?;
                Ok(RequestOutcome::Deal(wish.clone()))
            }
            Wish::Official(wish) => self.official_outcome(request.by, wish),
        }
    }

    /// Decides a player's request about their own seat: sitting, leaving, chips, breaks, over-blind, time bank,
    /// cut value.
    fn seat_outcome(
        &mut self,
        request: &TableRequest,
        wish: SeatWish,
    ) -> Result<RequestOutcome, RoomRefusal> {
        let person = request.by.person;
        let act = match wish {
            SeatWish::Sit { seat, stack } => {
                if matches!(self.state.standing, Standing::Closing { .. }) {
                    return Err(RoomRefusal::plain(
                        "closing",
                        "this table closes after the hand: choose another",
                    ));
                }
                self.check_seat_stays(seat)?;
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
                // A post that names an offer's turn only answers that offer; without an offer, the rule says
                // why not.
                let offer = self.state.over_blind_turn().filter(|(offered, _)| *offered == seat);
                if let (Some((_, turn)), Some(given)) = (offer, request.turn)
                    && turn != given
                {
                    return Err(late_refusal());
                }
                return Ok(RequestOutcome::Command(TableAct::Hand(Post::OverBlind.by(seat))));
            }
            SeatWish::UseTimeBank => return self.use_time_bank(request),
            SeatWish::Contribute { hand, value } => return self.add_cut_value(person, hand, value),
        };
        Ok(RequestOutcome::Command(TableAct::Chair(act)))
    }

    /// Decides a request of the opener or an official about the table, each with its own check of who may make
    /// it.
    fn official_outcome(&self, by: Actor, wish: &OfficialWish) -> Result<RequestOutcome, RoomRefusal> {
        let outcome = match wish {
            OfficialWish::Pause { reason } => {
                self.check_runs_table(by)?;
                RequestOutcome::Entries(
                    "paused",
                    vec![TableEntry::Play(Standing::Paused { reason: check_reason(reason)? })],
                )
            }
            OfficialWish::Resume => {
                self.check_runs_table(by)?;
                if !matches!(self.state.standing, Standing::Paused { .. }) {
                    return Err(RoomRefusal::plain("not_paused", "this table is not paused"));
                }
                RequestOutcome::Entries("resumed", vec![TableEntry::Play(Standing::Open)])
            }
            OfficialWish::Close { reason } => {
                self.check_runs_table(by)?;
                RequestOutcome::Entries(
                    "closing",
                    vec![TableEntry::Play(Standing::Closing { reason: check_reason(reason)? })],
                )
            }
            OfficialWish::Remove { person, reason } => {
                self.check_may_rule(by)?;
                let seat = self.state.seat_of(*person).ok_or_else(|| {
                    RoomRefusal::plain("not_seated", "this person has no seat here")
                        .because("person_not_seated")
                })?;
                RequestOutcome::House(TableAct::Official(OfficialAct::Remove {
                    seat,
                    reason: check_reason(reason)?,
                }))
            }
            OfficialWish::Determine { settings, anew } => {
                RequestOutcome::House(self.determine_settings(by, settings, *anew)?)
            }
        };
        Ok(outcome)
    }

    /// Refuses every request to a closed or stopped table, and a seated player's act from a device other than
    /// the one that watches.
    fn check_open(&self, request: &TableRequest) -> Result<(), RoomRefusal> {
        match &self.state.standing {
            Standing::Closed { reason } => {
                let why = format!("this table is closed: {reason}");
                return Err(RoomRefusal::plain("closed", why)
                    .because("closed_because")
                    .with("because", reason.as_str()));
            }
            Standing::Stopped { why, reference } => {
                return Err(RoomRefusal::stopped(why, reference.as_str()));
            }
            Standing::Open | Standing::Paused { .. } | Standing::Closing { .. } => {}
        }
        let here = self.watchers.values().find(|watcher| watcher.person == Some(request.by.person));
        match here {
            Some(watcher)
                if watcher.device != request.by.device
                    && needs_own_seat(&request.wish)
                    && self.state.seat_of(request.by.person).is_some() =>
            {
                Err(RoomRefusal::plain("elsewhere", "this table is open on another device: use it there"))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// The requester's own seat, for everything that only a seated player can do; refused without one.
    fn own_seat(&self, person: Person) -> Result<Seat, RoomRefusal> {
        let seat = self.state.seat_of(person);
        seat.ok_or_else(|| RoomRefusal::plain("not_seated", "you have no seat at this table: take one first"))
    }

    /// A command for the requester's own seat in the hand, only if the request names the current turn: an act
    /// never answers a position the player has not seen.
    fn turn_outcome(
        &self,
        request: &TableRequest,
        act: impl Fn(Seat) -> Act,
    ) -> Result<RequestOutcome, RoomRefusal> {
        let seat = self.own_seat(request.by.person)?;
        self.check_turn(request.turn)?;
        Ok(RequestOutcome::Command(TableAct::Hand(act(seat))))
    }

    /// Refuses an act whose turn is not the current one: late, or with the bet to call changed since. Acts
    /// without a turn are refused too.
    fn check_turn(&self, given: Option<TurnId>) -> Result<(), RoomRefusal> {
        let Some(given) = given else {
            return Err(RoomRefusal::plain(
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
                Err(RoomRefusal::plain("changed", why).with("from", was).with("to", is))
            }
            Some(_) | None => Err(late_refusal()),
        }
    }

    /// Shows cards of a hand that is out of play, from the seat where the person was dealt in. It names no
    /// turn: for a hand still in play the book refuses it.
    fn show_cards(&self, person: Person, named: &[Card]) -> Result<RequestOutcome, RoomRefusal> {
        // A player who was dealt in may have another seat by now: the cards lie where they were dealt.
        let seat = self.state.seat_in_hand(person).map_or_else(|| self.own_seat(person), Ok)?;
        let mut cards = AS_DEALT;
        if named.len() > cards.len() {
            let why = format!(
                "{} cards were named, more than a hand has: name cards of your own hand",
                named.len()
            );
            return Err(RoomRefusal::plain("too_many_cards", why)
                .because("too_many_own_cards")
                .with("named", named.len()));
        }
        cards.iter_mut().zip(named).for_each(|(card, named)| *card = HiddenCard::of(*named));
        Ok(RequestOutcome::Command(TableAct::Hand(Show::Cards { cards }.by(seat))))
    }

    /// Adds all that is left of the requester's time bank to their running decision; refused where no clock
    /// runs or the bank is empty.
    fn use_time_bank(&self, request: &TableRequest) -> Result<RequestOutcome, RoomRefusal> {
        let seat = self.own_seat(request.by.person)?;
        self.check_turn(request.turn)?;
        let decision =
            self.desk.clocks.decision.filter(|decision| decision.seat == seat && !decision.showing);
        if decision.is_none_or(|decision| decision.until.is_none()) {
            return Err(RoomRefusal::plain("no_clock", "your clock is not running").because("no_time_runs"));
        }
        let left = self.state.time_bank_left(request.by.person);
        if left == 0 {
            return Err(RoomRefusal::plain("bank_empty", "your time bank is empty"));
        }
        Ok(RequestOutcome::Entries("time_bank", vec![TableEntry::TimeBank { seat, taken: left }]))
    }

    /// Takes a player's value for the cut of hand number `hand`, once, while its deck is published and not cut
    /// yet. Held in memory until the cut stores it.
    fn add_cut_value(
        &self,
        person: Person,
        hand: u64,
        value: [u8; 32],
    ) -> Result<RequestOutcome, RoomRefusal> {
        if self.state.dealer == Dealer::Person {
            let why = "a person deals here and cuts the deck by hand: values for the cut are not accepted";
            return Err(RoomRefusal::plain("late", why).because("cut_by_hand"));
        }
        let waits = self.state.deck.as_ref().filter(|deck| deck.cut.is_none());
        let deck = waits.filter(|deck| deck.commitment.deck().hand == hand);
        if deck.is_none() {
            return Err(
                RoomRefusal::plain("late", "it is too late to add to this cut").because("late_for_the_cut")
            );
        }
        if self.state.seat_in_hand(person).is_none() {
            return Err(RoomRefusal::plain("not_seated", "only players in the hand can add to its cut")
                .because("not_in_the_cut"));
        }
        if self.desk.cut_values.contains_key(&person) {
            return Err(RoomRefusal::plain("twice", "you have already added to this cut"));
        }
        Ok(RequestOutcome::CutValue(CutBytes::new(value)))
    }

    /// The table's house with some choices changed, from the announced house if one is pending, so that two
    /// changes in a row add up.
    pub(super) fn house_with_settings(
        &self,
        settings: &[(String, String)],
    ) -> Result<Arc<House>, RoomRefusal> {
        let table = &self.state.table;
        let now = table.announced_house().unwrap_or(table.house());
        house::change_settings(&now.determined, settings)
    }

    /// A refusal of the machine as people see it: its words and numbers, with the clauses of the house that
    /// applies.
    pub(super) fn cite_refusal(&self, refusal: &TableRefusal) -> RoomRefusal {
        let house = match self.state.hand_in_play() {
            Some(hand) => hand.house(),
            None => self.state.table.house(),
        };
        let refused =
            RoomRefusal::plain(refusal.rule.name(), refusal.why.to_string()).because(refusal.reason());
        RoomRefusal { numbers: refusal.values(), ..refused }.citing(refusal.rule, &house.determined)
    }
}

/// The refusal of an act that answers a position that has passed; the page then shows the current one.
fn late_refusal() -> RoomRefusal {
    RoomRefusal::plain("late", "play has moved on: nothing was done, choose again")
}

/// Whether a wish concerns the requester's own seat; other wishes can come from any device of theirs.
fn needs_own_seat(wish: &Wish) -> bool {
    match wish {
        Wish::Play(_) | Wish::Show(_) | Wish::Seat(_) => true,
        Wish::Dealer(_) | Wish::Official(_) => false,
    }
}

/// A trimmed reason for everybody to read: 1 to 200 characters, without invisible ones.
fn check_reason(reason: &str) -> Result<String, RoomRefusal> {
    const MOST: usize = 200;
    if reason.trim().is_empty() || reason.chars().count() > MOST {
        let why = format!("expected a reason of 1 to {MOST} characters");
        return Err(RoomRefusal::plain("reason", why)
            .because("reason_length")
            .with("at_least", 1_u8)
            .with("at_most", MOST));
    }
    text::check_readable(reason.trim(), true).map_err(|why| why.to_refusal("reason"))?;
    Ok(reason.trim().to_owned())
}

/// The kind of the record that a command leads to. Stored and searched for, so no word here may change.
fn record_kind(act: &TableAct) -> &'static str {
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
            HouseAct::ReportTime { .. } => "tell_time",
            HouseAct::Determine { .. } => "determine",
            HouseAct::PlaceButton { .. } => "place_button",
            HouseAct::Open => "open",
        },
        TableAct::Hand(_) => "act",
    }
}
