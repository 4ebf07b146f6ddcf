//! Why an act was refused: an answer, with the numbers that help and the rule.

use std::fmt;

use cards::Card;
use chips::Chips;
use rulebook::Rule;
use seating::Seat;

use crate::reason::reasons;

/// An act that the rules do not allow. Nothing has changed.
///
/// ```
/// use rulebook::rule;
/// use seating::Seat;
/// use table::reason::ReasonValue;
/// use table::{Refusal, RefusalReason};
///
/// let why = RefusalReason::NotOnTurn { turn: Seat::FIRST };
/// let refusal = Refusal { why, rule: rule::ACT_IN_TURN };
/// assert_eq!(refusal.why.name(), "not_on_turn");
/// assert_eq!(refusal.why.values(), [("turn", ReasonValue::Number(1))]);
/// assert_eq!(refusal.why.to_string(), "it is seat 1's turn");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Why, with the numbers that help.
    pub why: RefusalReason,
    /// The rule that it rests on.
    pub rule: Rule,
}

reasons! {
    /// The reasons for a refusal.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[allow(missing_docs)]
    pub enum RefusalReason {
        /// The hand is over.
        HandIsOver = "hand_is_over",
        /// The seat was not dealt in.
        NotInTheHand { seat: Seat } = "not_in_the_hand",
        /// Somebody else plays that seat, or the role does not act at tables.
        NotYours = "not_yours",
        /// Blinds or antes are still to be collected, the next from `seat`.
        PostsDue { seat: Seat } = "posts_due",
        /// Nothing is due from that seat now.
        NothingToPost { seat: Seat } = "nothing_to_post",
        /// Over-blinds are not in use.
        NoOverBlinds = "no_over_blinds",
        /// The maximum number of over-blinds has been posted.
        NoMoreOverBlinds { most: u8 } = "no_more_over_blinds",
        /// The seat after the last blind has already posted a blind or post.
        OverBlindSeatHasPosted { next: Seat } = "over_blind_seat_has_posted",
        /// The hand is played without blinds.
        NoBlindToFollow = "no_blind_to_follow",
        /// The first card has left the deck.
        CardsAreOut = "cards_are_out",
        /// Only the seat after the last blind may post the over-blind.
        NotNextToTheLastBlind { seat: Seat, next: Seat } = "not_next_to_the_last_blind",
        /// The stack does not cover the over-blind.
        StackTooSmall { stack: Chips, needed: Chips } = "stack_too_small",
        /// No card is needed now; `seat` has to act or show.
        NoCardNeeded { seat: Seat } = "no_card_needed",
        /// The card was dealt before.
        CardAlreadyDealt { card: Card } = "card_already_dealt",
        /// The card is not in the deck.
        CardNotInDeck { card: Card } = "card_not_in_deck",
        /// Cards are being dealt; there is no betting now.
        NoBettingNow = "no_betting_now",
        /// It is another seat's turn to act.
        NotOnTurn { turn: Seat } = "not_on_turn",
        /// There is a bet to call.
        BetToAnswer { to_call: Chips } = "bet_to_answer",
        /// A check is not offered in the first betting round.
        NoCheckNow = "no_check_now",
        /// The opener may not fold without paying the call.
        OpenerMustPay { to_call: Chips } = "opener_must_pay",
        /// The opener may not just call.
        OpenerMustRaise = "opener_must_raise",
        /// The opener must bet.
        OpenerMustBet { at_least: Chips } = "opener_must_bet",
        /// There is nothing to call.
        NothingToCall = "nothing_to_call",
        /// There is a blind to call.
        BlindToAnswer { to_call: Chips } = "blind_to_answer",
        /// The seat is all-in and has nothing more to do in the betting.
        IsAllIn { seat: Seat } = "is_all_in",
        /// Paying the call and folding is not offered.
        NoCallAndFold = "no_call_and_fold",
        /// Folding is refused because a check is free.
        CheckIsFree = "check_is_free",
        /// The total is no more than what must be called anyway.
        NotARaise { price: Chips } = "no_raise",
        /// A bet is too small.
        BetTooSmall { to: Chips, at_least: Chips } = "bet_too_small",
        /// A raise is too small.
        RaiseTooSmall { to: Chips, at_least: Chips } = "raise_too_small",
        /// A bet or raise is too large.
        TooLarge { to: Chips, at_most: Chips } = "too_large",
        /// Not a whole multiple of the smallest chip.
        NotWholeChips { to: Chips, unit: Chips } = "not_whole_chips",
        /// More than the stack.
        MoreThanTheStack { to: Chips, at_most: Chips } = "more_than_the_stack",
        /// This seat may not raise: an all-in of this many chips in this betting round did not reopen the
        /// betting. `opens` when the all-in opened the round; otherwise it is short of a raise.
        NotReopened { all_in: Chips, to_call: Chips, opens: bool } = "not_reopened",
        /// Nobody may raise over an all-in of this many chips in this betting round, which `opens` it or is
        /// short of a raise.
        NobodyRaisesOverAllIn { all_in: Chips, to_call: Chips, opens: bool } = "nobody_raises_over_all_in",
        /// No more raises are allowed in this betting round.
        RaisesAreUsedUp { cap: u32 } = "raises_are_used_up",
        /// Every opponent is all-in.
        AllOthersAllIn { to_call: Chips } = "all_others_all_in",
        /// This is not the time to show cards.
        NoShowdownNow = "no_showdown_now",
        /// It is another seat's turn to show.
        NotToShow { turn: Seat } = "not_to_show",
        /// The hand must be shown: it is the first to show, or at least as good as a hand already shown.
        MustShow = "must_show",
        /// All hands are turned up because betting ended early.
        HandsAreTabled = "hands_are_tabled",
        /// The hand was folded or mucked.
        HandIsDead { seat: Seat } = "hand_is_dead",
        /// Cards are turned up when the hand is over, or instead of mucking.
        ShownAfterTheRound = "shown_after_the_round",
        /// The book does not allow showing cards after the hand is over.
        NoShowingOfCards = "no_showing_of_cards",
        /// Every card that was named is already face up.
        CardsAreUp { seat: Seat } = "cards_are_up",
        /// The seat does not have the card.
        NotYourCard { card: Card } = "not_your_card",
        /// The cards must be named, and must agree with those dealt.
        CardsNeeded = "cards_needed",
        /// Players may not agree to share the pot.
        NoSharing = "no_sharing",
        /// The deck must be shuffled first.
        ShuffleDue = "shuffle_due",
        /// The deck must be cut first.
        CutDue = "cut_due",
        /// The deck was already shuffled for this hand, or came prepared.
        DeckIsShuffled = "deck_is_shuffled",
        /// The deck was already cut for this hand, or came prepared.
        DeckIsCut = "deck_is_cut",
        /// The deck of the game has a different number of cards.
        WrongDeck { cards: u8, needed: u8 } = "wrong_deck",
        /// Too few cards on one side of the cut.
        CutTooNearTheEnd { after: u8, at_least: u8, at_most: u8 } = "cut_too_near_the_end",
        /// The house does not limit the time to act.
        NoClock = "clock_not_in_use",
        /// A time for every act was announced before the hand, and no clock is called as well.
        TimeIsAnnounced = "time_is_announced",
        /// The clock was already called on this seat.
        ClockIsOn { seat: Seat } = "clock_is_on",
        /// No clock was called on this seat.
        ClockNotCalled { seat: Seat } = "clock_not_called",
        /// Only officials may decide this.
        NotAnOfficial = "not_an_official",
        /// The house has no rule by which hands are declared void.
        NoVoidRounds = "no_void_rounds",
        /// Bets are made only in chips.
        ChipsOnly = "chips_only",
    }
}

impl fmt::Display for RefusalReason {
    /// Words a [`RefusalReason`] for clients that have no words of their own for it. Nothing may compare with
    /// the sentence or take it apart.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            RefusalReason::HandIsOver => write!(f, "the hand is over: open the next one"),
            RefusalReason::NotInTheHand { seat } => write!(f, "seat {seat} is not in this hand"),
            RefusalReason::NotYours => write!(f, "only the seat's player or the dealer may do this"),
            RefusalReason::PostsDue { seat } => {
                write!(f, "blinds and antes come first: seat {seat} is next to post")
            }
            RefusalReason::NothingToPost { seat } => write!(f, "seat {seat} has nothing to post now"),
            RefusalReason::NoOverBlinds => write!(f, "over-blinds are not allowed at this table"),
            RefusalReason::NoMoreOverBlinds { most: 1 } => {
                write!(f, "only one over-blind is allowed, and it is already posted")
            }
            RefusalReason::NoMoreOverBlinds { most } => {
                write!(f, "only {most} over-blinds are allowed, and they are already posted")
            }
            RefusalReason::OverBlindSeatHasPosted { next } => {
                write!(
                    f,
                    "only seat {next}, next to the last blind, may post an over-blind, and it has already posted"
                )
            }
            RefusalReason::NoBlindToFollow => {
                write!(f, "an over-blind must follow a blind, and this hand has none")
            }
            RefusalReason::CardsAreOut => write!(f, "too late: the first card has been dealt"),
            RefusalReason::NotNextToTheLastBlind { seat, next } => {
                write!(
                    f,
                    "seat {seat} may not post an over-blind: only seat {next}, next to the last blind, may"
                )
            }
            RefusalReason::StackTooSmall { stack, needed } => {
                write!(f, "the stack of {stack} is too small: {needed} is needed")
            }
            RefusalReason::NoCardNeeded { seat } => write!(f, "no card is due: seat {seat} must act first"),
            RefusalReason::CardAlreadyDealt { card } => write!(f, "{card} was already dealt"),
            RefusalReason::CardNotInDeck { card } => write!(f, "{card} is not in the deck of this game"),
            RefusalReason::NoBettingNow => write!(f, "there is no betting now"),
            RefusalReason::NotOnTurn { turn } => write!(f, "it is seat {turn}'s turn"),
            RefusalReason::BetToAnswer { to_call } => {
                write!(f, "there is a bet: call {to_call}, raise or fold")
            }
            RefusalReason::NoCheckNow => write!(f, "checking is not allowed in the first betting round"),
            RefusalReason::BlindToAnswer { to_call } => {
                write!(f, "there is a blind to match: call {to_call}, raise or fold")
            }
            RefusalReason::IsAllIn { seat } => {
                write!(f, "seat {seat} is all-in and takes no further part in the betting")
            }
            RefusalReason::OpenerMustPay { to_call } => {
                write!(f, "the opener must pay the call of {to_call} even to fold")
            }
            RefusalReason::OpenerMustRaise => write!(f, "the opener must raise or fold"),
            RefusalReason::OpenerMustBet { at_least } => {
                write!(f, "the opener must bet: at least {at_least}")
            }
            RefusalReason::NothingToCall => write!(f, "there is nothing to call: check or bet"),
            RefusalReason::NoCallAndFold => {
                write!(f, "paying the call and folding is not offered: do one or the other")
            }
            RefusalReason::CheckIsFree => write!(f, "there is nothing to call: check"),
            RefusalReason::NotARaise { price } => {
                write!(f, "the bet is already {price}: a raise must be more than that")
            }
            RefusalReason::BetTooSmall { to, at_least } => {
                write!(f, "bet of {to} is short: at least {at_least}")
            }
            RefusalReason::RaiseTooSmall { to, at_least } => {
                write!(f, "raise to {to} is short: at least {at_least}")
            }
            RefusalReason::TooLarge { to, at_most } => write!(f, "{to} is too much: at most {at_most}"),
            RefusalReason::NotWholeChips { to, unit } => {
                write!(f, "{to} is not a multiple of {unit}, the smallest chip")
            }
            RefusalReason::MoreThanTheStack { to, at_most } => {
                write!(f, "{to} is more than the stack: at most {at_most}")
            }
            RefusalReason::NotReopened { all_in, to_call, opens } => {
                let size = full_size(opens);
                write!(
                    f,
                    "the all-in of {all_in} is short of {size} and does not reopen the betting: call {to_call} or fold"
                )
            }
            RefusalReason::NobodyRaisesOverAllIn { all_in, to_call, opens } => {
                let size = full_size(opens);
                write!(
                    f,
                    "the all-in of {all_in} is short of {size} and nobody may raise over it: call {to_call} or fold"
                )
            }
            RefusalReason::RaisesAreUsedUp { cap } => {
                write!(f, "no more raises are allowed in this betting round: {cap} were made")
            }
            RefusalReason::AllOthersAllIn { to_call } => {
                write!(f, "every opponent is all-in: call {to_call} or fold")
            }
            RefusalReason::NoShowdownNow => write!(f, "there is no showdown now"),
            RefusalReason::NotToShow { turn } => write!(f, "seat {turn} is next to show"),
            RefusalReason::MustShow => write!(f, "this hand must be shown"),
            RefusalReason::HandsAreTabled => write!(f, "all hands are turned up when betting ends early"),
            RefusalReason::HandIsDead { seat } => {
                write!(f, "the hand of seat {seat} is dead: it was folded or mucked")
            }
            RefusalReason::ShownAfterTheRound => {
                write!(f, "cards may be shown only after the hand: wait until it is over")
            }
            RefusalReason::NoShowingOfCards => {
                write!(f, "this table does not allow showing cards after the hand: they stay face down")
            }
            RefusalReason::CardsAreUp { seat } => write!(f, "these cards of seat {seat} are already face up"),
            RefusalReason::NotYourCard { card } => {
                write!(f, "{card} is not one of these hole cards: name one that is")
            }
            RefusalReason::CardsNeeded => write!(f, "name the cards being shown, as they were dealt"),
            RefusalReason::ShuffleDue => write!(f, "the deck must be shuffled and cut first"),
            RefusalReason::CutDue => write!(f, "the deck must be cut first: it is shuffled but not cut"),
            RefusalReason::DeckIsShuffled => write!(f, "the deck is already shuffled for this hand"),
            RefusalReason::DeckIsCut => write!(f, "the deck is already cut for this hand"),
            RefusalReason::WrongDeck { cards, needed } => {
                write!(f, "expected a deck of {needed} cards, found {cards}")
            }
            RefusalReason::CutTooNearTheEnd { after, at_least, at_most } => {
                write!(
                    f,
                    "a cut after card {after} is too near the end: expected one after card {at_least} to {at_most}"
                )
            }
            RefusalReason::NoClock => write!(f, "this table does not limit the time to act"),
            RefusalReason::TimeIsAnnounced => {
                write!(f, "a time was announced for every act, so no clock may be called")
            }
            RefusalReason::ClockIsOn { seat } => write!(f, "the clock was already called on seat {seat}"),
            RefusalReason::ClockNotCalled { seat } => {
                write!(f, "no clock was called on seat {seat}: call it first")
            }
            RefusalReason::NotAnOfficial => {
                write!(f, "only the house, or an official who may decide for it, may do this")
            }
            RefusalReason::NoVoidRounds => write!(f, "hands are not declared void at this table"),
            RefusalReason::ChipsOnly => write!(f, "bets are made in chips: buy chips between hands"),
            RefusalReason::NoSharing => {
                write!(f, "players may not agree to share the pot: the hand is played out")
            }
        }
    }
}

/// What an all-in falls short of, in the two sentences about it.
fn full_size(opens: bool) -> &'static str {
    if opens { "a full bet" } else { "a full raise" }
}

impl fmt::Display for Refusal {
    /// Words a [`Refusal`]: the sentence with the rule's name behind it, for scripts and logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.why, self.rule)
    }
}

impl std::error::Error for Refusal {}
