// What a screen requests from the room: once when it is shown, again when its subject changes, and by itself
// while the room does not answer. A request never triggers itself: what it reads and writes is not tracked.

import { untrack } from 'svelte';
import { type Reply, passes } from './api.ts';

/**
 * How long to wait before each retry of a request without an answer, in milliseconds; the last one repeats.
 */
const WAITS = [1000, 2000, 4000, 8000, 15_000, 30_000] as const;

/** How long to wait before a try, after `tries` have failed. */
export function waitBefore(tries: number): number {
  return WAITS[Math.min(tries, WAITS.length - 1)] ?? 30_000;
}

/**
 * Sends the request when the component is mounted and whenever `of` returns another value: a number, a text,
 * or nothing. Where the room could not be reached it retries after a while. Call while a component is being
 * created.
 */
export function askRoom<Of extends string | number | boolean | null | undefined>(of: () => Of, look: (of: Of) => Promise<Reply<unknown> | undefined>): void {
  const subject = $derived(of());
  $effect(() => {
    const now = subject;
    let timer: number | undefined;
    let over = false;
    const ask = async (tries: number): Promise<void> => {
      const reply = await look(now);
      if (over || reply === undefined || reply.ok || !passes(reply)) return;
      timer = window.setTimeout(() => void ask(tries + 1), waitBefore(tries));
    };
    untrack(() => void ask(0));
    return () => {
      over = true;
      window.clearTimeout(timer);
    };
  });
}
