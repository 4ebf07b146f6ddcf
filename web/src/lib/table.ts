// A table as this viewer knows it: a snapshot, and the updates since. Every number comes from the room;
// nothing is decided here, and what may be done is only what the room's menu says.

import type { Chair, Event, Half, HandView, Made, PlayerView, Position, Pot, TableView, Update, Won } from '../wire/wire.ts';

/**
 * Part of a pot that went to a seat, or commission that the house took from it, with the rule that says so.
 */
export interface Paid {
  pot: number;
  half: Half;
  /** The seat that was paid; undefined for commission. */
  seat: number | undefined;
  amount: number;
  /** It could not be shared. */
  odd: boolean;
  rule: string | null;
  clauses: string[];
}

/** The last thing that a seat did in the hand, with the amount if chips went in. */
export type Did =
  | { is: 'sat_out' | 'time_ran_out' | 'folded' | 'checked' | 'stood' | 'shown' | 'mucked' }
  | { is: 'ante' | 'posted' | 'called' | 'bet' | 'raised'; amount: number };

/** The table, and what is shown beside it. */
export interface Known {
  view: TableView;
  /** The pots in the middle, main pot first; the bets in front of the seats are not in any yet. */
  pots: Pot[];
  /** What the hands visible to the viewer make with the board. */
  made: Made[];
  /** What the pots of the finished hand were won with, where hands were compared. */
  wonWith: Won[];
  /** The seats of the blinds of this hand, first blind first; `null` for one that nobody posts. */
  blinds: (number | null)[];
  /** What was posted as dead money in this hand, by seat. */
  dead: Partial<Record<number, number>>;
  /** The commission taken from this hand so far. */
  taken: Paid[];
  /** What was won of this hand's pots, in the order in which it was paid. */
  awards: Paid[];
  /** The last thing each seat did, for its plate. */
  did: Partial<Record<number, Did>>;
  /** What the seats won in the hand that ended last. */
  won: Partial<Record<number, number>>;
}

/** The state that the room's snapshot gives. */
export function known(view: TableView): Known {
  return {
    view, pots: view.hand?.pots ?? [], made: view.hand?.made ?? [], wonWith: view.hand?.won ?? [], blinds: [], dead: {}, taken: [], awards: [], did: {}, won: {},
  };
}

/**
 * Adds what a snapshot does not say about its hand, from the updates of the hand so far: who posted the
 * blinds, what each seat did last, how the pots were divided. What the snapshot itself says stays.
 */
export function recalled(known: Known, updates: readonly Update[]): Known {
  const of = updates.filter((update) => update.number <= known.view.number);
  if (!of.some((update) => update.events.some((event) => event.e === 'opened'))) return known;
  const then = of.reduce(after, known);
  const { did, won, wonWith, blinds, dead, taken, awards, pots } = then;
  return { ...known, did, won, wonWith, blinds, dead, taken, awards, pots: known.view.hand?.over ? pots : known.pots };
}

/** What to do with an update of that number: the number already known repeats the position. */
export function order(known: Known, update: Update): 'next' | 'anew' | 'old' | 'gap' {
  if (update.number === known.view.number) return 'anew';
  if (update.number < known.view.number) return 'old';
  return update.number === known.view.number + 1 ? 'next' : 'gap';
}

/**
 * The table after an update, for the page of the person `you`. The numbers must be consecutive: call `order`
 * first.
 */
export function after(before: Known, update: Update, you?: number): Known {
  const now = update.events.reduce((known, event) => withOwnSeat(took(known, event), event, you), before);
  const { number, made, pots, won } = update;
  // The pots of a finished hand are the ones that were divided.
  const inMiddle = pots === undefined || now.view.hand?.over ? now.pots : pots;
  return { ...now, made: made ?? now.made, wonWith: won ?? now.wonWith, pots: inMiddle, view: { ...standing(now.view, update), number } };
}

/** The position sent again: nothing happened, and the clock is as it is now. */
export function anew(before: Known, update: Update): Known {
  return { ...before, made: update.made ?? before.made, view: standing(before.view, update) };
}

/** The table in the position of an update: whatever the update leaves out no longer applies. */
function standing(view: TableView, { turn, menu, may_muck, may_show = [], over_blind, owed = [] }: Position): TableView {
  const now: TableView = { ...view, turn, menu, may_muck, may_show, owed };
  if (over_blind === undefined) delete now.over_blind;
  else now.over_blind = over_blind;
  return now;
}

/**
 * Somebody's connection came back or was lost; when lost, with what remains of the book's time for that, in
 * milliseconds.
 */
export function presence(known: Known, person: number, connected: boolean, left?: number): Known {
  const chairs = known.view.chairs.map((chair) => {
    if (chair.person !== person) return chair;
    const now = { ...chair, connected };
    if (connected || left === undefined) delete now.disconnect_ms;
    else now.disconnect_ms = left;
    return now;
  });
  return { ...known, view: { ...known.view, chairs } };
}

/** The seat that the viewer took is the viewer's own. */
function withOwnSeat(known: Known, event: Event, you: number | undefined): Known {
  return event.e === 'sat' && event.person === you ? withView(known, { own: event.seat }) : known;
}

function took(known: Known, event: Event): Known {
  switch (event.e) {
    case 'sat': {
      const { seat, person, name, machine, stack, waits } = event;
      const chair: Chair = { seat, person, name, machine, stack, waits, away: false, leaving: false, connected: true };
      const chairs = [...known.view.chairs.filter((other) => other.seat !== seat), chair];
      return withView(known, { chairs: chairs.sort((a, b) => a.seat - b.seat) });
    }
    case 'left':
      return withView(known, {
        chairs: known.view.chairs.filter((chair) => chair.seat !== event.seat),
        own: known.view.own === event.seat ? null : known.view.own,
      });
    case 'sat_out':
      return between(withChair(known, event.seat, () => ({ away: true, out_at_blind: false })), event.seat, { is: 'sat_out' });
    case 'out_at_blind':
      return withChair(known, event.seat, () => ({ out_at_blind: event.wished }));
    case 'sat_in':
      return between(withChair(known, event.seat, () => ({ away: false, out_at_blind: false, waits: event.waits })), event.seat, undefined);
    case 'bought':
      return withChair(known, event.seat, (chair) => ({ stack: chair.stack + event.amount }));
    case 'leaving':
    case 'removal_decided':
      return withChair(known, event.seat, () => ({ leaving: true }));
    case 'table_opened':
      return withView(known, { stakes: event.stakes });
    case 'determined':
      return withNextStakes(withView(known, { coming: { stakes: event.stakes, hand: event.from_hand } }));
    case 'clock_called':
      // The turn says how much time is left.
      return known;
    case 'time_ran_out':
      return did(known, event.seat, { is: 'time_ran_out' });
    case 'refunded':
      return payToStack(withPlayer(known, event.seat, () => ({ in_round: 0 })), event.seat, event.amount);
    case 'button_placed':
      return withView(known, { button: event.seat });
    case 'positions':
      return { ...withView(known, { button: event.button }), blinds: event.blinds };
    case 'blind_missed':
    case 'held_back':
    case 'readmitted':
    case 'rejoin_referred':
    case 'rejoin_decided':
    case 'time_told':
    case 'deck_shuffled':
    case 'deck_cut':
    case 'sign_changed':
    case 'cards_replaced':
    case 'cards_checked':
    case 'voided':
      return known;
    case 'opened':
      return opened(known, event);
    case 'posted': {
      const { seat, kind, amount, all_in } = event;
      // Antes and dead money go to the middle; everything else is the seat's bet.
      const counts = kind.is !== 'ante' && kind.is !== 'dead';
      const paid = payFromStack(known, seat, amount, counts ? amount : 0, all_in);
      const before = known.dead[seat] ?? 0;
      const posted = kind.is === 'dead' ? { ...paid, dead: { ...known.dead, [seat]: before + amount } } : paid;
      return did(posted, seat, { is: kind.is === 'ante' ? 'ante' : 'posted', amount });
    }
    case 'hole_dealt':
      return withPlayer(known, event.seat, (player) => ({ cards: [...player.cards, event.card] }));
    case 'burned':
      return known;
    case 'board_dealt':
      return withHand(known, (hand) => withBoardCard(hand, event));
    case 'betting_opened':
      return withHand(known, () => ({ round: event.round }));
    case 'betting_skipped':
    case 'betting_closed':
      return {
        ...withHand(known, (hand) => ({ round: event.round + 1, players: hand.players.map((player) => ({ ...player, in_round: 0 })) })),
        did: event.e === 'betting_closed' ? lastingActs(known) : known.did,
      };
    case 'folded':
      return did(withPlayer(known, event.seat, () => ({ folded: true })), event.seat, { is: 'folded' });
    case 'checked':
      return did(known, event.seat, { is: event.stands ? 'stood' : 'checked' });
    case 'called':
      return did(payFromStack(known, event.seat, event.amount, event.amount, event.all_in), event.seat, { is: 'called', amount: event.amount });
    case 'bet':
    case 'raised': {
      const { seat, to, all_in } = event;
      const before = known.view.hand?.players.find((player) => player.seat === seat)?.in_round ?? 0;
      return did(payFromStack(known, seat, to - before, to - before, all_in), seat, { is: event.e, amount: to });
    }
    case 'returned': {
      const { seat, amount } = event;
      const back = withPlayer(known, seat, (player) => ({
        in_round: Math.max(0, player.in_round - amount),
        in_hand: player.in_hand - amount,
        all_in: false,
      }));
      return payToStack(back, seat, amount);
    }
    case 'hands_tabled':
      return known;
    case 'showdown_opened':
      return withHand(known, () => ({ round: rounds(known) }));
    case 'shown':
      return did(withPlayer(known, event.seat, () => ({ shown: true, cards: event.cards })), event.seat, { is: 'shown' });
    case 'mucked':
      return did(withPlayer(known, event.seat, () => ({ folded: true })), event.seat, { is: 'mucked' });
    case 'cards_shown': {
      const { cards } = event;
      const turned = (player: PlayerView): PlayerView['cards'] => player.cards.map((card, at) => cards[at] ?? card);
      return did(withPlayer(known, event.seat, (player) => ({ cards: turned(player) })), event.seat, { is: 'shown' });
    }
    case 'pot_formed': {
      const { pot, amount, eligible } = event;
      // The main pot is made up first: what was gathered before is in it and in the ones that follow.
      return { ...known, pots: [...(pot === 0 ? [] : known.pots), { pot, amount, eligible }] };
    }
    case 'commission_taken':
      return {
        ...withHand(known, (hand) => ({ pot: hand.pot - event.amount })),
        taken: [...known.taken, { ...paidOf(event), half: 'whole', seat: undefined, odd: false }],
      };
    case 'commission_capped':
    case 'no_commission':
      return known;
    case 'awarded':
    case 'odd_chips': {
      // The last player of a hand without a pot wins it, and there is nothing to put in front of anybody.
      if (event.amount === 0) return known;
      const paid = payToStack(known, event.seat, event.amount);
      const sum = (known.won[event.seat] ?? 0) + event.amount;
      const award: Paid = { ...paidOf(event), half: event.half, seat: event.seat, odd: event.e === 'odd_chips' };
      return { ...paid, won: { ...known.won, [event.seat]: sum }, awards: [...known.awards, award] };
    }
    case 'closed':
      return withNextStakes(withHand(known, () => ({ over: true, round: rounds(known) })));
    case 'deck':
      return withView(known, { contribute: isDealtIn(known, event.hand) ? event.hand : null, hand: withDeck(known, event.hand, event.commitment) });
    case 'cut':
      return withHand(withView(known, { contribute: null }), () => ({ cut: event.cut }));
    case 'opening': {
      const { opening } = event;
      return withHand(known, (hand) => ({
        openings: [...hand.openings.filter((other) => other.slot !== opening.slot), opening],
      }));
    }
    case 'standing':
      return withView(known, { standing: event.standing });
    case 'time_bank':
      return known;
  }
  // A newer room may send what this page does not know.
  return passedOver(event, known);
}

function paidOf({ pot, amount, rule, clauses }: Pick<Paid, 'pot' | 'amount' | 'rule' | 'clauses'>): Pick<Paid, 'pot' | 'amount' | 'rule' | 'clauses'> {
  return { pot, amount, rule, clauses };
}

function passedOver(_unknown: never, known: Known): Known {
  return known;
}

/** How many betting rounds the game has. */
function rounds(known: Known): number {
  return known.view.stakes.deal.streets.length;
}

/** Whether the viewer is dealt into a hand, as far as it is known. */
function isDealtIn({ view }: Known, hand: number): boolean {
  const players = view.hand?.hand === hand ? view.hand.players : undefined;
  return view.own !== null && (players === undefined || players.some((player) => player.seat === view.own));
}

/** Between hands the stakes are those of the next one. */
function withNextStakes(known: Known): Known {
  const { coming, ...view } = known.view;
  if (coming === undefined || isOn(view) || coming.hand > (view.hand?.hand ?? 0) + 1) return known;
  return { ...known, view: { ...view, stakes: coming.stakes } };
}

function opened(known: Known, event: Extract<Event, { e: 'opened' }>): Known {
  // As they are dealt: the first seat left of the button comes first.
  const seats = event.players.map(({ seat }) => seat).sort((a, b) => a - b);
  const inOrder = [...seats.filter((seat) => seat > event.button), ...seats.filter((seat) => seat <= event.button)];
  const players: PlayerView[] = inOrder.map((seat) => ({
    seat, in_round: 0, in_hand: 0, folded: false, all_in: false, shown: false, cards: [],
  }));
  const stacks = new Map(event.players.map(({ seat, stack }) => [seat, stack]));
  // A player who is dealt in no longer waits for a blind.
  const chairs = known.view.chairs.map((chair) => ({ ...chair, stack: stacks.get(chair.seat) ?? chair.stack, waits: chair.waits && !stacks.has(chair.seat) }));
  // The commitment comes before its hand.
  const before = known.view.hand?.hand === event.hand ? known.view.hand : undefined;
  const hand: HandView = {
    hand: event.hand, over: false, button: event.button, round: 0, players, board: [], pot: 0,
    commitment: before?.commitment ?? null, cut: before?.cut ?? null, openings: before?.openings ?? [],
  };
  const view = { ...known.view, button: event.button, chairs, hand };
  // Button and blinds are sent before their hand.
  const { blinds } = known;
  return { view, pots: [], made: [], blinds, dead: {}, taken: [], wonWith: [], awards: [], did: {}, won: {} };
}

/** The boards of a hand, each with the cards that it shares with the first. */
export function boards(hand: HandView): HandView['board'][] {
  return [hand.board, ...(hand.more_boards ?? [])];
}

/** Adds a card to a board. A board that starts with it gets the cards that it shares with the first. */
function withBoardCard(hand: HandView, { card, board = 0, shares = 0 }: Extract<Event, { e: 'board_dealt' }>): Partial<HandView> {
  const all = boards(hand);
  while (all.length <= board) all.push(hand.board.slice(0, shares));
  const [first = [], ...more] = all.map((cards, at) => (at === board ? [...cards, card] : cards));
  return more.length === 0 ? { board: first } : { board: first, more_boards: more };
}

function withDeck(known: Known, hand: number, commitment: HandView['commitment']): HandView {
  const before = known.view.hand;
  if (before?.hand === hand) return { ...before, commitment, cut: null, openings: [] };
  return {
    hand, over: false, button: known.view.button ?? 0, round: 0, players: [], board: [], pot: 0, commitment, cut: null, openings: [],
  };
}

function withView(known: Known, change: Partial<TableView>): Known {
  return { ...known, view: { ...known.view, ...change } };
}

function withHand(known: Known, change: (hand: HandView) => Partial<HandView>): Known {
  const { hand } = known.view;
  return hand === null ? known : withView(known, { hand: { ...hand, ...change(hand) } });
}

function withPlayer(known: Known, seat: number, change: (player: PlayerView) => Partial<PlayerView>): Known {
  return withHand(known, (hand) => ({
    players: hand.players.map((player) => (player.seat === seat ? { ...player, ...change(player) } : player)),
  }));
}

function withChair(known: Known, seat: number, change: (chair: Chair) => Partial<Chair>): Known {
  const chairs = known.view.chairs.map((chair) => (chair.seat === seat ? { ...chair, ...change(chair) } : chair));
  return withView(known, { chairs });
}

/** Chips go from a stack to the middle, or first to the seat's bet. */
function payFromStack(known: Known, seat: number, amount: number, inRound: number, allIn: boolean): Known {
  const paid = withPlayer(known, seat, (player) => ({
    in_round: player.in_round + inRound,
    in_hand: player.in_hand + amount,
    all_in: allIn,
  }));
  const middle = withHand(paid, (hand) => ({ pot: hand.pot + amount }));
  return withChair(middle, seat, (chair) => ({ stack: chair.stack - amount }));
}

/** Chips go from the middle to a stack. */
function payToStack(known: Known, seat: number, amount: number): Known {
  const middle = withHand(known, (hand) => ({ pot: hand.pot - amount }));
  return withChair(middle, seat, (chair) => ({ stack: chair.stack + amount }));
}

/** What a seat does about coming hands: while it is in a hand its last act stays visible. */
function between(known: Known, seat: number, what: Did | undefined): Known {
  const { hand } = known.view;
  const plays = hand !== null && !hand.over && hand.players.some((player) => player.seat === seat && !player.folded);
  return plays ? known : did(known, seat, what);
}

function did(known: Known, seat: number, what: Did | undefined): Known {
  return { ...known, did: { ...known.did, [seat]: what } };
}

/** What stays on the plates when a betting round ends: that somebody folded. */
function lastingActs(known: Known): Known['did'] {
  const lasts = Object.entries(known.did).filter(([, what]) => what?.is === 'folded' || what?.is === 'sat_out');
  return Object.fromEntries(lasts);
}

/** What a seat's plate says about its player. */
export interface Plate {
  chair: Chair;
  player: PlayerView | undefined;
  toAct: boolean;
  /** The running time is that of a lost connection. */
  lost?: boolean;
}

/** What is at a seat; undefined at an empty one. */
export function plate(known: Known, seat: number): Plate | undefined {
  const chair = known.view.chairs.find((chair) => chair.seat === seat);
  if (chair === undefined) return undefined;
  const player = known.view.hand?.players.find((player) => player.seat === seat);
  const toAct = known.view.turn?.seat === seat;
  return { chair, player, toAct, lost: toAct && known.view.turn?.disconnected === true };
}

/** A hand is being played, and is not over. */
export function isOn(view: Pick<TableView, 'hand'>): boolean {
  return view.hand !== null && !view.hand.over;
}
