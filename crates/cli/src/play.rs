//! `cardroom play`: a table in the terminal against house bots.
//!
//! Everything goes through the table machine, and everything printed comes from the view of the player's
//! seat. On a terminal there are suits, colours and pauses; through a pipe there are plain lines, and each
//! line read is an act.

mod columns;
mod commands;
mod explanations;
mod input;
mod narration;
mod screen;
mod seat_names;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use chips::Chips;
use fair::{Label, Seed, Stream};
use room::{Bot, DealerShoe, HouseBots, house_act};
use rulebook::Rule;
use seating::{Actor, Role, Seat, Viewer};
use table::view::{View, visible_event};
use table::{
    Act, ChairAct, Decision, House, HouseAct, Menu, Play, Table, TableAct, TableCommand, TableEvent,
    TableFact, TableRefusal,
};

use crate::house_args::{HouseArgs, Reasons, clauses_text, default_stack, refuse};
use crate::out;
use columns::FoldingWriter;
use commands::{BetSize, HELP, TypedCommand, parse_command};
use input::{LineInput, StdinLines};
use narration::{NarratedEvent, Narrator};
use screen::ScreenStyle;
use seat_names::SeatNames;

/// Play at a table in the terminal against house bots
///
/// The quickest way to see the engine. Without --book the table plays by `practice`. Type `help` at the table
/// for what you can type there. Input may also come through a pipe: when it ends, the session ends.
#[derive(clap::Args, Debug)]
pub struct PlayArgs {
    #[command(flatten)]
    house: HouseArgs,
    /// How many seats are taken, yours included
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(2..=23))]
    seats: u8,
    /// The seed of all cards and of the bots' choices; by default it comes from the operating system
    #[arg(long)]
    seed: Option<u64>,
    /// Milliseconds a bot takes to act; no pause through a pipe
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(0..=10_000))]
    pause: u64,
}

/// `cardroom play`: plays until the player leaves; exit code 0, 1 if the table could not go on, 2 if the
/// options cannot be played or input or output fails, 130 after Ctrl-C.
pub fn run(args: PlayArgs) -> ExitCode {
    match sit_down(&args) {
        Ok(mut session) => session.play_and_leave(),
        Err(reasons) => refuse(&reasons),
    }
}

/// The setting that allows marked bots, whatever the book says of machine players.
const MACHINE_PLAYERS: (&str, &str) = ("machine_players", "marked");

/// Determines the table, seats the player and the bots, and sets up input, output and Ctrl-C. With a seed,
/// cards and bots are the same every time. The error has every reason why the options make no table.
fn sit_down(args: &PlayArgs) -> Result<PlaySession<StdinLines, FoldingWriter<io::Stdout>>, Reasons> {
    let marked = |determined: rulebook::Determination| {
        let (setting, value) = MACHINE_PLAYERS;
        if determined.text(setting) == value { determined } else { determined.with_value(setting, value) }
    };
    let house = args.house.house("practice", args.seats, marked)?;
    let master = match args.seed {
        Some(number) => Seed::of_number(number),
        None => {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes)
                .map_err(|error| vec![format!("the operating system gives no random numbers: {error}")])?;
            Seed::new(bytes)
        }
    };
    let terminal = io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
    let colour = terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let typed = io::stdin().is_terminal();
    // Ctrl-C means leaving: the line is ended, and there is nothing else to restore.
    ctrlc::set_handler(|| {
        tell!("\nyou leave the table");
        std::process::exit(130);
    })
    .map_err(|error| vec![format!("cannot handle Ctrl-C: {error}")])?;
    let usual = default_stack(&house);
    let usual = usual.max(house.stakes.min_buy_in).min(house.stakes.max_buy_in.unwrap_or(Chips::MAX));
    let people = SeatNames { me: Seat::FIRST };
    let mut session = PlaySession {
        table: Table::new(Arc::clone(&house)),
        bots: HouseBots::new(Arc::clone(&house)),
        house,
        names: people,
        master,
        buy_in: usual,
        input: StdinLines::new(typed).map_err(|error| vec![format!("cannot read the input: {error}")])?,
        echo: !typed,
        out: FoldingWriter::new(io::stdout()),
        style: ScreenStyle { symbols: terminal, colour },
        pause: if terminal && typed { Duration::from_millis(args.pause) } else { Duration::ZERO },
        log: Vec::new(),
        last_log: Vec::new(),
        last_reasons: Vec::new(),
        reasons_of_hand: None,
        pending_buy: None,
        bought: usual,
    };
    for seat in Seat::up_to(args.seats) {
        let act = TableAct::Chair(ChairAct::Sit { seat, person: SeatNames::person(seat), stack: usual });
        session
            .table
            .take(&TableCommand { by: Actor::HOUSE, act }, &mut |_| ())
            .map_err(|refusal| vec![refusal.to_string()])?;
    }
    Ok(session)
}

/// Why the session ends.
enum LeaveReason {
    Quit,
    EndOfInput,
    /// The table cannot go on.
    Refused(TableRefusal),
    /// Input or output failed.
    Broken(io::Error),
}

impl From<io::Error> for LeaveReason {
    /// So that `?` ends the session of `play` where reading or printing fails, as [`LeaveReason::Broken`]
    /// with exit code 2.
    fn from(error: io::Error) -> LeaveReason {
        LeaveReason::Broken(error)
    }
}

/// A player's session at a table.
struct PlaySession<R, W> {
    table: Table,
    bots: HouseBots,
    house: Arc<House>,
    names: SeatNames,
    master: Seed,
    /// The chips that each player buys.
    buy_in: Chips,
    input: R,
    /// Whether input lines are echoed after their prompt, because nobody typed them there.
    echo: bool,
    out: W,
    style: ScreenStyle,
    pause: Duration,
    /// What the player has seen of this hand, and of the previous one.
    log: Vec<NarratedEvent>,
    last_log: Vec<NarratedEvent>,
    /// The last refusal, or the last results, with their rules.
    last_reasons: Vec<(String, Rule)>,
    /// The hand whose results `why` explains; `None` if it explains a refusal.
    reasons_of_hand: Option<u64>,
    /// Chips to buy after this hand; `Some(None)` fills up the stack.
    pending_buy: Option<Option<Chips>>,
    /// Total chips the player has bought.
    bought: Chips,
}

impl<R: LineInput, W: Write> PlaySession<R, W> {
    /// Plays until the player leaves, prints the goodbye, and gives the exit code. The end of the input is a
    /// normal end.
    fn play_and_leave(&mut self) -> ExitCode {
        let leave = match self.play() {
            Ok(never) => match never {},
            Err(leave) => leave,
        };
        let goodbye = match leave {
            LeaveReason::Quit => self.goodbye(""),
            LeaveReason::EndOfInput => self.goodbye("end of input: "),
            LeaveReason::Refused(refusal) => {
                say!("error: the table cannot go on: {}", self.refusal_text(&refusal));
                return ExitCode::from(1);
            }
            LeaveReason::Broken(error) => Err(error),
        };
        match goodbye {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                out::record_failure(error);
                ExitCode::from(2)
            }
        }
    }

    /// Prints the last line of a session: hands played, chips left, chips bought and the net result.
    /// `because` stands in front and says what ended it, if not the player.
    fn goodbye(&mut self, because: &str) -> io::Result<()> {
        let (stack, hands) = (self.my_chips(), self.table.hands_opened());
        let hands = if hands == 1 { "1 hand".to_owned() } else { format!("{hands} hands") };
        writeln!(
            self.out,
            "{because}you leave after {hands} with {stack} chips, having bought {}: {}",
            self.bought,
            net_text(stack, self.bought)
        )?;
        self.out.flush()
    }

    /// Prints the heading and plays hand after hand; returns only with a reason to leave, never with `Ok`.
    fn play(&mut self) -> Result<std::convert::Infallible, LeaveReason> {
        let (title, stakes) = (self.title(), screen::stakes_text(&self.house));
        writeln!(
            self.out,
            "{}: hold'em, {stakes}. You have {} chips, the others are bots.",
            self.style.strong(&title),
            self.buy_in
        )?;
        writeln!(self.out, "Type help for the commands, quit to leave.")?;
        loop {
            self.between_hands()?;
            self.play_hand()?;
        }
    }

    /// The title of a book for practice, or that of another book marked as practice, because here it is played
    /// with bots.
    fn title(&self) -> String {
        let book = self.house.determined.book();
        let says_so = book.id() == "practice" || book.is_derived_practice();
        if says_so { book.title().to_owned() } else { format!("{}, practice", book.title()) }
    }

    /// The player's stack now: that of the hand in play if dealt in, which excludes what is bet; otherwise
    /// that of the chair.
    fn my_chips(&self) -> Chips {
        let dealt_in =
            |hand: &&table::Hand| !hand.is_over() && hand.seats().any(|seat| self.names.is_me(seat));
        match self.table.hand().filter(dealt_in) {
            Some(hand) => hand.stack(self.names.me),
            None => self.table.chair(self.names.me).map_or(Chips::ZERO, |chair| chair.stack),
        }
    }

    // Between hands.

    /// Before a hand: bots without chips buy in again, and so does the player if asked for or needed. On
    /// return the player has chips, so a hand can be opened.
    fn between_hands(&mut self) -> Result<(), LeaveReason> {
        let broke: Vec<Seat> = self
            .table
            .chairs()
            .filter(|(seat, chair)| chair.stack.is_zero() && !self.names.is_me(*seat))
            .map(|(seat, _)| seat)
            .collect();
        for seat in broke {
            self.buy(seat, self.buy_in)?;
        }
        if let Some(amount) = self.pending_buy.take() {
            self.buy_for_me(amount)?;
        }
        if self.my_chips().is_zero() {
            self.discard_typed_ahead()?;
        }
        while self.my_chips().is_zero() {
            let prompt = format!("you have no chips left: b buy {}, q quit", self.buy_in);
            match self.prompt_command(&prompt)? {
                TypedCommand::Buy(amount) => self.buy_for_me(amount)?,
                TypedCommand::Raise(BetSize::Least) | TypedCommand::Nothing => self.buy_for_me(None)?,
                other => self.handle_aside(other)?,
            }
        }
        Ok(())
    }

    /// Buys chips for the player; `None` fills up to the usual buy-in, and says so if nothing is missing.
    fn buy_for_me(&mut self, amount: Option<Chips>) -> Result<(), LeaveReason> {
        let amount = amount.unwrap_or(self.buy_in.above(self.my_chips()));
        if amount.is_zero() {
            writeln!(self.out, "nothing to buy: you have {} chips", self.my_chips())?;
            return Ok(());
        }
        self.buy(self.names.me, amount)
    }

    /// Buys chips for a seat between hands and prints that, or prints the table's refusal. Only the player's
    /// purchases count in the net result.
    fn buy(&mut self, seat: Seat, amount: Chips) -> Result<(), LeaveReason> {
        let by = Actor::player(SeatNames::person(seat));
        match self.submit(by, TableAct::Chair(ChairAct::Buy { seat, amount })) {
            Ok(_) => {
                if self.names.is_me(seat) {
                    self.bought += amount;
                }
                writeln!(self.out, "{} {amount} chips", self.names.with_verb(seat, "buy"))?;
            }
            Err(refusal) => self.print_refusal(&refusal)?,
        }
        Ok(())
    }

    // A hand.

    /// Gives the table a command and returns the events it led to. A refusal changes nothing at the table.
    /// Everything in this session happens through here, apart from sitting down.
    fn submit(&mut self, by: Actor, act: TableAct) -> Result<Vec<TableEvent>, TableRefusal> {
        let mut events = Vec::new();
        self.table.take(&TableCommand { by, act }, &mut |event| events.push(event))?;
        Ok(events)
    }

    /// Plays one hand from its opening to its end, and prints the player's net result. Cards and bots'
    /// choices follow from the master seed, the hand's number and the attempt alone.
    fn play_hand(&mut self) -> Result<(), LeaveReason> {
        let before = self.my_chips();
        self.last_log = std::mem::take(&mut self.log);
        let events =
            self.submit(Actor::HOUSE, TableAct::House(HouseAct::Open)).map_err(LeaveReason::Refused)?;
        let dealt = |hand: &table::Hand| (hand.seats().count(), hand.next_attempt());
        let (players, attempt) = self.table.hand().map(dealt).unwrap_or_default();
        let seed = Seed::of_hand(&self.master, self.table.hands_opened(), attempt);
        let mut shoe = DealerShoe::for_hand(&self.house, players, &mut Stream::new(&seed, Label::Shuffle));
        let mut draws = Stream::new(&seed, Label::Bots);
        let house = Arc::clone(&self.house);
        let mut narrator = Narrator { names: self.names, style: self.style, house: &house, pots: 0 };
        self.narrate(&events, &mut narrator)?;
        loop {
            let Some(need) = self.table.hand().map(table::Hand::next) else { return Ok(()) };
            let (by, act) = match (house_act(need, &mut shoe), need.decision()) {
                (Some(act), _) => (Actor::HOUSE, act),
                (None, Some(Decision::Act { seat })) if self.names.is_me(seat) => {
                    let events = self.my_turn()?;
                    self.narrate(&events, &mut narrator)?;
                    continue;
                }
                (None, Some(Decision::Act { seat })) => {
                    let Some(act) = self.bot_act(seat, &mut draws) else { return Ok(()) };
                    std::thread::sleep(self.pause);
                    (Actor::player(SeatNames::person(seat)), act)
                }
                // A losing hand is mucked, the player's like the bots'.
                (None, Some(Decision::Show { seat, may_muck })) => {
                    (Actor::player(SeatNames::person(seat)), self.bots.choose_show(seat, may_muck))
                }
                (None, None) => break,
            };
            let events = self.submit(by, TableAct::Hand(act)).map_err(LeaveReason::Refused)?;
            self.narrate(&events, &mut narrator)?;
        }
        let after = self.my_chips();
        if self.table.hand().is_some_and(|hand| hand.seats().any(|seat| self.names.is_me(seat))) {
            let change = net_text(after, before);
            writeln!(self.out, "   you: {change}, {after} chips")?;
        }
        std::thread::sleep(self.pause);
        Ok(())
    }

    /// What a bot does on its turn; it sees only what its own seat may see. `None` if nothing is open to it.
    fn bot_act(&self, seat: Seat, draws: &mut Stream) -> Option<Act> {
        let view = View::of(self.table.hand()?, Viewer::Seat(seat));
        Some(self.bots.choose_bet(&view, &view.menu()?, draws))
    }

    /// Prints what happened as the player's seat may see it, and keeps all of it for `log` and results for
    /// `why`. Events must pass through `visible_event` before they are worded.
    fn narrate(&mut self, events: &[TableEvent], narrator: &mut Narrator<'_>) -> Result<(), LeaveReason> {
        let Some(hand) = self.table.hand() else { return Ok(()) };
        let me = Viewer::Seat(self.names.me);
        let view = View::of(hand, me);
        for event in events {
            match &event.what {
                TableFact::Blinds(fact) => {
                    if let Some((button, _)) = fact.positions() {
                        let title =
                            format!("Hand {}, button {}", self.table.hands_opened(), self.names.name(button));
                        writeln!(self.out, "\n{}", self.style.ruled_line(&title))?;
                    }
                }
                TableFact::Hand(event) => {
                    let narrated = narrator.narrate(&visible_event(event, me), &view);
                    if narrated.aloud {
                        let line = if narrated.result {
                            self.style.strong(&narrated.text)
                        } else {
                            narrated.text.clone()
                        };
                        writeln!(self.out, "   {line}")?;
                    }
                    if narrated.result {
                        let this = Some(self.table.hands_opened());
                        if self.reasons_of_hand != this {
                            self.last_reasons.clear();
                            self.reasons_of_hand = this;
                        }
                        self.last_reasons.push((narrated.text.clone(), narrated.rule));
                    }
                    self.log.push(narrated);
                }
                TableFact::Stakes(_)
                | TableFact::Seats(_)
                | TableFact::House(_)
                | TableFact::Officials(_)
                | TableFact::Deck(_) => {}
            }
        }
        self.out.flush()?;
        Ok(())
    }

    // The player's turn.

    /// Prompts the player until the table accepts an act; returns the events it led to. Commands such as
    /// `log` do not end the turn. Lines typed before the turn are discarded.
    fn my_turn(&mut self) -> Result<Vec<TableEvent>, LeaveReason> {
        self.discard_typed_ahead()?;
        self.print_table()?;
        loop {
            let Some(menu) = self.my_menu() else { return Ok(Vec::new()) };
            let prompt = format!("you: {}", screen::menu_text(self.style, &menu, self.my_chips()));
            let typed = self.prompt_command(&prompt)?;
            let Some(act) = self.act_of(&typed, &menu) else {
                self.handle_aside(typed)?;
                continue;
            };
            let by = Actor { person: SeatNames::person(menu.seat), role: Role::Player, device: 0 };
            match self.submit(by, TableAct::Hand(act)) {
                Ok(events) => return Ok(events),
                Err(refusal) => self.print_refusal(&refusal)?,
            }
        }
    }

    /// What the player's seat may see of the current hand; all that is printed about it comes from this view.
    fn my_view(&self) -> Option<View<'_>> {
        Some(View::of(self.table.hand()?, Viewer::Seat(self.names.me)))
    }

    /// What the player may do now, as the table's rules have it; `None` unless it is the player's turn.
    fn my_menu(&self) -> Option<Menu> {
        self.my_view()?.menu()
    }

    /// The act at the table that was typed; `None` for commands of the session, such as `help`. Legality is
    /// left to the table, whose refusal names the rule.
    fn act_of(&self, typed: &TypedCommand, menu: &Menu) -> Option<Act> {
        let seat = menu.seat;
        Some(match typed {
            TypedCommand::Fold => Play::Fold.by(seat),
            TypedCommand::CheckOrCall if menu.call.is_some() => Play::Call.by(seat),
            TypedCommand::CheckOrCall | TypedCommand::Check => Play::Check.by(seat),
            TypedCommand::Call => Play::Call.by(seat),
            TypedCommand::PayAndFold => Play::CallAndFold.by(seat),
            TypedCommand::AllIn => Play::AllIn.by(seat),
            TypedCommand::Raise(size) => Play::Raise { to: self.bet_total(*size, menu) }.by(seat),
            TypedCommand::Nothing
            | TypedCommand::Buy(_)
            | TypedCommand::Why
            | TypedCommand::Rules
            | TypedCommand::Log
            | TypedCommand::Last
            | TypedCommand::Table
            | TypedCommand::Help
            | TypedCommand::Quit
            | TypedCommand::Unclear(_) => return None,
        })
    }

    /// The total for the street that a bet or raise of the given size makes, in chips: sizes by the pot count
    /// it after the call, and are fitted to the menu. An amount that was typed is passed on as it is, for the
    /// table to judge.
    fn bet_total(&self, size: BetSize, menu: &Menu) -> Chips {
        let Some(view) = self.my_view() else { return Chips::ZERO };
        let call = menu.call.unwrap_or_default();
        let price = view.in_round(menu.seat) + call;
        let pot = view.pot() + call;
        let part = match size {
            BetSize::To(to) => return to,
            BetSize::Least => return menu.raise.map_or(price + self.house.last_blind(), |raise| raise.least),
            BetSize::HalfPot => Chips::new(pot.get() / 2).unwrap_or_default(),
            BetSize::Pot => pot,
        };
        menu.raise.map_or(price + part, |raise| screen::fit_raise(&raise, price + part))
    }

    /// Draws the table as the player may see it; nothing before the first hand.
    fn print_table(&mut self) -> Result<(), LeaveReason> {
        if let Some(view) = self.my_view() {
            let drawn = screen::table_text(self.style, &self.table, &view, &self.names);
            write!(self.out, "\n{drawn}")?;
        }
        Ok(())
    }

    // Input and replies.

    /// Discards what was typed before a situation is on screen, and says so: it cannot answer it, and must
    /// not act in it.
    fn discard_typed_ahead(&mut self) -> Result<(), LeaveReason> {
        self.out.flush()?;
        if self.input.discard_typed_ahead() {
            writeln!(self.out, "what you typed before your turn was ignored")?;
        }
        Ok(())
    }

    /// Prints a prompt and reads one line, echoed if it came through a pipe. The end of the input is a reason
    /// to leave.
    fn prompt_command(&mut self, prompt: &str) -> Result<TypedCommand, LeaveReason> {
        write!(self.out, "{prompt} > ")?;
        self.out.flush()?;
        let mut line = Vec::new();
        if self.input.read_until(b'\n', &mut line)? == 0 {
            writeln!(self.out)?;
            return Err(LeaveReason::EndOfInput);
        }
        let line = String::from_utf8_lossy(&line);
        if self.echo {
            writeln!(self.out, "{}", line.trim_end())?;
        }
        Ok(parse_command(&line))
    }

    /// Does what is typed outside the game: help, log, rules, buying, leaving. Acts get a hint instead; the
    /// callers have tried them already.
    fn handle_aside(&mut self, typed: TypedCommand) -> Result<(), LeaveReason> {
        match typed {
            TypedCommand::Quit => return Err(LeaveReason::Quit),
            TypedCommand::Help => writeln!(self.out, "{HELP}")?,
            TypedCommand::Why => self.print_reasons()?,
            TypedCommand::Rules => self.print_rules()?,
            TypedCommand::Log => self.print_log(&self.log.clone())?,
            TypedCommand::Last => self.print_log(&self.last_log.clone())?,
            TypedCommand::Table => self.print_table()?,
            TypedCommand::Buy(amount) => {
                self.pending_buy = Some(amount);
                writeln!(self.out, "after this hand")?;
            }
            TypedCommand::Unclear(why) => writeln!(self.out, "{why}")?,
            TypedCommand::Nothing => writeln!(self.out, "type one of the keys, or help")?,
            TypedCommand::Fold
            | TypedCommand::CheckOrCall
            | TypedCommand::Check
            | TypedCommand::Call
            | TypedCommand::PayAndFold
            | TypedCommand::Raise(_)
            | TypedCommand::AllIn => writeln!(self.out, "not now: buy or quit")?,
        }
        Ok(())
    }

    /// A refusal of the table in words, with the clauses of its rule in brackets: every refusal cites its
    /// rule.
    fn refusal_text(&self, refusal: &TableRefusal) -> String {
        format!("{} ({})", refusal.why, clauses_text(&self.house.determined, refusal.rule))
    }

    /// Prints a refusal of the table with its clauses, and makes it what `why` explains next.
    fn print_refusal(&mut self, refusal: &TableRefusal) -> Result<(), LeaveReason> {
        let line = self.refusal_text(refusal);
        self.last_reasons = vec![(line.clone(), refusal.rule)];
        self.reasons_of_hand = None;
        writeln!(self.out, "refused: {line}")?;
        Ok(())
    }
}

/// The net result of a hand or a session, in chips with a sign: `+12`, `-4`, `even`.
fn net_text(after: Chips, before: Chips) -> String {
    match after.cmp(&before) {
        std::cmp::Ordering::Greater => format!("+{}", after.above(before)),
        std::cmp::Ordering::Less => format!("-{}", before.above(after)),
        std::cmp::Ordering::Equal => "even".to_owned(),
    }
}
