import { describe, expect, it } from 'vitest';
import { KEY_LINES, actFor, given, keysFor, mayHave } from './keymap.ts';

describe('the keys of a table', () => {
  it('are the usual ones until others are chosen', () => {
    expect(actFor('f', {})).toBe('fold');
    expect(actFor('F', {})).toBe('fold');
    expect(actFor('b', {})).toBe('amount');
    expect(actFor('r', {})).toBe('amount');
    expect(actFor('/', {})).toBe('command');
    expect(actFor('q', {})).toBeUndefined();
  });

  it('do one thing each', () => {
    const all = KEY_LINES.flatMap((line) => line.usual);
    expect(new Set(all).size).toBe(all.length);
  });

  it('follow the viewer, and the usual key is free then', () => {
    const map = given({}, 'fold', 'X');
    expect(actFor('x', map)).toBe('fold');
    expect(actFor('f', map)).toBeUndefined();
    expect(keysFor('fold', map)).toEqual(['x']);
  });

  it('never do two things: an act that takes a key takes it away', () => {
    const map = given({}, 'fold', 'c');
    expect(actFor('c', map)).toBe('fold');
    expect(keysFor('call', map)).toEqual([]);
    const other = given(map, 'call', 'f');
    expect(actFor('f', other)).toBe('call');
    expect(actFor('c', other)).toBe('fold');
    const third = given(other, 'bank', 'c');
    expect(actFor('c', third)).toBe('bank');
    // Folding gets its usual key back only where no other act was given it.
    expect(keysFor('fold', third)).toEqual([]);
  });

  it('return to the usual one by choosing it', () => {
    expect(given(given({}, 'fold', 'x'), 'fold', 'f')).toEqual({});
  });

  it('cannot be those that do the same everywhere', () => {
    for (const key of ['Enter', 'Escape', 'Tab', '1', '0', '?', ' ', 'ArrowUp', 'PageDown', 'Shift', 'F5']) expect(mayHave(key)).toBe(false);
    expect(mayHave('x')).toBe(true);
    expect(mayHave('ö')).toBe(true);
    // What a broken store contains does nothing.
    expect(actFor('Enter', { fold: 'Enter' })).toBeUndefined();
    expect(keysFor('fold', { fold: 'Enter' })).toEqual(['f']);
  });
});
