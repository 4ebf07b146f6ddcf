//! Chat at the tables of the live room: who is sent which messages, and the functions to send and read them.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::task::Task;
use super::{Room, TaskMessage, lock};
use crate::chat::{self, ChatMessage, ChatUpdate, MAX_MESSAGES, NewChatMessage, REPORTED_MESSAGES};
use crate::keeper::WatcherId;
use crate::requests::{Outbound, Reply, RoomRefusal};

/// What a table's task receives about chat.
pub(super) enum ChatRequest {
    /// Post a message.
    Say { say: NewChatMessage, answer: oneshot::Sender<Reply> },
    /// Read the latest messages.
    Recent { answer: oneshot::Sender<RecentChat> },
}

/// The latest messages at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecentChat {
    /// The hand in play, or the last one; zero before the first.
    pub hand: u64,
    /// The latest messages, oldest first, as many as are attached to a report.
    pub messages: Vec<Arc<ChatMessage>>,
}

impl Room {
    /// Posts a message for everybody who watches a table. The caller checks who may. The reply has the number
    /// of the message; sent again with the same key, that of the first one.
    pub async fn say(&self, table: u64, say: NewChatMessage) -> Reply {
        let (answer, answered) = oneshot::channel();
        let gone = || Reply::Refused(self.no_table_refusal(table));
        let Some(handle) = self.handle(table) else { return gone() };
        if handle.mailbox.send(TaskMessage::Chat(ChatRequest::Say { say, answer })).await.is_err() {
            return gone();
        }
        answered.await.unwrap_or_else(|_| gone())
    }

    /// The latest messages at a table.
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
    /// Posts or reads messages and sends the reply.
    pub(super) fn handle_chat(&mut self, talking: ChatRequest) {
        match talking {
            ChatRequest::Say { say, answer } => {
                let said = match self.say(&say) {
                    Ok(number) => Reply::Done { number },
                    Err(refused) => Reply::Refused(refused),
                };
                // The sender may have gone.
                let _ = answer.send(said);
            }
            ChatRequest::Recent { answer } => {
                let hand = self.keeper.state().table.hands_opened();
                let _ = answer.send(RecentChat { hand, messages: self.chat.last(REPORTED_MESSAGES) });
            }
        }
    }

    /// Adds a message and sends it to everybody.
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

    /// Called after an update was sent out: viewers who just got their first view receive the messages so
    /// far, and everybody learns if chat has opened or closed.
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

    /// Viewers without a first view yet receive it later, after that view.
    fn broadcast_chat_except(&mut self, told: &Arc<ChatUpdate>, but: &[WatcherId]) {
        let outs = self.outboxes.keys().copied();
        let to: Vec<WatcherId> =
            outs.filter(|viewer| !self.awaiting_chat.contains(viewer) && !but.contains(viewer)).collect();
        for viewer in to {
            self.send(viewer, Outbound::Chat(Arc::clone(told)));
        }
    }
}
