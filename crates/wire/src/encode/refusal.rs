//! Refusals, as they go over the wire.

use super::*;

/// A code as it goes over the wire, in snake case: for a refusal by a rule, that is the rule's name in snake
/// case. Clients rely on it; it never changes.
pub fn code(word: &'static str) -> Cow<'static, str> {
    if word.contains('-') { Cow::Owned(word.replace('-', "_")) } else { Cow::Borrowed(word) }
}

/// A refusal of the room for the client whose request it was: code, reason and values for programs, a
/// sentence for people, rule and clauses. The reason and its values must be on the list.
pub fn refusal(why: &requests::RoomRefusal) -> WireRefusal {
    WireRefusal {
        code: code(why.code),
        reason: Cow::Borrowed(why.reason),
        numbers: reasons::numbers(why.reason, why.numbers.clone()),
        why: why.why.clone(),
        rule: why.rule.map(|rule| Cow::Borrowed(rule.name())),
        clauses: why.clauses.clone(),
        readings: why.readings(),
        problems: why.problems().iter().cloned().map(ProblemLine::from).collect(),
    }
}
