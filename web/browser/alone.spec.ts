// The built page by itself, under the strictest policy that a room could send with it.

import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { ME, Script, flop, serve } from './scripted.ts';

test('the page asks no other host for anything and keeps a policy without inline scripts and styles', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const asked = await serve(page, { '/api/me': ME, '/api/tables': { tables: [] } });
  await new Script((script) => {
    script.say({ t: 'snapshot', ...flop() });
  }).attach(page);
  await page.goto('http://room.test/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Ada');
  await page.goto('http://room.test/#/table/4');
  await expect(page.getByRole('button', { name: 'Call 20' })).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(new Set(asked)).toEqual(new Set(['room.test']));
  expect(complaints).toEqual([]);
});

test('the script of the page is under 100 KB as it is sent', async () => {
  const assets = join(import.meta.dirname, '..', 'dist', 'assets');
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  expect(names.length).toBeGreaterThan(0);
  let sum = 0;
  for (const name of names) sum += gzipSync(await readFile(join(assets, name))).length;
  expect(sum).toBeLessThan(100 * 1024);
});
