//! A keeper's part in a batch of several streams: the request is done at all of the tables or at none.
//!
//! The coordinator takes one part from each keeper, hands them to the store as one batch, and reports the
//! outcome to every keeper ([`KeeperInput::Stored`](super::KeeperInput::Stored)). If one keeper gives no
//! part, the others have theirs withdrawn ([`KeeperInput::Withdrawn`](super::KeeperInput::Withdrawn)). No act
//! of the room needs two tables yet; the store's tests move seats and chips between two tables this way, with
//! a kill at every operation of the store.

use super::{HostedGame, Keeper, RequestId, RequestRef};
use crate::port::{BatchPart, Now};
use crate::requests::{Reply, RoomRefusal, TableRequest};

impl<M: HostedGame> Keeper<M> {
    /// Prepares this table's part of a request that is carried out together with other streams in one batch.
    /// Until the batch comes back or the part is withdrawn, the keeper waits as for a batch of its own and
    /// decides nothing else, so that the part still follows from what is stored.
    ///
    /// # Errors
    /// The reply if there is no part: the request is refused or was answered before, or the table is busy.
    ///
    /// # Panics
    /// As [`Keeper::handle`].
    pub fn joint_part(
        &mut self,
        now: Now,
        id: RequestId,
        request: &TableRequest,
    ) -> Result<BatchPart, Reply> {
        let request_ref = RequestRef::for_request(id, request);
        if let Some(answer) = self.earlier_reply(&request_ref) {
            return Err(answer);
        }
        if self.pending.is_some() || !self.waiting.is_empty() || M::has_timed_out_before(self, now) {
            let why = "this table is busy with something else: try again in a moment";
            return Err(Reply::Refused(RoomRefusal::plain("busy", why)));
        }
        let refused = match M::judge(self, now, request, request_ref.digest) {
            Ok(Some(draft)) => match self.begin_append(now, draft, vec![request_ref]) {
                Some(part) => return Ok(part),
                None => RoomRefusal::plain("late", "there is nothing left to do at this table"),
            },
            Ok(None) => RoomRefusal::plain("late", "the request would store nothing at this table"),
            Err(refused) => refused,
        };
        self.remember(request_ref, Reply::Refused(refused.clone()));
        Err(Reply::Refused(refused))
    }

    /// Gives up the part that [`Keeper::joint_part`] gave: its request is refused with `why`, nothing was
    /// stored, and the table goes on.
    pub(super) fn on_withdrawn(&mut self, now: Now, why: RoomRefusal) {
        let Some(pending) = self.pending.take() else { return };
        for request_ref in pending.requests {
            self.refuse(request_ref, why.clone());
        }
        M::rearm_timers(self, now);
    }
}
