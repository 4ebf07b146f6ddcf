// The words of what happens at a table, as they are spoken: seats with their names, amounts in words, full
// sentences.

import { plural } from './language.ts';
import { noCommissions, thirdPerson, voids } from './events.ts';
import { inWords, ordinal } from './numbers.ts';

/** Who does something: a seat, with a name if somebody sits there, or the listener. */
export interface Who {
  seat: number;
  name: string | undefined;
  you: boolean;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
const at = ({ seat, name }: Who): string => `seat ${String(seat)}${name === undefined ? '' : `, ${name}`}`;
/** A name is set off by commas. */
const before = (who: Who): string => `${at(who)}${who.name === undefined ? '' : ','}`;
const whom = (who: Who): string => (who.you ? 'you' : at(who));
/** "seat 5, Ben, raises to". */
const does = (who: Who, verb: string): string => (who.you ? `you ${verb}` : `${before(who)} ${thirdPerson(verb)}`);
const all = (allIn: boolean): string => (allIn ? ', all-in' : '');

// The acts of a hand.

export const folds = (who: Who): string => sentence(does(who, 'fold'));
export const checks = (who: Who): string => sentence(does(who, 'check'));
export const standsOnBlind = (who: Who): string => sentence(does(who, 'stand'));
export const calls = (who: Who, amount: string, allIn: boolean): string => sentence(`${does(who, 'call')} ${amount}${all(allIn)}`);
export const bets = (who: Who, amount: string, allIn: boolean): string => sentence(`${does(who, 'bet')} ${amount}${all(allIn)}`);
export const raises = (who: Who, amount: string, allIn: boolean): string => sentence(`${does(who, 'raise')} to ${amount}${all(allIn)}`);
export const posts = (who: Who, payment: string, amount: string, allIn: boolean): string => sentence(`${does(who, 'post')} ${payment} ${amount}${all(allIn)}`);
export const returned = (who: Who, amount: string): string => sentence(`${does(who, 'take')} back ${amount}`);
export const refunded = (who: Who, amount: string): string => sentence(`${does(who, 'get')} ${amount} back`);

// Cards and what they make.

export const dealt = (cards: string): string => `You are dealt ${cards}.`;
export const youHave = (hand: string): string => `You have ${hand}.`;
const STREETS: Readonly<Record<string, string>> = { flop: 'Flop', turn: 'Turn', river: 'River' };
/**
 * Cards that came to a board together, on top of those already there: "Flop", "Turn", or "Third board card"
 * where they come one by one.
 */
export function street(name: string | undefined, already: number, added: number): string {
  const named = STREETS[name ?? ''];
  if (named !== undefined) return named;
  if (added !== 1) return 'Board';
  const which = ordinal(already + 1);
  return `${which.charAt(0).toUpperCase()}${which.slice(1)} board card`;
}
export const board = (street: string, cards: string): string => `${street}: ${cards}.`;
export const tabled = 'Betting is over: all hands are turned up.';
export const showdown = (first: Who): string => sentence(`showdown: ${does(first, 'show')} first`);
export const shows = (who: Who, cards: string, hand?: string): string => sentence(`${does(who, 'show')} ${cards}${hand === undefined ? '' : `: ${hand}`}`);
export const mucks = (who: Who): string => sentence(does(who, 'muck'));

// Pots.

type Half = 'whole' | 'high' | 'low';
/** "Pot one, main", "Pot two, side, high half". */
export function pot(pot: number, half: Half): string {
  const which = `Pot ${inWords(pot + 1)}, ${pot === 0 ? 'main' : 'side'}`;
  return half === 'whole' ? which : `${which}, ${half} half`;
}
export const potFormed = (pot: string, amount: string, players: number): string =>
  `${pot}, ${amount}, ${inWords(players)} ${plural(players, { one: 'player', other: 'players' })}.`;
export const commission = (pot: string, amount: string, short = false): string => `${pot}: commission ${amount}${short ? ', less than is due' : ''}.`;
export const commissionCapped = (due: string, taken: string): string => `Commission of ${due}, limited to ${taken}.`;
export const noCommission = (pot: string | undefined, why: keyof typeof noCommissions): string => sentence(`${pot === undefined ? '' : `${pot}: `}no commission, ${noCommissions[why]}`);
/** The last player of a hand from which everything went back. */
export const winsRound = (who: Who): string => `${does(who, 'win')} the hand: the pot was empty.`;
/** What a part of a pot was won with: without a contest, with a hand, or nothing that is mentioned. */
export function wins(pot: string, who: Who, amount: string, how: 'no-contest' | { hand: string } | undefined): string {
  const end = how === undefined || how === 'no-contest' ? '' : ` with ${how.hand}`;
  return `${pot}: ${does(who, 'win')} ${amount}${end}.`;
}
export const oddChips = (pot: string, who: Who, amount: string, count: number): string =>
  `${pot}: ${amount} that cannot be split ${plural(count, { one: 'goes', other: 'go' })} to ${whom(who)}.`;

// The hand and the table.

export const begins = (hand: number, button: number): string => `Hand ${String(hand)} begins, button at seat ${String(button)}.`;
export const voided = (why: keyof typeof voids): string => `The hand is void: ${voids[why]}. All bets are returned.`;
export const stands = (how: string): string => sentence(how);
export const buttonPlaced = (seat: number): string => `The button is placed at seat ${String(seat)}.`;
export const determined = (hand: number, game: string, stake: string): string => `From hand ${String(hand)} on: ${game}, ${stake} to sit down.`;
export const signChanged = (hand: number, stake: string): string => `From hand ${String(hand)} on, the sign says ${stake} to sit down.`;
export const cardsReplaced = (cards: string): string => `New cards come into the deck: ${cards}.`;
export const cardsChecked = (supervisor: boolean): string => `The ${supervisor ? 'supervisor' : 'dealer'} checks the new cards.`;

// Who comes and goes.

export function sits(who: Who, stack: string, machine: boolean): string {
  if (who.you) return `You take seat ${String(who.seat)} with ${stack}.`;
  return sentence(`${at(who)}, ${machine ? 'a bot, ' : ''}sits down with ${stack}`);
}
export const leaves = (who: Who, stack: string): string => sentence(`${does(who, 'leave')} with ${stack}`);
export const leavesAfter = (who: Who): string => sentence(`${does(who, 'leave')} after this hand`);
export const removed = (who: Who, reason: string): string => sentence(`${who.you ? 'you are' : `${before(who)} is`} removed after this hand: ${reason}`);
export const rejoinReferred = (seat: number, stack: string, took: string): string =>
  `A player who left with ${took} wants seat ${String(seat)} with ${stack}: an official decides.`;
export const rejoinDecided = (allowed: boolean): string => (allowed ? 'A player may come back to the table.' : 'A player may not come back to the table.');
export const sitsOut = (who: Who): string => sentence(does(who, 'sit out'));
export const outAtBlind = (who: Who, wanted: boolean): string =>
  sentence(does(who, wanted ? 'sit out at the next big blind' : 'stay in at the next big blind'));
export const sitsIn = (who: Who, waits: boolean): string => sentence(`${does(who, 'sit in')}${waits ? ', waiting for the big blind' : ''}`);
export const adds = (who: Who, amount: string): string => sentence(`${does(who, 'add')} ${amount} to the stack`);
export const heldBack = (who: Who): string => sentence(`${does(who, 'wait')}: nobody comes in on the button`);
export const missesBlind = (who: Who, big: boolean): string => sentence(`${does(who, 'miss')} the ${big ? 'big' : 'small'} blind`);
export const clockCalled = (who: Who, seconds: number): string => `The clock is on ${whom(who)}: ${inWords(seconds)} seconds.`;
export const timeRanOut = (who: Who): string => (who.you ? 'Your time ran out.' : sentence(`the time of ${before(who)} ran out`));
export const usesBank = (who: Who, seconds: number): string => sentence(`${does(who, 'use')} ${inWords(seconds)} seconds of the time bank`);

// The viewer's own turn and its time.

/** What may be done, each with its amount, in the order in which it is spoken. */
export interface Open {
  check: boolean;
  /** The check is a stand. */
  stands: boolean;
  call: string | undefined;
  fold: boolean;
  raise: { isBet: boolean; least: string; only: boolean; most: string | undefined } | undefined;
}
export const yourTurn = 'Your turn.';
export const toShow = 'Your turn: show.';
export const toShowOrMuck = 'Your turn: show or muck.';
export const turnToCall = (amount: string): string => `Your turn: ${amount} to call.`;
export function turnTo({ check, stands, call, fold, raise }: Open): string {
  const open = [
    check && (stands ? 'stand' : 'check'),
    call !== undefined && `call ${call}`,
    fold && 'fold',
    raise && `${raise.isBet ? 'bet' : 'raise to'} ${raise.least}${raise.only ? '' : ` or more${raise.most === undefined ? '' : `, ${raise.most} at most`}`}`,
  ].filter((one) => typeof one === 'string');
  return `Your turn: ${open.length < 2 ? open.join('') : `${open.slice(0, -1).join(', ')} or ${open.at(-1) ?? ''}`}.`;
}
export const seconds = (seconds: number): string => sentence(`${inWords(seconds)} seconds`);

// Several at once.

/** Full sentences, one after the other. */
export const together = (sentences: readonly string[]): string => sentences.join(' ');
