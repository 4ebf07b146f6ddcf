//! Checks what a script expects of the table against what is there.

use chips::Chips;
use rulebook::Rule;
use seating::{Seat, Seats};
use table::{CardFact, ChipFact, Fact, Hand, Menu, PotFact, RaiseMenu, Table};

use super::CaseRun;
use crate::failure::Mismatch;
use crate::report::TranscriptEntry;
use crate::statement::{AmountRange, Expectation, MenuItem, MenuMatch, Street};
use crate::transcript::cards_in_words;

/// What was found, in words; or how it differs from what was expected.
type ExpectationResult = Result<String, Mismatch>;

/// What was found, as a mismatch unless it was as expected; either way the report has the text.
fn result_of(as_expected: bool, text: String) -> ExpectationResult {
    if as_expected { Ok(text) } else { Err(Mismatch::Found(text)) }
}

impl CaseRun<'_> {
    /// Compares an expectation with the table as it stands: what was found, or how it differs. It changes
    /// nothing, so expectations may stand anywhere.
    pub fn check_expectation(&self, expect: &Expectation) -> ExpectationResult {
        let Some(hand) = self.hand() else { return Err(Mismatch::NoHand) };
        match expect {
            Expectation::Pots(expected) => {
                let pots = self.pots(hand);
                let fits = pots.len() == expected.len()
                    && pots.iter().zip(expected).all(|((much, who), (expected, of))| {
                        much == expected && of.is_none_or(|of| of == *who)
                    });
                let text = pots.iter().map(|(much, who)| format!("{much} {{{who}}}"));
                result_of(fits, format!("pots {}", text.collect::<Vec<_>>().join(" ")))
            }
            Expectation::Pot(expected) => {
                let pot = if hand.is_over() {
                    self.pots(hand).iter().map(|(much, _)| *much).sum()
                } else {
                    hand.pot()
                };
                result_of(pot == *expected, format!("pot {pot}"))
            }
            Expectation::Stacks(expected) => {
                let stack = |seat: Seat| self.stack(hand, seat);
                let fits = expected.iter().all(|(seat, much)| stack(*seat) == Some(*much));
                let text = expected.iter().map(|(seat, _)| match stack(*seat) {
                    Some(much) => format!("{seat}:{much}"),
                    None => format!("{seat}:empty"),
                });
                result_of(fits, format!("stacks {}", text.collect::<Vec<_>>().join(" ")))
            }
            Expectation::Menu { seat, how, items } => check_menu(hand, *seat, *how, items),
            Expectation::ToAct(expected) => {
                let turn = hand.next().to_act();
                result_of(turn == *expected, format!("to act {}", seat_or_nobody(turn)))
            }
            Expectation::ToShow(expected) => {
                let turn = hand.next().to_show();
                result_of(turn == *expected, format!("to show {}", seat_or_nobody(turn)))
            }
            Expectation::ToCall(seat, expected) => match hand.menu().filter(|menu| menu.seat == *seat) {
                Some(menu) => {
                    let to_call = menu.call.unwrap_or_default();
                    result_of(to_call == *expected, format!("to call {seat} {to_call}"))
                }
                None => Err(not_on_turn(hand, *seat)),
            },
            Expectation::FirstToShow(expected) => {
                let first = self.facts().find_map(|what| {
                    let Fact::Cards(fact) = what else { return None };
                    fact.showdown_act().map(|(seat, _)| seat)
                });
                let first = first.or(hand.next().to_show());
                result_of(first == Some(*expected), format!("first to show {}", seat_or_nobody(first)))
            }
            Expectation::Street(expected) => {
                let (is, text) = street(hand);
                result_of(is == *expected, text)
            }
            Expectation::Winners(expected) => {
                // The last player in a hand without a pot wins nothing, but still counts as its winner.
                let winners = self.seats_that(|what| {
                    let Fact::Pots(fact) = what else { return None };
                    fact.payment().map(|(_, seat, _)| seat)
                });
                result_of(winners == *expected, format!("winners {}", seats_or_none(winners)))
            }
            Expectation::Awards(expected) => compare_amounts("awards", &self.awards(), expected),
            Expectation::Wins(seat, expected) => {
                let won =
                    self.awards().iter().find(|(who, _)| who == seat).map_or(Chips::ZERO, |(_, won)| *won);
                result_of(won == *expected, format!("seat {seat} wins {won}"))
            }
            Expectation::Returned(expected) => {
                let returned = self.sums(|what| {
                    let Fact::Chips(ChipFact::Returned { seat, amount }) = *what else { return None };
                    Some((seat, amount))
                });
                compare_amounts("returned", &returned, expected)
            }
            Expectation::Posted(expected) => {
                let posted = self.sums(|what| {
                    let Fact::Chips(ChipFact::Posted { seat, amount, .. }) = *what else { return None };
                    Some((seat, amount))
                });
                compare_amounts("posted", &posted, expected)
            }
            Expectation::Commission(expected) => {
                let mut taken = vec![Chips::ZERO; self.pots(hand).len().max(1)];
                for what in self.facts() {
                    if let Fact::Pots(PotFact::CommissionTaken { pot, amount, .. }) = *what
                        && let Some(of_pot) = taken.get_mut(usize::from(pot))
                    {
                        *of_pot += amount;
                    }
                }
                let total: Chips = taken.iter().copied().sum();
                let fits = if let [expected] = expected.as_slice() {
                    total == *expected
                } else {
                    taken == *expected
                };
                let parts: Vec<String> = taken.iter().map(ToString::to_string).collect();
                result_of(fits, format!("commission {total}, by pot {}", parts.join(" ")))
            }
            Expectation::Shown(expected) => {
                let who = self.seats_that(|what| {
                    if let Fact::Cards(CardFact::Shown { seat, .. }) = *what { Some(seat) } else { None }
                });
                result_of(who == *expected, format!("shown {}", seats_or_none(who)))
            }
            Expectation::Mucked(expected) => {
                let who = self.seats_that(|what| {
                    if let Fact::Cards(CardFact::Mucked { seat }) = *what { Some(seat) } else { None }
                });
                result_of(who == *expected, format!("mucked {}", seats_or_none(who)))
            }
            Expectation::Folded(expected) => {
                let who: Seats = hand.seats().filter(|seat| hand.has_folded(*seat)).collect();
                result_of(who == *expected, format!("folded {}", seats_or_none(who)))
            }
            Expectation::AllIn(expected) => {
                let who: Seats = hand.seats().filter(|seat| hand.is_all_in(*seat)).collect();
                result_of(who == *expected, format!("all-in {}", seats_or_none(who)))
            }
            Expectation::DealtIn(expected) => {
                let who: Seats = hand.seats().collect();
                result_of(who == *expected, format!("dealt in {}", seats_or_none(who)))
            }
            Expectation::Over(expected) => {
                let text = if hand.is_over() { "the hand is over" } else { "the hand is being played" };
                result_of(hand.is_over() == *expected, text.to_owned())
            }
            Expectation::Button(expected) => {
                let button = self.table.as_ref().and_then(Table::button);
                result_of(button == Some(*expected), format!("button {}", seat_or_nobody(button)))
            }
            Expectation::Blinds(expected) => {
                let text: Vec<String> = self.blinds.iter().map(|seat| seat_or_nobody(*seat)).collect();
                result_of(self.blinds == *expected, format!("blinds {}", text.join(" ")))
            }
            Expectation::Board(expected) => {
                let board = hand.boards().first();
                result_of(board == expected.as_slice(), format!("board {}", cards_in_words(board)))
            }
            Expectation::Cards(seat, expected) => {
                let cards = hand.hole_cards(*seat);
                result_of(cards == expected.as_slice(), format!("cards {seat} {}", cards_in_words(cards)))
            }
            Expectation::Burns(expected) => {
                let burns: Vec<cards::HiddenCard> = self
                    .facts()
                    .filter_map(|what| {
                        if let Fact::Cards(CardFact::Burned { card }) = *what { Some(card) } else { None }
                    })
                    .collect();
                result_of(burns == *expected, format!("burns {}", cards_in_words(&burns)))
            }
            Expectation::Ruling(expected) => {
                let words: Vec<String> = self.since_act().iter().map(TranscriptEntry::describe).collect();
                result_of(
                    words.iter().any(|words| words.contains(expected)),
                    format!("told {}", words.join("; ")),
                )
            }
            Expectation::Cites(expected) => {
                let entries = self.since_act();
                let missing = expected.iter().find(|cite| {
                    !entries.iter().any(|entry| self.is_cited(cite, entry.rule, &entry.clauses))
                });
                let mut cited: Vec<Rule> = entries.iter().map(|entry| entry.rule).collect();
                cited.dedup();
                match missing {
                    None => {
                        let names: Vec<&str> = cited.iter().map(|rule| rule.name()).collect();
                        Ok(format!("cites {}", names.join(", ")))
                    }
                    Some(cite) => {
                        let expected = cite.name().to_owned();
                        Err(Mismatch::NotCited { expected, cited, clauses: Vec::new() })
                    }
                }
            }
        }
    }

    /// The entries of the last act and of what followed from it, in order: all that a `told` or `cites` line
    /// is compared with.
    fn since_act(&self) -> &[TranscriptEntry] {
        &self.report.events[self.since_act.min(self.report.events.len())..]
    }

    /// The facts of the hand being played or last played, in order, for expectations about its course (who
    /// showed, what was posted).
    fn facts(&self) -> impl Iterator<Item = &Fact> {
        self.hand_events.iter().map(|event| &event.what)
    }

    /// The seats that `seat` picks from the hand's facts, such as those that showed or mucked; each once.
    fn seats_that(&self, seat: impl Fn(&Fact) -> Option<Seat>) -> Seats {
        self.facts().filter_map(seat).collect()
    }

    /// The sum by seat of what `part` picks from the hand's facts, in ascending order of seats; seats whose
    /// sum is zero are left out.
    fn sums(&self, part: impl Fn(&Fact) -> Option<(Seat, Chips)>) -> Vec<(Seat, Chips)> {
        let mut sums: Vec<(Seat, Chips)> = Vec::new();
        for (seat, amount) in self.facts().filter_map(part).filter(|(_, amount)| !amount.is_zero()) {
            match sums.iter_mut().find(|(who, _)| *who == seat) {
                Some((_, sum)) => *sum += amount,
                None => sums.push((seat, amount)),
            }
        }
        sums.sort_unstable();
        sums
    }

    /// What each seat won in all pots, odd chips included, after commission; in ascending order of seats,
    /// without those who won nothing.
    fn awards(&self) -> Vec<(Seat, Chips)> {
        self.sums(|what| {
            let Fact::Pots(fact) = what else { return None };
            fact.payment().map(|(_, seat, amount)| (seat, amount))
        })
    }

    /// The stack of a seat in chips: in the hand while it is played, otherwise at the table; `None` for an
    /// empty seat.
    fn stack(&self, hand: &Hand, seat: Seat) -> Option<Chips> {
        let dealt_in = hand.seats().any(|dealt| dealt == seat);
        if dealt_in && !hand.is_over() {
            return Some(hand.stack(seat));
        }
        let chair = self.table.as_ref().and_then(|table| table.chair(seat));
        chair.map(|chair| chair.stack)
    }

    /// The pots, main pot first, each with the seats that may win it: as they were formed, or as they stand
    /// at the levels that all-in players reached.
    fn pots(&self, hand: &Hand) -> Vec<(Chips, Seats)> {
        let formed: Vec<(Chips, Seats)> = self
            .facts()
            .filter_map(|what| {
                let Fact::Pots(PotFact::PotFormed { amount, eligible, .. }) = *what else { return None };
                Some((amount, eligible))
            })
            .collect();
        if !formed.is_empty() {
            return formed;
        }
        hand.pots_so_far().into_iter().map(|pot| (pot.amount, pot.eligible)).collect()
    }
}

/// Compares chips by seat, whatever the order; a seat with zero is the same as one that is not named. `word`
/// begins the text of what was found.
fn compare_amounts(word: &str, is: &[(Seat, Chips)], expected: &[(Seat, Chips)]) -> ExpectationResult {
    let mut expected: Vec<(Seat, Chips)> =
        expected.iter().copied().filter(|(_, much)| !much.is_zero()).collect();
    expected.sort_unstable();
    let text: Vec<String> = is.iter().map(|(seat, much)| format!("{seat}:{much}")).collect();
    let text = if text.is_empty() { "none".to_owned() } else { text.join(" ") };
    result_of(expected == is, format!("{word} {text}"))
}

/// A seat, or `nobody`, for the text of what was found: the words that an expectation is written in.
fn seat_or_nobody(seat: Option<Seat>) -> String {
    seat.map_or("nobody".to_owned(), |seat| seat.to_string())
}

/// A set of seats in ascending order, or `none`, for the text of what was found: the words that an
/// expectation is written in.
fn seats_or_none(seats: Seats) -> String {
    if seats.count() == 0 { "none".to_owned() } else { seats.to_string() }
}

/// The mismatch for a menu or a call expected of a seat that is not on turn, with the seat that is: only that
/// one has a menu.
fn not_on_turn(hand: &Hand, seat: Seat) -> Mismatch {
    Mismatch::NotOnTurn { seat, turn: hand.next().to_act() }
}

/// The street that the hand is on, to be compared, and its name for the text of what was found; by number
/// where the game has no flop.
fn street(hand: &Hand) -> (Street, String) {
    if hand.is_over() {
        return (Street::Over, "the hand is over".to_owned());
    }
    match (hand.next().to_show(), hand.round()) {
        (Some(_), _) => (Street::Showdown, "the showdown".to_owned()),
        (None, round) => {
            let names = ["preflop", "flop", "turn", "river"];
            let name = names.get(usize::from(round)).filter(|_| hand.house().game.has_flop());
            let name = name.map_or_else(|| format!("betting round {}", round + 1), |name| (*name).to_owned());
            (Street::Betting(round), name)
        }
    }
}

/// Compares the menu of the seat on turn with the acts that a line lists: exactly these, these among others,
/// or none of these. A seat that is not on turn is a mismatch.
fn check_menu(hand: &Hand, seat: Seat, how: MenuMatch, items: &[MenuItem]) -> ExpectationResult {
    let Some(menu) = hand.menu().filter(|menu| menu.seat == seat) else {
        return Err(not_on_turn(hand, seat));
    };
    let text = format!("menu {seat} {menu}");
    match how {
        MenuMatch::Has => result_of(items.iter().all(|item| menu_offers(&menu, *item)), text),
        MenuMatch::Lacks => result_of(!items.iter().any(|item| menu_offers(&menu, *item)), text),
        MenuMatch::Exactly => {
            let offered = [
                menu.fold,
                menu.check,
                menu.call.is_some(),
                menu.call_and_fold.is_some(),
                menu.raise.is_some(),
            ];
            let count = offered.iter().filter(|offered| **offered).count();
            let mut kinds: Vec<u8> = items.iter().map(|item| act_kind(*item)).collect();
            kinds.sort_unstable();
            kinds.dedup();
            let each = kinds.len() == items.len();
            result_of(
                each && items.len() == count && items.iter().all(|item| menu_offers(&menu, *item)),
                text,
            )
        }
    }
}

/// A number that is the same for items that stand for the same act: a menu that is to match exactly lists no
/// act twice.
fn act_kind(item: MenuItem) -> u8 {
    match item {
        MenuItem::Fold => 0,
        MenuItem::Check => 1,
        MenuItem::Call(_) => 2,
        MenuItem::CallAndFold => 3,
        MenuItem::Bet(_) | MenuItem::Raise(_) | MenuItem::AllIn(_) => 4,
    }
}

/// True when the menu offers what an item asks for, with these amounts if it gives any; an all-in, when it is
/// the only bet or raise offered.
fn menu_offers(menu: &Menu, item: MenuItem) -> bool {
    let within = |raise: RaiseMenu, range: Option<AmountRange>| {
        range.is_none_or(|range| {
            range.least == raise.least && range.most.is_none_or(|most| most == raise.most)
        })
    };
    match item {
        MenuItem::Fold => menu.fold,
        MenuItem::Check => menu.check,
        MenuItem::Call(expected) => {
            menu.call.is_some_and(|call| expected.is_none_or(|expected| expected == call))
        }
        MenuItem::CallAndFold => menu.call_and_fold.is_some(),
        MenuItem::Bet(range) => menu.raise.is_some_and(|raise| raise.is_bet && within(raise, range)),
        MenuItem::Raise(range) => menu.raise.is_some_and(|raise| !raise.is_bet && within(raise, range)),
        MenuItem::AllIn(expected) => menu.raise.is_some_and(|raise| {
            let only = raise.least == raise.most && raise.most == raise.all_in;
            only && expected.is_none_or(|expected| expected == raise.all_in)
        }),
    }
}
