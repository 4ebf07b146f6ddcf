// The command line: what can be typed, and how what was typed is read. What is answered lives in `answers.ts`.

import { parseAmount } from './money.ts';

/** An amount as it was typed: a number, or a word for one that the table knows. */
export type Typed = { is: 'chips'; amount: number } | { is: 'min' | 'max' | 'pot' | 'half' };

/** Commands that are one word, each a kind of its own. */
type Bare<Name> = Name extends string ? { do: Name } : never;

/** What was asked for. */
export type Command =
  | Bare<'fold' | 'check' | 'call' | 'allin' | 'muck' | 'bank' | 'leave'>
  | { do: 'show'; card: string | undefined }
  | { do: 'sitout'; atBlind: boolean }
  | { do: 'bet'; amount: Typed | undefined }
  | { do: 'raise'; amount: Typed | undefined }
  | { do: 'sitin'; posts: boolean }
  | { do: 'sit'; seat: number | undefined; amount: number | undefined }
  | { do: 'topup'; amount: number | undefined }
  | { do: 'stack'; seat: number | undefined }
  | { do: 'log'; lines: number }
  | { do: 'say'; text: string }
  | { do: 'help'; of: string | undefined }
  | Bare<'board' | 'cards' | 'pot' | 'who' | 'seats' | 'turn' | 'clock' | 'last' | 'rule' | 'why'>;

export type Name = Command['do'];

/** One command as the page lists it. */
export interface CommandLine {
  name: Name;
  /** How it is typed: `raise 120`. */
  typed: string;
  does: string;
}

/** Every command, what plays first. */
export const COMMANDS: readonly CommandLine[] = [
  { name: 'fold', typed: 'fold', does: 'Fold; Enter twice when checking is free.' },
  { name: 'check', typed: 'check', does: 'Check.' },
  { name: 'call', typed: 'call', does: 'Call what there is to call.' },
  { name: 'bet', typed: 'bet 60', does: 'Bet; min, half, pot and max are amounts too.' },
  { name: 'raise', typed: 'raise 120', does: 'Raise to 120: the whole bet of this street.' },
  { name: 'allin', typed: 'allin', does: 'Bet, raise or call with all your chips.' },
  { name: 'show', typed: 'show', does: 'Turn up your hand; show 1 or show Ah turns up one card.' },
  { name: 'muck', typed: 'muck', does: 'Throw your hand away unseen, where the rules let you.' },
  { name: 'bank', typed: 'bank', does: 'Use your time bank.' },
  { name: 'cards', typed: 'cards', does: 'Your cards and what they make.' },
  { name: 'board', typed: 'board', does: 'The board.' },
  { name: 'pot', typed: 'pot', does: 'The pots.' },
  { name: 'turn', typed: 'turn', does: 'Whose turn it is and what may be done.' },
  { name: 'clock', typed: 'clock', does: 'The time that is left.' },
  { name: 'stack', typed: 'stack 5', does: 'The chips of seat 5, or without a number your own.' },
  { name: 'who', typed: 'who', does: 'Who sits where, with how much.' },
  { name: 'last', typed: 'last', does: 'The last thing that happened.' },
  { name: 'log', typed: 'log 5', does: 'The last five things that happened.' },
  { name: 'rule', typed: 'rule', does: 'The rule that was used last.' },
  { name: 'why', typed: 'why', does: 'Why the last thing happened or was refused, with its clauses.' },
  { name: 'seats', typed: 'seats', does: 'The free seats.' },
  { name: 'sit', typed: 'sit 4 200', does: 'Take seat 4 with 200.' },
  { name: 'topup', typed: 'topup 100', does: 'Add 100 from your wallet between hands.' },
  { name: 'sitout', typed: 'sitout', does: 'Sit out from the next hand; sitout blind waits until the big blind comes.' },
  { name: 'sitin', typed: 'sitin', does: 'Sit in again; sitin post posts what you owe instead of waiting.' },
  { name: 'leave', typed: 'leave', does: 'Give up your seat.' },
  { name: 'say', typed: 'say nice hand', does: 'Say it to the table.' },
  { name: 'help', typed: 'help bet', does: 'All commands, or one of them.' },
];

const NAMES = new Set<string>(COMMANDS.map((one) => one.name));

/** Other ways to type a command: its letter, or its words apart. */
const OTHERWISE: Readonly<Record<string, Name>> = {
  f: 'fold', k: 'check', c: 'call', b: 'bet', r: 'raise', a: 'allin', h: 'help', '?': 'help', all: 'allin', 'all-in': 'allin', 'time-bank': 'bank',
  timebank: 'bank', 'sit-out': 'sitout', 'sit-in': 'sitin', 'top-up': 'topup', hand: 'cards', players: 'who', quit: 'leave', time: 'clock',
};

/** Two words that are one command. */
const PAIRS: Readonly<Record<string, Name>> = {
  'all in': 'allin', 'sit out': 'sitout', 'sit in': 'sitin', 'top up': 'topup', 'time bank': 'bank', 'use bank': 'bank',
};

/** Lines of the log that are told at once at most: what anybody can listen to. */
const MOST_LINES = 20;

export type Read = { ok: true; command: Command } | { ok: false; why: string };

/** What was typed, as a command, or why it is none. `blind` is the big blind where amounts may be typed in blinds. */
export function read(typed: string, blind: number | undefined): Read {
  const text = typed.trim().replace(/^\//, '').trim();
  const words = text.toLowerCase().split(/\s+/);
  const [first = '', second = ''] = words;
  const pair = PAIRS[`${first} ${second}`];
  const name = pair ?? (NAMES.has(first) ? (first as Name) : OTHERWISE[first]);
  const rest = words.slice(pair === undefined ? 1 : 2);
  if (text === '') return { ok: false, why: 'Type a command, or help for all of them.' };
  if (name === undefined) return { ok: false, why: unknown(first) };
  return command(name, rest, text, blind);
}

function command(name: Name, rest: readonly string[], text: string, blind: number | undefined): Read {
  const done = (made: Command): Read => ({ ok: true, command: made });
  const amount = (typed: string | undefined): number | undefined => (typed === undefined ? undefined : parseAmount(typed, blind));
  const tooMuch = (most: number): Read | undefined =>
    rest.length > most ? { ok: false, why: `“${rest.slice(most).join(' ')}” is more than ${name} takes. ${usage(name)}` } : undefined;
  switch (name) {
    case 'bet':
    case 'raise': {
      const [typed, ...more] = rest[0] === 'to' ? rest.slice(1) : rest;
      if (more.length > 0) return { ok: false, why: `“${more.join(' ')}” is more than ${name} takes. ${usage(name)}` };
      if (typed === undefined) return done({ do: name, amount: undefined });
      const found = typedAmount(typed, blind);
      return found === undefined ? notAnAmount(typed, name) : done({ do: name, amount: found });
    }
    case 'topup': {
      const found = amount(rest[0]);
      return tooMuch(1) ?? (rest.length > 0 && found === undefined ? notAnAmount(rest[0] ?? '', name) : done({ do: name, amount: found }));
    }
    case 'sit': {
      const seat = rest[0] === undefined ? undefined : number(rest[0]);
      if (rest[0] !== undefined && seat === undefined) return { ok: false, why: `“${rest[0]}” is not a seat. ${usage(name)}` };
      const found = amount(rest[1]);
      if (rest[1] !== undefined && found === undefined) return notAnAmount(rest[1], name);
      return tooMuch(2) ?? done({ do: name, seat, amount: found });
    }
    case 'stack': {
      const seat = rest[0] === undefined ? undefined : number(rest[0]);
      if (rest[0] !== undefined && seat === undefined) return { ok: false, why: `“${rest[0]}” is not a seat. ${usage(name)}` };
      return tooMuch(1) ?? done({ do: name, seat });
    }
    case 'log': {
      const lines = rest[0] === undefined ? 5 : number(rest[0]);
      if (lines === undefined || lines === 0) return { ok: false, why: `“${rest[0] ?? ''}” is not a number of lines. ${usage(name)}` };
      return tooMuch(1) ?? done({ do: name, lines: Math.min(lines, MOST_LINES) });
    }
    case 'sitin':
      if (rest.length > 0 && !/^(post|now)$/.test(rest[0] ?? '')) return { ok: false, why: `“${rest.join(' ')}” is more than sitin takes. ${usage(name)}` };
      return tooMuch(1) ?? done({ do: name, posts: rest.length > 0 });
    case 'sitout':
      if (rest.length > 0 && rest[0] !== 'blind') return { ok: false, why: `“${rest.join(' ')}” is more than sitout takes. ${usage(name)}` };
      return tooMuch(1) ?? done({ do: name, atBlind: rest.length > 0 });
    case 'show': {
      const [card] = rest;
      if (card !== undefined && card !== 'both' && card !== 'all' && !/^([1-9]|[2-9tjqka][shdc]|jo)$/.test(card)) {
        return { ok: false, why: `“${card}” is not one of your cards. Type it like: show 1, or show ah.` };
      }
      return tooMuch(1) ?? done({ do: name, card: card === 'both' || card === 'all' ? undefined : card });
    }
    case 'say': {
      const said = text.replace(/^\S+\s*/, '');
      return said === '' ? { ok: false, why: `There is nothing to say. ${usage(name)}` } : done({ do: name, text: said });
    }
    case 'help':
      return done({ do: name, of: rest[0] });
    case 'fold':
    case 'check':
    case 'call':
    case 'allin':
    case 'muck':
    case 'bank':
    case 'leave':
    case 'board':
    case 'cards':
    case 'pot':
    case 'who':
    case 'seats':
    case 'turn':
    case 'clock':
    case 'last':
    case 'rule':
    case 'why':
      return tooMuch(0) ?? done({ do: name });
  }
}

function number(typed: string): number | undefined {
  return /^\d{1,4}$/.test(typed) ? Number(typed) : undefined;
}

function typedAmount(typed: string, blind: number | undefined): Typed | undefined {
  if (typed === 'min' || typed === 'max' || typed === 'pot' || typed === 'half') return { is: typed };
  const amount = parseAmount(typed, blind);
  return amount === undefined ? undefined : { is: 'chips', amount };
}

function notAnAmount(typed: string, name: Name): Read {
  return { ok: false, why: `“${typed}” is not an amount. ${usage(name)}` };
}

/** "Type it like raise 120." */
function usage(name: Name): string {
  return `Type it like: ${COMMANDS.find((one) => one.name === name)?.typed ?? name}.`;
}

function unknown(word: string): string {
  const near = COMMANDS.map((one) => ({ name: one.name, far: distance(word, one.name) })).filter((one) => one.far <= 2 && one.far < one.name.length - 1);
  const best = near.toSorted((one, other) => one.far - other.far)[0];
  return best ? `There is no command “${word}”. Did you mean ${best.name}?` : `There is no command “${word}”. Type help for all of them.`;
}

/** How many letters must change for one word to be the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [place, wanted] of [...other].entries()) {
      next.push(Math.min((next[place] ?? 0) + 1, (row[place + 1] ?? 0) + 1, (row[place] ?? 0) + (letter === wanted ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** What `help` answers. */
export function help(of: string | undefined): string {
  if (of === undefined) return `Commands: ${COMMANDS.map((one) => one.name).join(', ')}. For one of them type help and its name.`;
  const name = NAMES.has(of) ? of : OTHERWISE[of];
  const found = COMMANDS.find((one) => one.name === name);
  return found ? `${found.typed}: ${found.does}` : unknown(of);
}
