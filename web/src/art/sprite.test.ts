// The sprite: what it contains, what it must not contain, and how large it is.

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { EDGES } from '../../art/chips.ts';
import { sources } from '../../art/source.ts';
import { pictures, sprite } from '../../art/sprite.ts';
import { ART_IDS, CHIPS } from './index.ts';

const SPRITE = readFileSync(new URL('./sprite.svg', import.meta.url), 'utf8');
const TOKENS = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const SYMBOLS = [...SPRITE.matchAll(/<symbol id="([^"]+)" viewBox="([^"]+)">(.*)<\/symbol>/g)].map(([, id = '', viewBox = '', content = '']) => ({ id, viewBox, content }));
/** Ids that other pictures are built from, and that no page uses. */
const PARTS = /^(rank|court)-/;

/**
 * Reads as much XML as a drawing needs: elements, attributes, comments. Returns the elements, or what is
 * wrong.
 */
function elements(text: string): { name: string; attributes: Map<string, string> }[] {
  const found: { name: string; attributes: Map<string, string> }[] = [];
  const open: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const comment = /^<!--(?:(?!--)[\s\S])*-->/.exec(rest);
    const close = /^<\/([\w-]+)>/.exec(rest);
    const start = /^<([\w-]+)((?:\s+[\w:-]+="[^"<&]*")*)\s*(\/?)>/.exec(rest);
    const space = /^\s+/.exec(rest);
    const read = comment ?? close ?? start ?? space;
    if (read === null) throw new Error(`not well formed at ${rest.slice(0, 60)}`);
    if (close !== null) {
      const last = open.pop();
      if (last !== close[1]) throw new Error(`${close[1] ?? ''} closes ${last ?? 'nothing'}`);
    } else if (start !== null) {
      const [, name = '', written = '', empty] = start;
      const attributes = new Map<string, string>();
      for (const [, key = '', value = ''] of written.matchAll(/([\w:-]+)="([^"]*)"/g)) {
        if (attributes.has(key)) throw new Error(`${key} twice in ${name}`);
        attributes.set(key, value);
      }
      found.push({ name, attributes });
      if (empty === '') open.push(name);
    }
    rest = rest.slice(read[0].length);
  }
  if (open.length > 0) throw new Error(`${open.join(', ')} not closed`);
  return found;
}

const FILES = [
  ...sources().map(({ folder, name, text }) => [`pictures/${folder}/${name}.svg`, text] as const),
  ['weave.svg', readFileSync(new URL('./weave.svg', import.meta.url), 'utf8')] as const,
  ['sprite.svg', SPRITE] as const,
];

describe('the reader of these tests', () => {
  it('refuses what is not well formed', () => {
    for (const wrong of ['<svg><g></svg>', '<svg', '<svg a="1" a="2"/>', '<svg a=1/>', '<svg>&x</svg>', '<svg>']) {
      expect(() => elements(wrong), wrong).toThrow();
    }
  });
});

describe('the sprite', () => {
  it('is what the drawings make: npm run art', () => {
    expect(SPRITE === sprite()).toBe(true);
  });

  it('contains what the page uses, and nothing that nobody uses', () => {
    const ids = SYMBOLS.map(({ id }) => id).filter((id) => !PARTS.test(id));
    expect([...ids].sort()).toEqual([...ART_IDS].sort());
  });

  it('contains each picture once, in a box of its own', () => {
    expect(new Set(SYMBOLS.map(({ id }) => id)).size).toBe(SYMBOLS.length);
    expect(SYMBOLS.length).toBe(pictures().size);
    for (const { id, viewBox } of SYMBOLS) {
      const [, , width = 0, height = 0] = viewBox.split(' ').map(Number);
      expect(width > 0 && height > 0, id).toBe(true);
    }
  });

  it('contains 52 cards and a joker, each twice', () => {
    for (const kind of ['card-', 'small-']) expect(SYMBOLS.filter(({ id }) => id.startsWith(kind))).toHaveLength(53);
  });

  it('has as many pips on a card as its rank says, besides the two in its corners', () => {
    for (const [rank, count] of [['2', 2], ['3', 3], ['4', 4], ['5', 5], ['6', 6], ['7', 7], ['8', 8], ['9', 9], ['T', 10]] as const) {
      for (const suit of ['s', 'h', 'd', 'c']) {
        const content = SYMBOLS.find(({ id }) => id === `card-${rank}${suit}`)?.content ?? '';
        expect(content.split(`#suit-${suit}"`).length - 1, rank + suit).toBe(count + 2);
        expect(content.split('#suit-').length - 1, rank + suit).toBe(count + 2);
      }
    }
  });

  it('weighs at most 60,000 bytes over the wire', () => {
    expect(gzipSync(SPRITE, { level: 9 }).length).toBeLessThanOrEqual(60_000);
  });
});

describe('every drawing', () => {
  it('is well formed, and its outermost element is an svg', () => {
    for (const [file, text] of FILES) {
      const [first] = elements(text);
      expect(first?.name, file).toBe('svg');
      if (file !== 'sprite.svg') expect(first?.attributes.get('viewBox'), file).toMatch(/^-?[\d.]+( -?[\d.]+){3}$/);
    }
  });

  it('has only shapes: no script, no style, no picture, nothing from elsewhere', () => {
    const allowed = new Set(['svg', 'symbol', 'g', 'path', 'rect', 'circle', 'ellipse', 'use']);
    for (const [file, text] of FILES) {
      for (const { name, attributes } of elements(text)) {
        expect(allowed.has(name), `${file}: ${name}`).toBe(true);
        for (const [key, value] of attributes) {
          expect(key.startsWith('on') || key === 'style' || key === 'class' || key.startsWith('xlink'), `${file}: ${key}`).toBe(false);
          if (key === 'href') expect(value, file).toMatch(/^#[\w-]+$/);
          // Not every browser finds a gradient or a pattern in a file that is used from another one.
          else if (key !== 'xmlns') expect(value, file).not.toMatch(/url\(|:\/\/|data:/);
        }
      }
    }
  });

  it('has ids only in the sprite, and uses only what is there', () => {
    const ids = new Set(SYMBOLS.map(({ id }) => id));
    for (const [file, text] of FILES) {
      for (const { name, attributes } of elements(text)) {
        if (attributes.has('id')) expect([file, name]).toEqual(['sprite.svg', 'symbol']);
        const used = attributes.get('href');
        if (used !== undefined) expect(ids.has(used.slice(1)), `${file}: ${used}`).toBe(true);
      }
    }
  });

  it('is coloured by tokens that exist', () => {
    for (const [file, text] of FILES) {
      for (const [, token = ''] of text.matchAll(/var\((--[\w-]+)\)/g)) {
        // How far a ring is used up is set where it is shown.
        if (token !== '--spent') expect(TOKENS.includes(`${token}:`), `${file}: ${token}`).toBe(true);
      }
    }
  });

  it('of a portrait covers its whole ground, because it is cut out round', () => {
    for (const { folder, name, text } of sources()) {
      if (folder !== 'portraits' && folder !== 'bots') continue;
      expect(elements(text)[1]?.attributes.get('d'), name).toBe('M0 0h64v64H0z');
    }
  });
});

describe('the chips', () => {
  it('can be told apart without their colours: no two have spots of the same number and shape', () => {
    expect(EDGES).toHaveLength(CHIPS);
    expect(new Set(EDGES.map(({ count, shape }) => `${String(count)} ${shape}`)).size).toBe(CHIPS);
    // Plain bars come in three counts: each at least half as many again as the last.
    const bars = EDGES.filter(({ shape }) => shape === 'bar').map(({ count }) => count).sort((a, b) => a - b);
    bars.slice(1).forEach((count, at) => { expect(count / (bars[at] ?? count)).toBeGreaterThanOrEqual(1.5); });
  });

  it('have a face, a rim and a full lying chip each, in their own two colours', () => {
    for (let colour = 0; colour < CHIPS; colour += 1) {
      for (const part of ['chip', 'rim']) {
        const content = SYMBOLS.find(({ id }) => id === `${part}-${String(colour)}`)?.content ?? '';
        const tokens = new Set([...content.matchAll(/var\(--(chip-(?:mark-)?\d)\)/g)].map(([, token]) => token));
        expect([...tokens].sort(), part).toEqual([`chip-${String(colour)}`, `chip-mark-${String(colour)}`]);
      }
    }
  });
});
