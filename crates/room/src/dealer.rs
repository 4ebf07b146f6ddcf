//! Who deals at a table. Also the house dealer, which supplies what a hand needs next and asks the bots when
//! it is their turn.

use cards::{Card, HiddenCard};
use fair::Stream;
use seating::{Actor, Role, Seat, Viewer};
use serde::{Deserialize, Serialize};
use table::view::View;
use table::{Act, Command, Deal, Decision, DeckAct, DeckSource, Event, Hand, House, Need, Post, Refusal};

use crate::bot::Bot;

/// Who deals at a table. Fixed when the table is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dealer {
    /// The software, from a deck that is shuffled, sealed and committed to before the first card.
    #[default]
    Software,
    /// A person, from a physical deck: the room learns a card only when it lies face up and the dealer enters
    /// it.
    Person,
}

impl Dealer {
    /// True if the software deals, as it does at every table whose records do not say otherwise. Serde leaves
    /// the field out of records then, so old records and new ones look alike.
    pub fn is_software(&self) -> bool {
        *self == Dealer::Software
    }

    /// Where the deck of a hand comes from: shuffled and cut at the table by the software, or prepared by the
    /// person who deals. The hand asks for a shuffle and a cut only in the first case.
    pub const fn deck(self) -> DeckSource {
        match self {
            Dealer::Software => DeckSource::AtTable,
            Dealer::Person => DeckSource::Prepared,
        }
    }

    /// Whether somebody may enter what was dealt: where the software deals nobody else may, where a person
    /// deals a dealer or any higher official (AMB-015).
    pub fn may_deal(self, by: Actor) -> bool {
        match self {
            Dealer::Software => by.person == Actor::HOUSE.person,
            Dealer::Person => by.person != Actor::HOUSE.person && by.role.is_at_least(Role::Dealer),
        }
    }
}

/// What a person who deals reports about a hand: it happened at the table, and is entered. Face-down cards
/// are never named: nothing that is stored or sent could hold them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DealerWish {
    /// The next hand begins: the deck was shuffled and cut, and blinds and antes are collected.
    Open,
    /// Every player received their hole cards, face down.
    HoleCards,
    /// A card was burned, face down.
    Burn,
    /// The cards of the next street lie face up.
    Board {
        /// The cards, in the order in which they were dealt.
        cards: Vec<Card>,
    },
    /// The seat that must show has turned up its hand.
    Shows {
        /// Whose cards they are.
        seat: Seat,
        /// Every card of the hand.
        cards: Vec<Card>,
    },
    /// The seat that must show has mucked its hand unseen.
    Mucks {
        /// Whose cards they were.
        seat: Seat,
    },
}

impl DealerWish {
    /// The full wish as text, from which its digest is made. Digests are stored and compared when a key comes
    /// again, so no form here may ever change.
    pub(crate) fn canonical_text(&self) -> String {
        let named = |cards: &[Card]| cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        match self {
            DealerWish::Open => "open".to_owned(),
            DealerWish::HoleCards => "hole_cards".to_owned(),
            DealerWish::Burn => "burn".to_owned(),
            DealerWish::Board { cards } => format!("board {}", named(cards)),
            DealerWish::Shows { seat, cards } => format!("shows {} {}", seat.number(), named(cards)),
            DealerWish::Mucks { seat } => format!("mucks {}", seat.number()),
        }
    }

    /// The kind of the record that the wish leads to: the same word as when the software deals. Stored, so it
    /// stays.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            DealerWish::Open => "round",
            DealerWish::HoleCards | DealerWish::Burn | DealerWish::Board { .. } => "deal",
            DealerWish::Shows { .. } | DealerWish::Mucks { .. } => "act",
        }
    }
}

/// A shuffled deck, face down.
#[derive(Clone)]
pub struct DealerShoe {
    cards: [Card; Card::COUNT],
    next: usize,
    end: usize,
}

impl DealerShoe {
    /// A deck shuffled with the next draws of a stream, of which the first `needed` cards can be dealt. Only
    /// those are shuffled, so `needed` also fixes how many draws are used.
    pub fn new(deck: &[Card], draws: &mut Stream, needed: usize) -> DealerShoe {
        let mut cards = [Card::JOKER; Card::COUNT];
        let count = deck.len().min(Card::COUNT);
        cards[..count].copy_from_slice(&deck[..count]);
        let end = needed.min(count);
        draws.partial_shuffle(&mut cards[..count], end);
        DealerShoe { cards, next: 0, end }
    }

    /// The deck for a hand of `players`, with as many cards as the deal can need: hole cards, boards and burns.
    ///
    /// From a fresh stream of [`fair::Label::Shuffle`] this is the shuffle of the stream's seed.
    pub fn for_hand(house: &House, players: usize, draws: &mut Stream) -> DealerShoe {
        let game = &house.game;
        let burns = if house.burn { game.board.iter().filter(|cards| **cards > 0).count() } else { 0 };
        let needed = players * usize::from(game.hole_cards) + usize::from(game.board_cards()) + burns;
        DealerShoe::new(house.ranking.deck(), draws, needed)
    }

    /// The next card from the top; unknown if none is left, which cannot happen in a deal that was allowed to
    /// begin.
    #[inline]
    pub fn deal(&mut self) -> HiddenCard {
        if self.next >= self.end {
            return HiddenCard::UNKNOWN;
        }
        let card = self.cards[self.next];
        self.next += 1;
        HiddenCard::of(card)
    }
}

impl std::fmt::Debug for DealerShoe {
    /// Prints a count, never a card: what is printed may reach a log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Shoe({} cards)", self.end - self.next)
    }
}

/// What the house must do next at a table with a shoe: collect a due post or deal a card. `None` if a player is
/// on turn or the hand is over.
#[inline]
pub fn house_act(need: Need, shoe: &mut DealerShoe) -> Option<Act> {
    match need.deal()? {
        Deal::Post(due) => Some(Post::Due.by(due.seat)),
        Deal::HoleCard { .. } | Deal::Burn | Deal::BoardCard => {
            Some(Act::Deck(DeckAct::Deal { card: shoe.deal() }))
        }
        // A shoe is a deck prepared in advance, so these are not needed.
        Deal::Shuffle | Deal::Cut => None,
    }
}

/// The command of the bot on turn, in the name of the person in that seat; `None` if no player is on turn. The
/// bot gets its own seat's view and nothing else.
#[inline]
pub fn bot_act<B: Bot + ?Sized>(hand: &Hand, need: Need, bot: &B, draws: &mut Stream) -> Option<Command> {
    let decision = need.decision()?;
    let act = bot_choice(hand, decision, bot, Some(draws))?;
    Some(Command { by: Actor::player(hand.person(decision.seat())?), act })
}

/// The bot's act for a decision, from its own seat's view only; `None` if it has no draws to bet with. The
/// keeper and the simulator both ask bots through it.
pub fn bot_choice<B: Bot + ?Sized>(
    hand: &Hand,
    decision: Decision,
    bot: &B,
    draws: Option<&mut Stream>,
) -> Option<Act> {
    match decision {
        Decision::Act { seat } => bot.choose_act(&View::of(hand, Viewer::Seat(seat)), draws?),
        Decision::Show { seat, may_muck } => Some(bot.choose_show(seat, may_muck)),
    }
}

/// Plays a hand from where it is to its end, with cards from the shoe and acts from the bots, appending the
/// events to `events`. For simulations and benchmarks: nothing is sealed or stored.
///
/// # Errors
/// The refusal of an act that a bot chose off its menu.
pub fn play_out<B: Bot + ?Sized>(
    hand: &mut Hand,
    shoe: &mut DealerShoe,
    bot: &B,
    draws: &mut Stream,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    loop {
        let need = hand.next();
        let command = match house_act(need, shoe) {
            Some(act) => Command::house(act),
            None => match bot_act(hand, need, bot, draws) {
                Some(command) => command,
                None => return Ok(()),
            },
        };
        hand.take(&command, events)?;
    }
}
