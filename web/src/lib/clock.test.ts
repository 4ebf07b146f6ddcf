import { describe, expect, it } from 'vitest';
import { left, measured, mmss } from './clock.ts';

describe('time on the page', () => {
  it('spans are minutes and seconds, rounded up', () => {
    expect(mmss(0)).toBe('0:00');
    expect(mmss(1)).toBe('0:01');
    expect(mmss(18_000)).toBe('0:18');
    expect(mmss(60_001)).toBe('1:01');
    expect(mmss(-5)).toBe('0:00');
  });

  it('the offset is taken from the middle of the round trip', () => {
    const offset = measured(undefined, 1000, 1100, 51_050);
    expect(offset.offset).toBe(50_000);
    expect(left(56_050, 1100, offset)).toBe(4950);
  });

  it('a slower measurement does not replace a better one until that is old', () => {
    const good = measured(undefined, 1000, 1010, 51_005);
    expect(measured(good, 2000, 2900, 52_100)).toBe(good);
    expect(measured(good, 30_100, 31_010, 80_900).trip).toBe(910);
    expect(measured(good, 2000, 2008, 52_004).trip).toBe(8);
  });

  it('what is left is never negative', () => {
    expect(left(100, 5000, undefined)).toBe(0);
  });
});
