// The room over HTTP: one function a thing that can be asked. Whatever goes wrong comes back as one line.

import { parted } from './money.ts';
import * as words from '../words/page.ts';

/** Why something was not done. */
export interface NotDone {
  code: string;
  /** A sentence, lower case and without a full stop. */
  why: string;
  rule?: string | null;
  clauses?: string[];
  /** The number of a fault, for whoever looks after the room. */
  id?: string;
  retry_after_seconds?: number;
}

export type Reply<Value> = { ok: true; value: Value } | { ok: false; status: number; refused: NotDone };

const NO_ANSWER: NotDone = {
  code: 'no-answer',
  why: words.noAnswer,
};

/** Asks the room. A body goes as JSON; the session goes as a cookie that no script can read. */
export async function ask<Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, key?: string): Promise<Reply<Value>> {
  const headers: Record<string, string> = { accept: 'application/json' };
  const request: RequestInit = { method, credentials: 'same-origin', headers };
  if (method !== 'GET') {
    headers['content-type'] = 'application/json';
    // Asked again with the same key, the room does it once.
    if (key !== undefined) headers['idempotency-key'] = key;
    request.body = JSON.stringify(body ?? {});
  }
  try {
    const response = await fetch(path, request);
    const text = await response.text();
    if (response.ok) return { ok: true, value: (text === '' ? undefined : JSON.parse(text)) as Value };
    return { ok: false, status: response.status, refused: refusal(text) };
  } catch {
    return { ok: false, status: 0, refused: NO_ANSWER };
  }
}

function refusal(text: string): NotDone {
  try {
    const said = JSON.parse(text) as Partial<NotDone> | null;
    if (said !== null && typeof said.why === 'string' && typeof said.code === 'string') {
      return { ...said, code: said.code, why: said.why };
    }
  } catch {
    // Not the room's own words: what a proxy says in its place is not for the player.
  }
  return { code: 'no-answer', why: words.strangeAnswer };
}

/**
 * A reason as a sentence on the page; a fault with its number, for whoever looks after the room. Settings are called as
 * they are where they are chosen, "showdown mode", and not by the names that books write.
 */
export function sentence(refused: NotDone): string {
  const why = parted(refused.why).replaceAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, (name) => name.replaceAll('_', ' '));
  return words.sentence(why, refused.id);
}
