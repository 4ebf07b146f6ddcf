import { describe, expect, it } from 'vitest';
import { type Phase, answered, newKey, pass, press, reopened, saying } from './action.ts';

type Act = Phase<string, string>;
const IDLE: Act = { phase: 'idle' };
const SENT: Act = press<string, string>(IDLE, 'call 90', 'k1', 1000)[0];

describe('an act', () => {
  it('with two presses within 50 ms is sent once', () => {
    const [first, sent] = press(IDLE, 'call 90', 'k1', 1000);
    expect(sent).toBe(true);
    const [second, again] = press(first, 'call 90', 'k2', 1050);
    expect(again).toBe(false);
    expect(second).toBe(first);
  });

  it('says nothing for 120 ms, then that it is sending, then that it still is', () => {
    expect(saying(SENT, 1119)).toBeUndefined();
    expect(saying(SENT, 1120)).toBe('Sending');
    expect(saying(SENT, 3499)).toBe('Sending');
    expect(saying(SENT, 3500)).toBe('Still sending');
  });

  it('is sent again with the same key after 2.5 s', () => {
    expect(pass(SENT, 'live', 3499)[1]).toBe(false);
    const [again, resend] = pass(SENT, 'live', 3500);
    expect(resend).toBe(true);
    expect(again).toMatchObject({ phase: 'sent', key: 'k1', request: 'call 90' });
    expect(pass(again, 'live', 3600)[1]).toBe(false);
    expect(pass(again, 'live', 6000)[1]).toBe(true);
  });

  it('is not sent into a lost connection, but at once when it is back', () => {
    expect(pass(SENT, 'reconnecting', 5000)[1]).toBe(false);
    const [back, resend] = reopened(SENT, 5100);
    expect(resend).toBe(true);
    expect(back).toMatchObject({ key: 'k1' });
    expect(reopened(IDLE, 5100)[1]).toBe(false);
  });

  it('is unknown after 9 s and stays so until the answer comes', () => {
    const [unknown] = pass(SENT, 'reconnecting', 10_000);
    expect(saying(unknown, 10_000)).toBe('Unknown: reconnecting');
    expect(saying(reopened(unknown, 10_100)[0], 10_100)).toBe('Unknown: reconnecting');
    expect(answered(unknown, 'k1', true, 'stored')).toEqual({
      phase: 'accepted', key: 'k1', request: 'call 90', answer: 'stored',
    });
  });

  it('accepts the answer to its own key and no other', () => {
    expect(answered(SENT, 'k0', true, 'stored')).toBe(SENT);
    expect(answered(SENT, 'k1', false, 'short')).toMatchObject({ phase: 'refused', answer: 'short' });
    const accepted = answered(SENT, 'k1', true, 'stored');
    expect(answered(accepted, 'k1', false, 'late')).toBe(accepted);
  });

  it('after an answer makes way for a new act at the next press', () => {
    const [next, sent] = press(answered(SENT, 'k1', false, 'short'), 'call 100', 'k2', 2000);
    expect(sent).toBe(true);
    expect(next).toMatchObject({ phase: 'sent', key: 'k2' });
  });

  it('has a key of 128 bits, different each time', () => {
    const keys = new Set(Array.from({ length: 1000 }, newKey));
    expect(keys.size).toBe(1000);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });
});
