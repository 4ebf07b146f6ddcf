// Amounts as they are spoken: chips as a count, money where the room plays for it.

import { blindsInWords, chips, dollars, inBlinds } from './money.ts';
import * as words from '../words/numbers.ts';
import type { Stakes } from '../wire/wire.ts';

/** The unit of amounts: chips, money at so many cents per chip, or big blinds of so many chips. */
export type Unit = { in: 'chips' } | { in: 'dollars'; cents: number } | { in: 'blinds'; blind: number };

/**
 * The unit of a table: big blinds where the viewer wants them and there are any. Where the room gives
 * everybody chips they are worth nothing, whatever the table says.
 */
export function unitOf(stakes: Stakes, playChips: number | undefined, amounts: 'chips' | 'blinds' = 'chips'): Unit {
  const blind = amounts === 'blinds' ? stakes.blinds.at(-1) : undefined;
  if (blind !== undefined) return { in: 'blinds', blind };
  return playChips === 0 ? { in: 'dollars', cents: stakes.chip_cents } : { in: 'chips' };
}

/** "one hundred twenty dollars", "twelve dollars fifty cents", "one chip". */
export function said(amount: number, unit: Unit): string {
  if (unit.in === 'chips') return words.chips(amount);
  if (unit.in === 'blinds') return blindsInWords(amount, unit.blind);
  const cents = amount * unit.cents;
  const [whole, rest] = [Math.floor(cents / 100), cents % 100];
  if (rest === 0) return words.dollars(whole);
  return whole === 0 ? words.cents(rest) : words.dollarsAndCents(whole, rest);
}

/** The same, written: "120", "$12.50", "24 bb". */
export function writtenIn(amount: number, unit: Unit): string {
  if (unit.in === 'chips') return chips(amount);
  return unit.in === 'blinds' ? inBlinds(amount, unit.blind) : dollars(amount * unit.cents);
}
