// A player's results over time: what the sessions add up to, their running total, and where lines and marks
// go in a chart. Chips of different worth are never added: everything here is in one unit.

import { chips, worth } from './money.ts';
import type { Session, Stakes } from '../wire/wire.ts';
import { gameName, limitName } from './words.ts';
import * as words from '../words/results.ts';
import { hoursAndTwo, minutes as shortSpan } from '../words/time.ts';

export { signedWords, worth } from './money.ts';
export type { Results, Session } from '../wire/wire.ts';

/** What a chip is worth, as a name to select sessions by. */
export function unitOf(stakes: Stakes): string {
  return String(stakes.chip_cents);
}

/** "play chips" or "dollars", with the worth of a chip if a room has several. */
export function unitName(unit: string, several: boolean, money: boolean): string {
  if (!several) return money ? words.units.money : words.units.play;
  const cents = Number(unit);
  if (cents === 0 && !money) return words.units.worthless;
  const of = cents % 100 === 0 ? `$${chips(cents / 100)}` : cents < 100 ? `${String(cents)}¢` : `$${(cents / 100).toFixed(2)}`;
  return money ? words.units.moneyOf(of) : words.units.playOf(of);
}

/** "No-limit Hold'em": results are separated by this. */
export function gameOf(stakes: Stakes): string {
  return words.gameOf(limitName(stakes.limit), gameName(stakes.game));
}

/** The units of the sessions, that of the latest one first. */
export function unitsOf(sessions: readonly Session[]): string[] {
  const latest = [...sessions].sort((a, b) => b.from - a.from);
  return [...new Set(latest.map((session) => unitOf(session.stakes)))];
}

/** The games of the sessions, the one with the most hands first. */
export function gamesOf(sessions: readonly Session[]): string[] {
  const hands: Record<string, number> = {};
  for (const session of sessions) hands[gameOf(session.stakes)] = (hands[gameOf(session.stakes)] ?? 0) + session.hands;
  return Object.keys(hands).sort((a, b) => (hands[b] ?? 0) - (hands[a] ?? 0) || a.localeCompare(b));
}

/** A point of the running total. */
export interface Point {
  at: number;
  /** The total of all sessions at this moment. */
  sum: number;
  /** The result of this session alone. */
  net: number;
  session: Session;
  /** The hand that was played; undefined at the ends of a session. */
  hand: number | undefined;
  ends: boolean;
}

/** The running total, oldest first. Sessions at several tables at once are merged into one line. */
export function running(sessions: readonly Session[]): Point[] {
  const steps = sessions.flatMap((session) => {
    const own: Omit<Point, 'sum'>[] = [{ at: session.from, net: 0, session, hand: undefined, ends: false }];
    for (const { at, net, hand } of session.points) own.push({ at, net, session, hand, ends: false });
    const last = own.at(-1);
    // Chips may come and go between hands, and the last hands of an open session may be thinned out.
    if (last !== undefined && (session.until !== null || last.net !== session.net)) {
      own.push({ at: Math.max(session.until ?? last.at, last.at), net: session.net, session, hand: undefined, ends: session.until !== null });
    }
    return own.map((point, place) => ({ point, change: point.net - (own[place - 1]?.net ?? 0) }));
  });
  steps.sort((a, b) => a.point.at - b.point.at);
  let sum = 0;
  return steps.map(({ point, change }) => {
    sum += change;
    return { ...point, sum };
  });
}

/** The totals of several sessions. */
export interface Totals {
  sessions: number;
  hands: number;
  brought: number;
  /** What came back or is in front of the seat. */
  back: number;
  net: number;
}

/** The totals of sessions in one unit. */
export function totals(sessions: readonly Session[]): Totals {
  const sum = (of: (session: Session) => number): number => sessions.reduce((all, session) => all + of(session), 0);
  const [brought, net] = [sum((session) => session.brought), sum((session) => session.net)];
  return { sessions: sessions.length, hands: sum((session) => session.hands), brought, net, back: brought + net };
}

/** An amount that was won or lost: "+120", "−$4.50", "0". */
export function signed(amount: number, cents?: number): string {
  if (amount === 0) return '0';
  return `${amount > 0 ? '+' : '−'}${worth(Math.abs(amount), cents)}`;
}

/**
 * Round amounts across a range that always includes zero, about `count` of them, none between whole chips.
 */
export function amountTicks(least: number, most: number, count: number): number[] {
  const [low, high] = [Math.min(0, least), Math.max(0, most)];
  const step = roundStep(Math.max(1, high - low) / Math.max(1, count));
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}

/** The smallest of 1, 2, 5, 10, 20, 50, ... that is at least `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least) ?? 10;
  return Math.max(1, factor * power);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SPANS = [
  MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR,
  DAY, 2 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 91 * DAY, 182 * DAY, 365 * DAY,
];

/**
 * Times at round hours or days within a span, at most `count` of them. `zone` is the minutes that the device
 * is behind UTC.
 */
export function timeTicks(from: number, until: number, count: number, zone: number): { at: number; days: boolean }[] {
  const step = SPANS.find((length) => (until - from) / length <= count) ?? 365 * DAY;
  const shift = zone * MINUTE;
  const ticks: { at: number; days: boolean }[] = [];
  for (let at = Math.ceil((from - shift) / step) * step; at + shift <= until; at += step) ticks.push({ at: at + shift, days: step >= DAY });
  return ticks;
}

/** Maps a value to its position in a chart. */
export function scale(from: number, until: number, start: number, end: number): (value: number) => number {
  const span = until - from;
  return (value) => (span === 0 ? (start + end) / 2 : start + ((value - from) / span) * (end - start));
}

/** The path of a line that keeps its value until the next one comes. */
export function stairs(points: readonly { x: number; y: number }[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  const place = (value: number): string => String(Math.round(value * 10) / 10);
  return [`M${place(first.x)} ${place(first.y)}`, ...rest.map(({ x, y }) => `H${place(x)}V${place(y)}`)].join('');
}

/** "2 h 05 min", "12 min". */
export function duration(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / MINUTE));
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? shortSpan(minutes) : hoursAndTwo(hours, minutes % 60);
}

export type Column = 'from' | 'name' | 'game' | 'time' | 'hands' | 'brought' | 'back' | 'net';

/** Sessions sorted by a column; equal ones newest first. */
export function sorted(sessions: readonly Session[], column: Column, down: boolean): Session[] {
  const compare = (session: Session, other: Session): number => {
    switch (column) {
      case 'from':
        return session.from - other.from;
      case 'name':
        return session.name.localeCompare(other.name);
      case 'game':
        return gameOf(session.stakes).localeCompare(gameOf(other.stakes));
      case 'time':
        return spent(session) - spent(other);
      case 'hands':
        return session.hands - other.hands;
      case 'brought':
        return session.brought - other.brought;
      case 'back':
        return session.brought + session.net - (other.brought + other.net);
      case 'net':
        return session.net - other.net;
    }
  };
  return [...sessions].sort((a, b) => (down ? -1 : 1) * compare(a, b) || b.from - a.from);
}

/** How long a session lasted, or has lasted up to its last hand. */
export function spent(session: Session): number {
  return (session.until ?? session.points.at(-1)?.at ?? session.from) - session.from;
}

/**
 * A path without the points that nobody could see: of those in the same pixel column, the first, lowest,
 * highest and last remain.
 */
export function thinned(points: readonly { x: number; y: number }[]): { x: number; y: number }[] {
  const kept: { x: number; y: number }[] = [];
  let column: { x: number; y: number }[] = [];
  const flush = (): void => {
    const [first] = column;
    const last = column.at(-1);
    if (first === undefined || last === undefined) return;
    const low = column.reduce((a, b) => (b.y < a.y ? b : a));
    const high = column.reduce((a, b) => (b.y > a.y ? b : a));
    kept.push(...column.filter((point) => point === first || point === low || point === high || point === last));
    column = [];
  };
  for (const point of points) {
    if (column.length > 0 && Math.round(column[0]?.x ?? 0) !== Math.round(point.x)) flush();
    column.push(point);
  }
  flush();
  return kept;
}

/** Stretches of time in which somebody sat at one table or more. */
export function seated(sessions: readonly Session[]): { from: number; until: number }[] {
  const spans = sessions.map((session) => ({ from: session.from, until: session.from + spent(session) })).sort((a, b) => a.from - b.from);
  const merged: { from: number; until: number }[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last !== undefined && span.from <= last.until) last.until = Math.max(last.until, span.until);
    else merged.push({ ...span });
  }
  return merged;
}

/** How much of the time up to a moment was spent at tables. */
export function timeAtTables(spans: readonly { from: number; until: number }[], at: number): number {
  return spans.reduce((sum, span) => sum + Math.max(0, Math.min(at, span.until) - span.from), 0);
}
