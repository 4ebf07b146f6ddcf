// Time on the page: countdowns are computed from the room's deadline and a measured offset, never by counting ticks.

/** mm:ss of a span in milliseconds, rounded up, so that 0:00 is shown only when nothing is left. */
export function mmss(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
}

/** What has been measured of the room's clock: room time = own time + offset. */
export interface Offset {
  offset: number;
  /** The round trip it was measured over: the shorter, the better it is known. */
  trip: number;
  measuredAt: number;
}

/** A measurement is forgotten after this long. */
export const MEASURE_AGAIN = 30_000;

/** Takes in an answer that carried the room's time: the better of two measurements counts while it is fresh. */
export function measured(before: Offset | undefined, sent: number, received: number, room: number): Offset {
  const now: Offset = { offset: room - (sent + received) / 2, trip: received - sent, measuredAt: received };
  if (before === undefined || received - before.measuredAt >= MEASURE_AGAIN || now.trip <= before.trip) return now;
  return before;
}

/** What is left until the room's deadline, in milliseconds; never negative. */
export function left(deadline: number, now: number, offset: Offset | undefined): number {
  return Math.max(0, deadline - (now + (offset?.offset ?? 0)));
}
