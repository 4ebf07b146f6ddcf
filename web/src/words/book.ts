// The words of a table's rule book, of its sign, and of its deck and order of hands.

import { plural } from './language.ts';

export const rulesOf = (table: string): string => `Rules of ${table}`;
export const version = (number: string): string => `, version ${number}.`;
export const preset = 'A house preset, with no document behind it.';
export const whatIsShown = 'What is shown';
export const differsFrom = 'Differs from';
export const clauses = 'Clauses';
export const tableDiffersFrom = 'This table differs from';
export const ownBook = (title: string): string => `${title}, its own book with the usual settings`;
export const inNothing = 'In no setting: all that both use have the same value.';
export const inSettings = (count: number): string => `In ${plural(count, { one: 'one setting', other: `${String(count)} settings` })}.`;
export const insteadOf = (value: string): string => `instead of ${value}`;
export const valueWithUnit = (value: string, unit: string): string => `${value} ${unit}`;

export const playedBy = (title: string): string => `Played by ${title}`;
export const whatIsPlayed = 'What is played by';
export const findSetting = 'Find a setting';
export const meaning = (meaning: string, behind: string): string => `${meaning}${behind === '' ? '' : ` (${behind})`}`;
