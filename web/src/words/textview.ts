// The words of the text view: the table as sentences, headings and buttons that stay where they are.

import { type Part, plural } from './language.ts';

// The sentence above everything.

const STREETS: Readonly<Record<string, string>> = { preflop: 'before the flop', flop: 'flop', turn: 'turn', river: 'river' };
/** How far the hand has come: the street, or the cards on the board where it has no name of its own. */
export function street(name: string | undefined, cards: number): string {
  return STREETS[name ?? ''] ?? (cards === 0 ? 'before the board' : `${String(cards)} ${plural(cards, { one: 'board card', other: 'board cards' })}`);
}
export const at = (table: string): string => `${table}.`;
export const handIsOver = (table: string, hand: number): string => `${table}, hand ${String(hand)} is over.`;
export const handIsAt = (table: string, hand: number, street: string, pot: string): string => `${table}, hand ${String(hand)}, ${street}, pot ${pot}.`;
export const result = (line: string): string => `${line}.`;
/** Sentences, one after the other. */
export const together = (sentences: readonly string[]): string => sentences.filter((text) => text !== '').join(' ');
export const beingDealt = 'The cards are being dealt.';
export const youWatch = 'You are watching.';
export const youLeave = 'You leave after this hand.';
export const youSitOut = 'You are sitting out.';
export const youWait = 'You wait for the big blind.';
export const stakes = (game: string, book: string, version: string, practice: boolean): string =>
  `${game}. ${book}, version ${version}.${practice ? ' House bots play here, each marked.' : ''}`;

// The headings.

export const headings = {
  cards: 'Your cards',
  board: 'Board',
  pots: 'Pots',
  players: 'Players',
  actions: 'Actions',
  log: 'Log',
  clock: 'Clock',
  chat: 'Chat',
  settings: 'Settings',
  commands: 'Commands',
};

// The players.

export const seat = 'Seat';
export const name = 'Name';
export const stack = 'Stack';
export const bet = 'Bet';
export const state = 'State';
export const isYou = (name: string): string => `${name} (you)`;
export const machine = 'bot';

// Seats, and what a seat does besides playing.

export const noSeatFree = 'No seat is free.';
export const takeToPlay = 'Take a free seat to play:';
export const takeSeat = (seat: number): string => `Take seat ${String(seat)}`;
export const administrator = 'You are watching as the administrator, who does not play.';
export const stranger: readonly Part<'link'>[] = ['You are watching. ', ['link', 'Sign in'], ' to play.'];
export const yourSeat = 'Your seat';
export const sittingOut = 'Sitting out';

// The acts.

export const muckMustShow = 'Muck (your hand must be shown)';
export const checkOrCall = 'Check or call';
export const betOrRaise = 'Bet or raise';
export const useTimeBank = 'Use time bank';
export const wagerRange = (word: string, least: string, most: string): string => `${word} ${least} to ${most}`;
export const said = (words: string): string => `${words}.`;
/** What a bet or raise does, and what else to know about it. */
export function does(adds: string, leaves: string, everything: boolean, raisesLeft: number | undefined): string {
  const left = raisesLeft === undefined ? '' : `. Raises left: ${String(raisesLeft)}`;
  return `Adds ${adds}, leaves ${leaves}${everything ? '. All-in needs two presses' : ''}${left}.`;
}
export const closedBecause = (why: string): string => `Raise closed: ${why}.`;
export const preset = (name: string, amount: string): string => `${name}: ${amount}`;
export const beforeTurn = 'Before your turn';
export const decideOnTurn = 'Decide on your turn';

// The settings.

export const spoken = 'What is spoken';
export const hears = { all: 'All events', bets: 'Bets and cards', mine: 'What concerns me' };
export const oneEnter = 'One Enter for commands that spend chips';
export const allSettings = 'All settings';
