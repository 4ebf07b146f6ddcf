// When the time left for a decision is worth a warning: as it passes ten seconds, and as it passes five.

/** What was last seen of a decision's time. */
export interface Watched {
  /** Which decision. */
  turn: string;
  /** The time left, in milliseconds. */
  left: number | undefined;
}

const WARNINGS = [5, 10] as const;

/**
 * The seconds to warn about now that `left` is left; undefined when no mark was passed since the same
 * decision was last seen.
 */
export function warning(before: Watched | undefined, now: Watched): 5 | 10 | undefined {
  const { left } = now;
  if (before?.turn !== now.turn || before.left === undefined || left === undefined || left <= 0) return undefined;
  const was = before.left;
  return WARNINGS.find((seconds) => was > seconds * 1000 && left <= seconds * 1000);
}
