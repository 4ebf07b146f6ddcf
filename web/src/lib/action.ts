// The life of one act, from the press to the room's answer: `idle -> sent -> accepted | refused | unknown`.
// Every act has a key of its own, and a resend carries the same one: the room gives a known key the same
// answer again.

import type { State } from './connection.ts';
import * as words from '../words/acts.ts';

/** The state of an act. */
export type Phase<Request, Answer> =
  | { phase: 'idle' }
  | { phase: 'sent'; key: string; request: Request; at: number; resentAt: number | undefined; unknown: boolean }
  | { phase: 'accepted'; key: string; request: Request; answer: Answer }
  | { phase: 'refused'; key: string; request: Request; answer: Answer };

/** Up to here nothing is shown: most answers are quicker. */
export const SAY_SENDING_AFTER = 120;
/** Without an answer for this long the act is sent again with its key. */
export const RESEND_AFTER = 2500;
/** Without an answer for this long the outcome is unknown, and the page says so. */
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

/** Time passes: returns the act as it is now, and whether to send it again with its key. */
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

/** The connection is back: an act without an answer is sent again at once, with its key. */
export function reopened<Request, Answer>(act: Phase<Request, Answer>, now: number): [Phase<Request, Answer>, boolean] {
  if (act.phase !== 'sent') return [act, false];
  return [{ ...act, resentAt: now }, true];
}

/** The room's answer; an answer to another key belongs to an earlier act and changes nothing. */
export function answered<Request, Answer>(
  act: Phase<Request, Answer>,
  key: string,
  well: boolean,
  answer: Answer,
): Phase<Request, Answer> {
  if (act.phase !== 'sent' || act.key !== key) return act;
  return { phase: well ? 'accepted' : 'refused', key, request: act.request, answer };
}

/** What the button says while the act is under way; undefined while nothing needs saying. */
export function saying<Request, Answer>(act: Phase<Request, Answer>, now: number): string | undefined {
  if (act.phase !== 'sent') return undefined;
  if (act.unknown) return words.sending.unknown;
  const waited = now - act.at;
  if (waited >= RESEND_AFTER) return words.sending.still;
  return waited >= SAY_SENDING_AFTER ? words.sending.first : undefined;
}

/** A unique key: 128 random bits as hexadecimal digits. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
