import { describe, expect, it } from 'vitest';
import { type Furniture, type Point, type Size, flatFurniture, leastHeight, littleFurniture, seatsFrom, spots, usualFurniture } from './layout.ts';

const DESK = usualFurniture(6, 1);
/** More than six seats. */
const MANY = usualFurniture(10, 1);
const LARGE: Furniture = { ...DESK, seat: { width: 150, height: 127 }, middle: { width: 472, height: 150 } };
const PHONE = littleFurniture(1);

interface Box extends Point, Size {
  what: string;
}

function meet(one: Box, other: Box): boolean {
  return Math.abs(one.x - other.x) * 2 < one.width + other.width && Math.abs(one.y - other.y) * 2 < one.height + other.height;
}

/** Every pair of things that overlap. */
function overlaps(seats: number, felt: Size, of: Furniture): string[] {
  const boxes: Box[] = [{ what: 'middle', x: felt.width / 2, y: felt.height / 2 + of.lower, ...of.middle }];
  spots(seats, felt, of).forEach((spot, at) => {
    boxes.push({ what: `seat ${String(at)}`, x: spot.x, y: spot.y, ...of.seat });
    boxes.push({ what: `bet ${String(at)}`, ...spot.bet, ...of.bet });
  });
  const pairs = boxes.flatMap((box, at) => boxes.slice(at + 1).filter((other) => meet(box, other)).map((other) => `${box.what} on ${other.what}`));
  const out = boxes.filter(
    (box) => box.x - box.width / 2 < 0 || box.y - box.height / 2 < 0 || box.x + box.width / 2 > felt.width || box.y + box.height / 2 > felt.height,
  );
  return [...pairs, ...out.map((box) => `${box.what} beside the felt`)];
}

describe('seats around the felt', () => {
  for (const seats of [2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    it(`do not overlap each other, their bets or the board with ${String(seats)} seats`, () => {
      const of = seats > 6 ? MANY : DESK;
      for (const width of [728, 868, 908, 1330]) {
        const height = leastHeight(seats, of);
        expect(overlaps(seats, { width, height }, of), `${String(width)} x ${String(height)}`).toEqual([]);
        expect(overlaps(seats, { width, height: height + 130 }, of), `${String(width)} x ${String(height + 130)}`).toEqual([]);
      }
      expect(overlaps(seats, { width: 908, height: leastHeight(seats, LARGE) }, LARGE), 'with large cards').toEqual([]);
      expect(overlaps(seats, { width: 480, height: leastHeight(seats, PHONE) }, PHONE), 'on a phone held across').toEqual([]);
      // Including the markers of the seat at the bottom, which are above its plate.
      for (const width of [522, 622, 850]) {
        const of = littleFurniture(1, width);
        const felt = { width, height: leastHeight(seats, of) + 36 };
        const found = overlaps(seats, felt, of);
        const [own] = spots(seats, felt, of);
        const clear = own !== undefined && own.bet.y + of.bet.height / 2 <= own.y - of.seat.height / 2 - 18;
        expect([found, clear], `${String(seats)} seats with markers, ${String(width)} wide`).toEqual([[], true]);
      }
      // On a large screen everything is one and a half times as large.
      const large = usualFurniture(seats, 1, 1.5);
      expect(overlaps(seats, { width: 1600, height: leastHeight(seats, of) * 1.5 * 1.08 }, large), 'on a large screen').toEqual([]);
    });
  }

  it('are apart on a narrow oval, and have wider plates on a wide one', () => {
    for (const width of [426, 522, 556, 622, 843, 1180]) {
      const of = littleFurniture(1, width);
      const seats = spots(10, { width, height: leastHeight(10, of) + 60 }, of);
      const boxes = seats.map((spot, at) => ({ what: String(at), x: spot.x, y: spot.y, ...of.seat }));
      const pairs = boxes.flatMap((box, at) => boxes.slice(at + 1).filter((other) => meet(box, other)).map((other) => `${box.what} on ${other.what}`));
      expect(pairs, String(width)).toEqual([]);
    }
    expect([426, 843, 1180].map((width) => littleFurniture(1, width).seat.width)).toEqual([104, 144, 144]);
  });

  it('do not overlap in a low window, however many there are', () => {
    for (const seats of [2, 3, 4, 5, 6, 7, 8, 9, 10]) {
      for (const width of [720, 728, 908, 1000, 1330]) {
        const height = leastHeight(seats, flatFurniture(width, 1));
        for (const times of [1, Math.min(1.6, width / 720)]) {
          const of = flatFurniture(width, 1, times);
          expect(overlaps(seats, { width, height: height * times }, of), `${String(seats)} seats, ${String(width)} wide, ${String(times)} times as large`).toEqual([]);
        }
      }
    }
    // 1280 x 580: a laptop with 768 lines, less its browser's toolbars. Head, strip, acts and the gaps
    // between them.
    expect(leastHeight(10, flatFurniture(908, 1))).toBeLessThanOrEqual(580 - 48 - 52 - 206 - 22);
  });

  it('leave room for the acts at 1280 x 800, and stay within a phone in landscape', () => {
    // Header, strip, acts, footer and the gaps between them.
    expect(leastHeight(10, MANY)).toBeLessThanOrEqual(800 - 56 - 52 - 186 - 33 - 36);
    expect(leastHeight(10, PHONE)).toBeLessThanOrEqual(390 - 56 - 52 - 16);
  });

  it('start with the viewer at the bottom and continue to the left', () => {
    expect(seatsFrom(6, 4)).toEqual([4, 5, 6, 1, 2, 3]);
    expect(seatsFrom(6, null)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(seatsFrom(6, 4, 2)).toEqual([6, 1, 2, 3, 4, 5]);
    expect(seatsFrom(6, 1, -1)).toEqual([6, 1, 2, 3, 4, 5]);
    const [first, second] = spots(6, { width: 900, height: 500 }, DESK);
    expect(first?.x).toBe(450);
    expect(second?.x).toBeLessThan(450);
  });
});
