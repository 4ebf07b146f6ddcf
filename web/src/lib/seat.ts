// What a seat's plate says in words: its line, and the tag that stays while it holds.

import { mmss } from './clock.ts';
import { type Write, chips } from './money.ts';
import type { Plate } from './table.ts';
import { cards } from '../words/cards.ts';
import { inWords } from '../words/numbers.ts';

export type Tone = 'turn' | 'good' | 'bad' | 'care' | 'plain';

/** A few words with what they mean to the eye. */
export interface Words {
  text: string;
  tone: Tone;
}

/** What a plate is to be made of. */
export interface Told {
  plate: Plate | undefined;
  /** The last thing the seat did. */
  did: string | undefined;
  /** What it won of the hand that is over. */
  won: number | undefined;
  /** No hand is played. */
  over: boolean;
  /** What is left of the time of the decision, in milliseconds. */
  left: number | undefined;
  /** How amounts are written. */
  write?: Write;
}

const NOTHING: Words = { text: '', tone: 'plain' };

/** The line: the most pressing thing to know of this seat. */
export function lineOf({ plate, did, won, over, left, write = chips }: Told): Words {
  if (plate === undefined) return NOTHING;
  const { chair, player, toAct } = plate;
  const clock = left === undefined ? '' : ` ${mmss(left)}`;
  if (!chair.connected && !chair.machine) return { text: disconnected(plate, left), tone: 'bad' };
  if (toAct) return { text: `to act${clock}`, tone: 'turn' };
  if (won !== undefined) return { text: `wins ${write(won)}`, tone: 'good' };
  if (player !== undefined && !over) {
    if (player.folded) return { text: did === 'mucks' ? 'mucks' : 'folded', tone: 'plain' };
    if (did !== undefined) return { text: did, tone: 'plain' };
    return NOTHING;
  }
  if (chair.leaving) return { text: 'leaving', tone: 'plain' };
  if (chair.away) return { text: 'sitting out', tone: 'plain' };
  if (chair.waits) return { text: 'waits for the big blind', tone: 'plain' };
  if (chair.stack === 0 && player === undefined) return { text: 'no chips', tone: 'plain' };
  if (player?.folded) return { text: did === 'mucks' ? 'mucks' : 'folded', tone: 'plain' };
  return did === undefined ? NOTHING : { text: did, tone: 'plain' };
}

/** "disconnected 0:42": what the book leaves for a lost connection, and where it gives none what is left to act. */
export function disconnected({ chair, toAct, lost }: Plate, left: number | undefined): string {
  const own = toAct && left !== undefined ? left : undefined;
  const shown = lost ? own : (chair.disconnect_ms ?? own);
  return shown === undefined ? 'disconnected' : `disconnected ${mmss(shown)}`;
}

/** The tag: all-in until the pot is awarded, or what the seat does when the hand is over. */
export function tagOf({ plate, over, write = chips }: Pick<Told, 'plate' | 'over' | 'write'>): Words | undefined {
  if (plate?.player === undefined || over) return undefined;
  const { chair, player } = plate;
  if (player.all_in && !player.folded) return { text: `ALL-IN ${write(player.in_hand)}`, tone: 'care' };
  if (chair.leaving) return { text: 'leaves next', tone: 'plain' };
  if (chair.away) return { text: 'sits out next', tone: 'plain' };
  if (chair.out_at_blind) return { text: 'out at big blind', tone: 'plain' };
  return undefined;
}

/** Whether the seat has cards to be drawn: not folded ones, and after a hand only of those that showed some. */
export function holdsCards({ plate, over, did }: Pick<Told, 'plate' | 'over'> & { did?: string | undefined }, own = false): boolean {
  const player = plate?.player;
  if (player === undefined || player.cards.length === 0) return false;
  if (!player.folded && (!over || player.shown)) return true;
  // Whose cards are out of the play is seen with those that were turned up, at the showdown or after it.
  return (over || did === 'mucks') && !own && player.cards.some((card) => card !== null);
}

/** The whole plate as one sentence for the ear: "Seat 6, Eli, a machine, 95, two cards, raises to 20, button." */
export function sentenceOf(told: Told & { own: boolean; seat: number; markers: readonly string[] }): string {
  const { plate, own, seat, markers, write = chips } = told;
  if (plate === undefined) return `Seat ${String(seat)} is empty.`;
  const { chair, player } = plate;
  const hidden = holdsCards(told) && !own ? (player?.cards.filter((card) => card === null).length ?? 0) : 0;
  const parts = [
    `Seat ${String(seat)}`,
    own ? 'you' : chair.name,
    chair.machine ? 'a machine' : '',
    write(chair.stack),
    hidden === 0 ? '' : cards(inWords(hidden), hidden),
    lineOf(told).text,
    tagOf(told)?.text.replace('ALL-IN', 'all-in') ?? '',
    ...markers,
  ];
  return `${parts.filter((part) => part !== '').join(', ')}.`;
}
