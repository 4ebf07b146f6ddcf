// The lobby: filters are in the address, rows do not move under the pointer, and keys do what a mouse does.

import { type Page, expect, test } from './test.ts';
import { ME, STAKES, Script, flop, serve } from './scripted.ts';
import { OMAHA as DEALT } from '../src/wire/deals.ts';

interface Table {
  table: number;
  name: string;
  stakes: typeof STAKES;
  practice: boolean;
  seated: { seat: number; person: number; name: string; machine: boolean }[];
  standing: { is: string; reason?: string };
  hand: number;
  averages: null | { pot: number; hands_an_hour: number; hands: number; minutes: number };
}

function table(number: number, name: string, seated: number, more: Partial<Table> = {}): Table {
  return {
    table: number, name, stakes: STAKES, practice: false,
    seated: Array.from({ length: seated }, (_, at) => ({ seat: at + 1, person: 20 + at, name: `P${String(at)}`, machine: false })),
    standing: { is: 'open' }, hand: 0, averages: null, ...more,
  };
}

/** The lobby of a scripted room; the tables in it may be changed while it is shown. */
async function lobby(page: Page, tables: Table[], where = '#/'): Promise<{ put: (tables: Table[]) => void }> {
  const answers: Record<string, unknown> = { '/api/me': ME, '/api/tables': { tables }, '/api/books': [] };
  await page.clock.install();
  await serve(page, answers);
  await new Script((room) => {
    room.say({ t: 'snapshot', ...flop() });
  }).attach(page);
  await page.goto(`http://room.test/${where}`);
  await expect(page.getByRole('heading', { name: 'Cash tables' })).toBeVisible();
  return { put: (next) => (answers['/api/tables'] = { tables: next }) };
}

/** The names of the tables, from the top. */
const names = (page: Page): Promise<string[]> => page.locator('[data-table] .open').allTextContents();

const OMAHA = { ...STAKES, game: 'omaha', deal: DEALT, limit: 'full_pot' };
const THREE = [table(1, 'Elm', 2), table(2, 'Oak', 6, { stakes: OMAHA }), table(3, 'Ash', 4, { practice: true })];

test('a press on a column heading sorts by it, a second one reverses it, and the address has both', async ({ page }) => {
  await lobby(page, THREE);
  await expect.poll(() => names(page)).toEqual(['Elm', 'Oak', 'Ash']);
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  expect(await names(page)).toEqual(['Ash', 'Elm', 'Oak']);
  await page.getByRole('button', { name: 'Seats taken' }).click();
  expect(await names(page)).toEqual(['Oak', 'Ash', 'Elm']);
  await expect(page.getByRole('columnheader', { name: 'Seats taken' })).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Seats taken' }).click();
  expect(await names(page)).toEqual(['Elm', 'Ash', 'Oak']);
  expect(page.url()).toBe('http://room.test/#/?sort=seats');
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Elm', 'Ash', 'Oak']);
});

test('filters and the search text are in the address, and the address alone restores them', async ({ page }) => {
  await lobby(page, THREE);
  await page.getByRole('button', { name: 'Omaha' }).click();
  await expect.poll(() => names(page)).toEqual(['Oak']);
  await page.getByRole('button', { name: "Hold'em" }).click();
  await page.getByRole('button', { name: 'Free seats' }).click();
  await expect.poll(() => names(page)).toEqual(['Elm', 'Ash']);
  await page.getByRole('searchbox', { name: 'Find a table' }).pressSequentially('as');
  await expect.poll(() => names(page)).toEqual(['Ash']);
  expect(new URLSearchParams(new URL(page.url()).hash.replace('#/?', '')).get('find')).toBe('as');
  await page.goto('http://room.test/#/account');
  await page.goto('http://room.test/#/?find=oak&game=omaha');
  await expect.poll(() => names(page)).toEqual(['Oak']);
  await expect(page.getByRole('searchbox', { name: 'Find a table' })).toHaveValue('oak');
  await expect(page.getByRole('button', { name: 'Omaha' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('searchbox', { name: 'Find a table' }).fill('zebra');
  await expect(page.getByText('No table matches. 3 tables are open.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all tables' }).click();
  await expect.poll(() => names(page)).toEqual(['Elm', 'Oak', 'Ash']);
  expect(page.url()).toBe('http://room.test/#/');
});

test('no row moves under the pointer: changes are drawn in place, and the new order once the pointer leaves', async ({ page }) => {
  const room = await lobby(page, THREE, '#/?sort=seats&down=1');
  await expect.poll(() => names(page)).toEqual(['Oak', 'Ash', 'Elm']);
  const elm = page.locator('[data-table="1"]');
  await elm.hover();
  const before = await elm.boundingBox();
  room.put([table(1, 'Elm', 5), table(3, 'Ash', 1, { practice: true }), table(4, 'Yew', 6)]);
  await page.clock.runFor(2100);
  await expect(elm).toContainText('5 of 6');
  expect(await names(page)).toEqual(['Oak', 'Ash', 'Elm', 'Yew']);
  expect(await elm.boundingBox()).toEqual(before);
  await expect(page.locator('[data-table="2"]')).toContainText('closed');
  await page.getByRole('heading', { name: 'Cash tables' }).hover();
  await expect.poll(() => names(page)).toEqual(['Yew', 'Elm', 'Ash']);
});

test('no row moves under the focus either', async ({ page }) => {
  const room = await lobby(page, THREE, '#/?sort=seats&down=1');
  await expect.poll(() => names(page)).toEqual(['Oak', 'Ash', 'Elm']);
  await page.keyboard.press('j');
  await expect(page.locator('[data-table="2"] .open')).toBeFocused();
  room.put([table(1, 'Elm', 5), table(2, 'Oak', 1, { stakes: OMAHA }), table(3, 'Ash', 3, { practice: true })]);
  await page.clock.runFor(2100);
  await expect(page.locator('[data-table="2"]')).toContainText('1 of 6');
  expect(await names(page)).toEqual(['Oak', 'Ash', 'Elm']);
  await page.keyboard.press('/');
  await expect.poll(() => names(page)).toEqual(['Elm', 'Ash', 'Oak']);
});

test('keys alone go through the list and open a table', async ({ page }) => {
  await lobby(page, [table(4, 'Harbour', 2), table(5, 'Elm', 1)]);
  await expect.poll(() => names(page)).toEqual(['Harbour', 'Elm']);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys of the lobby' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: 'Elm' })).toBeFocused();
  await page.keyboard.press('k');
  await expect(page.getByRole('link', { name: 'Harbour' })).toBeFocused();
  // Letters typed into the search are letters.
  await page.keyboard.press('/');
  await page.keyboard.type('jk?');
  await expect(page.getByRole('searchbox', { name: 'Find a table' })).toHaveValue('jk?');
  await page.getByRole('searchbox', { name: 'Find a table' }).fill('harb');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible();
  expect(page.url()).toBe('http://room.test/#/table/4');
});

test('averages come with the period they cover, and a dash where there are none', async ({ page }) => {
  await lobby(page, [table(1, 'Elm', 2, { averages: { pot: 1250, hands_an_hour: 84, hands: 100, minutes: 71 } }), table(2, 'Oak', 0)]);
  const elm = page.locator('[data-table="1"]');
  await expect(elm.locator('.pot')).toHaveText('1,250over 71 min');
  await expect(elm.locator('.pace')).toHaveText('84over 71 min');
  await expect(page.locator('[data-table="2"] .pot')).toHaveText('–');
});

test('the player’s own seats are on top, and an empty room says what to do', async ({ page }) => {
  const room = await lobby(page, [table(4, 'Harbour', 2, { seated: [{ seat: 3, person: 7, name: 'Ada', machine: false }] })]);
  const mine = page.getByRole('region', { name: 'My seats' });
  await expect(mine.getByRole('link')).toContainText('Harbour, seat 3');
  room.put([]);
  await page.clock.runFor(2100);
  await expect(mine).toBeHidden();
  await expect(page.getByText('No table is open.')).toBeVisible();
  await expect(page.getByText('Open one: you choose the rule book, the game and the stakes.')).toBeVisible();
});

test('the badge of a book opens its clauses and how the table differs', async ({ page }) => {
  const settings = (cap: string): unknown[] => [
    { name: 'raise_cap', sentence: 'raises per betting round', unit: 'raises', value: cap, clauses: ['HE-10.8'] },
    { name: 'burn', sentence: 'a card is burned', unit: '', value: 'true', clauses: [] },
  ];
  const answers: Record<string, unknown> = {
    '/api/me': ME,
    '/api/tables': { tables: [table(1, 'Elm', 2)] },
    '/api/tables/1/sign': { title: 'Standard', stakes: STAKES, settings: settings('4'), rules: [] },
    '/api/books': [{ id: 'standard', title: 'Standard', version: '1', family: 'poker', document: null, based_on: null }],
    '/api/books/standard': { settings: settings('3') },
    '/api/books/standard/rules': [{ name: 'call', says: 'A call matches the bet.', clauses: [] }],
  };
  await serve(page, answers);
  await new Script(() => undefined).attach(page);
  await page.goto('http://room.test/#/');
  await page.getByRole('button', { name: 'Standard rules of Elm' }).click();
  const sheet = page.getByRole('dialog', { name: 'Rules of Elm' });
  await expect(sheet).toContainText('Raises in a betting round: 4 raises instead of 3 raises');
  await expect(sheet).not.toContainText('Burn:');
  await sheet.getByRole('button', { name: 'Clauses' }).click();
  await expect(sheet).toContainText('A call matches the bet.');
});

test('on a phone the list has two lines per table and its own list of sort orders, and nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await lobby(page, THREE);
  await page.getByLabel('Sort by').selectOption({ label: 'Seats taken, most first' });
  await expect.poll(() => names(page)).toEqual(['Oak', 'Ash', 'Elm']);
  const heights = await page.locator('[data-table]').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  for (const height of heights) expect(height).toBeLessThan(96);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
});
