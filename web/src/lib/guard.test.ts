import { describe, expect, it } from 'vitest';
import { AT_REST, disarmed, drawn, pressed } from './guard.ts';

const FREE = { turn: '7/4/0', toCall: undefined };
const BET = { turn: '7/5/90', toCall: 90 };

describe('the guard of the buttons', () => {
  it('a bet that arrives 300 ms before a press on Check sends nothing', () => {
    const shown = drawn(drawn(AT_REST, FREE, 0), BET, 10_000);
    expect(pressed(shown, 'call', undefined, 10_300)[1]).toEqual({ what: 'again', why: 'changed' });
    expect(pressed(shown, 'call', undefined, 10_599)[1]).toEqual({ what: 'again', why: 'changed' });
    expect(pressed(shown, 'call', undefined, 10_600)[1]).toEqual({ what: 'act' });
  });

  it('buttons that have just come up do not take the second half of a double press', () => {
    const shown = drawn(drawn(AT_REST, undefined, 0), FREE, 10_000);
    expect(pressed(shown, 'check', undefined, 10_249)[1]).toEqual({ what: 'again', why: 'changed' });
    expect(pressed(shown, 'check', undefined, 10_250)[1]).toEqual({ what: 'act' });
  });

  it('drawing the same menu again guards nothing', () => {
    const shown = drawn(drawn(AT_REST, BET, 0), { ...BET }, 10_000);
    expect(pressed(shown, 'call', undefined, 10_001)[1]).toEqual({ what: 'act' });
  });

  it('all-in takes two presses, at any distance while it is the same turn', () => {
    const shown = drawn(AT_REST, BET, 0);
    const [armed, first] = pressed(shown, 'raise 515', 'all-in', 5000);
    expect(first).toEqual({ what: 'again', why: 'all-in' });
    expect(pressed(armed, 'raise 515', 'all-in', 60_000)[1]).toEqual({ what: 'act' });
  });

  it('the first press does not count for another act, another turn or after Esc', () => {
    const shown = drawn(AT_REST, BET, 0);
    const [armed] = pressed(shown, 'raise 515', 'all-in', 5000);
    expect(pressed(armed, 'fold', 'check-is-free', 6000)[1]).toEqual({ what: 'again', why: 'check-is-free' });
    expect(pressed(disarmed(armed), 'raise 515', 'all-in', 6000)[1]).toEqual({ what: 'again', why: 'all-in' });
    const later = drawn(armed, { turn: '7/9/90', toCall: 90 }, 7000);
    expect(pressed(later, 'raise 515', 'all-in', 9000)[1]).toEqual({ what: 'again', why: 'all-in' });
  });
});
