import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setZone } from './clock.ts';
import { BREAK, type Page, type Stay, newest, reminderDue, today } from './sitting.ts';

const MINUTE = 60_000;
/** A moment on 27 November 2026. */
const at = (hour: number, minute = 0): number => Date.UTC(2026, 10, 27, hour, minute);

beforeEach(() => setZone('UTC'));
afterEach(() => setZone(undefined));

describe('the day at tables', () => {
  it('adds up the stays, and counts two tables at once as one time', () => {
    const stays = [
      { from: at(10), until: at(11), net: 40 },
      { from: at(10, 30), until: at(11, 30), net: -15 },
      { from: at(14), until: null, net: 7 },
    ];
    expect(today(stays, at(14, 20))).toEqual({ session: 20 * MINUTE, time: (90 + 20) * MINUTE, net: 32, stays: 3 });
  });

  it('begins at midnight in the room', () => {
    const stays = [
      { from: at(-3), until: at(-1), net: 500 },
      { from: at(-1), until: at(1), net: 20 },
    ];
    const found = today(stays, at(2));
    expect(found.net).toBe(20);
    expect(Math.round(found.time / MINUTE)).toBe(60);
    expect(found.session).toBeUndefined();
  });

  it('continues the session over a short break and another table', () => {
    const stays = [
      { from: at(9), until: at(9, 30), net: 0 },
      { from: at(12), until: at(13), net: 0 },
      { from: at(13) + BREAK - MINUTE, until: null, net: 0 },
    ];
    expect(today(stays, at(14)).session).toBe(120 * MINUTE);
  });

  it('has no session where no seat is taken', () => {
    expect(today([{ from: at(9), until: at(10), net: 3 }], at(10, 1)).session).toBeUndefined();
    expect(today([], at(10))).toEqual({ session: undefined, time: 0, net: 0, stays: 0 });
  });
});

describe('the reminder', () => {
  it('comes once at each full interval and never where none is wanted', () => {
    expect(reminderDue(59 * MINUTE, 60 * MINUTE, 60)).toBe(true);
    expect(reminderDue(60 * MINUTE, 61 * MINUTE, 60)).toBe(false);
    expect(reminderDue(119 * MINUTE, 121 * MINUTE, 60)).toBe(true);
    expect(reminderDue(59 * MINUTE, 60 * MINUTE, 0)).toBe(false);
    // A page loaded in the middle of a session does not mention the time before.
    expect(reminderDue(undefined, 70 * MINUTE, 60)).toBe(false);
  });
});

describe('the newest sessions', () => {
  const stay = { net: 5 } as Stay;
  const room = (pages: Record<string, Page>) => {
    const asked: (string | null)[] = [];
    const page = (before: string | null): Promise<Page | undefined> => {
      asked.push(before);
      return Promise.resolve(pages[before ?? 'first']);
    };
    return { asked, page };
  };

  it('are those of the first page that has any', async () => {
    const { asked, page } = room({ first: { sessions: [], before: 'b' }, b: { sessions: [], before: 'c' }, c: { sessions: [stay], before: 'd' } });
    expect(await newest(page)).toEqual([stay]);
    expect(asked).toEqual([null, 'b', 'c']);
  });

  it('are none where the room has none, and not known where it does not answer', async () => {
    expect(await newest(room({ first: { sessions: [], before: null } }).page)).toEqual([]);
    expect(await newest(room({ first: { sessions: [], before: 'b' } }).page)).toBeUndefined();
  });
});
