// What a screen asks the room for: once when it is shown, anew when it is for something else, and again by itself while
// the room gives no answer. Asking is never a reason to ask: what it reads and writes is not followed.

import { untrack } from 'svelte';
import { type Reply, passes } from './api.ts';

/** How long after an answer that did not come it is asked for again, in milliseconds; the last one is kept to. */
const WAITS = [1000, 2000, 4000, 8000, 15_000, 30_000] as const;

/** How long to wait before a try; `tries` have failed before it. */
export function waitBefore(tries: number): number {
  return WAITS[Math.min(tries, WAITS.length - 1)] ?? 30_000;
}

/**
 * Asks when the component is there and whenever `of` gives another value; a number, a text, or nothing. Where the room
 * could not be reached it is asked again after a while. Call while a component is made.
 */
export function askRoom<Of extends string | number | boolean | null | undefined>(of: () => Of, look: (of: Of) => Promise<Reply<unknown> | undefined>): void {
  const wanted = $derived(of());
  $effect(() => {
    const now = wanted;
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
