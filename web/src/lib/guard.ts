// What stands between a press and the act: presses that the player could not have meant are not sent.

/** What a button offered when it was drawn. */
export interface Offer {
  /** Hand, acts so far and amount faced, in one text. */
  turn: string;
  /** The chips to call; none when checking is free. */
  toCall: number | undefined;
}

/** A change of the amount faced this recent could not have been read before the press. */
export const GUARD = 600;
/** Buttons that came up this recently may be met by the second half of a double press. */
export const APPEARED = 250;

/** What the guard remembers. */
export interface Guard {
  offer: Offer | undefined;
  /** Until then presses are not sent. */
  until: number;
  /** An act that wants a second press, and has had its first. */
  armed: string | undefined;
}

export const AT_REST: Guard = { offer: undefined, until: 0, armed: undefined };

/** A new menu is drawn. */
export function drawn(guard: Guard, offer: Offer | undefined, now: number): Guard {
  if (guard.offer?.turn === offer?.turn) return { ...guard, offer };
  if (offer === undefined) return { ...guard, offer, armed: undefined };
  const changed = guard.offer !== undefined && guard.offer.toCall !== offer.toCall;
  return { offer, until: now + (changed ? GUARD : APPEARED), armed: undefined };
}

/** What becomes of a press. */
export type Pressed =
  | { what: 'act' }
  | { what: 'again'; why: 'changed' | 'all-in' | 'check-is-free' };

/** A press on an act. `twice` names why one press is not enough. */
export function pressed(guard: Guard, act: string, twice: 'all-in' | 'check-is-free' | undefined, now: number): [Guard, Pressed] {
  if (now < guard.until) {
    return [{ ...guard, armed: undefined }, { what: 'again', why: 'changed' }];
  }
  if (twice !== undefined && guard.armed !== act) {
    return [{ ...guard, armed: act }, { what: 'again', why: twice }];
  }
  return [{ ...guard, armed: undefined }, { what: 'act' }];
}

/** Esc, or another choice: the first of two presses is forgotten. */
export function disarmed(guard: Guard): Guard {
  return { ...guard, armed: undefined };
}
