// The lobby's list: filters and sorting, as the address has them, and which row is where while somebody is
// about to press one.

import type { Listing } from '../wire/wire.ts';
import { blindsOf, gameName, limitName, plain } from './words.ts';
import { overHours, overMinutes } from '../words/time.ts';
import { language } from '../words/language.ts';

/** Averages over a table's last hands. */
export interface Averages {
  /** The average pot, in chips. */
  pot: number;
  hands_an_hour: number;
  /** Over how many hands, and over how many minutes. */
  hands: number;
  minutes: number;
}

/** A row of the list; a table without enough hands has no averages. */
export type Row = Listing & { averages?: Averages | null };

export type Column = 'table' | 'game' | 'mode' | 'seats' | 'pot' | 'pace' | 'buy' | 'rules';
const COLUMNS: readonly Column[] = ['table', 'game', 'mode', 'seats', 'pot', 'pace', 'buy', 'rules'];

/** The filters and the sorting. */
export interface Sought {
  find: string;
  /** Games and limits, by the room's names for them; an empty list means all. */
  games: readonly string[];
  limits: readonly string[];
  who: 'all' | 'people' | 'practice';
  /** Only tables with a free seat. */
  free: boolean;
  /** The column that the list is sorted by; undefined leaves it in the order of the room. */
  sort: Column | undefined;
  down: boolean;
}

/** Everything, in the order of the room. */
export const ALL: Sought = { find: '', games: [], limits: [], who: 'all', free: false, sort: undefined, down: false };

/** The filters in an address; anything unknown in it is ignored. */
export function readSought(query: string): Sought {
  const said = new URLSearchParams(query);
  const list = (name: string): string[] => (said.get(name) ?? '').split('.').filter((one) => /^\w{1,40}$/.test(one));
  const who = said.get('who');
  return {
    find: (said.get('find') ?? '').slice(0, 80),
    games: list('game'),
    limits: list('limit'),
    who: who === 'people' || who === 'practice' ? who : 'all',
    free: said.get('free') === '1',
    sort: COLUMNS.find((column) => column === said.get('sort')),
    down: said.get('down') === '1',
  };
}

/** The address for these filters, without its question mark; empty for everything. */
export function writeSought(sought: Sought): string {
  const said = new URLSearchParams();
  if (sought.find.trim() !== '') said.set('find', sought.find);
  if (sought.games.length > 0) said.set('game', sought.games.join('.'));
  if (sought.limits.length > 0) said.set('limit', sought.limits.join('.'));
  if (sought.who !== 'all') said.set('who', sought.who);
  if (sought.free) said.set('free', '1');
  if (sought.sort) {
    said.set('sort', sought.sort);
    if (sought.down) said.set('down', '1');
  }
  return said.toString();
}

/** The list with a name added or removed. */
export function toggled(list: readonly string[], name: string): string[] {
  return list.includes(name) ? list.filter((item) => item !== name) : [...list, name];
}

/** The filters after a press on a column heading: numbers start with the largest, words with the first. */
export function sortedBy(sought: Sought, column: Column): Sought {
  const downFirst = column === 'seats' || column === 'pot' || column === 'pace' || column === 'buy';
  return { ...sought, sort: column, down: sought.sort === column ? !sought.down : downFirst };
}

function fits(one: Row, sought: Sought): boolean {
  if (sought.who !== 'all' && one.practice !== (sought.who === 'practice')) return false;
  if (sought.games.length > 0 && !sought.games.includes(one.stakes.game)) return false;
  if (sought.limits.length > 0 && !sought.limits.includes(one.stakes.limit)) return false;
  if (sought.free && one.seated.length >= one.stakes.seats) return false;
  const words = `${one.name} ${limitName(one.stakes.limit)} ${gameName(one.stakes.game)} ${blindsOf(one.stakes)} ${plain(one.stakes.book)}`.toLowerCase();
  return sought.find.trim().toLowerCase().split(/\s+/).every((word) => words.includes(word));
}

function compare(one: Row, other: Row, column: Column): number {
  const words = (left: string, right: string): number => left.localeCompare(right, language, { numeric: true });
  const stakes = (of: Row): number => of.stakes.blinds.at(-1) ?? of.stakes.ante ?? 0;
  switch (column) {
    case 'table':
      return words(one.name, other.name);
    case 'game':
      return words(gameName(one.stakes.game), gameName(other.stakes.game)) || words(limitName(one.stakes.limit), limitName(other.stakes.limit)) || stakes(one) - stakes(other);
    case 'mode':
      return Number(one.practice) - Number(other.practice);
    case 'seats':
      return one.seated.length - other.seated.length;
    case 'pot':
      return (one.averages?.pot ?? -1) - (other.averages?.pot ?? -1);
    case 'pace':
      return (one.averages?.hands_an_hour ?? -1) - (other.averages?.hands_an_hour ?? -1);
    case 'buy':
      return one.stakes.min_buy_in - other.stakes.min_buy_in;
    case 'rules':
      return words(plain(one.stakes.book), plain(other.stakes.book));
  }
}

/** The tables that match, sorted; equal ones stay in the order of the room. */
export function arranged(tables: readonly Row[], sought: Sought): Row[] {
  const found = tables.filter((one) => one.standing.is !== 'closed' && fits(one, sought));
  const { sort } = sought;
  if (sort === undefined) return found;
  return found.toSorted((a, b) => (sought.down ? -1 : 1) * compare(a, b, sort) || a.table - b.table);
}

/**
 * The order in which rows are drawn. While a row is under the pointer or has the focus none moves: new tables
 * are added at the end, and one that no longer matches stays in place until the list is let go.
 */
export function placed(before: readonly number[], wanted: readonly number[], held: boolean): readonly number[] {
  if (!held) return wanted;
  const more = wanted.filter((one) => !before.includes(one));
  return more.length === 0 ? before : [...before, ...more];
}

/** How far back averages reach, for people: "over 2 h" or "over 40 min". */
export function reach(minutes: number): string {
  return minutes < 90 ? overMinutes(minutes) : overHours(Math.round(minutes / 60));
}
