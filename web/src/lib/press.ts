// What fingers do to buttons besides pressing them: holding one until it means it, and holding one that repeats.

import { HOLD } from './guard.ts';

/** A step that repeats begins to after this long, and goes on at this pace, in milliseconds. */
const REPEAT_AFTER = 400;
const REPEAT_EVERY = 80;

/** What a held button does. */
export interface Held {
  /** Holding means something now. */
  on: boolean;
  /** It was held long enough. */
  done: () => void;
  /** It is held, or no more. */
  holds: (held: boolean) => void;
}

/** A button that is held for half a second means what two presses mean; the press that ends the holding is none. */
export function hold(node: HTMLElement, held: Held): { update: (next: Held) => void; destroy: () => void } {
  let now = held;
  let timer: number | undefined;
  let ended = false;
  const begin = (event: PointerEvent): void => {
    ended = false;
    if (!now.on || event.button !== 0) return;
    now.holds(true);
    timer = window.setTimeout(() => {
      timer = undefined;
      ended = true;
      now.holds(false);
      now.done();
    }, HOLD);
  };
  const stop = (): void => {
    if (timer === undefined) return;
    window.clearTimeout(timer);
    timer = undefined;
    now.holds(false);
  };
  const swallow = (event: MouseEvent): void => {
    if (!ended) return;
    ended = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // A key that is held down presses again and again: only its first press is one.
  const once = (event: KeyboardEvent): void => {
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  };
  // A long touch is no wish for the menu of the browser.
  const noMenu = (event: Event): void => {
    if (now.on) event.preventDefault();
  };
  node.addEventListener('pointerdown', begin);
  for (const name of ['pointerup', 'pointerleave', 'pointercancel'] as const) node.addEventListener(name, stop);
  node.addEventListener('click', swallow, { capture: true });
  node.addEventListener('keydown', once);
  node.addEventListener('contextmenu', noMenu);
  return {
    update: (next) => {
      now = next;
    },
    destroy: stop,
  };
}

/** A button that does its thing at once, and again and again while it is held. */
export function repeats(node: HTMLElement, does: () => void): { update: (next: () => void) => void; destroy: () => void } {
  let now = does;
  let timer: number | undefined;
  let byPointer = false;
  const stop = (): void => {
    window.clearTimeout(timer);
    timer = undefined;
  };
  const again = (): void => {
    now();
    timer = window.setTimeout(again, REPEAT_EVERY);
  };
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0 || node.matches(':disabled')) return;
    byPointer = true;
    now();
    timer = window.setTimeout(again, REPEAT_AFTER);
  };
  // The press of a pointer has done its thing already; that of a key or of an assistive program has not.
  const press = (): void => {
    if (byPointer) byPointer = false;
    else now();
  };
  // A finger leaves when it is lifted, and its press follows; whoever leaves before that presses nothing.
  const leave = (): void => {
    if (timer !== undefined) byPointer = false;
    stop();
  };
  node.addEventListener('pointerdown', begin);
  node.addEventListener('pointerup', stop);
  for (const name of ['pointerleave', 'pointercancel'] as const) node.addEventListener(name, leave);
  node.addEventListener('click', press);
  return {
    update: (next) => {
      now = next;
    },
    destroy: stop,
  };
}

/** The wheel over an element: so many steps up, below zero down. The page does not scroll meanwhile. */
export function wheel(node: HTMLElement, steps: (by: number) => void): { update: (next: (by: number) => void) => void; destroy: () => void } {
  let now = steps;
  const turn = (event: WheelEvent): void => {
    const delta = event.deltaY === 0 ? event.deltaX : event.deltaY;
    if (event.ctrlKey || delta === 0) return;
    event.preventDefault();
    now((delta < 0 ? 1 : -1) * (event.shiftKey ? 10 : 1));
  };
  node.addEventListener('wheel', turn, { passive: false });
  return {
    update: (next) => {
      now = next;
    },
    destroy: () => {
      node.removeEventListener('wheel', turn);
    },
  };
}
