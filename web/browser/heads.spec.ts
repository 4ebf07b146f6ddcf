// What is around the felt is fully visible in every window: the stakes of a table, the tabs beside it, and
// the sheet for sitting down.

import { type Page, expect, test } from './test.ts';
import { STEP, before, stakes } from './stage/hand.ts';
import { besideTable, open } from './stage/stage.ts';
import { EVERY, LOWEST, acts, everywhere, rest, scrolls } from './stage/window.ts';
import { ME } from './scripted.ts';
import { MANILA, OMAHA } from '../src/wire/deals.ts';

const PLAYED = [
  ['Practice 2', stakes({ blinds: [1, 2] }), '1/2', true],
  ['Lighthouse at the harbour', stakes({ game: 'omaha', deal: OMAHA, limit: 'full_pot', blinds: [500, 1000] }), '500/1,000', true],
  ['Mole', stakes({ game: 'manila', deal: MANILA, limit: 'fixed', blinds: [], ante: 12_500 }), 'ante 12,500', false],
] as const;

for (const [name, played, amounts, practice] of PLAYED) {
  test(`the stakes of a table are shown in full at every size: ${amounts}`, async ({ page }) => {
    await open(page, { at: 'table/4', view: { ...before(), name, stakes: played, practice }, steps: STEP.onFlop });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    const found = await everywhere(page, test.info().title, [...EVERY, ...LOWEST], () => page.evaluate(([words, table]) => {
      const whole = (element: Element | null | undefined, text: string, least: number): string[] => {
        const node = element?.firstChild;
        if (!element?.checkVisibility() || node?.nodeType !== Node.TEXT_NODE) return [`"${text}" is not there`];
        const range = document.createRange();
        range.selectNodeContents(node);
        range.setEnd(node, Math.min(least, node.textContent?.length ?? 0));
        const box = range.getBoundingClientRect();
        for (let up: Element | null = element; up; up = up.parentElement) {
          const around = up.getBoundingClientRect();
          if (getComputedStyle(up).overflowX !== 'visible' && (box.right > around.right + 0.5 || box.left < around.left - 0.5 || box.bottom > around.bottom + 4)) return [`"${text}" is cut off`];
        }
        const hit = document.elementFromPoint(box.right - 2, (box.top + box.bottom) / 2);
        return hit && (element.contains(hit) || hit.contains(element)) ? [] : [`"${text}" is under ${hit?.tagName ?? 'nothing'}`];
      };
      const stands = [...document.querySelectorAll('.stakes > span:not(.kind)')].find((element) => element.textContent === words);
      const kind = [...document.querySelectorAll('.stakes .kind')].find((element) => element.checkVisibility());
      return [...whole(stands, words, 99), ...whole(kind, kind?.textContent ?? 'the kind', 99), ...whole(document.querySelector('.strip h1'), table, 6)];
    }, [amounts, name] as const));
    expect(found).toEqual({});
  });
}

const administrator = { ...ME, person: 1, name: 'Keeper', roles: ['administrator'] };

/** Everybody who may look at a table, with the tab that only their role opens. */
const LOOKERS: readonly [who: string, me: unknown, last: string][] = [
  ['nobody signed in', undefined, 'Info'],
  ['player', ME, 'Info'],
  ['auditor', { ...ME, roles: ['player', 'auditor'] }, 'Info'],
  ['opener', ME, 'Floor'],
  ['administrator', administrator, 'Floor'],
];

/** The tabs that cannot be read in full, or that something covers. */
async function tabs(page: Page, last: string): Promise<string[]> {
  await besideTable(page);
  await rest(page);
  return await page.evaluate((expected) => {
    const all = [...document.querySelectorAll<HTMLElement>('.tabs [role=tab]')];
    const faults = all.at(-1)?.textContent === expected ? [] : [`the last tab is ${all.at(-1)?.textContent ?? 'missing'}`];
    const side = document.querySelector('aside')?.getBoundingClientRect();
    for (const one of all) {
      const box = one.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(one);
      const words = range.getBoundingClientRect();
      const seen = ([[words.left, box.top + 8], [words.right - 1, box.bottom - 8]] as const).every(([x, y]) => one.contains(document.elementFromPoint(x, y)));
      if (!seen || !side || box.left < side.left - 0.5 || box.right > side.right + 0.5 || box.right > innerWidth) faults.push(`"${one.textContent}" is not read whole`);
    }
    return faults;
  }, last);
}

for (const [who, me, last] of LOOKERS) {
  test(`every tab beside a table can be read in full at every size: ${who}`, async ({ page }) => {
    if (who === 'opener') await page.addInitScript(() => localStorage.setItem('cardroom.opened', '[4]'));
    await open(page, { at: 'table/4', view: before(who === 'player' || who === 'opener' ? 3 : null), steps: STEP.awarded, http: { '/api/me': me } });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour');
    const found = await everywhere(page, test.info().title, [...EVERY, ...LOWEST], async () => {
      const faults = [...(await tabs(page, last)), ...(await scrolls(page)), ...(await acts(page, '.tabs'))];
      const close = page.getByRole('complementary').getByRole('button', { name: 'Close' });
      if (await close.isVisible()) await close.click();
      return faults;
    });
    expect(found).toEqual({});
  });
}

test('the amount to sit down with and the button are visible together at every size', async ({ page }) => {
  await open(page, { at: 'table/4', view: before(null) });
  await page.getByRole('button', { name: /^Sit here/ }).first().click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('Buy-in')).toBeVisible();
  const found = await everywhere(page, test.info().title, [...EVERY, ...LOWEST], () => sheet.evaluate((dialog) => {
    dialog.scrollTop = 0;
    return ['input[inputmode=decimal]', 'input[type=range]', 'button[type=submit]', 'header button', '.presets button'].flatMap((which) => {
      const one = dialog.querySelector<HTMLElement>(which);
      if (!one) return [`${which} is not there`];
      const box = one.getBoundingClientRect();
      const spots = [[box.left + 12, box.top + 12], [box.right - 12, box.bottom - 12]] as const;
      return spots.every(([x, y]) => one.contains(document.elementFromPoint(x, y))) ? [] : [`${which} is not in view`];
    });
  }));
  expect(found).toEqual({});
});
