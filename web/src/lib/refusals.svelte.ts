// What the room refused, in the page's own words: of the name of the reason and its values. The sentence that comes with
// it is shown for a reason that this page does not know.

import { dayAndTime } from './clock.ts';
import { chips } from './money.ts';
import { roleName } from '../words/names.ts';
import type { Figure } from '../wire/wire.ts';

/** What every refusal has. */
interface Refused {
  reason?: string;
  numbers?: Readonly<Record<string, Figure>>;
  why: string;
}

/** The words of a reason, of its values as they are written. */
type Say = (numbers: Readonly<Record<string, string | boolean>>) => string;

let known: Readonly<Record<string, Say>> | undefined = $state.raw();

/** Whether the words are here. */
export const areHere = (): boolean => known !== undefined;

/** Fetches the words, which nothing that is shown first needs; where they cannot be had the room's sentences are shown. */
export async function fetched(): Promise<void> {
  try {
    known ??= (await import('../words/refusals.ts')).reasons as unknown as Readonly<Record<string, Say>>;
  } catch {
    known = {};
  }
}

/** Numbers that count nothing. */
const NAMES = new Set(['table', 'hand', 'seat', 'next', 'turn']);

function written(name: string, value: Figure): string | boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return name === 'role' || name === 'has' ? roleName(value) : value;
  if (name === 'until') return dayAndTime(value);
  return NAMES.has(name) ? String(value) : chips(value);
}

/** The refusal with its sentence in the page's words. What is drawn of it is drawn again when they come. */
export function inOwnWords<One extends Refused>(refused: One): One {
  const { reason = '', numbers = {} } = refused;
  if (known === undefined) void fetched();
  const say = known && Object.hasOwn(known, reason) ? known[reason] : undefined;
  if (say === undefined) return refused;
  return { ...refused, why: say(Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, written(name, value)]))) };
}
