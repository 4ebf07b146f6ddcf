// Typed text is never truncated: a field accepts all of it, and says how much the room accepts.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { whyTooLong } from './limited.ts';

const SRC = join(import.meta.dirname, '..');

it('no field of the page truncates what is typed into it', () => {
  const cutting = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.svelte') && /max-?length/i.test(readFileSync(join(SRC, name), 'utf8')));
  expect(cutting).toEqual([]);
});

it('text that is too long is counted in letters, and reported', () => {
  expect(whyTooLong('Wilhelmina Featherstonehaugh', 24)).toBe('At most 24 characters: this has 28.');
  expect(whyTooLong('  Ada  ', 3)).toBe('');
  expect(whyTooLong('🂡🂡🂡', 3)).toBe('');
});
