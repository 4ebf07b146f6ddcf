// The words of opening a table.

import { plural } from './language.ts';

export const title = 'New table';
export const name = 'Name of the table';
export const book = 'Rule book';
export const preset = 'A house preset, with no document behind it';
export const machines = 'Bots';
export const noMachines = 'none';
export const marked = 'House bots, each marked';
export const choose = 'choose';
export const usual = (value: string): string => `${value} (usual)`;
/** What a setting is for, and what may be typed. */
export const setting = (note: string, typed: string): string => `${note}${typed === '' ? '' : ` ${typed}`}`;
/** The table is not opened, and the fields say why. */
export const lookAtFields = (count: number): string =>
  `The table was not opened: ${plural(count, { one: 'one field needs another value', other: `${String(count)} fields need other values` })}, marked below`;
/** A reason that belongs to no field of the form. */
export const elsewhere = (name: string, why: string): string => `${name}: ${why}`;
export const deckAndHands = 'Deck and hands';
export const counts = (choices: number): string => `${String(choices)} to choose`;
export const open = 'Open the table';
/** After a warning. */
export const openAnyway = 'Press again to open the table anyway.';
export const back = 'Back';
