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
  const params = new URLSearchParams(query);
  const list = (name: string): string[] => (params.get(name) ?? '').split('.').filter((one) => /^\w{1,40}$/.test(one));
  const who = params.get('who');
  return {
    find: (params.get('find') ?? '').slice(0, 80),
    games: list('game'),
    limits: list('limit'),
    who: who === 'people' || who === 'practice' ? who : 'all',
    free: params.get('free') === '1',
    sort: COLUMNS.find((column) => column === params.get('sort')),
    down: params.get('down') === '1',
  };
}

/** The address for these filters, without its question mark; empty for everything. */
export function writeSought(filters: Sought): string {
  const params = new URLSearchParams();
  if (filters.find.trim() !== '') params.set('find', filters.find);
  if (filters.games.length > 0) params.set('game', filters.games.join('.'));
  if (filters.limits.length > 0) params.set('limit', filters.limits.join('.'));
  if (filters.who !== 'all') params.set('who', filters.who);
  if (filters.free) params.set('free', '1');
  if (filters.sort) {
    params.set('sort', filters.sort);
    if (filters.down) params.set('down', '1');
  }
  return params.toString();
}

/** The list with a name added or removed. */
export function toggled(list: readonly string[], name: string): string[] {
  return list.includes(name) ? list.filter((item) => item !== name) : [...list, name];
}

/** The filters after a press on a column heading: numbers start with the largest, words with the first. */
export function sortedBy(filters: Sought, column: Column): Sought {
  const downFirst = column === 'seats' || column === 'pot' || column === 'pace' || column === 'buy';
  return { ...filters, sort: column, down: filters.sort === column ? !filters.down : downFirst };
}

function fits(table: Row, filters: Sought): boolean {
  if (filters.who !== 'all' && table.practice !== (filters.who === 'practice')) return false;
  if (filters.games.length > 0 && !filters.games.includes(table.stakes.game)) return false;
  if (filters.limits.length > 0 && !filters.limits.includes(table.stakes.limit)) return false;
  if (filters.free && table.seated.length >= table.stakes.seats) return false;
  const words = `${table.name} ${limitName(table.stakes.limit)} ${gameName(table.stakes.game)} ${blindsOf(table.stakes)} ${plain(table.stakes.book)}`.toLowerCase();
  return filters.find.trim().toLowerCase().split(/\s+/).every((word) => words.includes(word));
}

function compare(table: Row, other: Row, column: Column): number {
  const words = (left: string, right: string): number => left.localeCompare(right, language, { numeric: true });
  const stakes = (of: Row): number => of.stakes.blinds.at(-1) ?? of.stakes.ante ?? 0;
  switch (column) {
    case 'table':
      return words(table.name, other.name);
    case 'game':
      return words(gameName(table.stakes.game), gameName(other.stakes.game)) || words(limitName(table.stakes.limit), limitName(other.stakes.limit)) || stakes(table) - stakes(other);
    case 'mode':
      return Number(table.practice) - Number(other.practice);
    case 'seats':
      return table.seated.length - other.seated.length;
    case 'pot':
      return (table.averages?.pot ?? -1) - (other.averages?.pot ?? -1);
    case 'pace':
      return (table.averages?.hands_an_hour ?? -1) - (other.averages?.hands_an_hour ?? -1);
    case 'buy':
      return table.stakes.min_buy_in - other.stakes.min_buy_in;
    case 'rules':
      return words(plain(table.stakes.book), plain(other.stakes.book));
  }
}

/** The tables that match, sorted; equal ones stay in the order of the room. */
export function arranged(tables: readonly Row[], filters: Sought): Row[] {
  const found = tables.filter((table) => table.standing.is !== 'closed' && fits(table, filters));
  const { sort } = filters;
  if (sort === undefined) return found;
  return found.toSorted((a, b) => (filters.down ? -1 : 1) * compare(a, b, sort) || a.table - b.table);
}

/**
 * The order in which rows are drawn. While a row is under the pointer or has the focus none moves: new tables
 * are added at the end, and one that no longer matches stays in place until the list is let go.
 */
export function placed(before: readonly number[], wanted: readonly number[], held: boolean): readonly number[] {
  if (!held) return wanted;
  const more = wanted.filter((table) => !before.includes(table));
  return more.length === 0 ? before : [...before, ...more];
}

/** How far back averages reach, for people: "over 2 h" or "over 40 min". */
export function reach(minutes: number): string {
  return minutes < 90 ? overMinutes(minutes) : overHours(Math.round(minutes / 60));
}
