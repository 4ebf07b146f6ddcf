// The words of sitting down: a table's terms, and how much to sit down with.

import { plural } from './language.ts';

export const seatAt = (seat: number, table: string): string => `Seat ${String(seat)} at ${table}`;
export const game = 'Game';
export const buyIn = 'Buy-in';
export const rules = 'Rules';
export const bookVersion = (book: string, version: string): string => `${book}, version ${version}`;
export const clausesAndDifferences = 'Clauses and differences';
export const machines = 'Bots';
export const botsPlay = 'House bots play here, each marked.';
export const term = (about: string, holds: string): string => `${about}: ${holds}`;
export const notRead = (why: string): string => `${why} The terms of this table could not be read.`;

export const firstBlind = 'Your first blind';
export const newcomer = 'How a newcomer gets cards';
export const waitForBlind = 'Wait for the big blind, and post nothing before it.';
export const postNow = (blind: string): string => `Post ${blind} now and get cards next hand.`;

export const remind = 'Remind me of the time at tables';
export const never = 'never';
export const everyMinutes = (count: number): string => `every ${String(count)} minutes`;
export const everyHours = (count: number): string => `every ${plural(count, { one: 'hour', other: `${String(count)} hours` })}`;

export const walletShort = (wallet: string, least: string): string => `Your wallet holds ${wallet}; this table needs at least ${least}.`;
export const chips = 'Chips';
/** Amounts to choose, by what they are. */
export const presets = {
  least: (amount: string): string => `Min ${amount}`,
  half: (amount: string): string => `Half ${amount}`,
  most: (amount: string): string => `Max ${amount}`,
};
export const walletAfter = (wallet: string, after: string): string =>
  `Wallet ${wallet}, ${after} after sitting down. What is left of the stack comes back when you leave.`;
export const fromTo = (least: string, most: string, wallet: string): string => `From ${least} to ${most}. Your wallet holds ${wallet}.`;
export const sitWith = (amount: string): string => `Sit with ${amount}`;
