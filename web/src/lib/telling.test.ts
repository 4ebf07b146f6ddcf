import { expect, it } from 'vitest';
import type { Event, Update } from '../wire/wire.ts';
import { lines } from './telling.ts';
import { HOLDEM } from '../wire/deals.ts';

const TELLING = { names: new Map([[1, 'Ben'], [2, 'Ada']]), own: 2, deal: HOLDEM, blinds: 2 };

function texts(...what: Record<string, unknown>[]): string[] {
  const events = what.map((fact) => ({ rule: 'a-rule', clauses: ['HE-1'], ...fact }) as unknown as Event);
  const update: Update = { table: 1, number: 5, hand: 3, at: 0, events, turn: null, menu: null, may_muck: null };
  return lines(update, TELLING).map((line) => line.text);
}

it('the viewer is you, others have their names', () => {
  expect(texts({ e: 'raised', seat: 1, to: 1200, full: true, all_in: true }, { e: 'called', seat: 2, amount: 90, all_in: false })).toEqual([
    'Ben raises to 1,200, all-in',
    'You call 90',
  ]);
  expect(texts({ e: 'folded', seat: 7 })).toEqual(['Seat 7 folds']);
});

it('a table pauses or closes after this hand where one is being played', () => {
  const says = (is: string, playing: boolean): string[] => {
    const events = [{ e: 'standing', standing: { is, reason: 'late' }, rule: null, clauses: [] }] as unknown as Event[];
    return lines({ table: 1, number: 5, hand: 3, at: 0, events, turn: null, menu: null, may_muck: null }, { ...TELLING, playing }).map((line) => line.text);
  };
  expect([says('paused', true), says('paused', false)]).toEqual([['Paused after this hand: late'], ['Paused: late']]);
  expect([says('closing', true), says('closing', false)]).toEqual([['The table closes after this hand: late'], ['The table closes: late']]);
});

it('blinds have the names of their position', () => {
  const post = (kind: unknown): string[] => texts({ e: 'posted', seat: 1, kind, amount: 2, all_in: false });
  expect(post({ is: 'blind', number: 0 })).toEqual(['Ben posts the small blind, 2']);
  expect(post({ is: 'blind', number: 1 })).toEqual(['Ben posts the big blind, 2']);
  expect(post({ is: 'dead' })).toEqual(['Ben posts dead money, 2']);
});

it('cards that were not sent are not mentioned', () => {
  expect(texts({ e: 'hole_dealt', seat: 1, card: null, slot: 4 }, { e: 'burned', slot: 9 })).toEqual([]);
  expect(texts({ e: 'hole_dealt', seat: 2, card: 'Kd', slot: 4 })).toEqual(['You are dealt the king of diamonds']);
});

it('a hand of which one card was shown is not said to be mucked unseen', () => {
  const mucked = { e: 'mucked', seat: 1 };
  expect(texts(mucked)).toEqual(['Ben mucks']);
  expect(texts({ e: 'cards_shown', seat: 1, cards: ['2c', null] }, mucked)).toEqual(['Ben shows deuce of clubs', 'Ben mucks the rest']);
  expect(texts({ e: 'cards_shown', seat: 2, cards: ['2c', null] }, { e: 'mucked', seat: 2 })).toEqual(['You show deuce of clubs', 'You muck the rest']);
});

it('a line with an amount exists in big blinds too', () => {
  const event = { e: 'raised', seat: 1, to: 120, full: true, all_in: true, rule: null, clauses: [] } as Event;
  const fold = { e: 'folded', seat: 2, rule: null, clauses: [] } as Event;
  const update: Update = { table: 1, number: 5, hand: 3, at: 0, events: [event, fold], turn: null, menu: null, may_muck: null };
  expect(lines(update, { ...TELLING, bigBlind: 5 }).map((line) => line.inBlinds)).toEqual(['Ben raises to 24\u00a0bb, all-in', undefined]);
});

it('cards that come together are one line', () => {
  const [first, second, third] = ['Kd', '7s', '2c'].map((card, at) => ({ e: 'board_dealt', card, slot: 11 + at }));
  expect(texts({ e: 'burned', slot: 10 }, first ?? {}, second ?? {}, third ?? {})).toEqual(['Flop: king of diamonds, seven of spades, deuce of clubs']);
  expect(texts({ e: 'board_dealt', card: '9h', slot: 15 })).toEqual(['Board: nine of hearts']);
  const hole = (seat: number, card: string | null, slot: number): Record<string, unknown> => ({ e: 'hole_dealt', seat, card, slot });
  expect(texts(hole(1, null, 0), hole(2, 'Kh', 1), hole(1, null, 2), hole(2, 'Td', 3), { e: 'folded', seat: 1 })).toEqual([
    'You are dealt the king of hearts, ten of diamonds',
    'Ben folds',
  ]);
});

it('a commission that is less than is due says so', () => {
  const taken = { e: 'commission_taken', pot: 0, amount: 5 };
  expect(texts(taken)).toEqual(['Pot 1 (main): commission 5']);
  expect(texts({ ...taken, short_of_due: true })).toEqual(['Pot 1 (main): commission 5, rounded down to the chip: less than is due']);
});

it('results name the pot, and odd chips say who gets them', () => {
  expect(
    texts(
      { e: 'awarded', pot: 1, half: 'whole', seat: 1, amount: 200 },
      { e: 'awarded', pot: 0, half: 'high', seat: 2, amount: 350 },
      { e: 'odd_chips', pot: 0, half: 'whole', seat: 2, amount: 1 },
      { e: 'returned', seat: 1, amount: 40 },
    ),
  ).toEqual([
    'Pot 2 (side): Ben wins 200',
    'Pot 1 (main), high half: you win 350',
    'Pot 1 (main): 1 that cannot be split goes to you',
    'Ben takes back 40',
  ]);
});

it('a machine that sits down is called one', () => {
  expect(texts({ e: 'sat', seat: 4, person: 9, name: 'Rook', machine: true, stack: 200, waits: false })).toEqual([
    'Rook takes seat 4 with 200, a bot',
  ]);
});

it('every line has its rule, its clauses and a unique id', () => {
  const events = [
    { rule: 'r', clauses: ['HE-10.2'], e: 'checked', seat: 1 },
    { rule: null, clauses: [], e: 'checked', seat: 2 },
  ] as unknown as Event[];
  const found = lines({ table: 1, number: 5, hand: 3, at: 7, events, turn: null, menu: null, may_muck: null }, TELLING);
  expect(found.map(({ id, number, hand, at, rule, clauses }) => [id, number, hand, at, rule, clauses])).toEqual([
    ['5.0', 5, 3, 7, 'r', ['HE-10.2']],
    ['5.1', 5, 3, 7, null, []],
  ]);
});

it('a void hand says why and what was done with the chips', () => {
  expect(texts({ e: 'voided', reason: 'cannot_go_on' }, { e: 'refunded', seat: 1, amount: 30 }, { e: 'refunded', seat: 2, amount: 1 })).toEqual([
    'The hand is void: it cannot go on. All bets are returned',
    '30 go back to Ben',
    '1 goes back to you',
  ]);
});

it('new cards are mentioned with their reason, and whose check is in', () => {
  expect(
    texts(
      { e: 'cards_replaced', cards: ['7h', '2c'], reason: 'bent corners' },
      { e: 'cards_checked', by_supervisor: true, cards: ['7h', '2c'], counted: 52 },
      { e: 'cards_checked', by_supervisor: false, cards: ['7h', '2c'], counted: 52 },
    ),
  ).toEqual([
    'New cards come into the deck: seven of hearts, deuce of clubs (bent corners)',
    'The supervisor checks the new cards, seven of hearts, deuce of clubs, and counts 52 in all',
    'The dealer checks the new cards, seven of hearts, deuce of clubs, and counts 52 in all',
  ]);
});

it('time that ran out is mentioned, and what a newer room sends is ignored', () => {
  expect(texts({ e: 'time_ran_out', seat: 2 }, { e: 'time_ran_out', seat: 1 }, { e: 'sung', seat: 1 })).toEqual([
    'Your time ran out',
    'The time of Ben ran out',
  ]);
});
