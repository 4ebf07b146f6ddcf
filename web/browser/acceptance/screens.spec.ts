// Every state of the page at the three sizes: nothing too faint, too small, off the screen or covered, and
// nothing that an accessibility checker reports.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Page, expect, test } from '../test.ts';
import { cut, faint, faults, outside, raw, small, tiny } from '../stage/look.ts';
import { DECKS, DESK, SIZES, SMALL, type Size, THEMES } from '../stage/stage.ts';
import { STATES, type State, stateOf } from '../stage/states.ts';

const axe = readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/** Waits until nothing moves on the page, so that the state is fully shown. */
async function waitUntilSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // A theme that was just applied shows everywhere once the next frame is drawn.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    await Promise.all(document.getAnimations().map(async (animation) => await animation.finished.catch(() => undefined)));
  });
}

async function applyTheme(page: Page, theme: string, deck = 'four', letters = 'off'): Promise<void> {
  await page.evaluate(
    ([asTheme = '', asDeck = '', asLetters = '']) => {
      Object.assign(document.documentElement.dataset, { theme: asTheme, deck: asDeck, letters: asLetters });
    },
    [theme, deck, letters],
  );
  await waitUntilSettled(page);
}

/** Measures a state as it is drawn, in every theme. */
async function measureState(page: Page, state: State, size: Size, found: Record<string, string[]>): Promise<void> {
  const note = (what: string, lines: string[]): void => {
    if (lines.length > 0) found[`${size.name}: ${what}`] = lines;
  };
  await waitUntilSettled(page);
  note('off the screen', await outside(page));
  note('too small', await small(page));
  note('cut off', await cut(page));
  note('written too small', await tiny(page));
  note('named as programs do', await raw(page));
  if (size === SMALL) return;
  for (const theme of THEMES) {
    await applyTheme(page, theme);
    note(`too faint, ${theme}`, await faint(page));
    // It was this theme that was measured: the page has not switched back to its own meanwhile.
    const shownTheme = await page.evaluate(() => document.documentElement.dataset['theme'] ?? '');
    note(`theme, ${theme}`, shownTheme === theme ? [] : [`the page wears ${shownTheme}`]);
    if (state.main === true) note(`for assistive programs, ${theme}`, await faults(page));
  }
  await applyTheme(page, 'dark');
}

for (const state of STATES) {
  test(`everything in "${state.name}" can be read, reached and pressed, on a desktop, on a phone and at 320 px`, async ({ page }) => {
    if (state.main === true) await page.addInitScript(await axe);
    const found: Record<string, string[]> = {};
    // Nothing is measured while it is still moving.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    let reached = false;
    for (const size of SIZES) {
      await page.setViewportSize({ width: size.width, height: size.height });
      if (!reached || state.sized === true) await state.reach(page, size);
      reached = true;
      await measureState(page, state, size, found);
    }
    expect(found).toEqual({});
  });
}

for (const name of ['on turn', 'ten seats', 'manila', 'showdown with two pots']) {
  test(`cards in "${name}" can be read in every palette, with and without letters, in every theme`, async ({ page }) => {
    await stateOf(name).reach(page, DESK);
    const found: Record<string, string[]> = {};
    for (const theme of THEMES) {
      for (const deck of DECKS) {
        for (const letters of ['off', 'on']) {
          await applyTheme(page, theme, deck, letters);
          const lines = await faint(page);
          if (lines.length > 0) found[`${theme}, ${deck}, letters ${letters}`] = lines;
        }
      }
    }
    expect(found).toEqual({});
  });
}
