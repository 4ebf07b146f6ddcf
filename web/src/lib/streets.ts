// The streets of a game, and the board places that are filled on each.

import { plain } from './words.ts';
import * as words from '../words/names.ts';
import type { Deal } from '../wire/wire.ts';

/** Places that are filled together. */
export interface Street {
  name: string;
  /** Its first place, from 0. */
  from: number;
  cards: number;
}

/** The streets of a game's board; a board longer than that game's gets additional places. */
export function streets(deal: Deal, dealt: number): Street[] {
  let from = 0;
  const found: Street[] = [];
  for (const { name, board } of deal.streets) {
    if (board > 0) found.push({ name: words.streets[name] ?? plain(name), from, cards: board });
    from += board;
  }
  return dealt > from ? [...found, { name: words.more, from, cards: dealt - from }] : found;
}

/** The name of the current street with this many board cards; undefined before the first, and between two. */
export function streetAt(deal: Deal, count: number): string | undefined {
  let from = 0;
  return deal.streets.find(({ board }) => (from += board) === count)?.name;
}

/**
 * The name of the street to which these cards came, given how many were there; undefined if they belong to no
 * street.
 */
export function streetThatCame(deal: Deal, before: number, added: number): string | undefined {
  let from = 0;
  return deal.streets.find(({ board }) => {
    from += board;
    return from - board === before && board === added && added > 0;
  })?.name;
}
