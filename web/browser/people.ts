// People in browsers of their own at the real program: how they sign up, open a table, sit down and play.

import { type Browser, type Locator, type Page, expect } from '@playwright/test';
import type { Size } from './stage/stage.ts';

export const PASSWORD = 'correct horse battery';

/** Somebody new, signed up through the room's form in a browser of their own. */
export async function arrives(browser: Browser, address: string, login: string, size: Pick<Size, 'width' | 'height'> = { width: 1280, height: 800 }): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: size.width, height: size.height }, baseURL: address });
  const page = await context.newPage();
  const reply = await page.request.post('/api/sign-up', {
    data: { login, name: null, password: PASSWORD },
    headers: { 'idempotency-key': key(), origin: address },
  });
  expect(reply.status(), await reply.text()).toBeLessThan(300);
  return page;
}

/** A random key, as a client generates one for each request. */
export function key(): string {
  return Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join('');
}

/** Opens a table over HTTP, with the settings the book leaves open; returns its number. */
export async function opens(page: Page, name: string, book: string, settings: Record<string, string>, bots = 0): Promise<number> {
  const reply = await page.request.post('/api/tables', { data: { name, book, settings, bots }, headers: { 'idempotency-key': key() } });
  const text = await reply.text();
  expect(reply.status(), text).toBeLessThan(300);
  return (JSON.parse(text) as { table: number }).table;
}

/** Takes the first free seat offered, with the minimum or the usual stake. */
export async function sits(page: Page, table: number): Promise<void> {
  await page.goto(`/#/table/${String(table)}`);
  await page.getByRole('button', { name: /^Sit here/ }).first().click();
  await page.getByRole('button', { name: /^Sit with/ }).click();
  await seated(page);
}

/** Waits until a seat is taken: then the seat's own controls are there, on a phone behind one button. */
export async function seated(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^(Sit out|Seat)$/ }).filter({ visible: true })).toBeVisible();
}

export function acts(page: Page): Locator {
  return page.getByRole('group', { name: 'Your acts' });
}

/** The button that checks, calls or shows. */
export const passive = (page: Page): Locator => acts(page).getByRole('button', { name: /^(Check|Call \d|Show( both| all \d)?$)/ });

/** The names of the cards that the player of the page holds. */
export async function holds(page: Page): Promise<string[]> {
  const own = page.getByRole('group', { name: 'Your cards' }).locator('[data-card]');
  return await own.evaluateAll((elements) => elements.map((element) => element.getAttribute('data-card') ?? ''));
}

/** The number of the hand on the table. */
export async function handOf(page: Page): Promise<number> {
  return Number((await page.getByText(/^Hand \d+$/).first().textContent())?.replace(/\D/g, ''));
}

/** The lines of the log that say who won a pot. */
export function wins(page: Page): Locator {
  return page.getByRole('log').getByText(/^Pot 1 \(main\).* wins? /);
}

/**
 * Checks, calls and shows automatically, as soon as that is offered, until `done` appears: for tests that are
 * about something other than the pressing.
 */
export async function plays(page: Page, done: Locator, folds = false): Promise<void> {
  await page.evaluate((fold) => {
    const pattern = fold ? /^(Fold|Press again to fold|Show( both| all \d)?$)/ : /^(Check|Call \d|Show( both| all \d)?$)/;
    const look = (): void => {
      const all = document.querySelectorAll<HTMLButtonElement>('[aria-label="Your acts"] button:enabled');
      [...all].find((button) => pattern.test((button.textContent ?? '').trim()))?.click();
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    Object.assign(globalThis, { stopPlaying: () => watch.disconnect() });
    look();
  }, folds);
  await done.first().waitFor({ timeout: 60_000 });
  await page.evaluate(() => {
    (globalThis as unknown as { stopPlaying: () => void }).stopPlaying();
  });
}
