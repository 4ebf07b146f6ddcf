//! Random tables, lineups and acts, chosen by a tape of numbers.
//!
//! A test draws a tape and reads its choices from it. Past the end of the tape every choice is the first,
//! plainest one, so that shorter tapes with smaller numbers mean simpler hands.

use std::sync::Arc;

use cards::{Card, HiddenCard};
use chips::Chips;
use rulebook::setting::{GameFamily, SettingKind};
use rulebook::{Book, Determination};
use seating::{Actor, Person, Seat, Seats};
use table::*;

/// Numbers that decide every choice, in order.
pub struct Tape<'a> {
    numbers: &'a [u32],
    at: usize,
}

impl<'a> Tape<'a> {
    pub fn new(numbers: &'a [u32]) -> Tape<'a> {
        Tape { numbers, at: 0 }
    }

    fn next(&mut self) -> u32 {
        let number = self.numbers.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        number
    }

    /// A number below `count`; zero past the end of the tape.
    pub fn below(&mut self, count: u64) -> u64 {
        u64::from(self.next()) % count.max(1)
    }

    /// One element of a slice.
    pub fn of<T: Copy>(&mut self, options: &[T]) -> T {
        options[self.below(options.len() as u64) as usize]
    }

    /// True one time in `times`; false past the end of the tape.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == times - 1
    }

    /// The cards in an order that one number of the tape decides.
    pub fn shuffled(&mut self, deck: &[Card]) -> Vec<Card> {
        let mut state = u64::from(self.next());
        let mut cards = deck.to_vec();
        for at in (1..cards.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            cards.swap(at, (state >> 33) as usize % (at + 1));
        }
        cards
    }
}

pub fn chips(count: u64) -> Chips {
    Chips::new(count).expect("an amount")
}

/// A house of any built-in book with any value that the machine plays in every setting, whether or not the
/// book offers it.
pub fn house(tape: &mut Tape<'_>) -> Arc<House> {
    let book = tape.of(&[
        "standard",
        "canberra-holdem-2018",
        "dunedin-17.7",
        "canberra-omaha-2006",
        "canberra-manila-2006",
    ]);
    let book = Book::named(book).expect("a built-in book");
    let structure = tape.of(&["no_limit", "fixed", "spread", "full_pot", "half_pot", "double_limit"]);
    let unit = tape.of(&[1, 5, 25]);
    let mut fixed = plain(book);
    let mut set = |name: &str, value: String| fixed = fixed.with_value(name, &value);
    set("limit_structure", structure.to_owned());
    set("smallest_chip", unit.to_string());
    match tape.below(6) {
        1 => set("games", "omaha".to_owned()),
        2 => set("games", "manila".to_owned()),
        _ => {}
    }
    match tape.below(8) {
        1 => set("deck_cards", "40".to_owned()),
        2 => set("deck_cards", "32".to_owned()),
        _ => {}
    }
    let blinds = match tape.below(5) {
        0 => vec![1, 2],
        1 => vec![2],
        2 => vec![1, 2, 4],
        3 => vec![1, 1],
        _ => vec![1, 3, 3],
    };
    let blinds: Vec<u64> = blinds.into_iter().map(|blind: u64| blind * unit).collect();
    let last = *blinds.last().expect("a blind");
    let listed: Vec<String> = blinds.iter().map(u64::to_string).collect();
    set("blind_count", blinds.len().to_string());
    set("blinds", listed.join(" "));
    // The smallest bet is at most the last blind.
    let least = if tape.once_in(4) { unit } else { last };
    set("min_bet", least.to_string());
    let most = (structure == "spread" || tape.once_in(6)).then(|| last * (1 + tape.below(8)));
    let bounded = structure == "spread" || structure == "no_limit";
    set("max_bet", most.filter(|_| bounded).map_or("none".to_owned(), |most| most.to_string()));
    set("ante", "0".to_owned());
    match tape.below(6) {
        1 => {
            set("antes_with_blinds", "each_player".to_owned());
            set("ante", (1 + tape.below(last)).to_string());
        }
        2 => {
            set("antes_with_blinds", "big_blind".to_owned());
            set("ante", (1 + tape.below(last * 2)).to_string());
        }
        3 => {
            set("forced_bets", "antes".to_owned());
            set("ante", (1 + tape.below(last)).to_string());
        }
        4 => set("bomb_pot", (1 + tape.below(last * 3)).to_string()),
        _ => {}
    }
    if tape.once_in(3) {
        set("over_blinds", (1 + tape.below(3)).to_string());
        if tape.once_in(2) {
            set("over_blind_level", (last * (2 + tape.below(3))).to_string());
        }
    }
    let caps = ["none", "3", "1", "4 3 3 3", "2 1 1 4"];
    for cap in ["raise_cap", "raise_cap_pot_and_no_limit", "raise_cap_antes"] {
        let setting = rulebook::Setting::named(GameFamily::Poker, cap).expect("a setting");
        let (listed, single) = (tape.of(&caps), tape.of(&["none", "3", "1"]));
        set(cap, setting.canonical(listed).unwrap_or(single.to_owned()));
    }
    if tape.once_in(2) {
        set("commission_method", "pot".to_owned());
        set("commission_percent", tape.of(&[5, 10, 0, 100]).to_string());
        set("commission_cap", tape.of(&["none", "1000", "300", "1"]).to_owned());
        set("commission_free_up_to_cents", tape.of(&[0, 500, 2_000]).to_string());
        set("commission_rounding_cents", tape.of(&[1, 100, 50]).to_string());
        set("chip_cents", tape.of(&[100, 1, 250]).to_string());
    }
    // Settings with words in the areas of the engine: one in three is changed to any of its words.
    for setting in GameFamily::Poker.settings() {
        let ours = ["limits", "blinds", "betting", "showdown", "pots", "commission", "cards", "stakes"];
        let done = ["limit_structure", "forced_bets", "antes_with_blinds", "commission_method", "deck_cards"];
        let free = setting.kind == SettingKind::Word || setting.kind == SettingKind::Limits;
        if !free || !ours.contains(&setting.area.as_str()) || done.contains(&setting.name.as_str()) {
            continue;
        }
        if tape.once_in(3) {
            let word = &setting.words[tape.below(setting.words.len() as u64) as usize];
            let changed = fixed.with_value(&setting.name, word);
            if House::of_any_game(&changed).is_ok() {
                fixed = changed;
            }
        }
    }
    Arc::new(House::of_any_game(&fixed).unwrap_or_else(|problems| panic!("{problems:?}")))
}

/// A book's default table, with what the book leaves open filled in.
pub fn plain(book: &Book) -> Determination {
    book.determine(&[]).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Two to ten players with any stacks, the button anywhere, and posts beyond those of the book.
pub fn lineup(tape: &mut Tape<'_>, house: &Arc<House>) -> Lineup {
    let fewest = if house.stakes.bomb_pot.is_some() { 2 } else { house.stakes.blinds.len().max(2) };
    let most = usize::from(house.most_players()).min(10);
    let players = fewest + tape.below((most - fewest + 1) as u64) as usize;
    let mut seats: Vec<Seat> = Seat::up_to(10).collect();
    while seats.len() > players {
        let out = tape.below(seats.len() as u64) as usize;
        seats.remove(seats.len() - 1 - out);
    }
    let button = Seat::new(1 + tape.below(10) as u8).expect("a seat");
    let level = house.last_blind().get();
    let entrants: Vec<Entrant> = seats
        .iter()
        .map(|seat| {
            let stack = match tape.below(5) {
                0 => level * 100,
                1 => 1 + tape.below(level * 2),
                2 => 1 + tape.below(level * 8),
                3 => 1 + tape.below(level * 40),
                _ => level * (1 + tape.below(20)),
            };
            Entrant { seat: *seat, person: Person(u64::from(seat.number())), stack: chips(stack) }
        })
        .collect();
    let mut lineup = Lineup::by_the_book(house, 1, button, entrants);
    if house.stakes.blinds.len() > 1 && house.stakes.bomb_pot.is_none() && tape.once_in(6) {
        // A dead small blind.
        lineup.dues.retain(|due| due.kind != PostKind::Blind(0));
    }
    let blind = |due: &&DuePost| matches!(due.kind, PostKind::Blind(_));
    let posted: Seats = lineup.dues.iter().filter(blind).map(|due| due.seat).collect();
    for seat in seats.into_iter().filter(|seat| !posted.contains(*seat)) {
        if tape.once_in(8) {
            let kind = tape.of(&[PostKind::Live, PostKind::Dead]);
            let some = chips(1 + tape.below(level));
            let amount = tape.of(&[house.last_blind(), some]);
            lineup.dues.push(DuePost { seat, kind, amount });
        }
    }
    lineup.record.showdown = tape.once_in(10);
    lineup.deck = tape.of(&[DeckSource::Prepared, DeckSource::AtTable]);
    lineup
}

/// A deck in play: the order of its cards, and which of them the machine gets to know.
pub struct Shoe {
    /// The deck; the next card is the last.
    pub cards: Vec<Card>,
    /// The cards that were dealt unknown to the machine.
    unknown_cards: Vec<Card>,
    unknown_percent: u64,
    state: u64,
    /// Whether each card comes with its slot in the deck.
    slotted: bool,
    full: usize,
}

impl Shoe {
    pub fn new(tape: &mut Tape<'_>, house: &House) -> Shoe {
        let cards = tape.shuffled(house.ranking.deck());
        let full = cards.len();
        let unknown_percent = tape.of(&[0, 0, 0, 30, 100]);
        Shoe { cards, unknown_cards: Vec::new(), unknown_percent, state: 0, slotted: tape.once_in(2), full }
    }

    /// A deck whose every card the machine gets to know, with its slot.
    pub fn in_slots(tape: &mut Tape<'_>, house: &House) -> Shoe {
        Shoe { unknown_percent: 0, slotted: true, ..Shoe::new(tape, house) }
    }

    /// The next card as the machine gets it; a fixed percentage of the cards is unknown.
    pub fn next(&mut self) -> HiddenCard {
        let slot = (self.full - self.cards.len()) as u8;
        let card = self.cards.pop().expect("the deck can finish every deal that begins");
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(card.index() as u64 + 1);
        let known = (self.state >> 33) % 100 >= self.unknown_percent;
        if !known {
            self.unknown_cards.push(card);
        }
        match (self.slotted, known) {
            (true, true) => HiddenCard::in_slot(slot, card),
            (true, false) => HiddenCard::unknown_in(slot),
            (false, true) => HiddenCard::of(card),
            (false, false) => HiddenCard::UNKNOWN,
        }
    }
}

/// The cards that a seat shows: as dealt, or, where the machine does not know them, named from those it may
/// hold.
pub fn shown(hand: &Hand, seat: Seat, shoe: &Shoe) -> [HiddenCard; MAX_HOLE_CARDS] {
    let mut cards = AS_DEALT;
    let held = hand.hole_cards(seat);
    if held.iter().all(|card| card.known_card().is_some()) {
        return cards;
    }
    let mut rest = shoe.unknown_cards.iter().chain(&shoe.cards).filter(|card| !is_out(hand, **card));
    for (card, held) in cards.iter_mut().zip(held) {
        *card =
            held.known_card().or_else(|| rest.next().copied()).map_or(HiddenCard::UNKNOWN, HiddenCard::of);
    }
    cards
}

/// True when a card lies on a board or in a hand; burned cards are not looked at.
pub fn is_out(hand: &Hand, card: Card) -> bool {
    let among = |cards: &[HiddenCard]| cards.iter().any(|held| held.known_card() == Some(card));
    hand.boards().each().any(&among) || hand.seats().any(|seat| among(hand.hole_cards(seat)))
}

/// A legal act for what the hand needs: mostly passive, sometimes a bet of any size or all-in.
pub fn legal_act(tape: &mut Tape<'_>, hand: &Hand, shoe: &mut Shoe) -> Option<Act> {
    Some(match hand.next() {
        Need::Deal(Deal::Shuffle) => Act::Deck(DeckAct::Shuffle { cards: hand.deck_cards() }),
        Need::Deal(Deal::Cut) => {
            Act::Deck(DeckAct::Cut { after: 2 + tape.below(u64::from(hand.deck_cards()) - 3) as u8 })
        }
        Need::Deal(Deal::Post(due)) => Post::Due.by(due.seat),
        Need::Deal(Deal::HoleCard { .. }) => match hand.over_blind_offer() {
            Some((seat, amount)) if hand.stack(seat) >= amount && tape.once_in(2) => Post::OverBlind.by(seat),
            Some(_) | None => Act::Deck(DeckAct::Deal { card: shoe.next() }),
        },
        Need::Deal(Deal::Burn | Deal::BoardCard) => Act::Deck(DeckAct::Deal { card: shoe.next() }),
        Need::Decision(Decision::Act { seat }) => {
            let menu = hand.menu().expect("a seat on action has a menu");
            let open =
                menu.check || menu.call.is_some() || menu.call_and_fold.is_some() || menu.raise.is_some();
            assert!(open, "seat {seat} can only fold: {}", describe(hand));
            betting_act(tape, menu, seat)
        }
        Need::Decision(Decision::Show { seat, may_muck }) => {
            if may_muck && tape.once_in(2) {
                Show::Muck.by(seat)
            } else {
                Show::Hand { cards: shown(hand, seat, shoe) }.by(seat)
            }
        }
        Need::Nothing => return None,
    })
}

/// An act from the menu: mostly passive, sometimes a bet of any size or all-in.
fn betting_act(tape: &mut Tape<'_>, menu: Menu, seat: Seat) -> Act {
    let passive = if menu.check {
        Play::Check.by(seat)
    } else if menu.call.is_some() {
        Play::Call.by(seat)
    } else if menu.fold {
        Play::Fold.by(seat)
    } else {
        Play::Raise { to: menu.raise.expect("something is always open").least }.by(seat)
    };
    match (tape.below(9), menu.raise) {
        (1, _) if menu.fold => Play::Fold.by(seat),
        (2, _) if menu.call_and_fold.is_some() => Play::CallAndFold.by(seat),
        (3, Some(raise)) => Play::Raise { to: raise.least }.by(seat),
        (4, Some(raise)) => Play::Raise { to: raise.most }.by(seat),
        (5 | 6, Some(raise)) => {
            let wanted = raise.least.get() + tape.below(raise.most.above(raise.least).get() + 1);
            let to = chips(wanted).floor_to(raise.unit);
            Play::Raise { to: if raise.allows(to) { to } else { raise.least } }.by(seat)
        }
        (7, Some(raise)) if raise.allows(raise.all_in) => Play::AllIn.by(seat),
        _ => passive,
    }
}

/// A hand in words, for failure messages: changed settings of its book, players, and what was put in.
pub fn describe(hand: &Hand) -> String {
    let lineup = hand.lineup();
    let book = &hand.house().determined;
    let default = plain(book.book());
    let changed = book.values().zip(default.values()).filter(|(now, before)| now != before);
    let changed: Vec<String> =
        changed.map(|((setting, value), _)| format!("{} = {value}", setting.name)).collect();
    let seat = |seat: Seat| {
        let state = if hand.has_folded(seat) {
            "folded"
        } else if hand.is_all_in(seat) {
            "all-in"
        } else {
            ""
        };
        format!("{seat}: {} behind, {} in {state}", hand.stack(seat), hand.in_round(seat))
    };
    let seats: Vec<String> = hand.seats().map(seat).collect();
    format!(
        "{} with {}\nbutton {} entrants {:?}\ndues {:?}\nround {} pot {} {}\n{:?} {:?}",
        book.book_id(),
        changed.join(", "),
        lineup.button,
        lineup
            .entrants
            .iter()
            .map(|entrant| (entrant.seat.number(), entrant.stack.get()))
            .collect::<Vec<_>>(),
        lineup.dues.iter().map(|due| (due.seat.number(), due.kind, due.amount.get())).collect::<Vec<_>>(),
        hand.round(),
        hand.pot(),
        seats.join("; "),
        hand.next(),
        hand.menu().map(|menu| menu.to_string()),
    )
}

/// The events or the refusal of a command to a table.
pub fn take(table: &mut Table, by: Actor, act: TableAct) -> Result<Vec<TableEvent>, TableRefusal> {
    let mut events = Vec::new();
    let taken = table.take(&TableCommand { by, act }, &mut |event| events.push(event));
    assert!(taken.is_ok() || events.is_empty(), "refused, but it led to {events:?}");
    taken.map(|()| events)
}
