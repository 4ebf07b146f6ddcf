import { describe, expect, it } from 'vitest';
import { madeCards, madeName, needsHelp, said } from './hand.ts';

const named = (name: string, cards = ''): { name: string; cards: string[] } => ({ name, cards: cards === '' ? [] : cards.split(' ') });

describe('a hand by name', () => {
  it('is said as players say it', () => {
    expect(said(named('full house, kings full of deuces'))).toBe('a full house, kings full of deuces');
    expect(said(named('three of a kind, sevens'))).toBe('three sevens');
    expect(said(named('four of a kind, aces'))).toBe('four aces');
    expect(said(named('straight flush, nine high'))).toBe('a straight flush, nine high');
    expect(said(named('straight, five high'))).toBe('a straight, five high');
    expect(said(named('royal flush'))).toBe('a royal flush');
    expect(said(named('two pairs, kings and deuces'))).toBe('two pairs, kings and deuces');
    expect(said(named('pair of kings'))).toBe('a pair of kings');
    expect(said(named('ace high'))).toBe('ace high');
    expect(said(named('8-6-4-3-2'))).toBe('8-6-4-3-2');
  });

  it('has both ways where both are played for', () => {
    const made = { seat: 3, high: named('flush, ace high', 'Ah Kh 9h 5h 2h'), low: named('8-6-4-3-2', '8s 6d 4c 3h 2h') };
    expect(madeName(made)).toBe('a flush, ace high, low 8-6-4-3-2');
    expect(madeCards(made)).toContain('8s');
    expect(madeName({ seat: 3, high: null, low: null })).toBeUndefined();
    expect(madeName(undefined)).toBeUndefined();
    expect(madeCards(undefined)).toEqual([]);
  });

  it('needs help where exactly two own cards play', () => {
    expect([needsHelp('omaha'), needsHelp('manila'), needsHelp('holdem')]).toEqual([true, true, false]);
  });
});
