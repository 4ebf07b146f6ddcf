// The words of a finished hand in replay: the replay, its text, its links and files.

import { type Part, plural } from './language.ts';

export const hand = (number: number): string => `Hand ${String(number)}`;
export const sharedHand = 'Shared hand';
export const opening = 'Opening the hand';
/** The title of the document. */
export const untitled = (room: string): string => `Hand - ${room}`;
export const titled = (hand: number | undefined, table: string, room: string): string => `Hand ${String(hand)} - ${table} - ${room}`;
export const opensNothing = 'This link opens nothing: it was taken back, or part of it is missing. Ask whoever sent it for another one.';
export const yourHands = 'Your hands';
export const toLobby = 'To the lobby';
export const nobodyNamed = 'Somebody';
export const sharedWith = (who: string): string =>
  `${who} shared this hand. The cards of ${who} are shown; the others’ are hidden unless they were turned up.`;
export const sharedWithout = (who: string): string =>
  `${who} shared this hand. Cards that were not turned up at the table are hidden, including those of ${who}.`;

export const share = 'Share';
export const save = 'Save';
export const saveHand = (hand: number): string => `Save hand ${String(hand)}`;
export const phhFile = 'PHH file';
export const phhNote = 'For other programs: the acts and the cards you saw, without clauses or proofs of the cards.';
export const textFile = 'Text file';
export const textNote = 'For reading: each act with its clauses, without proofs of the cards.';

export const handAt = (hand: number, table: string): readonly Part<'at'>[] => [`Hand ${String(hand)} `, ['at', `at ${table}`]];
export const asTable = 'Table';
export const asText = 'As text';
export const print = 'Print';
export const keysTitle = 'Keys';
export const tableNow = 'Table at this event';
export const cardsOf = (name: string, folded: boolean): string => `Cards of ${name}${folded ? ', folded' : ''}`;
export const yourCards = (folded: boolean): string => `Your cards${folded ? ', folded' : ''}`;
export const atRecord = (time: string, record: number): string => `${time} · record ${String(record)}`;
export const tableBefore = 'The table before the hand';
export const toCome = (players: number, events: number): string => `${String(players)} players, ${String(events)} events to come`;
export const offeredWere = (acts: string): readonly Part<'strong'>[] => [['strong', 'Offered:'], ` ${acts}`];
export const youCan = (acts: string): readonly Part<'strong'>[] => [['strong', 'You can'], ` ${acts}`];
const toCall = (amount: string | undefined): string => (amount === undefined ? '' : `, ${amount} to call`);
export const youActNext = (amount: string | undefined): readonly Part<'strong'>[] => [['strong', 'You act next'], toCall(amount)];
export const actsNext = (name: string, amount: string | undefined): readonly Part<'strong'>[] => [['strong', `${name} acts next`], toCall(amount)];
export const goTo = 'Go to an event';
export const eventFromTo = (last: number): string => `Event, 0 to ${String(last)}`;
export const go = 'Go';
export const keys = [
  ['Right or J', 'next event'],
  ['Left or K', 'previous event'],
  ['Shift with Right or Left', 'next street, previous street'],
  ['Home, End', 'before the hand, last event'],
  ['Space', 'play, stop'],
  ['G', 'go to an event by its number'],
  ['T', 'read as text'],
  ['?', 'this list'],
] as const;

export const events = 'Events of the hand';
export const beforeHand = 'Before the hand';
/** The headings of parts that are not a street of the board. */
export const headings = { deal: 'Before the deal', board: 'Before the board', showdown: 'Showdown', result: 'Result' };
/** The heading before the first street with board cards, by its name. */
export const beforeStreet: Readonly<Record<string, string>> = { flop: 'Before the flop' };
export const cardsOn = (street: string, cards: string): string => `${street}: ${cards}`;
const COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six'];
export const dealtToEach = (each: number, players: number): string =>
  `${plural(each, { one: 'One card is', other: `${COUNTS[each] ?? String(each)} cards are` })} dealt to each of ${String(players)} players`;
export const youAreDealt = (cards: string): string => `You are dealt the ${cards}`;
export const isDealt = (name: string, cards: string): string => `${name} is dealt the ${cards}`;
export const seat = (number: number): string => `Seat ${String(number)}`;
export const atStart = 'Before the hand.';
/** Where the hand is; the street is left out where the event's text starts with it. */
export const place = (at: number, last: number, street: string | undefined): string => `Event ${String(at)} of ${String(last)}${street === undefined ? '' : `, ${street}`}`;
export const placeAnd = (place: string, said: string): string => `${place}. ${said}`;
/** Sentences of one event, one after the other. */
export const together = (sentences: readonly string[]): string => sentences.join('. ');
/** The same as they are spoken, through to the end. */
export const allTold = (sentences: readonly string[]): string => `${together(sentences)}.`;

/** Acts as they were offered. */
export const offer = {
  fold: 'fold',
  check: 'check',
  stand: 'stand',
  call: (amount: string): string => `call ${amount}`,
  callAndFold: 'call and fold',
  bet: (amount: string): string => `bet ${amount}`,
  raise: (amount: string): string => `raise to ${amount}`,
  any: (least: string, most: string): string => `any amount from ${least} to ${most}`,
  all: (acts: readonly string[]): string => acts.join(', '),
};

export const theHandAsText = 'The hand as text';
export const handAtTable = (hand: number | undefined, table: string): string => `Hand ${String(hand)} at ${table}`;
export const playedBy = (game: string, when: string, book: string, version: string): string => `${game}, ${when}. Rules: ${book}, version ${version}.`;
export const sharedBy = (name: string | undefined): string => `Shared by ${name ?? 'somebody'}.`;
export const players = 'Players';
/** The column headings. */
export const heads = { seat: 'Seat', name: 'Name', stack: 'Stack', result: 'Result', cards: 'Cards' };
export const playerIs = (name: string, machine: boolean, you: boolean): string => `${name}${machine ? ' (bot)' : ''}${you ? ' (you)' : ''}`;
export const notShown = 'not shown';
export const event = (number: number): string => `Event ${String(number)}.`;
export const ended = (sentence: string): string => `${sentence}.`;
export const inBrackets = (text: string): string => `(${text})`;
export const offered = (acts: string): string => `Offered: ${acts}.`;
export const checksTitle = 'Checks';

/** The buttons under a hand in replay. */
export const steps = {
  title: 'Steps',
  first: 'Before the hand',
  streetBefore: 'Previous street',
  before: 'Previous event',
  play: 'Play',
  stop: 'Stop',
  off: 'Off because motion is off',
  next: 'Next event',
  nextStreet: 'Next street',
  last: 'Last event',
  event: 'Event',
  speed: (times: number): string => `Speed, ${String(times)} times`,
  goTo: ', go to an event',
};
