// The settings of a device: they take effect at once, persist, and a broken store does no harm.

import { type Page, expect, test } from './test.ts';
import { ME, Script, flop, serve } from './scripted.ts';

async function atTable(page: Page): Promise<void> {
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [] } });
  await new Script((room) => {
    room.say({ t: 'snapshot', ...flop() });
  }).attach(page);
  await page.goto('http://room.test/#/table/4');
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible();
}

async function openSettings(page: Page, group: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('tab', { name: group }).click();
}

const stored = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cardroom.settings') ?? '{}') as Record<string, unknown>);

test('a choice takes effect at once, is there after a reload, and needs no saving', async ({ page }) => {
  await atTable(page);
  await openSettings(page, 'Look');
  await page.getByRole('radio', { name: 'Light' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByRole('radio', { name: 'High distinction' }).check();
  // The deck is shown where it is chosen: hearts in the colour of the specification.
  const king = page.getByRole('group', { name: 'Cards as they are drawn' }).getByRole('img', { name: 'king of hearts' });
  await expect(king).toHaveCSS('color', 'rgb(168, 67, 0)');
  const before = (await king.boundingBox())?.width ?? 0;
  await page.getByLabel('Size of cards').fill('150');
  await expect.poll(async () => Math.round((((await king.boundingBox())?.width ?? 0) / before) * 10)).toBe(15);
  await page.getByRole('checkbox', { name: 'Letters beside the suits' }).check();
  await expect(king).toContainText('H');
  await page.getByRole('radio', { name: 'No motion' }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.reload();
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await expect(html).toHaveAttribute('data-deck', 'distinct');
  await expect(html).toHaveAttribute('data-letters', 'on');
  await expect(html).toHaveAttribute('data-motion', 'none');
  expect(await stored(page)).toMatchObject({ theme: 'light', deck: 'distinct', letters: true, cards: 150, motion: 'none' });
  await openSettings(page, 'Look');
  await page.getByRole('button', { name: 'Restore defaults' }).click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('radio', { name: 'Four colours' })).toBeChecked();
});

test('the device decides where it was left to, also while the page is open', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('cardroom.settings', '{"theme":"device"}'));
  await page.emulateMedia({ colorScheme: 'light' });
  await atTable(page);
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(html).toHaveAttribute('data-motion', 'none');
  await page.emulateMedia({ colorScheme: 'dark', contrast: 'more' });
  await expect(html).toHaveAttribute('data-theme', 'contrast');
});

test('a broken store gives the defaults and a page that works', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('cardroom.settings', '{"theme":"plaid","cards":"huge","sounds":7,"muted":{}'));
  await atTable(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await openSettings(page, 'Sound');
  await expect(page.getByRole('checkbox', { name: 'Your turn', exact: true })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Cards' })).not.toBeChecked();
});

test('a key is changed by pressing it, never does two things, and Esc only cancels the question', async ({ page }) => {
  await atTable(page);
  await openSettings(page, 'Play');
  const fold = page.getByRole('row', { name: /^Fold/ }).getByRole('button');
  const call = page.getByRole('row', { name: /^Check, call or show/ }).getByRole('button');
  await fold.click();
  await expect(fold).toHaveText(/Press a key/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(fold).toHaveText(/^F/);
  await fold.click();
  await page.keyboard.press('1');
  await expect(page.getByText('This key does the same everywhere.')).toBeVisible();
  await page.keyboard.press('c');
  await expect(fold).toHaveText(/^C/);
  await expect(call).toHaveText(/^none/);
  // It is also announced, from a live region of its own.
  await expect(page.getByRole('tabpanel', { name: 'Play' }).getByText('“Check, call or show” no longer has this key.')).toBeVisible();
  expect(await stored(page)).toMatchObject({ keymap: { fold: 'c' } });
  await page.getByRole('button', { name: 'Default keys' }).click();
  await expect(call).toHaveText(/^C/);
});

test('the arrow keys move through the groups', async ({ page }) => {
  await atTable(page);
  await openSettings(page, 'Look');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Sound' })).toBeFocused();
  await expect(page.getByRole('tabpanel', { name: 'Sound' })).toContainText('What makes a sound');
  await page.keyboard.press('End');
  await expect(page.getByRole('tablist', { name: 'Groups of settings' }).getByRole('tab', { name: 'Chat' })).toHaveAttribute('aria-selected', 'true');
});
