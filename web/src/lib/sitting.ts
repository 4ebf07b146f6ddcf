// The time at tables: what a day and the stay that goes on add up to. Times are milliseconds since 1970.

import { dayOf } from './clock.ts';

/** From sitting down to leaving, as the room's results have it. */
export interface Stay {
  from: number;
  /** Nothing while the seat is kept. */
  until: number | null;
  net: number;
}

/** A day at tables. */
export interface Today {
  /** How long somebody has sat since the present sitting began; nothing when no seat is kept. */
  session: number | undefined;
  /** Time at tables today; two tables at once are one time. */
  time: number;
  /** The result of the stays that were played at today. */
  net: number;
  stays: number;
}

/** A break shorter than this does not end a session: another table is taken, or the same one again. */
export const BREAK = 15 * 60_000;

/** What the stays of a person come to, at a moment. */
export function today(stays: readonly Stay[], now: number): Today {
  const day = dayOf(now);
  const sorted = [...stays].sort((one, other) => one.from - other.from);
  let midnight = now;
  // The first moment of the day, found by halves: days are not always 24 hours long.
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

/** How long the session that goes on has lasted: back from now over every stay that touches the one after it. */
function sessionTime(sorted: readonly Stay[], now: number): number | undefined {
  if (!sorted.some((stay) => stay.until === null)) return undefined;
  let start = now;
  for (const stay of [...sorted].sort((one, other) => (other.until ?? now) - (one.until ?? now))) {
    if ((stay.until ?? now) < start - BREAK) break;
    start = Math.min(start, stay.from);
  }
  return Math.max(0, now - start);
}

/** Whether a reminder is due between two looks: a whole number of times `every` minutes has been reached. */
export function reminderDue(before: number | undefined, session: number | undefined, every: number): boolean {
  if (every <= 0 || before === undefined || session === undefined) return false;
  const step = every * 60_000;
  return Math.floor(session / step) > Math.floor(before / step);
}

/** A page of what the room says of one's sessions: newest first, and from where those before them go on. */
export interface Page {
  sessions: readonly Stay[];
  before?: string | null;
}

/** The newest sessions there are: a room that still reads a long sitting gives pages on which there is none yet. */
export async function newest(page: (before: string | null) => Promise<Page | undefined>): Promise<readonly Stay[] | undefined> {
  let got = await page(null);
  while (got?.sessions.length === 0 && got.before != null) got = await page(got.before);
  return got?.sessions;
}
