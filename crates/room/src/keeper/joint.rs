//! A keeper's part in a batch of several streams: what is asked is done at every one of the tables, or at none.
//!
//! Whoever joins the parts takes one from each keeper, hands them to the store as one batch, and tells every keeper what
//! came of it ([`Input::Stored`](super::Input::Stored)). Where a keeper gives none, the others have theirs withdrawn
//! ([`Input::Withdrawn`](super::Input::Withdrawn)). No act of the room needs two tables yet: what moves seats and chips
//! between them so, with a kill at every operation of the store, is the store's tests.

use super::{AskId, Asked, Keeper};
use crate::ask::{Answer, Ask, Refused};
use crate::machine::Kept;
use crate::port::{Now, Part};

impl<M: Kept> Keeper<M> {
    /// The keeper's part for something asked that is done together with something elsewhere. Until the batch has come
    /// back, or the part is withdrawn, the keeper waits as for a batch of its own: nothing else is decided meanwhile, so
    /// that the part still follows from what is stored.
    ///
    /// # Errors
    /// The answer where there is no part: it is refused, it was answered before, or the table is busy.
    ///
    /// # Panics
    /// As [`Keeper::handle`].
    pub fn part(&mut self, now: Now, id: AskId, ask: &Ask) -> Result<Part, Answer> {
        let asked = Asked::of(id, ask);
        if let Some(answer) = self.answered_before(&asked) {
            return Err(answer);
        }
        if self.pending.is_some() || !self.waiting.is_empty() || M::ran_out_before(self, now) {
            let why = "something else is being done at this table: ask again in a moment";
            return Err(Answer::Refused(Refused::plain("busy", why)));
        }
        let refused = match M::judge(self, now, ask, asked.mark) {
            Ok(Some(draft)) => match self.await_stored(now, draft, vec![asked]) {
                Some(part) => return Ok(part),
                None => Refused::plain("late", "nothing is left to be done at this table"),
            },
            Ok(None) => Refused::plain("late", "nothing of it would be stored at this table"),
            Err(refused) => refused,
        };
        self.remember(asked, Answer::Refused(refused.clone()));
        Err(Answer::Refused(refused))
    }

    /// The part that was given is in no batch: nothing was done, and the table goes on.
    pub(super) fn withdrawn(&mut self, now: Now, why: Refused) {
        let Some(pending) = self.pending.take() else { return };
        for asked in pending.answers {
            self.refuse(asked, why.clone());
        }
        M::rearm(self, now);
    }
}
