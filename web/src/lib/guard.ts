// The guard between a press and the act: presses that the player cannot have meant are not sent.

/** What a button offered when it was drawn. */
export interface Offer {
  /** Hand, acts so far and amount faced, as one text. */
  turn: string;
  /** The chips to call; undefined when checking is free. */
  toCall: number | undefined;
}

/**
 * A change of the amount faced, or of the buttons' position, cannot have been noticed before a press this
 * soon after it, in milliseconds.
 */
export const GUARD = 600;
/** Buttons that appeared this recently may be hit by the second half of a double press, in milliseconds. */
export const APPEARED = 250;
/** Two presses closer than this, in milliseconds, are one press of a switch that bounces. */
export const BOUNCE = 50;
/** Holding a button this long counts as two presses, in milliseconds. */
export const HOLD = 500;

/** Why a press is not sent. */
export type Because = { is: 'bet'; from: number; to: number } | { is: 'place' };

/** What the guard remembers. */
export interface Guard {
  offer: Offer | undefined;
  /** Until then presses are not sent. */
  until: number;
  because: Because;
  /** An act that needs a second press, and has had its first. */
  armed: string | undefined;
  armedAt: number;
}

export const AT_REST: Guard = { offer: undefined, until: 0, because: { is: 'place' }, armed: undefined, armedAt: 0 };

/** A new menu is drawn. */
export function drawn(guard: Guard, offer: Offer | undefined, now: number): Guard {
  if (guard.offer?.turn === offer?.turn) return { ...guard, offer };
  if (offer === undefined) return { ...guard, offer, armed: undefined };
  const changed = guard.offer !== undefined && guard.offer.toCall !== offer.toCall;
  const because: Because = changed ? { is: 'bet', from: guard.offer?.toCall ?? 0, to: offer.toCall ?? 0 } : { is: 'place' };
  return { ...guard, offer, until: now + (changed ? GUARD : APPEARED), because, armed: undefined };
}

/** The buttons have moved. */
export function moved(guard: Guard, now: number): Guard {
  if (guard.offer === undefined) return guard;
  // The message is about what changed first.
  const because: Because = now < guard.until ? guard.because : { is: 'place' };
  return { ...guard, until: Math.max(guard.until, now + GUARD), because };
}

/** The outcome of a press. */
export type Pressed =
  | { what: 'act' }
  | { what: 'again'; why: 'changed'; because: Because }
  | { what: 'again'; why: 'all-in' | 'check-is-free' }
  | { what: 'same' };

/** A press on an act. `twice` names why one press is not enough. */
export function pressed(guard: Guard, act: string, twice: 'all-in' | 'check-is-free' | undefined, now: number): [Guard, Pressed] {
  if (now < guard.until) {
    return [{ ...guard, armed: undefined }, { what: 'again', why: 'changed', because: guard.because }];
  }
  if (twice !== undefined) {
    if (guard.armed !== act) return [{ ...guard, armed: act, armedAt: now }, { what: 'again', why: twice }];
    if (now - guard.armedAt < BOUNCE) return [guard, { what: 'same' }];
  }
  return [{ ...guard, armed: undefined }, { what: 'act' }];
}

/** Esc, or another choice: the first of two presses is forgotten. */
export function disarmed(guard: Guard): Guard {
  return { ...guard, armed: undefined };
}

/** Where the buttons are on the screen and on the page. */
export interface Place {
  x: number;
  y: number;
  /** How far the page is scrolled. */
  scrolled: number;
}

/** Buttons may shift this far without anybody missing them, in pixels. */
const STILL = 8;

/** True when the buttons moved, other than by the player's scrolling. */
export function isElsewhere(before: Place | undefined, after: Place): boolean {
  if (before === undefined) return false;
  const inPage = Math.abs(before.y + before.scrolled - after.y - after.scrolled);
  const onScreen = Math.abs(before.y - after.y);
  return Math.abs(before.x - after.x) > STILL || Math.min(inPage, onScreen) > STILL;
}
