//! Officials: their ladder (AMB-015), what a book calls them, and who decides what it leaves to the operator.

use rulebook::{authority, rule};
use seating::Role;

use crate::house::{House, OperatorDeputy};

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
        let official = |rank: authority::BookOfficial| {
            let role = Role::from_word(rank.role?)?;
            Some(Official { title: rank.title, role, in_tournaments: rank.in_tournaments })
        };
        authority::officials(ranks).into_iter().filter_map(official).collect()
    }
}

impl House {
    /// True for a role that may decide what the book gives to the operator: the operator, the director of a tournament,
    /// and those from the supervisor up unless the operator has withdrawn that (AMB-015). Where a book knows no such
    /// grant, its shift manager decides beside its operator (DU-A23).
    pub fn decides_for_operator(&self, role: Role) -> bool {
        match role {
            Role::Operator | Role::Director => true,
            Role::ShiftManager => self.for_operator != OperatorDeputy::Nobody,
            Role::Supervisor => self.for_operator == OperatorDeputy::Supervisor,
            Role::Player | Role::Dealer | Role::Cashier | Role::Auditor | Role::Administrator => false,
        }
    }

    /// True for a role that may call the clock on a seat: whoever decides for the operator, and the supervisor where the
    /// book gives the clock to the supervisor, or knows no such grant.
    pub fn calls_the_clock(&self, role: Role) -> bool {
        let supervisors =
            self.for_operator == OperatorDeputy::ShiftManager || self.has(rule::SUPERVISOR_CALLS_THE_CLOCK);
        self.decides_for_operator(role) || (supervisors && role.is_at_least(Role::Supervisor))
    }

    /// What the book calls an official; nothing for a role that it does not know.
    pub fn title_of(&self, role: Role) -> Option<&str> {
        self.authority.iter().find(|official| official.role == role).map(|official| official.title.as_str())
    }
}
