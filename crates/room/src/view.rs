//! What a table shows to each viewer, both live and in replays of finished hands. [`table::view`] makes all
//! of it for that viewer.

use chips::Chips;
use fair::Opening;
use seating::{Person, Seat, Viewer};
use table::view::{self, View};
use table::{CurrentPot, Fact, Hand, HandOnBoard, PotFact, TableFact, WinningHand};

use crate::entry::TableEntry;
use crate::requests::{ChairView, FactView, HandView, OverBlindView, PlayerView, Position, TurnId, TurnView};
use crate::state::TableState;

impl TableState {
    /// As whom a person sees the hand in play, or the last one: the seat where they were dealt in, otherwise
    /// the rail. Nobody sees the cards of a seat they took later.
    pub fn viewer(&self, person: Option<Person>) -> Viewer {
        person.and_then(|person| self.seat_in_hand(person)).map_or(Viewer::Rail, Viewer::Seat)
    }

    /// The decision on now: its seat, the turn an act must name, and whether it is a showdown decision. `None`
    /// if nobody has to decide.
    pub fn turn(&self) -> Option<(Seat, TurnId, bool)> {
        let hand = self.hand_in_play()?;
        let decision = hand.next().decision()?;
        let facing = hand.menu().and_then(|menu| menu.call).unwrap_or(Chips::ZERO);
        let turn = TurnId { hand: hand.lineup().number, acts: self.acts, facing };
        Some((decision.seat(), turn, decision.is_show()))
    }

    /// The seat that is offered an over-blind now, and the turn a post of it must name; `None` if there is no
    /// offer.
    pub fn over_blind_turn(&self) -> Option<(Seat, TurnId)> {
        let hand = self.hand_in_play()?;
        let (seat, facing) = hand.over_blind_offer()?;
        Some((seat, TurnId { hand: hand.lineup().number, acts: self.acts, facing }))
    }

    /// What there is to do now, as one viewer may know it: menus only for the viewer's own seat. The caller
    /// runs the clock and supplies its part: whose turn it is and for how long, and the over-blind on offer.
    pub(crate) fn position(
        &self,
        viewer: Viewer,
        turn: Option<TurnView>,
        over_blind: Option<OverBlindView>,
    ) -> Position {
        let view = self.hand_in_play().map(|hand| View::of(hand, viewer));
        Position {
            turn,
            menu: view.and_then(|view| view.menu()),
            raise_closed: view.and_then(|view| view.raise_refusal()),
            raises_left: view.and_then(|view| view.raises_left()),
            may_muck: self.may_muck(viewer),
            may_show: self.table.hand().map_or_else(Vec::new, |hand| View::of(hand, viewer).showable_cards()),
            over_blind,
            owed: self.table.owed_blinds().collect(),
        }
    }

    /// What the hands that the viewer sees make with the board, and the pots in the middle. A finished hand
    /// counts too: its cards lie on the table until the next begins.
    pub(crate) fn hands_and_pots(&self, viewer: Viewer) -> (Vec<HandOnBoard>, Vec<CurrentPot>) {
        self.table.hand().map_or_else(Default::default, |hand| {
            let view = View::of(hand, viewer);
            (view.hands_on_boards(), view.pots())
        })
    }

    /// Whether the viewer may muck unseen, at their turn to show; `None` if it is not their turn.
    fn may_muck(&self, viewer: Viewer) -> Option<bool> {
        let decision = self.hand_in_play()?.next().decision()?;
        decision.may_muck().filter(|_| viewer == Viewer::Seat(decision.seat()))
    }

    /// Appends what a viewer may see of an entry to `facts`: hidden cards are unknown, and the viewer's own
    /// hole cards come with their openings. The only way from stored entries to viewers.
    pub(crate) fn push_facts(&self, entry: &TableEntry, viewer: Viewer, facts: &mut Vec<FactView>) {
        match entry {
            TableEntry::Table { fact } => {
                facts.push(FactView::Table(view::visible_table_event(fact, viewer)));
                if let TableFact::Hand(event) = &fact.what
                    && let Fact::Cards(dealt) = &event.what
                    && let Some((seat, card)) = dealt.hole_card()
                    && viewer == Viewer::Seat(seat)
                {
                    facts.extend(self.opening(card.slot()).map(FactView::Opening));
                }
            }
            TableEntry::Deck { commitment, .. } => {
                facts.push(FactView::Deck { hand: commitment.deck().hand, commitment: *commitment });
            }
            TableEntry::Cut(cut) => facts.push(FactView::Cut(cut.clone())),
            TableEntry::Opening(opening) => facts.push(FactView::Opening(opening.clone())),
            TableEntry::Play(standing) => facts.push(FactView::Standing(standing.clone())),
            TableEntry::TimeBank { seat, taken } => {
                facts.push(FactView::TimeBank { seat: *seat, taken: *taken })
            }
            TableEntry::Made { .. }
            | TableEntry::Snapshot(_)
            | TableEntry::Asked { .. }
            | TableEntry::Purse { .. } => {}
        }
    }

    /// The opening that proves the card in a slot of the deck against its commitment; `None` if the deck is not
    /// known. The caller makes sure that the viewer may see that card.
    fn opening(&self, slot: Option<u8>) -> Option<Opening> {
        self.deck.as_ref()?.cards.as_ref()?.opening(slot?)
    }

    /// Every taken seat, in the order of the seats, the same for every viewer. `connected` says who is
    /// connected, and `disconnect_left` how much disconnect time (ms) the others have.
    pub(crate) fn chair_views(
        &self,
        connected: &dyn Fn(Person) -> bool,
        disconnect_left: &dyn Fn(Person) -> Option<u64>,
    ) -> Vec<ChairView> {
        let seats = self.table.chairs().map(|(seat, _)| seat);
        seats.filter_map(|seat| self.chair_view(seat, connected, disconnect_left)).collect()
    }

    /// One taken seat as everybody sees it, with its stack in the hand in play; `None` for an empty seat.
    fn chair_view(
        &self,
        seat: Seat,
        connected: &dyn Fn(Person) -> bool,
        disconnect_left: &dyn Fn(Person) -> Option<u64>,
    ) -> Option<ChairView> {
        let chair = self.table.chair(seat)?;
        let in_hand = self.hand_in_play().filter(|hand| hand.person(seat).is_some());
        Some(ChairView {
            seat,
            person: chair.person,
            stack: in_hand.map_or(chair.stack, |hand| hand.stack(seat)),
            machine: self.is_bot(chair.person),
            away: chair.is_away(),
            waits: chair.blinds.entry.is_pending(),
            leaving: self.is_leaving(seat),
            connected: connected(chair.person),
            disconnect_left: disconnect_left(chair.person).filter(|_| !connected(chair.person)),
            out_at_blind: chair.out_at_blind,
        })
    }

    /// A hand as a viewer may see it: own and shown cards, with an opening for each of them and for the board.
    pub(crate) fn hand_view(&self, hand: &Hand, viewer: Viewer) -> HandView {
        let view = View::of(hand, viewer);
        let deck = self.deck.as_ref();
        let mut openings: Vec<Opening> = Vec::new();
        let mut players = Vec::new();
        for seat in view.seats() {
            let (cards, count) = view.hole_cards(seat);
            let cards = cards[..count].to_vec();
            openings.extend(cards.iter().filter_map(|card| self.visible_opening(card)));
            players.push(PlayerView {
                seat,
                in_round: view.in_round(seat),
                in_hand: view.put_in(seat),
                folded: !view.live_seats().contains(seat) || hand.has_mucked(seat),
                all_in: view.is_all_in(seat),
                shown: hand.has_shown(seat),
                cards,
            });
        }
        openings.extend(view.boards().cards().filter_map(|card| self.visible_opening(card)));
        HandView {
            number: hand.lineup().number,
            over: hand.is_over(),
            button: view.button(),
            betting_round: view.round(),
            players,
            boards: *view.boards(),
            pot: view.pot(),
            commitment: deck.map(|deck| deck.commitment),
            cut: deck.and_then(|deck| deck.cut.clone()),
            openings,
            made: view.hands_on_boards(),
            pots: view.pots(),
            won: view.winning_hands(),
        }
    }

    /// The winning hands of the pots that these entries pay, from the hands that everybody saw; empty if they
    /// pay none.
    pub(crate) fn pots_won(&self, entries: &[TableEntry]) -> Vec<WinningHand> {
        let pays = entries.iter().any(|entry| {
            let TableEntry::Table { fact } = entry else { return false };
            matches!(&fact.what, TableFact::Hand(event) if matches!(event.what, Fact::Pots(PotFact::Awarded { .. })))
        });
        let hand = self.table.hand().filter(|_| pays);
        hand.map_or_else(Vec::new, |hand| View::of(hand, Viewer::Rail).winning_hands())
    }

    /// The opening of a card that the viewer's view has face up; `None` for a hidden one, whose opening would
    /// give it away.
    fn visible_opening(&self, card: &cards::HiddenCard) -> Option<Opening> {
        card.known_card().and_then(|_| self.opening(card.slot()))
    }
}
