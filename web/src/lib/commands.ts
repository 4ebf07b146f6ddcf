// The command line: what can be typed, and how it is read. The answers are in `answers.ts`.

import { parseAmount } from './money.ts';
import * as lines from '../words/commands.ts';

const { does } = lines;

/** A typed amount: a number, or a word for one that the table knows. */
export type Typed = { is: 'chips'; amount: number } | { is: 'min' | 'max' | 'pot' | 'half' };

/** Commands of one word, each a kind of its own. */
type Bare<Name> = Name extends string ? { do: Name } : never;

/** A command that was typed. */
export type Command =
  | Bare<'fold' | 'check' | 'call' | 'allin' | 'muck' | 'bank' | 'overblind' | 'leave'>
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

/** Every command, those for playing first. */
export const COMMANDS: readonly CommandLine[] = [
  { name: 'fold', typed: 'fold', does: does.fold },
  { name: 'check', typed: 'check', does: does.check },
  { name: 'call', typed: 'call', does: does.call },
  { name: 'bet', typed: 'bet 60', does: does.bet },
  { name: 'raise', typed: 'raise 120', does: does.raise },
  { name: 'allin', typed: 'allin', does: does.allin },
  { name: 'show', typed: 'show', does: does.show },
  { name: 'muck', typed: 'muck', does: does.muck },
  { name: 'bank', typed: 'bank', does: does.bank },
  { name: 'overblind', typed: 'overblind', does: does.overblind },
  { name: 'cards', typed: 'cards', does: does.cards },
  { name: 'board', typed: 'board', does: does.board },
  { name: 'pot', typed: 'pot', does: does.pot },
  { name: 'turn', typed: 'turn', does: does.turn },
  { name: 'clock', typed: 'clock', does: does.clock },
  { name: 'stack', typed: 'stack 5', does: does.stack },
  { name: 'who', typed: 'who', does: does.who },
  { name: 'last', typed: 'last', does: does.last },
  { name: 'log', typed: 'log 5', does: does.log },
  { name: 'rule', typed: 'rule', does: does.rule },
  { name: 'why', typed: 'why', does: does.why },
  { name: 'seats', typed: 'seats', does: does.seats },
  { name: 'sit', typed: 'sit 4 200', does: does.sit },
  { name: 'topup', typed: 'topup 100', does: does.topup },
  { name: 'sitout', typed: 'sitout', does: does.sitout },
  { name: 'sitin', typed: 'sitin', does: does.sitin },
  { name: 'leave', typed: 'leave', does: does.leave },
  { name: 'say', typed: 'say nice hand', does: does.say },
  { name: 'help', typed: 'help bet', does: does.help },
];

const NAMES = new Set<string>(COMMANDS.map((command) => command.name));

/** Other ways to type a command: its letter, or its words written separately. */
const OTHERWISE: Readonly<Record<string, Name>> = {
  f: 'fold', k: 'check', c: 'call', b: 'bet', r: 'raise', a: 'allin', h: 'help', '?': 'help', all: 'allin', 'all-in': 'allin', 'time-bank': 'bank', 'over-blind': 'overblind', straddle: 'overblind',
  timebank: 'bank', 'sit-out': 'sitout', 'sit-in': 'sitin', 'top-up': 'topup', hand: 'cards', players: 'who', quit: 'leave', time: 'clock',
};

/** Two words that are one command. */
const PAIRS: Readonly<Record<string, Name>> = {
  'all in': 'allin', 'sit out': 'sitout', 'sit in': 'sitin', 'top up': 'topup', 'time bank': 'bank', 'over blind': 'overblind', 'use bank': 'bank',
};

/** The most lines of the log read out at once: as much as anybody can listen to. */
const MOST_LINES = 20;

export type Read = { ok: true; command: Command } | { ok: false; why: string };

/**
 * The command that was typed, or why it is not one. `blind` is the big blind where amounts may be typed in
 * blinds.
 */
export function read(typed: string, blind: number | undefined): Read {
  const text = typed.trim().replace(/^\//, '').trim();
  const words = text.toLowerCase().split(/\s+/);
  const [first = '', second = ''] = words;
  const pair = PAIRS[`${first} ${second}`];
  const name = pair ?? (NAMES.has(first) ? (first as Name) : OTHERWISE[first]);
  const rest = words.slice(pair === undefined ? 1 : 2);
  if (text === '') return { ok: false, why: lines.nothing };
  if (name === undefined) return { ok: false, why: unknown(first) };
  return command(name, rest, text, blind);
}

function command(name: Name, rest: readonly string[], text: string, blind: number | undefined): Read {
  const accept = (made: Command): Read => ({ ok: true, command: made });
  const amount = (typed: string | undefined): number | undefined => (typed === undefined ? undefined : parseAmount(typed, blind));
  const tooMuch = (most: number): Read | undefined =>
    rest.length > most ? { ok: false, why: lines.tooMuch(rest.slice(most).join(' '), name, usage(name)) } : undefined;
  switch (name) {
    case 'bet':
    case 'raise': {
      const [typed, ...more] = rest[0] === 'to' ? rest.slice(1) : rest;
      if (more.length > 0) return { ok: false, why: lines.tooMuch(more.join(' '), name, usage(name)) };
      if (typed === undefined) return accept({ do: name, amount: undefined });
      const found = typedAmount(typed, blind);
      return found === undefined ? notAnAmount(typed, name) : accept({ do: name, amount: found });
    }
    case 'topup': {
      const found = amount(rest[0]);
      return tooMuch(1) ?? (rest.length > 0 && found === undefined ? notAnAmount(rest[0] ?? '', name) : accept({ do: name, amount: found }));
    }
    case 'sit': {
      const seat = rest[0] === undefined ? undefined : number(rest[0]);
      if (rest[0] !== undefined && seat === undefined) return { ok: false, why: lines.notASeat(rest[0], usage(name)) };
      const found = amount(rest[1]);
      if (rest[1] !== undefined && found === undefined) return notAnAmount(rest[1], name);
      return tooMuch(2) ?? accept({ do: name, seat, amount: found });
    }
    case 'stack': {
      const seat = rest[0] === undefined ? undefined : number(rest[0]);
      if (rest[0] !== undefined && seat === undefined) return { ok: false, why: lines.notASeat(rest[0], usage(name)) };
      return tooMuch(1) ?? accept({ do: name, seat });
    }
    case 'log': {
      const count = rest[0] === undefined ? 5 : number(rest[0]);
      if (count === undefined || count === 0) return { ok: false, why: lines.notLines(rest[0] ?? '', usage(name)) };
      return tooMuch(1) ?? accept({ do: name, lines: Math.min(count, MOST_LINES) });
    }
    case 'sitin':
      if (rest.length > 0 && !/^(post|now)$/.test(rest[0] ?? '')) return { ok: false, why: lines.tooMuch(rest.join(' '), name, usage(name)) };
      return tooMuch(1) ?? accept({ do: name, posts: rest.length > 0 });
    case 'sitout':
      if (rest.length > 0 && rest[0] !== 'blind') return { ok: false, why: lines.tooMuch(rest.join(' '), name, usage(name)) };
      return tooMuch(1) ?? accept({ do: name, atBlind: rest.length > 0 });
    case 'show': {
      const [card] = rest;
      if (card !== undefined && card !== 'both' && card !== 'all' && !/^([1-9]|[2-9tjqka][shdc]|jo)$/.test(card)) {
        return { ok: false, why: lines.notACard(card) };
      }
      return tooMuch(1) ?? accept({ do: name, card: card === 'both' || card === 'all' ? undefined : card });
    }
    case 'say': {
      const message = text.replace(/^\S+\s*/, '');
      return message === '' ? { ok: false, why: lines.nothingToSay(usage(name)) } : accept({ do: name, text: message });
    }
    case 'help':
      return accept({ do: name, of: rest[0] });
    case 'fold':
    case 'check':
    case 'call':
    case 'allin':
    case 'muck':
    case 'bank':
    case 'overblind':
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
      return tooMuch(0) ?? accept({ do: name });
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
  return { ok: false, why: lines.notAnAmount(typed, usage(name)) };
}

/** "Type it like raise 120." */
function usage(name: Name): string {
  return lines.usage(COMMANDS.find((command) => command.name === name)?.typed ?? name);
}

function unknown(word: string): string {
  const near = COMMANDS.map((command) => ({ name: command.name, far: distance(word, command.name) })).filter((candidate) => candidate.far <= 2 && candidate.far < candidate.name.length - 1);
  const best = near.toSorted((a, b) => a.far - b.far)[0];
  return best ? lines.didYouMean(word, best.name) : lines.unknown(word);
}

/** How many letters must change to turn one word into the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [place, target] of [...other].entries()) {
      next.push(Math.min((next[place] ?? 0) + 1, (row[place + 1] ?? 0) + 1, (row[place] ?? 0) + (letter === target ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** What `help` answers. */
export function help(of: string | undefined): string {
  if (of === undefined) return lines.all(COMMANDS.map((command) => command.name));
  const name = NAMES.has(of) ? of : OTHERWISE[of];
  const found = COMMANDS.find((command) => command.name === name);
  return found ? lines.one(found.typed, found.does) : unknown(of);
}
