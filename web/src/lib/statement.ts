// A wallet's statement: what moved, in words, and the balance after each line. The room sends the current
// balance and the movements, newest first; earlier balances follow from those by arithmetic.

import { dayOf } from './clock.ts';
import { plain } from './words.ts';
import * as words from '../words/statement.ts';

/** One movement as the room sends it. */
export interface WalletLine {
  /** The number of the record that contains it. */
  sequence: number;
  stream: string;
  at: number;
  kind: string;
  /** The account on the other side, such as `issue` or `stake/12/7`. */
  other: string;
  change: number;
  /** The table that it is about, and the hand that was being played there, or the last one. */
  table?: number | null;
  hand?: number | null;
}

/** A wallet as the room sends it. */
export interface Wallet {
  balance: number;
  lines: WalletLine[];
  /** Where older lines continue; null at the end. */
  before?: number | null;
}

/** A wallet with older lines appended to those already there. */
export function continued(wallet: Wallet, older: Wallet): Wallet {
  return { ...wallet, lines: [...wallet.lines, ...older.lines], before: older.before ?? null };
}

/** One line of a statement, with the balance after it. */
export interface Entry extends Omit<WalletLine, 'table'> {
  after: number;
  /** The table that it is about. */
  table: number | undefined;
}

/** The lines with their balances, newest first. */
export function entries(wallet: Wallet): Entry[] {
  let after = wallet.balance;
  return wallet.lines.map((line) => {
    const entry = { ...line, after, table: tableOf(line) };
    after -= line.change;
    return entry;
  });
}

function tableOf(line: WalletLine): number | undefined {
  if (line.table != null) return line.table;
  const number = /^(?:stake|bet|pot|commission|house)\/(\d{1,15})/.exec(line.other)?.[1] ?? /^table\/(\d{1,15})$/.exec(line.stream)?.[1];
  return number === undefined ? undefined : Number(number);
}

/**
 * The lines from one day to another, inclusive; an empty day sets no bound. Days are in the room's time zone.
 */
export function between(all: readonly Entry[], from: string, to: string): Entry[] {
  return all.filter((entry) => (from === '' || dayOf(entry.at) >= from) && (to === '' || dayOf(entry.at) <= to));
}

/**
 * What the lines add up to: the balance before them, what came in and went out, and the balance after them.
 */
export interface Sum {
  before: number;
  came: number;
  went: number;
  after: number;
}

/** The sum of consecutive lines; undefined where there are none. */
export function sumOf(lines: readonly Entry[]): Sum | undefined {
  const [newest, oldest] = [lines[0], lines.at(-1)];
  if (newest === undefined || oldest === undefined) return undefined;
  const came = lines.reduce((sum, line) => sum + Math.max(0, line.change), 0);
  const went = lines.reduce((sum, line) => sum + Math.max(0, -line.change), 0);
  return { before: oldest.after - oldest.change, came, went, after: newest.after };
}

/** What a line was, in words, with the name of its table. */
export function inWords(entry: Entry, name: string | undefined): string {
  const table = entry.table === undefined ? undefined : (name ?? words.table(entry.table));
  const way = entry.change >= 0 ? 'came' : 'went';
  if (entry.other === 'issue') return words.moved.issue[way];
  if (entry.other === 'cage') return words.moved.cage[way];
  if (entry.other.startsWith('held/')) return words.moved.held[way];
  if (entry.other.startsWith('stake/') && table !== undefined) {
    if (entry.change >= 0) return words.stackBack(table);
    return entry.kind === 'sit' ? words.satDown(table) : words.addedChips(table);
  }
  return table === undefined ? plain(entry.kind) : words.kindAt(plain(entry.kind), table);
}

/** One page of lines, from 1; a page past the end is the last one. */
export function pageOf<One>(lines: readonly One[], page: number, size: number): { lines: readonly One[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(lines.length / size));
  const shown = Math.min(Math.max(1, page), pages);
  return { lines: lines.slice((shown - 1) * size, shown * size), page: shown, pages };
}
