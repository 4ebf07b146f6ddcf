// The keys of a table: what each does, the usual ones, and those that the viewer chose instead. Enter,
// Escape, the digits, the arrows and `?` are familiar to everybody and stay as they are.

import { acts as words } from '../words/keys.ts';

/** What a key can do at a table. */
export type KeyAct =
  | 'fold'
  | 'call'
  | 'amount'
  | 'all_in'
  | 'bank'
  | 'sit_out'
  | 'top_up'
  | 'log'
  | 'last_hand'
  | 'next_table'
  | 'mute'
  | 'calm'
  | 'command';

/** One thing a key can do. */
export interface KeyLine {
  act: KeyAct;
  /** The usual keys, the preferred one first. */
  usual: readonly string[];
  does: string;
}

export const KEY_LINES: readonly KeyLine[] = [
  { act: 'fold', usual: ['f'], does: words.fold },
  { act: 'call', usual: ['c'], does: words.call },
  { act: 'amount', usual: ['r', 'b'], does: words.amount },
  { act: 'all_in', usual: ['a'], does: words.all_in },
  { act: 'bank', usual: ['t'], does: words.bank },
  { act: 'sit_out', usual: ['s'], does: words.sit_out },
  { act: 'top_up', usual: ['g'], does: words.top_up },
  { act: 'log', usual: ['l'], does: words.log },
  { act: 'last_hand', usual: ['h'], does: words.last_hand },
  { act: 'next_table', usual: ['n'], does: words.next_table },
  { act: 'mute', usual: ['m'], does: words.mute },
  { act: 'calm', usual: ['z'], does: words.calm },
  { act: 'command', usual: ['/'], does: words.command },
];

/** Keys chosen instead of the usual ones: the act by its name, and its key. */
export type Keymap = Readonly<Record<string, string>>;

/** Keys that do the same everywhere and cannot be reassigned. */
const KEPT = /^(Enter|Escape|Tab|Backspace|Delete|Home|End|Page(Up|Down)|Arrow\w+|Shift|Control|Alt|Meta|F\d+|[0-9 ?])$/;

/** A key in the form used for comparing: letters in lower case. */
export function keyName(key: string): string {
  return key.length === 1 ? key.toLowerCase() : key;
}

/** Whether an act may have this key. */
export function mayHave(key: string): boolean {
  return keyName(key).length === 1 && !KEPT.test(key);
}

/** The keys of an act: the chosen one, or the usual ones that no other act was given. */
export function keysFor(act: KeyAct, map: Keymap): string[] {
  const chosen = map[act];
  if (chosen !== undefined && mayHave(chosen)) return [keyName(chosen)];
  const given = new Set(KEY_LINES.filter((line) => line.act !== act).map((line) => map[line.act]).filter((key) => key !== undefined).map(keyName));
  return (KEY_LINES.find((line) => line.act === act)?.usual ?? []).filter((key) => !given.has(key));
}

/** What a key does; undefined where it does nothing. */
export function actFor(key: string, map: Keymap): KeyAct | undefined {
  const name = keyName(key);
  return KEY_LINES.find((line) => keysFor(line.act, map).includes(name))?.act;
}

/**
 * The map after an act was given a key. An act that had it gets its usual key back, or none until it is given
 * one.
 */
export function given(map: Keymap, act: KeyAct, key: string): Record<string, string> {
  const name = keyName(key);
  const rest = Object.entries(map).filter(([other, otherKey]) => other !== act && keyName(otherKey) !== name);
  const usual = KEY_LINES.find((line) => line.act === act)?.usual.includes(name) ?? false;
  return Object.fromEntries(usual ? rest : [...rest, [act, name]]);
}
