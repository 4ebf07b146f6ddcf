//! The roles of the room: their words, and which of them one person cannot combine.

use seating::Role;

/// Every role.
pub const ROLES: [Role; 9] = Role::ALL;

/// The word for a role in records and on the wire; it never changes.
pub const fn role_word(role: Role) -> &'static str {
    role.word()
}

/// The role with this stored word; `None` for any other text.
pub fn role_named(word: &str) -> Option<Role> {
    Role::from_word(word)
}

/// True for the roles of people who work in the room: everything but player. These sign in with a second
/// factor.
pub const fn is_staff(role: Role) -> bool {
    !matches!(role, Role::Player)
}

/// Whether one person cannot have both roles (ACS-02): the administrator neither plays, rules nor moves chips;
/// dealers do not audit; nobody audits what they play or pay; and those who adjust balances approve nothing.
/// The same in either order.
pub const fn is_role_conflict(one: Role, other: Role) -> bool {
    /// True for the role that sees everything: it excludes every role that does something.
    const fn audits(role: Role) -> bool {
        matches!(role, Role::Auditor)
    }
    /// True for the role that gives roles: it excludes every other role.
    const fn administers(role: Role) -> bool {
        matches!(role, Role::Administrator)
    }
    /// True for the role that adjusts balances: it excludes those that approve.
    const fn adjusts(role: Role) -> bool {
        matches!(role, Role::Cashier)
    }
    /// True for the roles that approve what others enter: they exclude the one that adjusts balances.
    const fn approves(role: Role) -> bool {
        matches!(role, Role::Supervisor | Role::ShiftManager | Role::Operator | Role::Director)
    }
    (audits(one) != audits(other))
        || (administers(one) != administers(other))
        || (adjusts(one) && approves(other))
        || (approves(one) && adjusts(other))
}
