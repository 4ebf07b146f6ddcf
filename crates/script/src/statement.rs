//! What a line of a script states: the table, what is dealt, acts, and expectations.

use cards::{Card, HiddenCard};
use chips::Chips;
use rulebook::Rule;
use seating::{Actor, Seat, Seats};
use table::VoidReason;

/// A statement with its line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ScriptStep {
    pub line: usize,
    pub text: String,
    pub statement: Statement,
}

/// What a line of a script states.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Statement {
    House(String),
    /// Settings from the game line; the smallest bet follows the blinds where the book leaves it open.
    Game(Vec<(String, String)>),
    Set {
        pairs: Vec<(String, String)>,
        /// The settings take effect with the next hand, as a new game.
        anew: bool,
        expect: Option<ExpectedOutcome>,
    },
    Alter(Vec<(String, String)>),
    Seats {
        stacks: Vec<(Seat, Chips)>,
        button: Option<Seat>,
    },
    Button(Seat),
    /// Something taken from a record instead of the book: commission by pot, or the order of showing.
    Record(RecordStatement),
    Cards {
        seat: Seat,
        cards: Vec<HiddenCard>,
    },
    Board(Vec<HiddenCard>),
    Deck(Vec<Card>),
    Open(Option<ExpectedOutcome>),
    Deal {
        count: u32,
        expect: Option<ExpectedOutcome>,
    },
    /// A shuffle, a cut, a hand declared void, new cards or a check of them.
    Dealer {
        act: DealerAct,
        by: Option<Actor>,
        expect: Option<ExpectedOutcome>,
    },
    Act {
        seat: Seat,
        act: SeatAct,
        by: Option<Actor>,
        expect: Option<ExpectedOutcome>,
    },
    Expect(Expectation),
}

impl Statement {
    /// True for a statement about the shuffle or cut: a case that has one plays with a deck at the table, so
    /// that both become events; any other case gets a prepared deck.
    pub fn is_shuffle_or_cut(&self) -> bool {
        matches!(self, Statement::Dealer { act: DealerAct::Shuffle(_) | DealerAct::Cut(_), .. })
    }

    /// The name of the book, as written, if this is a `house` line; the last such line of a case counts.
    pub fn house(&self) -> Option<&str> {
        if let Statement::House(name) = self { Some(name) } else { None }
    }

    /// The settings of a `set`, `declare anew` or `alter` line, name and value as written; none for any
    /// other, not even the `game` line.
    pub fn choices(&self) -> &[(String, String)] {
        if let Statement::Set { pairs, .. } | Statement::Alter(pairs) = self { pairs } else { &[] }
    }

    /// The rules and clauses that the statement expects to be cited, after `=>` or in a `cites` line; none if
    /// it has no such expectation.
    pub fn cites(&self) -> &[ExpectedCitation] {
        match self {
            Statement::Set { expect, .. }
            | Statement::Open(expect)
            | Statement::Deal { expect, .. }
            | Statement::Dealer { expect, .. }
            | Statement::Act { expect, .. } => expect.as_ref().map_or(&[], |outcome| &outcome.cites),
            Statement::Expect(Expectation::Cites(cites)) => cites,
            Statement::Expect(_)
            | Statement::House(_)
            | Statement::Game(_)
            | Statement::Alter(_)
            | Statement::Seats { .. }
            | Statement::Button(_)
            | Statement::Record(_)
            | Statement::Cards { .. }
            | Statement::Board(_)
            | Statement::Deck(_) => &[],
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RecordStatement {
    Commission(Vec<Chips>),
    Showdown,
}

/// What the dealer does with the deck, or an official about the cards or the hand.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum DealerAct {
    /// The number of cards; `None` for the full deck.
    Shuffle(Option<u8>),
    Cut(u8),
    Void(VoidReason),
    /// The clock is called on a seat.
    Clock(Seat),
    /// New cards in place of old ones, and the reason.
    Replace(Vec<Card>, String),
    /// The new cards that were found, and how many cards the deck has; `None` for the full deck.
    Check(Vec<Card>, Option<u8>),
}

/// What a seat does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SeatAct {
    Fold,
    Check,
    Call(Option<Chips>),
    CallAndFold,
    /// A bet or raise to a total.
    To(Chips),
    /// A raise by this much over the highest bet.
    By(Chips),
    AllIn(Option<AllInAmount>),
    Post(Option<Chips>),
    OverBlind(Option<Chips>),
    Show(Vec<HiddenCard>),
    Muck,
    /// The seat's own cards, after the hand is over.
    TurnUp(Vec<HiddenCard>),
    Share,
    Sit {
        stack: Chips,
        person: Option<u64>,
        posts: bool,
    },
    Leave,
    SitOut,
    SitIn {
        posts: bool,
    },
    Buy(Chips),
    TakeOff(Chips),
    /// The time to act ran out.
    TimeUp,
    DeclineBlind,
    /// A bet in money that is not chips.
    Cash,
}

/// The amount that a script gives for an all-in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum AllInAmount {
    /// The street's total.
    To(Chips),
    /// The amount added.
    For(Chips),
    /// Either of the two.
    Either(Chips),
}

/// What an act is expected to count as, and by which rules.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ExpectedOutcome {
    pub ruling: ExpectedRuling,
    pub all_in: bool,
    pub full: Option<bool>,
    pub cites: Vec<ExpectedCitation>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ExpectedRuling {
    Accepted,
    Refused,
    Fold,
    Check,
    Call(Option<Chips>),
    Bet(Option<Chips>),
    Raise(Option<Chips>),
    /// A bet or raise to this total.
    To(Chips),
    Post(Option<Chips>),
    Show,
    Muck,
}

/// A rule by its name, a row of the register, or a decided reading.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ExpectedCitation {
    Rule(Rule),
    Row(String),
}

impl ExpectedCitation {
    /// The name of the rule, or the id of the row or reading, as reports and claims write it.
    pub fn name(&self) -> &str {
        match self {
            ExpectedCitation::Rule(rule) => rule.name(),
            ExpectedCitation::Row(id) => id,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expectation {
    Pots(Vec<(Chips, Option<Seats>)>),
    Pot(Chips),
    Stacks(Vec<(Seat, Chips)>),
    Menu {
        seat: Seat,
        how: MenuMatch,
        items: Vec<MenuItem>,
    },
    ToAct(Option<Seat>),
    ToShow(Option<Seat>),
    ToCall(Seat, Chips),
    FirstToShow(Seat),
    Street(Street),
    Winners(Seats),
    Awards(Vec<(Seat, Chips)>),
    Wins(Seat, Chips),
    Returned(Vec<(Seat, Chips)>),
    Commission(Vec<Chips>),
    Posted(Vec<(Seat, Chips)>),
    Shown(Seats),
    Mucked(Seats),
    Folded(Seats),
    AllIn(Seats),
    DealtIn(Seats),
    Over(bool),
    Button(Seat),
    Blinds(Vec<Option<Seat>>),
    Board(Vec<HiddenCard>),
    Cards(Seat, Vec<HiddenCard>),
    Burns(Vec<HiddenCard>),
    Cites(Vec<ExpectedCitation>),
    /// Words expected in an event since the last act.
    Ruling(String),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum MenuMatch {
    Exactly,
    Has,
    Lacks,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum MenuItem {
    Fold,
    Check,
    Call(Option<Chips>),
    CallAndFold,
    Bet(Option<AmountRange>),
    Raise(Option<AmountRange>),
    AllIn(Option<Chips>),
}

/// From one total to another, or up to whatever is allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AmountRange {
    pub least: Chips,
    pub most: Option<Chips>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Street {
    Betting(u8),
    Showdown,
    Over,
}
