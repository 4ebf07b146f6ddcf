// The words of what this device checks about a finished hand.

export const title = (held: number, of: number): string => `Checks ${String(held)}/${String(of)}`;
/** The result of all checks together. */
export const sums = { fail: 'something does not match', pass: 'all pass, computed on this device', open: 'one cannot be decided from this record' };
/** The result of one check. */
export const outcomes = { fail: 'fail', pass: 'pass', open: 'open' };
export const differsAt = (event: number): string => `first differs at event ${String(event)}`;
export const note = 'None of this comes from the room: this page computed it from the record of the hand and the proofs that came with the cards.';
/** A check in a line of text, with the event at which it fails. */
export const inText = (name: string, outcome: string, detail: string, event: number | undefined): string =>
  `${name}: ${outcome}. ${detail}${event === undefined ? '' : `, at event ${String(event)}`}.`;
export const because = (what: string, why: string): string => `${what}: ${why}`;

export const record = {
  name: 'The record is complete',
  gap: (number: number, before: number): string => `record ${String(number)} follows ${String(before)}: there is a gap`,
  older: (number: number): string => `record ${String(number)} is older than the one before it`,
  noEnd: 'the end of the hand is missing',
  holds: (first: number, last: number): string => `records ${String(first)} to ${String(last)}, numbered without a gap and none older than the one before`,
};

export const chips = {
  name: 'No chip is lost or made',
  opensWith: (seat: number, had: string, has: string): string => `seat ${String(seat)} had ${had} and opens the hand with ${has}`,
  sum: (now: string, right: string): string => `${now} are on the table where ${right} should be`,
  below: (seat: number): string => `seat ${String(seat)} has paid more than it had`,
  overpaid: 'more was paid out than was in the middle',
  holds: (sum: string, facts: number, commission: string | undefined): string =>
    `stacks and pots come to ${sum} after each of ${String(facts)} events${commission === undefined ? '' : `, ${commission} of them taken as commission`}`,
};

export const pots = {
  name: 'The pots pay out what was put in',
  notBack: (paid: string, back: string): string => `${paid} were paid and ${back} went back`,
  back: (paid: string): string => `the hand is void: all ${paid} went back`,
  notFormed: (paid: string, formed: string): string => `the seats paid ${paid} and the pots hold ${formed}`,
  notPaid: (pot: string, holds: string, pays: string): string => `${pot} holds ${holds} and pays ${pays}`,
  pot: (pot: string, amount: string): string => `${pot} ${amount}`,
  potLess: (pot: string, amount: string, paid: string, commission: string): string => `${pot} ${amount} = ${paid} + ${commission} commission`,
  holds: (pots: readonly string[], paid: string): string => `${pots.join(', ')}: paid to the last chip, from the ${paid} that the seats put in`,
};

export const turns = {
  name: 'Everybody acts in turn',
  outOfTurn: (seat: number, right: number): string => `seat ${String(seat)} acted on seat ${String(right)}’s turn`,
  noCheck: 'a check was accepted that was not offered',
  otherCall: (taken: string, offered: string): string => `a call of ${taken} was accepted, and ${offered} was offered`,
  noRaise: (to: string): string => `a bet to ${to} was accepted that was not offered`,
  holds: (acts: number): string => `${String(acts)} acts, all in turn`,
  holdsWithYours: (acts: number): string => `${String(acts)} acts, all in turn, and yours as they were offered`,
};

export const deck = {
  sealed: 'The seal and the cut of the deck hold',
  places: 'Every card came from its place',
  seen: 'Every card seen was in the sealed deck',
  noDeck: 'no deck was sealed for this hand',
  dealtByHand: 'a person dealt this hand: no deck was sealed',
  otherHand: (hand: number, table: number): string => `the seal belongs to hand ${String(hand)} of table ${String(table)}`,
  noSeal: 'there is no seal of this deck to check them against',
  fixed: (cards: number): string => `the deck of ${String(cards)} cards was fixed before the first card, and cut where all parts put it`,
  oneAfterOther: 'the cards left the deck one after the other from the place of the cut',
  nothingSeen: 'no card was visible',
  openings: (count: number): string => `${String(count)} openings, each for its place in the deck: no card was changed after the deal`,
  otherPlace: (place: number, next: number | null): string => `a card came from place ${String(place)}, and ${next === null ? 'none' : String(next)} was next`,
  stranger: (seat: number, card: string): string => `seat ${String(seat)} shows the ${card}, which was not dealt to it`,
};
