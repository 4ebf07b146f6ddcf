// A table's deck and order of hands, in words, from the settings on its sign.

import * as words from '../words/deck.ts';

/** A setting's value by its name, as the sign has it. */
export type Values = (name: string) => string | undefined;

/** The rank of an eight, counted from the deuce. */
const EIGHT = 6;

/**
 * The lowest rank of a deck of this many cards, counted from the deuce; undefined for a number that makes no
 * deck.
 */
function lowest(cards: string | undefined): number | undefined {
  const at = 13 - Number(cards) / 4;
  return Number.isInteger(at) && at >= 0 && at <= 5 ? at : undefined;
}

/** "36 cards, sixes to aces". A value that is not a deck is shown as it is. */
export function deckName(cards: string): string {
  const from = lowest(cards);
  return from === undefined ? cards : words.deck(cards, words.ranks[from] ?? '');
}

/** The ranks in play, highest first: A K Q J 10 9 8 7 6. */
export function ranksOf(value: Values): string[] {
  const from = lowest(value('deck_cards'));
  return from === undefined ? [] : words.letters.slice(from).reverse();
}

const isYes = (value: string | undefined): boolean => value === 'true';

/** "36 cards, sixes to aces, and a joker, which is whatever card serves the hand best." */
export function deckTerm(value: Values): string {
  const cards = value('deck_cards');
  if (cards === undefined) return '';
  return words.deckTerm(deckName(cards), isYes(value('joker')));
}

/** Whether a flush beats a full house: in reduced decks, unless the book keeps the usual order. */
export function isReduced(value: Values): boolean {
  const cards = value('deck_cards');
  return cards !== undefined && cards !== '52' && value('reduced_deck_order') === 'flush_above_full_house';
}

/** How the ace plays in straights: "The ace is high, and low in 9-8-7-6-A." */
export function aceTerm(value: Values): string {
  const from = lowest(value('deck_cards'));
  const ace = value('ace');
  if (from === undefined || ace === undefined) return '';
  if (ace === 'high') return words.aceHigh;
  const low = words.letters.slice(from, from + 4).reverse();
  return words.aceLow([...low, words.letters[12]]);
}

/** What is played for: "The highest hand wins." */
export function modeTerm(value: Values): string {
  switch (value('showdown_mode')) {
    case 'high':
      return words.modes.high;
    case 'low':
      return words.modes.low;
    case 'high_low':
      return value('low_qualifier') === 'eight' ? words.modes.eight : words.modes.half;
    default:
      return '';
  }
}

/** Whether eight or better is played for with a deck that has no five different ranks that low (AMB-025). */
export function nobodyIsLow(value: Values): boolean {
  const from = lowest(value('deck_cards'));
  if (from === undefined || value('showdown_mode') !== 'high_low' || value('low_qualifier') !== 'eight') return false;
  const aceIsLow = value('low_ace') === 'low' || (value('low_ace') !== 'high' && value('ace') === 'high_and_low');
  return Math.max(0, EIGHT + 1 - from) + (aceIsLow ? 1 : 0) < 5;
}

/** What wins, and how the order of hands differs from the usual one. */
export function handsTerm(value: Values): string {
  const parts = [modeTerm(value), nobodyIsLow(value) ? words.nobodyLow : '', isReduced(value) && value('showdown_mode') !== 'low' ? words.flushBeats : '', aceTerm(value)];
  return words.together(parts.filter((part) => part !== ''));
}

/** The kinds of hand from best to worst, in the order in force. */
export function kindsOf(value: Values): string[] {
  const { kinds } = words;
  const [flush, full] = isReduced(value) ? [kinds.flush, kinds.full] : [kinds.full, kinds.flush];
  const five = isYes(value('joker')) ? [kinds.five] : [];
  const top = value('five_of_a_kind') === 'top' ? [...five, kinds.royal] : [kinds.royal, ...five];
  return [...top, kinds.straightFlush, kinds.four, flush, full, kinds.straight, kinds.three, kinds.two, kinds.pair, kinds.high];
}

/** A value of a setting about deck and hands in words; undefined for other settings. */
export function choiceName(setting: string, value: string): string | undefined {
  const from = setting === 'deck_cards' ? lowest(value) : undefined;
  return from === undefined ? words.values[setting]?.[value] : words.deckFrom(value, words.letters[from] ?? '');
}
