import { expect, it } from 'vitest';
import { mmss, timeOfDay } from './clock.ts';

it('spans are minutes and seconds, rounded up', () => {
  expect(mmss(0)).toBe('0:00');
  expect(mmss(1)).toBe('0:01');
  expect(mmss(18_000)).toBe('0:18');
  expect(mmss(60_001)).toBe('1:01');
  expect(mmss(-5)).toBe('0:00');
});

it('a time of day has two digits for each part', () => {
  const at = new Date(2026, 10, 27, 9, 5, 7).getTime();
  expect(timeOfDay(at)).toBe('09:05:07');
});
