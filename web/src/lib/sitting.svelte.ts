// How long the viewer has been at tables, and how it went: the results are requested whenever a seat is taken
// or given up.

import { untrack } from 'svelte';
import { ask } from './api.ts';
import { type Page, type Stay, type Today, newest, today } from './sitting.ts';
import { session } from './session.svelte.ts';

class Sitting {
  /** What the room said last; undefined where it has not said. */
  stays: readonly Stay[] | undefined = $state.raw();

  /** Asks the room again. */
  look(): Promise<void> {
    return untrack(() => this.#look());
  }

  async #look(): Promise<void> {
    if (session.me === null || !session.plays) {
      this.stays = undefined;
      return;
    }
    const said = await newest(async (before) => {
      const from = before === null ? '' : `?before=${encodeURIComponent(before)}`;
      const reply = await ask<Partial<Page>>('GET', `/api/results${from}`);
      return reply.ok && Array.isArray(reply.value.sessions) ? { ...reply.value, sessions: reply.value.sessions } : undefined;
    });
    if (said !== undefined) this.stays = said;
  }

  /** The day so far, at a moment of the room's clock. */
  at(now: number): Today | undefined {
    return this.stays === undefined ? undefined : today(this.stays, now);
  }
}

export const sitting = new Sitting();
