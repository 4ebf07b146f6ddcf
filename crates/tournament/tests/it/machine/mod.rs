//! Complete tournaments in the machine: the register's cases as scripts, and properties over random evenings.

mod before;
mod course;
mod entries;
mod evenings;
mod places;
mod seats;
mod sessions;
mod stored;

use chips::book::{Account, AccountBook as Ledger, Posting, Unit};
use chips::{Cents, Chips};
use rulebook::Book;
pub use rulebook::coverage::Evidence;
use seating::{Actor, Person, Role};
use tournament::conditions::Conditions;
use tournament::machine::{
    CommandContext, CourseCommand, EntrantProfile, EntryCommand, EntryStatus, HandReport, PlayerInHand,
    RecordCommand, ResultCommand, SeatCommand, TournamentCommand, TournamentStage,
};
use tournament::places::EntryNumber;
use tournament::seats::TableSeat;
use tournament::{Tournament, TournamentEvent, TournamentRefusal, TournamentRefusalReason};

pub use crate::proofs::proves;

pub const MINUTE: u64 = 60_000;
/// 19:00 on 5 March 2027 at UTC+11, when the freezeout starts.
pub const START: i64 = (20_882 * 24 + 8) * 3_600_000;
pub const DIRECTOR: Person = Person(9_001);
pub const MANAGER: Person = Person(9_002);

pub fn chips(count: u64) -> Chips {
    Chips::new(count).expect("small")
}

pub fn cents(count: u64) -> Cents {
    Cents::new(count).expect("small")
}

pub const fn by(person: Person, role: Role) -> Actor {
    Actor { person, role, device: 1 }
}

/// Random bytes from a small generator; the same seed gives the same bytes.
pub fn random_bytes(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_be_bytes()
    };
    (0..4_000).flat_map(|_| next()).collect()
}

/// A tournament with its ledger, and a second one folded from what was stored.
pub struct Floor {
    pub tournament: Tournament,
    pub ledger: Ledger,
    pub events: Vec<TournamentEvent>,
    pub wall_ms: i64,
    pub steady_ms: u64,
    pub seed: u64,
    pub reason: Option<&'static str>,
}

impl Floor {
    pub fn new() -> Floor {
        Floor {
            tournament: Tournament::new(5),
            ledger: Ledger::new(),
            events: Vec::new(),
            wall_ms: START - 3_600_000,
            steady_ms: 1_000,
            seed: 7,
            reason: None,
        }
    }

    /// A tournament that is published with its records, with a named director and entries open.
    pub fn open(text: &str) -> Floor {
        let mut floor = Floor::new();
        floor.publish(text);
        floor.records();
        floor.manager(RecordCommand::Nominate { person: DIRECTOR }.into_command()).expect("named");
        floor.director(RecordCommand::Open.into_command()).expect("open");
        floor
    }

    pub fn publish(&mut self, text: &str) {
        let conditions = Conditions::read(text).expect("conditions");
        let place = "page".to_owned();
        self.manager(TournamentCommand::Record(RecordCommand::Publish { conditions, place }))
            .expect("published");
    }

    /// Records notice, approval and reviews, whether they are needed or not.
    pub fn records(&mut self) {
        let version = self.tournament.version();
        let (date, reference) = ("2027-02-01".to_owned(), "GRC 12".to_owned());
        let notice = RecordCommand::Notice { version, date: date.clone(), reference: reference.clone() };
        self.manager(notice.into_command()).expect("noticed");
        self.manager(RecordCommand::Approval { version, date, reference }.into_command()).expect("approved");
        let texts = self.tournament.conditions().map_or(0, |conditions| conditions.file().text.len());
        for text in 1..=u32::try_from(texts).expect("few") {
            self.manager(RecordCommand::Review { version, text }.into_command()).expect("reviewed");
        }
    }

    /// Sends a command, posts what moves, and compares entries, chips and the pool with the ledger.
    pub fn ask(
        &mut self,
        by: Actor,
        command: TournamentCommand,
    ) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        let random_bytes = random_bytes(self.seed);
        self.seed += 1;
        let given = CommandContext {
            by,
            wall_ms: self.wall_ms,
            steady_ms: self.steady_ms,
            random_bytes: &random_bytes,
            reason: self.reason,
        };
        let before = format!("{:?}", self.tournament.count_entries());
        let decided = match self.tournament.take(&command, &given) {
            Ok(decided) => decided,
            Err(refusal) => {
                assert_eq!(
                    format!("{:?}", self.tournament.count_entries()),
                    before,
                    "a refusal changes nothing"
                );
                return Err(refusal);
            }
        };
        let mut events = Vec::new();
        for one in decided {
            self.fund(&one.postings);
            self.ledger.post(&one.postings).expect("covered");
            events.push(one.event);
        }
        self.events.extend(events.iter().cloned());
        self.assert_balanced();
        Ok(events)
    }

    /// Gives everybody who pays enough money.
    fn fund(&mut self, postings: &[Posting]) {
        for posting in postings {
            if let Account::Wallet { .. } = posting.from() {
                let way = Posting::new(Account::Cage, posting.from(), posting.unit(), posting.amount());
                self.ledger.post(&[way.expect("a way")]).expect("covered");
            }
        }
    }

    /// Checks the number of entries and the pool equation.
    pub fn assert_balanced(&self) {
        let counts = self.tournament.count_entries();
        assert_eq!(counts.entries() as usize, self.tournament.players().count());
        if self.tournament.stage() < TournamentStage::Confirmed {
            let pool = self.tournament.pool();
            assert_eq!(self.pool(), pool.total().expect("a pool").get());
            assert_eq!(self.balance(Account::Fee { tournament: 5 }), pool.commission.get());
        }
        assert_eq!(self.ledger.total(Unit::Cents), 0);
    }

    pub fn balance(&self, account: Account) -> u64 {
        let play = self.ledger.balance(account, Unit::Play).get();
        let cents = self.ledger.balance(account, Unit::Cents).get();
        u64::try_from(play + cents).expect("not below nothing")
    }

    pub fn pool(&self) -> u64 {
        self.balance(Account::PrizePool { tournament: 5 })
    }

    /// Everything a person has in the room, beyond what they brought for their purchases.
    pub fn wallet(&self, person: u64) -> u64 {
        self.balance(Account::Wallet { person })
    }

    pub fn director(
        &mut self,
        command: TournamentCommand,
    ) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        self.ask(by(DIRECTOR, Role::Director), command)
    }

    pub fn manager(&mut self, command: TournamentCommand) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        self.ask(by(MANAGER, Role::ShiftManager), command)
    }

    pub fn player(
        &mut self,
        person: u64,
        command: TournamentCommand,
    ) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        self.ask(by(Person(person), Role::Player), command)
    }

    /// Enters an adult member, with the agreement.
    pub fn enter(&mut self, person: u64) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        let standing = EntrantProfile { adult: true, member: true, ..EntrantProfile::default() };
        let agreement = Some(format!("form {person}"));
        let (person_of, groups) = (Person(person), Vec::new());
        self.player(
            person,
            EntryCommand::Enter { person: person_of, standing, agreement, groups }.into_command(),
        )
    }

    pub fn enter_all(&mut self, players: u64) {
        for person in 1..=players {
            self.enter(person).unwrap_or_else(|refusal| panic!("{person}: {refusal}"));
        }
    }

    pub fn close_and_draw(&mut self) {
        if self.tournament.stage() == TournamentStage::Open {
            self.director(RecordCommand::Close.into_command()).expect("closed");
        }
        self.director(SeatCommand::Draw { session: 1, sizes: None }.into_command()).expect("drawn");
    }

    pub fn take_seats(&mut self, absent: &[EntryNumber]) {
        let drawn: Vec<(EntryNumber, u64, TableSeat)> = self
            .tournament
            .players()
            .filter(|(_, player)| player.status == (EntryStatus::Drawn { seated: false }))
            .map(|(entry, player)| (entry, player.person.0, player.seat.expect("drawn")))
            .filter(|(entry, ..)| !absent.contains(entry))
            .collect();
        for (entry, person, at) in drawn {
            self.player(person, SeatCommand::TakeSeat { entry, at }.into_command()).expect("sits down");
        }
    }

    pub fn start(&mut self, session: u32) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        self.wall_ms = self.wall_ms.max(START + 400 * 24 * 3_600_000);
        self.director(CourseCommand::StartSession { session }.into_command())
    }

    /// A tournament whose first session is running with this many players.
    pub fn running(text: &str, players: u64) -> Floor {
        let mut floor = Floor::open(text);
        floor.enter_all(players);
        floor.close_and_draw();
        floor.take_seats(&[]);
        floor.start(1).expect("started");
        floor
    }

    pub fn open_hand(&mut self, table: u32) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        self.ask(Actor::HOUSE, CourseCommand::OpenHand { table }.into_command())
    }

    /// The number of the hand that a table is playing.
    pub fn hand(&self, table: u32) -> u32 {
        let session = self.tournament.current().and_then(|session| self.tournament.session(session));
        session.expect("played").tables[&table].next
    }

    /// Plays a hand from its opening to its end: each of these players loses this much to the winner.
    pub fn play(
        &mut self,
        table: u32,
        winner: EntryNumber,
        losses: &[(EntryNumber, u64)],
    ) -> Vec<TournamentEvent> {
        self.open_hand(table).unwrap_or_else(|refusal| panic!("table {table}: {refusal}"));
        self.end_hand(table, winner, losses)
    }

    pub fn end_hand(
        &mut self,
        table: u32,
        winner: EntryNumber,
        losses: &[(EntryNumber, u64)],
    ) -> Vec<TournamentEvent> {
        let report = self.report(table, winner, losses);
        self.steady_ms += MINUTE;
        self.ask(Actor::HOUSE, TournamentCommand::Course(CourseCommand::HandEnded(report))).expect("ended")
    }

    /// The report of the table's running hand in which these players lose these amounts to the winner.
    pub fn report(&self, table: u32, winner: EntryNumber, losses: &[(EntryNumber, u64)]) -> HandReport {
        let stack = |entry: EntryNumber| self.stack(entry);
        let won: u64 = losses.iter().map(|(_, lost)| lost).sum();
        let most = losses.iter().map(|(_, lost)| *lost).max().unwrap_or(0);
        let mut players = vec![PlayerInHand {
            entry: winner,
            before: chips(stack(winner)),
            put_in: chips(most.min(stack(winner))),
            after: chips(stack(winner) + won),
        }];
        for (entry, lost) in losses {
            players.push(PlayerInHand {
                entry: *entry,
                before: chips(stack(*entry)),
                put_in: chips(*lost),
                after: chips(stack(*entry) - lost),
            });
        }
        let (hand, none) = (self.hand(table), Chips::ZERO);
        HandReport { table, hand, seats: None, players, to_bank: none, from_bank: none }
    }

    pub fn stack(&self, entry: EntryNumber) -> u64 {
        self.tournament.player(entry).expect("an entry").stack.get()
    }

    /// Plays a hand in which the losers lose everything to the winner.
    pub fn bust(&mut self, table: u32, winner: EntryNumber, losers: &[EntryNumber]) -> Vec<TournamentEvent> {
        let losses: Vec<(EntryNumber, u64)> =
            losers.iter().map(|entry| (*entry, self.stack(*entry))).collect();
        self.play(table, winner, &losses)
    }

    pub fn rank(&mut self, session: u32) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        self.director(ResultCommand::RankSession { session, draws: Vec::new() }.into_command())
    }

    pub fn confirm(&mut self) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        self.director(ResultCommand::Confirm { goods: Vec::new(), draws: Vec::new() }.into_command())
    }

    /// The places of the confirmed or proposed list: the first place and the entries of each group.
    pub fn places(&self) -> Vec<(u32, Vec<EntryNumber>)> {
        let groups = self.tournament.provisional_places(&[]).expect("a list");
        groups.into_iter().map(|group| (group.first, group.entries)).collect()
    }

    /// What the confirmed list owes each entry.
    pub fn prizes(&self) -> Vec<(EntryNumber, u64)> {
        let money = self.tournament.money().expect("published");
        let prizes = money.prizes().expect("confirmed");
        prizes.iter().map(|prize| (prize.entry, prize.amount.get())).collect()
    }

    pub fn pay_all(&mut self) {
        for line in 1..=self.prizes().len() {
            let line = u32::try_from(line).expect("few");
            self.director(ResultCommand::Pay { line }.into_command()).expect("due");
        }
    }

    /// Checks that the stored events, written and read again, give the same tournament.
    pub fn assert_replays(&self) {
        let mut again = Tournament::new(5);
        for event in &self.events {
            let line = serde_json::to_string(event).expect("written");
            let read: TournamentEvent =
                serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
            assert_eq!(&read, event);
            again.apply(&read);
        }
        assert_eq!(format!("{again:?}"), format!("{:?}", self.tournament));
    }

    /// The open tables, with their players.
    pub fn tables(&self) -> Vec<(u32, Vec<EntryNumber>)> {
        let session = self.tournament.current().and_then(|session| self.tournament.session(session));
        let open = session.into_iter().flat_map(|session| &session.tables).filter(|(_, table)| table.open);
        let entries =
            |table: u32| self.tournament.at_table(table).into_iter().map(|(_, entry)| entry).collect();
        open.map(|(table, _)| (*table, entries(*table))).collect()
    }

    pub fn sizes(&self) -> Vec<usize> {
        self.tables().iter().map(|(_, entries)| entries.len()).collect()
    }

    pub fn table_of(&self, entry: EntryNumber) -> u32 {
        self.tournament.player(entry).and_then(|player| player.seat).expect("seated").table
    }

    pub fn status(&self, entry: EntryNumber) -> EntryStatus {
        self.tournament.player(entry).expect("an entry").status
    }
}

/// Asserts this refusal, and the clause of the book behind it.
pub fn refused(
    result: Result<Vec<TournamentEvent>, TournamentRefusal>,
    book: &str,
    clause: &str,
) -> TournamentRefusalReason {
    let refusal = result.expect_err("refused");
    let cites = refusal.cites(Book::named(book).expect("built in"));
    assert!(cites.iter().any(|id| id == clause), "{refusal}: {cites:?}, not {clause}");
    refusal.why
}

/// Wraps a command of a family as a tournament command.
pub trait IntoCommand {
    fn into_command(self) -> TournamentCommand;
}

macro_rules! into_command {
    ($($variant:ident: $family:ty;)*) => {$(
        impl IntoCommand for $family {
            fn into_command(self) -> TournamentCommand {
                TournamentCommand::$variant(self)
            }
        }
    )*};
}

into_command! {
    Record: RecordCommand;
    Entry: EntryCommand;
    Seat: SeatCommand;
    Course: CourseCommand;
    Result: ResultCommand;
}
