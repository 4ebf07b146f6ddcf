// Chips in stacks that grow with the amount.

import { WORTHS, type Pile, piles } from '../lib/chips.ts';

/** How many more chips are drawn when an amount is ten times as large. */
const PER_TENFOLD = 3.2;

/**
 * The height that an amount should have, in chips, at a table with this smallest chip: two for that chip
 * itself.
 */
export function heightOf(amount: number, smallest: number): number {
  return 2 + Math.floor(PER_TENFOLD * Math.log10(Math.max(1, amount / smallest)));
}

/** The next smaller chip that a chip is changed into, where the table has one. */
function smaller(worth: number, smallest: number): number | undefined {
  const next = WORTHS[WORTHS.indexOf(worth) + 1];
  return next !== undefined && next >= smallest ? next : undefined;
}

/**
 * What is drawn for an amount: about as many chips as its height asks for, the highest value first. Where the
 * fewest chips that make the amount are too few, the highest are changed into smaller ones; where they are
 * too many, the smallest are left out. The number beside them is the amount.
 */
export function stackOf(amount: number, smallest: number): Pile[] {
  const target = heightOf(amount, smallest);
  const counts = new Map<number, number>();
  let total = 0;
  for (const { worth, count } of piles(amount)) {
    const drawn = Math.min(count, target - total);
    if (drawn > 0) counts.set(worth, drawn);
    total += drawn;
  }
  for (let worth = greatest(counts, target - total, smallest); worth !== undefined; worth = greatest(counts, target - total, smallest)) {
    const next = smaller(worth, smallest) ?? worth;
    counts.set(worth, (counts.get(worth) ?? 0) - 1);
    counts.set(next, (counts.get(next) ?? 0) + worth / next);
    total += worth / next - 1;
  }
  return WORTHS.flatMap((worth) => {
    const count = counts.get(worth) ?? 0;
    return count === 0 ? [] : [{ worth, count }];
  });
}

/**
 * The highest value of which one chip can be changed such that a stack short of `missing` chips ends up at
 * most one too high.
 */
function greatest(counts: ReadonlyMap<number, number>, missing: number, smallest: number): number | undefined {
  return WORTHS.find((worth) => {
    const next = smaller(worth, smallest);
    return next !== undefined && (counts.get(worth) ?? 0) > 0 && worth / next - 1 <= missing + 1;
  });
}

/** The most chips drawn in one stack. */
const MOST_HIGH = 20;
/** As parts of a chip's width: what each chip adds to a stack, and how high a chip lying flat looks. */
export const [THICK, LYING] = [0.165, 0.52];
/** How far chips are off centre, as a part of their width: nobody stacks them quite straight. */
const ASIDE = [0, 0.02, -0.015, 0.01, -0.025];

/** A chip of a stack, in chip widths: the lowest comes first, and `y` grows downwards. */
export interface Disc {
  worth: number;
  /** False for those below, which show only their rims. */
  top: boolean;
  x: number;
  y: number;
}

/** Where the chips of one stack lie, the highest value at the bottom. */
export function lay(stack: readonly Pile[]): { discs: Disc[]; height: number } {
  const worths = stack.flatMap(({ worth, count }) => Array.from({ length: Math.min(count, MOST_HIGH) }, () => worth)).slice(0, MOST_HIGH);
  const height = worths.length === 0 ? 0 : LYING + (worths.length - 1) * THICK;
  const discs = worths.map((worth, up) => ({
    worth,
    top: up === worths.length - 1,
    x: ASIDE[up % ASIDE.length] ?? 0,
    y: height - LYING - up * THICK,
  }));
  return { discs, height };
}
