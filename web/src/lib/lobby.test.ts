import { describe, expect, it } from 'vitest';
import { ALL, type Row, arranged, placed, reach, readSought, sortedBy, toggled, writeSought } from './lobby.ts';
import { HOLDEM } from '../wire/deals.ts';

function table(number: number, more: { name?: string; game?: string; limit?: string; blinds?: number[]; seated?: number; practice?: boolean; pot?: number; closed?: boolean } = {}): Row {
  const seats = 6;
  return {
    table: number,
    name: more.name ?? `Table ${String(number)}`,
    stakes: {
      book: 'standard', book_version: '1', game: more.game ?? 'holdem', deal: HOLDEM, limit: more.limit ?? 'no_limit', blinds: more.blinds ?? [1, 2], ante: null, bets: [],
      min_buy_in: (more.blinds?.at(-1) ?? 2) * 20, max_buy_in: null, seats, smallest_chip: 1, chip_cents: 100,
    },
    practice: more.practice ?? false,
    seated: Array.from({ length: more.seated ?? 0 }, (_, at) => ({ seat: at + 1, person: at + 10, name: `P${String(at)}`, machine: false })),
    standing: more.closed ? { is: 'closed', reason: 'late' } : { is: 'open' },
    hand: 0,
    averages: more.pot === undefined ? null : { pot: more.pot, hands_an_hour: 60, hands: 30, minutes: 30 },
  };
}

const numbers = (tables: readonly Row[]): number[] => tables.map((table) => table.table);

describe('the address of the lobby', () => {
  it('is empty for everything and contains the filters', () => {
    expect(writeSought(ALL)).toBe('');
    const filters = { ...ALL, find: 'elm 1/2', games: ['omaha', 'holdem'], limits: ['fixed'], who: 'people' as const, free: true, sort: 'pot' as const, down: true };
    expect(writeSought(filters)).toBe('find=elm+1%2F2&game=omaha.holdem&limit=fixed&who=people&free=1&sort=pot&down=1');
    expect(readSought(writeSought(filters))).toEqual(filters);
  });

  it('that is broken gives the filters that can be read', () => {
    expect(readSought('sort=colour&who=cats&free=yes&game=omaha..%20x.&down')).toEqual({ ...ALL, games: ['omaha'] });
    expect(readSought('')).toEqual(ALL);
  });
});

describe('the list', () => {
  const all = [
    table(1, { name: 'Elm', seated: 2 }),
    table(2, { name: 'Oak', game: 'omaha', limit: 'full_pot', blinds: [5, 10], seated: 6 }),
    table(3, { name: 'Ash 10', practice: true, seated: 5, pot: 12 }),
    table(4, { name: 'Ash 9', blinds: [25, 50], pot: 300 }),
    table(5, { closed: true }),
  ];

  it('has every table that is not closed, in the order of the room', () => {
    expect(numbers(arranged(all, ALL))).toEqual([1, 2, 3, 4]);
  });

  it('is filtered by game, limit, who plays, and free seats', () => {
    expect(numbers(arranged(all, { ...ALL, games: ['omaha'] }))).toEqual([2]);
    expect(numbers(arranged(all, { ...ALL, games: ['omaha', 'holdem'] }))).toEqual([1, 2, 3, 4]);
    expect(numbers(arranged(all, { ...ALL, limits: ['no_limit'], who: 'people' }))).toEqual([1, 4]);
    expect(numbers(arranged(all, { ...ALL, who: 'practice' }))).toEqual([3]);
    expect(numbers(arranged(all, { ...ALL, free: true }))).toEqual([1, 3, 4]);
  });

  it('is searched by the words of a row, in any order', () => {
    expect(numbers(arranged(all, { ...ALL, find: 'oma' }))).toEqual([2]);
    expect(numbers(arranged(all, { ...ALL, find: ' 5/10  pot-limit ' }))).toEqual([2]);
    expect(numbers(arranged(all, { ...ALL, find: 'ash 25' }))).toEqual([4]);
    expect(numbers(arranged(all, { ...ALL, find: 'zebra' }))).toEqual([]);
  });

  it('is sorted by any column, numbers in names as numbers, and unknown values last', () => {
    expect(numbers(arranged(all, { ...ALL, sort: 'table' }))).toEqual([4, 3, 1, 2]);
    expect(numbers(arranged(all, { ...ALL, sort: 'seats', down: true }))).toEqual([2, 3, 1, 4]);
    expect(numbers(arranged(all, { ...ALL, sort: 'pot', down: true }))).toEqual([4, 3, 1, 2]);
    expect(numbers(arranged(all, { ...ALL, sort: 'game' }))).toEqual([1, 3, 4, 2]);
    expect(numbers(arranged(all, { ...ALL, sort: 'buy', down: true }))).toEqual([4, 2, 1, 3]);
  });

  it('is reversed by a second press on a heading', () => {
    const once = sortedBy(ALL, 'table');
    expect(once).toMatchObject({ sort: 'table', down: false });
    expect(sortedBy(once, 'table')).toMatchObject({ sort: 'table', down: true });
    expect(sortedBy(once, 'seats')).toMatchObject({ sort: 'seats', down: true });
  });

  it('has toggles that turn on and off', () => {
    expect(toggled([], 'omaha')).toEqual(['omaha']);
    expect(toggled(['omaha', 'holdem'], 'omaha')).toEqual(['holdem']);
  });
});

describe('a row', () => {
  it('does not move while it is under the pointer', () => {
    expect(placed([1, 2, 3], [3, 1, 2], true)).toEqual([1, 2, 3]);
    expect(placed([1, 2, 3], [3, 1, 2], false)).toEqual([3, 1, 2]);
  });

  it('that is new comes at the end, and one that disappeared keeps its place until the list is let go', () => {
    expect(placed([1, 2, 3], [4, 3, 1], true)).toEqual([1, 2, 3, 4]);
    expect(placed([1, 2, 3, 4], [4, 3, 1], false)).toEqual([4, 3, 1]);
  });
});

it('has averages that say how far they reach back', () => {
  expect(reach(40)).toBe('over 40 min');
  expect(reach(120)).toBe('over 2 h');
});
