//! The roles of the room: their words, and which of them one person may not have together.

use table::Role;

/// Every role.
pub const ROLES: [Role; 8] = [
    Role::Player,
    Role::Dealer,
    Role::Supervisor,
    Role::Operator,
    Role::Director,
    Role::Cashier,
    Role::Auditor,
    Role::Administrator,
];

/// The word of a role in records and on the wire.
pub const fn role_word(role: Role) -> &'static str {
    match role {
        Role::Player => "player",
        Role::Dealer => "dealer",
        Role::Supervisor => "supervisor",
        Role::Operator => "operator",
        Role::Director => "director",
        Role::Cashier => "cashier",
        Role::Auditor => "auditor",
        Role::Administrator => "administrator",
    }
}

/// The role of a word.
pub fn role_named(word: &str) -> Option<Role> {
    ROLES.into_iter().find(|role| role_word(*role) == word)
}

/// Whether two roles may not come together in one person: the administrator neither plays, rules nor moves chips, who
/// deals does not audit, and nobody audits what they play or pay.
pub const fn conflict(one: Role, other: Role) -> bool {
    const fn audits(role: Role) -> bool {
        matches!(role, Role::Auditor)
    }
    const fn administers(role: Role) -> bool {
        matches!(role, Role::Administrator)
    }
    (audits(one) != audits(other)) || (administers(one) != administers(other))
}
