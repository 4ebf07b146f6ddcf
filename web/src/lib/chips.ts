// An amount as chips: how many of each value, with the fewest chips that make it.

/** The values of chips, the highest first. Each divides the one before. */
export const WORTHS: readonly number[] = [
  100_000_000, 25_000_000, 5_000_000, 1_000_000, 500_000, 100_000, 25_000, 5_000, 1_000, 500, 100, 25, 5, 1,
];

/** Chips of one value. */
export interface Pile {
  worth: number;
  count: number;
}

/** The fewest chips that make an amount, the highest value first. */
export function piles(amount: number): Pile[] {
  let left = Math.max(0, Math.floor(amount));
  return WORTHS.flatMap((worth) => {
    const count = Math.floor(left / worth);
    left -= count * worth;
    return count === 0 ? [] : [{ worth, count }];
  });
}

/** The most chips drawn in one pile, and the most piles side by side. */
const MOST_HIGH = 5;
const MOST_PILES = 3;

/**
 * What is drawn for an amount: its highest chips, in piles that stay low. The number beside them is the
 * amount.
 */
export function drawn(amount: number): Pile[] {
  return piles(amount).slice(0, MOST_PILES).map(({ worth, count }) => ({ worth, count: Math.min(count, MOST_HIGH) }));
}

/** Which of the chip colours a value has; they start over above a thousand. */
export function colourOf(worth: number): number {
  return WORTHS.length - 1 - WORTHS.indexOf(worth);
}
