// The words of hands that two auditors open.

export const title = 'Open a hand';
export const about = 'Two auditors open a hand that is over, with a reason each. It is on record, each look too, and everybody who was dealt in sees it at the next sign-in.';
export const table = 'Number of the table';
export const hand = 'Number of the hand';
export const reason = 'Reason';
export const askFor = 'Ask for it';
export const agree = 'Agree';
export const leave = 'Not now';
export const waits = 'Another auditor has to agree within 24 hours.';
export const lapsed = 'It is over: the role or the way in of one of the two has changed since. Ask for another.';
export const opening = (number: number, at: number, hand: number): string => `Opening ${String(number)}: hand ${String(hand)} of table ${String(at)}`;
export const agreeTo = (number: number): string => `Agree to opening ${String(number)}`;
export const look = (number: number): string => `See the cards of opening ${String(number)}`;
export const askedBy = (name: string, moment: string, why: string): string => `Asked for by ${name} on ${moment}: ${why}`;
export const agreedBy = (name: string, moment: string, why: string): string => `Agreed to by ${name} on ${moment}: ${why}`;
export const cardsOf = (number: number): string => `Cards of opening ${String(number)}`;
export const seat = (number: number, name: string): string => `Seat ${String(number)}, ${name}`;
export const board = 'Board';
export const deck = 'Deck, slot by slot from 0';
export const first = 'Slot that was dealt first';
export const commitment = 'Published before the first card';
