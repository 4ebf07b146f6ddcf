// The words of hands as they are heard. Which hand it is the room tells, and its name comes from there.

import { plural } from './language.ts';
import { ranks } from './names.ts';

export const cards = (count: string, number: number): string => `${count} ${plural(number, { one: 'card', other: 'cards' })}`;
export const twoAndThree = 'two of yours with three of the board';

/** "a pair of kings", "two pairs, kings and sevens", "ace high". */
export const handAloud = (name: string): string => (/^(pair|full house|flush|straight|royal)/.test(name) ? `a ${name}` : name);
/** A low hand rank by rank: "eight, six, four, three, deuce". */
export function lowAloud(name: string): string {
  const parts = name.split('-');
  return parts.length > 1 ? parts.map((rank) => ranks[rank === '10' ? 'T' : rank] ?? rank).join(', ') : name;
}
export const forLow = (hand: string): string => `${hand} for low`;
export const bothAloud = (ways: readonly string[]): string => ways.join(', and ');
