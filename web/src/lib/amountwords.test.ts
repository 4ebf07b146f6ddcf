import { expect, it } from 'vitest';
import type { Stakes } from '../wire/wire.ts';
import { ordinal } from '../words/numbers.ts';
import { said, unitOf, writtenIn } from './amountwords.ts';

it('money is spoken in dollars, with cents only where there are any', () => {
  const dollars = { in: 'dollars', cents: 100 } as const;
  expect(said(120, dollars)).toBe('one hundred twenty dollars');
  expect(said(1250, dollars)).toBe('one thousand two hundred fifty dollars');
  expect(said(1, dollars)).toBe('one dollar');
  const quarters = { in: 'dollars', cents: 25 } as const;
  expect(said(50, quarters)).toBe('twelve dollars fifty cents');
  expect(said(3, quarters)).toBe('seventy-five cents');
  expect(said(405, { in: 'dollars', cents: 1 })).toBe('four dollars five cents');
  expect(said(101, { in: 'dollars', cents: 1 })).toBe('one dollar one cent');
});

it('play chips are chips', () => {
  expect(said(1, { in: 'chips' })).toBe('one chip');
  expect(said(12_500, { in: 'chips' })).toBe('twelve thousand five hundred chips');
});

it('a room that gives chips away counts in chips', () => {
  const stakes = { chip_cents: 100 } as Stakes;
  expect(unitOf(stakes, 10_000)).toEqual({ in: 'chips' });
  expect(unitOf(stakes, undefined)).toEqual({ in: 'chips' });
  expect(unitOf(stakes, 0)).toEqual({ in: 'dollars', cents: 100 });
});

it('players who want big blinds hear and read them, at a table that has some', () => {
  const blinds = unitOf({ chip_cents: 100, blinds: [2, 5] } as Stakes, 0, 'blinds');
  expect([said(120, blinds), writtenIn(120, blinds).replace('\u00a0', ' ')]).toEqual(['twenty-four big blinds', '24 bb']);
  expect(unitOf({ chip_cents: 100, blinds: [] as number[] } as Stakes, 10_000, 'blinds')).toEqual({ in: 'chips' });
});

it('places are counted in words', () => {
  expect([1, 5, 9].map(ordinal)).toEqual(['first', 'fifth', 'number 9']);
});
