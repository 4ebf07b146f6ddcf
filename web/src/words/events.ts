// The words of what happens at a table, as the log writes it: one sentence per event, without its full stop.

import { plural } from './language.ts';
import { oneOf } from './names.ts';

/** Who does something: somebody by name, or the reader. */
export interface Who {
  name: string;
  you: boolean;
}
export const YOU: Who = { name: '', you: true };
export const seat = (seat: number): string => `Seat ${String(seat)}`;

/** "raises to" from "raise to". */
export function thirdPerson(verb: string): string {
  const [first = '', ...rest] = verb.split(' ');
  const ending = /(s|sh|ch|x|o)$/.test(first) ? 'es' : 's';
  return [first + ending, ...rest].join(' ');
}
const does = (who: Who, verb: string): string => (who.you ? `You ${verb}` : `${who.name} ${thirdPerson(verb)}`);
const whom = (who: Who): string => (who.you ? 'you' : who.name);
const all = (allIn: boolean): string => (allIn ? ', all-in' : '');
const goes = (count: number): string => plural(count, { one: 'goes', other: 'go' });
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

// Who comes and goes.

export const sits = (name: string, seat: number, stack: string, machine: boolean): string =>
  `${name} takes seat ${String(seat)} with ${stack}${machine ? ', a bot' : ''}`;
export const leaves = (who: Who, stack: string): string => `${does(who, 'leave')} with ${stack}`;
export const sitsOut = (who: Who): string => does(who, 'sit out');
export const outAtBlind = (who: Who, wanted: boolean): string => does(who, wanted ? 'sit out at the next big blind' : 'stay in at the next big blind');
export const sitsIn = (who: Who, waits: boolean): string => `${does(who, 'sit in')}${waits ? ', waiting for the big blind' : ''}`;
export const adds = (who: Who, amount: string): string => `${does(who, 'add')} ${amount} to the stack`;
export const leavesAfter = (who: Who): string => `${does(who, 'leave')} after this hand`;
export const removed = (who: Who, reason: string): string => `${who.you ? 'You are' : `${who.name} is`} removed after this hand: ${reason}`;
export const readmitted = 'A player was readmitted';
export const rejoinReferred = (seat: number, stack: string, took: string): string =>
  `A player who left with ${took} wants seat ${String(seat)} with ${stack}: an official decides`;
export const rejoinDecided = (allowed: boolean): string => (allowed ? 'A player may come back to the table' : 'A player may not come back to the table');
export const heldBack = (who: Who): string => `${does(who, 'wait')}: nobody comes in on the button`;
export const missesBlind = (who: Who, big: boolean): string => `${does(who, 'miss')} the ${big ? 'big' : 'small'} blind`;

// The table, its stakes and its deck.

export const opens = (game: string, stake: string, bet: string): string => `The table opens: ${game}, ${stake} to sit down, bets from ${bet}`;
export const determined = (hand: number, game: string, stake: string): string => `From hand ${String(hand)} on: ${game}, ${stake} to sit down`;
export const signChanged = (hand: number, stake: string, bet: string): string =>
  `From hand ${String(hand)} on, the sign says ${stake} to sit down, bets from ${bet}`;
export const cardsReplaced = (cards: string, reason: string): string => `New cards come into the deck: ${cards}${reason === '' ? '' : ` (${reason})`}`;
export const cardsChecked = (supervisor: boolean, cards: string, counted: number): string =>
  `The ${supervisor ? 'supervisor' : 'dealer'} checks the new cards, ${cards}, and counts ${String(counted)} in all`;
export const shuffled = (cards: number): string => `The deck of ${String(cards)} cards is shuffled`;
export const deckCut = (after: number): string => `The deck is cut after ${String(after)} cards`;
export const sealed = (hand: number, seal: string): string => `The deck of hand ${String(hand)} is sealed; the seal begins with ${seal}`;
/** Where the deck is cut, and from how many values that follows. */
export function cutAt(position: number, values: number): string {
  const players = plural(values, { one: 'one player', other: `${String(values)} players` });
  return `The cut, at ${String(position)}, comes from ${values === 0 ? "the room's sealed part alone" : `the values of ${players} and the room's sealed part`}`;
}
export const buttonPlaced = (seat: number): string => `The button is placed at seat ${String(seat)}`;

/** How a table stands. */
const STANDS = {
  open: 'Play resumes',
  paused: 'Paused',
  closing: 'The table closes',
  closed: 'The table is closed',
  stopped: 'The table is stopped',
};
/** What waits for the end of a current hand says so. */
/** Why a table is stopped; the reference is where the room's log has it. */
export const whyStopped = (reference: string): string => `a check failed, or nothing can be stored${reference === '' ? '' : ` (${reference})`}`;
export function stands(is: keyof typeof STANDS, reason: string, playing: boolean): string {
  const after = playing && (is === 'paused' || is === 'closing') ? ' after this hand' : '';
  return `${STANDS[is]}${after}${reason === '' ? '' : `: ${reason}`}`;
}

/** Why a hand is void. */
export const voids = {
  unrest: 'there is unrest in the room',
  fire: 'there is a fire or an alarm',
  robbery: 'there is a robbery',
  disturbance: 'a disturbance broke up the game',
  cannot_go_on: 'it cannot go on',
  fraud: 'fraud affected the outcome',
};
export const voided = (why: keyof typeof voids): string => `The hand is void: ${voids[why]}. All bets are returned`;

// The hand.

export const begins = (hand: number, button: number): string => `Hand ${String(hand)} begins, button at seat ${String(button)}`;
export const dealt = (cards: string): string => `You are dealt the ${cards}`;
/** The cards that started a board, by the name of their street. */
export const boards: Readonly<Record<string, (cards: string) => string>> = { flop: (cards) => `Flop: ${cards}` };
export const board = (cards: string): string => `Board: ${cards}`;

/** What a payment is called, with the comma before its amount. */
const PAYMENTS = { ante: 'the ante,', dead: 'dead money,', live: 'live,' };
const BLINDS = ['the first blind,', 'the second blind,', 'the third blind,'] as const;
/**
 * One of so many blinds, the first being 0, or another payment; one posted over them has the table's word.
 */
export function payment(kind: keyof typeof PAYMENTS | { blind: number; of: number } | { over: string }): string {
  if (typeof kind === 'object' && 'over' in kind) return `${oneOf(kind.over)},`;
  if (typeof kind === 'string') return PAYMENTS[kind];
  if (kind.of === 1) return 'the blind,';
  if (kind.of === 2) return kind.blind === 0 ? 'the small blind,' : 'the big blind,';
  return BLINDS[kind.blind] ?? 'a blind,';
}
export const posts = (who: Who, payment: string, amount: string, allIn: boolean): string => `${does(who, 'post')} ${payment} ${amount}${all(allIn)}`;
export const folds = (who: Who): string => does(who, 'fold');
export const checks = (who: Who): string => does(who, 'check');
/** A call of nothing with a blind, in a betting round in which nobody checks. */
export const standsOnBlind = (who: Who): string => does(who, 'stand');
export const calls = (who: Who, amount: string, allIn: boolean): string => `${does(who, 'call')} ${amount}${all(allIn)}`;
export const bets = (who: Who, amount: string, allIn: boolean): string => `${does(who, 'bet')} ${amount}${all(allIn)}`;
export const raises = (who: Who, amount: string, allIn: boolean): string => `${does(who, 'raise')} to ${amount}${all(allIn)}`;
export const clockCalled = (who: Who, seconds: number): string => `The clock is on ${whom(who)}: ${String(seconds)} s`;
export const yourTimeRanOut = 'Your time ran out';
export const timeRanOut = (who: Who): string => (who.you ? yourTimeRanOut : `The time of ${who.name} ran out`);
export const usesBank = (who: Who, seconds: number): string => `${does(who, 'use')} ${String(seconds)} s of the time bank`;
/** What nobody called goes back; `count` is the amount as a number. */
export const returned = (who: Who, amount: string): string => `${does(who, 'take')} back ${amount}`;
export const refunded = (who: Who, amount: string, count: number): string => `${amount} ${goes(count)} back to ${whom(who)}`;

// Showdown and pots.

export const tabled = 'Betting is over: all hands are turned up';
export const showdown = (first: Who): string => `Showdown, ${whom(first)} first`;
export const shows = (who: Who, cards: string): string => `${does(who, 'show')} ${cards}`;
export const mucks = (who: Who): string => does(who, 'muck');
export const mucksRest = (who: Who): string => `${does(who, 'muck')} the rest`;

const HALVES = { whole: '', high: ', high half', low: ', low half' };
const numbered = (pot: number): string => `${String(pot + 1)} ${pot === 0 ? '(main)' : '(side)'}`;
/** A pot's name: "Pot 1 (main)". */
export const pot = (pot: number, half: keyof typeof HALVES): string => `Pot ${numbered(pot)}${HALVES[half]}`;
/** The same in the middle of a sentence: "pot 2 (side)". */
export const furtherPot = (pot: number): string => `pot ${numbered(pot)}`;
export const potFormed = (pot: string, amount: string, eligible: readonly Who[]): string => `${pot}: ${amount}, for ${listed(eligible.map(whom))}`;
export const commission = (pot: string, amount: string, short = false): string => `${pot}: commission ${amount}${short ? ', rounded down to the chip: less than is due' : ''}`;
export const commissionCapped = (due: string, taken: string): string => `Commission of ${due} capped at ${taken}, the most that is taken in a hand`;
/** Why nothing is taken from the pots. */
export const noCommissions = {
  equal_hands: 'everybody who put chips in has an equal hand',
  blinds_only: 'only blinds and antes are in the pot',
  no_board_card: 'no board card was dealt',
  small_pots: 'no pot is over the free amount',
  rounded_down: 'it rounds down to nothing',
  no_pot: 'the pot was empty',
  by_time: 'it is paid by time',
};
export const noCommission = (pot: string | undefined, why: keyof typeof noCommissions): string => `${pot === undefined ? 'No' : `${pot}: no`} commission, ${noCommissions[why]}`;
/** With a hand, as it is said after "with", where hands were compared. */
export const wins = (pot: string, who: Who, amount: string, hand?: string): string =>
  `${pot}: ${who.you ? `you win ${amount}` : `${does(who, 'win')} ${amount}`}${hand === undefined ? '' : ` with ${hand}`}`;
/** The last player of a hand from which everything went back. */
export const winsRound = (who: Who): string => `${who.you ? 'You win' : does(who, 'win')} the hand, the pot was empty`;
export const oddChips = (pot: string, who: Who, amount: string, count: number): string => `${pot}: ${amount} that cannot be split ${goes(count)} to ${whom(who)}`;
