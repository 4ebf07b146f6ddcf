// The words for acting: the buttons of a turn, its amount and its time, choices made before it, and showing
// cards.

import type { Part } from './language.ts';
import { oneOf, roleNames } from './names.ts';

// The bar.

export const yourActs = 'Your acts';
/** What the player on turn is asked. */
export function turn(showing: boolean, facing: string | undefined): readonly Part<'facing'>[] {
  const prompt = showing ? 'To show' : 'Your turn';
  return facing === undefined ? [prompt] : [prompt, ['facing', `: ${facing} to call`]];
}

/** The state of an act under way. */
export const sending = { unknown: 'Unknown: reconnecting', still: 'Still sending', first: 'Sending' };
export const sentence = (words: string): string => `${words}.`;

// The buttons.

export const fold = 'Fold';
/** The small text after the words of a button. */
export const notes = { checkIsFree: '(check is free)', standingIsFree: '(standing is free)', allIn: '(all-in)' };
export const withNote = (words: string, note: string): string => `${words} ${note}`;
export const againToFold = 'Press again to fold';
export const callAndFold = (amount: string | undefined): string => (amount === undefined ? 'Call and fold' : `Call ${amount} and fold`);
export const check = 'Check';
/** A call of nothing with a blind, in a betting round in which nobody checks. */
export const stand = 'Stand';
export const call = (amount: string): string => `Call ${amount}`;

export const wagerWord = (isBet: boolean): string => (isBet ? 'Bet' : 'Raise to');
export const wager = (isBet: boolean, amount: string): string => `${wagerWord(isBet)} ${amount}`;
export const wagerOpen = (isBet: boolean): string => `${wagerWord(isBet)} …`;
export const opensWager = (isBet: boolean): string => `${wagerWord(isBet)}…`;
export const allIn = (amount: string): string => `All-in ${amount}`;
export const againAllIn = (amount: string): string => `Press again: all-in ${amount}`;
export const holdOrTwice = 'hold, or press twice';
export const notSentYet = 'nothing is sent yet';
/** What a bet or raise does to the stack; a count of raises only where the table limits them. */
export function wagerDoes(adds: string, leaves: string, raisesLeft: string | undefined): string {
  return `adds ${adds}, leaves ${leaves}${raisesLeft === undefined ? '' : `, raises left ${raisesLeft}`}`;
}
export const raiseClosed = 'Raise closed';

// The amount.

export const bounds = (least: string, most: string): string => `${least} to ${most}`;
export const wagerFrom = (isBet: boolean, least: string, most: string): string => `${wagerWord(isBet)}, from ${least} to ${most}`;
export const wagerBounds = (isBet: boolean, least: string, most: string): string => `${wagerWord(isBet)}, ${bounds(least, most)}`;
export const amount = 'Amount';
export const amounts = 'Amounts';
export const stepLess = 'One step less';
export const stepMore = 'One step more';
export const keypad = 'Keypad';
export const deleteDigit = 'Delete the last digit';
export const closeWithoutActing = 'Close without acting';
export const noAmount = '–';

const entered = (amount: string): string => `You entered ${amount}.`;
export const minimum = (isBet: boolean, least: string): string => `Minimum ${isBet ? 'bet is' : 'raise is to'} ${least}.`;
export const maximum = (most: string): string => `The maximum is ${most}.`;
export const belowMinimum = (isBet: boolean, least: string, amount: string): string => `${minimum(isBet, least)} ${entered(amount)}`;
export const aboveMaximum = (most: string, amount: string): string => `${maximum(most)} ${entered(amount)}`;
export const offStep = (unit: string, amount: string): string => `Amounts go in steps of ${unit}. ${entered(amount)}`;
export const writeAnAmount = (least: string, most: string): string => `Enter an amount, ${bounds(least, most)}.`;
export const writeItAs = 'Enter it as 1250, 1,250, 1.25k or 2bb.';
export const readAs = (amount: string, pot: string | undefined): string => `= ${amount}${pot === undefined ? '' : ` · ${pot}`}`;

/** The names of the presets. */
export const presets = { min: 'Min', half: '½ pot', twoThirds: '⅔ pot', pot: 'Pot', max: 'Max', twoAndAHalf: '2.5 bb', three: '3 bb' };
export const presetBelow = (name: string, amount: string, least: string): string => `${name} is ${amount}: the minimum is ${least}`;
export const presetAbove = (name: string, amount: string, most: string): string => `${name} is ${amount}: the maximum is ${most}`;
export const presetKey = (amount: string, key: number): string => `${amount}, key ${String(key)}`;
export const stackIsTheMost = (adds: string): string => `Your stack is the maximum: ${adds}`;
/** What a pot limit comes to, and how, if there is something to call. */
export function potIs(whole: boolean, adds: string, parts: { call: string; more: string } | undefined): string {
  return `${whole ? 'Pot' : 'Half pot'} = ${adds}${parts === undefined ? '' : `: ${parts.call} call + ${parts.more}`}`;
}

// The time.

export const time = 'Time';
export const timeLeft = 'Time left';
export const fiveSeconds = '5 seconds';
export const tenSeconds = '10 seconds';
/** The same where there is little room. */
export const seconds = (count: number): string => `${String(count)} s`;
export const useBank = 'Use bank';
export const bank = 'Bank';
export const timeOfDecision = 'Time for this decision';

// Before the turn.

export const forYourTurn = 'For your turn';
export const checkOrFold = 'Check/Fold';
export const foldToAnyBet = 'Fold to any bet';
export const willCheckOrFold = 'Will check or fold - press to cancel';
export const willCheck = 'Will check - press to cancel';
export const willCall = (amount: string): string => `Will call ${amount} - press to cancel`;
export const willFoldToAnyBet = 'Will fold to any bet - press to cancel';
export function choiceDropped(choice: string, toCall: string | undefined): string {
  const now = toCall === undefined ? 'there is now nothing to call' : `there is now ${toCall} to call`;
  return `Your choice "${choice}" was cancelled: ${now}. Nothing was sent. Choose again.`;
}

// Before the first card.

/** What is posted over the last blind, by the table's word for it. */
export const overBlind = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
export const postOverBlind = (word: string, amount: string): string => `Post ${word} ${amount}`;
export const noOverBlind = (word: string): string => `No ${word}`;
export const overBlindDeclined = (word: string): string => `You post no ${word}. The first card is dealt when the time for it is over.`;
export const mayPostOverBlind = (word: string, amount: string): string => `You may post ${oneOf(word)} of ${amount} before the first card.`;

// Showing.

export const muck = 'Muck';
export const show = 'Show';
export const showBoth = 'Show both';
export const showAll = (count: number): string => `Show all ${String(count)}`;
export const showCard = (card: string): string => `Show ${card}`;
/** Why the player's hand was turned up without a choice, by the rule. */
export const whyShown: Readonly<Record<string, string>> = {
  'all-in-hands-are-tabled': 'Shown: all-in hands are turned up.',
  'called-player-shows-first': 'Shown: you were the first to show.',
  'equal-or-better-shows': 'Shown: an unbeaten hand is turned up.',
};
export const shownOtherwise = 'Shown: the rules require it here.';
export const showToTheTable = 'Show your cards to the table';

// The player's own place.

export const yourCards = 'Your cards';
export const ownPlace = (seat: number, bet: string | undefined): string => `seat ${String(seat)}${bet === undefined ? '' : `, bet ${bet}`}`;
export const noChips = 'You have no chips in front of you: add some to be dealt in.';
/** There is nothing to add: the wallet has less than the smallest buy-in. */
export const noChipsLeft = 'You have no chips in front of you, and your wallet has less than the smallest buy-in.';
export const toAct = (name: string | undefined, left: string | undefined): string => `${name ?? 'Somebody'} to act${left === undefined ? '' : `, ${left}`}`;
/** The table is played from another device: what this one shows is old. */
export const asItWas = (time: string): string => `As it was at ${time}`;
export const dealing = 'Dealing';
export const addedAfter = (amount: string): string => `${amount} will be added after this hand.`;
export const takeBack = 'Take that back';
export const watchingAdministrator = 'You are watching as the administrator, who does not play.';
/** For people whose roles do not play. */
export const watchingStaff = (roles: readonly string[]): string => (roles.length === 0 ? 'You are watching: your account has no role that plays.' : `You are watching: as ${roleNames(roles)} you cannot take a seat.`);
export const watching = 'You are watching. Take a free seat to play.';
export const watchingStranger: readonly Part<'link'>[] = ['You are watching. ', ['link', 'Sign in'], ' to play.'];
