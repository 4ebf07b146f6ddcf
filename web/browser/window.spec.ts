// A table in windows of every size: only panels scroll, every control is complete and uncovered, and nothing
// covers words. Each moment is opened once and checked at all sizes.

import { type Page, expect, test } from './test.ts';
import { STEP, before, toAct, updates } from './stage/hand.ts';
import { ME } from './scripted.ts';
import { pressMoved } from './stage/notices.ts';
import { ACTS, SEVERAL, type Situation, UNBROKEN, WORDS } from './stage/situations.ts';
import { type Stage, besideTable, open } from './stage/stage.ts';
import { type Window, acts, covered, everywhere as lookEverywhere, rest, scrolls, toldOver } from './stage/window.ts';

/** The sizes that the page is judged by. */
const SIZES: readonly Window[] = [[320, 568], [390, 844], [844, 390], [911, 427], [1024, 500], [1366, 640], [1440, 900], [2560, 1300]];
/** Low windows, such as those of laptops with many toolbars. */
const LOW: readonly Window[] = [[1366, 500], [1920, 500]];
/** The windows of laptops and desks, whose pages are zoomed by people with weaker eyesight. */
const LAPTOPS: readonly Window[] = [[1024, 500], [1366, 500], [1366, 640], [1920, 500], [1440, 900], [2560, 1300]];

/** Windows with the least room, of both layouts. */
const SMALL: readonly Window[] = [[320, 568], [390, 844], [683, 320], [683, 384], [844, 390], [911, 427], [1024, 500], [1366, 500], [1366, 640]];

/** The windows, by how far the page in them is zoomed: there are fewer CSS pixels, and each is larger. */
const ZOOMS: readonly (readonly [zoom: number, windows: readonly Window[]])[] = [
  [1, [...SIZES, ...LOW]],
  ...[1.5, 2].map((zoom): [number, Window[]] => [zoom, LAPTOPS.map(([width, height]) => [Math.round(width / zoom), Math.round(height / zoom)])]),
];

async function reachState(page: Page, situation: Situation): Promise<Stage> {
  const stage = await open(page, situation);
  await expect(page.getByText(situation.shows).filter({ visible: true }).first()).toBeVisible({ timeout: 30_000 });
  return stage;
}

const everywhere = (page: Page, windows: readonly Window[], look: () => Promise<string[]>): Promise<Record<string, string[]>> =>
  lookEverywhere(page, test.info().title, windows, look);

for (const [zoom, windows] of ZOOMS) {
  test.describe(`at ${String(zoom * 100)}%`, () => {
    test.use({ deviceScaleFactor: zoom });
    for (const situation of ACTS) {
      test(`every control is complete and uncovered at ${String(zoom * 100)}%: ${situation.name}`, async ({ page }) => {
        test.setTimeout(120_000);
        await reachState(page, situation);
        const found = await everywhere(page, windows, async () => {
          const faults = await acts(page, '.dock, .strip');
          const opens = page.locator('.opens');
          if (!(await opens.isVisible())) return faults;
          await opens.evaluate((button: HTMLElement) => button.click());
          await rest(page);
          const sheet = await acts(page, '.sheet');
          await page.keyboard.press('Escape');
          await expect(page.locator('.sheet')).toHaveCount(0);
          return [...faults, ...sheet.map((fault) => `on the sheet: ${fault}`)];
        });
        expect(found).toEqual({});
      });
    }
  });
}

for (const [zoom, windows] of ZOOMS) {
  test.describe(`words at ${String(zoom * 100)}%`, () => {
    test.use({ deviceScaleFactor: zoom });
    for (const situation of WORDS) {
      test(`nothing covers words or cuts off amounts, and nothing at the table is outside the window at ${String(zoom * 100)}%: ${situation.name}`, async ({ page }) => {
        test.setTimeout(120_000);
        await reachState(page, situation);
        expect(await everywhere(page, windows, async () => [...(await covered(page)), ...(await toldOver(page)), ...(await scrolls(page))])).toEqual({});
      });
    }
  });
}

/**
 * Phones, upright and in landscape, at full height and with a browser's toolbars, and the low windows of
 * laptops.
 */
const BESIDE_OTHERS: readonly Window[] = [...SMALL, [360, 740], [375, 667], [390, 664], [667, 375], [1920, 500], [1440, 900]];

for (const situation of SEVERAL) {
  test(`beside other open tables nothing scrolls, and nothing covers words: ${situation.name}`, async ({ page }) => {
    test.setTimeout(120_000);
    await reachState(page, situation);
    await expect(page.getByRole('navigation', { name: 'Open tables' }).getByRole('link')).toHaveCount(4);
    const found = await everywhere(page, BESIDE_OTHERS, async () => [
      ...(await covered(page)), ...(await toldOver(page)), ...(await scrolls(page)), ...(await acts(page, '.dock, .strip, header .end')), ...(await tabInSight(page)),
    ]);
    expect(found).toEqual({});
  });
}

/** The tab of the table in front, if it is not completely in the bar or has less room than a name needs. */
const tabInSight = (page: Page): Promise<string[]> => page.evaluate(() => {
  const [bar, tab] = [document.querySelector('nav.tables ul'), document.querySelector('nav.tables .on')].map((element) => element?.getBoundingClientRect());
  if (!bar || !tab) return ['no tab is the one in front'];
  const whole = tab.left >= bar.left - 1 && (tab.right <= bar.right + 1 || tab.left <= bar.left + 1);
  return [...(whole ? [] : [`the tab in front lies at ${String(Math.round(tab.left))} to ${String(Math.round(tab.right))} of ${String(Math.round(bar.left))} to ${String(Math.round(bar.right))}`]), ...(bar.width < 100 ? [`the bar is ${String(Math.round(bar.width))} px wide`] : [])];
});

test('the tab of the table in front is visible, whichever is chosen', async ({ page }) => {
  const situation = SEVERAL.find((situation) => situation.name === 'bets');
  if (situation === undefined) throw new Error('no such moment');
  await reachState(page, situation);
  for (const table of [5, 4, 6, 7, 4]) {
    await page.evaluate((to) => void (location.hash = `#/table/${String(to)}`), table);
    await expect(page.locator('nav.tables .on a')).toHaveAttribute('href', `/#/table/${String(table)}`);
    expect(await everywhere(page, [[320, 568], [390, 844], [844, 390], [1366, 640]], () => tabInSight(page)), String(table)).toEqual({});
  }
});

test("messages about the player's act cover nothing, and the acts stay inside the window", async ({ page }) => {
  test.setTimeout(120_000);
  await reachState(page, { name: '', shows: /Call 115/, at: 'table/4', view: before(), steps: STEP.facingSidePot });
  const found = await everywhere(page, SMALL, async () => {
    await pressMoved(page);
    await rest(page);
    const note = page.locator('.play .message');
    const hidden = await note.evaluate((element) => {
      const { left, right, top: upper, bottom } = element.getBoundingClientRect();
      const spots = [upper + 4, (upper + bottom) / 2, bottom - 4].flatMap((y) => [left + 6, right - 6].map((x) => [x, y] as const));
      return spots.some(([x, y]) => document.elementFromPoint(x, y)?.closest('.message') !== element) ? ['the notice lies under something'] : [];
    });
    return [...hidden, ...(await scrolls(page)), ...(await acts(page, '.dock'))];
  });
  expect(found).toEqual({});
});

test('a long name does not make the page wider than its window', async ({ page }) => {
  await reachState(page, { name: '', shows: 'Harbour', at: 'table/4', view: before(), http: { '/api/me': { ...ME, name: 'Bartholomew Featherston' } } });
  for (const place of ['table/4', 'lobby', 'account', 'results']) {
    await page.evaluate((hash) => void (location.hash = hash), `#/${place}`);
    await rest(page);
    const wide = await everywhere(page, SMALL, () => page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth > clientWidth ? [`${String(scrollWidth - clientWidth)} px too wide`] : [];
    }));
    expect(wide, place).toEqual({});
  }
});

test('without a network neither a long name nor anything else in the head of the page covers other words', async ({ page }) => {
  await reachState(page, { name: '', shows: 'Harbour', at: 'table/4', view: before(), http: { '/api/me': { ...ME, name: 'Hilda Longname-Wolfeschl' } } });
  await page.context().setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await expect(page.locator('.badge')).toHaveText(/No network/);
  expect(await everywhere(page, [[320, 568], [320, 640], [360, 740], [390, 844], [683, 320], [844, 390]], () => page.evaluate(() => {
    const parts = [...document.querySelectorAll('header :is(.home, .badge > span:not(.ms), .name, .wallet, .menu)')].filter((element) => element.checkVisibility());
    const boxes = parts.map((part) => ({ of: part.className || part.textContent, box: part.getBoundingClientRect() }));
    const on = boxes.flatMap(({ of, box }, at) => boxes.slice(at + 1).filter(({ box: other }) => box.left < other.right && other.left < box.right && box.top < other.bottom - 2 && other.top < box.bottom - 2).map((other) => `${String(of)} on ${String(other.of)}`));
    return [...on, ...boxes.filter(({ box }) => box.left < 0 || box.right > innerWidth).map(({ of }) => `${String(of)} is outside`)];
  }))).toEqual({});
  expect(await page.locator('.me .name').evaluate((name) => getComputedStyle(name).textOverflow)).toBe('ellipsis');
});

test('no word of what is chosen for the next turn is broken at any size', async ({ page }) => {
  await reachState(page, { name: '', shows: 'Check/Fold', at: 'table/4', view: before(), steps: STEP.onFlop, tells: updates(STEP.onFlop, STEP.onFlop).map((update) => ({ ...update, number: update.number + 1, events: [], turn: toAct(6, 9, 0), menu: null })) });
  const broken = (): Promise<string[]> => page.evaluate(() => {
    const found: string[] = [];
    const walk = document.createTreeWalker(document.querySelector('.pre') ?? document.body, NodeFilter.SHOW_TEXT);
    for (let text = walk.nextNode(); text !== null; text = walk.nextNode()) {
      for (const word of (text.textContent ?? '').matchAll(/[^\s/]+/g)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word[0]);
      }
    }
    return found;
  });
  const windows: Window[] = [[320, 568], [390, 844], [600, 320], [640, 400], [512, 250], [683, 320], [683, 384], [911, 333]];
  expect(await everywhere(page, windows, broken)).toEqual({});
  await page.getByRole('button', { name: 'Check/Fold' }).click();
  expect(await everywhere(page, windows, broken)).toEqual({});
});

test('the panel over a phone takes the focus, Escape closes it, and the focus returns to its button', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await reachState(page, { name: '', shows: 'Harbour', at: 'table/4', view: before() });
  const log = page.getByRole('button', { name: 'Log, chat and rules' });
  const panel = page.getByRole('complementary');
  await log.click();
  await expect(page.getByRole('tab', { name: 'Log' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(log).toBeFocused();
  // Its own button does the same, and so does Escape inside it.
  await log.press('Enter');
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(log).toBeFocused();
  await log.press('Enter');
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(log).toBeFocused();
});

/**
 * What is wider than the part of the page, its sheets or the panel beside a table that it scrolls in (in the
 * panel, except for the 6 px that a link's finger area adds around it).
 */
const sideways = (page: Page): Promise<string[]> => page.evaluate(() => {
  const all = [document.documentElement, ...document.querySelectorAll<HTMLElement>('.side, .side *, dialog[open], dialog[open] *, .page, .page section')];
  const wide = all.filter((one) => one.matches(':not(.tabs, .hidden, .name, input, .link)') && one.checkVisibility() && one.scrollWidth > one.clientWidth + (one.closest('.side') ? 6 : 1) && one.clientWidth > 1 && getComputedStyle(one).display !== 'inline');
  return wide.map((one) => `${one.tagName.toLowerCase()}.${one.className} "${one.textContent.trim().slice(0, 20)}" is ${String(one.scrollWidth - one.clientWidth)} px too wide`);
});

test('a name that is one long word makes nothing beside a table scroll sideways', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('cardroom.opened', '[4]'));
  const view = before();
  const changes = JSON.parse(JSON.stringify(updates()).replaceAll(/"name":"(Ben|Dee)"/g, `"name":"${UNBROKEN}"`)) as ReturnType<typeof updates>;
  await reachState(page, { name: '', shows: 'Harbour', at: 'table/4', view: { ...view, chairs: view.chairs.map((chair) => ({ ...chair, name: UNBROKEN })) }, tells: changes });
  const found = await everywhere(page, [...SMALL, [1366, 768], [1920, 1080]], async () => {
    const faults: string[] = [];
    for (const tab of [/^Log/, /^Floor/]) {
      await besideTable(page);
      await page.getByRole('tab', { name: tab }).click();
      await rest(page);
      faults.push(...(await sideways(page)));
    }
    const close = page.getByRole('complementary').getByRole('button', { name: 'Close', exact: true });
    if (await close.isVisible()) await close.click();
    return faults;
  });
  expect(found).toEqual({});
});

test('a name that is one long word makes neither the page of people nor its sheet wider', async ({ page }) => {
  const me = { ...ME, person: 1, name: 'Keeper', login: 'keeper', roles: ['administrator'] };
  const people = [{ person: 7, login: UNBROKEN.toLowerCase(), name: UNBROKEN, roles: ['player'], machine: false, banned: false, banned_until: null, last_sign_in: null }];
  const http = { '/api/me': me, '/api/admin/people': { people, next: null }, '/api/admin/reports': { reports: [], waiting: 0, next: null } };
  await reachState(page, { name: '', shows: UNBROKEN, at: 'people', http });
  expect(await everywhere(page, SMALL, () => sideways(page))).toEqual({});
  await page.getByRole('button', { name: /^(Change )?roles/i }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await everywhere(page, SMALL, async () => {
    await page.getByRole('dialog').evaluate((sheet) => (sheet.scrollTop = 0));
    return [...(await sideways(page)), ...(await acts(page, 'dialog header'))];
  })).toEqual({});
});

test('after twenty hands only the panels of the table scroll', async ({ page }) => {
  test.setTimeout(120_000);
  const { script } = await reachState(page, { name: '', shows: 'Harbour', at: 'table/4', view: before() });
  // What comes before the first answer was missed, and is reported as missed.
  await script.request((request) => request.t === 'ping');
  let number = 100;
  for (let hand = 12; hand < 32; hand += 1) {
    for (const update of updates()) {
      number += 1;
      const events = update.events.map((event) => (event.e === 'opened' ? { ...event, hand } : event));
      script.say({ t: 'update', ...update, number, hand, events, turn: update.turn && { ...update.turn, hand } });
    }
  }
  await expect(page.getByText('Hand 31').first()).toBeVisible({ timeout: 60_000 });
  // By the device's clock all of it is old, and reported as missed.
  const card = page.getByRole('note', { name: 'While you were away' });
  if (await card.isVisible()) await card.getByRole('button', { name: 'Close' }).click();
  expect(await everywhere(page, SIZES, () => scrolls(page))).toEqual({});
  // The log and the chat scroll by themselves, over the table where there is no room beside it.
  for (const window of SIZES) {
    await page.setViewportSize({ width: window[0], height: window[1] });
    await rest(page);
    await besideTable(page);
    const panel = page.getByRole('tabpanel');
    expect(await panel.evaluate((element) => element.scrollHeight > element.clientHeight), String(window)).toBe(true);
    expect(await scrolls(page), String(window)).toEqual([]);
    const close = page.getByRole('complementary').getByRole('button', { name: 'Close' });
    if (await close.isVisible()) await close.click();
  }
});

test('what a seat waits for can be read in full at every size', async ({ page }) => {
  const view = before();
  // Stacks and names as long as they get.
  const chairs = view.chairs.map((chair, at) => (chair.seat === view.own ? chair : { ...chair, waits: true, machine: false, connected: true, away: false, name: at % 2 === 0 ? UNBROKEN : chair.name, stack: 12_400 }));
  await reachState(page, { name: '', shows: 'Harbour', at: 'table/4', view: { ...view, hand: null, chairs } });
  const found = await everywhere(page, [...SIZES, ...LOW, [683, 384]], () => page.locator('.plate .line').evaluateAll((elements) => {
    const waiting = elements.filter((element) => element.checkVisibility() && element.textContent.includes('waits'));
    const cut = waiting.filter((element) => element.scrollWidth > element.clientWidth + 1).map((one) => `"${one.textContent.trim()}" is ${String(one.scrollWidth - one.clientWidth)} px too long`);
    return waiting.length > 0 ? [...new Set(cut)] : ['nobody is said to wait'];
  }));
  expect(found).toEqual({});
});
