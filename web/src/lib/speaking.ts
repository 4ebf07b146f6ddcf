// When what is to be heard is spoken: a live region as a plain machine. What is said goes in, what stands in the region
// and when to look again comes out. Timers and elements live elsewhere.

import { together } from '../words/spoken.ts';

/** What is said within this time after the first of it is said together, in milliseconds. */
export const JOIN_WITHIN = 300;
/** What was said is taken out of the region after this time: it is not to be found there as if it were news. */
export const GONE_AFTER = 10_000;

/** A live region. Times are in milliseconds of one clock that never runs backwards. */
export interface Region {
  /** What will be said together. */
  waiting: readonly string[];
  /** When that is said. */
  due: number | undefined;
  /** What stands in the region. */
  text: string;
  /** The messages that it is made of. */
  parts: readonly string[];
  /** Rises with everything said, so that the same words twice are two things to hear. */
  count: number;
  /** When something was last said. */
  at: number | undefined;
}

export const SILENT: Region = { waiting: [], due: undefined, text: '', parts: [], count: 0, at: undefined };

/** Something is to be said: with all that comes within a moment, or at once unless something was said just now. */
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

/** What a message was about is over: it is not said any more, nor left to be found. */
export function withdrawn(region: Region, text: string): Region {
  const words = text.trim();
  const waiting = region.waiting.filter((one) => one !== words);
  const due = waiting.length === 0 ? undefined : region.due;
  return region.parts.includes(words) ? { ...region, waiting, due, text: '', parts: [] } : { ...region, waiting, due };
}

/** What was still to be said in other words by now is not said. */
export function unsaid(region: Region, text: string): Region {
  const waiting = region.waiting.filter((one) => one !== text.trim());
  return { ...region, waiting, due: waiting.length === 0 ? undefined : region.due };
}

/** Nothing of it is said any more, nor left to be found. */
export function silenced(region: Region): Region {
  return { ...region, waiting: [], due: undefined, text: '', parts: [] };
}

/** When `passed` has something to do next; never while nothing waits and nothing stands there. */
export function nextAt(region: Region): number | undefined {
  if (region.due !== undefined) return region.due;
  return region.text === '' || region.at === undefined ? undefined : region.at + GONE_AFTER;
}
