// The words of decks and of the order of hands.

/** The ranks from the deuce up, in the plural. */
export const ranks = ['deuces', 'threes', 'fours', 'fives', 'sixes', 'sevens', 'eights', 'nines', 'tens', 'jacks', 'queens', 'kings', 'aces'] as const;
/** The ranks from the deuce up, as they are printed on cards. */
export const letters = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'] as const;

export const deck = (cards: string, lowest: string): string => `${cards} cards, ${lowest} to aces`;
export const deckFrom = (cards: string, lowest: string): string => `${cards} cards, ${lowest} to A`;
export const deckTerm = (deck: string, joker: boolean): string => `${deck}${joker ? ', and a joker, which stands for whatever card helps the hand most' : ''}.`;
export const aceHigh = 'The ace is high only.';
export const aceLow = (straight: readonly string[]): string => `The ace is high, and low in the straight ${straight.join('-')}.`;

/** What is played for. */
export const modes = {
  high: 'The highest hand wins.',
  low: 'The lowest hand wins; straights and flushes do not count.',
  eight: 'The highest and the lowest hand take half each; the low one must be an eight or better.',
  half: 'The highest and the lowest hand take half each.',
};
export const nobodyLow = 'No hand of this deck is an eight or better: the highest hand takes all.';
export const flushBeats = 'A flush beats a full house.';
export const together = (sentences: readonly string[]): string => sentences.join(' ');

/** The kinds of hand. */
export const kinds = {
  five: 'Five of a kind',
  royal: 'Royal flush',
  straightFlush: 'Straight flush',
  four: 'Four of a kind',
  full: 'Full house',
  flush: 'Flush',
  straight: 'Straight',
  three: 'Three of a kind',
  two: 'Two pair',
  pair: 'One pair',
  high: 'High card',
};

/** Values of settings about deck and hands, by setting and value. */
export const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  joker: { true: 'One joker', false: 'No joker' },
  ace: { high: 'High only', high_and_low: 'High and low' },
  low_ace: { follow: 'As in straights', high: 'High', low: 'Low' },
  showdown_mode: { high: 'The highest hand', low: 'The lowest hand', high_low: 'Highest and lowest, half each' },
  low_qualifier: { none: 'Any low hand', eight: 'Eight or better' },
};
