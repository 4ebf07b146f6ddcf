// Made hands for tests: a hand given by its name, as the value that the room sends.

import type { HandKind, Half, Named, Won } from '../src/wire/wire.ts';

const RANKS: Readonly<Record<string, string>> = {
  deuce: '2', three: '3', four: '4', five: '5', six: '6', sixe: '6', seven: '7', eight: '8', nine: '9', ten: 'T', jack: 'J', queen: 'Q', king: 'K', ace: 'A',
};

const KINDS: readonly [RegExp, HandKind][] = [
  [/^royal flush/, 'royal_flush'],
  [/^straight flush, (\w+) high/, 'straight_flush'],
  [/^five of a kind, (\w+)/, 'five_of_a_kind'],
  [/^four of a kind, (\w+)/, 'four_of_a_kind'],
  [/^full house, (\w+) full of (\w+)/, 'full_house'],
  [/^flush, (\w+) high/, 'flush'],
  [/^straight, (\w+) high/, 'straight'],
  [/^three of a kind, (\w+)/, 'three_of_a_kind'],
  [/^two pair, (\w+) and (\w+)/, 'two_pairs'],
  [/^pair of (\w+)/, 'one_pair'],
  [/^(\w+) high/, 'high_card'],
];

function rank(word: string): string {
  const letter = RANKS[word] ?? RANKS[word.replace(/s$/, '')];
  if (letter === undefined) throw new Error(`no rank: ${word}`);
  return letter;
}

/**
 * "full house, kings full of deuces", or the ranks of a low hand: "8-6-4-3-2"; with the joker, the card it
 * stands for.
 */
export function named(name: string, cards = '', joker?: string): Named {
  const more = { name, cards: cards === '' ? [] : cards.split(' '), ...(joker === undefined ? {} : { joker }) };
  if (/^.(-.){4}$/.test(name)) {
    const ranks = name.split('-');
    return { kind: new Set(ranks).size === 5 ? 'no_pair' : 'one_pair', ranks, ...more };
  }
  for (const [pattern, kind] of KINDS) {
    const found = pattern.exec(name);
    if (found) return { kind, ranks: found.slice(1).map(rank), ...more };
  }
  throw new Error(`no hand: ${name}`);
}

/** What a pot was won with. */
export function wonBy(pot: number, seats: number[], hand: Named, more: Partial<Won> & { half?: Half } = {}): Won {
  return { pot, half: 'whole', seat: seats[0] ?? 0, seats, hand, ...more };
}
