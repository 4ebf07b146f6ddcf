//! Officials: their ladder (AMB-015), what a book calls them, and who decides what it leaves to the operator.

use rulebook::{authority, rule};

use crate::command::Role;
use crate::house::{ForOperator, House};

/// An official of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Official {
    /// What the book calls them.
    pub title: String,
    /// The role of the room.
    pub role: Role,
    /// In tournaments alone.
    pub in_tournaments: bool,
}

impl Official {
    /// The officials of a book's `authority_ranks`, lowest first. A title that belongs to no role of the room names
    /// nobody who can act here, and is left out.
    pub fn of(ranks: &str) -> Vec<Official> {
        let official = |rank: authority::Rank| {
            let role = Role::named(rank.role?)?;
            Some(Official { title: rank.title, role, in_tournaments: rank.in_tournaments })
        };
        authority::ranks(ranks).into_iter().filter_map(official).collect()
    }
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

    /// The ladder of officials, lowest first: a higher one may do what a lower one may (AMB-015). The director of a
    /// tournament stands beside it.
    pub const LADDER: [Role; 4] = [Role::Dealer, Role::Supervisor, Role::ShiftManager, Role::Operator];

    /// The word of the role in records and on the wire.
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

    /// The role of a word.
    pub fn named(word: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.word() == word)
    }

    /// True for a role on the ladder that is as high as another one on it, or higher.
    pub fn is_at_least(self, needed: Role) -> bool {
        let place = |role: Role| Role::LADDER.into_iter().position(|other| other == role);
        place(needed).is_some_and(|needed| place(self).is_some_and(|own| own >= needed))
    }
}

impl House {
    /// True for a role that may decide what the book gives to the operator: the operator, the director of a tournament,
    /// and those from the supervisor up unless the operator has withdrawn that (AMB-015). Where a book knows no such
    /// grant, its shift manager decides beside its operator (DU-A23).
    pub fn decides_for_operator(&self, role: Role) -> bool {
        match role {
            Role::Operator | Role::Director => true,
            Role::ShiftManager => self.for_operator != ForOperator::Nobody,
            Role::Supervisor => self.for_operator == ForOperator::Supervisor,
            Role::Player | Role::Dealer | Role::Cashier | Role::Auditor | Role::Administrator => false,
        }
    }

    /// True for a role that may call the clock on a seat: whoever decides for the operator, and the supervisor where the
    /// book gives the clock to the supervisor, or knows no such grant.
    pub fn calls_the_clock(&self, role: Role) -> bool {
        let supervisors =
            self.for_operator == ForOperator::ShiftManager || self.has(rule::SUPERVISOR_CALLS_THE_CLOCK);
        self.decides_for_operator(role) || (supervisors && role.is_at_least(Role::Supervisor))
    }

    /// What the book calls an official; nothing for a role that it does not know.
    pub fn title_of(&self, role: Role) -> Option<&str> {
        self.authority.iter().find(|official| official.role == role).map(|official| official.title.as_str())
    }
}
