import { describe, expect, it } from 'vitest';
import { type Connection, type Happening, fresh, mayAct, next, retryDelay, state } from './connection.ts';

/** Plays what happens at the times given, without jitter. */
function played(...happenings: [number, Happening][]): Connection {
  return happenings.reduce((line, [at, happening]) => next(line, happening, at, 0)[0], fresh(0));
}

const LIVE: [number, Happening][] = [
  [0, { what: 'tick' }],
  [10, { what: 'opened' }],
  [55, { what: 'answered' }],
  [55, { what: 'gap-closed' }],
];

describe('the connection to the room', () => {
  it('opens at once and is catching up until the table has arrived', () => {
    const [line, todo] = next(fresh(0), { what: 'tick' }, 0, 0);
    expect(todo).toEqual(['connect']);
    const [open, then] = next(line, { what: 'opened' }, 10, 0);
    expect(then).toEqual(['ping']);
    expect(state(open, 10)).toBe('catching-up');
    expect(mayAct(state(open, 10))).toBe(false);
    expect(state(played(...LIVE), 60)).toBe('live');
  });

  it('is slow after an answer in 300 ms, and an unanswered ping counts with its age', () => {
    const pinging = played(...LIVE, [2555, { what: 'tick' }]);
    expect(pinging.pinged).toBe(2555);
    expect(state(pinging, 2854)).toBe('live');
    expect(state(pinging, 2855)).toBe('slow');
    expect(mayAct('slow')).toBe(true);
  });

  it('is not made slow by one late answer among quick ones', () => {
    const quick: [number, Happening][] = [...LIVE, [2555, { what: 'tick' }], [2600, { what: 'answered' }]];
    expect(played(...quick).trip).toBe(45);
    const line = played(...quick, [5100, { what: 'tick' }], [5500, { what: 'answered' }]);
    // (3 * 45 + 400) / 4 = 133.75
    expect(line.trip).toBe(134);
    expect(state(line, 5500)).toBe('live');
  });

  it('does not count the first answer, which comes after what was missed', () => {
    const line = played([0, { what: 'tick' }], [10, { what: 'opened' }], [3000, { what: 'answered' }], [3000, { what: 'gap-closed' }]);
    expect(line.trip).toBeUndefined();
    expect(state(line, 3000)).toBe('live');
  });

  it('pings 2.5 s after each answer', () => {
    const line = played(...LIVE);
    expect(next(line, { what: 'tick' }, 2554, 0)[1]).toEqual([]);
    expect(next(line, { what: 'tick' }, 2555, 0)[1]).toEqual(['ping']);
  });

  it('does not postpone the ping when events arrive', () => {
    const line = played(...LIVE, [2500, { what: 'heard' }]);
    expect(next(line, { what: 'tick' }, 2555, 0)[1]).toEqual(['ping']);
  });

  it('is lost after 9 s without an answer', () => {
    const line = played(...LIVE, [2555, { what: 'tick' }]);
    expect(next(line, { what: 'tick' }, 11554, 0)[1]).toEqual([]);
    const [lost, todo] = next(line, { what: 'tick' }, 11555, 0);
    expect(todo).toEqual(['close']);
    expect(state(lost, 11555)).toBe('reconnecting');
    expect(mayAct('reconnecting')).toBe(false);
  });

  it('retries at once, then after 1, 2 and 3.5 s, then every 5 s with jitter', () => {
    expect([0, 1, 2, 3].map((count) => retryDelay(count, 1))).toEqual([0, 1000, 2000, 3500]);
    expect(retryDelay(4, 0)).toBe(5000);
    expect(retryDelay(40, 0.5)).toBe(5500);
    expect(retryDelay(5, 1)).toBe(6000);
  });

  it('retries by itself once closed, each time later', () => {
    let line = played(...LIVE);
    const delays: number[] = [];
    let now = 10_000;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      line = next(line, { what: 'closed' }, now, 0)[0];
      delays.push((line.retryAt ?? 0) - now);
      now = line.retryAt ?? 0;
      const [tried, todo] = next(line, { what: 'tick' }, now, 0);
      expect(todo).toEqual(['connect']);
      line = tried;
    }
    expect(delays).toEqual([0, 1000, 2000, 3500, 5000]);
    expect(next(line, { what: 'opened' }, now, 0)[0].retries).toBe(0);
  });

  it('waits for a network on a device without one, and then connects at once', () => {
    const off = played(...LIVE, [100, { what: 'network', there: false }], [101, { what: 'closed' }]);
    expect(state(off, 200)).toBe('offline');
    expect(next(off, { what: 'tick' }, 60_000, 0)[1]).toEqual([]);
    expect(next(off, { what: 'network', there: true }, 60_000, 0)[1]).toEqual(['connect']);
  });

  it('takes no acts here for a table that is open on another device', () => {
    expect(state(played(...LIVE), 60, true)).toBe('elsewhere');
    expect(mayAct('elsewhere')).toBe(false);
    // A lost connection is mentioned first: while it is lost the table cannot be taken back.
    expect(state(played(...LIVE, [100, { what: 'network', there: false }]), 200, true)).toBe('offline');
    expect(state(played(...LIVE, [100, { what: 'closed' }]), 200, true)).toBe('reconnecting');
  });

  it('reconnects at once when a laptop wakes', () => {
    const line = played(...LIVE);
    expect(next(line, { what: 'woke' }, 70, 0)[1]).toEqual([]);
    expect(next(line, { what: 'woke' }, 3_600_000, 0)[1]).toEqual(['connect']);
  });

  it('reports a draining room, which can still be played in', () => {
    const line = played(...LIVE, [100, { what: 'draining' }]);
    expect(state(line, 100)).toBe('maintenance');
    expect(mayAct('maintenance')).toBe(true);
  });

  it('catches up on a gap before anything is done', () => {
    const [line, todo] = next(played(...LIVE), { what: 'gap-found' }, 100, 0);
    expect(todo).toEqual(['ping']);
    expect(state(line, 100)).toBe('catching-up');
    expect(state(next(line, { what: 'gap-closed' }, 150, 0)[0], 150)).toBe('live');
  });
});
