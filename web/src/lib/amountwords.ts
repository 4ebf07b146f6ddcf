// Amounts as they are said aloud: chips as a count, money where the room plays for it.

import { inWords } from './money.ts';
import type { Stakes } from '../wire/wire.ts';

/** In what amounts are told: chips, or money of which a chip is worth so many cents. */
export type Unit = { in: 'chips' } | { in: 'dollars'; cents: number };

/** The unit of a table. Where the room gives chips to everybody they are worth nothing, whatever the table says. */
export function unitOf(stakes: Stakes, playChips: number | undefined): Unit {
  return playChips === 0 ? { in: 'dollars', cents: stakes.chip_cents } : { in: 'chips' };
}

function counted(count: number, one: string): string {
  return `${inWords(count)} ${count === 1 ? one : `${one}s`}`;
}

/** "one hundred twenty dollars", "twelve dollars fifty cents", "one chip". */
export function said(amount: number, unit: Unit): string {
  if (unit.in === 'chips') return counted(amount, 'chip');
  const cents = amount * unit.cents;
  const [whole, rest] = [Math.floor(cents / 100), cents % 100];
  if (rest === 0) return counted(whole, 'dollar');
  return whole === 0 ? counted(rest, 'cent') : `${counted(whole, 'dollar')} ${counted(rest, 'cent')}`;
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'];

/** "first" of 1. */
export function ordinal(number: number): string {
  return ORDINALS[number - 1] ?? `number ${String(number)}`;
}
