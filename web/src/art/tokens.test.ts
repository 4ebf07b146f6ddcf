// The design tokens: every contrast that the file states is computed from the file.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const SHEET = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

interface Token {
  value: string;
  /** The comment after it. */
  note: string;
}

interface Rule {
  selectors: string[];
  tokens: Map<string, Token>;
}

const RULES: Rule[] = [...SHEET.matchAll(/\n((?::root|\[data-)[^{}]*) \{([^{}]*)\n\}/g)].map(([, selectors = '', body = '']) => ({
  selectors: selectors.split(',').map((selector) => selector.trim()),
  tokens: new Map([...body.matchAll(/--([\w-]+): ([^;]+);(?: \/\* (.*?) \*\/)?/g)].map(([, name = '', value = '', note = '']) => [name, { value, note }])),
}));

/** The tokens of the page with those of one rule over them. */
function withRule(rule: Rule): Map<string, Token> {
  const [page] = RULES;
  return new Map([...(page?.tokens ?? []), ...rule.tokens]);
}

type Colour = [red: number, green: number, blue: number, alpha: number];

function colour(value: string): Colour {
  const [, hex = ''] = /^#([0-9a-f]{3,8})$/.exec(value) ?? [];
  const long = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex;
  expect([6, 8], value).toContain(long.length);
  const [red = 0, green = 0, blue = 0, alpha = 255] = (long.match(/../g) ?? []).map((part) => Number.parseInt(part, 16));
  return [red, green, blue, alpha / 255];
}

/** One colour laid over another that nothing shines through. */
function over([red, green, blue, alpha]: Colour, [under1, under2, under3]: Colour): Colour {
  const mixed = (top: number, below: number) => top * alpha + below * (1 - alpha);
  return [mixed(red, under1), mixed(green, under2), mixed(blue, under3), 1];
}

function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((of255) => {
    const part = of255 / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(colour: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(colour), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

interface Statement {
  where: string;
  stated: number;
  least: number;
  found: number;
}

const STATEMENTS: Statement[] = RULES.flatMap((rule) => [...rule.tokens].flatMap(([name, { value, note }]) => {
  const [, kind = '', list = ''] = /(?:^|; )(on|by): (.*)$/.exec(note) ?? [];
  if (kind === '') return [];
  const tokens = withRule(rule);
  const of = (token: string): Colour => {
    const found = tokens.get(token);
    expect(found, `${name} against ${token}`).toBeDefined();
    return colour(found?.value ?? '');
  };
  return list.split(', ').map((pair) => {
    const [stated = '', ground = ''] = pair.split(' ');
    const [above = '', below] = ground.split('/');
    const behind = below === undefined ? of(above) : over(of(above), of(below));
    return { where: `${rule.selectors[0] ?? ''} --${name} on ${ground}`, stated: Number(stated), least: kind === 'on' ? 4.5 : 3, found: contrast(colour(value), behind) };
  });
}));

function tokensOf(selector: string): Map<string, Token> {
  const found = RULES.find((rule) => rule.selectors.includes(selector));
  expect(found, selector).toBeDefined();
  return found?.tokens ?? new Map<string, Token>();
}

describe('the formula', () => {
  it('gives what WCAG says about black, white and grey', () => {
    expect(contrast(colour('#000'), colour('#fff'))).toBeCloseTo(21, 5);
    expect(contrast(colour('#fff'), colour('#fff'))).toBe(1);
    // The well-known lightest grey that white text is still allowed on: 4.54:1.
    expect(contrast(colour('#767676'), colour('#ffffff'))).toBeCloseTo(4.54, 2);
  });
});

describe('the tokens', () => {
  it('have the stated contrast, to a tenth', () => {
    expect(STATEMENTS.length).toBeGreaterThan(90);
    expect(STATEMENTS.filter(({ stated, found }) => Math.floor(found * 10 + 1e-9) / 10 !== stated).map(({ where, stated, found }) => `${where}: ${String(stated)} stated, ${found.toFixed(2)}`)).toEqual([]);
  });

  it('reach 4.5:1 as text and 3:1 as edges and pictures', () => {
    for (const { where, least, found } of STATEMENTS) expect(found, where).toBeGreaterThanOrEqual(least);
  });

  it('state the contrast of every text and of every pair of a chip', () => {
    for (const rule of RULES) {
      for (const [name, { value, note }] of rule.tokens) {
        const isText = value.startsWith('#') && (/(^|-)(text|muted|ink|link)$/.test(name) || name.startsWith('chip-mark') || name.startsWith('suit-') || name === 'on-felt' || name === 'back-line');
        if (isText) expect(note, `${rule.selectors[0] ?? ''} --${name}`).toMatch(/(?:^|; )(on|by): /);
      }
    }
  });

  it('of a pair of which a theme changes one are stated again there', () => {
    for (const rule of RULES.slice(1)) {
      const tokens = withRule(rule);
      for (const [name, { note }] of tokens) {
        if (rule.tokens.has(name)) continue;
        const [, list = ''] = /(?:^|; )(?:on|by): (.*)$/.exec(note) ?? [];
        const grounds = list.split(', ').flatMap((pair) => (pair.split(' ')[1] ?? '').split('/')).filter((ground) => ground !== '');
        const changed = grounds.filter((ground) => rule.tokens.has(ground));
        // In high contrast anything not stated is on black, where it was on near-black.
        if (rule.selectors[0] !== ":root[data-theme='contrast']") expect(changed, `${rule.selectors[0] ?? ''}: --${name}`).toEqual([]);
      }
    }
  });

  it('have at least the contrast on black that they have on the dark page', () => {
    const contrasts = withRule({ selectors: [], tokens: tokensOf(":root[data-theme='contrast']") });
    for (const name of ['turn-text', 'link', 'won', 'stop-text', 'off-text', 'focus', 'gold']) {
      expect(contrast(colour(contrasts.get(name)?.value ?? ''), colour('#000')), name).toBeGreaterThanOrEqual(6);
    }
  });

  it('have amounts on the cloth at 11.8:1 or more, on each of four cloths', () => {
    const cloths = STATEMENTS.filter(({ where }) => where.startsWith('[data-cloth') && where.endsWith('on shade/felt-1'));
    expect(cloths).toHaveLength(4);
    for (const { where, found } of cloths) expect(found, where).toBeGreaterThanOrEqual(11.8);
  });

  it('default to the green cloth and the blue back', () => {
    const page = tokensOf(':root');
    const chosen = [...tokensOf("[data-cloth='green']"), ...tokensOf("[data-back='blue']")];
    for (const [name, { value }] of chosen) expect(page.get(name)?.value, name).toBe(value);
  });

  it('tell the four suits apart by colour where that is chosen, and two colours otherwise', () => {
    const page = tokensOf(':root');
    const value = (of: Map<string, Token>, suit: string) => of.get(`suit-${suit}`)?.value ?? page.get(`suit-${suit}`)?.value;
    expect(value(page, 's')).toBe(value(page, 'c'));
    expect(value(page, 'h')).toBe(value(page, 'd'));
    for (const deck of [":root[data-deck='four']", ":root[data-deck='distinct']"]) {
      expect(new Set(['s', 'h', 'd', 'c'].map((suit) => value(tokensOf(deck), suit))).size, deck).toBe(4);
    }
  });

  it('of time take 120 to 300 ms, and 120 ms where nothing may move', () => {
    for (const [name, { value }] of tokensOf(':root')) {
      if (!name.startsWith('m-')) continue;
      expect(Number.parseInt(value, 10), name).toBeGreaterThanOrEqual(120);
      expect(Number.parseInt(value, 10), name).toBeLessThanOrEqual(300);
    }
    const reduced = [...SHEET.matchAll(/prefers-reduced-motion: reduce\) \{\s+:root \{([^}]*)\}/g)].map(([, body = '']) => body).join('');
    for (const name of ['m-deal', 'm-chip', 'm-pot']) {
      expect(reduced).toContain(`--${name}: 120ms`);
      expect(tokensOf(":root[data-motion='none']").get(name)?.value).toBe('120ms');
    }
  });

  it('of type are the five sizes 13, 15, 18, 24 and 32 and the weights 450, 600 and 700', () => {
    const page = tokensOf(':root');
    const sizes = [...page].filter(([name]) => name.startsWith('t-'));
    expect(sizes.map(([, { value }]) => Number.parseFloat(value) * 16)).toEqual([13, 15, 18, 24, 32]);
    for (const [name, { value }] of sizes) expect(`t-${String(Number.parseFloat(value) * 16)}`).toBe(name);
    expect([...page].filter(([name]) => name.startsWith('w-')).map(([, { value }]) => value)).toEqual(['450', '600', '700']);
  });
});
