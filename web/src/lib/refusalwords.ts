// What the words of refusals are made from: the values of a reason as they are written. Loaded with the
// words.

import { dayAndTime } from './clock.ts';
import { chips } from './money.ts';
import { roleName } from '../words/names.ts';
import { reasons } from '../words/refusals.ts';
import type { Figure } from '../wire/wire.ts';

type Say = (numbers: Readonly<Record<string, string | boolean>>) => string;

/** Numbers that are identifiers and not counts. */
const NAMES = new Set(['table', 'hand', 'seat', 'next', 'turn']);

function written(name: string, value: Figure): string | boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return name === 'role' || name === 'has' ? roleName(value) : value;
  if (name === 'until') return dayAndTime(value);
  return NAMES.has(name) ? String(value) : chips(value);
}

/** The sentence for a reason; undefined for one that this page does not know. */
export function said(reason: string, numbers: Readonly<Record<string, Figure>>): string | undefined {
  if (!Object.hasOwn(reasons, reason)) return undefined;
  const say = (reasons as unknown as Readonly<Record<string, Say>>)[reason];
  return say?.(Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, written(name, value)])));
}
