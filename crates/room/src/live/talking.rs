//! Talk at the tables of the live room: who is told what was said, and the doors to it.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::task::Task;
use super::{Message, Room, lock};
use crate::ask::{Answer, Outbound, Refused};
use crate::keeper::WatcherId;
use crate::talk::{self, Line, MOST_LINES, REPORTED_LINES, Say, Told};

/// What a table's task is handed about talk.
pub(super) enum Talking {
    /// Something is said.
    Say { say: Say, answer: oneshot::Sender<Answer> },
    /// What was said last is asked for.
    Said { answer: oneshot::Sender<Said> },
}

/// What was said last at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The round that is played or was the last; zero before the first.
    pub hand: u64,
    /// The last lines, oldest first, as many as go with a report.
    pub lines: Vec<Arc<Line>>,
}

impl Room {
    /// Says something at a table, for everybody who watches it. Who may is for the caller to say. The number of the line
    /// is answered; said again with the same key, the first one.
    pub async fn say(&self, table: u64, say: Say) -> Answer {
        let (answer, answered) = oneshot::channel();
        let gone = || Answer::Refused(self.no_table(table));
        let Some(handle) = self.handle(table) else { return gone() };
        if handle.door.send(Message::Talk(Talking::Say { say, answer })).await.is_err() {
            return gone();
        }
        answered.await.unwrap_or_else(|_| gone())
    }

    /// What was said last at a table.
    ///
    /// # Errors
    /// There is no such table.
    pub async fn said(&self, table: u64) -> Result<Said, Refused> {
        let (answer, answered) = oneshot::channel();
        let handle = self.handle(table).ok_or_else(|| self.no_table(table))?;
        let asked = handle.door.send(Message::Talk(Talking::Said { answer })).await;
        asked.map_err(|_| self.no_table(table))?;
        answered.await.map_err(|_| self.no_table(table))
    }
}

impl Task {
    pub(super) fn talks(&mut self, talking: Talking) {
        match talking {
            Talking::Say { say, answer } => {
                let said = match self.say(&say) {
                    Ok(number) => Answer::Done { number },
                    Err(refused) => Answer::Refused(refused),
                };
                // Whoever asked may have gone.
                let _ = answer.send(said);
            }
            Talking::Said { answer } => {
                let hand = self.keeper.state().table.rounds();
                let _ = answer.send(Said { hand, lines: self.talk.last(REPORTED_LINES) });
            }
        }
    }

    /// Takes a line in and tells it to everybody.
    fn say(&mut self, say: &Say) -> Result<u64, Refused> {
        if let Some(line) = self.talk.said_with(say.person, say.key) {
            let same = talk::tidy(&say.text).is_ok_and(|text| text == line.text);
            return if same { Ok(line.number) } else { Err(Refused::key_used()) };
        }
        if self.keeper.has_done(say.person, say.key) {
            return Err(Refused::key_used());
        }
        if let Some(off) = &self.off {
            return Err(off.clone());
        }
        let text = talk::tidy(&say.text)?;
        let now = self.inner.clock.now();
        lock(&self.inner.rates).take(say.person, now.steady)?;
        let line = self.talk.take(self.keeper.state(), say.person, say.key, now.wall, text);
        let number = line.number;
        let told = Arc::new(Told { lines: vec![line], off: None });
        self.tell_everybody(&told);
        Ok(number)
    }

    /// After what was just sent: viewers who see the table for the first time are told what was said, and everybody
    /// whether talk is open, where that has changed.
    pub(super) fn tell_talk(&mut self, seeing: Vec<WatcherId>) {
        let off = talk::off(self.keeper.state());
        if off != self.off {
            self.off = off;
            let told = Arc::new(Told { lines: Vec::new(), off: self.off.clone() });
            self.tell_everybody_but(&told, &seeing);
        }
        if seeing.is_empty() {
            return;
        }
        let told = Arc::new(Told { lines: self.talk.last(MOST_LINES), off: self.off.clone() });
        for viewer in seeing {
            self.send(viewer, Outbound::Chat(Arc::clone(&told)));
        }
    }

    fn tell_everybody(&mut self, told: &Arc<Told>) {
        self.tell_everybody_but(told, &[]);
    }

    /// Whoever has not seen the table yet is told later, after it.
    fn tell_everybody_but(&mut self, told: &Arc<Told>, but: &[WatcherId]) {
        let outs = self.outs.keys().copied();
        let to: Vec<WatcherId> =
            outs.filter(|viewer| !self.fresh.contains(viewer) && !but.contains(viewer)).collect();
        for viewer in to {
            self.send(viewer, Outbound::Chat(Arc::clone(told)));
        }
    }
}
