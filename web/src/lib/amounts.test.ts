import { describe, expect, it } from 'vitest';
import { presets, snapped, stands, stepped } from './amounts.ts';
import type { RaiseMenu } from '../wire/wire.ts';

const MENU: RaiseMenu = { is_bet: false, min: 40, max: 515, unit: 5, all_in: 515 };

describe('the amount control', () => {
  it('finds the nearest amount that stands in the menu', () => {
    expect(snapped(MENU, 0)).toBe(40);
    expect(snapped(MENU, 42)).toBe(40);
    expect(snapped(MENU, 43)).toBe(45);
    expect(snapped(MENU, 9999)).toBe(515);
  });

  it('an all-in that no step reaches stands in the menu', () => {
    const odd = { ...MENU, max: 517, all_in: 517 };
    expect(stands(odd, 517)).toBe(true);
    expect(stands(odd, 516)).toBe(false);
    expect(stands(odd, 515)).toBe(true);
    expect(snapped(odd, 516)).toBe(515);
    expect(snapped(odd, 517)).toBe(517);
  });

  it('never leaves the menu, whatever the steps', () => {
    expect(stepped(MENU, 40, -1)).toBe(40);
    expect(stepped(MENU, 40, 1)).toBe(45);
    expect(stepped(MENU, 40, 10)).toBe(90);
    expect(stepped(MENU, 500, 10)).toBe(515);
  });

  it('a raise by the pot counts the call first', () => {
    // Pot 100, 20 to call: the pot after the call is 120, so a raise by it is to 20 + 120.
    const pot = presets(MENU, { pot: 100, call: 20, inRound: 0, blind: undefined, limit: 'no_limit' });
    expect(pot.map(({ name, to }) => [name, to])).toEqual([['Min', 40], ['½ pot', 80], ['⅔ pot', 100], ['Pot', 140], ['Max', 515]]);
  });

  it('before the flop presets are in big blinds', () => {
    const first = presets({ ...MENU, min: 10, unit: 1 }, { pot: 8, call: 5, inRound: 0, blind: 5, limit: 'no_limit' });
    expect(first.map(({ name, to, off }) => [name, to, off])).toEqual([
      ['Min', 10, false], ['2.5 bb', 12, false], ['3 bb', 15, false], ['Pot', 18, false], ['Max', 515, false],
    ]);
  });

  it('presets outside of the menu are off, and a menu of one amount has none', () => {
    const spot = { pot: 2, call: 0, inRound: 0, blind: undefined, limit: 'no_limit' };
    expect(presets(MENU, spot).map(({ off }) => off)).toEqual([false, true, true, true, false]);
    expect(presets({ ...MENU, min: 40, max: 40 }, spot)).toEqual([]);
  });
});
