// The words of links to hands: making one, and the list of those that were made.

export const shareHand = (hand: number): string => `Share hand ${String(hand)}`;
export const ownCards = 'Your own cards';
export const hidden = 'Hidden, unless they were turned up at the table';
export const shown = 'Shown to whoever has the link';
export const note = 'The link opens without signing in and is shown once. Neither shows cards that the others did not turn up.';
export const make = 'Make the link';
/** What a link is called, by what happens to the player's own cards. */
export const link = { hidden: 'Link, your cards hidden', shown: 'Link, your cards shown' };
export const copy = 'Copy';
export const isCopied = 'The link is copied.';
export const noClipboard = 'This browser does not allow copying here: the link is selected, copy it by hand.';
export const isMade = 'The link is made.';
export const linksHere = 'Links to this hand';
export const noneHere = 'None yet.';

export const linksMade = 'Links you made';
export const linksNote =
  'Whoever has one of these links sees the hand without signing in, until you take it back. The links themselves are shown only when they are made.';
export const noneMade = 'You have made no link yet. Open a hand and choose Share.';
export const takenBack = 'The link was taken back: it no longer opens anything.';
export const handOf = (table: number, hand: number): string => `Table ${String(table)}, hand ${String(hand)}`;
export const cardsShown = 'Your cards shown';
export const cardsHidden = 'Your cards hidden';
export const made = (when: string): string => `made ${when}`;
export const withCards = (shown: boolean, when: string): string => `your cards ${shown ? 'shown' : 'hidden'}, made ${when}`;
export const takeBack = 'Take back';
export const thatLink = (hand: number, table: number, shown: boolean): string =>
  ` the link to hand ${String(hand)} of table ${String(table)}, your cards ${shown ? 'shown' : 'hidden'}`;
