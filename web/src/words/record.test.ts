import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { kindName, kinds } from './record.ts';

it('every kind of record has a name of its own', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../crates/room/src/significant_records.rs'), 'utf8');
  const listed = /KINDS: &\[&str\] = &\[([^\]]+)\]/.exec(source)?.[1] ?? '';
  const all = [...listed.matchAll(/"([a-z_]+)"/g)].map(([, kind = '']) => kind);
  expect(all.length).toBeGreaterThan(40);
  expect(Object.keys(kinds).sort()).toEqual(all.sort());
  expect(new Set(Object.values(kinds)).size).toBe(all.length);
  expect(kindName('place_button')).toBe('Button placed');
  expect(kindName('new_kind')).toBe('New kind');
});
