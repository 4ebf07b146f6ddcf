// Chips in stacks that grow with the amount.

import { WORTHS, type Pile, piles } from '../lib/chips.ts';

/** How many more chips lie there where an amount is ten times as large. */
const PER_TENFOLD = 3.2;

/** The height that an amount should have, in chips, at a table whose smallest chip this is: two for that chip itself. */
export function heightOf(amount: number, smallest: number): number {
  return 2 + Math.floor(PER_TENFOLD * Math.log10(Math.max(1, amount / smallest)));
}

/** The chip that a worth is changed into, where the table has it. */
function smaller(worth: number, smallest: number): number | undefined {
  const next = WORTHS[WORTHS.indexOf(worth) + 1];
  return next !== undefined && next >= smallest ? next : undefined;
}

/**
 * What is drawn of an amount: about as many chips as its height asks for, the greatest worth first. Where the fewest chips
 * that make the amount are too few, the greatest are changed into smaller; where they are too many, the smallest are left
 * out. The number beside them is the amount.
 */
export function stackOf(amount: number, smallest: number): Pile[] {
  const wanted = heightOf(amount, smallest);
  const counts = new Map<number, number>();
  let total = 0;
  for (const { worth, count } of piles(amount)) {
    const drawn = Math.min(count, wanted - total);
    if (drawn > 0) counts.set(worth, drawn);
    total += drawn;
  }
  for (let worth = greatest(counts, wanted - total, smallest); worth !== undefined; worth = greatest(counts, wanted - total, smallest)) {
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

/** The greatest worth of which one chip can be changed and the stack, which misses so many, has one too many at most. */
function greatest(counts: ReadonlyMap<number, number>, missing: number, smallest: number): number | undefined {
  return WORTHS.find((worth) => {
    const next = smaller(worth, smallest);
    return next !== undefined && (counts.get(worth) ?? 0) > 0 && worth / next - 1 <= missing + 1;
  });
}

/** The most chips that are drawn on each other. */
const MOST_HIGH = 20;
/** Of a chip's width: what each chip adds to a stack, and how high a chip that lies looks. */
export const [THICK, LYING] = [0.165, 0.52];
/** How far chips lie aside, of their width: nobody stacks them quite straight. */
const ASIDE = [0, 0.02, -0.015, 0.01, -0.025];

/** A chip of a stack, in widths of a chip: the lowest comes first, and `y` grows downwards. */
export interface Disc {
  worth: number;
  /** The rims below show their edge alone. */
  top: boolean;
  x: number;
  y: number;
}

/** Where the chips of one stack lie, the greatest worth below. */
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
