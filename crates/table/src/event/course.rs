//! The beginning and the end of a hand.

use std::sync::Arc;

use seating::Actor;
use serde::{Deserialize, Serialize};

use super::ChipMovement;
use crate::ending::VoidReason;
use crate::families::named;
use crate::lineup::Lineup;

named! {
    /// The beginning and the end of a hand.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "name")]
    #[allow(missing_docs)]
    pub enum CourseFact {
        /// The hand began; holds all it needs.
        #[serde(rename = "opened")]
        Opened(Arc<Lineup>),
        /// The round was declared void: what each player put in goes back.
        #[serde(rename = "voided")]
        Voided { reason: VoidReason, by: Actor },
        /// The hand is over.
        #[serde(rename = "closed")]
        Closed,
    }
}

impl CourseFact {
    /// What the hand began with, where it began.
    pub const fn lineup(&self) -> Option<&Arc<Lineup>> {
        if let CourseFact::Opened(lineup) = self { Some(lineup) } else { None }
    }

    /// Why the round is void and who declared it, where it is.
    pub const fn void(&self) -> Option<(VoidReason, Actor)> {
        if let CourseFact::Voided { reason, by } = *self { Some((reason, by)) } else { None }
    }

    /// Whether the hand is over.
    pub const fn is_over(&self) -> bool {
        matches!(self, CourseFact::Closed)
    }

    /// What it does to the chips.
    pub const fn chip_movement(&self) -> ChipMovement {
        match self {
            CourseFact::Voided { .. } => ChipMovement::Gathered,
            CourseFact::Opened(_) | CourseFact::Closed => ChipMovement::Nothing,
        }
    }
}
