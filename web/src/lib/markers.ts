// What is beside the seats apart from cards and chips: the button and the blinds, at empty seats too.

import { chips } from './money.ts';
import type { Known } from './table.ts';
import * as words from '../words/felt.ts';

/** A marker at a seat. */
export interface Marker {
  /** What is drawn: D, SB, BB. */
  short: string;
  /** What it is called. */
  name: string;
}

/** The blind at a position, counted from 0. */
function blind(place: number, of: number): Marker {
  if (of === 1) return words.onlyBlind;
  return (of === 2 ? words.twoBlinds : words.threeBlinds)[place] ?? words.anotherBlind(place + 1);
}

/** The markers of a seat, the button first. */
export function markers(known: Known, seat: number): Marker[] {
  const { view, blinds, dead } = known;
  const found: Marker[] = [];
  if (seat === (view.hand?.button ?? view.button)) {
    // A button at a seat that is not dealt in is dead.
    const plays = view.hand === null || view.hand.over || view.hand.players.some((player) => player.seat === seat);
    found.push(plays ? words.button : words.deadButton);
  }
  blinds.forEach((at, place) => {
    if (at === seat) found.push(blind(place, Math.max(blinds.length, view.stakes.blinds.length)));
  });
  const paid = dead[seat];
  if (paid !== undefined) found.push(words.dead(chips(paid)));
  return found;
}
