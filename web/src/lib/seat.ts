// What a seat's plate says in words: its line, and the tag that stays while it applies.

import { mmss } from './clock.ts';
import { type Write, chips } from './money.ts';
import type { Did, Plate } from './table.ts';
import { cards } from '../words/cards.ts';
import { inWords } from '../words/numbers.ts';
import * as words from '../words/felt.ts';

export type Tone = 'turn' | 'good' | 'bad' | 'care' | 'plain';

/** A few words with their visual meaning. */
export interface Words {
  text: string;
  tone: Tone;
  /** The same for the screen reader, where it is worded differently. */
  said?: string;
}

/** What a plate's words are made from. */
export interface Told {
  plate: Plate | undefined;
  /** The last thing the seat did. */
  did: Did | undefined;
  /** What it won in the hand that is over. */
  won: number | undefined;
  /** No hand is being played. */
  over: boolean;
  /** The time left for the decision, in milliseconds. */
  left: number | undefined;
  /** How amounts are written. */
  write?: Write;
  /** The bet in front of the seat says how much went in. */
  brief?: boolean;
}

/** What there is to say about a seat. */
type Saying = 'nothing' | 'disconnected' | 'toAct' | 'wins' | 'folded' | 'did' | 'leaving' | 'sittingOut' | 'waits' | 'noChips';

/** The most urgent thing to know about a seat. */
function mostUrgent({ plate, did, won, over }: Told): Saying {
  if (plate === undefined) return 'nothing';
  const { chair, player, toAct } = plate;
  if (!chair.connected && !chair.machine) return 'disconnected';
  if (toAct) return 'toAct';
  if (won !== undefined) return 'wins';
  const last = player?.folded === true && did?.is !== 'mucked' ? 'folded' : did === undefined ? 'nothing' : 'did';
  if (player !== undefined && !over) return last;
  if (chair.leaving) return 'leaving';
  if (chair.away) return 'sittingOut';
  if (chair.waits) return 'waits';
  return chair.stack === 0 && player === undefined ? 'noChips' : last;
}

const TONES: Partial<Record<Saying, Tone>> = { disconnected: 'bad', toAct: 'turn', wins: 'good' };

/** How much room there is: spoken or at length, on a full plate or in a row, on a small plate. */
type Room = 'ear' | 'plate' | 'small';

function textOf(saying: Saying, { plate, did, won, left, write = chips, brief = false }: Told, room: Room): string {
  switch (saying) {
    case 'nothing':
      return '';
    case 'disconnected':
      return plate === undefined ? '' : disconnected(plate, left);
    case 'toAct':
      return words.toAct(left === undefined ? undefined : mmss(left));
    case 'wins':
      return words.wins(write(won ?? 0));
    case 'folded':
      return words.folded;
    case 'did':
      return did === undefined ? '' : didIn(did, brief ? () => undefined : write);
    case 'leaving':
    case 'sittingOut':
      return room === 'small' ? words.briefly[saying] : words[saying];
    case 'waits':
      return { ear: words.waitsForBlind, plate: words.waitsBriefly, small: words.briefly.waits }[room];
    case 'noChips':
      return words.noChips;
  }
}

function lineIn(state: Told, room: Room): Words {
  const saying = mostUrgent(state);
  return { text: textOf(saying, state, room), tone: TONES[saying] ?? 'plain' };
}

/**
 * The last thing a seat did, with its amount written by `write`; where that returns undefined the amount is
 * left out.
 */
export function didIn(did: Did, write: (amount: number) => string | undefined): string {
  return 'amount' in did ? words.didWith[did.is](write(did.amount)) : words.did[did.is];
}

/** The line: the most urgent thing to know about this seat. */
export function lineOf(state: Told): Words {
  return lineIn(state, 'ear');
}

/** The line as it fits on a full plate or in a row. */
export function lineOnPlate(state: Told): Words {
  return lineIn(state, 'plate');
}

/**
 * The line of a small plate: winnings are written as a sum, the time of a decision without words, and beside
 * cards that are shown a sign stands for a lost connection; `crowded` is a row with markers and a bet on the
 * same line.
 */
export function brieflyOf(state: Told, { small, faces, crowded = false }: { small: boolean; faces: boolean; crowded?: boolean }): Words {
  const line = lineIn(state, small ? 'small' : 'plate');
  const { plate, won, left, write = chips } = state;
  if (line.tone === 'good' && won !== undefined) return { ...line, text: words.winsBriefly(write(won)) };
  if ((small || crowded) && line.tone === 'turn' && left !== undefined) return { ...line, text: mmss(left) };
  if (small && faces && line.tone === 'bad' && plate !== undefined) return { ...line, text: timeLost(plate, left) ?? '' };
  return line;
}

/**
 * "disconnected 0:42": what remains of the book's time for a lost connection, or, where it gives none, of the
 * time to act.
 */
export function disconnected(plate: Plate, left: number | undefined): string {
  return words.disconnected(timeLost(plate, left));
}

/** That time alone. */
function timeLost({ chair, toAct, lost }: Plate, left: number | undefined): string | undefined {
  const own = toAct && left !== undefined ? left : undefined;
  const shown = lost ? own : (chair.disconnect_ms ?? own);
  return shown === undefined ? undefined : mmss(shown);
}

/** The tag: all-in until the pot is awarded, or what the seat will do after the hand. */
export function tagOf({ plate, over, write = chips }: Pick<Told, 'plate' | 'over' | 'write'>): Words | undefined {
  if (plate?.player === undefined || over) return undefined;
  const { chair, player } = plate;
  if (player.all_in && !player.folded) return { text: words.allIn(write(player.in_hand)), tone: 'care', said: words.allInSaid(write(player.in_hand)) };
  if (chair.leaving) return { text: words.leavesNext, tone: 'plain' };
  if (chair.away) return { text: words.sitsOutNext, tone: 'plain' };
  if (chair.out_at_blind) return { text: words.outAtBlind, tone: 'plain' };
  return undefined;
}

/**
 * Whether the seat has cards to draw: not folded ones, and after a hand only those of players who showed
 * some.
 */
export function holdsCards({ plate, over, did }: Pick<Told, 'plate' | 'over'> & { did?: Did | undefined }, own = false): boolean {
  const player = plate?.player;
  if (player === undefined || player.cards.length === 0) return false;
  if (!player.folded && (!over || player.shown)) return true;
  // A hand out of play is drawn if any of its cards were turned up, at the showdown or after it.
  return (over || did?.is === 'mucked') && !own && player.cards.some((card) => card !== null);
}

/**
 * The whole plate as one sentence for the screen reader: "Seat 6, Eli, a machine, 95, two cards, raises to
 * 20, button."
 */
export function sentenceOf(state: Told & { own: boolean; seat: number; markers: readonly string[] }): string {
  const { plate, own, seat, markers, write = chips } = state;
  if (plate === undefined) return words.seatIsEmpty(seat);
  const { chair, player } = plate;
  const hidden = holdsCards(state) && !own ? (player?.cards.filter((card) => card === null).length ?? 0) : 0;
  const tag = tagOf(state);
  const parts = [
    words.aSeat(seat),
    own ? words.you : chair.name,
    chair.machine ? words.aMachine : '',
    write(chair.stack),
    hidden === 0 ? '' : cards(inWords(hidden), hidden),
    lineOf(state).text,
    tag?.said ?? tag?.text ?? '',
    ...markers,
  ];
  return words.plate(parts);
}
