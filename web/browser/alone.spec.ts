// The built page by itself, under the strictest policy that a room could send with it.

import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { expect, test } from '@playwright/test';

const DIST = join(import.meta.dirname, '..', 'dist');
const KINDS: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html";

test('the page asks no other host for anything and keeps a policy without inline scripts and styles', async ({ page }) => {
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    asked.push(url.host);
    const path = url.pathname === '/' ? '/index.html' : url.pathname;
    try {
      const body = await readFile(join(DIST, path));
      await route.fulfill({
        body,
        contentType: KINDS[extname(path)] ?? 'application/octet-stream',
        headers: { 'content-security-policy': POLICY },
      });
    } catch {
      await route.fulfill({ status: 404, body: '' });
    }
  });
  await page.goto('http://room.test/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(new Set(asked)).toEqual(new Set(['room.test']));
  expect(complaints).toEqual([]);
});

test('the script of the page is under 100 KB as it is sent', async () => {
  const { readdir } = await import('node:fs/promises');
  const { gzipSync } = await import('node:zlib');
  const names = (await readdir(join(DIST, 'assets'))).filter((name) => name.endsWith('.js'));
  expect(names.length).toBeGreaterThan(0);
  let sum = 0;
  for (const name of names) sum += gzipSync(await readFile(join(DIST, 'assets', name))).length;
  expect(sum).toBeLessThan(100 * 1024);
});
