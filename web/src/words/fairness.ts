// The words of what this page checks about a deck while it is dealt. The checker's own reasons are not
// included: it is a separate file that anybody can run.

import { plural } from './language.ts';

export const title = 'Deck checks';
export const wrong = 'Something does not match: keep what is shown below and tell whoever runs the room.';
export const checked = '✓ Cards checked';
export const checking = 'Checking as cards come';
export const hold = (hand: number, well: number, of: number): string => `hand ${String(hand)}: ${String(well)} of ${String(of)} hold`;
/** The result of one check, for readers who cannot see its sign. */
export const outcomes = { open: 'Open: ', holds: 'Holds: ', fails: 'Does not hold: ' };
export const because = (why: string): string => ` - ${why}`;
export const seal = 'Seal of the deck';
export const yourValue = 'Your value for the cut';
export const roomsPart = "The room's part of the cut";
export const note =
  'The deck was shuffled and sealed before the first card. This device checks the seal, the cut and every card it is shown; folded and undealt cards stay hidden.';
export const none = 'As soon as a deck is sealed for a hand, its seal appears here and this device checks every card it is shown.';

export const dealtByHand = 'A person deals at this table from a physical deck: no deck is sealed, so there is nothing for a device to check.';

export const sealIsHash = 'The seal is the hash of its parts';
export const cut = 'The cut';
export const notCut = 'the deck has not been cut yet';
export const cutFollows = (position: number, values: number): string =>
  values === 0
    ? `The cut at ${String(position)} follows from the room's sealed part`
    : `The cut at ${String(position)} follows from ${plural(values, { one: "one player's value", other: `the values of ${String(values)} players` })} and the room's sealed part`;
export const valueWentIn = 'Your value went into the cut as it was sent';
export const valueLate = 'it came too late for this cut';
export const card = (name: string): string => `The ${name}`;
export const cardLay = (name: string, place: number): string => `The ${name} was at place ${String(place)} of the sealed deck`;
export const noOpening = 'its opening has not come yet';
export const tooFarDown = 'no card has been dealt from so far down';
export const cardOnce = 'Each card once';
export const seenTwice = 'a card was seen twice';
export const placeOnce = 'Each place once';
export const openedTwice = 'a place was opened twice';
