// How amounts at a table are written on this device: in chips, or in big blinds of that table.

import { type Write, chips, inBlinds, typedBlinds } from './money.ts';
import { settings } from './settings.svelte.ts';
import type { Line } from './telling.ts';
import { chipsWritten } from '../words/numbers.ts';
import type { Stakes } from '../wire/wire.ts';

/** The big blind in chips, where amounts are written in big blinds. */
export function blindOf(stakes: Stakes): number | undefined {
  return settings.amounts === 'blinds' ? stakes.blinds.at(-1) : undefined;
}

/** Writes the amounts of a table. */
export function writing(stakes: Stakes): Write {
  const blind = blindOf(stakes);
  return blind === undefined ? chips : (amount) => inBlinds(amount, blind);
}

/** What an amount field contains: a number of chips, or big blinds where they are exact. */
export function typing(stakes: Stakes): Write {
  const blind = blindOf(stakes);
  return blind === undefined ? String : (amount) => typedBlinds(amount, blind);
}

/**
 * What is shown with an amount in big blinds, on hover and on focus: "115 chips". Undefined where it is in
 * chips.
 */
export function worth(amount: number, stakes: Stakes): string | undefined {
  return blindOf(stakes) === undefined ? undefined : chipsWritten(chips(amount), amount);
}

/** A line of the log as it is written now. */
export function textOf(line: Line): string {
  return settings.amounts === 'blinds' ? (line.inBlinds ?? line.text) : line.text;
}

/** The log as it is written now. */
export function written(log: readonly Line[]): readonly Line[] {
  return settings.amounts === 'blinds' ? log.map((line) => ({ ...line, text: textOf(line) })) : log;
}
