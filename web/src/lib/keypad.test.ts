import { expect, it } from 'vitest';
import { typedOn } from './keypad.ts';

it('the first key starts a new amount, the others continue it', () => {
  expect(typedOn('40', '2', true)).toBe('2');
  expect(typedOn('2', '4', false)).toBe('24');
  expect(typedOn('24', '00', false)).toBe('2400');
  expect(typedOn('24', '⌫', false)).toBe('2');
  expect(typedOn('40', '⌫', true)).toBe('');
});

it('no amount starts with zero, and none has more digits than amounts can have', () => {
  expect(typedOn('', '00', false)).toBe('');
  expect(typedOn('', '0', true)).toBe('');
  expect(typedOn('9'.repeat(13), '1', false)).toBe('9'.repeat(13));
});
