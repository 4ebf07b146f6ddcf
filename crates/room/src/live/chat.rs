//! Talk at the tables of the live room: who is told what was said, and the doors to it.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::task::Task;
use super::{Room, TaskMessage, lock};
use crate::chat::{self, ChatMessage, ChatUpdate, MAX_MESSAGES, NewChatMessage, REPORTED_MESSAGES};
use crate::keeper::WatcherId;
use crate::requests::{Outbound, Reply, RoomRefusal};

/// What a table's task is handed about talk.
pub(super) enum ChatRequest {
    /// Something is said.
    Say { say: NewChatMessage, answer: oneshot::Sender<Reply> },
    /// What was said last is asked for.
    Recent { answer: oneshot::Sender<RecentChat> },
}

/// What was said last at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecentChat {
    /// The round that is played or was the last; zero before the first.
    pub hand: u64,
    /// The last lines, oldest first, as many as go with a report.
    pub messages: Vec<Arc<ChatMessage>>,
}

impl Room {
    /// Says something at a table, for everybody who watches it. Who may is for the caller to say. The number of the line
    /// is answered; said again with the same key, the first one.
    pub async fn say(&self, table: u64, say: NewChatMessage) -> Reply {
        let (answer, answered) = oneshot::channel();
        let gone = || Reply::Refused(self.no_table_refusal(table));
        let Some(handle) = self.handle(table) else { return gone() };
        if handle.mailbox.send(TaskMessage::Chat(ChatRequest::Say { say, answer })).await.is_err() {
            return gone();
        }
        answered.await.unwrap_or_else(|_| gone())
    }

    /// What was said last at a table.
    ///
    /// # Errors
    /// There is no such table.
    pub async fn recent_chat(&self, table: u64) -> Result<RecentChat, RoomRefusal> {
        let (answer, answered) = oneshot::channel();
        let handle = self.handle(table).ok_or_else(|| self.no_table_refusal(table))?;
        let asked = handle.mailbox.send(TaskMessage::Chat(ChatRequest::Recent { answer })).await;
        asked.map_err(|_| self.no_table_refusal(table))?;
        answered.await.map_err(|_| self.no_table_refusal(table))
    }
}

impl Task {
    pub(super) fn handle_chat(&mut self, talking: ChatRequest) {
        match talking {
            ChatRequest::Say { say, answer } => {
                let said = match self.say(&say) {
                    Ok(number) => Reply::Done { number },
                    Err(refused) => Reply::Refused(refused),
                };
                // Whoever asked may have gone.
                let _ = answer.send(said);
            }
            ChatRequest::Recent { answer } => {
                let hand = self.keeper.state().table.hands_opened();
                let _ = answer.send(RecentChat { hand, messages: self.chat.last(REPORTED_MESSAGES) });
            }
        }
    }

    /// Takes a line in and tells it to everybody.
    fn say(&mut self, say: &NewChatMessage) -> Result<u64, RoomRefusal> {
        if let Some(line) = self.chat.message_with_key(say.person, say.key) {
            let same = chat::tidy_message(&say.text).is_ok_and(|text| text == line.text);
            return if same { Ok(line.number) } else { Err(RoomRefusal::key_used()) };
        }
        if self.keeper.has_done(say.person, say.key) {
            return Err(RoomRefusal::key_used());
        }
        if let Some(off) = &self.chat_off {
            return Err(off.clone());
        }
        let text = chat::tidy_message(&say.text)?;
        let now = self.inner.clock.now();
        lock(&self.inner.chat_rates).take(say.person, now.steady)?;
        let line = self.chat.add(self.keeper.state(), say.person, say.key, now.wall, text);
        let number = line.number;
        let told = Arc::new(ChatUpdate { messages: vec![line], closed: None });
        self.broadcast_chat(&told);
        Ok(number)
    }

    /// After what was just sent: viewers who see the table for the first time are told what was said, and everybody
    /// whether talk is open, where that has changed.
    pub(super) fn send_chat(&mut self, seeing: Vec<WatcherId>) {
        let off = chat::closed_reason(self.keeper.state());
        if off != self.chat_off {
            self.chat_off = off;
            let told = Arc::new(ChatUpdate { messages: Vec::new(), closed: self.chat_off.clone() });
            self.broadcast_chat_except(&told, &seeing);
        }
        if seeing.is_empty() {
            return;
        }
        let told =
            Arc::new(ChatUpdate { messages: self.chat.last(MAX_MESSAGES), closed: self.chat_off.clone() });
        for viewer in seeing {
            self.send(viewer, Outbound::Chat(Arc::clone(&told)));
        }
    }

    fn broadcast_chat(&mut self, told: &Arc<ChatUpdate>) {
        self.broadcast_chat_except(told, &[]);
    }

    /// Whoever has not seen the table yet is told later, after it.
    fn broadcast_chat_except(&mut self, told: &Arc<ChatUpdate>, but: &[WatcherId]) {
        let outs = self.outboxes.keys().copied();
        let to: Vec<WatcherId> =
            outs.filter(|viewer| !self.awaiting_chat.contains(viewer) && !but.contains(viewer)).collect();
        for viewer in to {
            self.send(viewer, Outbound::Chat(Arc::clone(told)));
        }
    }
}
