// The words around every screen, apart from the frame itself (page.ts): header and footer, the state of the
// connection, the bar of tables, the small links to clauses, and announcements made on every screen.

import { plural } from './language.ts';
import { roleNames } from './names.ts';
import { titled } from './page.ts';

export const titledYourTurn = (table: string, room: string): string => titled(`Your turn - ${table}`, room);

// The header and its menu.

export const toTheLobby = (room: string): string => `${room}, to the lobby`;
export const sections = { lobby: 'Lobby', hands: 'Hands', results: 'Results', people: 'People', reports: 'Reports', record: 'Record' };
export const roomSections = 'Room';
export const menu = 'Menu';
export const session = (span: string): string => `Session ${span}`;
export const sessionAndDay = (span: string, day: string, result: string): string => `Session ${span}. Today ${day} at tables, result ${result}.`;
/** Somebody's roles, with those that are pending until a second factor is given. */
export function roles(held: readonly string[], waiting: readonly string[]): string {
  const all = [...(held.length === 0 ? [] : [roleNames(held)]), ...(waiting.length === 0 ? [] : [`${roleNames(waiting)} (waits)`])];
  return all.length === 0 ? 'no role' : all.join(', ');
}
/** Roles are pending until the second factor is given: which, and where it is enrolled. */
export const rolesWait = (waiting: readonly string[]): string =>
  `Your ${plural(waiting.length, { one: 'role', other: 'roles' })} ${roleNames(waiting)} ${plural(waiting.length, { one: 'waits', other: 'wait' })} until you enrol a second factor.`;
export const enrol = 'Enrol it now';
export const roleAfter = (role: string): string => `, ${role}`;
export const roleBefore = (role: string): string => `${role} ·\u00a0`;
export const between = ', ';
export const inTheWallet = 'play chips in the wallet';
export const walletHas = (amount: string): string => `${amount} ${inTheWallet}`;
export const account = 'Account';
export const settings = 'Settings';
export const signIn = 'Sign in';
export const signUp = 'Sign up';
export const signOut = 'Sign out';

// The footer.

export const book = (book: string, version: string): string => `${book}, version ${version}`;
export const program = (version: string): string => `Program ${version}`;

// The connection to the room.

/** The states of the connection. */
export const line = {
  live: 'Live',
  slow: 'Slow',
  reconnecting: 'Reconnecting',
  'catching-up': 'Catching up',
  offline: 'No network',
  elsewhere: 'Elsewhere',
  maintenance: 'Restarting soon',
};
export const milliseconds = (count: number): string => `${String(count)} ms`;
export const slow = 'The connection is slow. The room keeps the time.';
export const catchingUp = 'Catching up with what was missed.';
export const noNetwork = 'This device has no network.';
export const connectionLost = 'Connection lost. Reconnecting.';
export const connectedAgain = 'Connected again.';
/** The connection is lost, as it is announced: somebody who sits at a table keeps the seat. */
export const lineLost = (network: boolean, seated: boolean): string => `${network ? connectionLost : noNetwork}${seated ? ' Your seat is kept.' : ''}`;
export const nextTry = (seconds: number): string => `Next try in ${String(seconds)} s.`;
export const tryingNow = 'Trying now.';
export const asOf = (banner: string, time: string): string => `${banner} What you see is as of ${time}.`;
/** The same where there is little room: pressing it opens the rest. */
export const brief = { offline: 'No network', reconnecting: 'Connection lost', elsewhere: 'Open elsewhere' };
export const offline = (time: string, seated: boolean): string =>
  `${noNetwork}${seated ? ' Your seat is kept.' : ''} What you see is as of ${time}. It reconnects when the network is back.`;
export const elsewhere = (tab: boolean): string => `This table is open ${tab ? 'in another tab' : 'on another device'}.`;
/** The table is elsewhere, and the connection from here is lost as well. */
export const elsewhereToo = (elsewhere: string, lost: string): string => `${elsewhere} ${lost}`;
export const useHere = 'Use here';

// The tables that are open.

export const openTables = 'Open tables';
export const table = (number: number): string => `Table ${String(number)}`;
export const yourTurn = 'your turn';
export const watching = (blinds: string): string => `${blinds}, watching`;
export const stopWatching = (table: string): string => `Stop watching ${table}`;
/** The tables out of sight where it is the viewer's turn. */
export const yourTurnAt = (tables: readonly string[]): string => `Your turn at ${tables.join(', ')}.`;

// Reminders and sound.

export const beenAtTables = (span: string, result: string): string => `You have been at tables for ${span}. Your result today is ${result}.`;
export const soundIsOff = 'Sound is off - tap to enable';
export const soundStaysOff = 'Close: sound stays off';

// Rules and clauses.

export const why = 'Why?';
export const ruleName = (rule: string): string => `(${rule})`;
export const noDocument = (book: string): string => `The book ${book} has no document behind this rule.`;
export const roomsOwn = 'It is the room’s own rule, with no document behind it.';
export const clause = (book: string, clause: string): string => `${book}, clause ${clause}`;
export const reading = (id: string): string => `Decided reading ${id}`;
export const clauseTitle = (title: string, id: string): string => `${title} (${id})`;
export const clauseUnknown = 'The room has no more on this clause.';
export const clauses = (ids: readonly string[]): string => `(${ids.join(', ')})`;
