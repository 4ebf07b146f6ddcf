// The real program and real browsers: from the first link to the end of a hand.

import { type Browser, type Locator, type Page, expect, test } from './test.ts';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { seated } from './people.ts';
import { Program, QUICK } from './program.ts';
import { besideTable } from './stage/stage.ts';

const PASSWORD = 'correct horse battery';
let program: Program;

test.setTimeout(120_000);

test.beforeAll(async () => {
  program = await Program.start(QUICK);
});
test.afterAll(async () => {
  await program.stop();
});

/** A new player, signed up in a browser of their own. */
async function player(browser: Browser, login: string, viewport = { width: 1280, height: 800 }): Promise<Page> {
  const context = await browser.newContext({ viewport, baseURL: program.address });
  const page = await context.newPage();
  await page.goto('/#/sign-up');
  await page.getByLabel('Sign-in name').fill(login);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByLabel('The same again').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${login}` })).toBeVisible();
  return page;
}

/** Opens a practice table of the lobby and takes its first free seat. */
async function sitAtPractice(page: Page, number: number): Promise<void> {
  await page.getByRole('button', { name: 'Practice', exact: true }).click();
  await page.getByRole('button', { name: `Open Practice ${String(number)}` }).click();
  await sit(page);
}

/** Opens a separate table under a book, so that what others do at theirs does not hold it up. */
async function openTable(page: Page, name: string, book: string): Promise<void> {
  await page.getByRole('link', { name: 'New table' }).click();
  await page.getByLabel('Name of the table').fill(name);
  await page.getByLabel('Rule book').selectOption(book);
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function sit(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sit here/ }).first().click();
  await page.getByRole('button', { name: /^Sit with/ }).click();
  await seated(page);
}

function acts(page: Page): Locator {
  return page.getByRole('group', { name: 'Your acts' });
}

/** The number of the hand on the table. */
async function handNumber(page: Page): Promise<number> {
  return Number((await page.getByText(/^Hand \d+$/).first().textContent())?.replace(/\D/g, ''));
}

const passive = (page: Page): Locator => acts(page).getByRole('button', { name: /^(Check|Call \d|Show( both| all \d)?$)/ });

/** Checks, calls and shows until `done` appears. */
async function playUntil(page: Page, done: Locator): Promise<void> {
  const button = passive(page).first();
  for (;;) {
    await done.or(button).first().waitFor({ timeout: 60_000 });
    if (await done.first().isVisible()) return;
    // The turn may pass by itself between seeing the button and pressing it.
    await button.click({ timeout: 2000 }).catch(() => undefined);
  }
}

/** The line of the log that says who won the main pot of a hand. */
function won(page: Page): Locator {
  return page.getByRole('log').getByText(/^Pot 1 \(main\).* wins? /);
}

test('the first link makes an administrator, who gives a player a new password and bans one', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: program.address });
  const page = await context.newPage();
  await page.goto(program.link);
  await expect(page.getByRole('heading', { level: 1, name: 'First administrator' })).toBeVisible();
  await page.getByLabel('Sign-in name').fill('keeper');
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByLabel('The same again').fill(PASSWORD);
  await page.getByLabel('Name for a player account too').fill('keeper-plays');
  await page.getByRole('button', { name: 'First administrator' }).click();
  await expect(page.getByText('You run this room.')).toBeVisible();

  const lost = await player(browser, 'forgetful');
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Reset link for forgetful' }).click();
  const link = await page.getByLabel('Reset link', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Close' }).click();

  await lost.goto(link);
  await lost.getByLabel('New password').fill('another long password');
  await lost.getByLabel('The same again').fill('another long password');
  await lost.getByRole('button', { name: 'Choose a new password' }).click();
  await lost.getByLabel('Sign-in name').fill('forgetful');
  await lost.getByLabel(/^Password/).fill('another long password');
  await lost.getByRole('button', { name: 'Sign in' }).click();
  await expect(lost.getByRole('heading', { level: 1, name: 'Welcome, forgetful' })).toBeVisible();

  await page.getByRole('button', { name: 'Ban forgetful' }).click();
  await page.getByLabel('Reason, for the record').fill('for this test');
  await page.getByRole('dialog').getByRole('button', { name: 'Ban forgetful' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'forgetful' }).getByText('banned')).toBeVisible();
  await lost.goto('/#/sign-in');
  await lost.reload();
  await lost.getByLabel('Sign-in name').fill('forgetful');
  await lost.getByLabel(/^Password/).fill('another long password');
  await lost.getByRole('button', { name: 'Sign in' }).click();
  await expect(lost.getByRole('note')).toBeVisible();
  await context.close();
  await lost.context().close();
});

for (const [number, device, viewport] of [
  [1, 'a desk', { width: 1280, height: 800 }],
  [2, 'a phone', { width: 390, height: 844 }],
] as const) {
  test(`on ${device} somebody signs up, sits down with machines, and plays a hand to its end with the cards checked`, async ({ browser }) => {
    const page = await player(browser, `player-${device.slice(2)}`, viewport);
    await sitAtPractice(page, number);
    await expect(page.getByText('bot', { exact: true }).first()).toBeVisible();
    await besideTable(page);
    await playUntil(page, won(page));
    await page.getByRole('tab', { name: /^Deck/ }).click();
    await expect(page.getByTestId('checked')).toContainText('hold');
    await expect(page.getByRole('tab', { name: 'Deck ✓' })).toBeVisible();
    await expect(page.getByText('Something does not match')).toBeHidden();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide).toBe(0);
    await page.context().close();
  });
}

test('a page reloaded in the middle of a hand continues with the same hand and cards', async ({ browser }) => {
  const page = await player(browser, 'reloader');
  await openTable(page, 'Loaded again', 'practice');
  await sit(page);
  await passive(page).first().waitFor();
  const hand = await handNumber(page);
  const own = page.getByRole('group', { name: 'Your cards' }).getByRole('img');
  const cards = await own.evaluateAll((elements) => elements.map((element) => element.getAttribute('aria-label')));
  expect(cards).toHaveLength(2);
  await page.reload();
  await passive(page).first().waitFor();
  expect(await handNumber(page)).toBe(hand);
  expect(await own.evaluateAll((elements) => elements.map((element) => element.getAttribute('aria-label')))).toEqual(cards);
  // The log shows what happened earlier in the hand.
  await expect(page.getByRole('log')).toContainText('posts the big blind');
  await playUntil(page, won(page));
  await page.context().close();
});

test("two people play at a table that one of them opened, and neither is sent the other's cards", async ({ browser }) => {
  const one = await player(browser, 'ann');
  const other = await player(browser, 'bob');
  const frames: string[] = [];
  other.on('websocket', (socket) => {
    socket.on('framereceived', (frame) => frames.push(String(frame.payload)));
  });
  await openTable(one, 'Two of us', 'standard');
  await sit(one);
  await other.goto('/#/');
  await other.reload();
  await other.getByRole('button', { name: 'Open Two of us' }).click();
  await sit(other);
  const own = one.getByRole('group', { name: 'Your cards' }).locator('[data-card]');
  await expect(own).toHaveCount(2);
  const holeCards = await own.evaluateAll((elements) => elements.map((card) => card.getAttribute('data-card') ?? ''));
  // Nothing has been turned up yet: one player's cards appear in nothing that the other was sent.
  const seen = other.getByRole('group', { name: 'Your cards' }).locator('[data-card]');
  await expect(seen).toHaveCount(2);
  const [ownCard] = await seen.evaluateAll((elements) => elements.map((card) => card.getAttribute('data-card') ?? ''));
  await expect.poll(() => frames.join('\n')).toContain(`"${ownCard ?? ''}"`);
  for (const card of holeCards) expect(frames.join('\n')).not.toContain(`"${card}"`);
  await Promise.all([playUntil(one, won(one)), playUntil(other, won(other))]);
  await one.context().close();
  await other.context().close();
});

test('a player who won without a showdown shows one card, which the others see and read, and are not sent the other', async ({ browser }) => {
  const one = await player(browser, 'shows-one');
  const other = await player(browser, 'looks-on');
  const frames = new Map<Page, string[]>([[one, []], [other, []]]);
  for (const [page, received] of frames) page.on('websocket', (socket) => socket.on('framereceived', (frame) => received.push(String(frame.payload))));
  await openTable(one, 'One card', 'standard');
  await sit(one);
  await other.goto(one.url());
  await other.reload();
  await sit(other);
  const fold = (page: Page): Locator => acts(page).getByRole('button', { name: 'Fold', exact: true });
  const show = (page: Page): Locator => page.getByRole('group', { name: 'Show your cards to the table' }).getByRole('button');
  // The next hand may begin before the press: then it is tried in that one.
  await expect(async () => {
    await Promise.race([one, other].map((page) => fold(page).waitFor()));
    const [loser, winner] = (await fold(one).isVisible()) ? [one, other] : [other, one];
    const holeCards = await winner.getByRole('group', { name: 'Your cards' }).locator('[data-card]').evaluateAll((elements) => elements.map((card) => card.getAttribute('data-card') ?? ''));
    const before = frames.get(loser)?.length ?? 0;
    await fold(loser).click({ timeout: 2000 });
    const offered = await show(winner).first().getAttribute('aria-label', { timeout: 2000 });
    await show(winner).first().click({ timeout: 2000 });
    const card = (offered ?? '').trim().replace(/^Show /, '');
    await expect(loser.getByRole('log').getByText(new RegExp(`shows ${card}`)).first()).toBeVisible({ timeout: 2000 });
    const sent = frames.get(loser)?.slice(before).find((frame) => frame.includes('cards_shown')) ?? '';
    expect(holeCards).toHaveLength(2);
    expect(sent).toContain(`"${holeCards[0] ?? ''}"`);
    expect(sent).not.toContain(`"${holeCards[1] ?? ''}"`);
  }).toPass({ timeout: 60_000 });
  await one.context().close();
  await other.context().close();
});

test('a hand is played from signing in to its end by keyboard alone', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: program.address });
  const page = await context.newPage();
  await page.goto('/#/sign-up');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await tabTo(page, page.getByLabel('Sign-in name'));
  await page.keyboard.type('keys-only');
  await tabTo(page, page.getByLabel(/^Password/));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, keys-only' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Open Practice 3' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: /^Sit here/ }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: /^Sit with/ }));
  await page.keyboard.press('Enter');
  const result = won(page);
  while (!(await result.first().isVisible())) {
    await result.or(passive(page)).first().waitFor();
    await page.keyboard.press('c');
  }
  await context.close();
});

/** Presses Tab until `place` has the focus; no page has more stops than this. */
async function tabTo(page: Page, place: Locator): Promise<void> {
  await place.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await place.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the keyboard does not get there');
}

test('a table that the same player opens twice is played in one place', async ({ browser }) => {
  const first = await player(browser, 'twice');
  await openTable(first, 'In one place', 'practice');
  await sit(first);
  const second = await first.context().newPage();
  await second.goto(first.url());
  await expect(first.getByText('This table is open in another tab. Use here')).toBeVisible();
  await expect(second.getByRole('button', { name: 'Sit out', exact: true })).toBeVisible();
  await first.getByRole('button', { name: 'Use here' }).click();
  await expect(second.getByText('This table is open in another tab. Use here')).toBeVisible();
  await expect(first.getByText('This table is open in another tab. Use here')).toBeHidden();
  await first.context().close();
});

test('a player who leaves has the stake back in the wallet', async ({ browser }) => {
  const page = await player(browser, 'leaver');
  const wallet = page.getByRole('link', { name: /play chips in the wallet/ });
  const before = await wallet.textContent();
  await openTable(page, 'Alone', 'standard');
  await sit(page);
  await expect(wallet).not.toHaveText(before ?? '');
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('button', { name: /^Sit here/ }).first()).toBeVisible();
  await expect(wallet).toHaveText(before ?? '');
  await page.context().close();
});

test('no page has an accessibility fault that a machine can find', async ({ browser }) => {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
  const page = await player(browser, 'axe-looks');
  // The checker is injected alongside the page, whose policy would not admit such a script.
  await page.addInitScript(axe);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, axe-looks' })).toBeVisible();
  const looked: string[] = [];
  const look = async (where: string): Promise<void> => {
    const faults = await page.evaluate(async () => {
      const { axe: checker } = globalThis as unknown as {
        axe: { run: (context: Document, options: unknown) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      const found = await checker.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] });
      return found.violations.map((fault) => `${fault.id}: ${fault.nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`);
    });
    expect(faults, where).toEqual([]);
    looked.push(where);
  };
  await look('lobby');
  await page.goto('/#/account');
  await expect(page.getByRole('heading', { name: 'Statement' })).toBeVisible();
  await look('account');
  await page.goto('/#/new-table');
  await expect(page.getByRole('button', { name: 'Open the table' })).toBeEnabled();
  await look('new table');
  await page.goto('/#/');
  await openTable(page, 'Looked at', 'practice');
  await sit(page);
  await passive(page).first().waitFor();
  await look('table');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('radio', { name: 'Light' }).check();
  await look('settings, light');
  await page.keyboard.press('Escape');
  await look('table, light');
  expect(looked).toHaveLength(6);
  await page.context().close();
});
