// Names of games, limits, streets and cards, and how stakes are written.

import { plural } from './language.ts';

export const games: Readonly<Record<string, string>> = {
  holdem: "Hold'em",
  omaha: 'Omaha',
  manila: 'Manila',
  pineapple: 'Pineapple',
  crazy_pineapple: 'Crazy Pineapple',
};

export const limits: Readonly<Record<string, string>> = {
  no_limit: 'No-limit',
  full_pot: 'Pot-limit',
  half_pot: 'Half-pot',
  fixed: 'Fixed limit',
  spread: 'Spread limit',
  double: 'Straddle limit',
  double_limit: 'Straddle limit',
};

/** The same where there is little room, as they are written on a table's sign. */
export const limitsInShort: Readonly<Record<string, string>> = { no_limit: 'NL', full_pot: 'PL', half_pot: 'HPL', fixed: 'FL', spread: 'SL', double: 'DL' };

/** Roles, by the room's words for them. */
export const roles: Readonly<Record<string, string>> = {
  player: 'player',
  dealer: 'dealer',
  supervisor: 'supervisor',
  shift_manager: 'shift manager',
  operator: 'casino operator',
  director: 'tournament director',
  cashier: 'cashier',
  auditor: 'auditor',
  administrator: 'administrator',
  house: 'the room',
};
export const roleName = (role: string): string => roles[role] ?? role.replaceAll('_', ' ');
/** "player, shift manager". */
export const roleNames = (each: readonly string[]): string => each.map(roleName).join(', ');

export const anteOf = (amount: string): string => `ante ${amount}`;
export const gameLine = (limit: string, game: string, blinds: string): string => `${limit} ${game} ${blinds}`.trim();
export const orMore = (least: string): string => `${least} or more`;
export const fromTo = (least: string, most: string): string => `${least} to ${most}`;

/** The streets of a game by the room's names for them: what the places of a board are called. */
export const streets: Readonly<Record<string, string>> = {
  flop: 'Flop',
  turn: 'Turn',
  river: 'River',
  first: 'First',
  second: 'Second',
  third: 'Third',
  fourth: 'Fourth',
  fifth: 'Fifth',
};
/** Places on a board beyond those of its game. */
export const more = 'More';

/** What a blind posted over the last one is called at a table that does not name it. */
export const overBlind = 'over-blind';
/** "a straddle", "an over-blind". */
export const oneOf = (word: string): string => `${/^[aeiou]/i.test(word) ? 'an' : 'a'} ${word}`;

/** The ranks by the letters with which cards are written. */
export const ranks: Readonly<Record<string, string>> = {
  '2': 'deuce',
  '3': 'three',
  '4': 'four',
  '5': 'five',
  '6': 'six',
  '7': 'seven',
  '8': 'eight',
  '9': 'nine',
  T: 'ten',
  J: 'jack',
  Q: 'queen',
  K: 'king',
  A: 'ace',
};
/** A rank as it is printed in the corner of a card: "10" and not the letter with which it is written. */
export const corner = (rank: string): string => (rank === 'T' ? '10' : rank);
export const suits = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' };
export const joker = 'joker';
/** What is in the corner of a joker. */
export const jokerLetters = 'Jo';
export const back = 'face-down card';
export const card = (rank: string, suit: string): string => `${rank} of ${suit}`;
export const backs = (count: number): string => plural(count, { one: 'one face-down card', other: `${String(count)} face-down cards` });
