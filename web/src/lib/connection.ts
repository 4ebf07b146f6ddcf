// The life of the connection to the room, as a plain state machine: what happened goes in, what to show and
// to do comes out. Sockets and timers live elsewhere.

/** What the badge in the header says. */
export type State = 'live' | 'slow' | 'reconnecting' | 'catching-up' | 'offline' | 'elsewhere' | 'maintenance';

/** The machine's state. Times are in milliseconds of one monotonic clock. */
export interface Connection {
  /** The socket is open. */
  open: boolean;
  /** The device says that it has a network. */
  network: boolean;
  /**
   * Events are missing and have been requested: the answer to the ping sent after that request ends the gap.
   */
  gap: boolean;
  /** The room is draining. */
  draining: boolean;
  /** Moving average of the time from a ping to its answer, in milliseconds. */
  trip: number | undefined;
  /** When the last unanswered ping was sent. */
  pinged: number | undefined;
  /** When the last answer to a ping arrived. */
  answered: number;
  /** When anything last arrived. */
  heard: number;
  /** Retries since the connection was last good. */
  retries: number;
  /** When the next retry is due; undefined while the connection is up. */
  retryAt: number | undefined;
}

/** What can happen to a connection. */
export type Happening =
  | { what: 'opened' }
  | { what: 'closed' }
  | { what: 'heard' }
  | { what: 'answered' }
  | { what: 'gap-found' }
  | { what: 'gap-closed' }
  | { what: 'network'; there: boolean }
  | { what: 'draining' }
  | { what: 'woke' }
  | { what: 'tick' };

/** What must be done about it. */
export type Todo = 'connect' | 'ping' | 'close';

/** A ping follows this long after the answer to the one before. */
export const PING_AFTER = 2500;
/** Without an answer for this long the connection counts as lost. */
export const LOST_AFTER = 9000;
/** From here on the connection is called slow. */
export const SLOW_FROM = 300;
const RETRIES = [0, 1000, 2000, 3500];
const RETRY_LATER = 5000;

/** A connection that has yet to be opened. */
export function fresh(now: number): Connection {
  return {
    open: false,
    network: true,
    gap: false,
    draining: false,
    trip: undefined,
    pinged: undefined,
    answered: now,
    heard: now,
    retries: 0,
    retryAt: now,
  };
}

/** How long to wait before the retry of that number, counted from 0. `jitter` is from 0 to 1. */
export function retryDelay(retries: number, jitter: number): number {
  return RETRIES[retries] ?? RETRY_LATER + Math.round(jitter * 1000);
}

/** The state the badge shows; `elsewhere` when the same player took the table over in another place. */
export function state(line: Connection, now: number, elsewhere = false): State {
  if (!line.network) return 'offline';
  if (!line.open || (line.pinged !== undefined && now - line.pinged >= LOST_AFTER)) return 'reconnecting';
  if (elsewhere) return 'elsewhere';
  if (line.gap) return 'catching-up';
  if (line.draining) return 'maintenance';
  // A ping still without an answer counts with its age, so that a connection that slows down is called slow
  // at once.
  const waiting = line.pinged === undefined ? 0 : now - line.pinged;
  return Math.max(line.trip ?? 0, waiting) >= SLOW_FROM ? 'slow' : 'live';
}

/**
 * Nothing can be requested from the room or received for a table: the connection is lost, or another device
 * has the table.
 */
export function cutOff(state: State): boolean {
  return state === 'reconnecting' || state === 'offline' || state === 'elsewhere';
}

/** True while acts may be sent. */
export function mayAct(of: State): boolean {
  return of === 'live' || of === 'slow' || of === 'maintenance';
}

/** Takes in what happened; returns the connection as it is now and what to do. `jitter` is from 0 to 1. */
export function next(line: Connection, happening: Happening, now: number, jitter: number): [Connection, Todo[]] {
  switch (happening.what) {
    case 'opened':
      return [
        { ...line, open: true, gap: true, heard: now, pinged: now, trip: undefined, retries: 0, retryAt: undefined, draining: false },
        ['ping'],
      ];
    case 'closed':
      return [lost(line, now, jitter), []];
    case 'heard':
      return [{ ...line, heard: now }, []];
    case 'answered': {
      if (line.pinged === undefined) return [{ ...line, heard: now }, []];
      // The first answer comes after everything that was missed: its time says nothing about the connection.
      if (line.gap) return [{ ...line, heard: now, answered: now, pinged: undefined }, []];
      const took = now - line.pinged;
      // A quarter of the newest: one late answer does not change the badge, four do.
      const trip = line.trip === undefined ? took : Math.round((line.trip * 3 + took) / 4);
      return [{ ...line, heard: now, answered: now, pinged: undefined, trip }, []];
    }
    case 'gap-found':
      return [{ ...line, gap: true, pinged: now }, ['ping']];
    case 'gap-closed':
      return [{ ...line, gap: false }, []];
    case 'network':
      if (!happening.there) return [{ ...line, network: false }, []];
      return reconnectNow({ ...line, network: true }, now);
    case 'draining':
      return [{ ...line, draining: true }, []];
    case 'woke':
      // Nothing failed when a laptop slept: it retries without waiting.
      if (line.open && now - line.heard < LOST_AFTER) return [line, []];
      return reconnectNow({ ...line, open: false, pinged: undefined }, now);
    case 'tick':
      return tick(line, now, jitter);
  }
}

function lost(line: Connection, now: number, jitter: number): Connection {
  const retryAt = now + retryDelay(line.retries, jitter);
  return { ...line, open: false, pinged: undefined, retryAt };
}

function reconnectNow(line: Connection, now: number): [Connection, Todo[]] {
  if (line.open || !line.network) return [line, []];
  return [{ ...line, retries: line.retries + 1, retryAt: now + LOST_AFTER }, ['connect']];
}

function tick(line: Connection, now: number, jitter: number): [Connection, Todo[]] {
  if (line.open) {
    if (line.pinged !== undefined) {
      return now - line.pinged >= LOST_AFTER ? [lost(line, now, jitter), ['close']] : [line, []];
    }
    return now - line.answered >= PING_AFTER ? [{ ...line, pinged: now }, ['ping']] : [line, []];
  }
  if (!line.network || line.retryAt === undefined || now < line.retryAt) return [line, []];
  // If the attempt neither opens nor closes, another one follows.
  return [{ ...line, retries: line.retries + 1, retryAt: now + LOST_AFTER }, ['connect']];
}
