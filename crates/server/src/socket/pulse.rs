//! Whether somebody is still at the other end of a connection: it is pinged when it has been quiet, and taken
//! to be lost if it stays quiet. A connection that was cut silently gives no other sign.

use std::time::{Duration, Instant};

/// A connection that has been quiet for this long is pinged.
pub const PING_AFTER: Duration = Duration::from_secs(3);
/// A connection that has been quiet for this long is taken to be lost: before the time for a decision is
/// over, so that the others are notified and the time for a lost connection counts.
pub const LOST_AFTER: Duration = Duration::from_secs(9);
/// The fewest pings before a connection is lost. A room that was held up itself has sent none, and must not
/// blame the connection.
const FEWEST_PINGS: u32 = 2;

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beat {
    /// Nothing: something was received recently.
    Rest,
    /// A ping.
    Ping,
    /// Nothing was received for too long.
    Lost,
}

/// When a connection was last heard from, and the pings since then.
#[derive(Clone, Copy, Debug)]
pub struct Pulse {
    heard: Instant,
    pinged: Instant,
    unanswered: u32,
}

impl Pulse {
    /// The pulse of a socket that opens now; opening counts as being heard from, so the first ping is due
    /// after [`PING_AFTER`].
    pub fn new(now: Instant) -> Pulse {
        Pulse { heard: now, pinged: now, unanswered: 0 }
    }

    /// Something came over the connection, even a ping: somebody is there, and earlier pings count as
    /// answered.
    pub fn note_frame(&mut self, now: Instant) {
        self.heard = now;
        self.unanswered = 0;
    }

    /// When [`beat`](Pulse::beat) is next due, as far as is known now. A frame received meanwhile only makes
    /// it later, so the timer is reset only when it runs out.
    pub fn next_beat(&self) -> Instant {
        let ping = self.heard.max(self.pinged) + PING_AFTER;
        let lost = self.heard + LOST_AFTER;
        if self.unanswered >= FEWEST_PINGS { ping.min(lost) } else { ping }
    }

    /// What is due now: nothing, a ping (which counts as sent, so the caller must send it), or the end. A
    /// connection is lost only after [`LOST_AFTER`] and two pings, however long the room itself was held up.
    pub fn beat(&mut self, now: Instant) -> Beat {
        if self.unanswered >= FEWEST_PINGS && now >= self.heard + LOST_AFTER {
            return Beat::Lost;
        }
        if now < self.heard.max(self.pinged) + PING_AFTER {
            return Beat::Rest;
        }
        self.pinged = now;
        self.unanswered += 1;
        Beat::Ping
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The beats of a connection that falls silent at once, each with its time in whole seconds after the
    /// connection was opened, up to the one that finds it lost.
    fn silent(pulse: &mut Pulse, opened: Instant) -> Vec<(u64, Beat)> {
        let mut beats = Vec::new();
        loop {
            let now = pulse.next_beat();
            let beat = pulse.beat(now);
            beats.push(((now - opened).as_secs(), beat));
            if beat == Beat::Lost {
                return beats;
            }
        }
    }

    #[test]
    fn a_silent_line_is_pinged_every_three_seconds_and_lost_after_nine() {
        let opened = Instant::now();
        let beats = silent(&mut Pulse::new(opened), opened);
        assert_eq!(beats, [(3, Beat::Ping), (6, Beat::Ping), (9, Beat::Lost)]);
    }

    #[test]
    fn a_line_that_answers_every_ping_is_never_lost_and_one_that_talks_is_never_pinged() {
        let opened = Instant::now();
        let mut answers = Pulse::new(opened);
        for _ in 0..100 {
            let now = answers.next_beat();
            assert_eq!(answers.beat(now), Beat::Ping);
            answers.note_frame(now + Duration::from_millis(40));
        }
        let mut talks = Pulse::new(opened);
        for second in 1..100 {
            let now = opened + Duration::from_secs(second);
            talks.note_frame(now);
            assert_eq!(talks.beat(now), Beat::Rest);
        }
    }

    #[test]
    fn a_room_that_was_held_up_asks_before_it_holds_a_line_to_be_lost() {
        let opened = Instant::now();
        let mut pulse = Pulse::new(opened);
        let late = opened + Duration::from_secs(60);
        assert_eq!(pulse.beat(late), Beat::Ping);
        assert_eq!(pulse.beat(late), Beat::Rest, "the answer has time to come");
        assert_eq!(pulse.beat(late + PING_AFTER), Beat::Ping);
        assert_eq!(
            pulse.beat(late + PING_AFTER),
            Beat::Lost,
            "nothing came for a minute, and two pings passed"
        );
    }
}
