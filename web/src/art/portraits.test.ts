// Which portrait belongs to whom.

import { describe, expect, it } from 'vitest';

import { PORTRAITS, portraitOf } from './index.ts';

describe('the portrait of a person', () => {
  it('never changes', () => {
    // 1, 2 and 3 times 0x9e3779b9, modulo 2^32, with the five highest bits of each: the index in the list.
    expect(portraitOf(1)).toBe('octopus'); // 0x9e3779b9: 10011, 19
    expect(portraitOf(2)).toBe('crab'); // 0x3c6ef372: 00111, 7
    expect(portraitOf(3)).toBe('swan'); // 0xdaa66d2b: 11011, 27
  });

  it('exists for every number that a person can have', () => {
    for (const person of [0, 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1]) expect(PORTRAITS).toContain(portraitOf(person));
  });

  it('is each as frequent as the others: of 32,000 people in a row each has its thousand, give or take three', () => {
    const counts = new Map<string, number>();
    for (let person = 1; person <= 32_000; person += 1) {
      const portrait = portraitOf(person);
      counts.set(portrait, (counts.get(portrait) ?? 0) + 1);
    }
    expect(counts.size).toBe(PORTRAITS.length);
    for (const [portrait, count] of counts) expect(Math.abs(count - 1000), portrait).toBeLessThanOrEqual(3);
  });

  it('differs within any 21 people in a row', () => {
    // Up to 21 multiples of the golden ratio are at least 0.034 of the circle apart, and a portrait has 1 /
    // 32 = 0.031.
    for (let first = 1; first <= 5_000; first += 1) {
      expect(new Set(Array.from({ length: 21 }, (_, at) => portraitOf(first + at))).size, `from ${String(first)}`).toBe(21);
    }
  });
});

describe('the portraits', () => {
  it('are at least 24, each with its own name', () => {
    expect(PORTRAITS.length).toBeGreaterThanOrEqual(24);
    expect(new Set(PORTRAITS).size).toBe(PORTRAITS.length);
  });
});
