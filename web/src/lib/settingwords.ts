// Settings as people read them: label, help and values in words. Their names and written values go to the room and to
// nobody's eyes.

import { parted } from './money.ts';
import { choiceName } from './order.ts';
import { gameName, limitName, plain } from './words.ts';
import type { Problem } from './api.ts';
import { problem, sentence } from '../words/page.ts';
import { areas, labels, notes } from '../words/settinglabels.ts';
import * as words from '../words/settinghelp.ts';
import { common, values } from '../words/settingvalues.ts';

/** "Smallest buy-in". A setting that this page does not know keeps its name, in words. */
export const settingName = (name: string): string => labels[name] ?? plain(name);

export const areaName = (area: string): string => areas[area] ?? plain(area);

/** A value in words: "Pot-limit", "Twice the one before", "500". A list is said value by value. */
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

/** The same with its unit, where it is a number. */
export const valueWithUnit = (setting: string, value: string, unit: string): string =>
  unit !== '' && /^\d/.test(value) && values[setting]?.[value] === undefined ? words.withUnit(valueName(setting, value), asHere(unit)) : valueName(setting, value);

/** The written value of what was typed: somebody types "no most" as the field shows it. */
export function written(setting: string, choices: readonly string[], typed: string): string {
  const said = typed.trim().toLowerCase();
  return choices.find((choice) => isWord(choice) && valueName(setting, choice).toLowerCase() === said) ?? typed.trim();
}

/** What of a setting's choices is a value, and no range or shape of values. */
export const isWord = (choice: string): boolean => !choice.includes('..') && choice !== 'any' && choice !== 'list';

/** What a field is for, in a sentence. */
export function settingNote(name: string, meaning: string): string {
  return notes[name] ?? sentence(inWords(meaning), undefined);
}

/** What may be typed: "No most, or from 40 on, in chips." */
export function typedNote(setting: string, choices: readonly string[], unit: string, note: string | null): string {
  const named = choices.filter(isWord).map((choice) => valueName(setting, choice));
  const ranges = choices.filter((choice) => choice.includes('..')).map((range) => range.split('..'));
  const bounds = ranges.map(([least = '', most = '']) => (most === '' ? words.from(least) : words.between(least, most)));
  const free = choices.includes('any') ? [setting === 'blinds' || choices.includes('list') ? words.numbers : unit === '' ? words.anything : words.number] : [];
  const offered = [...named, ...free, ...bounds];
  return offered.length === 0 ? '' : words.offered(offered, asHere(unit), note === null ? undefined : words.bounds[note]);
}

/** Why something is refused, with settings called as they are where they are chosen. */
export function inWords(text: string): string {
  const said = parted(text).replaceAll(/\b([a-z]+(?:_[a-z0-9]+)*) = ([a-z]+(?:_[a-z0-9]+)*|\d+)\b/g, (all, name: string, value: string) =>
    labels[name] === undefined ? all : words.settingIs(settingName(name), valueName(name, value)),
  );
  return asHere(said).replaceAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, (name) => (labels[name] === undefined ? word(name) : words.called(settingName(name))));
}

/** In the words of the fields, where books have others. */
const asHere = (text: string): string => words.calledHere.reduce((said, [books, here]) => said.replaceAll(books, here), text);

/** What to use at a field: "none" is called there as it is chosen there, "no most". */
const toUse = (setting: string, text: string): string => text.replaceAll(/(?<![=\w] ?)\bnone\b/g, (none) => words.called(values[setting]?.[none] ?? none));

/** A written value outside of its setting. */
function word(name: string): string {
  const found = Object.values(values).flatMap((each) => each[name] ?? []);
  return words.called(found[0] ?? plain(name));
}

/** The reason at a field: what is wrong there, and what to use. */
export const atField = ({ setting, what, would_do: wouldDo }: Problem): string => sentence(inWords(problem(what, toUse(setting, wouldDo))), undefined);
