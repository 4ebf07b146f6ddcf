// A book's rules and the clauses behind them, requested once and cached while the page is open.

import { type Reply, ask } from './api.ts';

/** A named rule as one book has it. */
export interface Rule {
  name: string;
  says: string;
  clauses: string[];
}

/** A clause of a document, in the room's words. */
export interface Clause {
  id: string;
  book: string;
  clause: string;
  kind: string;
  title: string;
  summary: string;
}

/** A rule book. */
export interface Book {
  id: string;
  title: string;
  version: string;
}

const cache = new Map<string, Promise<Reply<unknown>>>();

/** A request that was answered before is not sent again, unless it failed. */
export function once<Value>(path: string): Promise<Reply<Value>> {
  let pending = cache.get(path);
  if (pending === undefined) {
    pending = ask<unknown>('GET', path).then((reply) => {
      if (!reply.ok) cache.delete(path);
      return reply;
    });
    cache.set(path, pending);
  }
  return pending as Promise<Reply<Value>>;
}

/** The books of the room. */
export function books(): Promise<Reply<Book[]>> {
  return once('/api/books');
}

/** The rules of a book in the order of play. */
export function rulesOf(book: string): Promise<Reply<Rule[]>> {
  return once(`/api/books/${encodeURIComponent(book)}/rules`);
}

/** A clause by its id. */
export function clauseOf(id: string): Promise<Reply<Clause>> {
  return once(`/api/rules/${encodeURIComponent(id)}`);
}
