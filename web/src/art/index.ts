// What the sprite holds, by the names that the page uses. `npm run art` builds the sprite; README.md
// describes its sources.

import { RANKS, type Rank, SUITS, type Suit } from './deck.ts';
import sprite from './sprite.svg?url';

/**
 * The patterns of backs; their colours are in `tokens.css`. The small one is for cards narrower than 40 px.
 */
export const BACKS = ['lattice', 'scales', 'rays', 'small'] as const;
/** How many colours of chips there are. */
export const CHIPS = 8;

/** Portraits of people. A new one changes everybody's portrait, so the length of the list is fixed. */
export const PORTRAITS = [
  'badger', 'bear', 'bee', 'boat', 'bull', 'cactus', 'cat', 'crab', 'elephant', 'fox', 'frog', 'hare', 'heron', 'koi',
  'lighthouse', 'lion', 'moth', 'mountain', 'mushroom', 'octopus', 'owl', 'panda', 'penguin', 'ram', 'raven', 'snail',
  'stag', 'swan', 'toucan', 'turtle', 'whale', 'wolf',
] as const;
/** Portraits of bots, by how they play. */
export const BOTS = ['aggressive', 'caller', 'careful', 'loose'] as const;

/**
 * Markers that are on the cloth or on a plate. `ring` and `bank-ring` are used up as far as `--spent` says,
 * out of 100.
 */
export const MARKERS = [
  'all-in', 'bank-ring', 'big-blind', 'dealer', 'dealer-dead', 'kill', 'missed-blind', 'ring', 'small-blind', 'straddle',
  'third-blind', 'winner',
] as const;
/** Signs in the colour of the text beside them. */
export const SIGNS = [
  'away', 'back', 'bank', 'bell', 'book', 'bot', 'chat', 'check', 'clock', 'close', 'copy', 'drop', 'hands', 'host', 'info',
  'link', 'lock', 'menu', 'mic', 'mic-off', 'minus', 'more', 'muck', 'offline', 'panel', 'pause', 'people', 'play', 'plus',
  'sealed', 'settings', 'share', 'speaker', 'speaker-off', 'step-back', 'step-on', 'talking', 'trophy', 'watch',
] as const;

type Back = (typeof BACKS)[number];
export type Portrait = (typeof PORTRAITS)[number];
type Mark = (typeof MARKERS)[number] | (typeof SIGNS)[number];
type Face = `${Rank}${Suit}` | 'joker';

/** The id of a picture. */
export type ArtId =
  | `card-${Face}` | `small-${Face}` | `back-${Back}` | `mark-${Mark}`
  | `portrait-${Portrait}` | `bot-${(typeof BOTS)[number]}`
  | `chip-${number}` | `rim-${number}` | `disc-${number}`
  | `suit-${Suit}`;

/** Every id that a page may use. */
export const ART_IDS: readonly ArtId[] = [
  ...SUITS.map((suit) => `suit-${suit}` as const),
  ...(['card', 'small'] as const).flatMap((kind) => [
    ...RANKS.flatMap((rank) => SUITS.map((suit) => `${kind}-${rank}${suit}` as const)),
    `${kind}-joker` as const,
  ]),
  ...BACKS.map((back) => `back-${back}` as const),
  ...Array.from({ length: CHIPS }, (_, colour) => [`chip-${colour}`, `rim-${colour}`, `disc-${colour}`] as const).flat(),
  ...PORTRAITS.map((portrait) => `portrait-${portrait}` as const),
  ...BOTS.map((bot) => `bot-${bot}` as const),
  ...[...MARKERS, ...SIGNS].map((mark) => `mark-${mark}` as const),
];

/** Where a picture is found: the value of `<use href>`. */
export function href(id: ArtId): string {
  return `${sprite}#${id}`;
}

/**
 * The face of a card by the room's name for it, printed or with the large index of small cards; undefined
 * where the card is not known.
 */
export function faceOf(card: string | null | undefined, kind: 'card' | 'small'): ArtId | undefined {
  if (card === 'Jo') return `${kind}-joker`;
  const rank = RANKS.find((rank) => card?.charAt(0) === rank);
  const suit = SUITS.find((suit) => card?.charAt(1) === suit);
  return rank === undefined || suit === undefined || card?.length !== 2 ? undefined : `${kind}-${rank}${suit}`;
}

/**
 * 2^32 divided by the golden ratio: its multiples are spread over a circle as evenly as points that come one
 * by one can be.
 */
const GOLDEN = 0x9e3779b9;

/**
 * The portrait of a person, by their number: the same on every device, today and later. People who signed up
 * one after the other have different ones, so a table of friends has different ones.
 */
export function portraitOf(person: number): Portrait {
  const turn = (Math.imul(person, GOLDEN) >>> 0) / 2 ** 32;
  return PORTRAITS[Math.floor(turn * PORTRAITS.length)] ?? PORTRAITS[0];
}
