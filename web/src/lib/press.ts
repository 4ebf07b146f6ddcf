// What fingers do to buttons besides pressing them: holding one to confirm, and holding one that repeats.

import { HOLD } from './guard.ts';

/** A repeating step starts repeating after this long, and goes on at this interval, in milliseconds. */
const REPEAT_AFTER = 400;
const REPEAT_EVERY = 80;

/** What holding a button does. */
export interface Held {
  /** Whether holding does anything now. */
  on: boolean;
  /** It was held long enough. */
  done: () => void;
  /** The holding started, or ended. */
  holds: (held: boolean) => void;
}

/**
 * Holding a button for half a second counts as two presses; the click that ends the holding does not count.
 */
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
  // A key that is held down repeats: only its first press counts.
  const once = (event: KeyboardEvent): void => {
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  };
  // A long touch must not open the browser's menu.
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

/** A button that acts at once, and again and again while it is held. */
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
  // A pointer press has acted already; a key press or one by assistive technology has not.
  const press = (): void => {
    if (byPointer) byPointer = false;
    else now();
  };
  // A finger leaves when it is lifted, and its click follows; a pointer that leaves before that presses
  // nothing.
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

/** The wheel over an element: steps up, or down if below zero. The page does not scroll meanwhile. */
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
