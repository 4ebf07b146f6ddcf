// Chat at a table: the messages that a viewer wants to see, which of them are new, and how one reads.

import type { Settings } from './settings.ts';
import * as words from '../words/chat.ts';
import type { Chair, Chat, ChatLine, Refused } from '../wire/wire.ts';

/** The longest message the room accepts, in characters. */
export const LONGEST_LINE = 200;
/** The most messages that a page stores for a table. */
const MOST_LINES = 500;

/** The chat of a table as the room sent it. */
export interface Talk {
  /** Oldest first. */
  lines: readonly ChatLine[];
  /** Why chat is closed for everybody now; null while it is open. */
  off: Refused | null;
}

/** Before the room has sent anything. */
export const SILENCE: Talk = { lines: [], off: null };

/**
 * The chat after the room has sent more of it. Messages already known come again when a connection is
 * reopened.
 */
export function heard(talk: Talk, update: Chat): Talk {
  const last = talk.lines.at(-1)?.n ?? 0;
  const added = update.lines.filter((line) => line.n > last);
  const lines = added.length === 0 ? talk.lines : [...talk.lines, ...added].slice(-MOST_LINES);
  return { lines, off: update.off };
}

/** Which messages a viewer wants to see. */
export interface Wanted {
  chat: Settings['chat'];
  muted: readonly number[];
}

/**
 * The messages that a viewer sees: from everybody or only from the seats, and none from people who are muted.
 */
export function shown(talk: Talk, filter: Wanted): ChatLine[] {
  if (filter.chat === 'off') return [];
  return talk.lines.filter((line) => (filter.chat === 'all' || line.seat !== null) && !filter.muted.includes(line.person));
}

/** How many of the messages shown are by others and newer than the last one read. */
export function unread(lines: readonly ChatLine[], read: number, own: number | undefined): number {
  return lines.filter((line) => line.n > read && line.person !== own).length;
}

/** The number of the last message; 0 before the first. */
export function lastOf(lines: readonly ChatLine[]): number {
  return lines.at(-1)?.n ?? 0;
}

/** Who wrote a message: "Ada, seat 4", "Ben, watching", "You". */
export function speakerOf(line: ChatLine, own: number | undefined): string {
  return line.person === own ? words.you : words.speaker(line.name, line.seat);
}

/** A message as a sentence, for the text view and the screen reader: "Ada, seat 4, says: nice hand". */
export function sentenceOf(line: ChatLine, own: number | undefined): string {
  return line.person === own ? words.youSay(line.text) : words.says(speakerOf(line, own), line.text);
}

/** The characters of a message as the room counts them. */
export function lengthOf(text: string): number {
  return Array.from(text.replace(/\s+/gu, ' ').trim()).length;
}

/** Somebody who can be muted or reported. */
export interface Speaker {
  person: number;
  name: string;
}

/** The list of muted people with somebody added or removed. */
export function toggled(muted: readonly number[], person: number): number[] {
  return muted.includes(person) ? muted.filter((other) => other !== person) : [...muted, person];
}

/** The latest name of everybody who is muted, as far as messages and seats give it. */
export function mutedNames(muted: readonly number[], known: readonly Speaker[]): Speaker[] {
  return muted.map((person) => ({ person, name: known.findLast((speaker) => speaker.person === person)?.name ?? words.player(person) }));
}

/** Consecutive messages by one person, under one name. */
export interface Group {
  person: number;
  name: string;
  seat: number | null;
  lines: [ChatLine, ...ChatLine[]];
}

/** Messages of one person further apart than this start a new group, in milliseconds. */
const APART = 5 * 60 * 1000;

/** The messages in groups of those that one person wrote in a row from one seat, oldest first. */
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

/**
 * Everybody who sits here or has said something, except the viewer: people only, because programs neither
 * talk nor listen.
 */
export function peopleHere(chairs: readonly Chair[], lines: readonly ChatLine[], own: number | undefined): Speaker[] {
  const people = new Map<number, string>();
  for (const line of lines) people.set(line.person, line.name);
  for (const chair of chairs) if (!chair.machine) people.set(chair.person, chair.name);
  return [...people].filter(([person]) => person !== own).map(([person, name]) => ({ person, name }));
}
