// The first view of a table, with the real program: less than 100 KB of script over the wire, ready in less
// than a second on this machine, and nothing from another host.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '../test.ts';
import { arrives, opens, passive, sits } from '../people.ts';
import { Program, QUICK } from '../program.ts';
import { stateOf } from '../stage/states.ts';
import { DESK } from '../stage/stage.ts';

const DIST = join(import.meta.dirname, '..', '..', 'dist');

test('the first view of a table, on turn and with its cards, loads less than 100 KB of script', async ({ page }) => {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
  });
  await stateOf('on turn').reach(page, DESK);
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all([...scripts].map(async (path) => gzipSync(await readFile(join(DIST, path))).length));
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000);
});

test('with the real program a table is ready within a second, and no other host is contacted', async ({ browser }) => {
  const program = await Program.start(QUICK);
  const page = await arrives(browser, program.address, 'sitter');
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  page.on('websocket', (socket) => hosts.add(new URL(socket.url()).host));
  await sits(page, await opens(page, 'Ready', 'practice', { turn_seconds: '60' }, 5));
  await passive(page).first().waitFor();
  // The best of several runs: this measures the page, and not how busy the machine is with something else.
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await page.addInitScript(() => {
      const look = (): void => {
        if (document.querySelector('[data-seat]') !== null && !performance.getEntriesByName('seats').length) performance.mark('seats');
      };
      new MutationObserver(look).observe(document, { subtree: true, childList: true });
    });
    await page.reload();
    await page.locator('[data-seat]').first().waitFor();
    times.push(await page.evaluate(() => performance.getEntriesByName('seats')[0]?.startTime ?? Number.POSITIVE_INFINITY));
  }
  expect(Math.min(...times)).toBeLessThan(1000);
  expect([...hosts]).toEqual([new URL(program.address).host]);
  await page.context().close();
  await program.stop();
});
