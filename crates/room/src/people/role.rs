//! The roles of the room: their words, and which of them one person may not have together.

use seating::Role;

/// Every role.
pub const ROLES: [Role; 9] = Role::ALL;

/// The word of a role in records and on the wire.
pub const fn role_word(role: Role) -> &'static str {
    role.word()
}

/// The role of a word.
pub fn role_named(word: &str) -> Option<Role> {
    Role::from_word(word)
}

/// True for the roles of people who work in the room: they come in with a second factor.
pub const fn is_staff(role: Role) -> bool {
    !matches!(role, Role::Player)
}

/// Whether two roles may not come together in one person (ACS-02): the administrator neither plays, rules nor moves
/// chips, who deals does not audit, nobody audits what they play or pay, and who adjusts balances approves nothing.
pub const fn is_role_conflict(one: Role, other: Role) -> bool {
    const fn audits(role: Role) -> bool {
        matches!(role, Role::Auditor)
    }
    const fn administers(role: Role) -> bool {
        matches!(role, Role::Administrator)
    }
    const fn adjusts(role: Role) -> bool {
        matches!(role, Role::Cashier)
    }
    const fn approves(role: Role) -> bool {
        matches!(role, Role::Supervisor | Role::ShiftManager | Role::Operator | Role::Director)
    }
    (audits(one) != audits(other))
        || (administers(one) != administers(other))
        || (adjusts(one) && approves(other))
        || (approves(one) && adjusts(other))
}
