import { describe, expect, it } from 'vitest';
import { WORTHS, colourOf, drawn, piles } from './chips.ts';

describe('an amount as chips', () => {
  it('is made of the fewest chips', () => {
    expect(piles(1)).toEqual([{ worth: 1, count: 1 }]);
    expect(piles(40)).toEqual([{ worth: 25, count: 1 }, { worth: 5, count: 3 }]);
    expect(piles(389)).toEqual([
      { worth: 100, count: 3 }, { worth: 25, count: 3 }, { worth: 5, count: 2 }, { worth: 1, count: 4 },
    ]);
    expect(piles(0)).toEqual([]);
  });

  it('adds up to the amount', () => {
    for (const amount of [7, 99, 1_250, 98_765, 123_456_789]) {
      expect(piles(amount).reduce((sum, { worth, count }) => sum + worth * count, 0)).toBe(amount);
    }
  });

  it('is drawn by its highest chips, in low piles', () => {
    expect(drawn(389).map((pile) => pile.worth)).toEqual([100, 25, 5]);
    expect(drawn(9_000_000_000)[0]?.count).toBe(5);
  });

  it('has a colour of its own for each value', () => {
    expect(WORTHS.map(colourOf)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });
});
