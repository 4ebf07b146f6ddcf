import { describe, expect, it } from 'vitest';
import { paged, potLine, presets, snapped, stands, stepped } from './amounts.ts';
import type { RaiseMenu } from '../wire/wire.ts';

const MENU: RaiseMenu = { is_bet: false, min: 40, max: 515, unit: 5, all_in: 515 };

describe('the amount control', () => {
  it('finds the nearest amount on the menu', () => {
    expect(snapped(MENU, 0)).toBe(40);
    expect(snapped(MENU, 42)).toBe(40);
    expect(snapped(MENU, 43)).toBe(45);
    expect(snapped(MENU, 9999)).toBe(515);
  });

  it('has an all-in on the menu that no step reaches', () => {
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

  it('counts the call first in a pot-size raise', () => {
    // Pot 100, 20 to call: the pot after the call is 120, so a pot-size raise is to 20 + 120.
    const pot = presets(MENU, { pot: 100, call: 20, inRound: 0, blind: undefined, limit: 'no_limit' });
    expect(pot.map(({ name, to }) => [name, to])).toEqual([['Min', 40], ['½ pot', 80], ['⅔ pot', 100], ['Pot', 140], ['Max', 515]]);
  });

  it('has presets of 2.5 and 3 big blinds, the pot and the maximum before the flop', () => {
    const first = presets({ ...MENU, min: 10, unit: 1 }, { pot: 8, call: 5, inRound: 0, blind: 5, limit: 'no_limit' });
    expect(first).toEqual([
      { name: '2.5 bb', to: 12, off: undefined }, { name: '3 bb', to: 15, off: undefined },
      { name: 'Pot', to: 18, off: undefined }, { name: 'Max', to: 515, off: undefined },
    ]);
  });

  it('has no big blinds to count in where a game has only antes', () => {
    const first = presets(MENU, { pot: 100, call: 20, inRound: 0, blind: undefined, limit: 'no_limit' });
    expect(first.map(({ name }) => name)).toEqual(['Min', '½ pot', '⅔ pot', 'Pot', 'Max']);
  });

  it('has the minimum, half a pot and the pot in pot limit, and the pot is the room’s own number', () => {
    // Pot 115, 35 to call: a raise by the pot of 150 is to 185; the room may count the pot in larger chips.
    const menu = { is_bet: false, min: 70, max: 185, unit: 1, all_in: 500 };
    const spot = { pot: 115, call: 35, inRound: 0, blind: undefined, limit: 'full_pot' };
    expect(presets(menu, spot).map(({ name, to, off }) => [name, to, off])).toEqual([['Min', 70, undefined], ['½ pot', 110, undefined], ['Pot', 185, undefined]]);
    expect(presets({ ...menu, max: 190 }, spot).at(-1)).toEqual({ name: 'Pot', to: 190, off: undefined });
    expect(presets({ ...menu, max: 130, all_in: 130 }, spot).at(-1)).toEqual({ name: 'Pot', to: 130, off: 'Pot is 185: the maximum is 130' });
  });

  it('has the minimum and half a pot in half-pot limit; the minimum, half a pot and the maximum in spread limit', () => {
    const menu = { is_bet: false, min: 70, max: 110, unit: 1, all_in: 500 };
    const spot = { pot: 115, call: 35, inRound: 0, blind: undefined };
    expect(presets(menu, { ...spot, limit: 'half_pot' }).map(({ name, to }) => [name, to])).toEqual([['Min', 70], ['½ pot', 110]]);
    expect(presets(menu, { ...spot, limit: 'spread' }).map(({ name, to }) => [name, to])).toEqual([['Min', 70], ['½ pot', 110], ['Max', 110]]);
  });

  it('says what the pot comes to where it is the limit', () => {
    const menu = { is_bet: false, min: 70, max: 185, unit: 1, all_in: 500 };
    const spot = { pot: 115, call: 35, inRound: 0, blind: undefined, limit: 'full_pot' };
    expect(potLine(menu, spot)).toBe('Pot = 185: 35 call + 150');
    expect(potLine({ ...menu, max: 110 }, { ...spot, limit: 'half_pot' })).toBe('Half pot = 110: 35 call + 75');
    expect(potLine({ ...menu, is_bet: true, max: 115 }, { ...spot, call: 0 })).toBe('Pot = 115');
    // What is already bet is not part of what is added.
    expect(potLine({ ...menu, max: 205 }, { ...spot, inRound: 20 })).toBe('Pot = 185: 35 call + 150');
    expect(potLine({ ...menu, max: 120, all_in: 120 }, spot)).toBe('Your stack is the maximum: 120');
    expect(potLine(menu, { ...spot, limit: 'no_limit' })).toBeUndefined();
  });

  it('disables presets off the menu with the reason, and has none for a menu of one amount', () => {
    const spot = { pot: 2, call: 0, inRound: 0, blind: undefined, limit: 'no_limit' };
    expect(presets(MENU, spot).map(({ off }) => off)).toEqual([
      undefined, '½ pot is 1: the minimum is 40', '⅔ pot is 1: the minimum is 40', 'Pot is 2: the minimum is 40', undefined,
    ]);
    expect(presets({ ...MENU, min: 40, max: 40 }, spot)).toEqual([]);
    expect(presets(MENU, { ...spot, pot: 900 }).map(({ off }) => off)).toEqual([
      undefined, undefined, '⅔ pot is 600: the maximum is 515', 'Pot is 900: the maximum is 515', undefined,
    ]);
  });

  it('moves by a pot and stays within the menu', () => {
    expect(paged(MENU, 40, 1, 100)).toBe(140);
    expect(paged(MENU, 140, -1, 100)).toBe(40);
    expect(paged(MENU, 500, 1, 100)).toBe(515);
  });
});
