//! `cardroom play`: a table in the terminal against house bots.
//!
//! Everything goes through the table machine, and everything said comes from the view of the player's seat. On a
//! terminal there are suits, colours and pauses; through a pipe there are plain lines, and each line read is an act.

mod asking;
mod columns;
mod explaining;
mod input;
mod people;
mod screen;
mod telling;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use chips::Chips;
use fair::{Label, Seed, Stream};
use room::{Bot, HouseBots, Shoe, house_act};
use rulebook::Rule;
use seating::{By, Role, Seat, Viewer};
use table::view::{View, seen_by};
use table::{
    Act, ChairAct, Decision, House, HouseAct, Menu, Play, Table, TableAct, TableCommand, TableEvent,
    TableRefusal, TableWhat,
};

use crate::houses::{HouseArgs, Reasons, cited, refuse, usual_stack};
use crate::out;
use asking::{HELP, Said, Size, said};
use columns::Folded;
use input::{Input, Typed};
use people::People;
use screen::Look;
use telling::{Teller, Told};

/// Play at a table in the terminal against house bots
///
/// The quickest way to see the engine. Without --book the table is played by `practice`. Say `help` at the table for
/// what can be said there. Lines may also come through a pipe: the end of the input ends the session.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    house: HouseArgs,
    /// How many seats are taken, yours included
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(2..=23))]
    seats: u8,
    /// What all cards and the bots' choices come from; without it from the operating system
    #[arg(long)]
    seed: Option<u64>,
    /// Milliseconds a bot takes to act; nothing through a pipe
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(0..=10_000))]
    pause: u64,
}

/// Runs the command.
pub fn run(args: Args) -> ExitCode {
    match sit_down(&args) {
        Ok(mut session) => session.play_and_leave(),
        Err(reasons) => refuse(&reasons),
    }
}

/// The room's name for the book it plays by: bots are marked players in any of them.
const MACHINE_PLAYERS: (&str, &str) = ("machine_players", "marked");

fn sit_down(args: &Args) -> Result<Session<Typed, Folded<io::Stdout>>, Reasons> {
    let marked = |determined: rulebook::Determined| {
        let (setting, value) = MACHINE_PLAYERS;
        if determined.text(setting) == value { determined } else { determined.with(setting, value) }
    };
    let house = args.house.house("practice", args.seats, marked)?;
    let master = match args.seed {
        Some(number) => Seed::of_number(number),
        None => {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes).map_err(|error| vec![format!("no random numbers: {error}")])?;
            Seed::new(bytes)
        }
    };
    let terminal = io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
    let colour = terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let typed = io::stdin().is_terminal();
    // Leaving by Ctrl-C is leaving: the line is ended and nothing else is to be put back.
    ctrlc::set_handler(|| {
        tell!("\nyou leave the table");
        std::process::exit(130);
    })
    .map_err(|error| vec![format!("Ctrl-C cannot be handled: {error}")])?;
    let usual = usual_stack(&house);
    let usual = usual.max(house.min_buy_in).min(house.max_buy_in.unwrap_or(Chips::MAX));
    let people = People { me: Seat::FIRST };
    let mut session = Session {
        table: Table::new(Arc::clone(&house)),
        bots: HouseBots::new(Arc::clone(&house)),
        house,
        people,
        master,
        usual,
        input: Typed::new(typed).map_err(|error| vec![format!("cannot read: {error}")])?,
        echo: !typed,
        out: Folded::new(io::stdout()),
        look: Look { symbols: terminal, colour },
        pause: if terminal && typed { Duration::from_millis(args.pause) } else { Duration::ZERO },
        log: Vec::new(),
        last_log: Vec::new(),
        why: Vec::new(),
        why_of: None,
        buying: None,
        bought: usual,
    };
    for seat in Seat::up_to(args.seats) {
        let act = TableAct::Chair(ChairAct::Sit { seat, person: People::person(seat), stack: usual });
        session
            .table
            .take(&TableCommand { by: By::HOUSE, act }, &mut |_| ())
            .map_err(|refusal| vec![refusal.to_string()])?;
    }
    Ok(session)
}

/// Why the session ends.
enum Leave {
    Quit,
    EndOfInput,
    /// The table cannot go on.
    Refused(TableRefusal),
    /// Input or output broke.
    Broken(io::Error),
}

impl From<io::Error> for Leave {
    fn from(error: io::Error) -> Leave {
        Leave::Broken(error)
    }
}

/// A player's time at a table.
struct Session<R, W> {
    table: Table,
    bots: HouseBots,
    house: Arc<House>,
    people: People,
    master: Seed,
    /// What players buy.
    usual: Chips,
    input: R,
    /// Lines read are printed after their prompt, where nobody typed them there.
    echo: bool,
    out: W,
    look: Look,
    pause: Duration,
    /// What the player has seen of this hand, and of the one before.
    log: Vec<Told>,
    last_log: Vec<Told>,
    /// The last refusal, or the last results, with their rules.
    why: Vec<(String, Rule)>,
    /// The hand whose results `why` has; nothing when it has a refusal.
    why_of: Option<u64>,
    /// Chips to buy after this hand; `Some(None)` fills up the stack.
    buying: Option<Option<Chips>>,
    /// What the player has bought in all.
    bought: Chips,
}

impl<R: Input, W: Write> Session<R, W> {
    fn play_and_leave(&mut self) -> ExitCode {
        let leave = match self.play() {
            Ok(never) => match never {},
            Err(leave) => leave,
        };
        let goodbye = match leave {
            Leave::Quit => self.goodbye(""),
            Leave::EndOfInput => self.goodbye("end of input: "),
            Leave::Refused(refusal) => {
                say!("error: the table cannot go on: {}", self.refusal(&refusal));
                return ExitCode::from(1);
            }
            Leave::Broken(error) => Err(error),
        };
        match goodbye {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                out::lost(error);
                ExitCode::from(2)
            }
        }
    }

    fn goodbye(&mut self, because: &str) -> io::Result<()> {
        let (stack, hands) = (self.my_chips(), self.table.rounds());
        let hands = if hands == 1 { "1 hand".to_owned() } else { format!("{hands} hands") };
        writeln!(
            self.out,
            "{because}you leave after {hands} with {stack} chips, having bought {}: {}",
            self.bought,
            difference(stack, self.bought)
        )?;
        self.out.flush()
    }

    fn play(&mut self) -> Result<std::convert::Infallible, Leave> {
        let (title, stakes) = (self.title(), screen::stakes(&self.house));
        writeln!(
            self.out,
            "{}: hold'em, {stakes}. You have {} chips, the others are bots.",
            self.look.strong(&title),
            self.usual
        )?;
        writeln!(self.out, "Say help for what can be said, quit to leave.")?;
        loop {
            self.between_hands()?;
            self.hand()?;
        }
    }

    /// `Practice`, or another book with the bots it gets here.
    fn title(&self) -> String {
        let book = self.house.determined.book();
        if book.id() == "practice" { book.title().to_owned() } else { format!("{}, practice", book.title()) }
    }

    fn my_chips(&self) -> Chips {
        let dealt_in =
            |hand: &&table::Hand| !hand.is_over() && hand.seats().any(|seat| self.people.is_me(seat));
        match self.table.hand().filter(dealt_in) {
            Some(hand) => hand.stack(self.people.me),
            None => self.table.chair(self.people.me).map_or(Chips::ZERO, |chair| chair.stack),
        }
    }

    // Between hands.

    fn between_hands(&mut self) -> Result<(), Leave> {
        let broke: Vec<Seat> = self
            .table
            .chairs()
            .filter(|(seat, chair)| chair.stack.is_zero() && !self.people.is_me(*seat))
            .map(|(seat, _)| seat)
            .collect();
        for seat in broke {
            self.buy(seat, self.usual)?;
        }
        if let Some(amount) = self.buying.take() {
            self.buy_for_me(amount)?;
        }
        if self.my_chips().is_zero() {
            self.forget_typed_ahead()?;
        }
        while self.my_chips().is_zero() {
            let prompt = format!("you have no chips left: b buy {}, q quit", self.usual);
            match self.ask(&prompt)? {
                Said::Buy(amount) => self.buy_for_me(amount)?,
                Said::Raise(Size::Least) | Said::Nothing => self.buy_for_me(None)?,
                other => self.aside(other)?,
            }
        }
        Ok(())
    }

    fn buy_for_me(&mut self, amount: Option<Chips>) -> Result<(), Leave> {
        let amount = amount.unwrap_or(self.usual.above(self.my_chips()));
        if amount.is_zero() {
            writeln!(self.out, "nothing to buy: you have {} chips", self.my_chips())?;
            return Ok(());
        }
        self.buy(self.people.me, amount)
    }

    fn buy(&mut self, seat: Seat, amount: Chips) -> Result<(), Leave> {
        let by = By::player(People::person(seat));
        match self.take(by, TableAct::Chair(ChairAct::Buy { seat, amount })) {
            Ok(_) => {
                if self.people.is_me(seat) {
                    self.bought += amount;
                }
                writeln!(self.out, "{} {amount} chips", self.people.does(seat, "buy"))?;
            }
            Err(refusal) => self.refused(&refusal)?,
        }
        Ok(())
    }

    // A hand.

    /// What the table made of a command.
    fn take(&mut self, by: By, act: TableAct) -> Result<Vec<TableEvent>, TableRefusal> {
        let mut events = Vec::new();
        self.table.take(&TableCommand { by, act }, &mut |event| events.push(event))?;
        Ok(events)
    }

    fn hand(&mut self) -> Result<(), Leave> {
        let before = self.my_chips();
        self.last_log = std::mem::take(&mut self.log);
        let events = self.take(By::HOUSE, TableAct::House(HouseAct::Open)).map_err(Leave::Refused)?;
        let dealt = |hand: &table::Hand| (hand.seats().count(), hand.next_attempt());
        let (players, attempt) = self.table.hand().map(dealt).unwrap_or_default();
        let seed = Seed::of_hand(&self.master, self.table.rounds(), attempt);
        let mut shoe = Shoe::of_hand(&self.house, players, &mut Stream::new(&seed, Label::Shuffle));
        let mut draws = Stream::new(&seed, Label::Bots);
        let house = Arc::clone(&self.house);
        let mut teller = Teller { people: self.people, look: self.look, house: &house, pots: 0 };
        self.tell(&events, &mut teller)?;
        loop {
            let Some(need) = self.table.hand().map(table::Hand::next) else { return Ok(()) };
            let (by, act) = match (house_act(need, &mut shoe), need.decision()) {
                (Some(act), _) => (By::HOUSE, act),
                (None, Some(Decision::Act { seat })) if self.people.is_me(seat) => {
                    let events = self.my_turn()?;
                    self.tell(&events, &mut teller)?;
                    continue;
                }
                (None, Some(Decision::Act { seat })) => {
                    let Some(act) = self.bots_act(seat, &mut draws) else { return Ok(()) };
                    std::thread::sleep(self.pause);
                    (By::player(People::person(seat)), act)
                }
                // A losing hand goes away unseen, the player's like the bots'.
                (None, Some(Decision::Show { seat, may_muck })) => {
                    (By::player(People::person(seat)), self.bots.shows(seat, may_muck))
                }
                (None, None) => break,
            };
            let events = self.take(by, TableAct::Hand(act)).map_err(Leave::Refused)?;
            self.tell(&events, &mut teller)?;
        }
        let after = self.my_chips();
        if self.table.hand().is_some_and(|hand| hand.seats().any(|seat| self.people.is_me(seat))) {
            let change = difference(after, before);
            writeln!(self.out, "   you: {change}, {after} chips")?;
        }
        std::thread::sleep(self.pause);
        Ok(())
    }

    fn bots_act(&self, seat: Seat, draws: &mut Stream) -> Option<Act> {
        let view = View::of(self.table.hand()?, Viewer::Seat(seat));
        Some(self.bots.bets(&view, &view.menu()?, draws))
    }

    /// Tells what happened, as far as the player may know it.
    fn tell(&mut self, events: &[TableEvent], teller: &mut Teller<'_>) -> Result<(), Leave> {
        let Some(hand) = self.table.hand() else { return Ok(()) };
        let me = Viewer::Seat(self.people.me);
        let view = View::of(hand, me);
        for event in events {
            match &event.what {
                TableWhat::Blinds(fact) => {
                    if let Some((button, _)) = fact.positions() {
                        let title =
                            format!("Hand {}, button {}", self.table.rounds(), self.people.name(button));
                        writeln!(self.out, "\n{}", self.look.rule(&title))?;
                    }
                }
                TableWhat::Hand(event) => {
                    let told = teller.tell(&seen_by(event, me), &view);
                    if told.aloud {
                        let line = if told.result { self.look.strong(&told.text) } else { told.text.clone() };
                        writeln!(self.out, "   {line}")?;
                    }
                    if told.result {
                        let this = Some(self.table.rounds());
                        if self.why_of != this {
                            self.why.clear();
                            self.why_of = this;
                        }
                        self.why.push((told.text.clone(), told.rule));
                    }
                    self.log.push(told);
                }
                TableWhat::Stakes(_)
                | TableWhat::Seats(_)
                | TableWhat::House(_)
                | TableWhat::Officials(_)
                | TableWhat::Deck(_) => {}
            }
        }
        self.out.flush()?;
        Ok(())
    }

    // The player's turn.

    fn my_turn(&mut self) -> Result<Vec<TableEvent>, Leave> {
        self.forget_typed_ahead()?;
        self.draw()?;
        loop {
            let Some(menu) = self.my_menu() else { return Ok(Vec::new()) };
            let prompt = format!("you: {}", screen::menu(self.look, &menu, self.my_chips()));
            let said = self.ask(&prompt)?;
            let Some(act) = self.act_of(&said, &menu) else {
                self.aside(said)?;
                continue;
            };
            let by = By { person: People::person(menu.seat), role: Role::Player, device: 0 };
            match self.take(by, TableAct::Hand(act)) {
                Ok(events) => return Ok(events),
                Err(refusal) => self.refused(&refusal)?,
            }
        }
    }

    fn my_view(&self) -> Option<View<'_>> {
        Some(View::of(self.table.hand()?, Viewer::Seat(self.people.me)))
    }

    fn my_menu(&self) -> Option<Menu> {
        self.my_view()?.menu()
    }

    /// The act that was said; `None` for what is no act.
    fn act_of(&self, said: &Said, menu: &Menu) -> Option<Act> {
        let seat = menu.seat;
        Some(match said {
            Said::Fold => Play::Fold.by(seat),
            Said::CheckOrCall if menu.call.is_some() => Play::Call.by(seat),
            Said::CheckOrCall | Said::Check => Play::Check.by(seat),
            Said::Call => Play::Call.by(seat),
            Said::PayAndFold => Play::CallAndFold.by(seat),
            Said::AllIn => Play::AllIn.by(seat),
            Said::Raise(size) => Play::Raise { to: self.total(*size, menu) }.by(seat),
            Said::Nothing
            | Said::Buy(_)
            | Said::Why
            | Said::Rules
            | Said::Log
            | Said::Last
            | Said::Table
            | Said::Help
            | Said::Quit
            | Said::Unclear(_) => return None,
        })
    }

    /// The street's total of a bet or raise by its size. Where none is open the machine will say why.
    fn total(&self, size: Size, menu: &Menu) -> Chips {
        let Some(view) = self.my_view() else { return Chips::ZERO };
        let call = menu.call.unwrap_or_default();
        let price = view.in_round(menu.seat) + call;
        let pot = view.pot() + call;
        let part = match size {
            Size::To(to) => return to,
            Size::Least => return menu.raise.map_or(price + self.house.last_blind(), |raise| raise.least),
            Size::HalfPot => Chips::new(pot.get() / 2).unwrap_or_default(),
            Size::Pot => pot,
        };
        menu.raise.map_or(price + part, |raise| screen::fitted(&raise, price + part))
    }

    fn draw(&mut self) -> Result<(), Leave> {
        if let Some(view) = self.my_view() {
            let drawn = screen::table(self.look, &self.table, &view, &self.people);
            write!(self.out, "\n{drawn}")?;
        }
        Ok(())
    }

    // Talking.

    /// What was typed before a situation is seen answers nothing of it, and must not act in it.
    fn forget_typed_ahead(&mut self) -> Result<(), Leave> {
        self.out.flush()?;
        if self.input.forget_typed_ahead() {
            writeln!(self.out, "what you typed before your turn is not taken")?;
        }
        Ok(())
    }

    fn ask(&mut self, prompt: &str) -> Result<Said, Leave> {
        write!(self.out, "{prompt} > ")?;
        self.out.flush()?;
        let mut line = Vec::new();
        if self.input.read_until(b'\n', &mut line)? == 0 {
            writeln!(self.out)?;
            return Err(Leave::EndOfInput);
        }
        let line = String::from_utf8_lossy(&line);
        if self.echo {
            writeln!(self.out, "{}", line.trim_end())?;
        }
        Ok(said(&line))
    }

    /// What is said beside the game.
    fn aside(&mut self, said: Said) -> Result<(), Leave> {
        match said {
            Said::Quit => return Err(Leave::Quit),
            Said::Help => writeln!(self.out, "{HELP}")?,
            Said::Why => self.say_why()?,
            Said::Rules => self.say_rules()?,
            Said::Log => self.say_log(&self.log.clone())?,
            Said::Last => self.say_log(&self.last_log.clone())?,
            Said::Table => self.draw()?,
            Said::Buy(amount) => {
                self.buying = Some(amount);
                writeln!(self.out, "after this hand")?;
            }
            Said::Unclear(why) => writeln!(self.out, "{why}")?,
            Said::Nothing => writeln!(self.out, "say one of the keys, or help")?,
            Said::Fold
            | Said::CheckOrCall
            | Said::Check
            | Said::Call
            | Said::PayAndFold
            | Said::Raise(_)
            | Said::AllIn => writeln!(self.out, "not now: buy or quit")?,
        }
        Ok(())
    }

    fn refusal(&self, refusal: &TableRefusal) -> String {
        format!("{} ({})", refusal.why, cited(&self.house.determined, refusal.rule))
    }

    fn refused(&mut self, refusal: &TableRefusal) -> Result<(), Leave> {
        let line = self.refusal(refusal);
        self.why = vec![(line.clone(), refusal.rule)];
        self.why_of = None;
        writeln!(self.out, "refused: {line}")?;
        Ok(())
    }
}

/// What was won or lost: `+12`, `-4`, `even`.
fn difference(after: Chips, before: Chips) -> String {
    match after.cmp(&before) {
        std::cmp::Ordering::Greater => format!("+{}", after.above(before)),
        std::cmp::Ordering::Less => format!("-{}", before.above(after)),
        std::cmp::Ordering::Equal => "even".to_owned(),
    }
}
