import { describe, expect, it } from 'vitest';
import { streetAt, streetThatCame, streets } from './streets.ts';
import { HOLDEM, MANILA, OMAHA } from '../wire/deals.ts';

describe('the places of a board', () => {
  it('are flop, turn and river', () => {
    expect(streets(HOLDEM, 0)).toEqual([
      { name: 'Flop', from: 0, cards: 3 }, { name: 'Turn', from: 3, cards: 1 }, { name: 'River', from: 4, cards: 1 },
    ]);
    expect(streets(OMAHA, 5)).toHaveLength(3);
  });

  it('are filled one at a time in Manila', () => {
    expect(streets(MANILA, 2).map((street) => street.cards)).toEqual([1, 1, 1, 1, 1]);
    expect(streets(MANILA, 2)[4]).toEqual({ name: 'Fifth', from: 4, cards: 1 });
  });

  it('are those that the room names, for any game', () => {
    const deal = { hole_cards: 5, must_use: 3, streets: [{ name: 'opening', board: 1 }, { name: 'third_street', board: 2 }] };
    expect(streets(deal, 4)).toEqual([
      { name: 'Opening', from: 0, cards: 1 }, { name: 'Third street', from: 1, cards: 2 }, { name: 'More', from: 3, cards: 1 },
    ]);
  });
});

describe('a street', () => {
  it('is on with its cards on the board', () => {
    expect([0, 3, 4, 5, 2].map((count) => streetAt(HOLDEM, count))).toEqual(['preflop', 'flop', 'turn', 'river', undefined]);
    expect([0, 1, 5].map((count) => streetAt(MANILA, count))).toEqual([undefined, 'first', 'fifth']);
  });

  it('comes with all of its cards', () => {
    expect(streetThatCame(HOLDEM, 0, 3)).toBe('flop');
    expect(streetThatCame(HOLDEM, 0, 5)).toBeUndefined();
    expect(streetThatCame(HOLDEM, 0, 0)).toBeUndefined();
    expect(streetThatCame(MANILA, 2, 1)).toBe('third');
  });
});
