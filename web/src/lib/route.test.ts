import { expect, it } from 'vitest';
import { placeOf } from './route.svelte.ts';

it('places are after the number sign', () => {
  expect(placeOf('/', '')).toEqual({ at: 'lobby', query: '' });
  expect(placeOf('/', '#/')).toEqual({ at: 'lobby', query: '' });
  expect(placeOf('/', '#/table/4')).toEqual({ at: 'table', table: 4 });
  expect(placeOf('/', '#/account')).toEqual({ at: 'account' });
});

it('a finished hand, a shared one and a list have what they show in the address', () => {
  expect(placeOf('/', '#/hand/4/12')).toEqual({ at: 'hand', table: 4, hand: 12, event: 0 });
  expect(placeOf('/', '#/hand/4/12/7')).toEqual({ at: 'hand', table: 4, hand: 12, event: 7 });
  expect(placeOf('/', '#/shared/ab_C-1')).toEqual({ at: 'shared', token: 'ab_C-1', event: 0 });
  expect(placeOf('/', '#/shared/ab_C-1/7')).toEqual({ at: 'shared', token: 'ab_C-1', event: 7 });
  expect(placeOf('/', '#/hands?text=ada&won=true')).toEqual({ at: 'hands', query: 'text=ada&won=true' });
  expect(placeOf('/', '#/results')).toEqual({ at: 'results', query: '' });
  expect(placeOf('/', '#/hand/4')).toEqual({ at: 'unknown', address: '/#/hand/4' });
});

it('links that the room hands out are paths', () => {
  expect(placeOf('/first/abc_-1', '')).toEqual({ at: 'first', token: 'abc_-1' });
  expect(placeOf('/reset/abc', '')).toEqual({ at: 'reset', token: 'abc' });
  expect(placeOf('/first/abc', '#/account')).toEqual({ at: 'account' });
});

it('a place that does not exist is unknown', () => {
  expect(placeOf('/', '#/table/x')).toEqual({ at: 'unknown', address: '/#/table/x' });
  expect(placeOf('/', '#/table/-1')).toEqual({ at: 'unknown', address: '/#/table/-1' });
  expect(placeOf('/', '#constructor')).toEqual({ at: 'unknown', address: '/#/constructor' });
  expect(placeOf('/casino', '')).toEqual({ at: 'unknown', address: '/casino' });
  expect(placeOf('/casino', '#/account')).toEqual({ at: 'account' });
});

it('the part after a question mark has the filters of the lobby', () => {
  expect(placeOf('/', '#/?game=omaha&free=1')).toEqual({ at: 'lobby', query: 'game=omaha&free=1' });
});
