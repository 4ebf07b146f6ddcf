// When the time that is left of a decision is worth a word: as it passes ten seconds, and as it passes five.

/** What was seen last of a decision's time. */
export interface Watched {
  /** Which decision. */
  turn: string;
  /** What was left of its time, in milliseconds. */
  left: number | undefined;
}

const WARNINGS = [5, 10] as const;

/** The seconds to warn of now that `left` is left; nothing when no mark was passed since the same decision was seen last. */
export function warning(before: Watched | undefined, now: Watched): 5 | 10 | undefined {
  const { left } = now;
  if (before?.turn !== now.turn || before.left === undefined || left === undefined || left <= 0) return undefined;
  const was = before.left;
  return WARNINGS.find((seconds) => was > seconds * 1000 && left <= seconds * 1000);
}
