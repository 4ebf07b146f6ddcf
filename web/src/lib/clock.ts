// Time on the page: countdowns are computed from a deadline, never by counting ticks, and times of day are in
// the room's time zone.

import * as words from '../words/time.ts';

/** A span in milliseconds as m:ss, rounded up, so that 0:00 is shown only when nothing is left. */
export function mmss(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A long span in words, whole minutes: "1 h 12 min". */
export function hoursAndMinutes(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  return minutes < 60 ? words.minutes(minutes) : words.hoursAndMinutes(Math.floor(minutes / 60), minutes % 60);
}

/** The zone of the room; the device's own until the room has named one. */
let zone: string | undefined;
let format: Intl.DateTimeFormat | undefined;

/** Sets the zone that the room names. A name that this device does not know leaves the device's own. */
export function setZone(name: string | null | undefined): void {
  zone = undefined;
  format = undefined;
  if (name === null || name === undefined || name === '') return;
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    zone = name;
  } catch {
    // Times are then the device's, and the footer says so.
  }
}

/** The date and time in the room's zone at a moment: year, month from 1, day, hour, minute, second. */
export function wall(at: number): { year: number; month: number; day: number; hour: number; minute: number; second: number } {
  format ??= new Intl.DateTimeFormat('en-GB', {
    ...(zone === undefined ? {} : { timeZone: zone }),
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map((part) => [part.type, Number(part.value)]));
  const of = (name: string): number => parts[name] ?? 0;
  return { year: of('year'), month: of('month'), day: of('day'), hour: of('hour'), minute: of('minute'), second: of('second') };
}

const two = (part: number): string => String(part).padStart(2, '0');

/** The time of day of a moment in milliseconds since 1970, in the room's zone: 21:15:07. */
export function timeOfDay(at: number): string {
  const { hour, minute, second } = wall(at);
  return [hour, minute, second].map(two).join(':');
}

/** The time of day without its seconds: 21:15. */
export function minuteOfDay(at: number): string {
  return timeOfDay(at).slice(0, 5);
}

/** The day of a moment as a date input writes it: 2026-11-27. */
export function dayOf(at: number): string {
  const { year, month, day } = wall(at);
  return `${String(year)}-${two(month)}-${two(day)}`;
}

/** The day of a moment for people: "27 Nov 2026". */
export function dayInWords(at: number): string {
  const { year, month, day } = wall(at);
  return words.day(year, month, day);
}

/** The short name of the zone in which times are shown: "CET", and whose it is if the room has named none. */
export function zoneName(at: number): string {
  const parts = new Intl.DateTimeFormat(words.zones, { ...(zone === undefined ? {} : { timeZone: zone }), timeZoneName: 'short' }).formatToParts(at);
  const short = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
  return zone === undefined ? words.byThisDevice(short) : short;
}

/** The day of a moment, in the room's zone: "27 Nov", with the year if it is another one. */
export function shortDay(at: number, now: number = Date.now()): string {
  const { year, month, day } = wall(at);
  return year === wall(now).year ? words.dayOfYear(month, day) : words.day(year, month, day);
}

/** The day and minute of a moment, in the room's zone: "27 Nov 21:15", with the year if it is another one. */
export function dayAndTime(at: number, now: number = Date.now()): string {
  return words.dayAndTime(shortDay(at, now), minuteOfDay(at));
}

/** The time of day to the millisecond: 21:15:07.412. */
export function exactTime(at: number): string {
  return `${timeOfDay(at)}.${String(new Date(at).getMilliseconds()).padStart(3, '0')}`;
}
