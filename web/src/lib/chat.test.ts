import { describe, expect, test } from 'vitest';
import { SILENCE, groups, heard, lastOf, lengthOf, mutedNames, peopleHere, sentenceOf, shown, speakerOf, toggled, unread } from './chat.ts';
import type { ChatLine } from '../wire/wire.ts';

function line(n: number, person: number, seat: number | null, text = 'hello'): ChatLine {
  return { n, person, name: ['', 'Ada', 'Ben', 'Cho'][person] ?? '', seat, hand: 8, at: 1_795_834_800_000, text };
}
const chat = (...lines: ChatLine[]) => ({ table: 4, lines, off: null });
const everything = { chat: 'all', muted: [] } as const;

describe('what was said', () => {
  test('messages that come again after the connection was reopened are known', () => {
    const first = heard(SILENCE, chat(line(1, 1, 4), line(2, 2, null)));
    const again = heard(first, chat(line(1, 1, 4), line(2, 2, null), line(3, 1, 4)));
    expect(again.lines.map((line) => line.n)).toEqual([1, 2, 3]);
  });

  test('a restarted room counts on, and what was seen before stays', () => {
    const before = heard(SILENCE, chat(line(1_000_000_009, 1, 4)));
    const after = heard(heard(before, chat()), chat(line(2_000_000_001, 2, null)));
    expect(after.lines.map((line) => line.n)).toEqual([1_000_000_009, 2_000_000_001]);
  });

  test('the reason why nobody may chat follows the last frame', () => {
    const off = {
      code: 'live_hand', reason: 'live_hand', numbers: { seat: 4 }, why: 'seat 4 is all-in: chat opens again after the hand', rule: 'no-talk-that-helps',
      clauses: ['DU-13'], readings: [],
    };
    const rests = heard(heard(SILENCE, chat(line(1, 1, 4))), { ...chat(), off });
    expect(rests).toEqual({ lines: [line(1, 1, 4)], off });
    expect(heard(rests, chat()).off).toBeNull();
  });

  test('a page keeps the last 500 messages', () => {
    const many = Array.from({ length: 600 }, (_, at) => line(at + 1, 1, 4));
    const stored = heard(SILENCE, chat(...many)).lines;
    expect([stored.length, stored[0]?.n, lastOf(stored)]).toEqual([500, 101, 600]);
  });
});

describe('which messages are seen', () => {
  const talk = heard(SILENCE, chat(line(1, 1, 4), line(2, 2, null), line(3, 3, 6)));

  test('all, only those of the seats, or none', () => {
    expect(shown(talk, everything).map((line) => line.n)).toEqual([1, 2, 3]);
    expect(shown(talk, { chat: 'table', muted: [] }).map((line) => line.n)).toEqual([1, 3]);
    expect(shown(talk, { chat: 'off', muted: [] })).toEqual([]);
  });

  test('none from people who are muted, and they come back after unmuting', () => {
    expect(shown(talk, { chat: 'all', muted: [3] }).map((line) => line.n)).toEqual([1, 2]);
    expect(toggled([3], 2)).toEqual([3, 2]);
    expect(toggled([3, 2], 3)).toEqual([2]);
  });

  test("new is what others said later, and not hidden messages or the viewer's own", () => {
    expect(unread(shown(talk, everything), 0, 1)).toBe(2);
    expect(unread(shown(talk, everything), 2, 1)).toBe(1);
    expect(unread(shown(talk, { chat: 'all', muted: [3] }), 2, 1)).toBe(0);
    expect(unread(shown(talk, everything), 0, undefined)).toBe(3);
  });
});

describe('how a message reads', () => {
  test('it names who says it and from where', () => {
    expect(sentenceOf(line(1, 1, 4, 'nice hand'), 2)).toBe('Ada, seat 4, says: nice hand');
    expect(sentenceOf(line(1, 2, null, 'thanks'), 1)).toBe('Ben, watching, says: thanks');
    expect(sentenceOf(line(1, 1, 4, 'thanks'), 1)).toBe('You say: thanks');
    expect(speakerOf(line(1, 1, 4), undefined)).toBe('Ada, seat 4');
  });

  test('its length is counted as the room counts it', () => {
    expect([lengthOf('  nice   hand '), lengthOf('👍👍'), lengthOf(' ')]).toEqual([9, 2, 0]);
  });

  test('muted people have their last known name', () => {
    const known = [{ person: 2, name: 'Ben' }, { person: 2, name: 'Benny' }];
    expect(mutedNames([2, 9], known)).toEqual([{ person: 2, name: 'Benny' }, { person: 9, name: 'Player 9' }]);
  });
});

describe('who is here', () => {
  const chair = (seat: number, person: number, name: string, machine = false) => ({
    seat, person, name, machine, stack: 100, away: false, waits: false, leaving: false, connected: true,
  });

  test('people at the seats and people who said something, each once, and neither programs nor the viewer', () => {
    const chairs = [chair(1, 1, 'Ada'), chair(2, 7, 'Alba', true), chair(4, 2, 'Ben')];
    expect(peopleHere(chairs, [line(1, 2, 4), line(2, 3, null)], 1)).toEqual([{ person: 2, name: 'Ben' }, { person: 3, name: 'Cho' }]);
  });

  test('messages that one person writes in a row are under one name', () => {
    const later = { ...line(4, 1, 4), at: 1_795_834_800_000 + 5 * 60 * 1000 };
    const grouped = groups([line(1, 1, 4), line(2, 1, 4), line(3, 1, null), later, line(5, 2, null)]);
    expect(grouped.map((group) => group.lines.map((line) => line.n))).toEqual([[1, 2], [3], [4], [5]]);
    expect(grouped[0]).toMatchObject({ person: 1, name: 'Ada', seat: 4 });
  });
});
