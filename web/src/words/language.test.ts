import { expect, it } from 'vitest';
import { plural } from './language.ts';

it('one thing is one, and no thing and many things are other', () => {
  expect([0, 1, 2, 21].map((count) => plural(count, { one: 'seat', other: 'seats' }))).toEqual(['seats', 'seat', 'seats', 'seats']);
});
