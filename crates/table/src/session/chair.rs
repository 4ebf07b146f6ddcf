//! A player's chair: whether the player is there, whether they go, and which blinds they owe; with the flat form
//! in which a chair is stored.

use chips::Chips;
use seating::Person;
use serde::{Deserialize, Serialize};

/// A player's chair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredChair", into = "StoredChair")]
pub struct Chair {
    /// Who sits there.
    pub person: Person,
    /// Their chips; during a hand, what they had when it was opened.
    pub stack: Chips,
    /// Whether the player is there.
    pub presence: PlayerPresence,
    /// Hands opened since the player last went away. It stands still when they are back, and is stored even
    /// then.
    pub rounds_away: u64,
    /// The player asked to leave, and does when the hand is over; on their turn they fold.
    pub leaving: bool,
    /// The house decided that the player goes when the hand is over, which is played out. A player may be
    /// leaving as well.
    pub removal: Option<Removal>,
    /// The player goes away once the last blind would reach this chair.
    pub out_at_blind: bool,
    /// What keeps the player from being dealt in: entering, and blinds that were missed.
    pub blinds: BlindMarks,
}

/// Whether a player is there to be dealt in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerPresence {
    /// The player plays.
    Present,
    /// The player sits out, and is not dealt in until they sit in again.
    Away,
}

/// How the house parts with a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// From the chair; the player may sit down again.
    Removed,
    /// From the game: the player may not come back until an official readmits them.
    Excluded,
}

/// How far a player has entered the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Nothing keeps the player from being dealt in.
    DealtIn,
    /// The player waits for the last blind.
    Waits,
    /// The player posts what is owed with the next hand, before the last blind reaches them.
    Posts,
}

/// The blinds that passed a player who was away, since they last had cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissedBlinds {
    /// A blind before the last one.
    pub smaller: bool,
    /// The last blind.
    pub last: bool,
}

/// What a chair owes; a void hand restores it, so it is stored with the state before the hand, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredBlindMarks", into = "StoredBlindMarks")]
pub struct BlindMarks {
    /// How far the player has entered the game.
    pub entry: Entry,
    /// The blinds that the player missed.
    pub missed: MissedBlinds,
}

impl Chair {
    /// The chair of a player who has just got it: present, with nothing missed, and entering as `entry` says.
    pub(super) fn new(person: Person, stack: Chips, entry: Entry) -> Chair {
        Chair {
            person,
            stack,
            presence: PlayerPresence::Present,
            rounds_away: 0,
            leaving: false,
            removal: None,
            out_at_blind: false,
            blinds: BlindMarks { entry, missed: MissedBlinds::NONE },
        }
    }

    /// True while the player sits out: not dealt in, and missing blinds that pass.
    pub fn is_away(&self) -> bool {
        self.presence == PlayerPresence::Away
    }

    /// True for a player who is gone when the hand is over, by their own wish or the house's. The chair is
    /// emptied by itself then.
    pub fn goes_after_hand(&self) -> bool {
        self.leaving || self.removal.is_some()
    }

    /// True for a chair that can be dealt in: the player is there, has chips and is not leaving. The blinds
    /// may still keep them out. A player who waits for the last blind counts.
    pub fn is_ready(&self) -> bool {
        !self.is_away() && !self.goes_after_hand() && !self.stack.is_zero()
    }

    /// True for a ready player who need not wait for the last blind: button and blinds are placed by these. A
    /// player who posts to enter is among them.
    pub fn is_dealt_in(&self) -> bool {
        self.is_ready() && self.blinds.entry != Entry::Waits
    }
}

impl Entry {
    /// How far a player has entered who has to enter first (`waits`) and may have said that they post
    /// (`posts`).
    pub(super) fn from_flags(waits: bool, posts: bool) -> Entry {
        match (waits, posts) {
            (false, _) => Entry::DealtIn,
            (true, false) => Entry::Waits,
            (true, true) => Entry::Posts,
        }
    }

    /// True for a player who has not entered yet: who waits for the last blind, or posts instead. Such a
    /// player is not given the button.
    pub fn is_pending(self) -> bool {
        match self {
            Entry::DealtIn => false,
            Entry::Waits | Entry::Posts => true,
        }
    }
}

impl MissedBlinds {
    /// Nothing missed.
    pub const NONE: MissedBlinds = MissedBlinds { smaller: false, last: false };

    /// True when some blind was missed: the player returns, and is not new, which decides the rule and what
    /// they post.
    pub fn any(self) -> bool {
        self.smaller || self.last
    }
}

impl BlindMarks {
    /// The marks of a player who has cards: all is paid.
    pub(super) const PAID: BlindMarks = BlindMarks { entry: Entry::DealtIn, missed: MissedBlinds::NONE };

    /// True for a player who waits for the last blind or will have to, unless they post: shown with
    /// [`OwedBlinds`](super::OwedBlinds).
    pub fn owes(self) -> bool {
        self.entry.is_pending() || self.missed.any()
    }
}

/// A chair as it is stored, in snapshots of a table; names and order never change.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredChair {
    person: Person,
    stack: Chips,
    away: bool,
    rounds_away: u64,
    leaving: bool,
    removed: bool,
    excluded: bool,
    waits: bool,
    posts: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    out_at_blind: bool,
    missed_small: bool,
    missed_big: bool,
}

/// What a chair owes as it is stored, in the state before a hand.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredBlindMarks {
    waits: bool,
    posts: bool,
    missed_small: bool,
    missed_big: bool,
}

impl From<StoredChair> for Chair {
    /// Reads a stored chair. Combinations that no table produces become the nearest one: a player who posts
    /// without having to enter is dealt in, and one who is excluded is removed.
    fn from(stored: StoredChair) -> Chair {
        let StoredChair { waits, posts, missed_small, missed_big, .. } = stored;
        Chair {
            person: stored.person,
            stack: stored.stack,
            presence: if stored.away { PlayerPresence::Away } else { PlayerPresence::Present },
            rounds_away: stored.rounds_away,
            leaving: stored.leaving,
            removal: match (stored.removed, stored.excluded) {
                (_, true) => Some(Removal::Excluded),
                (true, false) => Some(Removal::Removed),
                (false, false) => None,
            },
            out_at_blind: stored.out_at_blind,
            blinds: StoredBlindMarks { waits, posts, missed_small, missed_big }.into(),
        }
    }
}

impl From<Chair> for StoredChair {
    /// Writes a chair as every version of the program has written it: stored snapshots are compared and
    /// hashed.
    fn from(chair: Chair) -> StoredChair {
        let StoredBlindMarks { waits, posts, missed_small, missed_big } = chair.blinds.into();
        StoredChair {
            person: chair.person,
            stack: chair.stack,
            away: chair.is_away(),
            rounds_away: chair.rounds_away,
            leaving: chair.leaving,
            removed: chair.removal.is_some(),
            excluded: chair.removal == Some(Removal::Excluded),
            waits,
            posts,
            out_at_blind: chair.out_at_blind,
            missed_small,
            missed_big,
        }
    }
}

impl From<StoredBlindMarks> for BlindMarks {
    /// Reads stored marks; a player who posts without having to enter is dealt in.
    fn from(stored: StoredBlindMarks) -> BlindMarks {
        BlindMarks {
            entry: Entry::from_flags(stored.waits, stored.posts),
            missed: MissedBlinds { smaller: stored.missed_small, last: stored.missed_big },
        }
    }
}

impl From<BlindMarks> for StoredBlindMarks {
    /// Writes marks as every version of the program has written them; an entry by posting also counts as
    /// waiting.
    fn from(marks: BlindMarks) -> StoredBlindMarks {
        StoredBlindMarks {
            waits: marks.entry.is_pending(),
            posts: marks.entry == Entry::Posts,
            missed_small: marks.missed.smaller,
            missed_big: marks.missed.last,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chair with 700 chips, as it is stored with the given flags: a part of a JSON object.
    fn stored(flags: &str) -> String {
        format!(r#"{{"person":5,"stack":700,{flags}}}"#)
    }

    /// The chair of a stored text, after checking that it is written as the same text again.
    fn read_back(text: &str) -> Chair {
        let chair: Chair = serde_json::from_str(text).expect("a chair");
        assert_eq!(serde_json::to_string(&chair).expect("written"), text);
        chair
    }

    /// Every combination of the enums, though it is stored as flags.
    #[test]
    fn every_state_of_a_chair_survives_being_stored() {
        let flags = [false, true];
        let missed = flags.map(|smaller| flags.map(|last| MissedBlinds { smaller, last }));
        let mut count = 0;
        for presence in [PlayerPresence::Present, PlayerPresence::Away] {
            for removal in [None, Some(Removal::Removed), Some(Removal::Excluded)] {
                for entry in [Entry::DealtIn, Entry::Waits, Entry::Posts] {
                    for missed in missed.concat() {
                        for (leaving, out_at_blind, rounds_away) in
                            [(false, false, 0), (true, false, 2), (false, true, 3), (true, true, 0)]
                        {
                            let chair = Chair {
                                presence,
                                rounds_away,
                                leaving,
                                removal,
                                out_at_blind,
                                blinds: BlindMarks { entry, missed },
                                ..Chair::new(Person(5), Chips::new(700).expect("chips"), entry)
                            };
                            let text = serde_json::to_string(&chair).expect("written");
                            assert_eq!(read_back(&text), chair);
                            let marks = serde_json::to_string(&chair.blinds).expect("written");
                            let read: BlindMarks = serde_json::from_str(&marks).expect("marks");
                            assert_eq!(read, chair.blinds);
                            count += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(count, 2 * 3 * 3 * 4 * 4);
    }

    /// The names and their order are those of all stored snapshots.
    #[test]
    fn a_chair_is_stored_under_the_names_it_always_had() {
        let plain = concat!(
            r#""away":false,"rounds_away":0,"leaving":false,"removed":false,"excluded":false,"#,
            r#""waits":false,"posts":false,"missed_small":false,"missed_big":false"#
        );
        let chair = read_back(&stored(plain));
        assert_eq!(chair, Chair::new(Person(5), Chips::new(700).expect("chips"), Entry::DealtIn));
        assert!(chair.is_dealt_in());
        let busy = concat!(
            r#""away":true,"rounds_away":4,"leaving":true,"removed":true,"excluded":true,"#,
            r#""waits":true,"posts":true,"out_at_blind":true,"missed_small":true,"missed_big":true"#
        );
        let chair = read_back(&stored(busy));
        assert_eq!((chair.presence, chair.removal), (PlayerPresence::Away, Some(Removal::Excluded)));
        assert_eq!((chair.blinds.entry, chair.blinds.missed.any()), (Entry::Posts, true));
        let marks = r#"{"waits":true,"posts":false,"missed_small":false,"missed_big":true}"#;
        let read: BlindMarks = serde_json::from_str(marks).expect("marks");
        assert_eq!(serde_json::to_string(&read).expect("written"), marks);
    }

    /// A field that this version does not know is refused, not lost.
    #[test]
    fn a_stored_chair_with_a_field_too_many_or_too_few_is_not_read() {
        let few = stored(r#""away":false"#);
        let many = stored(concat!(
            r#""away":false,"rounds_away":0,"leaving":false,"removed":false,"excluded":false,"waits":false,"#,
            r#""posts":false,"missed_small":false,"missed_big":false,"asleep":false"#
        ));
        for text in [few, many] {
            serde_json::from_str::<Chair>(&text).expect_err("not a chair");
        }
    }
}
