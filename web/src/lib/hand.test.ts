import { describe, expect, it } from 'vitest';
import { named, wonBy } from '../../browser/named.ts';
import { madeCards, madeName, needsHelp, said, wonWith } from './hand.ts';
import { HOLDEM, MANILA, OMAHA } from '../wire/deals.ts';

describe('a hand by name', () => {
  it('is said as players say it', () => {
    expect(said(named('full house, kings full of deuces'))).toBe('a full house, kings full of deuces');
    expect(said(named('three of a kind, sevens'))).toBe('three sevens');
    expect(said(named('four of a kind, aces'))).toBe('four aces');
    expect(said(named('straight flush, nine high'))).toBe('a straight flush, nine high');
    expect(said(named('straight, five high'))).toBe('a straight, five high');
    expect(said(named('royal flush'))).toBe('a royal flush');
    expect(said(named('two pair, kings and deuces'))).toBe('two pair, kings and deuces');
    expect(said(named('pair of kings'))).toBe('a pair of kings');
    expect(said(named('ace high'))).toBe('ace high');
    expect(said(named('8-6-4-3-2'))).toBe('8-6-4-3-2');
  });

  it('is spoken with its kind, and a low one rank by rank', () => {
    expect(said(named('three of a kind, sixes'), 'aloud')).toBe('three of a kind, sixes');
    expect(said(named('pair of kings'), 'aloud')).toBe('a pair of kings');
    expect(madeName({ high: named('straight, five high'), low: named('5-4-3-2-A') }, 'aloud')).toBe('a straight, five high, and five, four, three, deuce, ace for low');
  });

  it('says what the joker stands for, and its suit where it counts', () => {
    expect(said(named('three of a kind, nines', '9c 9d Jo As Td', '9s'))).toBe('three nines, joker as nine');
    expect(said(named('flush, ace high', 'Jo Kh 9h 7h 4h', 'Ah'))).toBe('a flush, ace high, joker as ace of hearts');
  });

  it('that won by its side cards names them, and those that it beat', () => {
    const won = (hand: string, deciding: string[], beaten: string[]): string => wonWith(wonBy(0, [1], named(hand), { deciding, beaten }));
    expect(won('two pair, kings and fours', ['A'], ['J'])).toBe('two pair, kings and fours, ace kicker; beats jack kicker');
    expect(won('pair of kings', ['A', 'Q'], ['A', 'J'])).toBe('a pair of kings, ace-queen kicker; beats ace-jack kicker');
    expect(won('four of a kind, sevens', ['A'], ['K'])).toBe('four sevens, ace kicker; beats king kicker');
    expect(won('ace high', ['K'], ['Q'])).toBe('ace high, king kicker; beats queen kicker');
    expect(won('flush, king high', ['Q'], ['J'])).toBe('a flush, king-queen high; beats king-jack high');
    expect(won('straight, king high', [], [])).toBe('a straight, king high');
    const both = wonBy(0, [1], named('pair of kings'), { low: named('8-6-4-3-2') });
    expect([wonWith(both), wonWith(both, 'aloud')]).toEqual(['a pair of kings, low 8-6-4-3-2', 'a pair of kings, and eight, six, four, three, deuce for low']);
  });

  it('has both a high and a low hand where both are played for', () => {
    const made = { seat: 3, high: named('flush, ace high', 'Ah Kh 9h 5h 2h'), low: named('8-6-4-3-2', '8s 6d 4c 3h 2h') };
    expect(madeName(made)).toBe('a flush, ace high, low 8-6-4-3-2');
    expect(madeCards(made)).toContain('8s');
    expect(madeName({ high: null, low: null })).toBeUndefined();
    expect(madeName(undefined)).toBeUndefined();
    expect(madeCards(undefined)).toEqual([]);
  });

  it('has a ten in a low hand as the cards show it', () => {
    for (const low of ['T-9-8-7-A', 'J-T-9-6-A', 'K-Q-J-T-9']) {
      const shown = low.replace('T', '10');
      expect(madeName({ high: named('pair of nines'), low: named(low) })).toBe(`a pair of nines, low ${shown}`);
      expect(wonWith(wonBy(0, [1], named(low)))).toBe(shown);
    }
    expect(said(named('T-9-8-7-A'), 'aloud')).toBe('ten, nine, eight, seven, ace');
  });

  it('needs help where exactly two hole cards play', () => {
    expect([needsHelp(OMAHA), needsHelp(MANILA), needsHelp(HOLDEM)]).toEqual([true, true, false]);
  });
});
