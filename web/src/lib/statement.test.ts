import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setZone } from './clock.ts';
import { type WalletLine, between, continued, entries, inWords, pageOf, sumOf } from './statement.ts';

const at = (day: number, hour = 12): number => Date.UTC(2026, 10, day, hour);
const line = (sequence: number, when: number, other: string, change: number, kind = 'sit'): WalletLine => ({
  sequence, stream: other.startsWith('stake/') ? `table/${other.split('/')[1] ?? ''}` : 'people', at: when, kind, other, change,
});

/** Newest first, as the room sends them: 10,000 granted, 200 and 50 to a table, 310 back, 500 to another. */
const WALLET = {
  balance: 9560,
  lines: [
    line(50, at(27, 20), 'stake/5/2', -500),
    line(41, at(26, 22), 'stake/1/2', 310, 'closed'),
    line(38, at(26, 21), 'stake/1/2', -50, 'top_up'),
    line(32, at(26, 20), 'stake/1/2', -200),
    line(30, at(25, 9), 'issue', 10_000, 'granted'),
  ],
};

beforeEach(() => setZone('UTC'));
afterEach(() => setZone(undefined));

describe('a statement', () => {
  it('has after each line the balance that the lines before it add up to', () => {
    const all = entries(WALLET);
    expect(all.map((entry) => entry.after)).toEqual([9560, 10_060, 9750, 9800, 10_000]);
    let balance = 0;
    for (const entry of [...all].reverse()) {
      balance += entry.change;
      expect(entry.after).toBe(balance);
    }
    expect(balance).toBe(WALLET.balance);
  });

  it('adds up over any span of days', () => {
    const all = entries(WALLET);
    expect(sumOf(all)).toEqual({ before: 0, came: 10_310, went: 750, after: 9560 });
    const day = between(all, '2026-11-26', '2026-11-26');
    expect(day.map((entry) => entry.sequence)).toEqual([41, 38, 32]);
    const sum = sumOf(day);
    expect(sum).toEqual({ before: 10_000, came: 310, went: 250, after: 10_060 });
    expect((sum?.before ?? 0) + (sum?.came ?? 0) - (sum?.went ?? 0)).toBe(sum?.after);
    expect(between(all, '', '2026-11-25').map((entry) => entry.sequence)).toEqual([30]);
    expect(between(all, '2026-11-27', '').map((entry) => entry.sequence)).toEqual([50]);
    expect(sumOf(between(all, '2027-01-01', ''))).toBeUndefined();
  });

  it('has days of the room: what was after midnight there belongs to the next day', () => {
    setZone('Pacific/Auckland');
    const all = entries(WALLET);
    // 20:00 on the 27th in UTC is 09:00 on the 28th there.
    expect(between(all, '2026-11-28', '2026-11-28').map((entry) => entry.sequence)).toEqual([50]);
  });

  it('has each line in words with its table', () => {
    const names = new Map([[1, 'Elm']]);
    expect(entries(WALLET).map((entry) => inWords(entry, entry.table === undefined ? undefined : names.get(entry.table)))).toEqual([
      'Sat down at table 5', 'Stack back from Elm', 'Added chips at Elm', 'Sat down at Elm', 'Play chips granted by the room',
    ]);
  });

  it('continues with older lines, and so do the balances', () => {
    const [newest, ...older] = WALLET.lines;
    if (newest === undefined) throw new Error('there is a line');
    const first = { balance: WALLET.balance, lines: [newest], before: newest.sequence };
    const whole = continued(first, { balance: 1, lines: older, before: null });
    expect(entries(whole)).toEqual(entries(WALLET));
    expect(whole.before).toBeNull();
  });

  it('is split into pages', () => {
    const numbers = Array.from({ length: 45 }, (_, one) => one);
    expect(pageOf(numbers, 1, 20)).toMatchObject({ page: 1, pages: 3, lines: { length: 20 } });
    expect(pageOf(numbers, 3, 20).lines).toEqual([40, 41, 42, 43, 44]);
    expect(pageOf(numbers, 9, 20).page).toBe(3);
    expect(pageOf([], 1, 20)).toEqual({ page: 1, pages: 1, lines: [] });
  });
});
