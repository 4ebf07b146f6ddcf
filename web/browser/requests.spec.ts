// What a screen requests from the room while somebody is only looking at it, and how it retries when the room
// does not answer.

import { type Page, expect, test } from './test.ts';
import { before, told } from './stage/hand.ts';
import { DESK, type Stage, open } from './stage/stage.ts';
import { stateOf } from './stage/states.ts';
import { WALLET } from './stage/more.ts';

/** How long each screen is watched, in milliseconds. */
const LOOKED_AT = 5000;
/** How often something happens at a table meanwhile, in milliseconds. */
const PACE = 250;
/**
 * The list of tables is requested every two seconds; everything else at most twice, once by the page itself
 * and once by the part that shows it.
 */
const MOST: Readonly<Record<string, number>> = { '/api/tables': 4 };
/** More than this in total means that something requests in a loop. */
const MOST_IN_ALL = 9;

/** Screens that are states of the page, by their names. */
const SHOWN = [
  'lobby', 'lobby, signed out', 'sign in', 'sign up', 'account', 'people', 'new table', 'hands', 'replay', 'replay, shared', 'results',
  'table waiting', 'table watched', 'before sitting', 'hands at the table', 'rules', 'info', 'deck', 'chat', 'text view', 'settings, play',
];
/** And those that are an address. */
const ADDRESSED = ['first/AbC', 'reset/AbC', 'nowhere/at-all'];

/** What a page requested, and when. */
type Asked = readonly [path: string, at: number][];

/** Records what a page requests over HTTP from the start. */
function recordRequests(page: Page): Asked {
  const requests: [string, number][] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) requests.push([pathname, performance.now()]);
  });
  return requests;
}

/** How often something was requested in the busiest five seconds. */
function most(requests: Asked, which: (path: string) => boolean = () => true): number {
  const times = requests.filter(([path]) => which(path)).map(([, at]) => at);
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + LOOKED_AT).length));
}

test('no screen keeps requesting from the room, whatever happens at its table', async ({ browser }) => {
  test.setTimeout(180_000);
  const looked: { name: string; stage: Stage; asked: Asked; heard: number }[] = [];
  const look = async (name: string, reach: (page: Page) => Promise<Stage>): Promise<void> => {
    const page = await browser.newPage({ viewport: { width: DESK.width, height: DESK.height } });
    const asked = recordRequests(page);
    const stage = await reach(page);
    looked.push({ name, stage, asked, heard: stage.script.heard.length });
  };
  for (const name of SHOWN) await look(name, (page) => stateOf(name).reach(page, DESK));
  for (const at of ADDRESSED) await look(at, (page) => open(page, { at, http: { '/api/me': undefined } }));
  // All of them are watched together, and at every table something happens meanwhile.
  for (const { name, stage } of looked) stage.script.say({ t: 'snapshot', ...before(/watched|sitting/.test(name) ? null : 3), number: 200 });
  for (let number = 201; number <= 200 + LOOKED_AT / PACE; number += 1) {
    const update = { table: 4, number, hand: 12, at: Date.now(), events: [told({ e: 'checked', seat: 1 })], turn: null, menu: null, may_muck: null };
    for (const { stage } of looked) stage.script.say({ t: 'update', ...update });
    await new Promise((wake) => setTimeout(wake, PACE));
  }
  const faults = looked.flatMap(({ name, stage, asked, heard }) => {
    const paths = [...new Set(asked.map(([path]) => path))];
    const often = paths.flatMap((path) => {
      const times = most(asked, (one) => one === path);
      return times > (MOST[path] ?? 2) ? [`${name}: ${String(times)} times ${path}`] : [];
    });
    const all = most(asked);
    if (all > MOST_IN_ALL) often.push(`${name}: ${String(all)} requests`);
    const sent = stage.script.heard.slice(heard).filter((request) => request.t !== 'ping');
    if (sent.length > 1) often.push(`${name}: ${sent.map((request) => request.t).join(', ')} by the socket`);
    return often;
  });
  for (const { stage } of looked) await stage.page.close();
  expect(faults).toEqual([]);
});

test('a busy room is asked again automatically: that is shown after five seconds, and only as long as it lasts', async ({ page }) => {
  await page.clock.install();
  let busy = true;
  let count = 0;
  await open(page, { at: '', http: { '/api/wallet': WALLET } });
  await expect(page.getByText('Harbour').first()).toBeVisible();
  await page.route('**/api/wallet*', async (route) => {
    count += 1;
    if (!busy) return await route.fallback();
    const refused = { code: 'too_often', why: 'too many requests: try again in 1 s', retry_after_seconds: 1 };
    await route.fulfill({ status: 429, json: refused });
  });
  await page.getByRole('link', { name: /^Ada/ }).click();
  await expect.poll(() => count).toBe(1);
  const banner = page.locator('.message').filter({ hasText: 'The room is busy. Trying again.' });
  const refusal = page.locator('.message').filter({ hasText: /too many requests/i });
  await page.clock.runFor(4500);
  await expect(banner).toBeHidden();
  await expect(refusal).toBeHidden();
  await page.clock.runFor(1000);
  await expect(banner).toBeVisible();
  // Each wait is longer than the one before.
  for (let seconds = 0; seconds < 60; seconds += 1) await page.clock.runFor(1000);
  expect(count).toBeGreaterThan(3);
  expect(count).toBeLessThanOrEqual(10);
  busy = false;
  for (let seconds = 0; seconds < 20; seconds += 1) await page.clock.runFor(1000);
  await expect(page.getByText('Sat down at Harbour')).toBeVisible();
  await expect(banner).toBeHidden();
  await expect(refusal).toBeHidden();
});

test('a message that the room cannot be reached goes away when it can, whatever was opened meanwhile', async ({ page }) => {
  await page.clock.install();
  let there = false;
  await open(page, { at: 'results' });
  await expect(page.getByText('Lighthouse').first()).toBeVisible();
  await page.route('**/api/me', (route) => (there ? route.fallback() : route.abort()));
  await page.route('**/api/wallet*', (route) => (there ? route.fulfill({ json: WALLET }) : route.abort()));
  await page.getByRole('link', { name: /^Ada/ }).click();
  const lines = page.locator('.message').filter({ hasText: /The room cannot be reached/ });
  await expect(lines).toHaveCount(2);
  there = true;
  await page.getByRole('link', { name: 'Lobby' }).first().click();
  for (let seconds = 0; seconds < 5; seconds += 1) await page.clock.runFor(1000);
  await expect(lines).toHaveCount(0);
});
