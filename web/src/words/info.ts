// The words of the tab with a table's terms: its stakes, its clock, and its seal.

export { botsPlay, bookVersion, buyIn, game, machines, rules, term } from './sitting.ts';

export const betsIn = (round: number): string => `Bets in betting round ${String(round)}`;
export const orMore = (least: string): string => `${least} or more`;
export const range = (least: string, most: string): string => `${least} to ${most}`;
export const smallestChip = 'Smallest chip';
export const seats = 'Seats';
export const seatsTaken = (seats: number, taken: number): string => `${String(seats)} (${String(taken)} taken)`;
export const noBots = 'None play here.';
export const seal = (hand: number): string => `Seal of the deck of hand ${String(hand)}`;
export const notRead = (why: string): string => `${why} Clock and commission of this table could not be read.`;
