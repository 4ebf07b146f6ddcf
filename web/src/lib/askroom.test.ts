import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

/** The bodies of all effects of a file: what is between the parentheses. */
function effects(source: string): string[] {
  return [...source.matchAll(/\$effect(?:\.pre|\.root)?\(/g)].map(({ index, 0: head }) => {
    let depth = 1;
    let at = index + head.length;
    const from = at;
    for (; depth > 0 && at < source.length; at += 1) depth += source[at] === '(' ? 1 : source[at] === ')' ? -1 : 0;
    return source.slice(from, at - 1);
  });
}

it('no effect requests from the room directly: what it reads meanwhile would make it request again', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => /\.svelte(\.ts)?$/.test(name));
  const found = files.flatMap((name) => effects(readFileSync(join(SOURCES, name), 'utf8')).map((body) => [name, body] as const));
  expect(found.length).toBeGreaterThan(30);
  const asks = /(?<!room\.)\b(ask|askOnce|once|look|load|further|earlier|signOf|rulesOf|clauseOf|books|fetch)\s*(<[^>]*>)?\(/;
  // What is read under `untrack` is not tracked; `room.ask` sends a frame by the socket and reads nothing.
  const wrong = found.filter(([, body]) => asks.test(body) && !/untrack\(/.test(body));
  expect(wrong.map(([name, body]) => `${name}: ${body.trim().slice(0, 80)}`)).toEqual([]);
});
