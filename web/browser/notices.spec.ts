// Notices at a table hide nothing: they are never below the page's header, nor on a seat, a card or a
// control.

import { expect, test } from './test.ts';
import { NOTICES, pressMoved, under } from './stage/notices.ts';
import { STEP, before } from './stage/hand.ts';
import { ten } from './stage/states.ts';
import { open } from './stage/stage.ts';
import { EVERY, LOWEST, acts, everywhere, rest, scrolls } from './stage/window.ts';

for (const notice of NOTICES) {
  test(`a notice hides nothing at any size: ${notice.name}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width: 1366, height: 768 });
    await notice.reach(page);
    const found = await everywhere(page, test.info().title, [...EVERY, ...LOWEST], async () => [...(await under(page)), ...(await scrolls(page)), ...(await acts(page, '.message, .dock'))]);
    expect(found).toEqual({});
  });
}

test('a notice hides nothing at any size: the buttons have moved', async ({ page }) => {
  test.setTimeout(120_000);
  await open(page, { at: 'table/4', view: before(), steps: STEP.facingSidePot });
  await expect(page.getByRole('button', { name: 'Call 115', exact: true })).toBeVisible();
  const found = await everywhere(page, test.info().title, EVERY, async () => {
    await pressMoved(page);
    await rest(page);
    return [...(await under(page)), ...(await scrolls(page)), ...(await acts(page, '.message'))];
  });
  expect(found).toEqual({});
});

test('after time ran out the player can sit in again at every size, even in a window of 512 by 250', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await NOTICES.find((notice) => notice.name === 'time ran out, cards to show')?.reach(page);
  const found = await everywhere(page, test.info().title, [...EVERY, ...LOWEST, [512, 250], [640, 320]], () => page.getByRole('button', { name: 'Sit in' }).evaluate((button) => {
    const box = button.getBoundingClientRect();
    const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return box.bottom <= innerHeight && box.right <= innerWidth && at !== null && button.contains(at) ? [] : [`Sit in from ${String(box.top)} to ${String(box.bottom)} of ${String(innerHeight)}`];
  }));
  expect(found).toEqual({});
});

test('a notice hides no seat of a full table', async ({ page }) => {
  test.setTimeout(120_000);
  const { script } = await open(page, { at: 'table/4', view: ten() });
  await expect(page.getByRole('button', { name: 'Call 180', exact: true })).toBeVisible();
  script.say({ t: 'update', table: 4, number: 101, hand: 212, at: Date.now(), events: [
    { e: 'time_ran_out', seat: 1, rule: 'announced-time', clauses: ['HE-4.8'] }, { e: 'folded', seat: 1, rule: 'fold', clauses: ['HE-10.9'] },
  ], turn: null, menu: null, may_muck: null });
  await expect(page.locator('.message').filter({ hasText: 'Time ran out' })).toBeVisible();
  expect(await everywhere(page, test.info().title, EVERY, async () => [...(await under(page)), ...(await scrolls(page))])).toEqual({});
});

for (const cause of ['open on another device', 'no network', 'connection lost']) {
  test(`where the room accepts no requests its log can be reached at every size, and the reason is shown: ${cause}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width: 1366, height: 768 });
    await NOTICES.find((notice) => notice.name === cause)?.reach(page);
    const found = await everywhere(page, test.info().title, [...EVERY, ...LOWEST], async () => {
      const brief = page.locator('.gone');
      if (await brief.isVisible()) {
        await brief.click({ timeout: 2000 });
        await expect(page.getByRole('dialog')).toContainText(/This table is open on another device\.|Your seat is kept\..* as of /);
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      }
      if (await page.getByRole('tab', { name: 'Log' }).isVisible()) return [];
      await page.getByRole('button', { name: 'Log, chat and rules' }).click({ timeout: 2000 });
      await page.getByRole('tab', { name: 'Log' }).click({ timeout: 2000 });
      await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
      return await acts(page, '.strip');
    });
    expect(found).toEqual({});
  });
}

for (const notice of NOTICES) {
  test(`the keys / and ? and their buttons work while a notice is open, and the focus comes back: ${notice.name}`, async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await notice.reach(page);
    const message = page.locator('.play .message').first();
    // From a button of the notice where it has one, and from the table.
    const own = message.getByRole('button').last();
    const begins = (await own.count()) > 0 ? [own, undefined] : [undefined];
    const keys = page.getByRole('dialog', { name: 'Keys' });
    const line = page.locator('[data-command]');
    for (const from of begins) {
      if (from === undefined) await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      else await from.focus();
      await page.keyboard.press('?');
      await expect(keys).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(keys).toHaveCount(0);
      if (from !== undefined) await expect(from).toBeFocused();
      await page.keyboard.press('/');
      await expect(line).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(line).toHaveCount(0);
      if (from !== undefined) await expect(from).toBeFocused();
      await expect(message).toBeVisible();
    }
    for (const [name, opens] of [['Keys', keys], ['Command line', line]] as const) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect(opens).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(opens).toHaveCount(0);
    }
  });
}
