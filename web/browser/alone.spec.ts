// The built page by itself, under the strictest policy that a room could send with it.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from './test.ts';
import { ME, STAKES, Script, flop, serve } from './scripted.ts';

test('the page contacts no other host and obeys a policy without inline scripts and styles', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const hosts = await serve(page, { '/api/me': ME, '/api/tables': { tables: [] } });
  await new Script((script) => {
    script.say({ t: 'snapshot', ...flop() });
  }).attach(page);
  await page.goto('http://room.test/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Ada');
  await page.goto('http://room.test/#/table/4');
  await expect(page.getByRole('button', { name: 'Call 20' })).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(new Set(hosts)).toEqual(new Set(['room.test']));
  expect(complaints).toEqual([]);
});

test('the script for the first view of a table is under 100 KB over the wire', async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.push(pathname);
  });
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [] } });
  await new Script((script) => {
    script.say({ t: 'snapshot', ...flop() });
  }).attach(page);
  await page.goto('http://room.test/#/table/4');
  await expect(page.getByRole('button', { name: 'Call 20' })).toBeEnabled();
  expect(scripts.length).toBeGreaterThan(0);
  let sum = 0;
  for (const name of scripts) sum += gzipSync(await readFile(join(import.meta.dirname, '..', 'dist', name))).length;
  expect(sum).toBeLessThan(100 * 1024);
});

test('on a screen of 320 px nothing scrolls sideways and every target is large enough for a finger', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const listed = flop().chairs.map(({ seat, person, name, machine }) => ({ seat, person, name, machine }));
  const table = { table: 4, name: 'Harbour with a long name', stakes: STAKES, practice: true, seated: listed, standing: { is: 'open' }, hand: 12 };
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [table] }, '/api/books': [] });
  await new Script((script) => {
    script.say({ t: 'snapshot', ...flop() });
  }).attach(page);
  for (const [where, shown] of [
    ['#/', 'Open Harbour'],
    ['#/sign-up', 'Sign up'],
    ['#/account', 'Change the password'],
    ['#/table/4', 'Call 20'],
  ] as const) {
    await page.goto(`http://room.test/${where}`);
    await expect(page.getByRole('button', { name: shown }).first()).toBeVisible();
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wider, where).toBe(0);
    // Links inside sentences are as large as their words.
    const small = await page.locator('button:visible:not(.link), input:visible:not([type=checkbox], [type=range]), select:visible').evaluateAll((elements) =>
      elements.filter((element) => !element.matches('.hidden') && element.getBoundingClientRect().height < 44).map((element) => element.outerHTML.slice(0, 120)),
    );
    expect(small, where).toEqual([]);
  }
});
