import { describe, expect, it } from 'vitest';
import { type LobbyPage, listed } from './lobbypages.ts';
import type { Reply } from './api.ts';

interface Row {
  table: number;
}

const rows = (...tables: number[]): Row[] => tables.map((table) => ({ table }));

/** A room that answers by path, and the requests it got. */
function room(answers: Record<string, LobbyPage<Row>>): { ask: (path: string) => Promise<Reply<LobbyPage<Row>>>; asked: string[] } {
  const asked: string[] = [];
  const ask = (path: string): Promise<Reply<LobbyPage<Row>>> => {
    asked.push(path);
    const value = answers[path];
    if (value === undefined) throw new Error(path);
    return Promise.resolve({ ok: true, value } as Reply<LobbyPage<Row>>);
  };
  return { ask, asked };
}

const NOBODY = { name: '', person: undefined };

describe('the list of tables, page by page', () => {
  it('is requested once if it is short, whatever the filters', async () => {
    const { ask, asked } = room({ '/api/tables': { tables: rows(1, 2), next: null } });
    const reply = await listed(3, ask, { name: 'elm', person: 7 });
    expect(reply).toEqual({ ok: true, value: { tables: rows(1, 2), further: false } });
    expect(asked).toEqual(['/api/tables']);
  });

  it('gets further pages when they are wanted', async () => {
    const { ask, asked } = room({
      '/api/tables': { tables: rows(1, 2), next: 2 },
      '/api/tables?after=2': { tables: rows(3, 4), next: 4 },
    });
    expect(await listed(1, ask, NOBODY)).toEqual({ ok: true, value: { tables: rows(1, 2), further: true } });
    expect(await listed(2, ask, NOBODY)).toEqual({ ok: true, value: { tables: rows(1, 2, 3, 4), further: true } });
    expect(asked).toEqual(['/api/tables', '/api/tables', '/api/tables?after=2']);
  });

  it("includes the viewer's own seats and the tables of a name even if it is long, wherever they are", async () => {
    const { ask } = room({
      '/api/tables': { tables: rows(1, 2), next: 2 },
      '/api/tables?name=elm%202': { tables: rows(2, 900), next: null },
      '/api/tables?person=7': { tables: rows(801), next: null },
    });
    const reply = await listed(1, ask, { name: ' elm 2 ', person: 7 });
    expect(reply).toEqual({ ok: true, value: { tables: rows(1, 2, 801, 900), further: true } });
  });
});
