// Stacks: what they are worth, how high they are, and how their chips lie.

import { describe, expect, it } from 'vitest';

import { WORTHS } from '../lib/chips.ts';
import { LYING, THICK, heightOf, lay, stackOf } from './stack.ts';

const worth = (amount: number, smallest: number) => stackOf(amount, smallest).reduce((sum, pile) => sum + pile.worth * pile.count, 0);
const count = (amount: number, smallest: number) => stackOf(amount, smallest).reduce((sum, pile) => sum + pile.count, 0);
const AMOUNTS = [1, 2, 3, 4, 5, 7, 10, 24, 25, 60, 99, 100, 385, 515, 1_000, 2_499, 10_000, 123_456, 5_000_000, 987_654_321];

describe('a stack', () => {
  it('is worth its amount, whatever is changed for its height', () => {
    for (const amount of [1, 2, 5, 10, 25, 60, 100, 500, 515, 1_000, 10_000, 5_000_000]) expect(worth(amount, 1), String(amount)).toBe(amount);
    for (const amount of [25, 50, 100, 1_025, 60_000]) expect(worth(amount, 25), String(amount)).toBe(amount);
  });

  it('leaves small chips out where an odd amount has more than its height, and never adds any', () => {
    // 500, four of 100, three of 25, four of 5 and four of 1 are sixteen; its height is 2 + 3.2 * 2.9996,
    // eleven.
    expect(stackOf(999, 1)).toEqual([{ worth: 500, count: 1 }, { worth: 100, count: 4 }, { worth: 25, count: 3 }, { worth: 5, count: 3 }]);
    for (let amount = 1; amount <= 3_000; amount += 1) expect(worth(amount, 1), String(amount)).toBeLessThanOrEqual(amount);
  });

  it('has only chips that the table has: none below the smallest', () => {
    for (const amount of [100, 200, 500, 1_500, 60_000]) {
      for (const pile of stackOf(amount, 100)) expect(pile.worth, String(amount)).toBeGreaterThanOrEqual(100);
    }
  });

  it('has a height of three more chips for each factor of ten', () => {
    // 2 + 3.2 for each factor of ten, in whole chips.
    expect([1, 10, 100, 1_000, 10_000].map((amount) => heightOf(amount, 1))).toEqual([2, 5, 8, 11, 14]);
  });

  it('of a bet ten times as large is taller, for any bet in whole chips', () => {
    for (const amount of [1, 2, 3, 5, 6, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 120, 150, 200, 250, 300, 400, 500, 1_000, 2_000]) {
      expect(count(amount * 10, 1), String(amount)).toBeGreaterThan(count(amount, 1));
    }
    for (let amount = 1; amount <= 3_000; amount += 1) expect(count(amount * 10, 1), String(amount)).toBeGreaterThanOrEqual(count(amount, 1));
  });

  it('has the highest value first, and each value once', () => {
    for (const amount of AMOUNTS) {
      const worths = stackOf(amount, 1).map((pile) => WORTHS.indexOf(pile.worth));
      expect(worths, String(amount)).toEqual([...new Set(worths)].sort((a, b) => a - b));
    }
  });

  it('of nothing has no chips', () => {
    expect(stackOf(0, 1)).toEqual([]);
    expect(lay([])).toEqual({ discs: [], height: 0 });
  });
});

describe('the chips of a stack', () => {
  it('lie on each other from the bottom up, and only the last shows its face', () => {
    const { discs, height } = lay([{ worth: 25, count: 2 }, { worth: 1, count: 3 }]);
    expect(discs.map((disc) => disc.worth)).toEqual([25, 25, 1, 1, 1]);
    expect(discs.map((disc) => disc.top)).toEqual([false, false, false, false, true]);
    expect(height).toBeCloseTo(LYING + 4 * THICK);
    expect(discs[0]?.y).toBeCloseTo(height - LYING);
    expect(discs[4]?.y).toBeCloseTo(0);
  });

  it('are twenty at most', () => {
    const { discs } = lay([{ worth: 100, count: 50 }, { worth: 1, count: 50 }]);
    expect(discs).toHaveLength(20);
    expect(discs.at(-1)?.top).toBe(true);
  });
});
