// What a seat's plate says in words: its line, and the tag that stays while it holds.

import { mmss } from './clock.ts';
import { type Write, chips } from './money.ts';
import type { Plate } from './table.ts';
import { cards } from '../words/cards.ts';
import { inWords } from '../words/numbers.ts';
import * as words from '../words/felt.ts';

export type Tone = 'turn' | 'good' | 'bad' | 'care' | 'plain';

/** A few words with what they mean to the eye. */
export interface Words {
  text: string;
  tone: Tone;
  /** The same for the ear, where it is said in another way. */
  said?: string;
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
  if (!chair.connected && !chair.machine) return { text: disconnected(plate, left), tone: 'bad' };
  if (toAct) return { text: words.toAct(left === undefined ? undefined : mmss(left)), tone: 'turn' };
  if (won !== undefined) return { text: words.wins(write(won)), tone: 'good' };
  if (player !== undefined && !over) {
    if (player.folded) return { text: did === words.did.mucks ? did : words.folded, tone: 'plain' };
    if (did !== undefined) return { text: did, tone: 'plain' };
    return NOTHING;
  }
  if (chair.leaving) return { text: words.leaving, tone: 'plain' };
  if (chair.away) return { text: words.sittingOut, tone: 'plain' };
  if (chair.waits) return { text: words.waitsForBlind, tone: 'plain' };
  if (chair.stack === 0 && player === undefined) return { text: words.noChips, tone: 'plain' };
  if (player?.folded) return { text: did === words.did.mucks ? did : words.folded, tone: 'plain' };
  return did === undefined ? NOTHING : { text: did, tone: 'plain' };
}

/** The line as a whole plate or a row has room for it. */
export function lineOnPlate(told: Told): Words {
  const line = lineOf(told);
  return line.text === words.waitsForBlind ? { ...line, text: words.waitsBriefly } : line;
}

/**
 * The line of a small plate: what was won is written as a sum, the time of a decision without words, and beside cards
 * that are shown a sign stands for a lost connection; `crowded` is a row with markers and a bet on the same line.
 */
export function brieflyOf(told: Told, { small, faces, crowded = false }: { small: boolean; faces: boolean; crowded?: boolean }): Words {
  const line = lineOnPlate(told);
  const { plate, won, left, write = chips } = told;
  if (line.tone === 'good' && won !== undefined) return { ...line, text: words.winsBriefly(write(won)) };
  if ((small || crowded) && line.tone === 'turn' && left !== undefined) return { ...line, text: mmss(left) };
  if (small && line.text in words.briefly) return { ...line, text: words.briefly[line.text] ?? line.text };
  if (small && faces && line.tone === 'bad' && plate !== undefined) return { ...line, text: timeLost(plate, left) ?? '' };
  return line;
}

/** "disconnected 0:42": what the book leaves for a lost connection, and where it gives none what is left to act. */
export function disconnected(plate: Plate, left: number | undefined): string {
  return words.disconnected(timeLost(plate, left));
}

/** That time alone. */
function timeLost({ chair, toAct, lost }: Plate, left: number | undefined): string | undefined {
  const own = toAct && left !== undefined ? left : undefined;
  const shown = lost ? own : (chair.disconnect_ms ?? own);
  return shown === undefined ? undefined : mmss(shown);
}

/** The tag: all-in until the pot is awarded, or what the seat does when the hand is over. */
export function tagOf({ plate, over, write = chips }: Pick<Told, 'plate' | 'over' | 'write'>): Words | undefined {
  if (plate?.player === undefined || over) return undefined;
  const { chair, player } = plate;
  if (player.all_in && !player.folded) return { text: words.allIn(write(player.in_hand)), tone: 'care', said: words.allInSaid(write(player.in_hand)) };
  if (chair.leaving) return { text: words.leavesNext, tone: 'plain' };
  if (chair.away) return { text: words.sitsOutNext, tone: 'plain' };
  if (chair.out_at_blind) return { text: words.outAtBlind, tone: 'plain' };
  return undefined;
}

/** Whether the seat has cards to be drawn: not folded ones, and after a hand only of those that showed some. */
export function holdsCards({ plate, over, did }: Pick<Told, 'plate' | 'over'> & { did?: string | undefined }, own = false): boolean {
  const player = plate?.player;
  if (player === undefined || player.cards.length === 0) return false;
  if (!player.folded && (!over || player.shown)) return true;
  // Whose cards are out of the play is seen with those that were turned up, at the showdown or after it.
  return (over || did === words.did.mucks) && !own && player.cards.some((card) => card !== null);
}

/** The whole plate as one sentence for the ear: "Seat 6, Eli, a machine, 95, two cards, raises to 20, button." */
export function sentenceOf(told: Told & { own: boolean; seat: number; markers: readonly string[] }): string {
  const { plate, own, seat, markers, write = chips } = told;
  if (plate === undefined) return words.seatIsEmpty(seat);
  const { chair, player } = plate;
  const hidden = holdsCards(told) && !own ? (player?.cards.filter((card) => card === null).length ?? 0) : 0;
  const tag = tagOf(told);
  const parts = [
    words.aSeat(seat),
    own ? words.you : chair.name,
    chair.machine ? words.aMachine : '',
    write(chair.stack),
    hidden === 0 ? '' : cards(inWords(hidden), hidden),
    lineOf(told).text,
    tag?.said ?? tag?.text ?? '',
    ...markers,
  ];
  return words.plate(parts);
}
