// Amounts as people read and type them. All amounts are whole; nothing here divides chips.

import { bb, bbTyped, bigBlinds, digits, even, inWords, lost, withPart, won } from '../words/numbers.ts';

export { inWords };

/** A count of chips with thousands separators: 12,500. */
export function chips(amount: number): string {
  return amount.toLocaleString(digits);
}

/** A way to write amounts. */
export type Write = (amount: number) => string;

/** An amount in hundredths of a big blind, and whether that is exact. */
function hundredths(amount: number, blind: number): { count: number; exact: boolean } {
  const count = Math.round((amount * 100) / blind);
  return { count, exact: count * blind === amount * 100 };
}

/** Hundredths as people write them: 2.5 for 250. */
function decimal(count: number): string {
  const part = String(count % 100).padStart(2, '0').replace(/0+$/, '');
  return `${chips(Math.floor(count / 100))}${part === '' ? '' : `.${part}`}`;
}

/** An amount in big blinds: "25 bb", "2.5 bb"; with a sign in front where two decimals are not exact. */
export function inBlinds(amount: number, blind: number): string {
  const { count, exact } = hundredths(amount, blind);
  return bb(`${exact ? '' : '≈'}${decimal(count)}`);
}

/** An amount as it is typed: "2.5bb" where it is exact in big blinds, and otherwise in chips. */
export function typedBlinds(amount: number, blind: number): string {
  const { count, exact } = hundredths(amount, blind);
  return exact ? bbTyped(decimal(count).replaceAll(',', '')) : String(amount);
}

/** An amount in big blinds as it is read aloud: "two point five big blinds". */
export function blindsInWords(amount: number, blind: number): string {
  const { count, exact } = hundredths(amount, blind);
  const part = String(count % 100).padStart(2, '0').replace(/0+$/, '');
  return bigBlinds(withPart(Math.floor(count / 100), part), count / 100, exact);
}

/** A result with its sign: +40, −15, 0. */
export function signed(amount: number): string {
  return amount === 0 ? '0' : `${amount > 0 ? '+' : '−'}${chips(Math.abs(amount))}`;
}

/** Cents as dollars, with the cents only where there are any: $1,250 and $12.50. */
export function dollars(cents: number): string {
  const whole = Math.floor(cents / 100);
  const rest = cents % 100;
  return rest === 0 ? `$${chips(whole)}` : `$${chips(whole)}.${String(rest).padStart(2, '0')}`;
}

/** A count of chips, or its money value where a chip is worth this many cents. */
export function worth(amount: number, cents?: number): string {
  return cents === undefined ? chips(amount) : dollars(amount * cents);
}

/** A result to be heard: "won 120", "lost 45", "even". */
export function signedWords(amount: number, cents?: number): string {
  if (amount === 0) return even;
  return (amount > 0 ? won : lost)(worth(Math.abs(amount), cents));
}

/**
 * The typed amount: `1250`, `1,250`, `1.25k`, or `2.5bb` where a blind is given. Undefined when it is not a
 * whole number of chips.
 * 
 * The server decides whether the amount may be bet; this only reads it.
 */
export function parseAmount(typed: string, blind?: number): number | undefined {
  const text = typed.trim().toLowerCase();
  const blinds = /^(\d+)(?:\.(\d{1,2}))?\s*bb$/.exec(text);
  if (blinds && blind !== undefined) {
    const [, whole = '', part = ''] = blinds;
    const hundredths = Number(whole + part.padEnd(2, '0')) * blind;
    return hundredths % 100 === 0 && Number.isSafeInteger(hundredths) ? hundredths / 100 : undefined;
  }
  const plain = /^(\d{1,3}(?:,\d{3})+|\d+)(k?)$/.exec(text);
  const thousands = /^(\d+)\.(\d{1,3})k$/.exec(text);
  let amount: number;
  if (plain) {
    const [, whole = '', k = ''] = plain;
    amount = Number(whole.replaceAll(',', '')) * (k === 'k' ? 1000 : 1);
  } else if (thousands) {
    const [, whole = '', part = ''] = thousands;
    amount = Number(whole) * 1000 + Number(part.padEnd(3, '0'));
  } else {
    return undefined;
  }
  return Number.isSafeInteger(amount) ? amount : undefined;
}
