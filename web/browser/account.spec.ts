// A person's own account: the statement adds up, the day's time and result are shown, and signing out
// everywhere asks for confirmation.

import { type Page, expect, test } from './test.ts';
import { ME, Script, serve } from './scripted.ts';

const HOUR = 3_600_000;
/** Noon on 27 November 2026 in the room. */
const NOON = Date.UTC(2026, 10, 27, 12);

/** 45 movements: the grant, then 44 stakes that leave the wallet and come back with a bit more or less. */
function wallet(): { unit: string; balance: number; lines: object[] } {
  const changes = [10_000, ...Array.from({ length: 44 }, (_, at) => (at % 2 === 0 ? -200 : 150 + at * 5))];
  const lines = changes.map((change, at) => ({
    sequence: 30 + at * 3, stream: at === 0 ? 'people' : 'table/4', at: NOON - (changes.length - at) * 2 * HOUR,
    kind: at === 0 ? 'granted' : change < 0 ? 'sit' : 'closed', other: at === 0 ? 'issue' : 'stake/4/7', change,
  }));
  return { unit: 'play', balance: changes.reduce((sum, change) => sum + change, 0), lines: lines.reverse() };
}

async function account(page: Page): Promise<void> {
  await page.clock.setFixedTime(NOON);
  const of = wallet();
  await serve(page, {
    '/api/room': { name: 'Cardroom', version: '0', time: NOON, zone: 'UTC', sign_up: true, play_chips: 10_000, who_opens_tables: 'players', has_administrator: true },
    '/api/me': { ...ME, wallet: of.balance, last_sign_in: Date.UTC(2026, 10, 26, 21, 15), session_until: NOON + 24 * HOUR },
    '/api/tables': { tables: [] },
    '/api/wallet': of,
    '/api/results': { sessions: [{ from: NOON - 3 * HOUR, until: NOON - 2 * HOUR, net: -50 }, { from: NOON - 72 * 60_000, until: null, net: 90 }] },
  });
  await new Script(() => undefined).attach(page);
  await page.goto('http://room.test/#/account');
  await expect(page.getByRole('heading', { name: 'Statement' })).toBeVisible();
}

/** Parses an amount as the page writes it. */
const amount = (text: string): number => Number(text.replaceAll(',', '').replace('−', '-').replace('+', ''));

/** Chips and balance of each line shown, newest first. */
async function shown(page: Page): Promise<{ change: number; after: number }[]> {
  const rows = await page.getByRole('region', { name: 'Statement' }).locator('tbody tr').all();
  return await Promise.all(
    rows.map(async (row) => ({ change: amount(await row.locator('.change').innerText()), after: amount(await row.locator('.after').innerText()) })),
  );
}

test('every balance on the statement is the sum of the lines up to it, on every page', async ({ page }) => {
  await account(page);
  const all: { change: number; after: number }[] = [];
  for (const [at, size] of [20, 20, 5].entries()) {
    if (at > 0) await page.getByRole('button', { name: 'Older' }).click();
    await expect(page.getByText(`page ${String(at + 1)} of 3`)).toBeVisible();
    const lines = await shown(page);
    expect(lines).toHaveLength(size);
    all.push(...lines);
  }
  await expect(page.getByRole('button', { name: 'Older' })).toBeDisabled();
  let sum = 0;
  for (const line of all.reverse()) {
    sum += line.change;
    expect(line.after).toBe(sum);
  }
  expect(sum).toBe(wallet().balance);
  await expect(page.getByText('Play chips granted by the room')).toBeVisible();
});

test('a day on the statement begins with the balance before it and ends with the balance after it', async ({ page }) => {
  await account(page);
  const statement = page.getByRole('region', { name: 'Statement' });
  await statement.getByLabel('From').fill('2026-11-26');
  await statement.getByLabel('To').fill('2026-11-26');
  // One line every two hours: twelve a day.
  await expect(statement.getByText('12 lines')).toBeVisible();
  const sums = (await statement.locator('dl.sum dd').allInnerTexts()).map(amount);
  const lines = await shown(page);
  const paidIn = lines.reduce((sum, line) => sum + Math.max(0, line.change), 0);
  const paidOut = lines.reduce((sum, line) => sum + Math.min(0, line.change), 0);
  const [newest, oldest] = [lines[0], lines.at(-1)];
  expect(sums).toEqual([(oldest?.after ?? 0) - (oldest?.change ?? 0), paidIn, paidOut, newest?.after]);
  await expect(statement.locator('.when').first()).toContainText('26 Nov 2026');
  await expect(statement.getByText('Stack back from table 4').first()).toBeVisible();
  await expect(statement.getByRole('link', { name: 'Hands at table 4' }).first()).toHaveAttribute('href', '/#/hands?table=4');
  await statement.getByRole('button', { name: 'All days' }).click();
  await expect(statement.getByText('45 lines, page 1 of 3')).toBeVisible();
});

test('time at tables and the result of the day are in the account and one tap away from everywhere', async ({ page }) => {
  await account(page);
  const tile = (name: string): ReturnType<Page['locator']> => page.locator('.tiles > div').filter({ hasText: name });
  await expect(tile('Session')).toContainText('1 h 12 min');
  await expect(tile('At tables today')).toContainText('2 h 12 min');
  await expect(tile('Result today')).toContainText('+40');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Session 1 h 12 min' })).toHaveAttribute('href', '/#/account');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog')).toContainText('Session 1 h 12 min. Today 2 h 12 min at tables, result +40.');
  await page.keyboard.press('Escape');
  await expect(page.getByText('You last signed in on 26 Nov 2026, 21:15.')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('12:00 UTC');
});

test('signing out everywhere takes a second press, and can be cancelled', async ({ page }) => {
  await account(page);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') requests.push(new URL(request.url()).pathname);
  });
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('Every device is signed out, including this one.')).toBeVisible();
  await page.getByRole('button', { name: 'Stay' }).click();
  expect(requests).toEqual([]);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const sent = page.waitForRequest('**/api/sign-out-everywhere');
  await page.getByRole('button', { name: 'Yes, sign out everywhere' }).click();
  await sent;
});
