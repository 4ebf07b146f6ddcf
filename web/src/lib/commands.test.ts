import { expect, it } from 'vitest';
import { COMMANDS, type Command, help, read } from './commands.ts';

function command(typed: string, blind?: number): Command {
  const found = read(typed, blind);
  if (!found.ok) throw new Error(found.why);
  return found.command;
}

function refusal(typed: string): string {
  const found = read(typed, undefined);
  return found.ok ? `taken as ${JSON.stringify(found.command)}` : found.why;
}

it('every command is read as it is listed', () => {
  for (const { name, typed } of COMMANDS) expect(command(typed).do).toBe(name);
});

it('case, spaces and a leading slash do not matter', () => {
  expect(command('  FOLD ')).toEqual({ do: 'fold' });
  expect(command('/Raise   to  1.25K')).toEqual({ do: 'raise', amount: { is: 'chips', amount: 1250 } });
  expect(command('All In')).toEqual({ do: 'allin' });
  expect(command('ALL-IN')).toEqual({ do: 'allin' });
  expect(command('sit out')).toEqual({ do: 'sitout', atBlind: false });
  expect(command('sitout blind')).toEqual({ do: 'sitout', atBlind: true });
  expect(command('show 1')).toEqual({ do: 'show', card: '1' });
  expect(command('show Ah')).toEqual({ do: 'show', card: 'ah' });
  expect(command('show both')).toEqual({ do: 'show', card: undefined });
  expect(command('Top up 1,000')).toEqual({ do: 'topup', amount: 1000 });
  expect(command('sit in post')).toEqual({ do: 'sitin', posts: true });
});

it('one letter is enough for the playing commands', () => {
  expect(['f', 'k', 'c', 'a'].map((letter) => command(letter).do)).toEqual(['fold', 'check', 'call', 'allin']);
  expect(command('r 120')).toEqual({ do: 'raise', amount: { is: 'chips', amount: 120 } });
  expect(command('b pot')).toEqual({ do: 'bet', amount: { is: 'pot' } });
});

it('arguments of a command are read with it', () => {
  expect(command('bet')).toEqual({ do: 'bet', amount: undefined });
  expect(command('stack 5')).toEqual({ do: 'stack', seat: 5 });
  expect(command('stack')).toEqual({ do: 'stack', seat: undefined });
  expect(command('log')).toEqual({ do: 'log', lines: 5 });
  expect(command('log 900')).toEqual({ do: 'log', lines: 20 });
  expect(command('sit 4 200')).toEqual({ do: 'sit', seat: 4, amount: 200 });
  expect(command('say  Nice Hand, Ben')).toEqual({ do: 'say', text: 'Nice Hand, Ben' });
  expect(command('help')).toEqual({ do: 'help', of: undefined });
});

it('amounts may be typed in big blinds where there are any', () => {
  expect(command('raise 2.5bb', 2)).toEqual({ do: 'raise', amount: { is: 'chips', amount: 5 } });
  expect(refusal('raise 2bb')).toBe('“2bb” is not an amount. Type it like: raise 120.');
  expect(command('raise 3bb', 10)).toEqual({ do: 'raise', amount: { is: 'chips', amount: 30 } });
});

it('an unreadable command is refused with what is expected', () => {
  expect(refusal('')).toBe('Type a command, or help for all of them.');
  expect(refusal('fodl')).toBe('There is no command “fodl”. Did you mean fold?');
  expect(refusal('xyzzy')).toBe('There is no command “xyzzy”. Type help for all of them.');
  expect(refusal('raise lots')).toBe('“lots” is not an amount. Type it like: raise 120.');
  expect(refusal('raise 12.5')).toBe('“12.5” is not an amount. Type it like: raise 120.');
  expect(refusal('fold now')).toBe('“now” is more than fold takes. Type it like: fold.');
  expect(refusal('stack Ben')).toBe('“ben” is not a seat. Type it like: stack 5.');
  expect(refusal('bet 10 20')).toBe('“20” is more than bet takes. Type it like: bet 60.');
  expect(refusal('log 0')).toBe('“0” is not a number of lines. Type it like: log 5.');
  expect(refusal('say')).toBe('There is nothing to say. Type it like: say nice hand.');
});

it('help lists every command, and says for one what it does', () => {
  for (const { name } of COMMANDS) expect(help(undefined)).toContain(name);
  expect(help('raise')).toBe('raise 120: Raise to 120: the whole bet of this street.');
  expect(help('fodl')).toBe('There is no command “fodl”. Did you mean fold?');
});
