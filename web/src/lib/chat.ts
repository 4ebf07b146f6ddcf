// What is said at a table: the lines that a viewer wants to see, what is new among them, and how a line reads.

import type { Settings } from './settings.ts';
import * as words from '../words/chat.ts';
import type { Chair, Chat, ChatLine, Refused } from '../wire/wire.ts';

/** The longest line the room takes, in characters. */
export const LONGEST_LINE = 200;
/** The most lines that a page keeps of a table. */
const MOST_LINES = 500;

/** The talk at a table as the room told it. */
export interface Talk {
  /** Oldest first. */
  lines: readonly ChatLine[];
  /** Why nobody may talk now; nothing while talk is open. */
  off: Refused | null;
}

/** Before the room has told anything. */
export const SILENCE: Talk = { lines: [], off: null };

/** The talk after the room has told more of it. Lines that are known already come again when a line is opened anew. */
export function heard(talk: Talk, told: Chat): Talk {
  const last = talk.lines.at(-1)?.n ?? 0;
  const fresh = told.lines.filter((line) => line.n > last);
  const lines = fresh.length === 0 ? talk.lines : [...talk.lines, ...fresh].slice(-MOST_LINES);
  return { lines, off: told.off };
}

/** Which lines a viewer wants to see. */
export interface Wanted {
  chat: Settings['chat'];
  muted: readonly number[];
}

/** The lines that a viewer sees: of everybody or of the seats alone, and none of people who are muted. */
export function shown(talk: Talk, wanted: Wanted): ChatLine[] {
  if (wanted.chat === 'off') return [];
  return talk.lines.filter((line) => (wanted.chat === 'all' || line.seat !== null) && !wanted.muted.includes(line.person));
}

/** How many of the lines shown are of others and later than the one that was read last. */
export function unread(lines: readonly ChatLine[], read: number, own: number | undefined): number {
  return lines.filter((line) => line.n > read && line.person !== own).length;
}

/** The number of the last line; 0 before the first. */
export function lastOf(lines: readonly ChatLine[]): number {
  return lines.at(-1)?.n ?? 0;
}

/** Who says a line: "Ada, seat 4", "Ben, watching", "You". */
export function speakerOf(line: ChatLine, own: number | undefined): string {
  return line.person === own ? words.you : words.speaker(line.name, line.seat);
}

/** A line as a sentence, for the text view and the ear: "Ada, seat 4, says: nice hand". */
export function sentenceOf(line: ChatLine, own: number | undefined): string {
  return line.person === own ? words.youSay(line.text) : words.says(speakerOf(line, own), line.text);
}

/** The characters of a line as the room counts them. */
export function lengthOf(text: string): number {
  return Array.from(text.replace(/\s+/gu, ' ').trim()).length;
}

/** Somebody who can be muted or reported. */
export interface Speaker {
  person: number;
  name: string;
}

/** The list of the muted with somebody added or taken out. */
export function toggled(muted: readonly number[], person: number): number[] {
  return muted.includes(person) ? muted.filter((one) => one !== person) : [...muted, person];
}

/** The latest name of everybody who is muted, as far as lines and seats tell it. */
export function mutedNames(muted: readonly number[], known: readonly Speaker[]): Speaker[] {
  return muted.map((person) => ({ person, name: known.findLast((one) => one.person === person)?.name ?? words.player(person) }));
}

/** Lines that one person says in a row, under one name. */
export interface Group {
  person: number;
  name: string;
  seat: number | null;
  lines: [ChatLine, ...ChatLine[]];
}

/** Lines of one person this far apart stand under a name of their own, in milliseconds. */
const APART = 5 * 60 * 1000;

/** The lines in groups of those that one person says from one seat in a row, oldest first. */
export function groups(lines: readonly ChatLine[]): Group[] {
  const all: Group[] = [];
  for (const line of lines) {
    const last = all.at(-1);
    const near = last !== undefined && line.at - (last.lines.at(-1) ?? line).at < APART;
    if (last && near && last.person === line.person && last.seat === line.seat) last.lines.push(line);
    else all.push({ person: line.person, name: line.name, seat: line.seat, lines: [line] });
  }
  return all;
}

/** Everybody but the viewer who sits here, and whoever said something: people, for programs neither talk nor listen. */
export function peopleHere(chairs: readonly Chair[], lines: readonly ChatLine[], own: number | undefined): Speaker[] {
  const people = new Map<number, string>();
  for (const line of lines) people.set(line.person, line.name);
  for (const chair of chairs) if (!chair.machine) people.set(chair.person, chair.name);
  return [...people].filter(([person]) => person !== own).map(([person, name]) => ({ person, name }));
}
