import { describe, expect, it } from 'vitest';
import type { Stakes } from '../wire/wire.ts';
import {
  type Session, amountTicks, duration, gamesOf, running, scale, seated, signed, sorted, spent, stairs, thinned, timeAtTables, timeTicks, totals, unitName,
  unitsOf,
} from './results.ts';
import { HOLDEM, OMAHA } from '../wire/deals.ts';

const STAKES: Stakes = {
  book: 'standard', book_version: '1', game: 'holdem', deal: HOLDEM, limit: 'no_limit', blinds: [1, 2], ante: null, bets: [],
  min_buy_in: 40, max_buy_in: 200, seats: 6, smallest_chip: 1, chip_cents: 100,
};
const HOUR = 3_600_000;

function session(change: Partial<Session>): Session {
  return { table: 1, name: 'Elm', stakes: STAKES, from: 0, until: HOUR, hands: 2, brought: 100, took: 130, net: 30, points: [{ hand: 1, at: 1000, net: -20 }, { hand: 2, at: 2000, net: 30 }], ...change };
}

describe('the running result', () => {
  it('adds one session to the next', () => {
    const line = running([
      session({}),
      session({ from: 2 * HOUR, until: 3 * HOUR, net: -50, took: 50, points: [{ hand: 9, at: 2 * HOUR + 5, net: -50 }] }),
    ]);
    expect(line.map((point) => point.sum)).toEqual([0, -20, 30, 30, 30, -20, -20]);
    expect(line.at(-1)?.sum).toBe(30 - 50);
  });

  it('merges sessions at several tables at once into one line', () => {
    const line = running([
      session({ points: [{ hand: 1, at: 1000, net: -20 }, { hand: 2, at: 3000, net: 30 }] }),
      session({ table: 2, from: 500, points: [{ hand: 7, at: 2000, net: 100 }], net: 100, until: null }),
    ]);
    // -20 at 1000; +100 at the other table at 2000 makes 80; 50 more at 3000 makes 130.
    expect(line.filter((point) => point.hand !== undefined).map((point) => [point.at, point.sum])).toEqual([[1000, -20], [2000, 80], [3000, 130]]);
  });

  it('ends where the session ends, whatever was left out of its points', () => {
    const line = running([session({ net: 70, took: 170 })]);
    expect(line.at(-1)).toMatchObject({ at: HOUR, sum: 70, ends: true });
  });
});

describe('sums', () => {
  it('are what came back less what was brought', () => {
    const all = totals([session({}), session({ brought: 200, took: 0, net: -45, until: null, hands: 7 })]);
    // 130 came back; of 200, 155 are in front of the seat.
    expect(all).toEqual({ sessions: 2, hands: 9, brought: 300, back: 285, net: -15 });
    expect(all.back - all.brought).toBe(all.net);
  });

  it('are never made of chips of different worth', () => {
    const cheap: Stakes = { ...STAKES, chip_cents: 5 };
    expect(unitsOf([session({}), session({ stakes: cheap, from: 5 })])).toEqual(['5', '100']);
    expect([unitName('100', true, false), unitName('5', true, false), unitName('250', true, false), unitName('100', false, false)]).toEqual([
      'play chips of $1', 'play chips of 5¢', 'play chips of $2.50', 'play chips',
    ]);
  });

  it('are listed by game, the one with the most hands first', () => {
    const omaha: Stakes = { ...STAKES, game: 'omaha', deal: OMAHA, limit: 'full_pot' };
    expect(gamesOf([session({}), session({ stakes: omaha, hands: 40 })])).toEqual(['Pot-limit Omaha', "No-limit Hold'em"]);
  });

  it('show gains and losses without a colour', () => {
    expect([signed(1250), signed(-45), signed(0)]).toEqual(['+1,250', '−45', '0']);
  });

  it('are money where the room plays for it', () => {
    expect([signed(1250, 100), signed(-45, 5), unitName('100', false, true), unitName('5', true, true)]).toEqual([
      '+$1,250', '−$2.25', 'dollars', 'dollars, in chips of 5¢',
    ]);
  });
});

describe('the scales of the chart', () => {
  it('have round amounts, always including zero', () => {
    expect(amountTicks(-37, 112, 5)).toEqual([-50, 0, 50, 100, 150]);
    expect(amountTicks(10, 80, 4)).toEqual([0, 20, 40, 60, 80]);
    expect(amountTicks(-900, -100, 4)).toEqual([-1000, -500, 0]);
    expect(amountTicks(0, 0, 6)).toEqual([0, 1]);
  });

  it('have no amount between whole chips', () => {
    expect(amountTicks(0, 2, 6)).toEqual([0, 1, 2]);
  });

  it('have times that people count by', () => {
    const at = (hour: number, minute = 0): number => Date.UTC(2026, 10, 27, hour, minute);
    expect(timeTicks(at(20, 10), at(22, 20), 5, 0).map((tick) => tick.at)).toEqual([at(20, 30), at(21), at(21, 30), at(22)]);
    // The offset of a zone an hour ahead of UTC is -60 minutes: its midnight is at 23:00.
    const days = timeTicks(at(0), at(0) + 3 * 24 * HOUR, 4, -60);
    expect(days).toEqual([1, 2, 3].map((day) => ({ at: at(0) + day * 24 * HOUR - HOUR, days: true })));
  });

  it('never have more times than there is room for', () => {
    for (const hours of [0.1, 1, 5, 30, 200, 5000, 50_000]) {
      expect(timeTicks(7, 7 + hours * HOUR, 6, 0).length).toBeLessThanOrEqual(7);
    }
  });

  it('map a value to its place between the ends, and an empty span to the middle', () => {
    expect(scale(0, 200, 10, 110)(50)).toBe(35);
    // Upwards on a screen is towards smaller numbers.
    expect(scale(-100, 100, 300, 0)(0)).toBe(150);
    expect(scale(5, 5, 0, 100)(5)).toBe(50);
  });

  it('hold the line until the next hand', () => {
    expect(stairs([{ x: 0, y: 10 }, { x: 5, y: 20 }, { x: 9, y: 0 }])).toBe('M0 10H5V20H9V0');
    expect(stairs([])).toBe('');
  });

  it('keep the extremes of many points on one pixel', () => {
    const many = [5, 9, 1, 7, 6].map((y, at) => ({ x: 10 + at / 100, y }));
    expect(thinned(many).map((point) => point.y)).toEqual([5, 9, 1, 6]);
    expect(thinned([{ x: 0, y: 1 }, { x: 3, y: 2 }])).toHaveLength(2);
  });

  it('leave out the time between sessions, and count two tables at once as one', () => {
    const spans = seated([session({}), session({ table: 2, from: HOUR / 2, until: 2 * HOUR }), session({ from: 10 * HOUR, until: 11 * HOUR })]);
    expect(spans).toEqual([{ from: 0, until: 2 * HOUR }, { from: 10 * HOUR, until: 11 * HOUR }]);
    expect(timeAtTables(spans, 5 * HOUR)).toBe(2 * HOUR);
    expect(timeAtTables(spans, 10.5 * HOUR)).toBe(2.5 * HOUR);
  });
});

describe('the table of sessions', () => {
  it('is sorted by a column, either way', () => {
    const [one, two, three] = [session({ from: 1, net: 5 }), session({ from: 2, net: -9 }), session({ from: 3, net: 5 })];
    expect(sorted([one, two, three], 'from', true)).toEqual([three, two, one]);
    expect(sorted([one, two, three], 'net', false)).toEqual([two, three, one]);
    expect(sorted([one, two, three], 'net', true)).toEqual([three, one, two]);
  });

  it('says how long a session lasted, or up to its last hand while it is open', () => {
    expect(spent(session({ from: 500, until: null }))).toBe(1500);
    expect([duration(12 * 60_000), duration(HOUR + 5 * 60_000)]).toEqual(['12 min', '1 h 05 min']);
  });
});
