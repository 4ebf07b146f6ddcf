import { expect, it } from 'vitest';
import { placeOf } from './route.svelte.ts';

it('places stand after the number sign', () => {
  expect(placeOf('/', '')).toEqual({ at: 'lobby' });
  expect(placeOf('/', '#/')).toEqual({ at: 'lobby' });
  expect(placeOf('/', '#/table/4')).toEqual({ at: 'table', table: 4 });
  expect(placeOf('/', '#/account')).toEqual({ at: 'account' });
});

it('links that the room hands out are paths', () => {
  expect(placeOf('/first/abc_-1', '')).toEqual({ at: 'first', token: 'abc_-1' });
  expect(placeOf('/reset/abc', '')).toEqual({ at: 'reset', token: 'abc' });
  expect(placeOf('/first/abc', '#/account')).toEqual({ at: 'account' });
});

it('what names no place leads to the lobby', () => {
  expect(placeOf('/', '#/table/x')).toEqual({ at: 'lobby' });
  expect(placeOf('/', '#/table/-1')).toEqual({ at: 'lobby' });
  expect(placeOf('/nowhere', '#constructor')).toEqual({ at: 'lobby' });
});
