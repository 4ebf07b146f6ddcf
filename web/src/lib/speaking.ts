// When announcements are spoken: a live region as a plain state machine. Messages go in; the region's text,
// and when to look again, come out. Timers and elements live elsewhere.

import { together } from '../words/spoken.ts';

/** Messages within this time after the first are announced together, in milliseconds. */
export const JOIN_WITHIN = 300;
/**
 * An announcement is removed from the region after this time, so that nobody finds it there as if it were
 * news.
 */
export const GONE_AFTER = 10_000;

/** A live region. Times are in milliseconds of one monotonic clock. */
export interface Region {
  /** What will be announced together. */
  waiting: readonly string[];
  /** When that is announced. */
  due: number | undefined;
  /** The text in the region. */
  text: string;
  /** The messages that it is made of. */
  parts: readonly string[];
  /** Increases with every announcement, so that the same words twice are announced twice. */
  count: number;
  /** When something was last announced. */
  at: number | undefined;
}

export const SILENT: Region = { waiting: [], due: undefined, text: '', parts: [], count: 0, at: undefined };

/**
 * Adds a message: announced with all that comes within a moment, or at once unless something was said just
 * now.
 */
export function said(region: Region, text: string, now: number, how: 'joined' | 'at-once'): Region {
  const words = text.trim();
  if (words === '') return region;
  const waiting = [...region.waiting, words];
  if (region.due !== undefined) return { ...region, waiting };
  const due = how === 'joined' ? now + JOIN_WITHIN : Math.max(now, (region.at ?? -JOIN_WITHIN) + JOIN_WITHIN);
  return passed({ ...region, waiting, due }, now);
}

/** Time passes. */
export function passed(region: Region, now: number): Region {
  if (region.due !== undefined && now >= region.due) {
    return { waiting: [], due: undefined, text: together(region.waiting), parts: region.waiting, count: region.count + 1, at: now };
  }
  if (region.text !== '' && region.at !== undefined && now >= region.at + GONE_AFTER) return { ...region, text: '', parts: [] };
  return region;
}

/** What a message was about is over: it is not announced any more, nor left in the region. */
export function withdrawn(region: Region, text: string): Region {
  const words = text.trim();
  const waiting = region.waiting.filter((message) => message !== words);
  const due = waiting.length === 0 ? undefined : region.due;
  return region.parts.includes(words) ? { ...region, waiting, due, text: '', parts: [] } : { ...region, waiting, due };
}

/** Drops a waiting message that would be outdated by now. */
export function unsaid(region: Region, text: string): Region {
  const waiting = region.waiting.filter((message) => message !== text.trim());
  return { ...region, waiting, due: waiting.length === 0 ? undefined : region.due };
}

/** Drops everything: nothing is announced any more, nor left in the region. */
export function silenced(region: Region): Region {
  return { ...region, waiting: [], due: undefined, text: '', parts: [] };
}

/** When `passed` has something to do next; undefined while nothing waits and the region is empty. */
export function nextAt(region: Region): number | undefined {
  if (region.due !== undefined) return region.due;
  return region.text === '' || region.at === undefined ? undefined : region.at + GONE_AFTER;
}
