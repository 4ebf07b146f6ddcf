// The real program: a played hand is found again, replayed, shared, and counted in the results.

import { type Browser, type Page, expect, test } from './test.ts';
import { Program, QUICK } from './program.ts';

let program: Program;
test.setTimeout(120_000);
test.beforeAll(async () => {
  program = await Program.start(QUICK);
});
test.afterAll(async () => {
  await program.stop();
});

/** What the room says about a shared hand, as far as this test reads it. */
interface Shared {
  before: { own: number | null };
  updates: { menu: unknown; events: { e: string; seat?: number; card?: string | null }[] }[];
}

/** Somebody who signed up and sits at the first practice table. */
async function openSeated(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: program.address });
  const page = await context.newPage();
  await page.goto('/#/sign-up');
  await page.getByLabel('Sign-in name').fill('sharer');
  await page.getByLabel(/^Password/).fill('correct horse battery');
  await page.getByLabel('The same again').fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, sharer' })).toBeVisible();
  await page.goto('/#/table/1');
  await page.getByRole('button', { name: /^Sit here/ }).first().click();
  await page.getByRole('button', { name: /^Sit with/ }).click();
  return page;
}

/** Makes a link and returns its address. */
async function link(page: Page, own: 'hidden' | 'shown'): Promise<string> {
  await page.getByRole('radio', { name: own === 'hidden' ? /^Hidden/ : /^Shown/ }).check();
  await page.getByRole('button', { name: 'Make the link' }).click();
  return await page.getByLabel(`Link, your cards ${own}`).inputValue();
}

/** Opens a shared hand where nobody is signed in, and returns what was sent. */
async function opened(browser: Browser, address: string): Promise<{ page: Page; sent: Shared }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const answer = page.waitForResponse((response) => response.url().includes('/api/shared/'));
  await page.goto(address);
  const sent = (await (await answer).json()) as Shared;
  expect(await context.cookies()).toEqual([]);
  return { page, sent };
}

const holes = (sent: Shared): string[] =>
  sent.updates.flatMap(({ events }) => events.flatMap((event) => (event.e === 'hole_dealt' && event.card != null ? [event.card] : [])));

test("a folded hand is found, checked, and shared with the player's own cards hidden or shown to people without an account", async ({ browser }) => {
  const page = await openSeated(browser);
  // A player who folds has shown nobody the cards.
  const fold = page.getByRole('button', { name: /^Fold/ });
  await fold.click({ timeout: 60_000 });
  await page.getByRole('tab', { name: 'Hands' }).click();
  const row = page.getByRole('tabpanel').getByRole('link', { name: /^Hand \d/ }).last();
  await row.waitFor({ timeout: 60_000 });
  const name = (await row.textContent()) ?? '';
  await row.click();
  const { table, hand } = /#\/hand\/(?<table>\d+)\/(?<hand>\d+)$/.exec(page.url())?.groups ?? {};
  await expect(page.getByTestId('checks')).toContainText('Checks 7/7');
  await page.keyboard.press('End');
  await expect(page.getByRole('slider', { name: 'Event' })).toHaveAttribute('aria-valuetext', /Pot (one|two|three)\b.* (wins?|goes? to) /);

  await page.getByRole('button', { name: 'Share' }).click();
  const hidden = await link(page, 'hidden');
  const shown = await link(page, 'shown');

  const without = await opened(browser, hidden);
  await expect(without.page.getByRole('main').getByText('sharer shared this hand. Cards that were not turned up at the table are hidden')).toBeVisible();
  await expect(without.page.getByTestId('checks')).toContainText('Checks 7/7');
  expect(without.sent.before.own).toBeNull();
  expect(without.sent.updates.every((update) => update.menu === null)).toBe(true);
  expect(holes(without.sent)).toEqual([]);

  const within = await opened(browser, shown);
  await expect(within.page.getByRole('main').getByText('The cards of sharer are shown')).toBeVisible();
  await expect(within.page.getByTestId('checks')).toContainText('Checks 7/7');
  expect(holes(within.sent)).toHaveLength(2);
  await within.page.keyboard.press('ArrowRight');
  await expect(within.page).toHaveURL(/\/1$/);
  await expect(within.page.getByRole('main').getByText(/^sharer is dealt the /).first()).toBeVisible();

  await page.getByRole('button', { name: /^Take back .* your cards shown$/ }).click();
  await expect(page.getByRole('button', { name: /^Take back/ })).toHaveCount(1);
  await within.page.reload();
  await expect(within.page.getByRole('main').getByText('This link opens nothing')).toBeVisible();
  await without.page.reload();
  await expect(without.page.getByTestId('checks')).toContainText('Checks 7/7');
  await within.page.context().close();
  await without.page.context().close();

  // The list finds it by its number and by a player's name, and not by a name that nobody has.
  await page.goto(`/#/hands?text=${String(hand)}`);
  await expect(page.getByRole('link', { name: new RegExp(`^Hand ${String(hand)} at `) })).toHaveCount(1);
  await page.getByRole('searchbox').fill('nobody-is-called-so');
  await expect(page.getByRole('main').getByText('No hand matches.')).toBeVisible();
  await page.getByRole('searchbox').fill('sharer');
  await expect(page.getByRole('link', { name: new RegExp(`^Hand ${String(hand)} at `) })).toHaveCount(1);
  expect(name).toContain('you held the ');

  // Files.
  const text = await page.request.get(`/api/tables/${String(table)}/hands/${String(hand)}?as=text`);
  expect(text.headers()['content-type']).toContain('text/plain');
  expect(await text.text()).toContain('sharer');

  // The session is still open: the chips in front, less what was brought.
  await page.goto('/#/results');
  await expect(page.getByTestId('net')).toBeVisible();
  await expect(page.getByRole('row', { name: /seated/ })).toHaveCount(1);
  await page.context().close();
});
