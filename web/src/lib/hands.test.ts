import { expect, it } from 'vitest';
import { inAddress, path, soughtIn } from './hands.ts';

const NOTHING = { text: '', table: undefined, game: undefined, won: undefined };

it('the filters are in the address and come back from it', () => {
  const filters = { text: 'ben & cho', table: 4, game: 'omaha', won: false };
  expect(inAddress(filters)).toBe('?text=ben+%26+cho&table=4&game=omaha&won=false');
  expect(soughtIn(inAddress(filters))).toEqual(filters);
  expect(inAddress(NOTHING)).toBe('');
  expect(soughtIn('')).toEqual(NOTHING);
});

it('meaningless parts of an address are left out', () => {
  expect(soughtIn('table=x&won=perhaps&colour=red')).toEqual(NOTHING);
});

it('the room is asked for fifty at a time, and for the next fifty where the last ones ended', () => {
  expect(path(NOTHING, null)).toBe('/api/hands?most=50');
  expect(path({ ...NOTHING, text: ' ben ', won: true }, 'abc')).toBe('/api/hands?text=ben&won=true&most=50&before=abc');
});
