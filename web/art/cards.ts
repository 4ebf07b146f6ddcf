// The pictures of a deck, put together from its suits, ranks and court figures: 250 by 350, the 5:7 of a
// card.

import { RANKS, type Rank, SUITS, type Suit } from '../src/art/deck.ts';
import type { Picture } from './backs.ts';
import { type Source, inner } from './source.ts';

/** The centre of the card, and the columns and rows of its pips. */
const [MIDDLE, HALFWAY] = [125, 175];
const [LEFT, RIGHT] = [86, 164];
const [TOP, PIP] = [62, 47];

/** Where the pips of each rank go; those below the centre are upside down. */
const third = (TOP + (HALFWAY - TOP) * 2 / 3);
const between = (TOP + third) / 2;
const PIPS: Partial<Record<Rank, [number, number][]>> = {
  2: [[MIDDLE, TOP]],
  3: [[MIDDLE, TOP], [MIDDLE, HALFWAY]],
  4: [[LEFT, TOP], [RIGHT, TOP]],
  5: [[LEFT, TOP], [RIGHT, TOP], [MIDDLE, HALFWAY]],
  6: [[LEFT, TOP], [RIGHT, TOP], [LEFT, HALFWAY], [RIGHT, HALFWAY]],
  7: [[LEFT, TOP], [RIGHT, TOP], [LEFT, HALFWAY], [RIGHT, HALFWAY], [MIDDLE, (TOP + HALFWAY) / 2]],
  8: [[LEFT, TOP], [RIGHT, TOP], [LEFT, HALFWAY], [RIGHT, HALFWAY], [MIDDLE, (TOP + HALFWAY) / 2]],
  9: [[LEFT, TOP], [RIGHT, TOP], [LEFT, third], [RIGHT, third], [MIDDLE, HALFWAY]],
  T: [[LEFT, TOP], [RIGHT, TOP], [LEFT, third], [RIGHT, third], [MIDDLE, between]],
};

/** Whether a pip has no counterpart on the other half. */
function isAlone(rank: Rank, x: number, y: number): boolean {
  return y === HALFWAY || (rank === '7' && x === MIDDLE);
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A picture of the sprite, drawn smaller inside another one. */
function use(id: string, x: number, y: number, width: number, height = width): string {
  return `<use href="#${id}" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"/>`;
}

function pip(suit: Suit, x: number, y: number, size: number): string {
  return use(`suit-${suit}`, x - size / 2, y - size / 2, size);
}

const UPSIDE_DOWN = `transform="rotate(180 ${MIDDLE} ${HALFWAY})"`;

/** What both halves of a card show: once upright, once upside down. */
function twice(half: string): string {
  return `${half}<g ${UPSIDE_DOWN}>${half}</g>`;
}

const SHEET = '<rect x=".75" y=".75" width="248.5" height="348.5" rx="15" fill="var(--card-face)" stroke="var(--card-edge)" stroke-width="1.5"/>';

function index(rank: Rank, suit: Suit): string {
  // The ten is two characters wide.
  const width = rank === 'T' ? 49 : 44;
  return use(`rank-${rank}`, 32 - width / 2, 13, width, 62) + pip(suit, 32, 101, 42);
}

const FRAME = { x: 57, y: 33, width: 136, height: 284 };

/** A half figure in its frame, upright and upside down, with a sash where the halves meet. */
function court(rank: Rank, suit: Suit): string {
  const { x, y, width, height } = FRAME;
  // Two suits face one way and two the other, as court cards do.
  const turned = suit === 'd' || suit === 'c';
  const figure = `<svg x="${x}" y="${y}" width="${width}" height="${height / 2}" viewBox="-4 -11 148 ${round((148 * height) / 2 / width)}"><g transform="${turned ? 'matrix(-1 0 0 1 140 0)' : ''} translate(0 ${round((148 * height) / 2 / width - 11 - 139)})"><use href="#court-${rank}" x="-4" y="-11" width="148" height="152"/></g></svg>`;
  const mark = pip(suit, turned ? x + width - 21 : x + 21, y + 23, 30);
  const sash = `<path fill="var(--card-gold)" stroke="var(--card-gold-ink)" stroke-width="1.5" d="M${x} 170h${width}v10h-${width}z"/>`
    + '<path fill="currentColor" d="M125 171.5l5 3.5-5 3.5-5-3.5zM91 171.5l5 3.5-5 3.5-5-3.5zM159 171.5l5 3.5-5 3.5-5-3.5z"/>';
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="currentColor" fill-opacity=".07"/>`
    + twice(figure + mark) + sash
    + `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="none" stroke="currentColor" stroke-opacity=".6" stroke-width="1.5"/>`;
}

/** The centre of an ace: one large pip; the ace of spades is inlaid, as is traditional. */
function ace(suit: Suit): string {
  const inlay = suit === 's'
    ? '<path fill="none" stroke="var(--card-gold)" stroke-width="2.5" d="M125 128c-5 12-15 21-24 29-9 8-16 15-16 25 0 9 6 15 15 15 9 0 16-4 22-12h6c6 8 13 12 22 12 9 0 15-6 15-15 0-10-7-17-16-25-9-8-19-17-24-29z"/><path fill="var(--card-gold)" d="M125 146l12 20-12 20-12-20z"/><path fill="currentColor" d="M125 155l6.5 11-6.5 11-6.5-11z"/>'
    : '';
  return pip(suit, MIDDLE, HALFWAY, suit === 's' ? 146 : 126) + inlay;
}

function middle(rank: Rank, suit: Suit): string {
  if (rank === 'A') return ace(suit);
  const places = PIPS[rank];
  if (places === undefined) return court(rank, suit);
  const alone = places.filter(([x, y]) => isAlone(rank, x, y)).map(([x, y]) => pip(suit, x, y, PIP)).join('');
  const paired = places.filter(([x, y]) => !isAlone(rank, x, y)).map(([x, y]) => pip(suit, x, y, PIP)).join('');
  return alone + twice(paired);
}

/** A face as it is printed: an index in two corners, pips or a figure in the middle. */
function face(rank: Rank, suit: Suit): string {
  return `${SHEET}<g color="var(--suit-${suit})">${twice(index(rank, suit))}${middle(rank, suit)}</g>`;
}

/** A face for small cards: one large index and one large suit. */
function small(rank: Rank, suit: Suit): string {
  const width = rank === 'T' ? 140 : 116;
  return `${SHEET}<g color="var(--suit-${suit})">${use(`rank-${rank}`, rank === 'T' ? 14 : 18, 22, width, 162)}${pip(suit, 160, 258, 150)}</g>`;
}

/** The joker has no frame: it belongs to no suit and no court. */
function joker(cap: string): string {
  const star = use('rank-star', 12, 16, 38, 53);
  return `${SHEET}<g color="var(--card-joker)">${twice(star)}<svg x="33" y="48" width="184" height="254" viewBox="0 -4 126 178">${cap}</svg></g>`;
}

function smallJoker(cap: string): string {
  return `${SHEET}<g color="var(--card-joker)">${use('rank-star', 12, 14, 92, 128)}<svg x="50" y="116" width="186" height="218" viewBox="0 -4 126 178" preserveAspectRatio="xMaxYMax">${cap}</svg></g>`;
}

/** Every card, by the id of its symbol. */
export function cards(sources: Source[]): Map<string, Picture> {
  const found = new Map<string, Picture>();
  const cap = sources.find(({ folder, name }) => folder === 'courts' && name === 'joker');
  if (cap === undefined) throw new Error('pictures/courts/joker.svg is not there');
  const viewBox = '0 0 250 350';
  for (const suit of SUITS) {
    for (const rank of RANKS) {
      found.set(`card-${rank}${suit}`, { viewBox, content: face(rank, suit) });
      found.set(`small-${rank}${suit}`, { viewBox, content: small(rank, suit) });
    }
  }
  found.set('card-joker', { viewBox, content: joker(inner(cap)) });
  found.set('small-joker', { viewBox, content: smallJoker(inner(cap)) });
  return found;
}
