// The page's colours against section 1.1 of the user interface specification, by the formula of WCAG 2.2.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const SHEET = readFileSync(new URL('../app.css', import.meta.url), 'utf8');

/** The tokens that the rule with this selector sets. */
function tokens(selector: string): Record<string, string> {
  const at = SHEET.indexOf(`\n${selector} {`);
  expect(at, selector).toBeGreaterThanOrEqual(0);
  const body = SHEET.slice(at, SHEET.indexOf('\n}', at));
  return Object.fromEntries([...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/gi)].map(([, name = '', value = '']) => [name, value.toUpperCase()]));
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const DARK = tokens(':root');
const THEMES: Record<string, Record<string, string>> = {
  dark: DARK,
  light: { ...DARK, ...tokens(":root[data-theme='light']") },
  contrast: { ...DARK, ...tokens(":root[data-theme='contrast']") },
};
const SURFACES = ['bg', 'surface', 'raised', 'felt'];
const TEXTS = ['text', 'muted', 'accent', 'ok', 'warn', 'danger', 'info'];

function of(theme: string, token: string): string {
  const value = THEMES[theme]?.[token];
  expect(value, `${theme} ${token}`).toBeDefined();
  return value ?? '';
}

/** The table of 1.1. */
const SPECIFIED: Record<string, [string, string]> = {
  bg: ['#0F1418', '#F6F7F9'],
  surface: ['#182028', '#FFFFFF'],
  raised: ['#222C36', '#E9EDF1'],
  felt: ['#12463B', '#D8EBE4'],
  border: ['#93A1AD', '#5F6C78'],
  text: ['#EEF2F5', '#16202A'],
  muted: ['#A9B6C2', '#4A5763'],
  accent: ['#F2B84B', '#8A5A00'],
  ok: ['#63D297', '#0B6B34'],
  warn: ['#FFB454', '#8A4B00'],
  danger: ['#FF8A80', '#B3141E'],
  info: ['#7CC4FF', '#0B4FB3'],
  focus: ['#FFD84D', '#0B4FB3'],
  'focus-inner': ['#0F1418', '#FFFFFF'],
};

describe('the colours', () => {
  it('are those of the specification', () => {
    for (const [token, [dark, light]] of Object.entries(SPECIFIED)) {
      expect(of('dark', token), `dark ${token}`).toBe(dark);
      expect(of('light', token), `light ${token}`).toBe(light);
    }
  });

  it('of text reach 4.5:1 on every surface, in every theme', () => {
    for (const theme of Object.keys(THEMES)) {
      for (const surface of SURFACES) {
        for (const text of TEXTS) {
          expect(contrast(of(theme, text), of(theme, surface)), `${theme}: ${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });

  it('of plain and muted text are as clear as the specification measured', () => {
    const measured: [string, string, string, number][] = [
      ['dark', 'text', 'felt', 9.5], ['dark', 'text', 'surface', 14.6], ['light', 'text', 'felt', 13.3], ['light', 'text', 'surface', 16.5],
    ];
    for (const [theme, token, surface, least] of measured) {
      expect(Math.round(contrast(of(theme, token), of(theme, surface)) * 10) / 10, `${theme}: ${token} on ${surface}`).toBeGreaterThanOrEqual(least);
    }
    for (const theme of ['dark', 'light']) {
      for (const surface of SURFACES) {
        expect(Math.round(contrast(of(theme, 'muted'), of(theme, surface)) * 10) / 10, `${theme}: muted on ${surface}`).toBeGreaterThanOrEqual(5.1);
      }
    }
    expect(Math.round(contrast(of('dark', 'danger'), of('dark', 'felt')) * 10) / 10).toBeGreaterThanOrEqual(4.7);
  });

  it('of edges and of the focus ring reach 3:1', () => {
    const edges: Record<string, number> = { dark: 4, light: 4.3, contrast: 3 };
    for (const [theme, least] of Object.entries(edges)) {
      for (const surface of SURFACES) {
        expect(Math.round(contrast(of(theme, 'border'), of(theme, surface)) * 10) / 10, `${theme}: border on ${surface}`).toBeGreaterThanOrEqual(least);
        expect(contrast(of(theme, 'focus'), of(theme, surface)), `${theme}: focus on ${surface}`).toBeGreaterThanOrEqual(3);
      }
      expect(contrast(of(theme, 'focus'), of(theme, 'focus-inner'))).toBeGreaterThanOrEqual(3);
    }
  });

  it('of buttons are those of the specification, and as clear', () => {
    const buttons: [string, string, string, string, number][] = [
      ['fold-text', '#F4F6F8', 'fold-bg', '#5A2A2E', 10.7],
      ['call-text', '#FFFFFF', 'call-bg', '#1F5FBF', 6.1],
      ['raise-text', '#1A1300', 'raise-bg', '#F2B84B', 10.3],
      ['all-in-text', '#FFFFFF', 'all-in-bg', '#B3141E', 6.9],
      ['neutral-text', '#EEF2F5', 'neutral-bg', '#33404D', 9.4],
    ];
    for (const [text, textIs, ground, groundIs, least] of buttons) {
      expect(of('dark', text)).toBe(textIs);
      expect(of('dark', ground)).toBe(groundIs);
      for (const theme of Object.keys(THEMES)) {
        expect(Math.round(contrast(of(theme, text), of(theme, ground)) * 10) / 10, `${theme}: ${text}`).toBeGreaterThanOrEqual(least);
      }
    }
    for (const theme of Object.keys(THEMES)) {
      for (const surface of SURFACES) {
        expect(contrast(of(theme, 'off-text'), of(theme, surface)), `${theme}: off on ${surface}`).toBeGreaterThanOrEqual(3);
      }
    }
  });

  it('of the suits can be told apart on the face of a card in each deck', () => {
    const face = of('dark', 'face');
    expect(face).toBe('#FBFAF5');
    // The specification rounds the clubs up to 6.4; by the formula they are 6.3.
    const four: Record<string, [string, number]> = { s: ['#15181C', 17], h: ['#B3141E', 6.6], d: ['#0B4FB3', 7.2], c: ['#0B6B34', 6.3] };
    for (const [suit, [colour, least]] of Object.entries(four)) {
      expect(of('dark', `suit-${suit}`)).toBe(colour);
      expect(Math.round(contrast(colour, face) * 10) / 10, suit).toBeGreaterThanOrEqual(least);
    }
    const distinct = tokens(":root[data-deck='distinct']");
    expect(distinct).toEqual({ 'suit-h': '#A84300', 'suit-d': '#005A91', 'suit-c': '#006B5B' });
    for (const colour of Object.values(distinct)) expect(Math.round(contrast(colour, face) * 10) / 10).toBeGreaterThanOrEqual(5.8);
    expect(tokens(":root[data-deck='two']")).toEqual({ 'suit-d': '#B3141E', 'suit-c': '#15181C' });
  });
});
