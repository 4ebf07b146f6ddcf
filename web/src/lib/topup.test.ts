import { expect, it } from 'vitest';
import { postNow } from './returning.ts';
import { UNKNOWN, termsOf } from './clockterms.ts';
import { automatic, isPlaying, range } from './topup.ts';
import type { TableView } from '../wire/wire.ts';

function table(stack: number, but: { most?: number | null; away?: boolean; over?: boolean } = {}): TableView {
  const { most = 500, away = false, over = true } = but;
  return {
    own: 3, stakes: { min_buy_in: 100, max_buy_in: most, smallest_chip: 1 }, chairs: [{ seat: 3, stack, away, leaving: false }],
    hand: { hand: 12, over, players: [{ seat: 3 }] },
  } as unknown as TableView;
}

it('a stack is topped up to the largest buy-in and only as far as the wallet goes', () => {
  expect(range(table(380), 4500)).toEqual({ least: 1, most: 120 });
  expect(range(table(380), 50)).toEqual({ least: 1, most: 50 });
  expect(range(table(0), 4500)).toEqual({ least: 100, most: 500 });
  expect(range(table(0), 60)).toBeUndefined();
  expect(range(table(500), 4500)).toBeUndefined();
  expect(range(table(380, { most: null }), 4500)).toEqual({ least: 1, most: 4500 });
});

it('the automatic top-up fills the stack up after a hand, for a player who is there', () => {
  expect(automatic(table(380), 4500)).toBe(120);
  expect(automatic(table(380, { away: true }), 4500)).toBeUndefined();
  expect(automatic(table(500), 4500)).toBeUndefined();
  // Without a largest buy-in it goes to the smallest.
  expect(automatic(table(40, { most: null }), 4500)).toBe(60);
  expect(automatic(table(140, { most: null }), 4500)).toBeUndefined();
});

it('chips wait while the hand is played', () => {
  expect(isPlaying(table(380, { over: false }))).toBe(true);
  expect(isPlaying(table(380))).toBe(false);
});

it('what is owed is given with the part of it that is dead', () => {
  const owed = { seat: 3, posts: false, rule: 'missed-blinds-are-posted', clauses: [] };
  expect(postNow({ ...owed, live: 5, dead: 2 })).toBe('Post 7 now (2 dead)');
  expect(postNow({ ...owed, live: 5, dead: 0 })).toBe('Post 5 now');
});

it('the terms of a table are read from its sign', () => {
  const setting = (name: string, value: string) => ({ name, value, sentence: '', unit: '', clauses: [] });
  expect(termsOf([setting('disconnect_seconds', '60'), setting('timeout_when_check_is_free', 'check'), setting('break_minutes', '0')])).toEqual({
    disconnect: 60_000, freeTimeout: 'check', breakMinutes: undefined,
  });
  expect(termsOf([])).toEqual(UNKNOWN);
});
