// The words of made hands. The room says as a value which hand it is and which of its side cards decided;
// here it gets its name.

import { corner, ranks as names, suits } from './names.ts';
import type { HandKind } from '../wire/wire.ts';

/** A hand to be named. Ranks are the letters with which cards are written. */
export interface HandValue {
  kind: HandKind;
  /** The ranks that name it; all five for a low hand. */
  ranks: readonly string[];
  /** The side cards that decided, highest first. */
  deciding: readonly string[];
  /** The card that the joker stands for. */
  joker: string | undefined;
}

const one = (rank: string | undefined): string => names[rank ?? ''] ?? rank ?? '';
const many = (rank: string | undefined): string => (rank === '6' ? 'sixes' : `${one(rank)}s`);
const all = (ranks: readonly string[]): string => ranks.map(one).join('-');

/** Kinds whose side cards are called kickers. */
const KICKERS: readonly HandKind[] = ['four_of_a_kind', 'three_of_a_kind', 'two_pairs', 'one_pair', 'high_card'];
/** Kinds for which the suit of the joker is mentioned. */
const SUITED: readonly HandKind[] = ['royal_flush', 'straight_flush', 'flush'];

/** The side cards that decided: "ace kicker", and for a flush "ace-king high". */
export function decidedBy(hand: HandValue, deciding: readonly string[] = hand.deciding): string {
  return KICKERS.includes(hand.kind) ? `${all(deciding)} kicker` : `${all([...hand.ranks, ...deciding])} high`;
}

const joker = ({ kind, joker }: HandValue): string => {
  const [rank, suit] = [...(joker ?? '')];
  if (rank === undefined) return '';
  const of = Object.entries(suits).find(([letter]) => letter === suit)?.[1];
  return `, joker as ${one(rank)}${SUITED.includes(kind) && of !== undefined ? ` of ${of}` : ''}`;
};

/** A high hand as it is said after "with": "a full house, kings full of deuces", "two pair, kings and fours, ace kicker". */
export function high(hand: HandValue, aloud: boolean): string {
  const kicker = KICKERS.includes(hand.kind) && hand.deciding.length > 0 ? `, ${decidedBy(hand)}` : '';
  return `${name(hand, aloud)}${kicker}${joker(hand)}`;
}

function name(hand: HandValue, aloud: boolean): string {
  const [first, second] = hand.ranks;
  const ofAKind = (count: string): string => (aloud ? `${count} of a kind, ${many(first)}` : `${count} ${many(first)}`);
  switch (hand.kind) {
    case 'royal_flush':
      return 'a royal flush';
    case 'straight_flush':
      return `a straight flush, ${one(first)} high`;
    case 'five_of_a_kind':
      return ofAKind('five');
    case 'four_of_a_kind':
      return ofAKind('four');
    case 'three_of_a_kind':
      return ofAKind('three');
    case 'full_house':
      return `a full house, ${many(first)} full of ${many(second)}`;
    case 'flush':
      return `a flush, ${decidedBy(hand)}`;
    case 'straight':
      return `a straight, ${one(first)} high`;
    case 'two_pairs':
      return `two pair, ${many(first)} and ${many(second)}`;
    case 'one_pair':
      return `a pair of ${many(first)}`;
    case 'high_card':
    case 'no_pair':
      return `${one(first)} high`;
  }
}

/** A low hand by its ranks as the cards show them: "10-6-4-3-2", or rank by rank when spoken. */
export const low = (hand: HandValue, aloud: boolean): string => `${aloud ? hand.ranks.map(one).join(', ') : hand.ranks.map(corner).join('-')}${joker(hand)}`;
export const lowHand = (hand: string): string => `low ${hand}`;
/** What was beaten only by side cards: "beats jack kicker". */
export const beats = (hand: string, beaten: string): string => `${hand}; beats ${beaten}`;
