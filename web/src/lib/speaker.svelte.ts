// The page's one voice: a polite live region and an assertive one, what stands in them, and what goes into them by
// itself because it was drawn. Assertive is only what cannot wait: your turn, time, a refusal, a lost line.

import { untrack } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import { type Region, SILENT, nextAt, passed, said, silenced, unsaid, withdrawn } from './speaking.ts';

class Speaker {
  polite: Region = $state.raw(SILENT);
  assertive: Region = $state.raw(SILENT);
  /** The element that holds both regions. */
  #home: HTMLElement | undefined;
  #timer: number | undefined;
  /** The tables that have a voice of their own, by their numbers. */
  readonly #followed = new SvelteSet<number>();

  /** Something happened: it is said when what is being said is over, together with what comes within a moment. */
  say(text: string): void {
    untrack(() => {
      // Whoever speaks inside of an effect does not wait for what is spoken, or it would speak for ever.
      this.polite = said(this.polite, text, performance.now(), 'joined');
      this.#wait();
    });
  }

  /** Something that cannot wait. */
  alert(text: string): void {
    untrack(() => {
      this.assertive = said(this.assertive, text, performance.now(), 'at-once');
      this.#wait();
    });
  }

  /** What could not wait is over: it is not said as if it still were. */
  over(text: string | undefined): void {
    if (text === undefined) return;
    untrack(() => {
      this.assertive = withdrawn(this.assertive, text);
      this.#wait();
    });
  }

  /** What waits to be said is said in other words, or not any more. */
  unsay(text: string): void {
    untrack(() => {
      this.polite = unsaid(this.polite, text);
      this.#wait();
    });
  }

  /** Whoever listens is somewhere else now: what was said there in its turn is over. */
  leave(): void {
    untrack(() => {
      this.polite = silenced(this.polite);
      this.#wait();
    });
  }

  /** A table speaks for itself from now on, until the returned function is called. */
  follow(table: number): () => void {
    this.#followed.add(table);
    return () => {
      this.#followed.delete(table);
    };
  }

  /** Whether a table speaks for itself. */
  follows(table: number): boolean {
    return this.#followed.has(table);
  }

  /** The element with the regions is on the page. */
  at(home: HTMLElement): void {
    this.#home = home;
  }

  /** A sheet over the page hides everything beside it from the ear too: the regions move into it, and back. */
  into(sheet: HTMLElement): () => void {
    const home = this.#home;
    const before = home?.parentElement;
    if (home === undefined || before == null) return () => undefined;
    sheet.append(home);
    return () => {
      if (sheet.contains(home)) (before.isConnected ? before : document.body).append(home);
    };
  }

  #wait(): void {
    window.clearTimeout(this.#timer);
    const times = [nextAt(this.polite), nextAt(this.assertive)].filter((at) => at !== undefined);
    if (times.length === 0) return;
    this.#timer = window.setTimeout(() => {
      const now = performance.now();
      this.polite = passed(this.polite, now);
      this.assertive = passed(this.assertive, now);
      this.#wait();
    }, Math.max(0, Math.min(...times) - performance.now()));
  }
}

export const speaker = new Speaker();

/** What an element says: its text without its buttons, links and anything that is hidden from the ear. */
function readable(node: Node): string {
  if (node instanceof Element && node.matches('button, a, [aria-hidden="true"]')) return '';
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  return Array.from(node.childNodes, readable).join(node instanceof HTMLUListElement ? ' ' : '');
}

/** An element that is heard when it comes up, and again when it says something else; a countdown in it is no news. */
export function aloud(node: HTMLElement, how: 'polite' | 'assertive' | 'silent'): { destroy: () => void } {
  let last = '';
  let polite = '';
  let alerted: string | undefined;
  const look = (): void => {
    const text = readable(node).replace(/\s+/g, ' ').trim();
    const news = text.replace(/\d+:\d\d(:\d\d)?/g, '');
    if (news === last || how === 'silent') return;
    last = news;
    if (how !== 'assertive') {
      speaker.unsay(polite);
      polite = text;
      speaker.say(text);
    } else {
      speaker.over(alerted);
      alerted = text;
      speaker.alert(text);
    }
  };
  const watch = new MutationObserver(look);
  watch.observe(node, { childList: true, characterData: true, subtree: true });
  look();
  return {
    destroy: () => {
      watch.disconnect();
      speaker.over(alerted);
    },
  };
}
