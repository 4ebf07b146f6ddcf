// The words around hands, as they are spoken.

import { plural } from './language.ts';

export const cards = (count: string, number: number): string => `${count} ${plural(number, { one: 'card', other: 'cards' })}`;
export const twoAndThree = 'two of yours with three of the board';

export const forLow = (hand: string): string => `${hand} for low`;
export const bothAloud = (ways: readonly string[]): string => ways.join(', and ');
