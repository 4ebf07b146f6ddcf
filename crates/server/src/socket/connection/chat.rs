//! Chat at the tables, on one client's connection.

use room::chat::{ChatUpdate, NewChatMessage};
use room::people::role_word;
use room::port::RequestKey;
use room::requests::RoomRefusal;

use super::{Completion, Connection};
use crate::people::session::factor_due_text;
use crate::wire::encode;
use crate::wire::frame::{Chat, ChatLine, Frame};
use crate::wire::request::AskKey;
use crate::wire::value::WireSeat;

/// The refusal in a room whose operator allows no chat: the answer to a message, and the reason why no
/// messages are shown.
fn chat_off() -> RoomRefusal {
    RoomRefusal::plain("chat_off", "chat is switched off in this room")
}

impl Connection {
    /// Passes a chat message to a table, from anybody with a role who is signed in; the room limits rate and
    /// length. It counts among the pending requests and is answered under its key.
    pub(super) fn send_chat(&mut self, table: u64, key: AskKey, text: String) {
        let Some(session) = &self.session else {
            let why = "sign in first";
            return self.send_refusal(table, key, &RoomRefusal::plain("not_signed_in", why));
        };
        let Some(who) = session() else { return self.close_signed_out() };
        if who.roles.is_empty() {
            let refused = match who.waiting.first() {
                Some(role) => RoomRefusal::plain("second_factor_due", factor_due_text(*role))
                    .with("role", role_word(*role)),
                None => {
                    RoomRefusal::plain("not_granted", "this account has no role, and chatting requires one")
                        .because("no_role_talks")
                }
            };
            return self.send_refusal(table, key, &refused);
        }
        if !self.connections.limits().chat {
            return self.send_refusal(table, key, &chat_off());
        }
        let most = self.connections.limits().pending_asks;
        if self.asks >= most {
            let why = format!("{most} requests of this connection are waiting for answers: wait for one");
            let busy = RoomRefusal::plain("busy", why).because("line_busy").with("at_most", most);
            return self.send_refusal(table, key, &busy);
        }
        self.asks += 1;
        let (room, say) =
            (self.room.clone(), NewChatMessage { person: who.person, key: RequestKey(key.key.0), text });
        self.pending.push(Box::pin(async move {
            let answer = room.say(table, say).await;
            Completion::Answered { table, key, answer }
        }));
    }

    /// Encodes chat messages from a table, with the names that their authors have now. In a room without chat
    /// it says so and sends no message.
    pub(super) fn forward_chat(&mut self, table: u64, update: &ChatUpdate) {
        let is_on = self.connections.limits().chat;
        let named = |message: &std::sync::Arc<room::chat::ChatMessage>| ChatLine {
            n: message.number,
            person: message.person.0,
            name: self.names.name(message.person).0,
            seat: message.seat.map(WireSeat),
            hand: message.hand,
            at: message.at.0,
            text: message.text.clone(),
        };
        let lines = if is_on { update.messages.iter().map(named).collect() } else { Vec::new() };
        let off = if is_on {
            update.closed.as_ref().map(encode::refusal)
        } else {
            Some(encode::refusal(&chat_off()))
        };
        self.send(&Frame::Chat(Chat { table, lines, off }));
    }
}
