import { expect, it } from 'vitest';
import { plural } from './language.ts';

it('one thing is singular, and none and many are plural', () => {
  expect([0, 1, 2, 21].map((count) => plural(count, { one: 'seat', other: 'seats' }))).toEqual(['seats', 'seat', 'seats', 'seats']);
});
