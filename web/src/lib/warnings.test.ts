import { expect, it } from 'vitest';
import { warning } from './warnings.ts';

it('the clock warns as it passes ten seconds and five, once each', () => {
  const seen = [14_000, 10_200, 10_000, 9800, 5100, 4900, 4700, 200, 0];
  const warnings = seen.map((left, at) => warning(at === 0 ? undefined : { turn: '1/2', left: seen[at - 1] }, { turn: '1/2', left }));
  expect(warnings).toEqual([undefined, undefined, 10, undefined, undefined, 5, undefined, undefined, undefined]);
});

it('a decision that starts with less, and another decision, pass no mark', () => {
  expect(warning(undefined, { turn: '1/2', left: 8000 })).toBeUndefined();
  expect(warning({ turn: '1/2', left: 12_000 }, { turn: '1/4', left: 9000 })).toBeUndefined();
  expect(warning({ turn: '1/2', left: undefined }, { turn: '1/2', left: 9000 })).toBeUndefined();
});

it('a player who took more time is warned again, and a page that was asleep says the nearer mark', () => {
  expect(warning({ turn: '1/2', left: 31_000 }, { turn: '1/2', left: 9900 })).toBe(10);
  expect(warning({ turn: '1/2', left: 12_000 }, { turn: '1/2', left: 4000 })).toBe(5);
});
