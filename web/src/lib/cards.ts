// Cards as the room writes them ("As", "Td", "Jo", "??") and as people read them.

import * as words from '../words/names.ts';

export type SuitLetter = 's' | 'h' | 'd' | 'c';

/** One card ready to be drawn. An unknown card has no rank and no suit. */
export interface Face {
  /** What is in the corner: "10" and not "T". Empty on a back. */
  rank: string;
  /** The suit's letter; undefined for a joker or a back. */
  suit: SuitLetter | undefined;
  /** The suit's shape. */
  glyph: string;
  /** "king of diamonds", as it is read aloud. */
  name: string;
  /** True when nobody has shown this card to the viewer. */
  back: boolean;
}

const GLYPHS: Readonly<Record<SuitLetter, string>> = { s: '♠', h: '♥', d: '♦', c: '♣' };

const BACK: Face = { rank: '', suit: undefined, glyph: '', name: words.back, back: true };
const JOKER: Face = { rank: words.jokerLetters, suit: undefined, glyph: '★', name: words.joker, back: false };

function isSuit(letter: string): letter is SuitLetter {
  return letter in GLYPHS;
}

/** The face of a card; anything that is not a card is drawn as a back, never as a guess. */
export function face(card: string | null | undefined): Face {
  if (card === 'Jo') return JOKER;
  if (card === null || card === undefined || card.length !== 2) return BACK;
  const [letter, suit] = [card.charAt(0), card.charAt(1)];
  const rank = Object.hasOwn(words.ranks, letter) ? words.ranks[letter] : undefined;
  if (rank === undefined || !isSuit(suit)) return BACK;
  return { rank: words.corner(letter), suit, glyph: GLYPHS[suit], name: words.card(rank, words.suits[suit]), back: false };
}

/** "king of diamonds, seven of spades"; unknown cards are counted and not named. */
export function namesOf(cards: readonly (string | null)[]): string {
  const faces = cards.map(face);
  const known = faces.filter((face) => !face.back).map((face) => face.name);
  const backs = faces.length - known.length;
  if (backs > 0) known.push(words.backs(backs));
  return known.join(', ');
}

/** Cards in short, each as its corner shows it: "10♦ K♠". */
export function written(cards: readonly string[]): string {
  return cards.map(face).map((face) => `${face.rank}${face.glyph}`).join(' ');
}

/** The cards in a text that lists them, with or without spaces: "AsKd" or "As Kd". */
export function cardsOf(text: string): string[] {
  return text.replaceAll(' ', '').match(/../g) ?? [];
}
