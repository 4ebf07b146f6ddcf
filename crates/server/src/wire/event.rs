//! What happened at a table, as a client is told: every kind of fact with its rule and the clauses of the table's book.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::proof::{WireCommitment, WireCut, WireOpening};
use super::value::{WireCard, WireChips, WireSeat};
use super::view::{WireStakes, WireStanding, is_first};

/// One fact, with what it rests on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "Event")]
pub struct WireEvent {
    /// What happened.
    #[serde(flatten)]
    pub what: WireFact,
    /// The name of the rule it rests on; `null` for what is the room's own.
    pub rule: Option<Cow<'static, str>>,
    /// Where the table's book says so, as rows of the register of clauses.
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
        /// Which seat.
        seat: WireSeat,
        /// The number of the person.
        person: u64,
        /// The name that others see.
        name: String,
        /// A program plays.
        machine: bool,
        /// The stake.
        stack: WireChips,
        /// Waits for the last blind, or until it posts.
        waits: bool,
    },
    /// A person left.
    Left {
        /// Which seat.
        seat: WireSeat,
        /// The stake that went back to the wallet.
        stack: WireChips,
    },
    /// A player leaves when the round is over; the hand is folded when its turn comes.
    Leaving {
        /// Which seat.
        seat: WireSeat,
    },
    /// A player is off the table when the round is over.
    RemovalDecided {
        /// Which seat.
        seat: WireSeat,
        /// Why.
        reason: String,
        /// Shut out of the game until an official lifts it.
        excluded: bool,
    },
    /// A person who was shut out may come back.
    Readmitted {
        /// The number of the person.
        person: u64,
    },
    /// A person wanted to come back with less than was taken away; an official decides.
    RejoinReferred {
        /// The number of the person.
        person: u64,
        /// The seat that was wanted.
        seat: WireSeat,
        /// The stake that was wanted.
        stack: WireChips,
        /// What the person had taken away.
        took: WireChips,
    },
    /// An official decided on a person who wanted to come back.
    RejoinDecided {
        /// The number of the person.
        person: u64,
        /// May come back.
        allowed: bool,
    },
    /// What the time is.
    TimeTold {
        /// In milliseconds since 1970.
        at: u64,
    },
    /// The table was opened; its sign says so (4.1).
    TableOpened {
        /// What it is played by and for.
        stakes: WireStakes,
        /// What the sign says.
        sign: WireSign,
    },
    /// A player is not dealt in: the button is at this seat, and nobody enters on it.
    HeldBack {
        /// Which seat.
        seat: WireSeat,
    },
    /// A player gets no cards until further notice.
    SatOut {
        /// Which seat.
        seat: WireSeat,
    },
    /// A player gets no cards any more once the last blind comes round; or does, where that is not wished any more.
    OutAtBlind {
        /// Which seat.
        seat: WireSeat,
        /// It is wished.
        wished: bool,
    },
    /// A player wants cards again.
    SatIn {
        /// Which seat.
        seat: WireSeat,
        /// Waits for the last blind, or until it posts.
        waits: bool,
        /// Posts what is owed with the next hand.
        posts: bool,
    },
    /// Chips were added to a stake.
    Bought {
        /// Which seat.
        seat: WireSeat,
        /// How many.
        amount: WireChips,
    },
    /// Other choices of 4.2 are announced.
    Determined {
        /// What is played for from then on.
        stakes: WireStakes,
        /// The first hand for which they hold.
        from_hand: u64,
        /// The game is declared anew. Not there otherwise.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        anew: bool,
    },
    /// The notice that the sign changes (4.1).
    SignChanged {
        /// What it says then.
        sign: WireSign,
        /// The first hand for which it holds.
        from_hand: u64,
        /// When the notice was given, in milliseconds since 1970.
        at: Option<u64>,
    },
    /// The button was placed by hand.
    ButtonPlaced {
        /// Where it stands.
        seat: WireSeat,
    },
    /// New cards come into the deck, to be checked before the next round (2.5).
    CardsReplaced {
        /// Which.
        cards: Vec<WireCard>,
        /// Why.
        reason: String,
    },
    /// New cards were looked at one by one, and the deck was counted.
    CardsChecked {
        /// The supervisor did it; the dealer otherwise.
        by_supervisor: bool,
        /// The new cards that were found.
        cards: Vec<WireCard>,
        /// How many cards the deck has with them.
        counted: u8,
    },
    /// Button and blinds of the round that opens.
    Positions {
        /// The seat of the button.
        button: WireSeat,
        /// The seats of the blinds, first blind first; `null` for a blind that nobody posts.
        blinds: Vec<Option<WireSeat>>,
    },
    /// A blind passed a player who was away.
    BlindMissed {
        /// Which seat.
        seat: WireSeat,
        /// It was the last blind.
        last: bool,
    },
    /// A hand began.
    Opened {
        /// The number of the hand at its table.
        hand: u64,
        /// The seat of the button.
        button: WireSeat,
        /// The players dealt in, with what is in front of them.
        players: Vec<WireEntrant>,
    },
    /// The deck was shuffled.
    DeckShuffled {
        /// How many cards it has.
        cards: u8,
    },
    /// The deck was cut; the event `cut` tells what its place was made of.
    DeckCut {
        /// How many cards were taken off.
        after: u8,
    },
    /// The clock was called on the player to act.
    ClockCalled {
        /// Whose turn it is.
        seat: WireSeat,
        /// How many seconds there are to act.
        seconds: u64,
    },
    /// A player did not act in time; what the hand does follows.
    TimeRanOut {
        /// Whose time it was.
        seat: WireSeat,
    },
    /// The round is void: what each player put in goes back.
    Voided {
        /// Why.
        reason: WireVoidReason,
    },
    /// Everything a seat had put into a void round went back.
    Refunded {
        /// To whom.
        seat: WireSeat,
        /// How much.
        amount: WireChips,
    },
    /// A blind, ante or post was collected.
    Posted {
        /// Who paid.
        seat: WireSeat,
        /// What for.
        kind: WirePostKind,
        /// How much.
        amount: WireChips,
        /// It was the whole stack.
        all_in: bool,
    },
    /// A hole card was dealt.
    HoleDealt {
        /// To whom.
        seat: WireSeat,
        /// The card; `null` to everybody but its player.
        card: SeenCard,
        /// Its place in the committed deck, from 0.
        slot: Option<u8>,
    },
    /// A card was burned. Nobody sees it.
    Burned {
        /// Its place in the committed deck, from 0.
        slot: Option<u8>,
    },
    /// A card of the board was dealt.
    BoardDealt {
        /// The card; `null` while it lies face down.
        card: SeenCard,
        /// Its place in the committed deck, from 0.
        slot: Option<u8>,
        /// To which board, from 0. Not there where it is the first.
        #[serde(default, skip_serializing_if = "is_first")]
        #[ts(optional, as = "Option<u8>")]
        board: u8,
        /// How many cards of the first board lie on this one too, before its own. Not there where none does.
        #[serde(default, skip_serializing_if = "is_first")]
        #[ts(optional, as = "Option<u8>")]
        shares: u8,
    },
    /// A betting round began.
    BettingOpened {
        /// Which one, from 0.
        round: u8,
        /// Who opens it.
        seat: WireSeat,
    },
    /// Nobody could bet in a betting round.
    BettingSkipped {
        /// Which one, from 0.
        round: u8,
    },
    /// A hand was folded.
    Folded {
        /// Whose.
        seat: WireSeat,
    },
    /// A check.
    Checked {
        /// Whose.
        seat: WireSeat,
        /// A call of nothing with a blind, in a betting round in which nobody checks. Not there otherwise.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        stands: bool,
    },
    /// A call.
    Called {
        /// Whose.
        seat: WireSeat,
        /// What was added.
        amount: WireChips,
        /// It was the rest of the stack.
        all_in: bool,
    },
    /// The first bet of a betting round.
    Bet {
        /// Whose.
        seat: WireSeat,
        /// The total.
        to: WireChips,
        /// It reached the smallest bet.
        full: bool,
        /// It was the rest of the stack.
        all_in: bool,
    },
    /// A raise.
    Raised {
        /// Whose.
        seat: WireSeat,
        /// The total.
        to: WireChips,
        /// It reached the smallest raise.
        full: bool,
        /// It was the rest of the stack.
        all_in: bool,
    },
    /// A betting round ended.
    BettingClosed {
        /// Which one, from 0.
        round: u8,
    },
    /// The part of a bet that nobody called went back.
    Returned {
        /// To whom.
        seat: WireSeat,
        /// How much.
        amount: WireChips,
    },
    /// Betting ended early: all live hands are turned up.
    HandsTabled {
        /// Whose is first.
        first: WireSeat,
    },
    /// The showdown began.
    ShowdownOpened {
        /// Who shows first.
        first: WireSeat,
        /// Betting ended before the board was complete.
        early: bool,
    },
    /// A hand was turned up.
    Shown {
        /// Whose.
        seat: WireSeat,
        /// Its cards.
        cards: Vec<SeenCard>,
    },
    /// A hand was thrown away unseen.
    Mucked {
        /// Whose.
        seat: WireSeat,
    },
    /// Cards of a hand that is out of the play were turned up, and no others.
    CardsShown {
        /// Whose.
        seat: WireSeat,
        /// Those cards in the places in which they were dealt; `null` before them for each that stays face down.
        cards: Vec<SeenCard>,
    },
    /// A pot was made up, before commission.
    PotFormed {
        /// Which pot; the main pot is 0.
        pot: u8,
        /// How much is in it.
        amount: WireChips,
        /// The seats that can win it.
        eligible: Vec<WireSeat>,
    },
    /// Commission was taken.
    CommissionTaken {
        /// From which pot.
        pot: u8,
        /// How much.
        amount: WireChips,
        /// With the last one of a round: less was taken than is due, for only whole chips can be taken.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        short_of_due: bool,
    },
    /// The most that is taken in a round limited the commission.
    CommissionCapped {
        /// What the percentage came to.
        due: WireChips,
        /// What was taken instead.
        taken: WireChips,
    },
    /// A house that takes commission from the pots took nothing.
    NoCommission {
        /// From which pot; not there where it is so of the whole round.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pot: Option<u8>,
        /// Why.
        reason: WireNoCommission,
    },
    /// A pot, a half of it, or a share of it was won.
    Awarded {
        /// Which pot.
        pot: u8,
        /// The board that decided, from 0. Not there where it is the first.
        #[serde(default, skip_serializing_if = "is_first")]
        #[ts(optional, as = "Option<u8>")]
        board: u8,
        /// What part of it.
        half: WireHalf,
        /// By whom.
        seat: WireSeat,
        /// How much.
        amount: WireChips,
    },
    /// Chips that could not be shared.
    OddChips {
        /// Of which pot.
        pot: u8,
        /// The board that decided, from 0. Not there where it is the first.
        #[serde(default, skip_serializing_if = "is_first")]
        #[ts(optional, as = "Option<u8>")]
        board: u8,
        /// Of what part of it.
        half: WireHalf,
        /// Who got them.
        seat: WireSeat,
        /// How many.
        amount: WireChips,
    },
    /// The hand is over.
    Closed {},
    /// The order of the deck is fixed; no card has left it.
    Deck {
        /// The round it is for.
        hand: u64,
        /// What binds the room to the order.
        commitment: WireCommitment,
    },
    /// The place of the cut with all that it was made of, for whoever checks it.
    Cut {
        /// The place, and all that went into it.
        cut: WireCut,
    },
    /// A card that the viewer saw, with the proof that it lay in its place of the committed deck.
    Opening {
        /// The proof.
        opening: WireOpening,
    },
    /// Play stops, goes on, or ends.
    Standing {
        /// What holds now.
        standing: WireStanding,
    },
    /// A seat took time from its bank.
    TimeBank {
        /// Which seat.
        seat: WireSeat,
        /// How much, in milliseconds.
        taken: u64,
    },
}

/// A player dealt in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "Entrant")]
pub struct WireEntrant {
    /// The seat.
    pub seat: WireSeat,
    /// The number of the person.
    pub person: u64,
    /// The name that others see.
    pub name: String,
    /// A program plays.
    pub machine: bool,
    /// What is in front of the seat, before blinds and antes.
    pub stack: WireChips,
}

/// What a payment before the deal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "is", rename_all = "snake_case")]
#[ts(rename = "PostKind")]
pub enum WirePostKind {
    /// An ante.
    Ante {},
    /// Dead money: in the pot, nobody's bet.
    Dead {},
    /// A blind.
    Blind {
        /// Which one; 0 is the first.
        number: u8,
    },
    /// A further blind by choice.
    OverBlind {},
    /// A post that counts as the seat's bet.
    Live {},
}

/// What part of a pot is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
#[ts(rename = "Half")]
pub enum WireHalf {
    Whole,
    High,
    Low,
}

/// Why a round is void.
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
    /// Another disturbance that breaks the game up.
    Disturbance,
    /// Going on is impractical.
    CannotGoOn,
    /// A fraudulent act affects the outcome.
    Fraud,
}

/// Why nothing was taken from the pots of a round, or from one of them.
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
    /// No pot is over the amount that is free.
    SmallPots,
    /// The percentage comes to less than the smallest amount that is taken.
    RoundedDown,
    /// Everything went back to the player who had put it in: there is no pot.
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
