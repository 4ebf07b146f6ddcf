// The words of a finished hand in a list, and of the list beside a table.

import type { Part } from './language.ts';

export const hand = (number: number): string => `Hand ${String(number)}`;
export const gameAndHand = (game: string, number: number): string => `${game}, hand ${String(number)}`;
export const noBoard = 'no board';
export const pot = (amount: string): string => `pot ${amount}`;
export const cameOutEven = 'came out even';
/** A row as it is read aloud. */
export const row = (of: { hand: number; table: string | undefined; game: string; when: string; cards: string; board: string | undefined; result: string }): string =>
  [
    `Hand ${String(of.hand)}${of.table === undefined ? '' : ` at ${of.table}, ${of.game}`}, ${of.when}`,
    `you held the ${of.cards}`,
    of.board === undefined ? noBoard : `board ${of.board}`,
    `you ${of.result}`,
  ].join(', ');

export const atThisTable: readonly Part<'link'>[] = [
  'Your finished hands at this table, with the cards you were allowed to see. ',
  ['link', 'Search them all'],
];
export const unread = (table: number, reference: string): string =>
  `Some of your hands at table ${String(table)} cannot be read and are left out (${reference}). Your chips are not affected. Tell whoever runs the room.`;
export const noneYet = 'None yet: a hand appears here as soon as it is over.';
export const earlier = 'Earlier hands';
