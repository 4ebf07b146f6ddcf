// What a table looks like at the moments that need the most room: each either a table as the room would send
// it at once, or a hand played up to a step.

import type { Made, TableView, Update } from '../../src/wire/wire.ts';
import { named, wonBy } from '../named.ts';
import { BEGINS, STEP, before, offers, stakes, toAct, told } from './hand.ts';
import type { Setting } from './stage.ts';
import { omaha, ten } from './states.ts';

/** A moment at a table, and the words that tell that it has been drawn. */
export interface Situation extends Setting {
  name: string;
  shows: string | RegExp;
}

const at = (name: string, shows: string | RegExp, but: Partial<Setting>): Situation => ({ name, shows, at: 'table/4', view: before(), ...but });

/** A step of the scripted hand with another choice for the player. */
function choice(menu: NonNullable<TableView['menu']>, facing: number): TableView {
  const { chairs } = before();
  const players = chairs.map(({ seat }) => ({
    seat, in_round: seat === 6 ? facing : 0, in_hand: 120 + (seat === 6 ? facing : 0), folded: seat === 5, all_in: seat === 2, shown: false,
    cards: seat === 3 ? ['Kh', 'Td'] : [null, null],
  }));
  const hand: NonNullable<TableView['hand']> = {
    hand: 12, over: false, button: 6, round: 1, players, board: ['Kd', '7s', '2c'], pot: 485 + facing, commitment: null, cut: null, openings: [],
    pots: [{ pot: 0, amount: 485, eligible: [2, 3, 6, 1] }],
  };
  return { ...before(), hand, turn: toAct(3, 8, facing), menu };
}

/** Two players, seats 1 and 2. */
function headsUp(): TableView {
  const view = before();
  const chairs = view.chairs.slice(0, 2).map((chair, index) => ({ ...chair, seat: index + 1, name: index === 0 ? 'Ada' : 'Bartholomew the second', person: 7 + index }));
  return { ...view, stakes: stakes({ seats: 2 }), own: 1, button: 1, chairs };
}

const won = (seat: number, name: string, cards: string): Made => ({ seat, high: named(name, cards), low: null });

/** A hand that is over with these hands shown, and this many pots. */
export function shown(view: TableView, board: string[], hands: Record<number, string[]>, pots: number[], all = 860): TableView {
  const seats = view.chairs.map(({ seat }) => seat);
  const players = seats.map((seat) => ({
    seat, in_round: 0, in_hand: 180, folded: hands[seat] === undefined, all_in: hands[seat] !== undefined && seat % 3 === 0, shown: hands[seat] !== undefined,
    cards: hands[seat] ?? Array.from({ length: Object.values(hands)[0]?.length ?? 2 }, () => null),
  }));
  const made = Object.keys(hands).map((seat) => won(Number(seat), 'two pair, kings and fours', board.join(' ')));
  return {
    ...view, turn: null, menu: null,
    hand: {
      hand: 12, over: true, button: view.button ?? 1, round: 3, players, board, pot: all, commitment: null, cut: null, openings: [], made,
      pots: pots.map((amount, pot) => ({ pot, amount, eligible: Object.keys(hands).map(Number) })),
    },
  };
}

const BOARD = ['Kd', '4s', '6s', '4d', 'Jc'];

/** Both have kings and fours with that board; one also has an ace, the other the board's jack. */
const KICKER: Record<number, string[]> = { 1: ['Ks', '7d'], 2: ['As', 'Kh'] };

/** The end of that hand: the ace decides. */
function kicker(): Update {
  return {
    table: 4, number: 101, hand: 12, at: BEGINS, turn: null, menu: null, may_muck: null,
    events: [
      ...Object.entries(KICKER).map(([seat, cards]) => told({ e: 'shown', seat: Number(seat), cards })),
      told({ e: 'pot_formed', pot: 0, amount: 12_385, eligible: [1, 2] }),
      told({ e: 'awarded', pot: 0, half: 'whole', seat: 2, amount: 12_385 }),
      told({ e: 'closed' }),
    ],
    won: [wonBy(0, [2], named('two pair, kings and fours', 'Kd Kh 4s 4d As'), { deciding: ['A'], beaten: ['J'] })],
  };
}

/** The longest result line at a table of six: both have sevens, and two side cards decide. */
function kickers(): Partial<Setting> {
  const board = ['5d', '7s', 'Js', 'Ac', '7h'];
  const view = shown({ ...before(), number: 50 }, board, { 3: ['Td', 'Qh'], 6: ['2h', '3s'] }, [240], 240);
  const update: Update = {
    table: 4, number: 51, hand: 12, at: BEGINS, turn: null, menu: null, may_muck: null,
    events: [
      told({ e: 'shown', seat: 6, cards: ['2h', '3s'] }),
      told({ e: 'pot_formed', pot: 0, amount: 240, eligible: [3, 6] }),
      told({ e: 'awarded', pot: 0, half: 'whole', seat: 3, amount: 240 }),
      told({ e: 'closed' }),
    ],
    won: [wonBy(0, [3], named('pair of sevens', '7s 7h Ac Qh Js'), { deciding: ['A', 'Q'], beaten: ['A', 'J'] })],
  };
  return { view: { ...view, hand: view.hand && { ...view.hand, over: false, made: [] } }, tells: [update] };
}

/** Three more tables where the viewer has a seat: one waits, and their names are long. */
export function others(): TableView[] {
  return ['Lighthouse', 'Mole', 'Half-and-half any'].map((name, at) => {
    const view = at === 1 ? choice(offers(380, 0, 0), 500) : before();
    return { ...view, table: 5 + at, name };
  });
}

/**
 * Ten seats at the showdown, with the viewer's turn to show: the hand may be mucked, or shown by one card.
 */
function toShow(): TableView {
  const view = shown(ten(), BOARD, { 4: ['Qs', 'Tc'], 10: ['2h', '2d'] }, [431]);
  const players = view.hand?.players.map((player) => (player.seat === 1 ? { ...player, folded: false, cards: ['Ac', 'Qd'] } : player)) ?? [];
  return {
    ...view, may_muck: true, may_show: ['Ac', 'Qd'], turn: { ...toAct(1, 9, 0), hand: 12, showing: true }, hand: view.hand && { ...view.hand, over: false, players },
  };
}

/** The hand before its showdown, on the river. */
function river(): TableView {
  const view = shown(headsUp(), BOARD, { 1: KICKER[1] ?? [], 2: ['', ''] }, [12_385], 12_385);
  const players = view.hand?.players.map((player) => ({ ...player, shown: false, all_in: false, cards: player.seat === 1 ? player.cards : [null, null] })) ?? [];
  return { ...view, hand: view.hand && { ...view.hand, over: false, players, made: [] } };
}

/** A name that cannot be broken anywhere. */
export const UNBROKEN = 'W'.repeat(24);

/**
 * A hand that has just opened at a table of this many seats, with the viewer in seat 1 on turn; the first
 * player has the button.
 */
function opens(seats: number, taken: number, left = 24_000): Partial<Setting> {
  const view = before();
  const chairs = Array.from({ length: taken }, (_, at) => ({
    seat: at + 1, person: 7 + at, name: at === 0 ? UNBROKEN : `Featherstone ${String(at)}`, machine: at > 2, stack: 1234 + at,
    away: false, waits: false, leaving: false, connected: true,
  }));
  const [button, small, big] = taken === 2 ? [1, 1, 2] : [taken, 1, 2];
  const players = chairs.map(({ seat, person, name, machine, stack }) => ({ seat, person, name, machine, stack }));
  const update: Update = {
    table: 4, number: 101, hand: 13, at: BEGINS, menu: offers(1, 4, 1234), may_muck: null, turn: { ...toAct(1, 0, 1, left), hand: 13 },
    events: [
      told({ e: 'positions', button, blinds: [small, big] }),
      told({ e: 'opened', hand: 13, button, players }),
      told({ e: 'posted', seat: small, kind: { is: 'blind', number: 0 }, amount: 1, all_in: false }),
      told({ e: 'posted', seat: big, kind: { is: 'blind', number: 1 }, amount: 2, all_in: false }),
      ...['Ad', 'Ts'].flatMap((card, round) => chairs.map(({ seat }) => told({ e: 'hole_dealt', seat, card: seat === 1 ? card : null, slot: round * taken + seat - 1 }))),
      told({ e: 'betting_opened', round: 0, seat: 1 }),
    ],
  };
  return { view: { ...view, stakes: stakes({ seats, blinds: [1, 2] }), own: 1, button, chairs }, tells: [update] };
}

/** A hand is over, its cards may still be shown, and the viewer has no chips left, or sits out. */
function afterwards(but: Partial<TableView['chairs'][number]>): TableView {
  const view = shown({ ...before(), number: 50 }, BOARD, { 1: ['Ac', 'Qd'], 6: ['Th', 'Td'] }, [860]);
  const players = view.hand?.players.map((player) => (player.seat === 3 ? { ...player, folded: true, cards: ['Kh', 'Td'] } : player)) ?? [];
  return {
    ...view, may_show: ['Kh', 'Td'], hand: view.hand && { ...view.hand, players },
    chairs: view.chairs.map((chair) => (chair.seat === 3 ? { ...chair, ...but } : chair)),
  };
}

/** The situations in which the acts are measured. */
export const ACTS: readonly Situation[] = [
  at('check or bet', 'Check', { steps: STEP.onFlop }),
  at('call or raise', /Call 115/, { steps: STEP.facingSidePot }),
  at('all-in or fold', /Call 380/, { view: choice(offers(380, 0, 0), 500) }),
  at('only one raise', /All-in 380|All-in/, { view: choice({ ...offers(115, 380, 380) }, 115) }),
  at('before the turn', 'Fold to any bet', { steps: STEP.opened }),
  at('owed a blind', /Post/, {
    view: { ...before(), chairs: before().chairs.map((chair) => ({ ...chair, away: chair.seat === 3 })), owed: [{ seat: 3, live: 5, dead: 2, posts: false, rule: 'missed-blinds', clauses: ['HE-3.5'] }] },
  }),
  at('ten seats', /Call 180/, { view: ten() }),
  at('four hole cards', /Call 35/, { view: omaha() }),
  at('no chips left, cards to show', 'Add chips', { view: afterwards({ stack: 0 }) }),
  at('sitting out, cards to show', 'Sit in', { view: afterwards({ away: true }) }),
  at('in big blinds', /Call 23/, { steps: STEP.facingSidePot, chosen: { amounts: 'blinds' } }),
];

/** The situations in which words are checked. */
export const WORDS: readonly Situation[] = [
  at('bets', /Call 115/, { steps: STEP.facingAllIn }),
  at('two pots, tabled', 'ALL-IN', { steps: STEP.river }),
  at('two pots, told', /wins 475|230/, { steps: STEP.awarded }),
  at('ten seats', /Call 180/, { view: ten() }),
  at('ten seats, shown', 'Ida', { view: shown({ ...ten(), number: 50 }, BOARD, { 1: ['Ac', 'Qd'], 3: ['Kc', '9c'], 4: ['As', 'Kh'], 6: ['Th', 'Td'], 8: ['8h', '8d'], 10: ['2h', '2d'] }, [400, 240, 220]) }),
  at('ten seats, to show', 'Muck', { view: toShow() }),
  at('two of six', 'Call 1', opens(6, 2)),
  at('ten seats, blinds', 'Call 1', opens(10, 10)),
  at('five seconds left', '5 seconds', opens(6, 5, 4_000)),
  at('no chips left, cards to show', 'Add chips', { view: afterwards({ stack: 0 }) }),
  at('sitting out, cards to show', 'Sit in', { view: afterwards({ away: true }) }),
  at('heads-up', 'Bartholomew', { view: shown(headsUp(), BOARD, { 1: ['Ks', '7d'], 2: ['As', 'Kh'] }, [860]) }),
  at('won by two kickers', /ace-queen kicker; beats ace-jack kicker/, kickers()),
  at('won by a kicker', /two pair, kings and fours, ace kicker; beats jack kicker/, { view: river(), tells: [kicker()] }),
  at('four hole cards', /Call 35/, { view: omaha() }),
  at('four hole cards, shown', 'Dee', { view: shown({ ...omaha(), turn: null }, BOARD, { 1: ['2s', '3d', '5s', '9d'], 3: ['As', 'Kc', 'Qs', '9d'], 6: ['Ah', 'Kh', '8c', '8d'] }, [500, 360]) }),
];

/** The moments that need the most room, beside other open tables. */
export const SEVERAL: readonly Situation[] = WORDS
  .filter((situation) => /^(bets|two pots, told|ten seats(, shown|, to show|, blinds)?|two of six|won by .*|four hole cards, shown)$/.test(situation.name))
  .map((situation) => ({ ...situation, others: others() }));
