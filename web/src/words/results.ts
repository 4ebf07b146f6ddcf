// The words of the results over time: the totals, the line, and the table of sessions.

import { type Part, plural } from './language.ts';

export const title = 'Results';
export const note = 'What you won or lost in each session, from sitting down at a table to leaving it.';
export const finishedHands = 'Finished hands';
export const unread = (table: number, reference: string): string =>
  `One of your sessions at table ${String(table)} cannot be read in full and is left out (${reference}). Tell whoever runs the room.`;
export const addingUp = 'Adding up';
export const nothingYet = 'There is nothing to add up yet. Sit down at a table, and each session is listed here with its result.';
export const findTable = 'Find a table';

export const chips = 'Chips';
export const game = 'Game';
export const allGames = 'All games';
export const neverAdded = (unit: string): string => `Chips of different worth are never added together: you see only ${unit}.`;
/** What is counted: the room's chips or money, with the worth of a chip if there are several. */
export const units = {
  money: 'dollars',
  play: 'play chips',
  worthless: 'play chips without a value',
  moneyOf: (worth: string): string => `dollars, in chips of ${worth}`,
  playOf: (worth: string): string => `play chips of ${worth}`,
};
export const gameOf = (limit: string, name: string): string => `${limit} ${name}`;

export const inAll = 'Total';
export const ofUnit = (game: string, unit: string): string => `${game}, ${unit}`;
export const takenBack = (amount: string): readonly Part<'note'>[] => [`${amount} `, ['note', 'taken back or in front of you']];
export const broughtToTables = (amount: string): readonly Part<'note'>[] => [`− ${amount} `, ['note', 'brought to tables']];
export const comesTo = (amount: string): string => `= ${amount}`;
export const hands = (count: number, written: string): string => `${written} ${plural(count, { one: 'hand', other: 'hands' })}`;
export const sessions = (count: number, written: string): string => `${written} ${plural(count, { one: 'session', other: 'sessions' })}`;
export const handsIn = (hands: string, sessions: string): string => `${hands} in ${sessions}`;

export const running = 'Running result';
export const noLineYet = 'The line begins with your first finished hand.';
export const across = 'Across';
export const timeAtTables = 'Time at tables';
export const byDate = 'By date';
export const left = (table: string): string => `left ${table}`;
export const handAt = (hand: number, table: string): string => `hand ${String(hand)} at ${table}`;
export const inThisSession = (when: string, net: string): string => `${when}, ${net} in this session`;
export const point = (when: string, what: string, sum: string, net: string): string => `${when}, ${what}: ${sum} in total, ${net} in this session`;
export const runningIn = (unit: string): string => `Running result in ${unit}`;
export const sessionEnds = 'a session ends';
export const sessionLasts = 'a session lasts';
export const keys = 'With the line in focus: arrow keys for hands, Page Up and Page Down for sessions.';

export const sessionsTitle = 'Sessions';
export const sessionsIn = (unit: string): string => `Sessions in ${unit}`;
export const order = 'Order of sessions';
export const largestFirst = 'Largest first';
export const smallestFirst = 'Smallest first';
/** The column headings. */
export const heads = {
  from: 'Began',
  name: 'Table',
  game: 'Game',
  time: 'Lasted',
  hands: 'Hands',
  brought: 'Brought',
  back: 'Back',
  net: 'Result',
};
export const seated = 'seated';
export const backOrInFront = 'Back or in front';
export const inAllOf = (unit: string): string => `Total, ${unit}`;
export const moreSessions = 'More sessions';
export const arithmetic = 'Result = back − brought. While you are seated, what is in front of you counts as back.';
