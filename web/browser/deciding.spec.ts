// While an amount is chosen one sees what the decision is about: the own cards, the board and the pots, and where the acts
// stand beside the felt all seats.

import { expect, test } from './test.ts';
import { STEP, before, stakes } from './stage/hand.ts';
import { omaha, ten } from './stage/states.ts';
import { open } from './stage/stage.ts';
import { EVERY, LOWEST, acts, everywhere, rest } from './stage/window.ts';
import type { TableView } from '../src/wire/wire.ts';

const large = (): TableView => {
  const view = ten();
  return { ...view, stakes: { ...view.stakes, blinds: [500, 1000] }, chairs: view.chairs.map((one) => ({ ...one, stack: one.stack * 100 })) };
};

const DECISIONS: readonly [name: string, view: TableView, steps: number | undefined][] = [
  ['a bet on the flop', { ...before(), practice: true, stakes: stakes({ seats: 6 }) }, STEP.onFlop],
  ['a raise, facing a side pot', before(), STEP.facingSidePot],
  ['ten seats', ten(), undefined],
  ['large amounts', large(), undefined],
  ['four hole cards', omaha(), undefined],
];

for (const [name, view, steps] of DECISIONS) {
  test(`own cards, board and pots are seen while an amount is chosen, at every size: ${name}`, async ({ page }) => {
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
        const seen = (one: Element, what: string): void => {
          const box = one.getBoundingClientRect();
          if (box.width < 2) faults.push(`${what} is not drawn`);
          if (box.top < header - 1 || box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) faults.push(`${what} lies outside of the window, at ${String(Math.round(box.top))}`);
          if (over && box.right > over.left + 1 && box.left < over.right - 1 && box.bottom > over.top + 1 && box.top < over.bottom - 1) faults.push(`${what} is under the sheet`);
        };
        for (const one of document.querySelectorAll('.board .card, [data-board] > *')) seen(one, 'the board');
        for (const one of document.querySelectorAll('.pots strong')) seen(one, `the pot ${one.textContent}`);
        // In the lowest windows the list of the seats scrolls.
        if (beside && innerHeight > 340) for (const one of document.querySelectorAll('.plate')) seen(one, `seat ${one.textContent.trim().slice(0, 12)}`);
        const held = [...document.querySelectorAll(sheet ? '.sheet .held .card' : '.dock .hole .card')];
        if (held.length < 2) faults.push('own cards are not there');
        for (const one of held) {
          for (const part of one.querySelectorAll('.rank, .suit')) {
            const box = part.getBoundingClientRect();
            const hit = document.elementFromPoint(box.left + 3, (box.top + box.bottom) / 2);
            if (!hit || !one.contains(hit)) faults.push(`${one.getAttribute('aria-label') ?? ''} is covered`);
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
