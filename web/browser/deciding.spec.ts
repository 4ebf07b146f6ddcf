// While choosing an amount the player sees everything the decision depends on: their own cards, the board and
// the pots, and, where the acts are beside the felt, every seat.

import { expect, test } from './test.ts';
import { STEP, before, stakes } from './stage/hand.ts';
import { omaha, ten } from './stage/states.ts';
import { open } from './stage/stage.ts';
import { EVERY, LOWEST, acts, everywhere, rest } from './stage/window.ts';
import type { TableView } from '../src/wire/wire.ts';

const large = (): TableView => {
  const view = ten();
  return { ...view, stakes: { ...view.stakes, blinds: [500, 1000] }, chairs: view.chairs.map((chair) => ({ ...chair, stack: chair.stack * 100 })) };
};

const DECISIONS: readonly [name: string, view: TableView, steps: number | undefined][] = [
  ['a bet on the flop', { ...before(), practice: true, stakes: stakes({ seats: 6 }) }, STEP.onFlop],
  ['a raise, facing a side pot', before(), STEP.facingSidePot],
  ['ten seats', ten(), undefined],
  ['large amounts', large(), undefined],
  ['four hole cards', omaha(), undefined],
];

for (const [name, view, steps] of DECISIONS) {
  test(`own cards, board and pots are visible while an amount is chosen, at every size: ${name}`, async ({ page }) => {
    test.setTimeout(120_000);
    await open(page, { at: 'table/4', view, ...(steps === undefined ? {} : { steps }) });
    await expect(page.getByRole('button', { name: /^(Fold|Check)/ }).first()).toBeVisible();
    const found = await everywhere(page, test.info().title, [...EVERY, ...LOWEST], async () => {
      const opens = page.locator('.opens');
      if (await opens.isVisible()) {
        await opens.evaluate((button: HTMLElement) => button.click());
        await rest(page);
      }
      const faults = [...(await acts(page, await page.locator('.sheet').isVisible() ? '.sheet' : '.dock')), ...(await page.evaluate(() => {
        const faults: string[] = [];
        const sheet = document.querySelector<HTMLElement>('.sheet');
        const over = sheet?.getBoundingClientRect();
        const header = document.querySelector('#app header')?.getBoundingClientRect().bottom ?? 0;
        const beside = over !== undefined && over.width < innerWidth;
        const seen = (element: Element, what: string): void => {
          const box = element.getBoundingClientRect();
          if (box.width < 2) faults.push(`${what} is not drawn`);
          if (box.top < header - 1 || box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) faults.push(`${what} lies outside of the window, at ${String(Math.round(box.top))}`);
          if (over && box.right > over.left + 1 && box.left < over.right - 1 && box.bottom > over.top + 1 && box.top < over.bottom - 1) faults.push(`${what} is under the sheet`);
        };
        for (const element of document.querySelectorAll('.board .card, [data-board] > *')) seen(element, 'the board');
        for (const element of document.querySelectorAll('.pots strong')) seen(element, `the pot ${element.textContent}`);
        // In the lowest windows the list of seats scrolls.
        if (beside && innerHeight > 340) for (const element of document.querySelectorAll('.plate')) seen(element, `seat ${element.textContent.trim().slice(0, 12)}`);
        const held = [...document.querySelectorAll(sheet ? '.sheet .held .card' : '.dock .hole .card')];
        if (held.length < 2) faults.push('own cards are not there');
        for (const card of held) {
          for (const part of card.querySelectorAll('.rank, .suit')) {
            const box = part.getBoundingClientRect();
            const hit = document.elementFromPoint(box.left + 3, (box.top + box.bottom) / 2);
            if (!hit || !card.contains(hit)) faults.push(`${card.getAttribute('aria-label') ?? ''} is covered`);
          }
        }
        if (over && (over.bottom > innerHeight + 0.5 || over.top < 0 || (sheet?.scrollHeight ?? 0) > (sheet?.clientHeight ?? 0) + 1)) faults.push('the sheet is higher than its window');
        return [...new Set(faults)];
      }))];
      if (process.env['CARDROOM_LOOK'] !== undefined && (await page.locator('.sheet').isVisible())) {
        const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
        await page.screenshot({ path: `${process.env['CARDROOM_LOOK']}/sheet-${name.replaceAll(/\W+/g, '-')}-${String(width)}x${String(height)}.png` });
      }
      await page.keyboard.press('Escape');
      await expect(page.locator('.sheet')).toHaveCount(0);
      return faults;
    });
    expect(found).toEqual({});
  });
}

test('the sheet follows the window: it starts at the amount, and goes away where the amount is beside the acts', async ({ page }) => {
  await page.setViewportSize({ width: 683, height: 384 });
  await open(page, { at: 'table/4', view: before(), steps: STEP.facingSidePot });
  const opens = page.locator('.opens');
  const sheet = page.locator('.sheet');
  await opens.evaluate((button: HTMLElement) => button.click());
  await expect(sheet.getByRole('slider')).toBeFocused();
  // Every corner of the "Why?" button takes the press itself.
  const why = sheet.locator('.reading .why');
  if (await why.isVisible()) {
    expect(await why.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return [left + 2, right - 2].flatMap((x) => [top + 2, bottom - 2].map((y) => document.elementFromPoint(x, y) === element));
    })).toEqual([true, true, true, true]);
  }
  const felt = page.locator('.felt');
  const drawn = (): Promise<string> => felt.evaluate((element: HTMLElement) => element.style.translate);
  await page.setViewportSize({ width: 320, height: 568 });
  await expect(sheet).toBeVisible();
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(drawn).toBe('');
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect(sheet).toHaveCount(0);
  await expect.poll(drawn).toBe('');
});

test('the pots can be pressed up to their corners at every size', async ({ page }) => {
  await open(page, { at: 'table/4', view: before(), steps: STEP.raised });
  await expect(page.locator('.pots button')).toBeVisible();
  expect(await everywhere(page, test.info().title, [...EVERY, ...LOWEST], async () => [...(await acts(page, '.pots')), ...(await page.locator('.pots button').evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const spots = [left + 8, right - 8].flatMap((x) => [top + 3, bottom - 3].map((y) => document.elementFromPoint(x, y)));
    return spots.filter((hit) => hit === null || !element.contains(hit)).map((hit) => `a corner is for ${hit?.className ?? 'nothing'}`);
  })), ...(await page.locator('.pots strong').evaluateAll((all) => {
    // A number's ink lies within its line, a fifth of it free above and below.
    const cards = [...document.querySelectorAll('.board [data-card], .places > *')].map((card) => card.getBoundingClientRect());
    return all.flatMap((words) => {
      const { left, right, top, bottom, height } = words.getBoundingClientRect();
      const under = cards.filter((card) => card.left < right && card.right > left && card.top < bottom - height / 5 && card.bottom > top + height / 5);
      return under.map((card) => `"${words.textContent ?? ''}" ends at ${bottom.toFixed(0)}, a card begins at ${card.top.toFixed(0)}`);
    });
  }))])).toEqual({});
});
