import { expect, test } from 'vitest';
import { ALONE, type Said, type Share, heard } from './pages.ts';

const has = (page: string): Said => ({ is: 'has', table: 4, page });
const left = (page: string): Said => ({ is: 'left', table: 4, page });
const waits = (page: string, since: number): Said => ({ is: 'waits', table: 4, page, since });

/** A page that lost the table at a time, after it heard something; and what the last of that makes it do. */
function after(since: number | undefined, ...all: Said[]): { share: Share; todo: string | undefined } {
  return all.reduce<{ share: Share; todo: string | undefined }>(({ share }, message) => {
    const [next, todo] = heard(share, message);
    return { share: next, todo };
  }, { share: { ...ALONE, since }, todo: undefined });
}

test('a page that has the table says so to a page that waits for it, and takes nothing', () => {
  expect(after(undefined, waits('b', 5)).todo).toBe('has');
  expect(after(undefined, has('b'), left('b')).todo).toBeUndefined();
});

test('the table is taken back from a page that closes, and not from another device', () => {
  expect(after(5, has('b')).share.holder).toBe('b');
  expect(after(5, has('b'), left('b')).todo).toBe('take');
  expect(after(5, left('b')).todo).toBeUndefined();
  // The other page lost the table to a device.
  expect(after(5, has('b'), waits('b', 9)).share.holder).toBeUndefined();
  expect(after(5, has('b'), waits('b', 9), left('b')).todo).toBeUndefined();
});

test('of several pages that wait the one that had it last takes the table, the others if it does not', () => {
  expect(after(5, has('c'), waits('b', 9), left('c')).todo).toBe('see');
  expect(after(9, has('c'), waits('a', 5), left('c')).todo).toBe('take');
  // A page that was closed no longer waits.
  expect(after(5, has('c'), waits('b', 9), left('b'), left('c')).todo).toBe('take');
});

test('a page that waits says so once to each page that has the table', () => {
  expect(after(5, has('b')).todo).toBe('waits');
  expect(after(5, has('b'), has('b')).todo).toBeUndefined();
  expect(after(5, has('b'), has('c')).todo).toBe('waits');
});
