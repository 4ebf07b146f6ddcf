//! What the room requires of a game: a plain machine of values.
//!
//! What the room has around it, the table folded from its records and what its keeper does, is
//! [`HostedGame`](crate::keeper::HostedGame).

use std::fmt;

use seating::Viewer;

/// A game as a plain machine: commands go in, decided facts come out, and the same facts give the same state.
pub trait Machine: Clone + fmt::Debug + Sized {
    /// A command, with who gives it.
    type Command;
    /// A decided fact.
    type Event;
    /// Why it does not allow a command.
    type Refusal: fmt::Display;
    /// What it needs next.
    type Need;
    /// A fact reduced to what one viewer may see.
    type SeenEvent;

    /// Decides a command and applies the result; `sink` gets each fact in order, once it is applied.
    ///
    /// # Errors
    /// The refusal if the rules do not allow it; nothing has changed then, and `sink` got nothing.
    fn take(
        &mut self,
        command: &Self::Command,
        sink: &mut dyn FnMut(Self::Event),
    ) -> Result<(), Self::Refusal>;

    /// Applies a decided fact. Holds no rule and cannot fail: replaying the stored facts in order must give the
    /// same state as deciding did.
    fn apply(&mut self, fact: &Self::Event);

    /// What it needs next, and from whom; `None` between hands. A keeper sets its timers by it.
    fn next(&self) -> Option<Self::Need>;

    /// The fact reduced to what the viewer may see: hidden cards of others must not be in it.
    fn seen_by(fact: &Self::Event, viewer: Viewer) -> Self::SeenEvent;
}
