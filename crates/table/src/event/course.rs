//! The beginning and the end of a hand.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::command::By;
use crate::ending::VoidReason;
use crate::families::named;
use crate::lineup::Lineup;

/// The beginning and the end of a hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum CourseFact {
    /// The hand began; holds all it needs.
    Opened(Arc<Lineup>),
    /// The round was declared void: what each player put in goes back.
    Voided { reason: VoidReason, by: By },
    /// The hand is over.
    Closed,
}

named! {
    CourseFact {
        Opened => "opened",
        Voided => "voided",
        Closed => "closed",
    }
}
