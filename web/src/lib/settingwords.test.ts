// Every setting that a table can have is read in words: label, help, values, and what is refused.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { areas, labels } from '../words/settinglabels.ts';
import { atField, inWords, settingName, settingNote, typedNote, valueName, valueWithUnit, written } from './settingwords.ts';

interface Row {
  name: string;
  area: string;
  meaning: string;
  words: string[];
}

/** The settings of a poker table as the data has them. */
const ROWS: Row[] = readFileSync(join(import.meta.dirname, '../../../crates/rulebook/data/settings.toml'), 'utf8')
  .split('[[setting]]')
  .slice(1)
  .map((text) => {
    const field = (name: string): string => new RegExp(`^${name} = "((?:[^"\\\\]|\\\\.)*)"`, 'm').exec(text)?.[1]?.replaceAll('\\"', '"') ?? '';
    const words = /^words = \[(.*)\]/m.exec(text)?.[1] ?? '';
    return { name: field('name'), area: field('area'), meaning: field('meaning'), words: [...words.matchAll(/"([^"]*)"/g)].map(([, word = '']) => word) };
  });

/** What only programs and who writes books read. */
const RAW = /[a-z0-9]_[a-z0-9]|\bAMB-/;

describe('the settings of a table', () => {
  it('are all there', () => {
    expect(ROWS.length).toBeGreaterThan(200);
    expect(ROWS.every((row) => row.name !== '' && row.meaning !== '')).toBe(true);
  });

  it('have a label each, and a heading for their part of play', () => {
    expect(ROWS.map((row) => row.name).filter((name) => labels[name] === undefined)).toEqual([]);
    expect(Object.keys(labels).filter((name) => !ROWS.some((row) => row.name === name))).toEqual([]);
    expect(Object.values(labels).filter((label) => RAW.test(label) || /\b(min|max)\b/i.test(label))).toEqual([]);
    expect([...new Set(ROWS.map((row) => row.area))].filter((area) => areas[area] === undefined)).toEqual([]);
  });

  it('have labels that nobody takes for one another', () => {
    const labels = ROWS.map((row) => settingName(row.name));
    expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([]);
  });

  it('have a help without names and numbers of readings', () => {
    expect(ROWS.filter((row) => RAW.test(settingNote(row.name, row.meaning))).map((row) => `${row.name}: ${settingNote(row.name, row.meaning)}`)).toEqual([]);
  });

  it('have values in words, each of a setting another one', () => {
    const raw = ROWS.flatMap((row) => row.words.map((word) => [row.name, word, valueName(row.name, word)] as const)).filter(([, , said]) => RAW.test(said) || /^(true|false|)$/i.test(said));
    expect(raw).toEqual([]);
    const alike = ROWS.filter((row) => new Set(row.words.map((word) => valueName(row.name, word))).size < row.words.length);
    expect(alike.map((row) => row.name)).toEqual([]);
  });

  it('are typed as they are shown, and sent as books write them', () => {
    expect(written('max_buy_in', ['none', 'any'], ' no most ')).toBe('none');
    expect(written('over_blind_level', ['x2', 'any'], 'Twice the one before')).toBe('x2');
    expect(written('max_buy_in', ['none', 'any'], '500')).toBe('500');
    expect(valueWithUnit('min_buy_in', '40', 'chips')).toBe('40 chips');
    expect(valueWithUnit('turn_seconds', 'none', 'seconds')).toBe('No clock');
    expect(typedNote('max_buy_in', ['none', 'any'], 'chips', 'from min_buy_in')).toBe('No most or a number, in chips, no less than the smallest buy-in.');
    expect(typedNote('seats', ['2..10'], 'seats', null)).toBe('2 to 10, in seats.');
  });

  it('are named in a refusal as they are at their fields', () => {
    expect(inWords('it is not for showdown_mode = high')).toBe('it is not for “What wins the pot: The highest hand”');
    const problem = { setting: 'low_qualifier', given: 'eight', what: 'it is not for showdown_mode = high', would_do: 'showdown_mode = high_low', rule: null, clauses: [] };
    expect(atField(problem)).toBe('It is not for “What wins the pot: The highest hand”: expected “What wins the pot: Highest and lowest, half each”.');
    expect(inWords('min_buy_in is below')).toBe('smallest buy-in is below');
  });

  it('have one word each: that of the field, in reasons and in what may be typed', () => {
    const at = (setting: string, what: string, would_do: string): string => atField({ setting, given: '1', what, would_do, rule: null, clauses: [] });
    expect(at('max_buy_in', 'it is below the smallest stake of 40', 'none, or 40 or more')).toBe('It is below the smallest buy-in of 40: expected no most, or 40 or more.');
    expect(at('over_blinds', 'an over-blind follows the last blind, and the game has antes', 'forced_bets = blinds, or 0')).toMatch(/^A straddle follows the last blind, .*expected “Blinds or antes: Blinds”, or 0\.$/);
    expect(at('blinds', 'that is 1 blinds', '2 amounts')).toBe('That is 1 blind: expected 2 amounts.');
    expect(at('blinds', 'that is 11 blinds', 'forced_bets = none')).toMatch(/^That is 11 blinds: expected “Blinds or antes: /);
    expect(typedNote('over_blinds', ['any'], 'over-blinds', null)).toBe('A number, in straddles.');
  });
});
