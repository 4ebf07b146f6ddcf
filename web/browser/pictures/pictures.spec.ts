// One picture of each state at each size, and a page that shows them side by side. It tests nothing: it is
// for people to look at.

import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from '@playwright/test';
import { ACROSS, DESK, LAPTOP, PHONE, SIZES, type Size, THEMES } from '../stage/stage.ts';
import { STATES, type State } from '../stage/states.ts';

const FOLDER = resolve(process.env['CARDROOM_PICTURES'] ?? join(import.meta.dirname, '..', '..', '..', 'target', 'pictures'));
const ONLY = process.env['CARDROOM_PICTURES_OF'];

const file = (state: State, size: Size, theme: string): string =>
  `${state.name.replaceAll(/\W+/g, '-')}.${String(size.width)}${theme === 'dark' ? '' : `.${theme}`}.png`;

/** The themes in which a state is shown at a size: all of them for the main states at the two usual sizes. */
function themesOf(state: State, size: Size): readonly string[] {
  return state.main === true && (size === DESK || size === PHONE) ? THEMES : ['dark'];
}

/** The sizes at which a state is shown: the main states also on a phone in landscape and in a low window. */
const sizes = (state: State): readonly Size[] => (state.main === true ? [...SIZES, ACROSS, LAPTOP] : SIZES);

const wanted = STATES.filter((state) => ONLY === undefined || new RegExp(ONLY).test(state.name));

test.beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true });
});

for (const state of wanted) {
  for (const size of sizes(state)) {
    test(`${state.name}, ${size.name}`, async ({ browser }) => {
      const context = await browser.newContext({ viewport: { width: size.width, height: size.height } });
      const page = await context.newPage();
      await state.reach(page, size);
      for (const theme of themesOf(state, size)) {
        await page.evaluate(async (name) => {
          document.documentElement.dataset['theme'] = name;
          await Promise.all(document.getAnimations().map(async (animation) => await animation.finished.catch(() => undefined)));
        }, theme);
        await page.screenshot({ path: join(FOLDER, file(state, size, theme)) });
      }
      await context.close();
    });
  }
}

test.afterAll(async () => {
  const shown = (state: State): string => {
    const all = sizes(state).flatMap((size) => themesOf(state, size).map((theme) => [file(state, size, theme), `${size.name}, ${theme}`]));
    const figures = all.map(([name = '', what = '']) => `<figure><a href="${name}"><img loading="lazy" src="${name}" alt="${state.name}, ${what}"></a><figcaption>${what}</figcaption></figure>`);
    return `<h2>${state.name}</h2><div>${figures.join('')}</div>`;
  };
  const style = 'body{font:16px system-ui;margin:24px;background:#ddd}div{display:flex;flex-wrap:wrap;gap:16px;align-items:start}figure{margin:0}img{height:420px;border:1px solid #888}';
  await writeFile(
    join(FOLDER, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Cardroom in pictures</title><style>${style}</style><h1>Cardroom in pictures</h1>${STATES.map(shown).join('')}`,
  );
});
