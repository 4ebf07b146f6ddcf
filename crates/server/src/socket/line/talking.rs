//! What is said at tables, on one client's line.

use room::ask::Refused;
use room::people::role_word;
use room::port::Key;
use room::talk::{Say, Told};

use super::{Finished, Line};
use crate::people::session::factor_due;
use crate::wire::frame::{Chat, ChatLine, Frame};
use crate::wire::request::AskKey;
use crate::wire::told;
use crate::wire::value::Seat;

/// What is told where the operator wants no talk.
fn switched_off() -> Refused {
    Refused::plain("chat_off", "chat is switched off in this room")
}

impl Line {
    /// Somebody wants to say something at a table.
    pub(super) fn say_at(&mut self, table: u64, key: AskKey, text: String) {
        let Some(look) = &self.look else {
            let why = "this needs somebody who is signed in";
            return self.refuse(table, key, &Refused::plain("not_signed_in", why));
        };
        let Some(who) = look() else { return self.signed_out() };
        if who.roles.is_empty() {
            let refused = match who.waiting.first() {
                Some(role) => {
                    Refused::plain("second_factor_due", factor_due(*role)).with("role", role_word(*role))
                }
                None => {
                    Refused::plain("not_granted", "this account has no role, and nobody talks without one")
                        .because("no_role_talks")
                }
            };
            return self.refuse(table, key, &refused);
        }
        if !self.lines.limits().chat {
            return self.refuse(table, key, &switched_off());
        }
        let most = self.lines.limits().asks;
        if self.asks >= most {
            let why = format!("{most} asks of this line wait for their answers: wait for one");
            let busy = Refused::plain("busy", why).because("line_busy").with("at_most", most);
            return self.refuse(table, key, &busy);
        }
        self.asks += 1;
        let (room, say) = (self.room.clone(), Say { person: who.person, key: Key(key.key.0), text });
        self.pending.push(Box::pin(async move {
            let answer = room.say(table, say).await;
            Finished::Answered { table, key, answer }
        }));
    }

    /// Puts into words what was said at a table.
    pub(super) fn tell_talk(&mut self, table: u64, talk: &Told) {
        let is_on = self.lines.limits().chat;
        let named = |line: &std::sync::Arc<room::talk::Line>| ChatLine {
            n: line.number,
            person: line.person.0,
            name: self.names.name(line.person).0,
            seat: line.seat.map(Seat),
            hand: line.hand,
            at: line.at.0,
            text: line.text.clone(),
        };
        let lines = if is_on { talk.lines.iter().map(named).collect() } else { Vec::new() };
        let off =
            if is_on { talk.off.as_ref().map(told::refused) } else { Some(told::refused(&switched_off())) };
        self.say(&Frame::Chat(Chat { table, lines, off }));
    }
}
