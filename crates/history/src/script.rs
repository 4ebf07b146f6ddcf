//! Writes a hand as a hand script, in plain lines, from the events that the machine decided.

use std::fmt;
use std::fmt::Write as _;

use cards::HiddenCard;
use chips::Chips;
use rulebook::{BookSetting, Determination};
use seating::Seat;
use table::{
    CardFact, ChipFact, ClockFact, CourseFact, DuePost, Event, Fact, Hand, Limit, Lineup, PostKind, TurnFact,
};

/// How to write a hand as a case.
#[derive(Clone, Copy, Debug, Default)]
pub struct CaseOptions<'a> {
    /// The title of the case.
    pub title: &'a str,
    /// What the `house` line names instead of the book's id, such as a book file.
    pub house: Option<&'a str>,
    /// Settings of the table beyond what the game line says, with their values.
    pub settings: &'a [(String, String)],
    /// Whether to write shows and mucks in the order of the hand, with a line that has them taken in that
    /// order.
    pub writes_showdown: bool,
}

/// What a script cannot carry of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptExportError {
    /// The events do not begin with an opening.
    NoOpening,
    /// A live post out of turn.
    LivePost,
    /// More blinds than the book has.
    TooManyBlinds {
        /// How many were posted.
        posted: usize,
        /// The id of the book.
        book: String,
    },
    /// A blind that nobody posts.
    UnpostedBlind,
    /// Dead posts, other than one by the player with the last blind.
    DeadPosts,
    /// Antes that are not the same for everybody.
    UnequalAntes,
}

impl fmt::Display for ScriptExportError {
    /// What a script cannot carry of a hand, for people, as the exporting command prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScriptExportError::NoOpening => f.write_str("the events do not begin with the opening of a hand"),
            ScriptExportError::LivePost => f.write_str("a script cannot carry a live post out of turn"),
            ScriptExportError::TooManyBlinds { posted, book } => {
                write!(f, "a script cannot carry {posted} blinds under {book}: the book has no such game")
            }
            ScriptExportError::UnpostedBlind => {
                f.write_str("a script cannot carry a blind that nobody posts")
            }
            ScriptExportError::DeadPosts => f.write_str("a script cannot carry dead posts"),
            ScriptExportError::UnequalAntes => {
                f.write_str("a script cannot carry antes that differ from seat to seat")
            }
        }
    }
}

impl std::error::Error for ScriptExportError {}

/// Writes a hand as one case of a hand script, ending with the final stacks. `docs/script.md` has the
/// language; a hand that is not over gives a case without stacks.
///
/// ```
/// use history::replay::RecordReplayer;
/// use history::script::{CaseOptions, write_case};
/// use rulebook::Book;
///
/// let text = "\
/// variant = 'NT'
/// antes = [0, 0]
/// blinds_or_straddles = [5, 10]
/// min_bet = 10
/// starting_stacks = [400, 120]
/// actions = ['d dh p1 7h7c', 'd dh p2 KsKc', 'p2 cbr 30', 'p1 f']
/// ";
/// let record = history::phh::hands(text).next().unwrap().unwrap();
/// let mut replayer = RecordReplayer::new(Book::named("standard").unwrap(), &[]).unwrap();
/// replayer.replay(&record).unwrap();
/// let mut case = String::new();
/// let options = CaseOptions { title: "a raise takes the last blind", ..CaseOptions::default() };
/// write_case(replayer.events(), &options, &mut case).unwrap();
/// assert!(case.contains("2 raises to 30\n1 folds\n"), "{case}");
/// ```
///
/// # Errors
/// What a script cannot carry of this hand; nothing is added to `out` then.
pub fn write_case(
    events: &[Event],
    writing: &CaseOptions<'_>,
    out: &mut String,
) -> Result<(), ScriptExportError> {
    let Some(Fact::Course(CourseFact::Opened(lineup))) = events.first().map(|event| &event.what) else {
        return Err(ScriptExportError::NoOpening);
    };
    let mut case = String::new();
    let title: String =
        writing.title.chars().map(|c| if c.is_control() || c == '#' || c == ';' { ' ' } else { c }).collect();
    let _ = writeln!(case, "test {title}");
    write_table(lineup, events, writing, &mut case)?;
    write_cards(events, lineup, &mut case);
    case.push('\n');
    let mut hand = Hand::from_lineup(std::sync::Arc::clone(lineup));
    for (at, event) in events.iter().enumerate().skip(1) {
        hand.apply(event);
        let before = &events[at - 1];
        let after = events.get(at + 1);
        write_act(event, before, after, writing.writes_showdown, &mut case);
    }
    if hand.is_over() {
        let stacks: Vec<String> = hand.seats().map(|seat| format!("{seat}:{}", hand.stack(seat))).collect();
        let _ = writeln!(case, "stacks {}", stacks.join(" "));
    }
    case.push('\n');
    out.push_str(&case);
    Ok(())
}

/// The settings in which a hand and the case that replayed it differ, with the hand's values as a script
/// writes them: what to add to [`CaseOptions::settings`] when the case came out differently.
///
/// If the case could not be dealt, the settings that differ from the book's defaults.
pub fn differing_settings(wanted: &Lineup, found: Option<&Lineup>) -> Vec<(String, String)> {
    let wanted = &wanted.house.determined;
    let found = match found {
        Some(found) => Determination::clone(&found.house.determined),
        None => match wanted.book().determine(&[]) {
            Ok(defaults) => defaults,
            Err(_) => return Vec::new(),
        },
    };
    wanted
        .values()
        .zip(found.values())
        .filter(|((_, wanted), (_, found))| wanted != found)
        .map(|((setting, value), _)| (setting.name.clone(), value.replace(' ', "/")))
        .collect()
}

/// Writes the lines before the cards: book, game, forced bets, settings, seats and button. What a script
/// cannot carry is found here, before anything is played.
fn write_table(
    lineup: &Lineup,
    events: &[Event],
    writing: &CaseOptions<'_>,
    out: &mut String,
) -> Result<(), ScriptExportError> {
    let house = &lineup.house;
    let book = house.determined.book();
    let _ = writeln!(out, "house  {}", writing.house.unwrap_or(book.id()));
    let limit = match house.betting.limit {
        Limit::NoLimit => "no-limit",
        Limit::FullPot => "pot-limit",
        Limit::HalfPot => "half-pot",
        Limit::Fixed => "fixed-limit",
        Limit::Spread => "spread-limit",
        Limit::Double => "double-limit",
    };
    let amounts = |kind: fn(&PostKind) -> bool| -> Vec<(Seat, Chips)> {
        lineup.dues.iter().filter(|due| kind(&due.kind)).map(|due| (due.seat, due.amount)).collect()
    };
    let antes = amounts(|kind| *kind == PostKind::Ante);
    let dead = amounts(|kind| *kind == PostKind::Dead);
    let blinds = amounts(|kind| matches!(kind, PostKind::Blind(_)));
    let mut over = amounts(|kind| *kind == PostKind::OverBlind);
    // Nobody owes an over-blind at a table: only the events have those that were posted.
    for event in events {
        if let Fact::Chips(ChipFact::Posted { seat, kind: PostKind::OverBlind, amount, .. }) = event.what
            && !over.iter().any(|(of, _)| *of == seat)
        {
            over.push((seat, amount));
        }
    }
    if !amounts(|kind| *kind == PostKind::Live).is_empty() {
        return Err(ScriptExportError::LivePost);
    }
    if blinds.len() > house.stakes.blinds.len() {
        let (posted, book) = (blinds.len(), book.id().to_owned());
        return Err(ScriptExportError::TooManyBlinds { posted, book });
    }
    if blinds.len() != house.stakes.blinds.len() {
        return Err(ScriptExportError::UnpostedBlind);
    }
    let last = blinds.last().copied();
    match dead.as_slice() {
        [] => {}
        [(seat, _)] if Some(*seat) == last.map(|(seat, _)| seat) => {}
        [..] => return Err(ScriptExportError::DeadPosts),
    }
    let ante = antes.first().map(|(_, amount)| *amount);
    if !antes.is_empty()
        && (antes.len() != lineup.entrants.len() || antes.iter().any(|(_, a)| Some(*a) != ante))
    {
        return Err(ScriptExportError::UnequalAntes);
    }
    let blind_words: Vec<String> = blinds.iter().map(|(_, amount)| amount.to_string()).collect();
    let mut game = format!("game   {limit} {}", house.game.name);
    if !blind_words.is_empty() {
        let _ = write!(game, " {}", blind_words.join("/"));
    }
    let word = |setting: &str| {
        if matches!(book.setting(setting), Some(BookSetting::Operator { .. })) { "set" } else { "alter" }
    };
    // A book without antes beside blinds ignores an ante on the game line, but the hand was played with one.
    let beside = ante.filter(|_| !blinds.is_empty() && word("antes_with_blinds") == "alter");
    match ante {
        Some(ante) if beside.is_none() => {
            let _ = write!(game, " ante {ante}");
        }
        Some(_) | None => {}
    }
    let _ = writeln!(out, "{game}");
    if let Some(ante) = beside {
        let _ = writeln!(out, "alter antes_with_blinds each_player\nalter ante {ante}");
    }
    // Posts have lines of their own, so settings about them are left out.
    let has_own_line = |setting: &str| match setting {
        "ante" | "antes_with_blinds" => !antes.is_empty() || !dead.is_empty(),
        "over_blinds" | "over_blind_level" => !over.is_empty(),
        _ => false,
    };
    for (setting, value) in writing.settings.iter().filter(|(setting, _)| !has_own_line(setting)) {
        let _ = writeln!(out, "{} {setting} {value}", word(setting));
    }
    if writing.writes_showdown {
        out.push_str("record showdown\n");
    }
    if let Some(posts_first) = heads_up_button_override(lineup) {
        let setting = "heads_up_button_posts_first";
        let _ = writeln!(out, "{} {setting} {posts_first}", word(setting));
    }
    if let [(_, amount)] = dead.as_slice() {
        match word("antes_with_blinds") {
            "set" => writeln!(out, "set antes_with_blinds big_blind and ante {amount}"),
            alter => writeln!(out, "{alter} antes_with_blinds big_blind\n{alter} ante {amount}"),
        }
        .unwrap_or_default();
    }
    if !over.is_empty() {
        let twice = last.and_then(|(_, amount)| amount.times(2));
        let _ = write!(out, "set over_blinds {}", over.len());
        if over.first().map(|(_, amount)| *amount) != twice {
            let _ = write!(out, " and over_blind_level {}", over[0].1);
        }
        out.push('\n');
    }
    let mut entrants: Vec<String> = Vec::with_capacity(lineup.entrants.len());
    entrants.extend(lineup.entrants.iter().map(|entrant| format!("{}:{}", entrant.seat, entrant.stack)));
    let _ = writeln!(out, "seats  {}  button {}", entrants.join(" "), lineup.button);
    for (seat, _) in over {
        let _ = writeln!(out, "{seat} straddles");
    }
    Ok(())
}

/// The value of `heads_up_button_posts_first` to write, where two players posted the blinds the other way
/// round than the book has it; `None` if they agree, or more than two play.
fn heads_up_button_override(lineup: &Lineup) -> Option<bool> {
    let blinds = |lineup: &Lineup| -> Vec<Seat> {
        let blind = |due: &&DuePost| matches!(due.kind, PostKind::Blind(_));
        lineup.dues.iter().filter(blind).map(|due| due.seat).collect()
    };
    let by_the_book =
        || Lineup::by_the_book(&lineup.house, lineup.number, lineup.button, lineup.entrants.clone());
    let differs = lineup.entrants.len() == 2 && blinds(lineup) != blinds(&by_the_book());
    differs.then_some(!lineup.house.stakes.heads_up_button_posts_first)
}

/// Writes the cards by seat, as dealt or as shown later, then the board; unknown hole cards only for players
/// who did not fold, so that they are not dealt others.
fn write_cards(events: &[Event], lineup: &Lineup, out: &mut String) {
    let count = usize::from(lineup.house.game.hole_cards);
    let mut board = String::new();
    for entrant in &lineup.entrants {
        let seat = entrant.seat;
        let mut hole: Vec<HiddenCard> = Vec::new();
        let mut folded = false;
        for event in events {
            let Fact::Cards(fact) = event.what else {
                folded |= event.what == Fact::Turn(TurnFact::Folded { seat });
                continue;
            };
            hole.extend(fact.hole_card().filter(|(to, _)| *to == seat).map(|(_, card)| card));
            if let CardFact::Shown { seat: of, cards } = fact
                && of == seat
            {
                hole = cards[..count].to_vec();
            }
        }
        let known = hole.iter().any(|card| card.known_card().is_some());
        if !hole.is_empty() && (known || !folded) {
            let _ = writeln!(out, "cards  {seat} {}", cards_text(&hole));
        }
    }
    for event in events {
        if let Fact::Cards(fact) = event.what {
            // A script cannot express a second board.
            let dealt = fact.board_card().filter(|dealt| dealt.board.is_first());
            board.push_str(&cards_text(dealt.map(|dealt| dealt.card).as_slice()));
        }
    }
    if !board.is_empty() {
        let _ = writeln!(out, "board  {board}");
    }
}

/// Cards in their order without spaces, `??` for an unknown one, as scripts write them.
fn cards_text(cards: &[HiddenCard]) -> String {
    cards.iter().map(|card| card.known_card().map_or("??".to_owned(), |card| card.to_string())).collect()
}

/// Writes the line of an act, which may be none: posts, deals and all that follows from the rules happen by
/// themselves, and an event of the same command as the act before it has no line of its own.
fn write_act(event: &Event, before: &Event, after: Option<&Event>, showdown: bool, out: &mut String) {
    let at_once = |other: &Event| other.cause == event.cause;
    let _ = match event.what {
        // When time runs out, the table folds or checks the hand.
        Fact::Turn(TurnFact::Folded { .. } | TurnFact::Checked { .. })
            if at_once(before) && matches!(before.what, Fact::Clock(ClockFact::TimeRanOut { .. })) =>
        {
            Ok(())
        }
        Fact::Turn(TurnFact::Called { seat, .. })
            if after.is_some_and(|after| {
                at_once(after) && after.what == Fact::Turn(TurnFact::Folded { seat })
            }) =>
        {
            writeln!(out, "{seat} calls and folds")
        }
        Fact::Turn(TurnFact::Folded { seat })
            if at_once(before)
                && matches!(before.what, Fact::Turn(TurnFact::Called { seat: of, .. }) if of == seat) =>
        {
            Ok(())
        }
        Fact::Clock(ClockFact::TimeRanOut { seat }) => writeln!(out, "{seat} runs out of time"),
        Fact::Course(ref fact) => match fact.void() {
            Some((reason, _)) => writeln!(out, "void {}", reason.word()),
            None => Ok(()),
        },
        Fact::Turn(TurnFact::Folded { seat }) => writeln!(out, "{seat} folds"),
        Fact::Turn(TurnFact::Checked { seat, stands }) => {
            writeln!(out, "{seat} {}", if stands { "stands" } else { "checks" })
        }
        Fact::Turn(TurnFact::Called { seat, amount, .. }) => writeln!(out, "{seat} calls {amount}"),
        Fact::Turn(TurnFact::Bet { seat, to, .. }) => writeln!(out, "{seat} bets {to}"),
        Fact::Turn(TurnFact::Raised { seat, to, .. }) => writeln!(out, "{seat} raises to {to}"),
        Fact::Clock(ClockFact::ClockCalled { seat, .. }) => writeln!(out, "clock on {seat}"),
        Fact::Cards(fact) => match fact.showdown_act() {
            Some((seat, false)) => writeln!(out, "{seat} mucks"),
            Some((seat, true)) if showdown => writeln!(out, "{seat} shows"),
            Some((_, true)) | None => Ok(()),
        },
        // Posts, cards, shows and whatever follows from the rules happen by themselves.
        Fact::Chips(_) | Fact::Street(_) | Fact::Pots(_) => Ok(()),
    };
}
