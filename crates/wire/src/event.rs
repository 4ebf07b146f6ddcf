//! The events of a table, as a client receives them: every kind of fact with its rule and the clauses of the
//! table's book.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::proof::{WireCommitment, WireCut, WireOpening};
use super::value::{WireCard, WireChips, WireSeat};
use super::view::{WireStakes, WireStanding, is_first_board};

/// One fact, with the rule and clauses it rests on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "Event")]
pub struct WireEvent {
    /// What happened.
    #[serde(flatten)]
    pub what: WireFact,
    /// The name of the rule it rests on; `null` for a fact of the room's own.
    pub rule: Option<Cow<'static, str>>,
    /// The clauses of the table's book behind it, as rows of the register of clauses.
    pub clauses: Vec<String>,
}

/// A card as the viewer sees it; `null` is one that the viewer may not see.
pub type SeenCard = Option<WireCard>;

/// The kinds of facts. Amounts are in chips; those called `to` are the total of the street.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "e", rename_all = "snake_case")]
#[ts(rename = "What")]
pub enum WireFact {
    /// A person took a seat.
    Sat {
        /// The seat.
        seat: WireSeat,
        /// The number of the person.
        person: u64,
        /// The name that others see.
        name: String,
        /// The player is a program.
        machine: bool,
        /// The stake.
        stack: WireChips,
        /// The player waits for the last blind, or until they post.
        waits: bool,
    },
    /// A person left.
    Left {
        /// The seat.
        seat: WireSeat,
        /// The stake that went back to the wallet.
        stack: WireChips,
    },
    /// A player will leave after this hand; the hand is folded when its turn comes.
    Leaving {
        /// The seat.
        seat: WireSeat,
    },
    /// A player will be removed after this hand.
    RemovalDecided {
        /// The seat.
        seat: WireSeat,
        /// The reason.
        reason: String,
        /// Excluded from the game until an official readmits them.
        excluded: bool,
    },
    /// An excluded person may come back.
    Readmitted {
        /// The number of the person.
        person: u64,
    },
    /// A person wanted to come back with a smaller stake than they took away; an official decides.
    RejoinReferred {
        /// The number of the person.
        person: u64,
        /// The seat that they wanted.
        seat: WireSeat,
        /// The stake that they wanted.
        stack: WireChips,
        /// The stake that they had taken away.
        took: WireChips,
    },
    /// An official decided whether a person may come back with a smaller stake.
    RejoinDecided {
        /// The number of the person.
        person: u64,
        /// Whether they may come back.
        allowed: bool,
    },
    /// The current time.
    TimeTold {
        /// In milliseconds since 1970.
        at: u64,
    },
    /// The table was opened; its sign shows this (4.1).
    TableOpened {
        /// The stakes of the table.
        stakes: WireStakes,
        /// What the sign says.
        sign: WireSign,
    },
    /// A player is not dealt in: the button is at this seat, and nobody enters the game on the button.
    HeldBack {
        /// The seat.
        seat: WireSeat,
    },
    /// A player sits out: no cards until further notice.
    SatOut {
        /// The seat.
        seat: WireSeat,
    },
    /// A player asked to sit out from the next last blind on, or withdrew that.
    OutAtBlind {
        /// The seat.
        seat: WireSeat,
        /// Whether they want it.
        wished: bool,
    },
    /// A player who sat out wants cards again.
    SatIn {
        /// The seat.
        seat: WireSeat,
        /// The player waits for the last blind, or until they post.
        waits: bool,
        /// The player posts what they owe with the next hand.
        posts: bool,
    },
    /// Chips were added to a stake.
    Bought {
        /// The seat.
        seat: WireSeat,
        /// The number of chips.
        amount: WireChips,
    },
    /// New choices of 4.2 are announced.
    Determined {
        /// The stakes from then on.
        stakes: WireStakes,
        /// The first hand to which they apply.
        from_hand: u64,
        /// The game is declared anew. Absent otherwise.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        anew: bool,
    },
    /// The notice that the sign will change (4.1).
    SignChanged {
        /// The new text of the sign.
        sign: WireSign,
        /// The first hand to which it applies.
        from_hand: u64,
        /// When the notice was given, in milliseconds since 1970.
        at: Option<u64>,
    },
    /// The button was placed by hand.
    ButtonPlaced {
        /// The seat where it stands.
        seat: WireSeat,
    },
    /// New cards go into the deck, to be checked before the next hand (2.5).
    CardsReplaced {
        /// The new cards.
        cards: Vec<WireCard>,
        /// The reason.
        reason: String,
    },
    /// New cards were inspected one by one, and the deck was counted.
    CardsChecked {
        /// Whether a supervisor did it, rather than the dealer.
        by_supervisor: bool,
        /// The new cards that were found.
        cards: Vec<WireCard>,
        /// The number of cards in the deck, including them.
        counted: u8,
    },
    /// The button and blinds of the hand that is opening.
    Positions {
        /// The seat of the button.
        button: WireSeat,
        /// The seats of the blinds, first blind first; `null` for a blind that nobody posts.
        blinds: Vec<Option<WireSeat>>,
    },
    /// A blind passed a player who was sitting out.
    BlindMissed {
        /// The seat.
        seat: WireSeat,
        /// Whether it was the last blind.
        last: bool,
    },
    /// A hand began.
    Opened {
        /// The number of the hand at its table.
        hand: u64,
        /// The seat of the button.
        button: WireSeat,
        /// The players dealt in, with their stacks.
        players: Vec<WireEntrant>,
    },
    /// The deck was shuffled.
    DeckShuffled {
        /// How many cards it has.
        cards: u8,
    },
    /// The deck was cut; the event `cut` shows what its position was made from.
    DeckCut {
        /// How many cards were taken off.
        after: u8,
    },
    /// The clock was called on the player to act.
    ClockCalled {
        /// The seat on action.
        seat: WireSeat,
        /// How many seconds the player has to act.
        seconds: u64,
    },
    /// A player did not act in time; the consequence for the hand follows.
    TimeRanOut {
        /// The seat whose time ran out.
        seat: WireSeat,
    },
    /// The hand is void: what each player put in goes back.
    Voided {
        /// The reason.
        reason: WireVoidReason,
    },
    /// Everything that a seat had put into a void hand went back.
    Refunded {
        /// The seat that receives it.
        seat: WireSeat,
        /// The amount.
        amount: WireChips,
    },
    /// A blind, ante or other post was collected.
    Posted {
        /// The seat that paid.
        seat: WireSeat,
        /// What the payment is for.
        kind: WirePostKind,
        /// The amount.
        amount: WireChips,
        /// Whether it was the whole stack.
        all_in: bool,
    },
    /// A hole card was dealt.
    HoleDealt {
        /// The seat that it was dealt to.
        seat: WireSeat,
        /// The card; `null` for everybody except its player.
        card: SeenCard,
        /// Its slot in the committed deck, from 0.
        slot: Option<u8>,
    },
    /// A card was burned. Nobody sees it.
    Burned {
        /// Its slot in the committed deck, from 0.
        slot: Option<u8>,
    },
    /// A card of the board was dealt.
    BoardDealt {
        /// The card; `null` while it lies face down.
        card: SeenCard,
        /// Its slot in the committed deck, from 0.
        slot: Option<u8>,
        /// The board it was dealt to, from 0. Absent for the first.
        #[serde(default, skip_serializing_if = "is_first_board")]
        #[ts(optional, as = "Option<u8>")]
        board: u8,
        /// How many cards of the first board also belong to this one, before its own. Absent if none do.
        #[serde(default, skip_serializing_if = "is_first_board")]
        #[ts(optional, as = "Option<u8>")]
        shares: u8,
    },
    /// A betting round began.
    BettingOpened {
        /// Its number, from 0.
        round: u8,
        /// The seat that acts first.
        seat: WireSeat,
    },
    /// A betting round was skipped because nobody could bet.
    BettingSkipped {
        /// Its number, from 0.
        round: u8,
    },
    /// A player folded.
    Folded {
        /// The seat.
        seat: WireSeat,
    },
    /// A player checked.
    Checked {
        /// The seat.
        seat: WireSeat,
        /// The player stood: called nothing with a blind, in a betting round in which nobody checks. Absent
        /// otherwise.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        stands: bool,
    },
    /// A player called.
    Called {
        /// The seat.
        seat: WireSeat,
        /// The chips added.
        amount: WireChips,
        /// Whether it was the rest of the stack.
        all_in: bool,
    },
    /// A player made the first bet of a betting round.
    Bet {
        /// The seat.
        seat: WireSeat,
        /// The total of the street.
        to: WireChips,
        /// Whether it reached the smallest bet.
        full: bool,
        /// Whether it was the rest of the stack.
        all_in: bool,
    },
    /// A player raised.
    Raised {
        /// The seat.
        seat: WireSeat,
        /// The total of the street.
        to: WireChips,
        /// Whether it reached the smallest raise.
        full: bool,
        /// Whether it was the rest of the stack.
        all_in: bool,
    },
    /// A betting round ended.
    BettingClosed {
        /// Its number, from 0.
        round: u8,
    },
    /// The uncalled part of a bet went back.
    Returned {
        /// The seat that receives it.
        seat: WireSeat,
        /// The amount.
        amount: WireChips,
    },
    /// Betting ended early: all live hands are turned up.
    HandsTabled {
        /// The seat that tables first.
        first: WireSeat,
    },
    /// The showdown began.
    ShowdownOpened {
        /// The seat that shows first.
        first: WireSeat,
        /// Whether betting ended before the board was complete.
        early: bool,
    },
    /// A hand was turned up.
    Shown {
        /// The seat.
        seat: WireSeat,
        /// Its cards.
        cards: Vec<SeenCard>,
    },
    /// A hand was mucked, unseen.
    Mucked {
        /// The seat.
        seat: WireSeat,
    },
    /// Some cards of a hand that is out of play were turned up.
    CardsShown {
        /// The seat.
        seat: WireSeat,
        /// Those cards at the places where they were dealt; `null` at each earlier place whose card stays
        /// face down.
        cards: Vec<SeenCard>,
    },
    /// A pot was formed, before commission.
    PotFormed {
        /// The number of the pot; the main pot is 0.
        pot: u8,
        /// The amount in it.
        amount: WireChips,
        /// The seats that can win it.
        eligible: Vec<WireSeat>,
    },
    /// Commission was taken.
    CommissionTaken {
        /// The pot it was taken from.
        pot: u8,
        /// The amount.
        amount: WireChips,
        /// For the last commission of a hand: less was taken than is due, because only whole chips can be
        /// taken.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        short_of_due: bool,
    },
    /// The maximum commission per hand limited what was taken.
    CommissionCapped {
        /// The amount that the percentage comes to.
        due: WireChips,
        /// The amount taken instead.
        taken: WireChips,
    },
    /// A house that takes commission from the pots took nothing.
    NoCommission {
        /// The pot it concerns; absent if it is the whole hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pot: Option<u8>,
        /// The reason.
        reason: WireNoCommission,
    },
    /// A pot, a half of it, or a share of it was won.
    Awarded {
        /// The pot.
        pot: u8,
        /// The board that decided it, from 0. Absent for the first.
        #[serde(default, skip_serializing_if = "is_first_board")]
        #[ts(optional, as = "Option<u8>")]
        board: u8,
        /// Which part of the pot.
        half: WireHalf,
        /// The seat that won it.
        seat: WireSeat,
        /// The amount.
        amount: WireChips,
    },
    /// Chips that could not be split evenly were awarded.
    OddChips {
        /// The pot.
        pot: u8,
        /// The board that decided it, from 0. Absent for the first.
        #[serde(default, skip_serializing_if = "is_first_board")]
        #[ts(optional, as = "Option<u8>")]
        board: u8,
        /// Which part of the pot.
        half: WireHalf,
        /// The seat that received them.
        seat: WireSeat,
        /// The number of chips.
        amount: WireChips,
    },
    /// The hand is over.
    Closed {},
    /// The order of the deck is fixed; no card has left it yet.
    Deck {
        /// The number of the hand it is for.
        hand: u64,
        /// The commitment that binds the room to this order.
        commitment: WireCommitment,
    },
    /// The position of the cut with everything it was made from, for anybody who checks it.
    Cut {
        /// The cut.
        cut: WireCut,
    },
    /// A card that the viewer saw, with the proof that it lay in its place in the committed deck.
    Opening {
        /// The proof.
        opening: WireOpening,
    },
    /// Play stops, resumes, or ends.
    Standing {
        /// The state from now on.
        standing: WireStanding,
    },
    /// A seat used time from its time bank.
    TimeBank {
        /// The seat.
        seat: WireSeat,
        /// How much, in milliseconds.
        taken: u64,
    },
}

/// A player who was dealt in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "Entrant")]
pub struct WireEntrant {
    /// The seat.
    pub seat: WireSeat,
    /// The number of the person.
    pub person: u64,
    /// The name that others see.
    pub name: String,
    /// The player is a program.
    pub machine: bool,
    /// The stack of the seat, before blinds and antes.
    pub stack: WireChips,
}

/// The kind of a payment before the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "is", rename_all = "snake_case")]
#[ts(rename = "PostKind")]
pub enum WirePostKind {
    /// An ante.
    Ante {},
    /// Dead money: it is in the pot and nobody's bet.
    Dead {},
    /// A blind.
    Blind {
        /// Which blind; 0 is the first.
        number: u8,
    },
    /// A further, voluntary blind.
    OverBlind {},
    /// A post that counts as the seat's bet.
    Live {},
}

/// Which part of a pot is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
#[ts(rename = "Half")]
pub enum WireHalf {
    Whole,
    High,
    Low,
}

/// Why a hand is void.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "VoidReason")]
pub enum WireVoidReason {
    /// Unrest, riot or fighting in the room.
    Unrest,
    /// Fire, or an alarm.
    Fire,
    /// Robbery.
    Robbery,
    /// Another disturbance that disrupts the game.
    Disturbance,
    /// Continuing is impractical.
    CannotGoOn,
    /// A fraudulent act affects the outcome.
    Fraud,
}

/// Why no commission was taken from the pots of a hand, or from one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "NoCommission")]
pub enum WireNoCommission {
    /// Everybody who put chips in has an equal hand.
    EqualHands,
    /// Only blinds and antes are in the pot.
    BlindsOnly,
    /// No board card was dealt.
    NoBoardCard,
    /// No pot exceeds the amount that is free of commission.
    SmallPots,
    /// The percentage comes to less than the smallest amount that can be taken.
    RoundedDown,
    /// Everything went back to the player who put it in, so there is no pot.
    NoPot,
    /// Commission is paid by time.
    ByTime,
}

/// What the sign at a table says (4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "Sign")]
pub struct WireSign {
    /// The smallest stake to sit down with.
    pub minimum_stake: WireChips,
    /// The smallest bet of the first betting round.
    pub minimum_bet: WireChips,
}
