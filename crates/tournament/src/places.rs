//! The places of players who go out, one after another or several in the same hand.
//!
//! A round is one hand at one table; hands of several tables that one release opened in hand-for-hand play
//! count as one round.

use chips::Chips;
use rulebook::{Rule, rule};
use serde::{Deserialize, Serialize};

use crate::refusal::{TournamentRefusal, TournamentRefusalReason};
use crate::terms::{OutTogether, Terms};

/// The number of an entry, in the order of sale, from 1.
pub type EntryNumber = u32;

/// A player without chips at the end of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EliminatedEntry {
    /// The player's entry.
    pub entry: EntryNumber,
    /// What the player put into the pots of that round, less the part of a bet that nobody called.
    pub put_in: Chips,
    /// How many seats clockwise from the button of that round, which decides who gets the last cents of a
    /// shared prize. Entries of several tables have no common button and go by their numbers; use zero for
    /// each of them.
    pub steps_from_button: u8,
}

/// One place, or several places shared by equal players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceGroup {
    /// The best place of the group.
    pub first: u32,
    /// Its entries, in the order in which cents that cannot be divided are given.
    pub entries: Vec<EntryNumber>,
}

impl PlaceGroup {
    /// The worst place of the group: with two entries from place 3 it is 4. The group shares the prizes from
    /// `first` to this place.
    pub fn last(&self) -> u32 {
        self.first + u32::try_from(self.entries.len()).unwrap_or(u32::MAX) - 1
    }
}

/// The places of one round, and the rule behind their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundPlaces {
    /// The groups, best first.
    pub groups: Vec<PlaceGroup>,
    /// The rule they rest on.
    pub rule: Rule,
}

/// Places the players who went out in one round, when `left` players remain, so that the best of them gets
/// place `left + 1`.
///
/// Several are ranked by what they put in; equal amounts share (`out-in-the-same-round`).
///
/// # Errors
/// [`TournamentRefusalReason::DirectorPlacesThem`] if several went out and the book leaves them to the
/// director or to the conditions; [`propose_places`] gives the proposal.
pub fn place_round(
    out: &[EliminatedEntry],
    left: u32,
    terms: &Terms,
) -> Result<RoundPlaces, TournamentRefusal> {
    if out.len() > 1 {
        match terms.out_together {
            OutTogether::ForAPrize | OutTogether::ForAPlace => {}
            OutTogether::Director | OutTogether::Conditions => {
                let why = TournamentRefusalReason::DirectorPlacesThem { players: out.len() };
                return Err(TournamentRefusal { why, rule: rule::DIRECTOR_AWARDS_PLACES });
            }
        }
    }
    let together = out.len() > 1 && terms.book.has_rule(rule::OUT_IN_THE_SAME_ROUND);
    let alone = if terms.book.has_rule(rule::NO_CHIPS_IS_OUT) {
        rule::NO_CHIPS_IS_OUT
    } else {
        rule::DIRECTOR_AWARDS_PLACES
    };
    let rule = if together { rule::OUT_IN_THE_SAME_ROUND } else { alone };
    Ok(RoundPlaces { groups: propose_places(out, left), rule })
}

/// The places by chips put in, best first, from `left + 1`: a proposal that the director may accept or change.
/// Equal amounts are one group; in a group, the seats nearest after the button come first.
pub fn propose_places(out: &[EliminatedEntry], left: u32) -> Vec<PlaceGroup> {
    let mut ranked = out.to_vec();
    ranked.sort_by_key(|out| (std::cmp::Reverse(out.put_in), out.steps_from_button, out.entry));
    let mut groups: Vec<PlaceGroup> = Vec::new();
    let mut next = left + 1;
    for equal in ranked.chunk_by(|one, other| one.put_in == other.put_in) {
        groups.push(PlaceGroup { first: next, entries: equal.iter().map(|out| out.entry).collect() });
        next += u32::try_from(equal.len()).unwrap_or(u32::MAX);
    }
    groups
}

/// The places of a session by stacks only, equal stacks sharing: 4,200, 3,900, 3,900 and 0 are first, second to
/// third shared, and fourth. Each group lists its entries by number.
pub fn places_by_chips(stacks: &[(EntryNumber, Chips)]) -> Vec<PlaceGroup> {
    let out: Vec<EliminatedEntry> = stacks
        .iter()
        .map(|(entry, stack)| EliminatedEntry { entry: *entry, put_in: *stack, steps_from_button: 0 })
        .collect();
    propose_places(&out, 0)
}

/// Checks that the groups, in any order, give every place from 1 to the last exactly once. Prizes are shared
/// only by such a list.
///
/// # Errors
/// The first place that is missing or given twice.
pub fn check_complete(groups: &[PlaceGroup]) -> Result<(), TournamentRefusal> {
    let mut next = 1;
    let mut ordered: Vec<&PlaceGroup> = groups.iter().collect();
    ordered.sort_by_key(|group| group.first);
    for group in ordered {
        if group.first != next || group.entries.is_empty() {
            let why = TournamentRefusalReason::PlacesAreNotInOrder { place: next };
            return Err(TournamentRefusal { why, rule: rule::DIRECTOR_AWARDS_PLACES });
        }
        next = group.last() + 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rulebook::Book;

    use super::*;

    /// An entry that went out after it put in this many chips, for these tests.
    fn out(entry: EntryNumber, put_in: u64) -> EliminatedEntry {
        EliminatedEntry { entry, put_in: Chips::new(put_in).expect("small"), steps_from_button: 0 }
    }

    /// The terms of a built-in book.
    fn terms(name: &str) -> Terms {
        Terms::from_book(Book::named(name).expect("built in"))
    }

    /// Groups written as their first place and their entries.
    fn groups(list: &[(u32, &[EntryNumber])]) -> Vec<PlaceGroup> {
        list.iter().map(|(first, entries)| PlaceGroup { first: *first, entries: entries.to_vec() }).collect()
    }

    #[test]
    fn who_put_in_more_is_placed_higher_and_equal_ones_share() {
        for (book, clause) in [("canberra-holdem-2018", "HE-20.20"), ("canberra-omaha-2006", "OM-20.19")] {
            let terms = terms(book);
            let placed = place_round(&[out(2, 3000), out(3, 5000)], 2, &terms).expect("placed");
            assert_eq!(placed.groups, groups(&[(3, &[3]), (4, &[2])]));
            assert_eq!(terms.book.cites(placed.rule)[0], clause);
            let three = place_round(&[out(1, 3000), out(2, 5000), out(3, 5000)], 2, &terms).expect("placed");
            assert_eq!(three.groups, groups(&[(3, &[2, 3]), (5, &[1])]));
        }
    }

    #[test]
    fn a_book_without_a_clause_leaves_several_to_the_director() {
        for book in ["dunedin-17.7", "canberra-ultimate-2019"] {
            let refused = place_round(&[out(2, 3000), out(3, 2000)], 2, &terms(book)).expect_err("no clause");
            assert_eq!(refused.why, TournamentRefusalReason::DirectorPlacesThem { players: 2 });
            assert!(place_round(&[out(2, 3000)], 2, &terms(book)).is_ok(), "one player has one place");
        }
        assert_eq!(propose_places(&[out(2, 3000), out(3, 2000)], 2), groups(&[(3, &[2]), (4, &[3])]));
    }

    #[test]
    fn chips_alone_place_a_session() {
        let stacks =
            [(1, 3900), (2, 4200), (3, 0), (4, 3900)].map(|(e, c)| (e, Chips::new(c).expect("small")));
        let placed = places_by_chips(&stacks);
        assert_eq!(placed, groups(&[(1, &[2]), (2, &[1, 4]), (4, &[3])]));
        assert_eq!(check_complete(&placed), Ok(()));
        assert!(check_complete(&placed[1..]).is_err());
        assert!(check_complete(&groups(&[(1, &[1, 2]), (2, &[3])])).is_err(), "a place given twice");
    }
}
