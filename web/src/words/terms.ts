// The words of a table's terms, as they are read before sitting down.

import { oneOf } from './names.ts';

/** What the terms are about. */
export const about = { limits: 'Limits', deck: 'Deck', hands: 'Hands', commission: 'Commission', clock: 'Clock', disconnect: 'If you lose connection' };
/** Sentences, one after the other. */
export const together = (sentences: readonly string[]): string => sentences.join(' ');

export const fromTo = (least: string, most: string): string => `${least} to ${most}`;
export const betsByRound = (bets: readonly string[]): string => `Bets by betting round: ${bets.join(', ')}.`;
export const blinds = (amounts: readonly string[]): string => `Blinds ${amounts.join(' and ')}.`;
export const ante = (amount: string): string => `Ante ${amount}.`;
export const inSteps = (chip: string): string => `Amounts in steps of ${chip}.`;

/** Who may post over the last blind, how much, and when. */
export function overBlinds(word: string, first: string, most: number, any: boolean): string {
  const who = any ? 'Any player' : 'The player after the last blind';
  const more = most === 1 ? '' : ` Up to ${String(most)} may follow each other, each for twice the one before.`;
  return `${who} may post ${oneOf(word)} of ${first} before the first card; nobody has to.${more}`;
}

export const noCommission = 'None is taken.';
export const paidByTime = 'Paid by time, in advance.';
export const percentOfPot = (percent: string, cap: string | undefined): string => `${percent} percent of the pot${cap === undefined ? '' : `, ${cap}`}.`;
export const nothingUpTo = (amount: string): string => `Nothing up to ${amount}.`;
export const noFlopNoDrop = 'Nothing when no board card was dealt.';
export const atMost = (amount: string): string => `at most ${amount}`;
export const atMostBy = (caps: readonly (readonly [amount: string, percent: string])[]): string =>
  `at most ${caps.map(([amount, percent]) => `${amount} at ${percent} percent`).join(', ')}`;

export const forEveryAct = (seconds: number): string => `${String(seconds)} s for every act.`;
export const whenCalled = (seconds: number): string => `${String(seconds)} s when the clock is called.`;
export const noClock = 'No clock runs.';
export const timeBank = (seconds: number): string => `A time bank of ${String(seconds)} s for the whole session.`;
export const noTimeBank = 'No time bank.';

export const onceAHand = (seconds: number): string => `${String(seconds)} s more, once a hand.`;
export const noMoreTime = 'No extra time.';
export const thenChecked = 'Then you are checked if checking is free, otherwise folded. What you have bet stays in the pot.';
export const thenFolded = 'Then your hand is folded. What you have bet stays in the pot.';
/** What happens to the seat, and to its blinds, of a player who does not come back. */
export const sitsOutAfter = 'After such a hand you sit out.';
export const blindsAreAwaited = 'After such a hand you sit out: no blinds are posted for you, and when you come back you wait for the big blind or post those you missed.';
export const blindsArePosted = 'After such a hand you sit out: no blinds are posted for you, and when you come back you post those you missed.';
