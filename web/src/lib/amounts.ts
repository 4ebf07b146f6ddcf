// The amount control: what it starts with, its steps and its presets. What may be bet is the room's menu and nothing
// else: everything here only finds the nearest amount that stands in it.

import type { RaiseMenu } from '../wire/wire.ts';

/** The amount of the menu nearest to a wished one. */
export function snapped(menu: RaiseMenu, wished: number): number {
  if (wished >= menu.max) return menu.max;
  if (wished <= menu.min) return menu.min;
  const down = Math.floor(wished / menu.unit) * menu.unit;
  const near = wished - down < menu.unit / 2 ? down : down + menu.unit;
  return Math.min(menu.max, Math.max(menu.min, near));
}

/** True when the amount stands in the menu. */
export function stands(menu: RaiseMenu, to: number): boolean {
  return to >= menu.min && to <= menu.max && (to === menu.all_in || to === menu.max || to === menu.min || to % menu.unit === 0);
}

/** One or more steps up or down. */
export function stepped(menu: RaiseMenu, from: number, steps: number): number {
  return snapped(menu, from + steps * menu.unit);
}

/** What the presets are made of. */
export interface Spot {
  /** The chips in the middle, bets included. */
  pot: number;
  /** What a call adds. */
  call: number;
  /** What the seat has bet in this round. */
  inRound: number;
  /** The last blind, when it is the first betting round. */
  blind: number | undefined;
  limit: string;
}

/** A button that fills the amount in. */
export interface Preset {
  name: string;
  to: number;
  /** It lies outside of what may be bet. */
  off: boolean;
}

/** At most five presets. */
export function presets(menu: RaiseMenu, spot: Spot): Preset[] {
  if (menu.min === menu.max) return [];
  const called = spot.inRound + spot.call;
  // A raise by the pot counts the call first.
  const ofPot = (parts: number, of: number): number => called + Math.floor(((spot.pot + spot.call) * parts) / of);
  const wished: [string, number][] = [['Min', menu.min]];
  if (spot.limit === 'full_pot' || spot.limit === 'half_pot') {
    wished.push(['½ pot', ofPot(1, 2)]);
    if (spot.limit === 'full_pot') wished.push(['Pot', ofPot(1, 1)]);
  } else if (spot.blind !== undefined) {
    wished.push(['2.5 bb', Math.floor((spot.blind * 5) / 2)], ['3 bb', spot.blind * 3], ['Pot', ofPot(1, 1)], ['Max', menu.max]);
  } else {
    wished.push(['½ pot', ofPot(1, 2)], ['⅔ pot', ofPot(2, 3)], ['Pot', ofPot(1, 1)], ['Max', menu.max]);
  }
  return wished.map(([name, to]) => ({ name, to: snapped(menu, to), off: to < menu.min || to > menu.max }));
}
