// The chips: each value has its own colour, and its own number and shape of edge spots, so that chips can be
// told apart without colour too.

import type { Picture } from './backs.ts';

/** How the spots on the edge of a chip look. */
interface Edge {
  /** How many spots there are all the way round. */
  count: number;
  shape: 'bar' | 'pair' | 'wedge' | 'dot' | 'triple' | 'split';
  /** How much of the circumference one spot takes, in degrees. */
  wide: number;
}

/** The edges by chip colour: `--chip-0` and so on. */
export const EDGES: readonly Edge[] = [
  { count: 4, shape: 'pair', wide: 34 },
  { count: 6, shape: 'bar', wide: 26 },
  { count: 8, shape: 'wedge', wide: 26 },
  { count: 4, shape: 'split', wide: 44 },
  { count: 3, shape: 'triple', wide: 54 },
  { count: 12, shape: 'dot', wide: 12 },
  { count: 3, shape: 'bar', wide: 50 },
  { count: 16, shape: 'bar', wide: 9 },
];

/** A chip from above: its radius, where its spots end, and the radius of its inlay. */
const [OUTER, SPOT, INLAY] = [48, 36.5, 27];
const MIDDLE = 50;

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function point(degrees: number, radius: number): string {
  const angle = (degrees * Math.PI) / 180;
  return `${round(MIDDLE + Math.sin(angle) * radius)} ${round(MIDDLE - Math.cos(angle) * radius)}`;
}

/** A piece of the edge between two angles. */
function bar(from: number, to: number, inside = SPOT, outside = OUTER): string {
  return `M${point(from, outside)}A${outside} ${outside} 0 0 1 ${point(to, outside)}L${point(to, inside)}A${inside} ${inside} 0 0 0 ${point(from, inside)}z`;
}

/** Where the parts of a spot begin and end, in degrees from its middle. */
function parts({ shape, wide }: Edge): [number, number][] {
  switch (shape) {
    case 'pair': return [[-wide / 2, -wide / 7], [wide / 7, wide / 2]];
    case 'triple': return [[-wide / 2, -wide / 3.4], [-wide / 9, wide / 9], [wide / 3.4, wide / 2]];
    case 'bar': case 'wedge': case 'dot': case 'split': return [[-wide / 2, wide / 2]];
  }
}

function spot(edge: Edge, at: number): string {
  switch (edge.shape) {
    case 'wedge': return `M${point(at - edge.wide / 2, OUTER)}A${OUTER} ${OUTER} 0 0 1 ${point(at + edge.wide / 2, OUTER)}L${point(at, SPOT - 2)}z`;
    case 'dot': {
      const radius = 4.2;
      const centre = (OUTER + SPOT) / 2;
      const angle = (at * Math.PI) / 180;
      return `M${round(MIDDLE + Math.sin(angle) * centre - radius)} ${round(MIDDLE - Math.cos(angle) * centre)}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0z`;
    }
    case 'bar': case 'pair': case 'triple': case 'split': return parts(edge).map(([from, to]) => bar(at + from, at + to)).join('');
  }
}

/** The stripe cut out along a split spot. */
function stripes(edge: Edge): string {
  if (edge.shape !== 'split') return '';
  return each(edge, (at) => bar(at - edge.wide / 2, at + edge.wide / 2, SPOT + 3.8, OUTER - 3.8));
}

function each(edge: Edge, drawn: (at: number) => string): string {
  return Array.from({ length: edge.count }, (_, at) => drawn((at * 360) / edge.count)).join('');
}

const SPADE = 'M50 37c-2.5 6.5-14 11.5-14 19.5a6 6 0 0 0 11.5 2.5c-.3 2.5-1.8 5-4 6.5h13c-2.2-1.5-3.7-4-4-6.5a6 6 0 0 0 11.5-2.5C64 48.5 52.5 43.5 50 37z';

/** A chip seen from above, without its shadow. */
function top(colour: number, edge: Edge): string {
  const [chip, mark] = [`var(--chip-${colour})`, `var(--chip-mark-${colour})`];
  return `<circle cx="50" cy="50" r="49.1" fill="var(--chip-edge)"/><circle cx="50" cy="50" r="48" fill="${chip}"/>`
    + `<path fill="${mark}" d="${each(edge, (at) => spot(edge, at))}"/>`
    + (edge.shape === 'split' ? `<path fill="${chip}" d="${stripes(edge)}"/>` : '')
    + `<circle cx="50" cy="50" r="34.5" fill="none" stroke="${mark}" stroke-width="1.6" stroke-opacity=".55"/>`
    + `<circle cx="50" cy="50" r="${INLAY}" fill="${mark}"/><circle cx="50" cy="50" r="${INLAY - 3}" fill="none" stroke="${chip}" stroke-width="1.2" stroke-opacity=".7"/>`
    + `<path fill="${chip}" d="${SPADE}"/>`;
}

/** The rim of a chip lying flat: 100 wide and this thick. */
const THICK = 17;
/** How flat a lying chip looks: its height divided by its width. */
const FLAT = 0.34;

/** The spots on the visible half of the rim: angles 90 to 270 are in front. */
function front(edge: Edge): string {
  const [deep, lie] = [OUTER * FLAT, 50 * FLAT];
  const place = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return { x: MIDDLE + Math.sin(angle) * OUTER, y: lie - Math.cos(angle) * deep };
  };
  let path = '';
  for (let at = 0; at < edge.count; at += 1) {
    // Aligned with the face above, whose first spot is at the back.
    const middle = (at * 360) / edge.count;
    for (const [from, to] of parts(edge)) {
      const [left, right] = [Math.max(92, middle + from), Math.min(268, middle + to)];
      if (left >= right) continue;
      const [start, end] = [place(right), place(left)];
      const [up, down] = edge.shape === 'dot' ? [5.5, 11.5] : [0, THICK];
      path += `M${round(start.x)} ${round(start.y + up)}A${OUTER} ${round(deep)} 0 0 0 ${round(end.x)} ${round(end.y + up)}`;
      path += edge.shape === 'wedge'
        ? `L${round((start.x + end.x) / 2)} ${round((start.y + end.y) / 2 + THICK)}z`
        : `v${down - up}A${OUTER} ${round(deep)} 0 0 1 ${round(start.x)} ${round(start.y + down)}z`;
    }
  }
  return path;
}

/** The rim of a chip that lies under another one. */
function rim(colour: number, edge: Edge): string {
  const [deep, lie] = [round(OUTER * FLAT), 50 * FLAT];
  const outline = `M2 ${lie}v${THICK}a${OUTER} ${deep} 0 0 0 96 0v${-THICK}`;
  const split = edge.shape === 'split'
    ? `<path fill="none" stroke="var(--chip-${colour})" stroke-width="4.5" d="M2 ${lie + THICK / 2}a${OUTER} ${deep} 0 0 0 96 0"/>` : '';
  return `<path fill="var(--chip-${colour})" d="${outline}a${OUTER} ${deep} 0 0 1 -96 0z"/>`
    + `<path fill="var(--chip-mark-${colour})" d="${front(edge)}"/>${split}`
    + `<path fill="#000" fill-opacity=".22" d="M2 ${lie}v${THICK}a${OUTER} ${deep} 0 0 0 22 13v-${THICK}a${OUTER} ${deep} 0 0 1 -22 -13z"/>`
    + `<path fill="none" stroke="var(--chip-edge)" stroke-width="1.8" stroke-linejoin="round" d="${outline}"/>`
    + `<path fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="1.6" d="M3.5 ${lie + 1.5}a${OUTER} ${deep} 0 0 0 93 0"/>`;
}

/** The chips from above, the chips lying flat, and their rims, by the ids of their symbols. */
export function chips(): Map<string, Picture> {
  const found = new Map<string, Picture>();
  EDGES.forEach((edge, colour) => {
    found.set(`chip-${colour}`, { viewBox: '0 0 100 100', content: top(colour, edge) });
    found.set(`rim-${colour}`, { viewBox: '0 0 100 52', content: rim(colour, edge) });
    const lying = `<g transform="scale(1 ${FLAT})"><use href="#chip-${colour}" width="100" height="100"/></g>`;
    found.set(`disc-${colour}`, { viewBox: '0 0 100 52', content: `<use href="#rim-${colour}" width="100" height="52"/>${lying}` });
  });
  return found;
}
