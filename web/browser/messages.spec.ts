// Tests that messages the pages show during tests are checked, wherever they appear.

import { expect, takeTold, test } from './test.ts';
import { STEP, before } from './stage/hand.ts';
import { open } from './stage/stage.ts';

test('messages shown by pages in tests are collected, spoken and shown, in every browser that the test opens', async ({ page, browser }) => {
  await open(page, { at: 'table/4', view: before(), steps: STEP.facingSidePot });
  await expect(page.getByRole('button', { name: 'Call 115', exact: true })).toBeVisible();
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto('about:blank');
  for (const [one, text] of [[page, 'Invalid amount!'], [other, 'Oops']] as const) {
    await one.evaluate((text) => {
      const region = document.createElement('p');
      region.setAttribute('role', 'alert');
      region.textContent = text;
      document.body.append(region);
    }, text);
  }
  const collected: unknown[] = [];
  // A busy machine may speak an earlier turn of the hand before this one: what counts is that the last one is
  // heard.
  const turn: unknown = expect.stringMatching(/your turn: call one hundred fifteen chips, fold or raise to two hundred thirty chips or more\.$/i);
  await expect.poll(() => (collected.push(...takeTold()), collected))
    .toEqual(expect.arrayContaining([['spoken', 'Invalid amount!'], ['spoken', 'Oops'], ['spoken', turn]]));
  await context.close();
});
