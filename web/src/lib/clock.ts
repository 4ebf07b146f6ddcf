// Time on the page: countdowns are computed from a deadline, never by counting ticks.

/** m:ss of a span in milliseconds, rounded up, so that 0:00 is shown only when nothing is left. */
export function mmss(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The time of day of a moment in milliseconds since 1970, as the device's zone has it: 21:15:07. */
export function timeOfDay(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** The day and minute of a moment, as the device's zone has it: "27 Nov 21:15", with the year where it is another one. */
export function dayAndTime(at: number, now: number = Date.now()): string {
  const date = new Date(at);
  const year = date.getFullYear() === new Date(now).getFullYear() ? '' : ` ${String(date.getFullYear())}`;
  const month = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][date.getMonth()] ?? '';
  return `${String(date.getDate())} ${month}${year} ${timeOfDay(at).slice(0, 5)}`;
}

/** The time of day to the millisecond: 21:15:07.412. */
export function exactTime(at: number): string {
  return `${timeOfDay(at)}.${String(new Date(at).getMilliseconds()).padStart(3, '0')}`;
}
