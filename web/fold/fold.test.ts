// A thousand hands that the room played, as viewers were sent them: after every record, the table that the
// page folded from a snapshot at any earlier record equals the snapshot that the room would send now.

import { createReadStream, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { type Known, after, anew, known, order, presence, recalled } from '../src/lib/table.ts';
import type { Frame, TableView, Update } from '../src/wire/wire.ts';
import { differences, folded, shown } from './shown.ts';

const FOLDER = process.env['CARDROOM_FOLD'] ?? '../target/fold';
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl')).sort();

/**
 * Facts that no room can send: nothing a player can do leads to them yet, or they come before anybody can
 * watch.
 */
const CANNOT_OCCUR: Record<string, string> = {
  table_opened: 'the record that makes the table: nobody watches before it',
  button_placed: 'an act of scripts and of the terminal; the room moves the button by the book',
  clock_called: 'the room announces the time of each turn and has no wish to call the clock',
  readmitted: 'the room has no wish to exclude or readmit',
  rejoin_decided: 'the room has no wish of an official who decides it',
  cards_replaced: 'software deals: there are no cards to replace',
  cards_checked: 'software deals: there are no cards to look at',
};

/** A line of the file. */
type Line = { evening: number; of: string } | { at: number; to: number[]; frame: Frame } | { at: number; to: number[]; is: TableView } | { to: number[]; page: number | null };

/** How many tables a page folds for each viewer, from snapshots of different records. */
const MOST_FOLDED = 4;

/** A page: its tables, each begun at another snapshot, and what came before the first. */
interface Page {
  you: number | undefined;
  tables: { known: Known; asOf: number; from: number }[];
  before: Update[];
}

const occurred = new Map<string, number>();
const counted = { compared: 0, hands: 0 };

/** Numbers that look random and are the same in every run. */
function pseudoRandom(seed: number): (bound: number) => number {
  let state = seed + 1;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % bound;
  };
}

function receive(page: Page, frame: Frame, at: number): string | undefined {
  if (frame.t === 'snapshot') {
    page.tables = [{ known: recalled(known(frame), page.before.splice(0)), asOf: at, from: frame.number }];
  } else if (frame.t === 'update') {
    if (page.tables.length === 0) page.before.push(frame);
    for (const table of page.tables) {
      const what = order(table.known, frame);
      if (what === 'gap') return `update ${String(frame.number)} comes after ${String(table.known.view.number)}`;
      if (what === 'old') continue;
      table.known = what === 'anew' ? anew(table.known, frame) : after(table.known, frame, page.you);
      table.asOf = at;
    }
  } else if (frame.t === 'presence') {
    for (const table of page.tables) table.known = presence(table.known, frame.person, frame.connected, frame.disconnect_ms);
  }
  return undefined;
}

/** Every difference found over one evening, each kind once. */
async function foldedAlong(file: string): Promise<string[]> {
  const found = new Map<string, string>();
  const pages = new Map<number, Page>();
  const drawn = pseudoRandom(Number.parseInt(file, 10));
  const hands = new Set<number>();
  let last: string[] = [];
  let [number, of] = [0, ''];
  const lines = createInterface({ input: createReadStream(join(FOLDER, file)) });
  const note = (kind: string, words: string): void => {
    if (!found.has(kind)) found.set(kind, `${file}:${String(number)} (${of}) ${words}, after ${last.join(', ')}`);
  };
  for await (const text of lines) {
    number += 1;
    const line = JSON.parse(text) as Line;
    if ('evening' in line) {
      of = line.of;
      continue;
    }
    for (const to of line.to) {
      if ('page' in line) {
        pages.set(to, { you: line.page ?? undefined, tables: [], before: [] });
        continue;
      }
      const page = pages.get(to);
      if (page === undefined) throw new Error(`${file}:${String(number)}: viewer ${String(to)} has no page`);
      if ('frame' in line) {
        const { frame } = line;
        if (frame.t === 'update') {
          last = [`record ${String(frame.number)}`, ...frame.events.map((event) => event.e)];
          if (frame.hand > 0) hands.add(frame.hand);
          for (const event of frame.events) occurred.set(event.e, (occurred.get(event.e) ?? 0) + 1);
        } else last = [frame.t];
        const gap = receive(page, frame, line.at);
        if (gap !== undefined) note('gap', `viewer ${String(to)}: ${gap}`);
        continue;
      }
      const is = shown(line.is);
      if (page.tables.length === 0) note('nothing', `viewer ${String(to)} has no table`);
      for (const table of page.tables) {
        counted.compared += 1;
        for (const [path, page_, room] of differences(folded(table.known, line.at - table.asOf), is)) {
          const kind = path.replaceAll(/\.\d+/g, '[]');
          const asText = (what: unknown): string => JSON.stringify(what) ?? 'nothing';
          note(kind, `viewer ${String(to)}, from record ${String(table.from)}: ${path} is ${asText(page_)} on the page, ${asText(room)} in the room`);
        }
      }
      page.tables.push({ known: known(line.is), asOf: line.at, from: line.is.number });
      if (page.tables.length > MOST_FOLDED) page.tables.splice(1 + drawn(MOST_FOLDED - 1), 1);
    }
  }
  counted.hands += hands.size;
  return [...found.values()];
}

describe('the table that the page folds', () => {
  it.each(FILES)('equals the table of the room after every record of %s', async (file) => {
    expect((await foldedAlong(file)).join('\n')).toBe('');
  });

  it('every kind of fact on the wire occurred', () => {
    const wire = readFileSync(new URL('../src/wire/wire.ts', import.meta.url), 'utf8');
    const kinds = [...wire.matchAll(/"e": "([a-z_]+)"/g)].map(([, kind]) => kind ?? '');
    expect(kinds.length).toBeGreaterThan(50);
    const missing = kinds.filter((kind) => !occurred.has(kind) && !(kind in CANNOT_OCCUR));
    expect(missing).toEqual([]);
    // A kind that can occur after all does not belong on the list.
    expect(Object.keys(CANNOT_OCCUR).filter((kind) => occurred.has(kind) || !kinds.includes(kind))).toEqual([]);
  });

  afterAll(() => {
    process.stdout.write(`${String(counted.hands)} hands folded in ${String(FILES.length)} evenings, ${String(counted.compared)} tables compared\n`);
  });
});
