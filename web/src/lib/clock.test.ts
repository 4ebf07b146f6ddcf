import { afterEach, expect, it } from 'vitest';
import { dayInWords, dayOf, hoursAndMinutes, minuteOfDay, mmss, setZone, timeOfDay, zoneName } from './clock.ts';

afterEach(() => setZone(undefined));

it('spans are minutes and seconds, rounded up', () => {
  expect(mmss(0)).toBe('0:00');
  expect(mmss(1)).toBe('0:01');
  expect(mmss(18_000)).toBe('0:18');
  expect(mmss(60_001)).toBe('1:01');
  expect(mmss(-5)).toBe('0:00');
});

it('long spans are whole hours and minutes', () => {
  expect(hoursAndMinutes(0)).toBe('0 min');
  expect(hoursAndMinutes(59_999)).toBe('0 min');
  expect(hoursAndMinutes(12 * 60_000)).toBe('12 min');
  expect(hoursAndMinutes(72 * 60_000)).toBe('1 h 12 min');
  expect(hoursAndMinutes(60 * 60_000)).toBe('1 h 0 min');
});

it('a time of day has two digits for each part', () => {
  const at = new Date(2026, 10, 27, 9, 5, 7).getTime();
  expect(timeOfDay(at)).toBe('09:05:07');
  expect(minuteOfDay(at)).toBe('09:05');
});

it('times are in the zone of the room, wherever the device is', () => {
  // 2026-11-27T23:30:00Z: the next day in Vienna, where summer time is over.
  const at = Date.UTC(2026, 10, 27, 23, 30, 0);
  setZone('Europe/Vienna');
  expect(timeOfDay(at)).toBe('00:30:00');
  expect(dayOf(at)).toBe('2026-11-28');
  expect(dayInWords(at)).toBe('28 Nov 2026');
  expect(zoneName(at)).toBe('CET');
  setZone('UTC');
  expect(timeOfDay(at)).toBe('23:30:00');
  expect(dayOf(at)).toBe('2026-11-27');
});

it('an unknown zone leaves the device’s own, and the page says so', () => {
  const at = new Date(2026, 10, 27, 9, 5, 7).getTime();
  setZone('Mars/Olympus');
  expect(timeOfDay(at)).toBe('09:05:07');
  expect(zoneName(at)).toMatch(/, by this device$/);
});
