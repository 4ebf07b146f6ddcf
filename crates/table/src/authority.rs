//! Officials: their ladder (AMB-015), the titles a book gives them, and who decides what the book leaves to
//! the operator.

use rulebook::{authority, rule};
use seating::Role;

use crate::house::{House, OperatorDeputy};

/// An official of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Official {
    /// The title that the book gives them.
    pub title: String,
    /// The matching role in the room.
    pub role: Role,
    /// The official exists in tournaments only.
    pub in_tournaments: bool,
}

impl Official {
    /// The officials listed in a book's `authority_ranks`, lowest first. A title that matches no role of the
    /// room names nobody who can act here and is left out.
    pub fn of(ranks: &str) -> Vec<Official> {
        let known = authority::officials(ranks).into_iter().filter_map(|rank| {
            let role = Role::from_word(rank.role?)?;
            Some(Official { title: rank.title, role, in_tournaments: rank.in_tournaments })
        });
        known.collect()
    }
}

impl House {
    /// True for a role that may decide what the book leaves to the operator: the operator, the tournament
    /// director, and every role from the supervisor up unless the operator has withdrawn that permission
    /// (AMB-015). Where the book knows no such permission, its shift manager decides as well as its operator
    /// (DU-A23).
    pub fn decides_for_operator(&self, role: Role) -> bool {
        match role {
            Role::Operator | Role::Director => true,
            Role::ShiftManager => self.for_operator != OperatorDeputy::Nobody,
            Role::Supervisor => self.for_operator == OperatorDeputy::Supervisor,
            Role::Player | Role::Dealer | Role::Cashier | Role::Auditor | Role::Administrator => false,
        }
    }

    /// True for a role that may call the clock on a seat: those who decide for the operator, and the
    /// supervisor where the book gives the clock to the supervisor or knows no such permission. Asked when a
    /// clock is called at a hand.
    pub fn calls_the_clock(&self, role: Role) -> bool {
        let supervisors =
            self.for_operator == OperatorDeputy::ShiftManager || self.has(rule::SUPERVISOR_CALLS_THE_CLOCK);
        self.decides_for_operator(role) || (supervisors && role.is_at_least(Role::Supervisor))
    }

    /// The book's title for an official; `None` for a role that the book does not know. For texts: rights
    /// follow the role.
    pub fn title_of(&self, role: Role) -> Option<&str> {
        self.authority.iter().find(|official| official.role == role).map(|official| official.title.as_str())
    }
}
