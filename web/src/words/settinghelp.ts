// How settings, their values and what may be typed for them are worded.

import type { Bound } from '../wire/wire.ts';

/** A value as its field shows it, in the middle of a sentence. */
export const asShown = (value: string): string => `“${value}”`;
export const settingIs = (setting: string, value: string): string => `“${setting}: ${value}”`;
/** What is wrong with several settings. */
export const wrongAt = (all: readonly { setting: string; why: string }[]): string => all.map(({ setting, why }) => `“${setting}”: ${why}`).join('; ');
export const withUnit = (value: string, unit: string): string => `${value} ${unit}`;

/** What numbers count, where the fields use another word than books do. */
export const units: Readonly<Record<string, string>> = { 'over-blinds': 'straddles', rounds: 'hands' };
export const from = (least: string): string => `${least} or more`;
export const between = (least: string, most: string): string => `${least} to ${most}`;
export const number = 'a number';
export const numbers = 'numbers, separated by spaces';
export const anything = 'what you type';
/** "“No most” or a number, in chips." */
export function offered(each: readonly string[], unit: string, bound: string | undefined): string {
  const last = each.at(-1) ?? '';
  const before = each.slice(0, -1).join(', ');
  const all = before === '' ? last : `${before} or ${last}`;
  return `${all.charAt(0).toUpperCase()}${all.slice(1)}${unit === '' ? '' : `, in ${unit}`}${bound === undefined ? '' : `, ${bound}`}.`;
}
/** Further bounds of an amount. */
export const bounds: Readonly<Record<Bound, string>> = {
  from_min_buy_in: 'no less than the smallest buy-in',
  from_min_bet: 'no less than the smallest bet',
  from_last_blind: 'no less than the last blind',
  to_last_blind: 'no more than the last blind',
  to_approved: 'no more than was approved',
  approved: 'as approved',
  to_deck: 'as far as the deck allows',
};
