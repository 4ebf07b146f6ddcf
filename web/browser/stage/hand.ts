// A hand of the scripted room, from its opening to its award: five are dealt in, three reach the showdown,
// and there is a main pot and a side pot. The amounts follow from the acts by arithmetic alone.

import type { Chair, Entrant, Event, Made, Menu, Pot, Stakes, TableView, TurnView, Update, Won } from '../../src/wire/wire.ts';
import { named, wonBy } from '../named.ts';
import { ME, STAKES } from '../scripted.ts';

/** When the hand begins: 28 November 2026, 21:15:00 UTC. */
export const BEGINS = 1_795_900_500_000;

type Bare<One> = One extends unknown ? Omit<One, 'rule' | 'clauses'> : never;
type Happened = Bare<Event>;

/** The rules that the hand's events rest on, with their clauses in the table's book. */
const RULES: Partial<Record<Event['e'], [string, string[]]>> = {
  posted: ['blinds-are-posted', ['HE-3.2']],
  folded: ['fold', ['HE-10.9']],
  checked: ['check', ['HE-10.8']],
  called: ['call', ['HE-10.3']],
  bet: ['bet', ['HE-10.1']],
  raised: ['least-raise', ['HE-10.2']],
  time_ran_out: ['announced-time', ['HE-4.8']],
  returned: ['uncalled-is-returned', ['HE-11.2']],
  hands_tabled: ['all-in-hands-are-tabled', ['HE-12.4']],
  shown: ['order-of-show', ['HE-12.1']],
  pot_formed: ['side-pots', ['HE-11.1']],
  commission_taken: ['commission-scale', ['HE-15.1']],
  awarded: ['best-hand-takes-the-pot', ['HE-12.7']],
  odd_chips: ['odd-chip-left-of-the-button', ['HE-12.9']],
  board_dealt: ['flop-turn-river', ['HE-7.1']],
};

/** An event as the room sends it, with the rule behind it. */
export function told(happened: Happened): Event {
  const [rule, clauses] = RULES[happened.e] ?? [null, []];
  return { ...happened, rule, clauses } as Event;
}

const PEOPLE: readonly [seat: number, person: number, name: string, machine: boolean, stack: number][] = [
  [1, 8, 'Ben', false, 600],
  [2, 9, 'Cho', false, 120],
  [3, ME.person, ME.name, false, 500],
  [5, 10, 'Dee', true, 325],
  [6, 11, 'Eli', true, 235],
];

export const chairs: Chair[] = PEOPLE.map(([seat, person, name, machine, stack]) => ({
  seat, person, name, machine, stack, away: false, waits: false, leaving: false, connected: true,
}));

const entrants: Entrant[] = PEOPLE.map(([seat, person, name, machine, stack]) => ({ seat, person, name, machine, stack }));

/** The table before the hand. */
export function before(own: number | null = 3): TableView {
  return {
    table: 4, number: 100, name: 'Harbour', stakes: STAKES, practice: false, standing: { is: 'open' }, button: 6,
    chairs: structuredClone(chairs), own, hand: null, turn: null, menu: null, may_muck: null, contribute: null,
  };
}

/** Whose turn it is, with half a minute to decide. */
export function toAct(seat: number, acts: number, facing: number, left = 24_000, bank = 40_000): TurnView {
  return {
    seat, hand: 12, acts, facing, showing: false, left_ms: left, whole_ms: 30_000, bank_ms: bank, rule: 'announced-time', clauses: ['HE-4.8'],
  };
}

/** What a seat may do in a no-limit game. */
export function offers(call: number, min: number, max: number): Menu {
  return {
    fold: true, check: call === 0, call: call === 0 ? null : call, call_and_fold: false,
    raise: max === 0 ? null : { is_bet: call === 0, min, max, unit: 1, all_in: max },
  };
}

interface Step {
  happened: Happened[];
  turn?: TurnView;
  menu?: Menu;
  /** What the hands visible to the viewer make from here on, and the pots. */
  made?: Made[];
  pots?: Pot[];
  won?: Won[];
}

/** A hand by its name and its five cards, as the room sends it. */
function madeHand(seat: number, name: string, cards = ''): Made {
  return { seat, high: named(name, cards), low: null };
}

const HOLE = ['Kh', 'Td'] as const;

/** What the viewer in seat 3 is sent, step by step. */
const STEPS: Step[] = [
  { happened: [
    { e: 'positions', button: 1, blinds: [2, 3] },
    { e: 'opened', hand: 12, button: 1, players: entrants },
    { e: 'posted', seat: 2, kind: { is: 'blind', number: 0 }, amount: 2, all_in: false },
    { e: 'posted', seat: 3, kind: { is: 'blind', number: 1 }, amount: 5, all_in: false },
    ...[0, 1].flatMap((round) => [2, 3, 5, 6, 1].map((seat): Happened => ({
      e: 'hole_dealt', seat, card: seat === 3 ? (HOLE[round] ?? null) : null, slot: round * 5 + [2, 3, 5, 6, 1].indexOf(seat),
    }))),
    { e: 'betting_opened', round: 0, seat: 5 },
  ], turn: toAct(5, 0, 5), made: [madeHand(3, 'king high')] },
  { happened: [{ e: 'called', seat: 5, amount: 5, all_in: false }], turn: toAct(6, 1, 5) },
  { happened: [{ e: 'raised', seat: 6, to: 20, full: true, all_in: false }], turn: toAct(1, 2, 20) },
  { happened: [{ e: 'called', seat: 1, amount: 20, all_in: false }], turn: toAct(2, 3, 18) },
  { happened: [{ e: 'raised', seat: 2, to: 120, full: true, all_in: true }], turn: toAct(3, 4, 115), menu: offers(115, 220, 500) },
  { happened: [{ e: 'called', seat: 3, amount: 115, all_in: false }], turn: toAct(5, 5, 115) },
  { happened: [{ e: 'folded', seat: 5 }], turn: toAct(6, 6, 100) },
  { happened: [{ e: 'called', seat: 6, amount: 100, all_in: false }], turn: toAct(1, 7, 100) },
  { happened: [
    { e: 'called', seat: 1, amount: 100, all_in: false },
    { e: 'betting_closed', round: 0 },
    { e: 'burned', slot: null },
    { e: 'board_dealt', card: 'Kd', slot: 11 }, { e: 'board_dealt', card: '7s', slot: 12 }, { e: 'board_dealt', card: '2c', slot: 13 },
    { e: 'betting_opened', round: 1, seat: 3 },
  ], turn: toAct(3, 8, 0), menu: offers(0, 5, 380),
    made: [madeHand(3, 'pair of kings', 'Kh Kd Td 7s 2c')], pots: [{ pot: 0, amount: 485, eligible: [2, 3, 6, 1] }] },
  { happened: [{ e: 'checked', seat: 3 }], turn: toAct(6, 9, 0) },
  { happened: [{ e: 'bet', seat: 6, to: 115, full: true, all_in: true }], turn: toAct(1, 10, 115) },
  { happened: [{ e: 'folded', seat: 1 }], turn: toAct(3, 11, 115), menu: offers(115, 230, 380), pots: [{ pot: 0, amount: 485, eligible: [2, 3, 6] }] },
  { happened: [
    { e: 'called', seat: 3, amount: 115, all_in: false },
    { e: 'betting_closed', round: 1 },
    { e: 'hands_tabled', first: 2 },
    { e: 'shown', seat: 2, cards: ['2s', '2h'] },
    { e: 'shown', seat: 3, cards: [...HOLE] },
    { e: 'shown', seat: 6, cards: ['Js', 'Jc'] },
  ],
    made: [
      madeHand(2, 'three of a kind, deuces', '2s 2h 2c Kd 7s'), madeHand(3, 'pair of kings', 'Kh Kd Td 7s 2c'), madeHand(6, 'pair of jacks', 'Js Jc Kd 7s 2c'),
    ],
    pots: [{ pot: 0, amount: 485, eligible: [2, 3, 6] }, { pot: 1, amount: 230, eligible: [3, 6] }] },
  { happened: [{ e: 'burned', slot: null }, { e: 'board_dealt', card: '9h', slot: 15 }], made: [
    madeHand(2, 'three of a kind, deuces', '2s 2h 2c Kd 9h'), madeHand(3, 'pair of kings', 'Kh Kd Td 9h 7s'), madeHand(6, 'pair of jacks', 'Js Jc Kd 9h 7s'),
  ] },
  { happened: [{ e: 'burned', slot: null }, { e: 'board_dealt', card: '7d', slot: 17 }], made: [
    madeHand(2, 'full house, deuces full of sevens', '2s 2h 2c 7s 7d'), madeHand(3, 'two pair, kings and sevens', 'Kh Kd 7s 7d Td'),
    madeHand(6, 'two pair, jacks and sevens', 'Js Jc 7s 7d Kd'),
  ] },
  { happened: [
    { e: 'showdown_opened', first: 2, early: true },
    { e: 'pot_formed', pot: 0, amount: 485, eligible: [2, 3, 6] },
    { e: 'pot_formed', pot: 1, amount: 230, eligible: [3, 6] },
    { e: 'commission_taken', pot: 0, amount: 10 },
    { e: 'awarded', pot: 1, half: 'whole', seat: 3, amount: 230 },
    { e: 'awarded', pot: 0, half: 'whole', seat: 2, amount: 475 },
    { e: 'closed' },
  ], won: [wonBy(0, [2], named('full house, deuces full of sevens')), wonBy(1, [3], named('two pair, kings and sevens'))] },
];

/** Steps of the hand, named for what is visible after them. */
export const STEP = {
  opened: 0, raised: 2, facingAllIn: 4, onFlop: 8, facingSidePot: 11, tabled: 12, turn: 13, river: 14, awarded: 15,
} as const;

/** The updates of the hand up to a step. */
export function updates(to: number = STEP.awarded, from = 0): Update[] {
  return STEPS.slice(from, to + 1).map(({ happened, turn, menu, made, pots, won }, at) => ({
    table: 4, number: 101 + from + at, hand: 12, at: BEGINS + (from + at) * 4000, events: happened.map(told),
    turn: turn ?? null, menu: menu ?? null, may_muck: null, ...(made ? { made } : {}), ...(pots ? { pots } : {}), ...(won ? { won } : {}),
  }));
}

/** The stakes of the hand's table, with the named ones replaced. */
export function stakes(but: Partial<Stakes>): Stakes {
  return { ...STAKES, ...but };
}
