import { describe, expect, it } from 'vitest';
import { cardsOf, face, namesOf } from './cards.ts';

describe('cards', () => {
  it('draw a ten as 10 and read it as ten', () => {
    expect(face('Td')).toEqual({ rank: '10', suit: 'd', glyph: '♦', name: 'ten of diamonds', back: false });
  });

  it('have a name of their own for each of the 52', () => {
    const names = new Set<string>();
    for (const rank of '23456789TJQKA') for (const suit of 'shdc') names.add(face(rank + suit).name);
    expect(names.size).toBe(52);
    expect(names).toContain('king of diamonds');
    expect(names).toContain('deuce of clubs');
  });

  it('draw anything that is not a card as a back that gives nothing away', () => {
    for (const text of ['??', '', 'A', '1s', 'Ax', 'constructor', 'Ass', null, undefined]) {
      expect(face(text).back).toBe(true);
      expect(face(text).name).toBe('face-down card');
    }
  });

  it('include the joker', () => {
    expect(face('Jo').name).toBe('joker');
  });

  it('are joined by their names, and backs are counted', () => {
    expect(namesOf(['Kd', '7s', '2c'])).toBe('king of diamonds, seven of spades, deuce of clubs');
    expect(namesOf(['??', '??'])).toBe('2 face-down cards');
    expect(namesOf(['As', '??'])).toBe('ace of spades, one face-down card');
    expect(namesOf([])).toBe('');
  });

  it('are split out of a text', () => {
    expect(cardsOf('AsKd')).toEqual(['As', 'Kd']);
    expect(cardsOf('As Kd Jo')).toEqual(['As', 'Kd', 'Jo']);
    expect(cardsOf('')).toEqual([]);
  });
});
