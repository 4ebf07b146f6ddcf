//! Kinds and reasons under their names on the wire.

use table::PostKind;

use crate::event;

/// Why no commission was taken from a pot, under its name on the wire, which clients word.
pub(super) fn no_commission(reason: table::NoCommission) -> event::WireNoCommission {
    match reason {
        table::NoCommission::EqualHands => event::WireNoCommission::EqualHands,
        table::NoCommission::BlindsOnly => event::WireNoCommission::BlindsOnly,
        table::NoCommission::NoBoardCard => event::WireNoCommission::NoBoardCard,
        table::NoCommission::SmallPots => event::WireNoCommission::SmallPots,
        table::NoCommission::RoundedDown => event::WireNoCommission::RoundedDown,
        table::NoCommission::NoPot => event::WireNoCommission::NoPot,
        table::NoCommission::ByTime => event::WireNoCommission::ByTime,
    }
}

/// Why a hand was declared void, under its name on the wire, which clients word.
pub(super) fn void_reason(reason: table::VoidReason) -> event::WireVoidReason {
    match reason {
        table::VoidReason::Unrest => event::WireVoidReason::Unrest,
        table::VoidReason::Fire => event::WireVoidReason::Fire,
        table::VoidReason::Robbery => event::WireVoidReason::Robbery,
        table::VoidReason::Disturbance => event::WireVoidReason::Disturbance,
        table::VoidReason::CannotGoOn => event::WireVoidReason::CannotGoOn,
        table::VoidReason::Fraud => event::WireVoidReason::Fraud,
    }
}

/// What a posted bet is for, under its name on the wire; blinds keep their numbers.
pub(super) fn post_kind(kind: PostKind) -> event::WirePostKind {
    match kind {
        PostKind::Ante => event::WirePostKind::Ante {},
        PostKind::Dead => event::WirePostKind::Dead {},
        PostKind::Blind(number) => event::WirePostKind::Blind { number },
        PostKind::OverBlind => event::WirePostKind::OverBlind {},
        PostKind::Live => event::WirePostKind::Live {},
    }
}

/// The part of a pot that was won, under its name on the wire: the whole, or the half for the high or the low hand.
pub fn encode_half(half: table::PotHalf) -> event::WireHalf {
    match half {
        table::PotHalf::Whole => event::WireHalf::Whole,
        table::PotHalf::High => event::WireHalf::High,
        table::PotHalf::Low => event::WireHalf::Low,
    }
}
