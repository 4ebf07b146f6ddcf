//! Which cards a viewer may know, and a check of every frame for other cards.
//!
//! The truth comes from one honest spectator who has watched from the first hand: who was dealt in, and in
//! which record each card was laid on the board or turned up. Players' own cards are known from the frames
//! that deal them to their player.

use std::collections::{BTreeMap, BTreeSet};

use cards::Card;
use serde_json::Value;

/// What is open in one hand.
#[derive(Default)]
struct Open {
    /// The person in each seat that was dealt in.
    players: BTreeMap<u64, u64>,
    /// Cards that everybody may see, with the record from which on they may.
    everybodys: BTreeMap<String, u64>,
    /// Cards that were dealt to a person.
    own: BTreeMap<u64, BTreeSet<String>>,
}

/// The hand that a connection is in, at each table.
#[derive(Clone, Default)]
pub struct Following(BTreeMap<u64, u64>);

/// What everybody may know about every hand.
#[derive(Default)]
pub struct Secrets {
    hands: BTreeMap<(u64, u64), Open>,
}

impl Secrets {
    /// Learns from what the honest spectator is sent.
    pub fn learn(&mut self, following: &mut Following, frame: &Value) {
        let (Some(table), Some(number)) = (frame["table"].as_u64(), frame["number"].as_u64()) else { return };
        for event in frame["events"].as_array().into_iter().flatten() {
            if let Some(hand) = begun(event) {
                following.0.insert(table, hand);
                let players = event["players"].as_array().into_iter().flatten();
                let players =
                    players.filter_map(|one| Some((one["seat"].as_u64()?, one["person"].as_u64()?)));
                self.hands.entry((table, hand)).or_default().players = players.collect();
            }
            let Some(hand) = following.0.get(&table) else { continue };
            let open = self.hands.entry((table, *hand)).or_default();
            match event["e"].as_str() {
                Some("board_dealt") => {
                    open.everybodys.extend(event["card"].as_str().map(|card| (card.to_owned(), number)));
                }
                Some("shown" | "cards_shown") => {
                    let cards = event["cards"].as_array().into_iter().flatten().filter_map(Value::as_str);
                    for card in cards {
                        open.everybodys.entry(card.to_owned()).or_insert(number);
                    }
                }
                _ => {}
            }
        }
    }

    /// Checks a frame that goes to a person, or to a spectator.
    ///
    /// # Errors
    /// The card that the viewer may not know.
    pub fn look(&mut self, who: Option<u64>, following: &mut Following, frame: &Value) -> Result<(), String> {
        let table = frame["table"].as_u64().unwrap_or(0);
        let number = frame["number"].as_u64().unwrap_or(0);
        let nothing = (table, 0);
        match frame["t"].as_str() {
            Some("update") => {
                // A viewer who joins in mid-hand knows its number from the update.
                let events = frame["events"].as_array().map(Vec::as_slice).unwrap_or_default();
                if !events.iter().any(|event| begun(event).is_some()) {
                    following.0.insert(table, frame["hand"].as_u64().unwrap_or(0));
                }
                for event in events {
                    if let Some(hand) = begun(event) {
                        following.0.insert(table, hand);
                    }
                    let hand = following.0.get(&table).copied().unwrap_or(0);
                    if event["e"] == "hole_dealt" {
                        self.dealt(who, (table, hand), &event["seat"], std::slice::from_ref(&event["card"]));
                    }
                    self.known(who, (table, hand), number, event)?;
                }
                // What hands make concerns the hand in progress, or the last one.
                let hand = following.0.get(&table).copied().unwrap_or(0);
                self.known(who, (table, hand), number, &frame["made"])?;
                self.known(who, (table, hand), number, &frame["may_show"])?;
                self.known(who, (table, hand), number, &frame["won"])?;
                self.rest_known(who, nothing, frame, &["events", "made", "may_show", "won"])
            }
            Some("snapshot") => {
                let hand = frame["hand"]["hand"].as_u64().unwrap_or(0);
                following.0.insert(table, hand);
                for player in frame["hand"]["players"].as_array().into_iter().flatten() {
                    let cards = player["cards"].as_array().map(Vec::as_slice).unwrap_or_default();
                    self.dealt(who, (table, hand), &player["seat"], cards);
                }
                self.known(who, (table, hand), number, &frame["hand"])?;
                self.known(who, (table, hand), number, &frame["may_show"])?;
                self.rest_known(who, nothing, frame, &["hand", "may_show"])
            }
            // No other frame contains a card.
            _ => self.known(who, nothing, 0, frame),
        }
    }

    /// Checks every part of a frame except the fields that were already checked.
    fn rest_known(
        &self,
        who: Option<u64>,
        hand: (u64, u64),
        frame: &Value,
        but: &[&str],
    ) -> Result<(), String> {
        let mut fields =
            frame.as_object().into_iter().flatten().filter(|(name, _)| !but.contains(&name.as_str()));
        fields.try_for_each(|(name, value)| {
            self.known(who, hand, 0, value).map_err(|why| format!("{why} in /{name}"))
        })
    }

    /// From here on, cards that lie before a seat are known to the viewer if the viewer is its player.
    fn dealt(&mut self, who: Option<u64>, hand: (u64, u64), seat: &Value, cards: &[Value]) {
        let (Some(who), Some(seat)) = (who, seat.as_u64()) else { return };
        let open = self.hands.entry(hand).or_default();
        if open.players.get(&seat) == Some(&who) {
            let cards = cards.iter().filter_map(|card| card.as_str().map(str::to_owned));
            open.own.entry(who).or_default().extend(cards);
        }
    }

    fn known(&self, who: Option<u64>, hand: (u64, u64), number: u64, part: &Value) -> Result<(), String> {
        let open = self.hands.get(&hand);
        let knows = |card: &str| {
            open.is_some_and(|open| {
                open.everybodys.get(card).is_some_and(|from| *from <= number)
                    || who.is_some_and(|who| open.own.get(&who).is_some_and(|own| own.contains(card)))
            })
        };
        match card_in(part, &knows) {
            Some(card) => {
                let who = who.map_or_else(|| "a spectator".to_owned(), |who| format!("person {who}"));
                Err(format!("{who} was sent {card}, hand {} of table {}: {part}", hand.1, hand.0))
            }
            None => Ok(()),
        }
    }
}

fn begun(event: &Value) -> Option<u64> {
    (event["e"] == "opened").then(|| event["hand"].as_u64()).flatten()
}

/// A card in a frame that is not known. Words that somebody else chose do not count as cards.
fn card_in<'a>(value: &'a Value, knows: &impl Fn(&str) -> bool) -> Option<&'a str> {
    match value {
        Value::String(text) if text.len() == 2 && !knows(text) && text.parse::<Card>().is_ok() => Some(text),
        Value::Array(list) => list.iter().find_map(|value| card_in(value, knows)),
        Value::Object(fields) => {
            let chosen = |name: &str| name == "reason" || name == "why";
            fields.iter().filter(|(name, _)| !chosen(name)).find_map(|(_, value)| card_in(value, knows))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}
