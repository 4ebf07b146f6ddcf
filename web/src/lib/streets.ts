// The places of a board, by the street on which they are filled.

/** Places that are filled together. */
export interface Street {
  name: string;
  /** Its first place, from 0. */
  from: number;
  cards: number;
}

const FLOP: readonly (readonly [string, number])[] = [['Flop', 3], ['Turn', 1], ['River', 1]];
const ONE_BY_ONE: readonly (readonly [string, number])[] = [['First', 1], ['Second', 1], ['Third', 1], ['Fourth', 1], ['Fifth', 1]];

/** The streets of a game's board; a board that is longer than that game's gets places more. */
export function streets(game: string, dealt: number): Street[] {
  const named = game === 'manila' ? ONE_BY_ONE : FLOP;
  let from = 0;
  const found = named.map(([name, cards]) => {
    const street = { name, from, cards };
    from += cards;
    return street;
  });
  return dealt > from ? [...found, { name: 'More', from, cards: dealt - from }] : found;
}
