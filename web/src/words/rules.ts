// The words of a book's rules beside the table, and of the order of hands in its deck.

export const bookOf = (book: string, version: string, rules: number): string => `${book}, version ${version}. ${String(rules)} rules.`;
export const find = 'Find a rule or clause';
export const usedLast = 'last used';

export const deckAndOrder = 'Deck and order of hands';
export const ranks = 'Ranks: ';
export const whichBeats = 'Which hand beats which';
