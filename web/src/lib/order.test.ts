import { describe, expect, it } from 'vitest';
import { aceTerm, choiceName, deckName, deckTerm, handsTerm, kindsOf, nobodyIsLow, ranksOf } from './order.ts';

const USUAL = { deck_cards: '52', joker: 'false', ace: 'high', reduced_deck_order: 'flush_above_full_house', five_of_a_kind: 'below_royal_flush', showdown_mode: 'high', low_qualifier: 'none' };
const of =
  (given: Partial<Record<keyof typeof USUAL, string>>) =>
  (name: string): string | undefined =>
    ({ ...USUAL, ...given } as Record<string, string>)[name];

describe('the deck of a table', () => {
  it('is described by its cards and its lowest rank', () => {
    expect(['52', '48', '44', '40', '36', '32'].map(deckName)).toEqual([
      '52 cards, deuces to aces', '48 cards, threes to aces', '44 cards, fours to aces', '40 cards, fives to aces', '36 cards, sixes to aces', '32 cards, sevens to aces',
    ]);
    expect(deckName('24')).toBe('24');
  });

  it('has its ranks from the ace down, without those that are absent', () => {
    expect(ranksOf(of({ deck_cards: '32' })).join(' ')).toBe('A K Q J 10 9 8 7');
    expect(ranksOf(of({}))).toHaveLength(13);
    expect(ranksOf(() => undefined)).toEqual([]);
  });

  it('says what its joker is', () => {
    expect(deckTerm(of({ deck_cards: '40' }))).toBe('40 cards, fives to aces.');
    expect(deckTerm(of({ deck_cards: '40', joker: 'true' }))).toBe('40 cards, fives to aces, and a joker, which stands for whatever card helps the hand most.');
    expect(deckTerm(() => undefined)).toBe('');
  });
});

describe('the order of hands', () => {
  it('is the full one with 52 cards and the reduced one with fewer', () => {
    expect(kindsOf(of({})).slice(2, 5)).toEqual(['Four of a kind', 'Full house', 'Flush']);
    expect(kindsOf(of({ deck_cards: '36' })).slice(2, 5)).toEqual(['Four of a kind', 'Flush', 'Full house']);
    expect(kindsOf(of({ deck_cards: '36', reduced_deck_order: 'full_house_above_flush' })).slice(3, 5)).toEqual(['Full house', 'Flush']);
  });

  it('has five of a kind directly below the royal flush, where there is a joker', () => {
    expect(kindsOf(of({ joker: 'true' })).slice(0, 3)).toEqual(['Royal flush', 'Five of a kind', 'Straight flush']);
    expect(kindsOf(of({ joker: 'true', five_of_a_kind: 'top' })).slice(0, 2)).toEqual(['Five of a kind', 'Royal flush']);
    expect(kindsOf(of({}))).not.toContain('Five of a kind');
  });

  it('says where the ace is low: directly below the lowest card of the deck', () => {
    expect(aceTerm(of({ ace: 'high' }))).toBe('The ace is high only.');
    expect(aceTerm(of({ ace: 'high_and_low' }))).toBe('The ace is high, and low in the straight 5-4-3-2-A.');
    expect(aceTerm(of({ ace: 'high_and_low', deck_cards: '40' }))).toBe('The ace is high, and low in the straight 8-7-6-5-A.');
    expect(aceTerm(of({ ace: 'high_and_low', deck_cards: '32' }))).toBe('The ace is high, and low in the straight 10-9-8-7-A.');
  });

  it('says what wins', () => {
    expect(handsTerm(of({}))).toBe('The highest hand wins. The ace is high only.');
    expect(handsTerm(of({ deck_cards: '36' }))).toBe('The highest hand wins. A flush beats a full house. The ace is high only.');
    expect(handsTerm(of({ showdown_mode: 'low', deck_cards: '36' }))).toBe('The lowest hand wins; straights and flushes do not count. The ace is high only.');
    expect(handsTerm(of({ showdown_mode: 'high_low', low_qualifier: 'eight' }))).toContain('half each; the low one must be an eight or better.');
    expect(handsTerm(() => undefined)).toBe('');
  });
});

describe('eight or better', () => {
  it('is said to be out of reach where no five ranks of the deck are that low', () => {
    const split = (deck_cards: string, ace = 'high'): boolean => nobodyIsLow(of({ deck_cards, ace, showdown_mode: 'high_low', low_qualifier: 'eight' }));
    // 8-7-6-5-4 exists with 44 cards; with 40 there is 8-7-6-5-A, where the ace is low; with 36 there is none.
    expect(['52', '48', '44', '40', '36', '32'].map((deck) => split(deck))).toEqual([false, false, false, true, true, true]);
    expect([split('40', 'high_and_low'), split('36', 'high_and_low')]).toEqual([false, true]);
    expect(nobodyIsLow(of({ deck_cards: '36', showdown_mode: 'high_low' }))).toBe(false);
    expect(handsTerm(of({ deck_cards: '36', showdown_mode: 'high_low', low_qualifier: 'eight' }))).toContain('No hand of this deck is an eight or better');
  });
});

describe('a choice for a new table', () => {
  it('is described in words', () => {
    expect(choiceName('deck_cards', '36')).toBe('36 cards, 6 to A');
    expect(choiceName('deck_cards', '24')).toBeUndefined();
    expect(choiceName('joker', 'true')).toBe('One joker');
    expect(choiceName('showdown_mode', 'high_low')).toBe('Highest and lowest, half each');
    expect(choiceName('seats', '6')).toBeUndefined();
  });
});
