// Every setting that a table can have is shown in words: label, help, values, and what is refused.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Problem } from './api.ts';
import { fetched } from './refusals.svelte.ts';
import { problems } from '../words/problems.ts';
import { areas, labels } from '../words/settinglabels.ts';
import { atField, settingName, settingNote, typedNote, valueName, valueWithUnit, written } from './settingwords.ts';

interface Row {
  name: string;
  area: string;
  sentence: string;
  words: string[];
}

/** The settings of a poker table as the data has them. */
const ROWS: Row[] = readFileSync(join(import.meta.dirname, '../../../crates/rulebook/data/settings.toml'), 'utf8')
  .split('[[setting]]')
  .slice(1)
  .map((text) => {
    const field = (name: string): string => new RegExp(`^${name} = "((?:[^"\\\\]|\\\\.)*)"`, 'm').exec(text)?.[1]?.replaceAll('\\"', '"') ?? '';
    const words = /^words = \[(.*)\]/m.exec(text)?.[1] ?? '';
    return { name: field('name'), area: field('area'), sentence: field('says'), words: [...words.matchAll(/"([^"]*)"/g)].map(([, word = '']) => word) };
  });

/** What only programs and authors of books read. */
const RAW = /[a-z0-9]_[a-z0-9]|\bAMB-/;

describe('the settings of a table', () => {
  it('are all there', () => {
    expect(ROWS.length).toBeGreaterThan(200);
    expect(ROWS.every((row) => row.name !== '' && row.sentence !== '')).toBe(true);
  });

  it('have a label each, and a heading for their part of the game', () => {
    expect(ROWS.map((row) => row.name).filter((name) => labels[name] === undefined)).toEqual([]);
    expect(Object.keys(labels).filter((name) => !ROWS.some((row) => row.name === name))).toEqual([]);
    expect(Object.values(labels).filter((label) => RAW.test(label) || /\b(min|max)\b/i.test(label))).toEqual([]);
    expect([...new Set(ROWS.map((row) => row.area))].filter((area) => areas[area] === undefined)).toEqual([]);
  });

  it('have labels that nobody mistakes for one another', () => {
    const labels = ROWS.map((row) => settingName(row.name));
    expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([]);
  });

  it('have a help without names and numbers of readings', () => {
    expect(ROWS.filter((row) => RAW.test(settingNote(row.name, row.sentence))).map((row) => `${row.name}: ${settingNote(row.name, row.sentence)}`)).toEqual([]);
  });

  it('have values in words, each different within a setting', () => {
    const raw = ROWS.flatMap((row) => row.words.map((word) => [row.name, word, valueName(row.name, word)] as const)).filter(([, , text]) => RAW.test(text) || /^(true|false|)$/i.test(text));
    expect(raw).toEqual([]);
    const ambiguous = ROWS.filter((row) => new Set(row.words.map((word) => valueName(row.name, word))).size < row.words.length);
    expect(ambiguous.map((row) => row.name)).toEqual([]);
  });

  it('are typed as they are shown, and sent as books write them', () => {
    expect(written('max_buy_in', ['none', 'any'], ' no maximum ')).toBe('none');
    expect(written('over_blind_level', ['x2', 'any'], 'Twice the one before')).toBe('x2');
    expect(written('max_buy_in', ['none', 'any'], '500')).toBe('500');
    expect(valueWithUnit('min_buy_in', '40', 'chips')).toBe('40 chips');
    expect(valueWithUnit('turn_seconds', 'none', 'seconds')).toBe('No clock');
    expect(typedNote('max_buy_in', ['none', 'any'], 'chips', 'from_min_buy_in')).toBe('“No maximum” or a number, in chips, no less than the smallest buy-in.');
    // A value is in the sentence as its field shows it, with its name in front or without.
    expect(typedNote('limits_per_betting_round', ['same', 'doubled_late'], '')).toBe('“The same in each” or “Doubled from the turn on”.');
    expect(typedNote('deck_cards', ['52', '32'], 'cards')).toBe('“52 cards, 2 to A” or “32 cards, 7 to A”, in cards.');
    expect(typedNote('seats', ['2..10'], 'seats')).toBe('2 to 10, in seats.');
  });

  it('are named in a refusal as they are at their fields', async () => {
    await fetched();
    const numbers = { needs: 'showdown_mode', value: 'high', wanted: 'high_low' };
    const at = (reason: string, of: Problem['numbers'], setting = 'low_qualifier'): string =>
      atField({ setting, given: 'eight', reason, numbers: of, what: 'nur beides', would_do: 'beides', rule: null, clauses: [] });
    expect(at('only_beside', numbers)).toBe('It does not go with “What wins the pot: The highest hand”: choose “What wins the pot: Highest and lowest, half each”.');
    expect(at('fixed_by_the_book', { value: 'none' }, 'max_buy_in')).toBe('The book fixes it: use “No maximum”.');
    expect(at('follows_another', { by: 'min_buy_in' }, 'max_buy_in')).toBe('It follows from “Smallest buy-in”: choose there.');
    // What the room itself refuses has its words among the reasons.
    expect(at('not_for_the_opener', { setting: 'max_buy_in' }, 'max_buy_in')).toMatch(/^Only an official can change Largest buy-in: /);
    expect(at('too_high', { at_most: 12_000 }, 'max_buy_in')).toBe('Numbers go up to 12,000.');
  });

  it('have one word each: that of the field, in reasons and in what may be typed', () => {
    const at = (reason: string, numbers: Problem['numbers']): string =>
      atField({ setting: 'max_buy_in', given: '1', reason, numbers, what: '-', would_do: '-', rule: null, clauses: [] });
    expect(at('below_smallest_stake', { at_least: 40 })).toBe('It is below the smallest buy-in of 40: choose 40 or more, or no maximum.');
    expect(at('over_blind_needs_blinds', {})).toMatch(/^A straddle follows the last blind, /);
    expect(at('so_many_blinds', { count: '1' })).toMatch(/^That is 1 blind, /);
    expect(at('so_many_blinds', { count: '11' })).toMatch(/^That is 11 blinds, /);
    expect(typedNote('over_blinds', ['any'], 'over-blinds')).toBe('A number, in straddles.');
  });

  it('are refused in the words of the room for a reason that the page does not know', () => {
    const at = (reason: string): string => atField({ setting: 'seats', given: '1', reason, numbers: {}, what: 'it is one too few', would_do: '2', rule: null, clauses: [] });
    expect(at('of_another_version')).toBe('It is one too few: expected 2.');
    expect(at('toString')).toBe('It is one too few: expected 2.');
  });

  it('have words for every reason of a refusal, with every value in them', () => {
    for (const [reason, say] of Object.entries(problems)) {
      for (const of of ['5', true, false]) {
        const sentence = say(new Proxy({}, { get: () => of }) as never);
        expect(sentence, reason).toMatch(/^[a-z0-9][^\n]*[^.]$/);
        expect(sentence, reason).not.toMatch(/undefined|NaN|object/);
      }
    }
    expect(Object.keys(problems).length).toBeGreaterThan(40);
  });
});
