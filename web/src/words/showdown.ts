// The words of the results of a hand, as they are announced one after the other.

import { type Who, furtherPot, pot } from './events.ts';
import { plural } from './language.ts';

const seat = (seat: number): string => `seat ${String(seat)}`;
/** Somebody by name, or by the seat if the name is not known. */
export const who = (name: string | undefined, at: number, you: boolean): Who => ({ name: name ?? seat(at), you });
const whom = (who: Who): string => (who.you ? 'you' : who.name);
const first = (who: Who): string => (who.you ? 'You' : who.name);
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A pot, or pots that are paid together, without a name if it is the only one: "Pot 1 (main), 360 less 10
 * commission".
 */
export function title(pots: readonly number[] | undefined, half: 'whole' | 'high' | 'low', sum?: { amount: string; commission: string | undefined }): string {
  const names = pots === undefined ? ['Pot'] : pots.map((one, at) => (at === 0 ? pot(one, 'whole') : furtherPot(one)));
  const what = sum === undefined ? '' : `, ${sum.amount}${sum.commission === undefined ? '' : ` less ${sum.commission} commission`}`;
  return `${names.join(' and ')}${what}${half === 'whole' ? '' : `, ${half} half`}`;
}
const withHand = (hand: string | undefined): string => (hand === undefined ? '' : ` with ${hand}`);
/** One player wins it, with a hand (as it is said after "with") where hands were compared. */
export function wins(title: string, who: Who, amount: string, made: string | undefined, alone: boolean): string {
  return `${title}: ${first(who)} ${who.you ? 'win' : 'wins'} ${amount}${alone ? '' : withHand(made)}.`;
}
/** Each sharing player's own hand, where they read differently. */
export const eachWith = (hands: readonly { hand: string; of: Who }[]): string => hands.map(({ hand, of }) => `${hand} (${whom(of)})`).join(' and ');
/** Several share it: the same amount each, or amounts that differ. */
export function share(title: string, who: readonly Who[], amounts: { each: string } | readonly string[], made: string | undefined): string {
  const names = listed(who.map((winner, at) => (at === 0 ? first(winner) : whom(winner))));
  const each = 'each' in amounts ? `${amounts.each} each` : amounts.join(' and ');
  return `${title}: ${names} split it, ${each}${made === undefined ? '' : `,${withHand(made)}`}.`;
}
/** The result of one half of a pot: who won, how much of it, and with what where hands were compared. */
export interface HalfWon {
  half: 'high' | 'low';
  who: readonly Who[];
  amounts: { each: string } | readonly string[];
  made: string | undefined;
}
/** Both halves in one line: "High: Ben 150, a pair of kings. Low: you 150, 8-6-4-3-2." */
export function halves(pots: readonly number[] | undefined, won: readonly HalfWon[]): string {
  const parts = won.map(({ half, who, amounts, made }) => {
    const sums = 'each' in amounts ? `${amounts.each} each` : amounts.join(' and ');
    return `${half}: ${listed(who.map(whom))} ${sums}${made === undefined ? '' : `, ${made}`}.`;
  });
  const [high = '', ...rest] = parts;
  const begin = pots === undefined ? upper(high) : `${title(pots, 'whole')}, ${high}`;
  return [begin, ...rest.map(upper)].join(' ');
}
/**
 * What could not be shared between the halves, or among those who share: "1 that cannot be shared goes to
 * Ben."
 */
export function odd(
  halves: { amount: string; count: number; half: 'high' | 'low' } | undefined,
  parts: readonly { amount: string; count: number; to: Who | undefined }[],
): string {
  const goes = (count: number): string => plural(count, { one: 'goes', other: 'go' });
  const between = halves === undefined ? [] : [`${halves.amount} that the halves cannot split ${goes(halves.count)} to the ${halves.half} half`];
  const each = parts.map(({ amount, count, to }) => `${amount} that cannot be split ${goes(count)} to ${to === undefined ? 'nobody' : whom(to)}`);
  return `${listed([...between, ...each])}.`;
}
