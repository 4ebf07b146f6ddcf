// The words of opening a table.

import { plural } from './language.ts';

export const title = 'New table';
export const name = 'Name of the table';
export const book = 'Rule book';
export const preset = 'A preset of the house, with no document behind it';
export const machines = 'Machines';
export const noMachines = 'none';
export const marked = 'House bots, each marked as a machine';
export const choose = 'choose';
export const usual = (value: string): string => `${value} (usual)`;
/** What is said of a setting: what it means, its unit, what would do, and what else there is to it. */
export function setting(meaning: string, unit: string, wouldDo: string | null, note: string | null): string {
  const bound = note === null || note === '' ? '' : (bounds[note] ?? `. ${note}`);
  return `${meaning}${unit === '' ? '' : ` (${unit})`}${wouldDo === null || wouldDo === '' ? '' : `: ${wouldDo}`}${bound}`;
}
/** Remarks of the books that bound an amount further: said as a part of what would do. */
const bounds: Readonly<Record<string, string>> = {
  'from min_buy_in': ', no less than the smallest stake',
  'to the bound of the deck': ', as far as the cards of the deck reach',
};
/** The table is not opened, and why stands at the fields. */
export const lookAtFields = (count: number): string =>
  `The table is not opened: ${plural(count, { one: 'one field needs another value', other: `${String(count)} fields need other values` })}, marked below`;
/** A reason that stands at no field of the form. */
export const elsewhere = (name: string, why: string): string => `${name}: ${why}`;
export const deckAndHands = 'Deck and hands';
export const counts = (choices: number, fixed: number): string => `${String(choices)} to choose, ${String(fixed)} fixed by the book`;
export const open = 'Open the table';
export const back = 'Back';
