// Three hands as the room sends them to one player: Hold'em with a side pot, Omaha, and Manila. What a screen
// reader must say for each is in a text file beside this one, written from the events and not from what the
// page said.

import type { Chair, Event, Made, Menu, TableView, TurnView, Update, Won } from '../../src/wire/wire.ts';
import { named, wonBy } from '../named.ts';
import { STAKES } from '../scripted.ts';
import * as dealt from '../../src/wire/deals.ts';

type Bare<One> = One extends unknown ? Omit<One, 'rule' | 'clauses'> : never;
type Happened = Bare<Event>;

/** A hand to send: the table before it, and its updates. */
export interface Hand {
  name: string;
  /** Chips that the room gives to everybody: none where it plays for money. */
  playChips: number;
  before: TableView;
  steps: Update[];
}

interface Step {
  happened: Happened[];
  turn?: TurnView;
  menu?: Menu;
  /** What hands make from here on, by seat. */
  made?: Record<number, string>;
  won?: Won[];
  showing?: boolean;
}

/** The listener's seat. */
export const OWN = 2;

export function chair(seat: number, name: string, stack: number): Chair {
  return { seat, person: seat === OWN ? 7 : 20 + seat, name, machine: false, stack, away: false, waits: false, leaving: false, connected: true };
}

export function toAct(seat: number, acts: number, facing: number, left = 24_000): TurnView {
  return { seat, hand: 12, acts, facing, showing: false, left_ms: left, whole_ms: 30_000, bank_ms: 0, rule: null, clauses: [] };
}

export function offers(call: number, min: number, max: number, all = max): Menu {
  return {
    fold: true, check: call === 0, call: call === 0 ? null : call, call_and_fold: false,
    raise: max === 0 ? null : { is_bet: call === 0, min, max, unit: 1, all_in: all },
  };
}

export function hole(order: number[], own: string[]): Happened[] {
  return own.flatMap((card, round) => order.map((seat): Happened => ({ e: 'hole_dealt', seat, card: seat === OWN ? card : null, slot: round * order.length })));
}

/** Cards that come to the board, each followed by its proof, as the room sends it. */
export function lie(...cards: string[]): Happened[] {
  return [
    { e: 'burned', slot: null },
    ...cards.flatMap((card): Happened[] => [{ e: 'board_dealt', card, slot: 40 }, { e: 'opening', opening: { slot: 40, card, salt: '00', path: [] } }]),
  ];
}

export function opened(chairs: Chair[], button: number, blinds: [number, number]): Happened[] {
  const players = chairs.map(({ seat, person, name, machine, stack }) => ({ seat, person, name, machine, stack }));
  const [small, big] = blinds;
  return [
    { e: 'positions', button, blinds },
    { e: 'opened', hand: 12, button, players },
    { e: 'posted', seat: small, kind: { is: 'blind', number: 0 }, amount: 2, all_in: false },
    { e: 'posted', seat: big, kind: { is: 'blind', number: 1 }, amount: 5, all_in: false },
  ];
}

/** The game dealt, by its name. */
const DEALS: Readonly<Record<string, typeof dealt.HOLDEM>> = { holdem: dealt.HOLDEM, omaha: dealt.OMAHA, manila: dealt.MANILA };

export function hand(name: string, playChips: number, game: string, limit: string, chairs: Chair[], steps: Step[]): Hand {
  const before: TableView = {
    table: 4, number: 100, name: 'Harbour', stakes: { ...STAKES, game, deal: DEALS[game] ?? dealt.HOLDEM, limit, seats: 9, chip_cents: 100 }, practice: false, standing: { is: 'open' },
    button: 8, chairs, own: OWN, hand: null, turn: null, menu: null, may_muck: null, contribute: null,
  };
  const all = (made: Record<number, string>): Made[] => Object.entries(made).map(([seat, high]) => ({ seat: Number(seat), high: named(high), low: null }));
  return {
    name, playChips, before,
    steps: steps.map(({ happened, turn, menu, made, won, showing }, at) => ({
      table: 4, number: 101 + at, hand: 12, at: 1_795_900_500_000 + at * 4000,
      events: happened.map((fact) => ({ ...fact, rule: null, clauses: [] }) as Event),
      turn: turn ? { ...turn, showing: showing === true } : null, menu: menu ?? null, may_muck: showing === true ? true : null,
      ...(made ? { made: all(made) } : {}),
      ...(won ? { won } : {}),
    })),
  };
}

const FOUR = [chair(2, 'Ada', 500), chair(5, 'Ben', 120), chair(6, 'Cho', 500), chair(8, 'Dee', 300)];

/** For dollars: Ben is all-in before the flop, and Ada and Cho play a side pot without him. */
const HOLDEM = hand("Hold'em", 0, 'holdem', 'no_limit', FOUR, [
  {
    happened: [...opened(FOUR, 2, [5, 6]), ...hole([5, 6, 8, 2], ['Kh', 'Kc']), { e: 'betting_opened', round: 0, seat: 8 }],
    turn: toAct(8, 0, 5), made: { 2: 'pair of kings' },
  },
  { happened: [{ e: 'folded', seat: 8 }], turn: toAct(2, 1, 5), menu: offers(5, 10, 500) },
  { happened: [{ e: 'raised', seat: 2, to: 20, full: true, all_in: false }], turn: toAct(5, 2, 18) },
  { happened: [{ e: 'raised', seat: 5, to: 120, full: true, all_in: true }], turn: toAct(6, 3, 115) },
  // Here it takes long enough for an announcement about the time.
  { happened: [{ e: 'called', seat: 6, amount: 115, all_in: false }], turn: toAct(2, 4, 100, 10_300), menu: offers(100, 220, 500) },
  {
    happened: [{ e: 'called', seat: 2, amount: 100, all_in: false }, { e: 'betting_closed', round: 0 }, ...lie('Kd', '7s', '2c'), { e: 'betting_opened', round: 1, seat: 6 }],
    turn: toAct(6, 5, 0), made: { 2: 'three of a kind, kings' },
  },
  { happened: [{ e: 'checked', seat: 6 }], turn: toAct(2, 6, 0), menu: offers(0, 5, 380) },
  { happened: [{ e: 'bet', seat: 2, to: 100, full: true, all_in: false }], turn: toAct(6, 7, 100) },
  // The same words twice in a row are two announcements.
  { happened: [{ e: 'time_bank', seat: 6, taken: 30_000 }], turn: toAct(6, 8, 100) },
  { happened: [{ e: 'time_bank', seat: 6, taken: 30_000 }], turn: toAct(6, 9, 100) },
  {
    happened: [{ e: 'called', seat: 6, amount: 100, all_in: false }, { e: 'betting_closed', round: 1 }, ...lie('Tc'), { e: 'betting_opened', round: 2, seat: 6 }],
    turn: toAct(6, 10, 0), made: { 2: 'three of a kind, kings' },
  },
  { happened: [{ e: 'checked', seat: 6 }], turn: toAct(2, 11, 0), menu: offers(0, 5, 280) },
  {
    happened: [{ e: 'checked', seat: 2 }, { e: 'betting_closed', round: 2 }, ...lie('2s'), { e: 'betting_opened', round: 3, seat: 6 }],
    turn: toAct(6, 12, 0), made: { 2: 'full house, kings full of deuces' },
  },
  { happened: [{ e: 'checked', seat: 6 }], turn: toAct(2, 13, 0), menu: offers(0, 5, 280) },
  { happened: [{ e: 'bet', seat: 2, to: 280, full: true, all_in: true }], turn: toAct(6, 14, 280) },
  {
    happened: [
      { e: 'called', seat: 6, amount: 280, all_in: true },
      { e: 'betting_closed', round: 3 },
      { e: 'showdown_opened', first: 2, early: false },
      { e: 'shown', seat: 2, cards: ['Kh', 'Kc'] },
      { e: 'shown', seat: 5, cards: ['7h', '7d'] },
      { e: 'shown', seat: 6, cards: ['As', 'Ks'] },
    ],
    made: { 2: 'full house, kings full of deuces', 5: 'full house, sevens full of deuces', 6: 'two pair, kings and deuces' },
  },
  {
    happened: [
      { e: 'pot_formed', pot: 0, amount: 360, eligible: [2, 5, 6] },
      { e: 'pot_formed', pot: 1, amount: 760, eligible: [2, 6] },
      { e: 'awarded', pot: 1, half: 'whole', seat: 2, amount: 760 },
      { e: 'commission_taken', pot: 0, amount: 10 },
      { e: 'awarded', pot: 0, half: 'whole', seat: 2, amount: 350 },
      { e: 'closed' },
    ],
    won: [0, 1].map((pot) => wonBy(pot, [2], named('full house, kings full of deuces'))),
    made: { 2: 'full house, kings full of deuces', 5: 'full house, sevens full of deuces', 6: 'two pair, kings and deuces' },
  },
]);

export const TWO = [chair(2, 'Ada', 200), chair(5, 'Ben', 200)];

/** For play chips, with four hole cards and a pot that bounds the bet. */
export const OMAHA = hand('Omaha', 10_000, 'omaha', 'full_pot', TWO, [
  {
    happened: [...opened(TWO, 2, [2, 5]), ...hole([5, 2], ['As', 'Ah', '5s', '6h']), { e: 'betting_opened', round: 0, seat: 2 }],
    turn: toAct(2, 0, 3), menu: offers(3, 10, 15, 200), made: { 2: 'pair of aces' },
  },
  { happened: [{ e: 'raised', seat: 2, to: 15, full: true, all_in: false }], turn: toAct(5, 1, 10) },
  {
    happened: [{ e: 'called', seat: 5, amount: 10, all_in: false }, { e: 'betting_closed', round: 0 }, ...lie('Ts', '8s', '2d'), { e: 'betting_opened', round: 1, seat: 5 }],
    turn: toAct(5, 2, 0), made: { 2: 'pair of aces' },
  },
  { happened: [{ e: 'bet', seat: 5, to: 30, full: true, all_in: false }], turn: toAct(2, 3, 30), menu: offers(30, 60, 120, 185) },
  {
    happened: [{ e: 'called', seat: 2, amount: 30, all_in: false }, { e: 'betting_closed', round: 1 }, ...lie('3s'), { e: 'betting_opened', round: 2, seat: 5 }],
    turn: toAct(5, 4, 0), made: { 2: 'flush, ace high' },
  },
  { happened: [{ e: 'time_ran_out', seat: 5 }, { e: 'checked', seat: 5 }], turn: toAct(2, 5, 0), menu: offers(0, 5, 90, 155) },
  { happened: [{ e: 'bet', seat: 2, to: 90, full: true, all_in: false }], turn: toAct(5, 6, 90) },
  {
    happened: [
      { e: 'folded', seat: 5 },
      { e: 'betting_closed', round: 2 },
      { e: 'returned', seat: 2, amount: 90 },
      { e: 'pot_formed', pot: 0, amount: 90, eligible: [2] },
      { e: 'awarded', pot: 0, half: 'whole', seat: 2, amount: 90 },
      { e: 'closed' },
    ],
  },
]);

/** Manila with two cards: the board comes card by card, with betting in between. */
const MANILA = hand('Manila', 10_000, 'manila', 'no_limit', TWO, [
  {
    happened: [...opened(TWO, 2, [2, 5]), ...hole([5, 2], ['Jh', 'Th']), ...lie('Qh'), { e: 'betting_opened', round: 0, seat: 2 }],
    turn: toAct(2, 0, 3), menu: offers(3, 10, 200), made: { 2: 'queen high' },
  },
  {
    happened: [{ e: 'called', seat: 2, amount: 3, all_in: false }, { e: 'checked', seat: 5 }, { e: 'betting_closed', round: 0 }, ...lie('8h'), { e: 'betting_opened', round: 1, seat: 5 }],
    turn: toAct(5, 2, 0), made: { 2: 'queen high' },
  },
  {
    happened: [{ e: 'checked', seat: 5 }], turn: toAct(2, 3, 0), menu: offers(0, 5, 195),
  },
  {
    happened: [{ e: 'checked', seat: 2 }, { e: 'betting_closed', round: 1 }, ...lie('9s'), { e: 'betting_opened', round: 2, seat: 5 }],
    turn: toAct(5, 4, 0), made: { 2: 'straight, queen high' },
  },
  { happened: [{ e: 'bet', seat: 5, to: 10, full: true, all_in: false }], turn: toAct(2, 5, 10), menu: offers(10, 20, 195) },
  {
    happened: [{ e: 'called', seat: 2, amount: 10, all_in: false }, { e: 'betting_closed', round: 2 }, ...lie('9c'), { e: 'betting_opened', round: 3, seat: 5 }],
    turn: toAct(5, 6, 0), made: { 2: 'straight, queen high' },
  },
  { happened: [{ e: 'checked', seat: 5 }], turn: toAct(2, 7, 0), menu: offers(0, 5, 185) },
  {
    happened: [{ e: 'checked', seat: 2 }, { e: 'betting_closed', round: 3 }, ...lie('Kh'), { e: 'betting_opened', round: 4, seat: 5 }],
    turn: toAct(5, 8, 0), made: { 2: 'flush, king high' },
  },
  { happened: [{ e: 'checked', seat: 5 }], turn: toAct(2, 9, 0), menu: offers(0, 5, 185) },
  {
    happened: [{ e: 'checked', seat: 2 }, { e: 'betting_closed', round: 4 }, { e: 'showdown_opened', first: 5, early: false }, { e: 'shown', seat: 5, cards: ['9h', 'Kd'] }],
    turn: toAct(2, 10, 0), showing: true, made: { 2: 'flush, king high', 5: 'full house, nines full of kings' },
  },
  {
    // In this deck a flush beats a full house.
    happened: [
      { e: 'shown', seat: 2, cards: ['Jh', 'Th'] },
      { e: 'pot_formed', pot: 0, amount: 30, eligible: [5, 2] },
      { e: 'awarded', pot: 0, half: 'whole', seat: 2, amount: 30 },
      { e: 'closed' },
    ],
    won: [wonBy(0, [2], named('flush, king high'))],
    made: { 2: 'flush, king high', 5: 'full house, nines full of kings' },
  },
]);

export const HANDS: readonly (readonly [file: string, hand: Hand])[] = [
  ['holdem.txt', HOLDEM],
  ['omaha.txt', OMAHA],
  ['manila.txt', MANILA],
];
