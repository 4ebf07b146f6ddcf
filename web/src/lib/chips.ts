// An amount as chips: how many of which worth, the fewest that make it.

/** The worths of chips, the greatest first. Each goes a whole number of times into the one before. */
export const WORTHS: readonly number[] = [
  100_000_000, 25_000_000, 5_000_000, 1_000_000, 500_000, 100_000, 25_000, 5_000, 1_000, 500, 100, 25, 5, 1,
];

/** Chips of one worth. */
export interface Pile {
  worth: number;
  count: number;
}

/** The fewest chips that make an amount, the greatest worth first. */
export function piles(amount: number): Pile[] {
  let left = Math.max(0, Math.floor(amount));
  return WORTHS.flatMap((worth) => {
    const count = Math.floor(left / worth);
    left -= count * worth;
    return count === 0 ? [] : [{ worth, count }];
  });
}

/** The most chips that are drawn on each other, and the most piles beside each other. */
const MOST_HIGH = 5;
const MOST_PILES = 3;

/** What is drawn of an amount: its greatest chips, in piles that stay low. The number beside them is the amount. */
export function drawn(amount: number): Pile[] {
  return piles(amount).slice(0, MOST_PILES).map(({ worth, count }) => ({ worth, count: Math.min(count, MOST_HIGH) }));
}

/** Which of the chips' colours a worth has; they begin anew above a thousand. */
export function colourOf(worth: number): number {
  return WORTHS.length - 1 - WORTHS.indexOf(worth);
}
