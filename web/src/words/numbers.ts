// Numbers as they are written and as they are read aloud.

import { plural } from './language.ts';

/** How digits are grouped, as `toLocaleString` knows it. */
export const digits = 'en-US';

const ONES = [
  'zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve',
  'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen',
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const SCALES: readonly (readonly [number, string])[] = [
  [1_000_000_000_000, 'trillion'],
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1_000, 'thousand'],
  [100, 'hundred'],
];

/** An amount as it is read aloud: "one thousand two hundred fifty". */
export function inWords(amount: number): string {
  for (const [scale, name] of SCALES) {
    if (amount >= scale) {
      const rest = amount % scale;
      const head = `${inWords(Math.floor(amount / scale))} ${name}`;
      return rest === 0 ? head : `${head} ${inWords(rest)}`;
    }
  }
  if (amount < 20) return ONES[amount] ?? String(amount);
  const tens = TENS[Math.floor(amount / 10)] ?? '';
  return amount % 10 === 0 ? tens : `${tens}-${ONES[amount % 10] ?? ''}`;
}

/** A number with its hundredths as it is read aloud: "two point five" for 2 and "5". */
export function withPart(whole: number, part: string): string {
  const spoken = [...part].map((digit) => inWords(Number(digit))).join(' ');
  return `${inWords(whole)}${part === '' ? '' : ` point ${spoken}`}`;
}

/** A number of big blinds, read aloud. */
export const bigBlinds = (number: string, count: number, exact: boolean): string =>
  `${exact ? '' : 'about '}${number} ${plural(count, { one: 'big blind', other: 'big blinds' })}`;
/** A number of big blinds, written. */
export const bb = (number: string): string => `${number}\u00a0bb`;
/** The same as it is typed. */
export const bbTyped = (number: string): string => `${number}bb`;

/** A result to be heard: "won 120", "lost 45", "even". */
export const won = (amount: string): string => `won ${amount}`;
export const lost = (amount: string): string => `lost ${amount}`;
export const even = 'even';

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'];
/** "first" for 1. */
export const ordinal = (number: number): string => ORDINALS[number - 1] ?? `number ${String(number)}`;

// Amounts, read aloud.

export const chips = (count: number): string => `${inWords(count)} ${plural(count, { one: 'chip', other: 'chips' })}`;
export const dollars = (count: number): string => `${inWords(count)} ${plural(count, { one: 'dollar', other: 'dollars' })}`;
export const cents = (count: number): string => `${inWords(count)} ${plural(count, { one: 'cent', other: 'cents' })}`;
export const dollarsAndCents = (whole: number, rest: number): string => `${dollars(whole)} ${cents(rest)}`;
/** The same as they are written. */
export const chipsWritten = (amount: string, count: number): string => `${amount} ${plural(count, { one: 'chip', other: 'chips' })}`;
