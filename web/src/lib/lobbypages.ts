// The list of tables, which the room sends page by page: the first pages, and with them what the viewer needs
// of the rest, the tables whose name is searched for and the viewer's own seats.

import type { Reply } from './api.ts';

/** A page of the lobby as the room sends it. */
export interface LobbyPage<Row> {
  tables: Row[];
  /** Where the next page starts; null at the end. */
  next?: number | null;
}

/** What the list is for. */
export interface Wanted {
  /** Part of a name to search for. */
  name: string;
  /** The person looking, if signed in. */
  person: number | undefined;
}

/** The tables listed, by number, and whether there are tables that were not. */
export interface Listed<Row> {
  tables: Row[];
  further: boolean;
}

/** Requests this many pages of the list, and what is wanted of the rest if there is more. */
export async function listed<Row extends { table: number }>(
  pages: number,
  ask: (path: string) => Promise<Reply<LobbyPage<Row>>>,
  wanted: Wanted,
): Promise<Reply<Listed<Row>>> {
  const found = new Map<number, Row>();
  const keep = (rows: readonly Row[]): void => rows.forEach((row) => found.set(row.table, row));
  let next: number | null | undefined;
  for (let page = 0; page < pages && next !== null; page += 1) {
    const reply = await ask(next === undefined ? '/api/tables' : `/api/tables?after=${String(next)}`);
    if (!reply.ok) return reply;
    keep(reply.value.tables);
    next = reply.value.next ?? null;
  }
  const further = next !== null && next !== undefined;
  if (further) {
    const rest = [
      ...(wanted.name.trim() === '' ? [] : [`/api/tables?name=${encodeURIComponent(wanted.name.trim())}`]),
      ...(wanted.person === undefined ? [] : [`/api/tables?person=${String(wanted.person)}`]),
    ];
    for (const path of rest) {
      const reply = await ask(path);
      if (!reply.ok) return reply;
      keep(reply.value.tables);
    }
  }
  const tables = [...found.values()].sort((a, b) => a.table - b.table);
  return { ok: true, value: { tables, further } };
}
