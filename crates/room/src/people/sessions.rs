//! The open sessions, indexed by token, number, person and expiry: the cost of handling one does not grow
//! with the number of others.

use std::collections::{BTreeMap, BTreeSet};

use seating::Person;

use super::event::SecretHash;

/// An open session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SignInSession {
    pub person: Person,
    pub number: u32,
    /// When it expires, in milliseconds of the room's time.
    pub until: u64,
    /// When it began.
    pub begun: u64,
    /// It was begun with the second factor, or the second factor was enrolled in it.
    pub second_factor_given: bool,
}

/// Every open session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sessions {
    open: BTreeMap<SecretHash, SignInSession>,
    by_number: BTreeMap<u32, SecretHash>,
    by_person: BTreeSet<(Person, u32)>,
    by_end: BTreeSet<(u64, u32)>,
}

impl Sessions {
    /// The session of a token, by its hash; it may have expired, which the caller checks by its `until`.
    pub fn get(&self, token: &SecretHash) -> Option<&SignInSession> {
        self.open.get(token)
    }

    /// The sessions of a person, oldest first; they may have expired, which the caller checks.
    pub fn of_person(&self, person: Person) -> impl Iterator<Item = &SignInSession> {
        let numbers = self.numbers_of(person);
        numbers.filter_map(|number| self.open.get(self.by_number.get(&number)?))
    }

    /// The numbers of a person's sessions, in the order in which they began.
    fn numbers_of(&self, person: Person) -> impl Iterator<Item = u32> {
        self.by_person.range((person, 0)..=(person, u32::MAX)).map(|(_, number)| *number)
    }

    /// Adds a session to every index; an older one with the same token ends.
    pub fn begin(&mut self, token: SecretHash, session: SignInSession) {
        if let Some(old) = self.open.get(&token).copied() {
            self.end(old.number);
        }
        self.by_number.insert(session.number, token);
        self.by_person.insert((session.person, session.number));
        self.by_end.insert((session.until, session.number));
        self.open.insert(token, session);
    }

    /// Marks that the second factor was given in a session; nothing if it is not open.
    pub fn mark_second_factor(&mut self, number: u32) {
        let token = self.by_number.get(&number);
        if let Some(session) = token.and_then(|token| self.open.get_mut(token)) {
            session.second_factor_given = true;
        }
    }

    /// Ends a session by its number, in every index, and returns that number; `None` if it was not open.
    pub fn end(&mut self, number: u32) -> Option<u32> {
        let token = self.by_number.remove(&number)?;
        let session = self.open.remove(&token)?;
        self.by_person.remove(&(session.person, number));
        self.by_end.remove(&(session.until, number));
        Some(number)
    }

    /// Ends a person's sessions except the one to keep; returns the numbers of those that ended.
    pub fn end_all_of(&mut self, person: Person, except: Option<u32>) -> Vec<u32> {
        let ending: Vec<u32> = self.numbers_of(person).filter(|number| Some(*number) != except).collect();
        ending.into_iter().filter_map(|number| self.end(number)).collect()
    }

    /// Ends all sessions, after a backup was restored; returns their numbers, so that connections can be
    /// closed.
    pub fn end_all(&mut self) -> Vec<u32> {
        std::mem::take(self).by_number.into_keys().collect()
    }

    /// Ends sessions that have expired at this time (ms of the room's time); returns their numbers.
    pub fn expire(&mut self, time: u64) -> Vec<u32> {
        let ending: Vec<u32> = self.by_end.range(..=(time, u32::MAX)).map(|(_, number)| *number).collect();
        ending.into_iter().filter_map(|number| self.end(number)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A distinct token for this number.
    fn token(number: u32) -> SecretHash {
        let mut bytes = [0; 32];
        bytes[..4].copy_from_slice(&number.to_be_bytes());
        SecretHash(bytes)
    }

    /// The same as a plain list of sessions that is always searched from end to end.
    #[test]
    fn sessions_are_those_of_a_list_that_is_looked_through() {
        let mut sessions = Sessions::default();
        let mut list: Vec<(SecretHash, SignInSession)> = Vec::new();
        let mut draw: u64 = 7;
        let mut below = |most: u64| {
            draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (draw >> 33) % most
        };
        let ends = |list: &mut Vec<(SecretHash, SignInSession)>, ends: &dyn Fn(&SignInSession) -> bool| {
            let mut ended = Vec::new();
            list.retain(|(_, session)| {
                if ends(session) {
                    ended.push(session.number);
                }
                !ends(session)
            });
            ended.sort_unstable();
            ended
        };
        for number in 1..=2000 {
            let person = Person(below(9));
            let (ended, wanted) = match below(4) {
                0 => {
                    let ending = below(u64::from(number)) as u32;
                    let ended = sessions.end(ending).into_iter().collect();
                    (ended, ends(&mut list, &|session| session.number == ending))
                }
                1 => {
                    let keeps = list.iter().find(|(_, session)| session.person == person);
                    let keeps = keeps.map(|(_, session)| session.number);
                    let gone =
                        |session: &SignInSession| session.person == person && Some(session.number) != keeps;
                    (sessions.end_all_of(person, keeps), ends(&mut list, &gone))
                }
                2 if below(5) == 0 => {
                    let time = below(3000);
                    (sessions.expire(time), ends(&mut list, &|session| session.until <= time))
                }
                _ => {
                    let session = SignInSession {
                        person,
                        number,
                        until: below(3000),
                        begun: 0,
                        second_factor_given: false,
                    };
                    sessions.begin(token(number), session);
                    list.push((token(number), session));
                    (Vec::new(), Vec::new())
                }
            };
            let mut ended: Vec<u32> = ended;
            ended.sort_unstable();
            assert_eq!(ended, wanted);
            for (token, session) in &list {
                assert_eq!(sessions.get(token), Some(session));
            }
            let of: Vec<u32> = sessions.of_person(person).map(|session| session.number).collect();
            let wanted = list.iter().filter(|(_, session)| session.person == person);
            assert_eq!(of, wanted.map(|(_, session)| session.number).collect::<Vec<u32>>());
            let left = list.len();
            assert_eq!((sessions.open.len(), sessions.by_number.len()), (left, left));
            assert_eq!((sessions.by_person.len(), sessions.by_end.len()), (left, left));
        }
    }
}
