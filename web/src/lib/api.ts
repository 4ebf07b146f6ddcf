// The room over HTTP: one function for each request. Every failure comes back as one line.

import { busy } from './busy.svelte.ts';
import { fetched, inOwnWords } from './refusals.svelte.ts';
import * as words from '../words/page.ts';
import type { Figure } from '../wire/wire.ts';

/** Why a request was not carried out. */
export interface NotDone {
  code: string;
  /** The name of the reason, and the values that help. */
  reason?: string;
  numbers?: Readonly<Record<string, Figure>>;
  /** A sentence, lower case and without a full stop. */
  why: string;
  rule?: string | null;
  clauses?: string[];
  /** The number of a fault, for the operator. */
  id?: string;
  retry_after_seconds?: number;
  /** For a form, every reason with the field it belongs to. */
  problems?: Problem[];
}

/** A reason that belongs to a field. */
export interface Problem {
  setting: string;
  given: string;
  what: string;
  would_do: string;
  /** The room's own code for it, where it has one. */
  code?: string;
  /** The name of the reason, and the values that help. */
  reason: string;
  numbers: Readonly<Record<string, Figure>>;
  rule: string | null;
  clauses: string[];
}

export type Reply<Value> = { ok: true; value: Value } | { ok: false; status: number; refused: NotDone };

const NO_ANSWER: NotDone = {
  code: 'no_answer',
  why: words.noAnswer,
};

/** Whether a retry may help: the room was not reached, or a proxy could not reach it, or it is busy. */
export function passes(reply: { status: number }): boolean {
  return [0, 429, 502, 503, 504].includes(reply.status);
}

/** A busy room is asked again if it says that the wait will be no longer than this, in seconds. */
const NOT_LONG = 5;
/** Requests waiting for a busy room, by path: none is sent twice at once. */
const waiting = new Map<string, Promise<Reply<unknown>>>();

/**
 * Sends a request to the room. A body goes as JSON; the session goes as a cookie that no script can read. A
 * request refused because there were too many at once was not carried out: it waits, and is sent again.
 */
export async function ask<Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, key?: string): Promise<Reply<Value>> {
  const pending = method === 'GET' ? waiting.get(path) : undefined;
  if (pending) return (await pending) as Reply<Value>;
  const first = await askOnce<Value>(method, path, body, key);
  if (!isBusy(first)) return first;
  const later = askLater<Value>(first, () => askOnce<Value>(method, path, body, key));
  if (method !== 'GET') return await later;
  waiting.set(path, later);
  try {
    return await later;
  } finally {
    waiting.delete(path);
  }
}

function isBusy(reply: Reply<unknown>): boolean {
  return !reply.ok && reply.status === 429 && reply.refused.code === 'too_often' && (reply.refused.retry_after_seconds ?? 1) <= NOT_LONG;
}

/** Each wait is at least what the room asked for, and twice as long as the last one. */
async function askLater<Value>(refused: Reply<Value>, again: () => Promise<Reply<Value>>): Promise<Reply<Value>> {
  const stopWaiting = busy.waits();
  let reply = refused;
  for (let wait = 500; isBusy(reply); wait = Math.min(wait * 2, 15_000)) {
    const retryAfter = reply.ok ? 0 : (reply.refused.retry_after_seconds ?? 0) * 1000;
    // Spread out, so that not all of them come at the same moment.
    const pause = Math.max(wait, retryAfter) + Math.random() * 250;
    await new Promise((wake) => window.setTimeout(wake, pause));
    reply = await again();
  }
  stopWaiting();
  return reply;
}

async function askOnce<Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, key?: string): Promise<Reply<Value>> {
  const headers: Record<string, string> = { accept: 'application/json' };
  const request: RequestInit = { method, credentials: 'same-origin', headers };
  if (method !== 'GET') {
    headers['content-type'] = 'application/json';
    // Sent again with the same key, the room does it once.
    if (key !== undefined) headers['idempotency-key'] = key;
    request.body = JSON.stringify(body ?? {});
  }
  try {
    const response = await fetch(path, request);
    const text = await response.text();
    if (response.ok) return { ok: true, value: (text === '' ? undefined : JSON.parse(text)) as Value };
    const refused = refusal(text);
    // A refusal of something a person asked for must find its words loaded; what is only displayed does not
    // wait for them.
    if (method !== 'GET') await fetched();
    return { ok: false, status: response.status, refused };
  } catch {
    return { ok: false, status: 0, refused: NO_ANSWER };
  }
}

function refusal(text: string): NotDone {
  try {
    const parsed = JSON.parse(text) as Partial<NotDone> | null;
    if (parsed !== null && typeof parsed.why === 'string' && typeof parsed.code === 'string') {
      return { ...parsed, code: parsed.code, why: parsed.why };
    }
  } catch {
    // Not the room's own words: what a proxy says in its place is not for the player.
  }
  return { code: 'no_answer', why: words.strangeAnswer };
}

/**
 * A reason as a sentence on the page, with spaces for the underscores in names; a fault with its number, for
 * whoever looks after the room.
 */
export function sentence(refused: NotDone): string {
  return words.sentence(named(inOwnWords(refused).why), refused.id);
}

const named = (why: string): string => why.replaceAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, (name) => name.replaceAll('_', ' '));
