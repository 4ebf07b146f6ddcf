// The life of one act, from the press to the room's answer: `idle -> sent -> accepted | refused | unknown`.
// Every act has a key of its own, and what is sent again carries the same one: the room answers a known key as before.

import type { State } from './connection.ts';
import * as words from '../words/acts.ts';

/** Where an act is. */
export type Phase<Request, Answer> =
  | { phase: 'idle' }
  | { phase: 'sent'; key: string; request: Request; at: number; resentAt: number | undefined; unknown: boolean }
  | { phase: 'accepted'; key: string; request: Request; answer: Answer }
  | { phase: 'refused'; key: string; request: Request; answer: Answer };

/** Until here nothing is said: most answers are quicker. */
export const SAY_SENDING_AFTER = 120;
/** Without an answer for this long the act is sent again with its key. */
export const RESEND_AFTER = 2500;
/** Without an answer for this long nobody knows, and the page says so. */
export const UNKNOWN_AFTER = 9000;

/** A press: the act is sent, unless an earlier one is still under way. */
export function press<Request, Answer>(
  act: Phase<Request, Answer>,
  request: Request,
  key: string,
  now: number,
): [Phase<Request, Answer>, boolean] {
  if (act.phase === 'sent') return [act, false];
  return [{ phase: 'sent', key, request, at: now, resentAt: undefined, unknown: false }, true];
}

/** Time passes: gives the act as it is, and whether it is to be sent again with its key. */
export function pass<Request, Answer>(
  act: Phase<Request, Answer>,
  line: State,
  now: number,
): [Phase<Request, Answer>, boolean] {
  if (act.phase !== 'sent') return [act, false];
  const unknown = act.unknown || now - act.at >= UNKNOWN_AFTER;
  const up = line === 'live' || line === 'slow' || line === 'maintenance' || line === 'catching-up';
  const due = now - (act.resentAt ?? act.at) >= RESEND_AFTER;
  if (up && due) return [{ ...act, resentAt: now, unknown }, true];
  return unknown === act.unknown ? [act, false] : [{ ...act, unknown }, false];
}

/** The line is up again: what has no answer is asked for again at once, with its key. */
export function reopened<Request, Answer>(act: Phase<Request, Answer>, now: number): [Phase<Request, Answer>, boolean] {
  if (act.phase !== 'sent') return [act, false];
  return [{ ...act, resentAt: now }, true];
}

/** The room's answer; one to another key is of an earlier act and changes nothing. */
export function answered<Request, Answer>(
  act: Phase<Request, Answer>,
  key: string,
  well: boolean,
  answer: Answer,
): Phase<Request, Answer> {
  if (act.phase !== 'sent' || act.key !== key) return act;
  return { phase: well ? 'accepted' : 'refused', key, request: act.request, answer };
}

/** What the button says while the act is under way; nothing while nothing needs saying. */
export function saying<Request, Answer>(act: Phase<Request, Answer>, now: number): string | undefined {
  if (act.phase !== 'sent') return undefined;
  if (act.unknown) return words.sending.unknown;
  const waited = now - act.at;
  if (waited >= RESEND_AFTER) return words.sending.still;
  return waited >= SAY_SENDING_AFTER ? words.sending.first : undefined;
}

/** A key that nobody else has: 128 random bits in hexadecimal digits. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
