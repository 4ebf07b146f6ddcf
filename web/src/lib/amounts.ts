// The amount control: its initial value, its steps and its presets. What may be bet is the room's menu and
// nothing else: everything here only finds the nearest amount on it.

import { type Write, chips } from './money.ts';
import * as words from '../words/acts.ts';
import type { RaiseMenu } from '../wire/wire.ts';

/** The amount on the menu nearest to the one wanted. */
export function snapped(menu: RaiseMenu, wanted: number): number {
  if (wanted >= menu.max) return menu.max;
  if (wanted <= menu.min) return menu.min;
  const down = Math.floor(wanted / menu.unit) * menu.unit;
  const near = wanted - down < menu.unit / 2 ? down : down + menu.unit;
  return Math.min(menu.max, Math.max(menu.min, near));
}

/** Whether the amount is on the menu. */
export function stands(menu: RaiseMenu, to: number): boolean {
  return to >= menu.min && to <= menu.max && (to === menu.all_in || to === menu.max || to === menu.min || to % menu.unit === 0);
}

/** One or more steps up or down. */
export function stepped(menu: RaiseMenu, from: number, steps: number): number {
  return snapped(menu, from + steps * menu.unit);
}

/** One pot or more up or down. */
export function paged(menu: RaiseMenu, from: number, pots: number, pot: number): number {
  return snapped(menu, from + pots * pot);
}

/**
 * Where a key moves an amount: by a step, with Shift by ten, with Page by a pot; undefined for another key.
 */
export function keyed(menu: RaiseMenu, from: number, { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>, pot: number): number | undefined {
  const way = key === 'ArrowUp' || key === 'PageUp' ? 1 : key === 'ArrowDown' || key === 'PageDown' ? -1 : 0;
  if (way === 0) return undefined;
  return key.startsWith('Page') ? paged(menu, from, way, pot) : stepped(menu, from, way * (shiftKey ? 10 : 1));
}

/** What the presets are computed from. */
export interface Spot {
  /** The chips in the middle, including bets. */
  pot: number;
  /** What a call adds. */
  call: number;
  /** What the seat has bet in this betting round. */
  inRound: number;
  /** The last blind, in the first betting round. */
  blind: number | undefined;
  limit: string;
}

/** A button that fills in an amount. */
export interface Preset {
  name: string;
  to: number;
  /** Why it cannot be bet now; undefined when it can. */
  off: string | undefined;
}

/** At most five presets, depending on limit and street. */
export function presets(menu: RaiseMenu, spot: Spot, write: Write = chips): Preset[] {
  if (menu.min === menu.max) return [];
  return wishes(menu, spot).map(([name, to]) => ({ name, to: snapped(menu, to), off: outside(menu, name, to, write) }));
}

function wishes(menu: RaiseMenu, spot: Spot): [string, number][] {
  const called = spot.inRound + spot.call;
  // A pot-size raise counts the call first.
  const ofPot = (parts: number, of: number): number => called + Math.floor(((spot.pot + spot.call) * parts) / of);
  const min: [string, number] = [words.presets.min, menu.min];
  const max: [string, number] = [words.presets.max, menu.max];
  // Where the betting structure is the limit, and not the stack, the largest bet is the room's number.
  const bound = (name: string, to: number): [string, number] => [name, menu.max < menu.all_in ? menu.max : to];
  const half: [string, number] = [words.presets.half, ofPot(1, 2)];
  const pot: [string, number] = [words.presets.pot, ofPot(1, 1)];
  switch (spot.limit) {
    case 'full_pot':
      return [min, half, bound(...pot)];
    case 'half_pot':
      return [min, bound(...half)];
    case 'spread':
    case 'double':
      return [min, half, max];
    default:
      if (spot.blind === undefined) return [min, half, [words.presets.twoThirds, ofPot(2, 3)], pot, max];
      return [[words.presets.twoAndAHalf, Math.floor((spot.blind * 5) / 2)], [words.presets.three, spot.blind * 3], pot, max];
  }
}

function outside(menu: RaiseMenu, name: string, to: number, write: Write): string | undefined {
  if (to < menu.min) return words.presetBelow(name, write(to), write(menu.min));
  if (to > menu.max) return words.presetAbove(name, write(to), write(menu.max));
  return undefined;
}

/** Where the pot is the limit: what it comes to and how, "Pot = 185: 35 call + 150"; undefined elsewhere. */
export function potLine(menu: RaiseMenu, spot: Spot, write: Write = chips): string | undefined {
  if (spot.limit !== 'full_pot' && spot.limit !== 'half_pot') return undefined;
  const adds = menu.max - spot.inRound;
  if (menu.max === menu.all_in) return words.stackIsTheMost(write(adds));
  const parts = spot.call === 0 ? undefined : { call: write(spot.call), more: write(adds - spot.call) };
  return words.potIs(spot.limit === 'full_pot', write(adds), parts);
}
