// Settings as people read them: label, help and values in words. Their names and written values go to the
// room and are never shown.

import { chips } from './money.ts';
import { choiceName } from './order.ts';
import { gameName, limitName, plain } from './words.ts';
import type { Problem } from './api.ts';
import { inOwnWords } from './refusals.svelte.ts';
import { problem, sentence } from '../words/page.ts';
import { areas, labels, notes } from '../words/settinglabels.ts';
import { problems } from '../words/problems.ts';
import * as words from '../words/settinghelp.ts';
import type { Bound, Figure } from '../wire/wire.ts';
import { common, values } from '../words/settingvalues.ts';

/** "Smallest buy-in". A setting that this page does not know is shown by its name, in words. */
export const settingName = (name: string): string => labels[name] ?? plain(name);

export const areaName = (area: string): string => areas[area] ?? plain(area);

/** A value in words: "Pot-limit", "Twice the one before", "500". A list is worded value by value. */
export function valueName(setting: string, value: string): string {
  if (setting === 'games') return value.split(/[ ,]+/).map(gameName).join(', ');
  if (setting === 'limit_structure') return limitName(value);
  const whole = choiceName(setting, value) ?? values[setting]?.[value] ?? common[value];
  if (whole !== undefined) return whole;
  // Dates, amounts and what the book says in words of its own.
  if (/\d/.test(value) || /[ ,]/.test(value)) return listed(setting, value);
  return plain(value);
}

const listed = (setting: string, value: string): string =>
  value.split(/(?<=[, ;])/).map((part) => part.replace(/^[a-z]+(?:_[a-z0-9]+)*/, (word) => values[setting]?.[word] ?? word.replaceAll('_', ' '))).join('');

const unitName = (unit: string): string => words.units[unit] ?? unit;

/** The same with its unit, if it is a number. */
export const valueWithUnit = (setting: string, value: string, unit: string): string =>
  unit !== '' && /^\d/.test(value) && values[setting]?.[value] === undefined ? words.withUnit(valueName(setting, value), unitName(unit)) : valueName(setting, value);

/** The written value for what was typed: a person types "no most" as the field shows it. */
export function written(setting: string, choices: readonly string[], typed: string): string {
  const text = typed.trim().toLowerCase();
  return choices.find((choice) => isWord(choice) && valueName(setting, choice).toLowerCase() === text) ?? typed.trim();
}

/** Whether a choice is a single value, and not a range or a pattern of values. */
export const isWord = (choice: string): boolean => !choice.includes('..') && choice !== 'any' && choice !== 'list';

/** What a field is for, in a sentence: the page’s own, or the room’s. */
export function settingNote(name: string, says: string): string {
  return notes[name] ?? says;
}

/** What may be typed: "“No most” or 40 or more, in chips." */
export function typedNote(setting: string, choices: readonly string[], unit: string, bound?: Bound): string {
  const named = choices.filter(isWord).map((choice) => words.asShown(valueName(setting, choice)));
  const ranges = choices.filter((choice) => choice.includes('..')).map((range) => range.split('..'));
  const bounds = ranges.map(([least = '', most = '']) => (most === '' ? words.from(least) : words.between(least, most)));
  const free = choices.includes('any') ? [setting === 'blinds' || choices.includes('list') ? words.numbers : unit === '' ? words.anything : words.number] : [];
  const offered = [...named, ...free, ...bounds];
  return offered.length === 0 ? '' : words.offered(offered, unitName(unit), bound === undefined ? undefined : words.bounds[bound]);
}

/** A problem's values as they are shown: other settings by their labels, values as they are chosen. */
function shown({ setting, numbers }: Problem): Record<string, string | boolean> {
  const of = typeof numbers.needs === 'string' ? numbers.needs : setting;
  const one = (name: string, value: Figure): string | boolean => {
    if (typeof value === 'boolean') return value;
    if (typeof value === 'number') return chips(value);
    return SETTINGS.has(name) ? (value === '' ? '' : settingName(value)) : valueName(of, value);
  };
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, one(name, value)]));
}

/** The values under these names are names of settings. */
const SETTINGS = new Set(['needs', 'by', 'meant']);

/** What is wrong at a setting, and what to use: lower case and no full stop. */
function wrongAt(of: Problem): string {
  const say = Object.hasOwn(problems, of.reason) ? (problems as unknown as Readonly<Record<string, (said: Record<string, string | boolean>) => string>>)[of.reason] : undefined;
  if (say !== undefined) return say(shown(of));
  const { setting, ...others } = { ...of.numbers };
  const numbers = typeof setting === 'string' ? { ...others, setting: settingName(setting) } : others;
  return inOwnWords({ ...of, numbers, why: problem(of.what, of.would_do) }).why;
}

/** The reason at a field: what is wrong there, and what to use. */
export const atField = (of: Problem): string => sentence(wrongAt(of), undefined);

/** All that is wrong with the choices for a table, each with its setting, as a part of a sentence. */
export const atSettings = (problems: readonly Problem[]): string => words.wrongAt(problems.map((of) => ({ setting: settingName(of.setting), why: wrongAt(of) })));
