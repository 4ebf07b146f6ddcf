// The words of hands that two auditors open.

export const title = 'Open a hand';
export const about = 'Two auditors open a finished hand, each with a reason. It goes on record, as does each look, and everybody who was dealt in sees it at the next sign-in.';
export const table = 'Table number';
export const hand = 'Hand number';
export const reason = 'Reason';
export const askFor = 'Request it';
export const agree = 'Agree';
export const leave = 'Not now';
export const waits = 'Another auditor has to agree within 24 hours.';
export const lapsed = 'It has lapsed: the role or the access of one of the two has changed. Request another.';
export const opening = (number: number, at: number, hand: number): string => `Opening ${String(number)}: hand ${String(hand)} of table ${String(at)}`;
export const agreeTo = (number: number): string => `Agree to opening ${String(number)}`;
export const look = (number: number): string => `See the cards of opening ${String(number)}`;
export const askedBy = (name: string, moment: string, why: string): string => `Requested by ${name} on ${moment}: ${why}`;
export const agreedBy = (name: string, moment: string, why: string): string => `Agreed to by ${name} on ${moment}: ${why}`;
export const cardsOf = (number: number): string => `Cards of opening ${String(number)}`;
export const seat = (number: number, name: string): string => `Seat ${String(number)}, ${name}`;
export const board = 'Board';
export const deck = 'Deck, slot by slot from 0';
export const first = 'Slot dealt first';
export const commitment = 'Published before the first card';
