import { beforeAll, describe, expect, it, vi } from 'vitest';
import { areHere, fetched, fetchedFor, inOwnWords } from './refusals.svelte.ts';
import { setZone } from './clock.ts';
import { reasons } from '../words/refusals.ts';

const late = { code: 'smallest_raise', rule: 'smallest-raise', clauses: ['HE-10.5'], readings: [] };

describe('a refusal', () => {
  it("has the words of the room until the page's own are loaded, and requests those", async () => {
    expect(areHere()).toBe(false);
    expect(inOwnWords({ reason: 'twice', numbers: {}, why: 'the room says so' }).why).toBe('the room says so');
    await vi.waitUntil(areHere);
    expect(inOwnWords({ reason: 'twice', numbers: {}, why: 'the room says so' }).why).toBe('you have already added to this cut');
  });

  describe('in the words of the page', () => {
    beforeAll(async () => {
      setZone('UTC');
      await fetched();
    });

    it('is made only from its reason and its numbers', () => {
      const shown = inOwnWords({ ...late, reason: 'raise_too_small', numbers: { to: 1600, at_least: 2400 }, why: 'eine Erhöhung' });
      expect(shown).toEqual({ ...late, reason: 'raise_too_small', numbers: { to: 1600, at_least: 2400 }, why: 'raise to 1,600 is short: at least 2,400' });
    });

    it('says for choices of a table what is wrong at each setting', async () => {
      const line = { given: '1000000001', what: 'Zahlen gehen so weit', would_do: '', rule: null, clauses: [] };
      const refused = {
        reason: 'not_determined', numbers: {}, why: 'min_buy_in = 1000000001: eins', problems: [
          { ...line, setting: 'min_buy_in', reason: 'too_high', numbers: { at_most: 1_000_000_000 } },
          { ...line, setting: 'seats', reason: 'not_offered', numbers: {} },
        ],
      };
      await fetchedFor(refused);
      expect(inOwnWords(refused).why).toBe('“Smallest buy-in”: numbers go up to 1,000,000,000; “Seats”: the book does not offer it');
      expect(inOwnWords({ ...refused, problems: [] }).why).toBe('min_buy_in = 1000000001: eins');
    });

    it('gives hands and tables by their numbers, roles by their names and times as the page writes them', () => {
      const sentence = (reason: string, numbers: Record<string, number | string | boolean>): string => inOwnWords({ reason, numbers, why: '' }).why;
      expect(sentence('no_such_hand', { table: 1204, hand: 31_007 })).toBe('table 1204 has no finished hand 31007');
      expect(sentence('role_needed', { role: 'shift_manager' })).toBe('this needs the role shift manager');
      expect(sentence('banned_until', { until: Date.UTC(2026, 10, 30, 0, 53) })).toContain('30 Nov');
      expect(sentence('no_chips_off', { small_purchases: false })).not.toContain('small purchases');
      expect(sentence('no_chips_off', { small_purchases: true })).toContain('small purchases');
    });

    it('is the room’s sentence for a reason that the page does not know', () => {
      for (const reason of ['malformed', 'of_another_version', 'toString', '__proto__', '']) {
        expect(inOwnWords({ reason, numbers: {}, why: 'the room says so' }).why).toBe('the room says so');
      }
      expect(inOwnWords({ why: 'the room says so' }).why).toBe('the room says so');
    });
  });
});

describe('the words of every reason', () => {
  /** Values that show where they are used. */
  const values = (of: string | boolean): never => new Proxy({}, { get: () => of }) as never;

  it('are a part of a sentence, with every value in it', () => {
    for (const [reason, say] of Object.entries(reasons)) {
      for (const flag of ['5', true, false]) {
        const sentence = say(values(flag));
        expect(sentence, reason).toMatch(/^[a-z0-9][^\n]*[^.]$/);
        expect(sentence, reason).not.toMatch(/undefined|NaN|object/);
      }
    }
    expect(Object.keys(reasons).length).toBeGreaterThan(180);
  });
});
