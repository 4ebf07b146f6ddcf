// The deck of a table and the order of its hands, in words, from the settings on its sign.

/** A setting's value by its name, as the sign has it. */
export type Values = (name: string) => string | undefined;

const RANKS = ['deuce', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'jack', 'queen', 'king', 'ace'] as const;
const LETTERS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'] as const;

/** The lowest rank of a deck of so many cards, counted from the deuce; nothing for a number that is no deck. */
function lowest(cards: string | undefined): number | undefined {
  const at = 13 - Number(cards) / 4;
  return Number.isInteger(at) && at >= 0 && at <= 5 ? at : undefined;
}

function plural(rank: string): string {
  return rank === 'six' ? 'sixes' : `${rank}s`;
}

/** "36 cards, sixes to aces". What is no deck is said as it is. */
export function deckName(cards: string): string {
  const from = lowest(cards);
  return from === undefined ? cards : `${cards} cards, ${plural(RANKS[from] ?? '')} to aces`;
}

/** The ranks that are in play, highest first: A K Q J 10 9 8 7 6. */
export function ranksOf(value: Values): string[] {
  const from = lowest(value('deck_cards'));
  return from === undefined ? [] : LETTERS.slice(from).reverse();
}

const isYes = (value: string | undefined): boolean => value === 'true';

/** "36 cards, sixes to aces, and a joker, which is whatever card serves the hand best." */
export function deckTerm(value: Values): string {
  const cards = value('deck_cards');
  if (cards === undefined) return '';
  return `${deckName(cards)}${isYes(value('joker')) ? ', and a joker, which is whatever card serves the hand best' : ''}.`;
}

/** Whether a flush beats a full house: in reduced decks, where the book does not keep the usual order. */
export function isReduced(value: Values): boolean {
  const cards = value('deck_cards');
  return cards !== undefined && cards !== '52' && value('reduced_deck_order') === 'flush_above_full_house';
}

/** Where the ace stands in straights: "The ace is high, and low in 9-8-7-6-A." */
export function aceTerm(value: Values): string {
  const from = lowest(value('deck_cards'));
  const ace = value('ace');
  if (from === undefined || ace === undefined) return '';
  if (ace === 'high') return 'The ace is high only.';
  const low = LETTERS.slice(from, from + 4).reverse();
  return `The ace is high, and low in the straight ${[...low, 'A'].join('-')}.`;
}

/** What is played for: "The highest hand wins." */
export function modeTerm(value: Values): string {
  switch (value('showdown_mode')) {
    case 'high':
      return 'The highest hand wins.';
    case 'low':
      return 'The lowest hand wins; straights and flushes do not count.';
    case 'high_low':
      return value('low_qualifier') === 'eight'
        ? 'The highest and the lowest hand take half each; the low one must be an eight or better.'
        : 'The highest and the lowest hand take half each.';
    default:
      return '';
  }
}

/** Whether eight or better is played for with a deck in which no five different ranks are that low (AMB-025). */
export function nobodyIsLow(value: Values): boolean {
  const from = lowest(value('deck_cards'));
  if (from === undefined || value('showdown_mode') !== 'high_low' || value('low_qualifier') !== 'eight') return false;
  const aceIsLow = value('low_ace') === 'low' || (value('low_ace') !== 'high' && value('ace') === 'high_and_low');
  return Math.max(0, LETTERS.indexOf('8') + 1 - from) + (aceIsLow ? 1 : 0) < 5;
}

const NOBODY = 'No hand of this deck is an eight or better: the highest hand takes all.';

/** What wins, and in what the order of hands is not the usual one. */
export function handsTerm(value: Values): string {
  const parts = [modeTerm(value), nobodyIsLow(value) ? NOBODY : '', isReduced(value) && value('showdown_mode') !== 'low' ? 'A flush beats a full house.' : '', aceTerm(value)];
  return parts.filter((part) => part !== '').join(' ');
}

/** The kinds of hand from the best to the least, as they are in force. */
export function kindsOf(value: Values): string[] {
  const [flush, full] = isReduced(value) ? ['Flush', 'Full house'] : ['Full house', 'Flush'];
  const five = isYes(value('joker')) ? ['Five of a kind'] : [];
  const top = value('five_of_a_kind') === 'top' ? [...five, 'Royal flush'] : ['Royal flush', ...five];
  return [...top, 'Straight flush', 'Four of a kind', flush, full, 'Straight', 'Three of a kind', 'Two pairs', 'One pair', 'High card'];
}

const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  joker: { true: 'One joker', false: 'No joker' },
  ace: { high: 'High only', high_and_low: 'High and low' },
  low_ace: { follow: 'As in straights', high: 'High', low: 'Low' },
  showdown_mode: { high: 'The highest hand', low: 'The lowest hand', high_low: 'Highest and lowest, half each' },
  low_qualifier: { none: 'Any low hand', eight: 'Eight or better' },
};

/** A value of a setting about deck and hands in words; nothing for other settings. */
export function choiceName(setting: string, value: string): string | undefined {
  const from = setting === 'deck_cards' ? lowest(value) : undefined;
  return from === undefined ? VALUES[setting]?.[value] : `${value} cards, ${LETTERS[from] ?? ''} to A`;
}
