//! Finds acts that other readers of the notation take for something else.

use chips::Chips;
use seating::Seat;
use table::{CourseFact, Event, Fact, Hand, TurnFact};

/// The first call of a hand that other readers of PHH take for a smaller one, as its seat, the amount it
/// added, and the amount they take it for; in chips. `None` if every call reads the same everywhere.
///
/// PHH writes a call without an amount. By our rules a blind posted short costs the others its full price;
/// other readers let them call what was put in.
pub fn first_misread_call(events: &[Event]) -> Option<(Seat, Chips, Chips)> {
    let Some(Fact::Course(CourseFact::Opened(lineup))) = events.first().map(|event| &event.what) else {
        return None;
    };
    let mut hand = Hand::from_lineup(std::sync::Arc::clone(lineup));
    for event in &events[1..] {
        if let Fact::Turn(TurnFact::Called { seat, amount, .. }) = event.what {
            let there = hand.seats().map(|other| hand.in_round(other)).max().unwrap_or_default();
            let theirs = there.above(hand.in_round(seat));
            if amount > theirs {
                return Some((seat, amount, theirs));
            }
        }
        hand.apply(event);
    }
    None
}
