// The page by ear: what a screen reader announces over whole hands, collected from the live regions
// themselves.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Page, expect, test } from './test.ts';
import { ME, HOUSE, Script, flop, menu, serve, stand, turn, update } from './scripted.ts';
import { before } from './stage/hand.ts';
import { open } from './stage/stage.ts';
import { HANDS } from './words/hands.ts';

/** Collects everything that enters a live region from now on, in order. */
async function collectAnnouncements(page: Page): Promise<void> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const regions = [...document.querySelectorAll('[aria-live]:not([aria-live=off]), [role=alert], [role=status]')];
    for (const region of regions) {
      const how = region.getAttribute('aria-live') ?? 'a region without a word of how';
      new MutationObserver((changes) => {
        const added = changes.flatMap((change) => [...change.addedNodes, change.target]).some((node) => node.textContent?.trim() !== '');
        if (added) heard.push(`${how}: ${region.textContent?.trim() ?? ''}`);
      }).observe(region, { childList: true, characterData: true, subtree: true });
    }
  });
}

async function announcements(page: Page): Promise<string[]> {
  return await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

/** Lets the page's clock run, in steps short enough that the connection does not count as slow. */
async function advance(page: Page, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 100) await page.clock.runFor(100);
}

for (const [file, hand] of HANDS) {
  for (const view of ['ordinary', 'text'] as const) {
    test(`what a screen reader says of a hand of ${hand.name} in the ${view} view matches ${file}`, async ({ page }) => {
      await page.clock.install();
      await page.addInitScript((text) => {
        localStorage.setItem('cardroom.settings', JSON.stringify({ text }));
      }, view === 'text');
      await serve(page, { '/api/me': ME, '/api/tables': { tables: [] }, '/api/room': { ...HOUSE, play_chips: hand.playChips } });
      const script = new Script((room) => {
        room.say({ t: 'snapshot', ...hand.before });
      });
      await script.attach(page);
      await page.goto('http://room.test/#/table/4');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Harbour');
      await stand(page);
      await collectAnnouncements(page);
      for (const step of hand.steps) {
        // Each of them announces something politely, and the next comes when that has been said.
        const before = (await announcements(page)).filter((announcement) => announcement.startsWith('polite')).length;
        script.say({ t: 'update', ...step });
        await expect.poll(async () => {
          await advance(page, 100);
          return (await announcements(page)).filter((announcement) => announcement.startsWith('polite')).length;
        }).toBe(before + 1);
        await advance(page, 400);
      }
      const stored = await readFile(join(import.meta.dirname, 'words', file), 'utf8');
      expect((await announcements(page)).join('\n')).toBe(stored.trim());
    });
  }
}

test('there is one polite and one assertive region, in the ordinary view, in the text view and over a sheet', async ({ page }) => {
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [] } });
  const script = new Script((room) => {
    room.say({ t: 'snapshot', ...flop() });
  });
  await script.attach(page);
  await page.goto('http://room.test/#/table/4');
  const regions = page.locator('[aria-live]:not([aria-live=off]), [role=alert], [role=status], output');
  const each = async (): Promise<(string | null)[]> => await regions.evaluateAll((elements) => elements.map((element) => element.getAttribute('aria-live')));
  await expect(page.getByRole('button', { name: 'Call 20', exact: true })).toBeEnabled();
  expect(await each()).toEqual(['polite', 'assertive']);
  await page.getByRole('button', { name: 'Menu' }).click();
  // What is outside an open sheet is not heard: the live regions move into it.
  await expect(page.getByRole('dialog').locator('[aria-live=assertive]')).toBeAttached();
  expect(await each()).toEqual(['polite', 'assertive']);
  await collectAnnouncements(page);
  script.say(update(41, [{ e: 'checked', seat: 1, rule: null, clauses: [] }], { turn: turn(90, 18), menu: menu(90) }));
  await expect.poll(() => announcements(page)).toContain('assertive: Your turn: call ninety chips, fold or raise to one hundred eighty chips or more.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await each()).toEqual(['polite', 'assertive']);
  await expect(page.locator('body > dialog')).toHaveCount(0);
});

test('a refusal and a lost connection are announced at once, and nothing moves the focus', async ({ page }) => {
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [] } });
  await page.addInitScript(() => {
    localStorage.setItem('cardroom.settings', JSON.stringify({ text: true }));
  });
  const script = new Script((room) => {
    room.say({ t: 'snapshot', ...flop() });
  });
  await script.attach(page);
  await page.route('**/api/room', (route) => route.fulfill({ json: { ...HOUSE, name: 'The Green Door' } }));
  await page.goto('http://room.test/#/table/4');
  const fold = page.getByRole('button', { name: 'Fold', exact: true });
  await fold.focus();
  await collectAnnouncements(page);
  script.say(update(41, [{ e: 'checked', seat: 1, rule: null, clauses: [] }], { turn: { ...turn(20, 18), seat: 6 }, menu: menu(20) }));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Seat 6, Eli, is to act.');
  // The button is still there and still has the focus; pressed, it says whose turn it is.
  await expect(fold).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => announcements(page)).toContain('polite: Seat 1, Ben, checks. Seat 6, Eli, is to act.');
  script.say(update(42, [{ e: 'checked', seat: 6, rule: null, clauses: [] }], { turn: turn(20, 19), menu: menu(20) }));
  await expect.poll(() => announcements(page)).toContain('assertive: Your turn: call twenty chips, fold or raise to forty chips or more.');
  await expect(page).toHaveTitle('Your turn - Harbour - The Green Door');
  await expect(fold).toBeFocused();
  await page.waitForFunction((since) => performance.now() > since + 700, await page.evaluate(() => performance.now()));
  await page.keyboard.press('Enter');
  const [ask] = await script.request((request) => request.t === 'ask');
  const key = ask?.t === 'ask' ? ask.key : '';
  script.say({ t: 'answer', table: 4, key, ok: false, code: 'late', reason: 'late', numbers: {}, why: 'the hand has moved on', rule: null, clauses: [], readings: [] });
  await expect.poll(async () => (await announcements(page)).some((announcement) => announcement.startsWith('assertive: ') && announcement.toLowerCase().includes('moved on'))).toBe(true);
  // It stays lost: a connection that is back before this is said is only announced as back.
  script.refuses = true;
  await script.drop();
  await expect.poll(() => announcements(page)).toContain('assertive: Connection lost. Reconnecting. Your seat is kept.');
  await expect(fold).toBeFocused();
});

test('an urgent announcement is removed as soon as it is over: the turn, and a lost connection', async ({ page }) => {
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [] }, '/api/room': HOUSE });
  const script = new Script((room) => {
    room.say({ t: 'snapshot', ...flop() });
  });
  await script.attach(page);
  await page.goto('http://room.test/#/table/4');
  const alert = page.locator('[aria-live=assertive]');
  await expect(alert).toContainText('Your turn');
  script.say(update(41, [{ e: 'checked', seat: 1, rule: null, clauses: [] }], { turn: { ...turn(20, 18), seat: 6 }, menu: menu(20) }));
  await expect(alert).toHaveText('', { timeout: 2000 });
  const answers = script.answersWatches;
  script.answersWatches = () => undefined;
  script.refuses = true;
  await script.drop();
  await expect(alert).toContainText('Connection lost.');
  script.refuses = false;
  script.answersWatches = answers;
  await expect(page.locator('[aria-live=polite]')).toContainText('Connected again.', { timeout: 8000 });
  await expect(alert).not.toContainText('Connection lost.', { timeout: 500 });
});

test('that a table closes is announced once, and nothing about a table is left to be found in the lobby', async ({ page }) => {
  const view = before(null);
  const { script } = await open(page, { at: 'table/4', view: { ...view, hand: null, turn: null, menu: null } });
  await expect(page.getByText('Play begins', { exact: false }).or(page.getByText('The next hand begins', { exact: false })).first()).toBeVisible();
  await collectAnnouncements(page);
  const sendStanding = (number: number, is: 'closing' | 'closed'): void => {
    const events = [{ e: 'standing' as const, standing: { is, reason: 'late' }, rule: null, clauses: [] }];
    script.say({ t: 'update', table: 4, number: view.number + number, hand: 12, at: Date.now(), events, turn: null, menu: null, may_muck: null });
  };
  sendStanding(1, 'closing');
  sendStanding(2, 'closed');
  const status = page.getByRole('status');
  await expect(status).toContainText('The table is closed: late.');
  expect((await announcements(page)).filter((announcement) => /late/.test(announcement))).toEqual([
    'polite: The table is closed: late. All chips are back in the wallets. Choose another table in the lobby.',
  ]);
  await page.evaluate(() => {
    location.hash = '#/';
  });
  await expect(page.getByRole('heading', { level: 1, name: /lobby/i }).or(page.getByText('Lighthouse')).first()).toBeVisible();
  await expect(status).toHaveText('', { timeout: 2000 });
});
