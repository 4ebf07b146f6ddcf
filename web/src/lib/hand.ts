// Hands by name, as they are said. The room tells which hand it is and which five cards make it; here is how it is said.

import * as words from '../words/names.ts';
import type { Made, Named } from '../wire/wire.ts';

/** Hands whose name begins with how many: "three of a kind, sevens" is said "three sevens". */
const OF_A_KIND = /^(three|four|five) of a kind, (.+)$/;
/** Hands that are said with "a": "a full house, kings full of deuces". */
const ONE = /^(full house|flush|straight|straight flush|royal flush|pair)\b/;

/** A hand as it is said after "with": "three sevens", "a flush, ace high", "8-6-4-3-2". */
export function said(named: Named): string {
  const kind = OF_A_KIND.exec(named.name);
  if (kind) return words.ofAKind(kind[1] ?? '', kind[2] ?? '');
  return ONE.test(named.name) ? words.aHand(named.name) : named.name;
}

/** What a hand makes, in words: "three sevens", or both ways where both are played for. */
export function madeName(made: Made | undefined): string | undefined {
  const ways = [made?.high ? said(made.high) : undefined, made?.low ? words.lowHand(said(made.low)) : undefined];
  const there = ways.filter((way) => way !== undefined);
  return there.length === 0 ? undefined : there.join(', ');
}

/** The cards that make a hand, both ways. */
export function madeCards(made: Made | undefined): string[] {
  return [...(made?.high?.cards ?? []), ...(made?.low?.cards ?? [])];
}

/** In these games a hand is made of exactly two own cards and three of the board. */
const EXACTLY_TWO: readonly string[] = ['omaha', 'manila'];

/** Whether it needs saying which of the cards play: where not any five may be used. */
export function needsHelp(game: string): boolean {
  return EXACTLY_TWO.includes(game);
}
