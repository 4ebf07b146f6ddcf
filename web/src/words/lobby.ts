// The words of the lobby: the list of tables, its filters, and the viewer's own seats above it.

import { type Part, plural } from './language.ts';
import { roleNames } from './names.ts';

export const welcome = (name: string): string => `Welcome, ${name}`;
export const forAdministrator = 'You run this room. Players sign up by themselves.';
export const forPlayer = 'Play chips only. Every decision at a table names the clause it rests on.';
/** Nobody with these roles sits down. */
export const looksOn = (roles: readonly string[]): string =>
  roles.length === 0 ? 'You are watching: your account has no role that plays.' : `You are watching: as ${roleNames(roles)} you cannot take a seat.`;
export const forVisitor: readonly Part<'link'>[] = ['A poker room that plays by published rule books. ', ['link', 'Sign up'], ' for play chips, or watch.'];
export const newTable = 'New table';
export const asBefore = 'The list is as it was before.';

export const cashTables = 'Cash tables';
export const findTable = 'Find a table';
export const find = 'Find  /';
export const sortBy = 'Sort by';
export const roomsOrder = "Room's order";
/** A sort order by the name of its column: numbers from either end, names from either end. */
export const orders = {
  most: (column: string): string => `${column}, most first`,
  least: (column: string): string => `${column}, least first`,
  first: (column: string): string => column,
  last: (column: string): string => `${column}, from the end`,
};
export const whichTables = 'Which tables';
export const all = 'All';
export const freeSeats = 'Free seats';
export const peopleOnly = 'People only';
export const practice = 'Practice';

export const looking = 'Looking for tables';
export const noneOpen = 'No table is open.';
export const openOne: readonly Part<'link'>[] = ['Open one: you choose the rule book, the game and the stakes. ', ['link', 'New table']];
export const signInToOpen: readonly Part<'link'>[] = ['Sign in to open one, if this room lets players do so. ', ['link', 'Sign in']];
export const openedByPlayers = 'Players open tables. This list refreshes by itself.';
export const openedByRoom = 'Whoever runs this room opens tables. This list refreshes by itself.';
export const noneFits = (open: number): string => `No table matches. ${plural(open, { one: 'One table is', other: `${String(open)} tables are` })} open.`;
export const showAll = 'Show all tables';
/** The room sends its list a page at a time. */
export const further = 'More tables are open than are listed here. A search by name goes through all of them.';
export const showMore = 'Show more';

/** The column headings. */
export const heads = {
  table: 'Table',
  game: 'Game and limit',
  mode: 'Mode',
  seats: 'Seats taken',
  pot: 'Average pot',
  pace: 'Hands an hour',
  buy: 'Buy-in',
  rules: 'Rules',
};
export const open = 'Open';
export const watch = 'Watch';
/** Which table a button belongs to, after what the button says. */
export const ofTable = (name: string): string => ` ${name}`;
export const rulesOf = (name: string): string => ` rules of ${name}`;
/** How a table stands that is not open. */
export const standings = { open: 'open', paused: 'paused', closing: 'closing', closed: 'closed', stopped: 'stopped' };
export const online = 'Online';
export const forPractice = 'practice';
export const seatsOf = (taken: number, seats: number): string => `${String(taken)} of ${String(seats)}`;
export const machines = (count: number): string => `${String(count)} ${plural(count, { one: 'bot', other: 'bots' })}`;
export const noHandsYet = 'No hands yet';
export const tables = (count: number): string => `${String(count)} ${plural(count, { one: 'table', other: 'tables' })}`;
export const tablesOf = (shown: number, open: number): string => `${String(shown)} of ${String(open)} tables`;

export const keysTitle = 'Keys of the lobby';
export const keys = [
  ['/', 'find a table'],
  ['J or ↓', 'next table'],
  ['K or ↑', 'previous table'],
  ['Enter', 'open the table'],
  ['?', 'this list'],
] as const;

export const mySeats = 'My seats';
export const seatAt = (table: string, seat: number | undefined): string => `${table}, seat ${String(seat)}`;
export const yourTurn = (left: string | undefined): string => `your turn${left === undefined ? '' : ` ${left}`}`;
export const sittingOut = (stack: string): string => `${stack}, sitting out`;
export const notOpenHere = 'not open here';
