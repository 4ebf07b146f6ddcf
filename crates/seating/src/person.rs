//! Persons, the roles they act in, and the ladder of officials (AMB-015).

use serde::{Deserialize, Serialize};

/// A person, by their number in the room. Zero is the house itself: the software dealer, a script, a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Person(pub u64);

impl Person {
    /// The house itself.
    pub const HOUSE: Person = Person(0);
}

/// The role in which somebody acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Role {
    Player,
    Dealer,
    Supervisor,
    ShiftManager,
    Operator,
    Director,
    Cashier,
    Auditor,
    Administrator,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 9] = [
        Role::Player,
        Role::Dealer,
        Role::Supervisor,
        Role::ShiftManager,
        Role::Operator,
        Role::Director,
        Role::Cashier,
        Role::Auditor,
        Role::Administrator,
    ];

    /// The ladder of officials, lowest first: a higher official may do whatever a lower one may (AMB-015).
    /// The tournament director is not on it.
    pub const LADDER: [Role; 4] = [Role::Dealer, Role::Supervisor, Role::ShiftManager, Role::Operator];

    /// The name of the role in records, on the wire and in lists; the same as its serialized form, and never
    /// changed.
    pub const fn word(self) -> &'static str {
        match self {
            Role::Player => "player",
            Role::Dealer => "dealer",
            Role::Supervisor => "supervisor",
            Role::ShiftManager => "shift_manager",
            Role::Operator => "operator",
            Role::Director => "director",
            Role::Cashier => "cashier",
            Role::Auditor => "auditor",
            Role::Administrator => "administrator",
        }
    }

    /// The role with the name that [`Role::word`] gives; `None` for any other word, in any other spelling.
    pub fn from_word(word: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.word() == word)
    }

    /// Whether this role may do what `needed` may: both are on the ladder, and this one is at least as high
    /// (AMB-015). Never true for roles off the ladder, not even of a role and itself.
    pub fn is_at_least(self, needed: Role) -> bool {
        let place = |role: Role| Role::LADDER.into_iter().position(|other| other == role);
        place(needed).is_some_and(|needed| place(self).is_some_and(|own| own >= needed))
    }

    /// Whether the role may enter at a table what others did: acts for any seat, cards, people leaving.
    /// Everybody else acts only for their own seat. Who deals a hand is decided by the room.
    pub const fn may_deal(self) -> bool {
        match self {
            Role::Dealer | Role::Supervisor | Role::ShiftManager | Role::Operator | Role::Director => true,
            Role::Player | Role::Cashier | Role::Auditor | Role::Administrator => false,
        }
    }
}

/// Who acts, in which role, and on which device (0 if that does not matter).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Actor {
    pub person: Person,
    pub role: Role,
    pub device: u32,
}

impl Actor {
    /// The software dealer, a script, or a file.
    pub const HOUSE: Actor = Actor { person: Person::HOUSE, role: Role::Dealer, device: 0 };

    /// A person acting as a player, on no particular device: for acts that the room or a test makes on their
    /// behalf.
    pub const fn player(person: Person) -> Actor {
        Actor { person, role: Role::Player, device: 0 }
    }
}
