// The places of a board, by the street on which they are filled.

import * as words from '../words/names.ts';

/** Places that are filled together. */
export interface Street {
  name: string;
  /** Its first place, from 0. */
  from: number;
  cards: number;
}

const FLOP: readonly (readonly [string, number])[] = [[words.streets.flop, 3], [words.streets.turn, 1], [words.streets.river, 1]];
const ONE_BY_ONE: readonly (readonly [string, number])[] = words.oneByOne.map((name) => [name, 1]);

/** The streets of a game's board; a board that is longer than that game's gets places more. */
export function streets(game: string, dealt: number): Street[] {
  const named = game === 'manila' ? ONE_BY_ONE : FLOP;
  let from = 0;
  const found = named.map(([name, cards]) => {
    const street = { name, from, cards };
    from += cards;
    return street;
  });
  return dealt > from ? [...found, { name: words.streets.more, from, cards: dealt - from }] : found;
}
