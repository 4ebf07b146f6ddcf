// The time at tables: what a day and the current session add up to. Times are milliseconds since 1970.

import { dayOf } from './clock.ts';

/** From sitting down to leaving, as the room's results have it. */
export interface Stay {
  from: number;
  /** Null while the seat is still taken. */
  until: number | null;
  net: number;
}

/** A day at tables. */
export interface Today {
  /** How long the current session has lasted; undefined when no seat is taken. */
  session: number | undefined;
  /** Time at tables today; two tables at once count once. */
  time: number;
  /** The result of the stays that were active today. */
  net: number;
  stays: number;
}

/** A break shorter than this does not end a session: another table is taken, or the same one again. */
export const BREAK = 15 * 60_000;

/** What a person's stays add up to, at a moment. */
export function today(stays: readonly Stay[], now: number): Today {
  const day = dayOf(now);
  const sorted = [...stays].sort((a, b) => a.from - b.from);
  let midnight = now;
  // The first moment of the day, found by bisection: days are not always 24 hours long.
  let before = now - 48 * 3_600_000;
  while (midnight - before > 1000) {
    const middle = Math.floor((before + midnight) / 2);
    if (dayOf(middle) === day) midnight = middle;
    else before = middle;
  }
  let [time, net, count, end] = [0, 0, 0, 0];
  for (const stay of sorted) {
    const until = stay.until ?? now;
    if (until < midnight) continue;
    count += 1;
    net += stay.net;
    const from = Math.max(stay.from, midnight, end);
    time += Math.max(0, until - from);
    end = Math.max(end, until);
  }
  return { session: sessionTime(sorted, now), time, net, stays: count };
}

/** How long the current session has lasted: back from now over every stay that touches the one after it. */
function sessionTime(sorted: readonly Stay[], now: number): number | undefined {
  if (!sorted.some((stay) => stay.until === null)) return undefined;
  let start = now;
  for (const stay of [...sorted].sort((a, b) => (b.until ?? now) - (a.until ?? now))) {
    if ((stay.until ?? now) < start - BREAK) break;
    start = Math.min(start, stay.from);
  }
  return Math.max(0, now - start);
}

/** Whether a reminder is due between two looks: a multiple of `every` minutes has been reached. */
export function reminderDue(before: number | undefined, session: number | undefined, every: number): boolean {
  if (every <= 0 || before === undefined || session === undefined) return false;
  const step = every * 60_000;
  return Math.floor(session / step) > Math.floor(before / step);
}

/** A page of the viewer's sessions from the room: newest first, and where the earlier ones continue. */
export interface Page {
  sessions: readonly Stay[];
  before?: string | null;
}

/**
 * The newest sessions there are: a room that is still reading a long session returns pages without any yet.
 */
export async function newest(page: (before: string | null) => Promise<Page | undefined>): Promise<readonly Stay[] | undefined> {
  let got = await page(null);
  while (got?.sessions.length === 0 && got.before != null) got = await page(got.before);
  return got?.sessions;
}
