//! What the hostile clients throw: bytes with a turn and keys filled in, and wishes of the protocol with a
//! few changes.

use std::rc::Rc;

use serde_json::{Value, json};

use super::{BESIEGED, HONEST, QUIET, Siege};
use crate::hall::every_wish;

impl Siege<'_> {
    /// The bytes with their placeholders filled in.
    pub(super) fn filled(&mut self, at: usize, bytes: &[u8]) -> Vec<u8> {
        let turn = self.posts[at].turns.values().next_back().map(|frame| frame["turn"].clone());
        let turn = turn.unwrap_or_else(|| json!({ "hand": 1, "acts": 0, "facing": 0 }));
        let turn = json!({ "hand": turn["hand"], "acts": turn["acts"], "facing": turn["facing"] });
        let key = format!("\"{}\"", self.fresh_key());
        let used = format!("\"{}\"", self.posts[at].used);
        let mut filled = bytes.to_vec();
        for (name, value) in [("@turn", turn.to_string()), ("@key", key), ("@used", used)] {
            while let Some(from) = filled.windows(name.len()).position(|part| part == name.as_bytes()) {
                filled.splice(from..from + name.len(), value.bytes());
            }
        }
        filled
    }

    /// A frame of the protocol with a few changes.
    pub(super) fn wish(&mut self, at: usize, arg: &mut dyn FnMut() -> u8) -> Vec<u8> {
        let table = [BESIEGED, QUIET, 3, 0, u64::MAX][usize::from(arg()) % 5];
        let wishes = every_wish();
        let mut wish = wishes[usize::from(arg()) % wishes.len()].clone();
        let known = self.posts[at].turns.get(&table).map(Rc::clone);
        let turn = known.as_ref().map_or_else(
            || json!({ "hand": 1, "acts": 0, "facing": 0 }),
            |frame| {
                let turn = &frame["turn"];
                json!({ "hand": turn["hand"], "acts": turn["acts"], "facing": turn["facing"] })
            },
        );
        let key = if arg() % 4 == 3 { self.posts[at].used.clone() } else { self.fresh_key() };
        let amounts = amounts(known.as_deref());
        let amount = amounts[usize::from(arg()) % amounts.len()].clone();
        // The amount replaces the number in the wish.
        let number = wish
            .as_object()
            .and_then(|fields| fields.iter().find(|(_, value)| value.is_u64()).map(|(name, _)| name.clone()));
        if let Some(name) = number
            && !amount.is_null()
        {
            wish[name] = amount;
        }
        let mut frame = json!({ "t": "ask", "table": table, "key": key, "turn": turn, "wish": wish });
        for _ in 0..3 {
            match arg() % 12 {
                1 => drop(frame.as_object_mut().map(|fields| fields.remove("turn"))),
                2 => frame["turn"]["acts"] = amounts[usize::from(arg()) % amounts.len()].clone(),
                3 => frame["turn"]["facing"] = amounts[usize::from(arg()) % amounts.len()].clone(),
                4 => frame["turn"]["hand"] = amounts[usize::from(arg()) % amounts.len()].clone(),
                5 => frame["wish"]["seat"] = amounts[usize::from(arg()) % amounts.len()].clone(),
                6 => frame["by"] = json!({ "person": HONEST[0], "role": "administrator" }),
                7 => frame["wish"]["person"] = json!(HONEST[1]),
                8 => frame["key"] = amounts[usize::from(arg()) % amounts.len()].clone(),
                9 => frame["table"] = amounts[usize::from(arg()) % amounts.len()].clone(),
                10 => {
                    // The same field twice.
                    let text = frame.to_string();
                    return text.replacen('{', r#"{"table":2,"#, 1).into_bytes();
                }
                11 => {
                    let mut text = frame.to_string().into_bytes();
                    let most = text.len();
                    text.truncate(most - usize::from(arg()) % most);
                    return text;
                }
                _ => {}
            }
        }
        frame.to_string().into_bytes()
    }
}

/// Numbers that are nearly right, and values that are not amounts.
fn amounts(turn: Option<&Value>) -> Vec<Value> {
    let menu = turn.map(|frame| &frame["menu"]).cloned().unwrap_or_default();
    vec![
        Value::Null,
        menu["raise"]["min"].clone(),
        menu["raise"]["max"].clone(),
        json!(menu["raise"]["min"].as_u64().unwrap_or(1) - 1),
        json!(menu["raise"]["max"].as_u64().unwrap_or(1) + 1),
        menu["call"].clone(),
        json!(0),
        json!(1),
        json!(2),
        json!(3),
        json!(5),
        json!(8),
        json!(40),
        json!(199),
        json!(200),
        json!(201),
        json!(99_999),
        json!(100_001),
        json!(u32::MAX),
        json!((1_u64 << 53) - 1),
        json!(1_u64 << 53),
        json!(u64::MAX),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!("40"),
        json!(true),
        json!([]),
        json!({}),
        json!("000102030405060708090a0b0c0d0e0f"),
    ]
}
