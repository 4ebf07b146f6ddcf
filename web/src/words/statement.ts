// The words of a wallet's statement.

import { plural } from './language.ts';

export const title = 'Statement';
export const from = 'From';
export const to = 'To';
export const allDays = 'All days';
export const nothingYet = 'Nothing has moved yet. Chips that you take to a table are listed here.';
export const nothingThen = 'Nothing moved on these days.';
export const balanceBefore = 'Balance before';
export const cameIn = 'Came in';
export const wentOut = 'Went out';
export const balanceAfter = 'Balance after';
/** The column headings. */
export const heads = { when: 'When', what: 'What', chips: 'Chips', balance: 'Balance' };
export const hands = 'Hands';
export const atTable = (table: string): string => ` at ${table}`;
export const hand = (number: number): string => `hand ${String(number)}`;
export const table = (number: number): string => `table ${String(number)}`;
export const lines = (count: number): string => `${String(count)} ${plural(count, { one: 'line', other: 'lines' })}.`;
export const linesOfPage = (count: number, page: number, pages: number): string =>
  `${String(count)} ${plural(count, { one: 'line', other: 'lines' })}, page ${String(page)} of ${String(pages)}.`;
export const olderThere = 'There are older ones.';
export const newer = 'Newer';
export const older = 'Older';
export const olderLines = (count: number): string => `${String(count)} older lines`;

/** What moved, by the account on the other side. */
export const moved = {
  issue: { came: 'Play chips granted by the room', went: 'Play chips taken back by the room' },
  cage: { came: 'Bought at the cage', went: 'Paid out at the cage' },
  held: { came: 'Released after an inquiry', went: 'Withheld during an inquiry' },
};
export const stackBack = (table: string): string => `Stack back from ${table}`;
export const satDown = (table: string): string => `Sat down at ${table}`;
export const addedChips = (table: string): string => `Added chips at ${table}`;
export const kindAt = (kind: string, table: string): string => `${kind}, ${table}`;
