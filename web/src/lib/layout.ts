// Where the seats are around the felt. Plain arithmetic: the felt's size goes in, positions come out.

/** A width and a height, in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A point, from the felt's upper left corner, in pixels. */
export interface Point {
  x: number;
  y: number;
}

/** The centre of a seat's box, and the centre of the bet in front of it. */
export interface Spot extends Point {
  bet: Point;
  /** The bet is beside the plate, to its right (1) or left (-1), and starts there however wide it is. */
  aside?: 1 | -1;
}

/** What has to fit on a felt. */
export interface Furniture {
  /** A seat: its plate with the cards behind it. */
  seat: Size;
  /** A bet: chips and their number. */
  bet: Size;
  /** Board and captions in the middle. */
  middle: Size;
  /** How far the middle is below the centre of the felt. */
  lower: number;
  /** How high the markers above a plate are: the bet of the bottom middle seat must be clear of them. */
  marks?: number;
  /** On a low felt: the height of the plates, which are at the foot of their seats. */
  plate?: number;
}

/** The space left free between the felt's edge and a seat, and between two things. */
const GAP = 4;

/** The width of what is at both ends of a plate on a narrow felt: the button, and the sign of a bot. */
const BESIDE = 40;

/**
 * The seats clockwise from the one at the bottom, as fractions of the room that is left for their centres:
 * 0/0 is the upper left, 1/1 the lower right.
 */
const AROUND: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[0.5, 1]],
  2: [[0.5, 1], [0.5, 0]],
  3: [[0.5, 1], [0.06, 0.22], [0.94, 0.22]],
  4: [[0.5, 1], [0, 0.5], [0.5, 0], [1, 0.5]],
  5: [[0.5, 1], [0.02, 0.66], [0.2, 0], [0.8, 0], [0.98, 0.66]],
  6: [[0.5, 1], [0.03, 0.76], [0.03, 0.22], [0.5, 0], [0.97, 0.22], [0.97, 0.76]],
  7: [[0.5, 1], [0.14, 0.94], [0, 0.42], [0.27, 0], [0.73, 0], [1, 0.42], [0.86, 0.94]],
  8: [[0.5, 1], [0.2, 1], [0, 0.5], [0.2, 0], [0.5, 0], [0.8, 0], [1, 0.5], [0.8, 1]],
  9: [[0.5, 1], [0.2, 1], [0, 0.66], [0, 0.32], [0.28, 0], [0.72, 0], [1, 0.32], [1, 0.66], [0.8, 1]],
  10: [[0.5, 1], [0.2, 1], [0, 0.66], [0, 0.33], [0.2, 0], [0.5, 0], [0.8, 0], [1, 0.33], [1, 0.66], [0.8, 1]],
};

/** What goes on a roomy felt, `times` as large as usual; `scale` is that of the cards. */
export function usualFurniture(seats: number, scale: number, times = 1): Furniture {
  // With many seats, everything moves a little closer.
  const many = seats > 6;
  return {
    seat: { width: 150 * times, height: ((many ? 62 : 66) + (many ? 30 : 38) * scale) * times },
    bet: { width: 96 * times, height: (many ? 24 : 28) * times },
    middle: { width: (5 * 56 * scale + 24) * times, height: (78.4 * scale + 20) * times },
    // There are more lines of pots above the board than lines of results below it.
    lower: (many ? 10 : 22) * times,
  };
}

/**
 * What goes on the small felt of a phone in landscape, and on a narrow one: low plates, wider where there is
 * room, and no backs.
 */
export function littleFurniture(scale: number, width = 0): Furniture {
  const middle = { width: 5 * 40 * scale + 24, height: 56 * scale };
  // Plates may be as wide, for names, as the board between them and the button beside them allow.
  const room = (width - middle.width) / 2 - 2 * GAP - BESIDE;
  return { seat: { width: Math.max(104, Math.min(width < 540 ? 112 : 144, room)), height: 38 }, bet: { width: 72, height: 20 }, middle, lower: 4, marks: 18 };
}

/**
 * What goes on a wide felt in a low window: the plates of a phone, wider where there is room, and cards
 * behind them.
 */
export function flatFurniture(width: number, scale: number, times = 1): Furniture {
  return {
    seat: { width: Math.max(104 * times, Math.min(144 * times, width / 7)), height: (38 + 20 * scale) * times },
    bet: { width: 88 * times, height: 20 * times },
    middle: { width: (5 * 40 * scale + 24) * times, height: 56 * scale * times },
    lower: 10 * times,
    plate: 38 * times,
  };
}

/** The smallest height of a felt on which nothing overlaps. */
export function leastHeight(seats: number, of: Furniture): number {
  const levels = seats > 8 ? 4 : 3;
  const bySides = levels * (of.seat.height + GAP) + GAP;
  // A seat, the pots, the middle, the results, a seat: the bets are beside those.
  if (of.plate !== undefined) return Math.max(bySides, 2 * (of.seat.height + 2 * GAP + of.bet.height + of.lower) + of.middle.height);
  // A seat, its bet, the middle, a bet, a seat; with many seats, also the bet of a seat at the side.
  const bets = seats > 6 ? 2 : 1;
  const byMiddle = 2 * (of.seat.height + bets * (of.bet.height + GAP) + 2 * GAP) + of.middle.height;
  return Math.max(bySides, byMiddle + 2 * of.lower);
}

/**
 * Seats at one fifth and four fifths of a long side move to its ends when they are this many times as far
 * apart.
 */
const MOST_APART = 1 / 0.6;

const inRow = (down: number): boolean => Math.abs(down - 0.5) > 0.4;

/** How close two seats on one long side are, as a fraction of the room for their centres. */
function nearest(around: readonly (readonly [number, number])[]): number {
  const rows = [0, 1].map((side) => around.filter(([, down]) => inRow(down) && Math.round(down) === side).map(([across]) => across).sort((a, b) => a - b));
  return Math.min(1, ...rows.flatMap((row) => row.slice(1).map((across, at) => across - (row[at] ?? 0))));
}

/** The positions of this many seats on a felt of that size, clockwise from the bottom. */
export function spots(seats: number, felt: Size, of: Furniture): Spot[] {
  const around = AROUND[seats] ?? circle(seats);
  const left = of.seat.width / 2 + GAP;
  const top = of.seat.height / 2 + GAP;
  // Along the long sides of a low felt seats are further apart, because bets are between them. On a narrow
  // felt they are spread far enough not to overlap.
  const apart = Math.max(of.plate === undefined ? 1 : 1.15, Math.min(MOST_APART, (of.seat.width + 2 * GAP + BESIDE) / (nearest(around) * Math.max(1, felt.width - 2 * left))));
  const lift = Math.max(0, Math.min(of.marks ?? 0, felt.height - leastHeight(seats, of)));
  return around.map(([across, down]) => {
    const row = inRow(down);
    const along = row ? Math.max(0, Math.min(1, 0.5 + (across - 0.5) * apart)) : across;
    const x = left + along * (felt.width - 2 * left);
    const y = top + down * (felt.height - 2 * top);
    const near = Math.abs(across - 0.5) < 0.25;
    const aside = row && of.plate !== undefined && (down < 0.5 ? near : across !== 0.5);
    return aside ? { x, y, ...beside({ x, y }, felt, of) } : { x, y, bet: inFront({ x, y }, down, { felt, of, lift }) };
  });
}

/**
 * On a low felt the bet is beside its plate, towards the middle: above the board because the pots are in
 * between, below it because the bets of the side seats are close.
 */
function beside(seat: Point, felt: Size, of: Furniture): Pick<Spot, 'bet' | 'aside'> {
  const aside = seat.x > felt.width / 2 ? -1 : 1;
  return { aside, bet: { x: seat.x + aside * ((of.seat.width + of.bet.width) / 2 + GAP), y: seat.y + (of.seat.height - (of.plate ?? of.seat.height)) / 2 } };
}

/**
 * The bet is in front of the seat, on the way to the middle and never on the board, and clear of the seat's
 * markers.
 */
function inFront(seat: Point, down: number, { felt, of, lift }: { felt: Size; of: Furniture; lift: number }): Point {
  const centre = { x: felt.width / 2, y: felt.height / 2 + of.lower };
  const side = Math.sign(centre.x - seat.x);
  if (down < 0.1 || down > 0.9) {
    const away = of.seat.height / 2 + of.bet.height / 2 + GAP;
    // Towards the middle, but still in front of its seat; where neither side is nearer, above the markers.
    const x = seat.x + side * Math.min(Math.abs(centre.x - seat.x), of.seat.width / 4);
    const up = side === 0 ? away + lift : away;
    return clear({ x, y: seat.y + (down < 0.5 ? away : -up) }, centre, of);
  }
  const x = seat.x + side * (of.seat.width / 2 + of.bet.width / 2 + 2 * GAP);
  return clear({ x, y: seat.y + of.seat.height / 6 }, centre, of);
}

/** Moves a bet that would cover the middle above or below it. */
function clear(bet: Point, centre: Point, of: Furniture): Point {
  const [across, down] = [(of.middle.width + of.bet.width) / 2 + GAP, (of.middle.height + of.bet.height) / 2 + GAP];
  if (Math.abs(bet.x - centre.x) >= across || Math.abs(bet.y - centre.y) >= down) return bet;
  return { x: bet.x, y: centre.y + (bet.y < centre.y ? -down : down) };
}

function circle(seats: number): [number, number][] {
  return Array.from({ length: seats }, (_, at) => {
    const angle = (2 * Math.PI * at) / seats;
    return [0.5 - 0.5 * Math.sin(angle), 0.5 + 0.5 * Math.cos(angle)];
  });
}

/** The seats in drawing order: the viewer's own first, then to the left, rotated by `turned` places. */
export function seatsFrom(seats: number, own: number | null, turned = 0): number[] {
  const first = (own ?? 1) - 1 + turned;
  return Array.from({ length: seats }, (_, at) => ((((first + at) % seats) + seats) % seats) + 1);
}
