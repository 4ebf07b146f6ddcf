import { describe, expect, it } from 'vitest';
import { streets } from './streets.ts';

describe('the places of a board', () => {
  it('are flop, turn and river', () => {
    expect(streets('holdem', 0)).toEqual([
      { name: 'Flop', from: 0, cards: 3 }, { name: 'Turn', from: 3, cards: 1 }, { name: 'River', from: 4, cards: 1 },
    ]);
    expect(streets('omaha', 5)).toHaveLength(3);
  });

  it('are filled one at a time at Manila', () => {
    expect(streets('manila', 2).map((street) => street.cards)).toEqual([1, 1, 1, 1, 1]);
  });
});
