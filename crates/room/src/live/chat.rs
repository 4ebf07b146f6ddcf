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
    Post { message: NewChatMessage, answer: oneshot::Sender<Reply> },
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
    /// Posts a message for everybody who watches a table. The caller checks who may; the table tidies the text
    /// and limits the rate. The reply has the number of the message; sent again with the same key, that of the
    /// first one.
    pub async fn say(&self, table: u64, message: NewChatMessage) -> Reply {
        let (answer, answered) = oneshot::channel();
        let gone = || Reply::Refused(self.no_table_refusal(table));
        let Some(handle) = self.handle(table) else { return gone() };
        if handle.mailbox.send(TaskMessage::Chat(ChatRequest::Post { message, answer })).await.is_err() {
            return gone();
        }
        answered.await.unwrap_or_else(|_| gone())
    }

    /// The latest messages at a table, as many as are attached to a report, with the hand at this moment.
    ///
    /// # Errors
    /// There is no such table.
    pub async fn recent_chat(&self, table: u64) -> Result<RecentChat, RoomRefusal> {
        let (answer, answered) = oneshot::channel();
        let handle = self.handle(table).ok_or_else(|| self.no_table_refusal(table))?;
        let sent = handle.mailbox.send(TaskMessage::Chat(ChatRequest::Recent { answer })).await;
        sent.map_err(|_| self.no_table_refusal(table))?;
        answered.await.map_err(|_| self.no_table_refusal(table))
    }
}

impl Task {
    /// Posts or reads messages for somebody and sends them the reply. Chat never reaches the keeper and is
    /// never stored.
    pub(super) fn handle_chat(&mut self, request: ChatRequest) {
        match request {
            ChatRequest::Post { message, answer } => {
                let reply = match self.post(&message) {
                    Ok(number) => Reply::Done { number },
                    Err(refused) => Reply::Refused(refused),
                };
                // The sender may have gone.
                let _ = answer.send(reply);
            }
            ChatRequest::Recent { answer } => {
                let hand = self.keeper.state().table.hands_opened();
                let _ = answer.send(RecentChat { hand, messages: self.chat.last(REPORTED_MESSAGES) });
            }
        }
    }

    /// Adds a message and sends it to everybody who watches; returns its number. A key used before, for a
    /// message or a request, is not used again.
    fn post(&mut self, new: &NewChatMessage) -> Result<u64, RoomRefusal> {
        if let Some(message) = self.chat.message_with_key(new.person, new.key) {
            let same = chat::tidy_message(&new.text).is_ok_and(|text| text == message.text);
            return if same { Ok(message.number) } else { Err(RoomRefusal::key_used()) };
        }
        if self.keeper.has_done(new.person, new.key) {
            return Err(RoomRefusal::key_used());
        }
        if let Some(closed) = &self.chat_closed {
            return Err(closed.clone());
        }
        let text = chat::tidy_message(&new.text)?;
        let now = self.inner.clock.now();
        lock(&self.inner.chat_rates).take(new.person, now.steady)?;
        let message = self.chat.add(self.keeper.state(), new.person, new.key, now.wall, text);
        let number = message.number;
        let update = Arc::new(ChatUpdate { messages: vec![message], closed: None });
        self.broadcast_chat(&update);
        Ok(number)
    }

    /// Called after the keeper's effects were sent out: viewers who just got their first view receive the
    /// messages so far, and everybody learns if chat has opened or closed.
    pub(super) fn send_chat(&mut self, first_views: Vec<WatcherId>) {
        let closed = chat::closed_reason(self.keeper.state());
        if closed != self.chat_closed {
            self.chat_closed = closed;
            let update = Arc::new(ChatUpdate { messages: Vec::new(), closed: self.chat_closed.clone() });
            self.broadcast_chat_except(&update, &first_views);
        }
        if first_views.is_empty() {
            return;
        }
        let update =
            Arc::new(ChatUpdate { messages: self.chat.last(MAX_MESSAGES), closed: self.chat_closed.clone() });
        for viewer in first_views {
            self.send(viewer, Outbound::Chat(Arc::clone(&update)));
        }
    }

    /// Sends a change in the chat to everybody who has a first view of the table; the others get it after
    /// theirs.
    fn broadcast_chat(&mut self, update: &Arc<ChatUpdate>) {
        self.broadcast_chat_except(update, &[]);
    }

    /// Sends a change in the chat to everybody but some. Viewers without a first view yet receive it later,
    /// after that view.
    fn broadcast_chat_except(&mut self, update: &Arc<ChatUpdate>, but: &[WatcherId]) {
        let outs = self.outboxes.keys().copied();
        let to: Vec<WatcherId> =
            outs.filter(|viewer| !self.awaiting_chat.contains(viewer) && !but.contains(viewer)).collect();
        for viewer in to {
            self.send(viewer, Outbound::Chat(Arc::clone(update)));
        }
    }
}
