// What lies beside the seats besides cards and chips: the button and the blinds, at empty seats too.

import { chips } from './money.ts';
import type { Known } from './table.ts';

/** A marker at a seat. */
export interface Marker {
  /** What is drawn: D, SB, BB. */
  short: string;
  /** What it is called. */
  name: string;
}

const TWO: readonly Marker[] = [{ short: 'SB', name: 'small blind' }, { short: 'BB', name: 'big blind' }];
const THREE: readonly Marker[] = [
  { short: 'B1', name: 'first blind' }, { short: 'B2', name: 'second blind' }, { short: 'B3', name: 'third blind' },
];

/** The blind of a place: the first is 0. */
function blind(place: number, of: number): Marker {
  if (of === 1) return { short: 'B', name: 'blind' };
  return (of === 2 ? TWO : THREE)[place] ?? { short: `B${String(place + 1)}`, name: 'blind' };
}

/** The markers of a seat, the button first. */
export function markers(known: Known, seat: number): Marker[] {
  const { view, blinds, dead } = known;
  const found: Marker[] = [];
  if (seat === (view.hand?.button ?? view.button)) {
    // A button that stands where nobody is dealt in is dead.
    const plays = view.hand === null || view.hand.over || view.hand.players.some((player) => player.seat === seat);
    found.push(plays ? { short: 'D', name: 'button' } : { short: 'D', name: 'dead button' });
  }
  blinds.forEach((at, place) => {
    if (at === seat) found.push(blind(place, Math.max(blinds.length, view.stakes.blinds.length)));
  });
  const paid = dead[seat];
  if (paid !== undefined) found.push({ short: 'dead', name: `dead ${chips(paid)}` });
  return found;
}
