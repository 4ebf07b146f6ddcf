import { describe, expect, it } from 'vitest';
import { columns, drawnTables, nextTable, readTables } from './tabs.ts';

const tab = (table: number, left?: number): { table: number; mine: boolean; left: number | undefined } => ({ table, mine: left !== undefined, left });

describe('the next table', () => {
  it('is the one that waits and has the least time', () => {
    expect(nextTable([tab(1), tab(2, 9000), tab(3, 4000)], 1)).toBe(3);
    expect(nextTable([tab(1, 1000), tab(2, 9000), tab(3)], 1)).toBe(2);
  });

  it('that waits without a clock comes after those with one', () => {
    expect(nextTable([{ table: 2, mine: true, left: undefined }, tab(3, 30_000)], 1)).toBe(3);
  });

  it('is the next one in the bar, and wraps around, where none waits', () => {
    expect(nextTable([tab(1), tab(2), tab(3)], 2)).toBe(3);
    expect(nextTable([tab(1), tab(2), tab(3)], 3)).toBe(1);
    expect(nextTable([tab(1), tab(2)], undefined)).toBe(1);
  });

  it('is undefined where there is no other', () => {
    expect(nextTable([tab(1, 5000)], 1)).toBeUndefined();
    expect(nextTable([], undefined)).toBeUndefined();
  });
});

describe('tables side by side', () => {
  it('need a window wider than 1600 px', () => {
    expect(columns(1280)).toBe(1);
    expect(columns(1600)).toBe(1);
    expect(columns(1601)).toBe(2);
    expect(columns(1920)).toBe(2);
    expect(columns(2560)).toBe(3);
  });

  it('are those of the bar in its order, with the chosen one', () => {
    expect(drawnTables([4, 7, 9], 4, 2)).toEqual([4, 7]);
    expect(drawnTables([4, 7, 9], 7, 2)).toEqual([4, 7]);
    expect(drawnTables([4, 7, 9], 9, 2)).toEqual([7, 9]);
    expect(drawnTables([4, 7, 9], 9, 1)).toEqual([9]);
    expect(drawnTables([4, 7], 9, 2)).toEqual([7, 9]);
    expect(drawnTables([], 9, 3)).toEqual([9]);
  });
});

describe('the tables of a reloaded page', () => {
  it('are read, and nothing else is', () => {
    expect(readTables('4 17')).toEqual([4, 17]);
    expect(readTables(null)).toEqual([]);
    expect(readTables('4 x -3 1e9 7.5 ')).toEqual([4]);
  });
});
