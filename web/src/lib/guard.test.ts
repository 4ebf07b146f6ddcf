import { describe, expect, it } from 'vitest';
import { AT_REST, disarmed, drawn, isElsewhere, moved, pressed } from './guard.ts';

const FREE = { turn: '7/4/0', toCall: undefined };
const BET = { turn: '7/5/90', toCall: 90 };

describe('the guard of the buttons', () => {
  it('sends nothing when a bet arrives 300 ms before a press on Check', () => {
    const shown = drawn(drawn(AT_REST, FREE, 0), BET, 10_000);
    const changed = { what: 'again', why: 'changed', because: { is: 'bet', from: 0, to: 90 } };
    expect(pressed(shown, 'call', undefined, 10_300)[1]).toEqual(changed);
    expect(pressed(shown, 'call', undefined, 10_599)[1]).toEqual(changed);
    expect(pressed(shown, 'call', undefined, 10_600)[1]).toEqual({ what: 'act' });
  });

  it('ignores the second half of a double press on buttons that have just appeared', () => {
    const shown = drawn(drawn(AT_REST, undefined, 0), FREE, 10_000);
    expect(pressed(shown, 'check', undefined, 10_249)[1]).toEqual({ what: 'again', why: 'changed', because: { is: 'place' } });
    expect(pressed(shown, 'check', undefined, 10_250)[1]).toEqual({ what: 'act' });
  });

  it('does nothing when the same menu is drawn again', () => {
    const shown = drawn(drawn(AT_REST, BET, 0), { ...BET }, 10_000);
    expect(pressed(shown, 'call', undefined, 10_001)[1]).toEqual({ what: 'act' });
  });

  it('takes two presses for all-in, at any distance within the same turn', () => {
    const shown = drawn(AT_REST, BET, 0);
    const [armed, first] = pressed(shown, 'raise 515', 'all-in', 5000);
    expect(first).toEqual({ what: 'again', why: 'all-in' });
    expect(pressed(armed, 'raise 515', 'all-in', 60_000)[1]).toEqual({ what: 'act' });
  });

  it('does not count the first press for another act, another turn or after Esc', () => {
    const shown = drawn(AT_REST, BET, 0);
    const [armed] = pressed(shown, 'raise 515', 'all-in', 5000);
    expect(pressed(armed, 'fold', 'check-is-free', 6000)[1]).toEqual({ what: 'again', why: 'check-is-free' });
    expect(pressed(disarmed(armed), 'raise 515', 'all-in', 6000)[1]).toEqual({ what: 'again', why: 'all-in' });
    const later = drawn(armed, { turn: '7/9/90', toCall: 90 }, 7000);
    expect(pressed(later, 'raise 515', 'all-in', 9000)[1]).toEqual({ what: 'again', why: 'all-in' });
  });

  it('counts two presses of a bouncing switch as one', () => {
    const [armed] = pressed(drawn(AT_REST, BET, 0), 'raise 515', 'all-in', 5000);
    const [still, again] = pressed(armed, 'raise 515', 'all-in', 5049);
    expect(again).toEqual({ what: 'same' });
    expect(pressed(still, 'raise 515', 'all-in', 5050)[1]).toEqual({ what: 'act' });
  });

  it('ignores presses for 600 ms on buttons that moved', () => {
    const shown = moved(drawn(AT_REST, FREE, 0), 10_000);
    expect(pressed(shown, 'check', undefined, 10_599)[1]).toEqual({ what: 'again', why: 'changed', because: { is: 'place' } });
    expect(pressed(shown, 'check', undefined, 10_600)[1]).toEqual({ what: 'act' });
    // When both happen, the message is about the changed bet.
    const both = moved(drawn(drawn(AT_REST, FREE, 0), BET, 10_000), 10_050);
    expect(pressed(both, 'call', undefined, 10_640)[1]).toMatchObject({ because: { is: 'bet', from: 0, to: 90 } });
    expect(moved(AT_REST, 10_000)).toBe(AT_REST);
  });

  it('sees buttons move when they shift on the page and on the screen, but not when the player scrolls', () => {
    const at = { x: 100, y: 500, scrolled: 0 };
    expect(isElsewhere(undefined, at)).toBe(false);
    expect(isElsewhere(at, { ...at, y: 508 })).toBe(false);
    expect(isElsewhere(at, { ...at, y: 560 })).toBe(true);
    expect(isElsewhere(at, { ...at, x: 160 })).toBe(true);
    // Scrolled by 200: the buttons moved with the page, or stayed at the edge of the screen.
    expect(isElsewhere(at, { x: 100, y: 300, scrolled: 200 })).toBe(false);
    expect(isElsewhere(at, { x: 100, y: 500, scrolled: 200 })).toBe(false);
  });
});
