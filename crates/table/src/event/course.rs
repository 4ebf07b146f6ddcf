//! The beginning and the end of a hand.

use std::sync::Arc;

use seating::Actor;
use serde::{Deserialize, Serialize};

use super::ChipMovement;
use crate::ending::VoidReason;
use crate::families::fact_family;
use crate::lineup::Lineup;

fact_family! {
    /// The beginning and the end of a hand.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "name")]
    #[allow(missing_docs)]
    pub enum CourseFact {
        /// The hand began; the lineup holds everything needed to play it.
        #[serde(rename = "opened")]
        Opened(Arc<Lineup>),
        /// The hand was declared void: what each player put in goes back.
        #[serde(rename = "voided")]
        Voided { reason: VoidReason, by: Actor },
        /// The hand is over.
        #[serde(rename = "closed")]
        Closed,
    }
}

impl CourseFact {
    /// The lineup, if this is the opening of a hand: everything that a replay needs, so a hand begins from it
    /// alone.
    pub const fn lineup(&self) -> Option<&Arc<Lineup>> {
        if let CourseFact::Opened(lineup) = self { Some(lineup) } else { None }
    }

    /// Why the hand is void and who declared it, if it is; a blind refused before the deal ends a hand this
    /// way too.
    pub const fn void(&self) -> Option<(VoidReason, Actor)> {
        if let CourseFact::Voided { reason, by } = *self { Some((reason, by)) } else { None }
    }

    /// Whether the hand is over: the last fact of every hand but for cards shown afterwards. Stacks are final
    /// then.
    pub const fn is_over(&self) -> bool {
        matches!(self, CourseFact::Closed)
    }

    /// How it moves the chips: a void hand gathers the bets, which the refunds that follow pay back.
    pub const fn chip_movement(&self) -> ChipMovement {
        match self {
            CourseFact::Voided { .. } => ChipMovement::Gathered,
            CourseFact::Opened(_) | CourseFact::Closed => ChipMovement::Nothing,
        }
    }
}
