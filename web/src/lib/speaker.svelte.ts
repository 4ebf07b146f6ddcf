// The page's one voice: a polite live region and an assertive one, their text, and what is announced because
// it was drawn. Only what cannot wait is assertive: your turn, time, a refusal, a lost connection.

import { untrack } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import { type Region, SILENT, nextAt, passed, said, silenced, unsaid, withdrawn } from './speaking.ts';

class Speaker {
  polite: Region = $state.raw(SILENT);
  assertive: Region = $state.raw(SILENT);
  /** The element that holds both regions. */
  #home: HTMLElement | undefined;
  #timer: number | undefined;
  /** The tables that announce for themselves, by their numbers. */
  readonly #followed = new SvelteSet<number>();

  /**
   * Announces something politely once the current announcement is over, together with what comes within a
   * moment.
   */
  say(text: string): void {
    untrack(() => {
      // A caller inside an effect must not track what is spoken, or it would speak forever.
      this.polite = said(this.polite, text, performance.now(), 'joined');
      this.#wait();
    });
  }

  /** Announces something that cannot wait. */
  alert(text: string): void {
    untrack(() => {
      this.assertive = said(this.assertive, text, performance.now(), 'at-once');
      this.#wait();
    });
  }

  /** Something that could not wait is over: it is not announced as if it were still true. */
  over(text: string | undefined): void {
    if (text === undefined) return;
    untrack(() => {
      this.assertive = withdrawn(this.assertive, text);
      this.#wait();
    });
  }

  /** A waiting announcement will be worded differently elsewhere, or dropped. */
  unsay(text: string): void {
    untrack(() => {
      this.polite = unsaid(this.polite, text);
      this.#wait();
    });
  }

  /** The listener has moved elsewhere: polite announcements from there are over. */
  leave(): void {
    untrack(() => {
      this.polite = silenced(this.polite);
      this.#wait();
    });
  }

  /** Marks a table as announcing for itself, until the returned function is called. */
  follow(table: number): () => void {
    this.#followed.add(table);
    return () => {
      this.#followed.delete(table);
    };
  }

  /** Whether a table announces for itself. */
  follows(table: number): boolean {
    return this.#followed.has(table);
  }

  /** Sets the element with the regions once it is on the page. */
  at(home: HTMLElement): void {
    this.#home = home;
  }

  /**
   * A sheet over the page hides everything outside it from screen readers too: the regions move into it, and
   * back.
   */
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

/** What an element says: its text without its buttons, links and anything hidden from screen readers. */
function readable(node: Node): string {
  if (node instanceof Element && node.matches('button, a, [aria-hidden="true"]')) return '';
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  return Array.from(node.childNodes, readable).join(node instanceof HTMLUListElement ? ' ' : '');
}

/**
 * An element that is announced when it appears, and again when its text changes; a countdown in it is not
 * news.
 */
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
