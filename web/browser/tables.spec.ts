// Before sitting down, and several tables in one page.

import { type Page, expect, test } from './test.ts';
import type { Request, TableView } from '../src/wire/wire.ts';
import { ME, STAKES, Script, flop, menu, serve, turn, update } from './scripted.ts';

const isAsk = (request: Request): request is Extract<Request, { t: 'ask' }> => request.t === 'ask';

const setting = (name: string, value: string, clauses: string[] = []): object => ({ name, value, sentence: name, unit: '', clauses });
const SIGN = {
  title: 'Standard',
  stakes: STAKES,
  rules: [],
  settings: [
    setting('commission_method', 'pot'),
    setting('commission_percent', '5'),
    setting('commission_cap', '1000'),
    setting('turn_seconds', '15', ['HE-4.8(a)']),
    setting('time_bank_seconds', '30'),
    setting('disconnect_seconds', '20'),
    setting('timeout_when_check_is_free', 'check'),
    setting('newcomer_entry', 'wait_or_post', ['HE-17.11']),
  ],
};

/** A table that the viewer watches, with seat 4 free. */
function watchedTable(): TableView {
  const view = flop();
  return { ...view, own: null, chairs: view.chairs.filter((chair) => chair.person !== 7), turn: null, menu: null, hand: null };
}

test('before sitting down one sheet has the limits, the commission, the clock, lost connections, the blinds and the book', async ({ page }) => {
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [] }, '/api/tables/4/sign': SIGN });
  const script = new Script((room) => room.say({ t: 'snapshot', ...watchedTable() }));
  await script.attach(page);
  await page.goto('http://room.test/#/table/4');
  await page.getByRole('button', { name: /^Sit here/ }).first().click();
  const sheet = page.getByRole('dialog', { name: /^Seat \d at Harbour/ });
  await expect(sheet).toContainText('Blinds 2 and 5.');
  // 1,000 cents are not a whole number of chips where a chip is worth nothing.
  await expect(sheet).toContainText('5 percent of the pot, at most $10.');
  await expect(sheet).toContainText('15 s for every act. A time bank of 30 s for the whole session.');
  await expect(sheet).toContainText('20 s more, once a hand. Then you are checked if checking is free, otherwise folded.');
  await expect(sheet).toContainText('Standard, version 1');
  // 100 blinds of 5 are 500, which is the most; that leaves 4,000 of the wallet's 4,500.
  await expect(sheet.getByRole('button', { name: 'Sit with 500' })).toBeEnabled();
  await expect(sheet).toContainText('Wallet 4,500, 4,000 after sitting down.');
  await sheet.getByRole('textbox', { name: 'Chips' }).fill('99');
  await expect(sheet.getByRole('button', { name: /^Sit with/ })).toBeDisabled();
  await expect(sheet).toContainText('From 100 to 500. Your wallet holds 4,500.');
  await sheet.getByRole('button', { name: 'Half 300' }).click();
  await expect(sheet.getByRole('slider', { name: 'Chips' })).toHaveValue('300');
  await sheet.getByRole('slider', { name: 'Chips' }).fill('250');
  await sheet.getByRole('radio', { name: /^Post 5 now/ }).check();
  await sheet.getByRole('button', { name: 'Sit with 250' }).click();
  await expect(sheet).toBeHidden();

  // The seat first, and the blind when the seat is taken.
  const [sit] = (await script.request(isAsk)).filter(isAsk);
  expect(sit?.wish).toMatchObject({ do: 'sit', stack: 250 });
  const seat = sit?.wish.do === 'sit' ? sit.wish.seat : 0;
  script.say({ t: 'answer', table: 4, key: sit?.key ?? '', ok: true, number: 41 });
  script.say(update(41, [{ e: 'sat', seat, person: 7, name: 'Ada', machine: false, stack: 250, waits: true, rule: null, clauses: [] }]));
  const asks = (await script.request(isAsk, 2)).filter(isAsk);
  expect(asks[1]?.wish).toEqual({ do: 'sit_in', posts: true });

  // At the table the same can still be read, with the seal of the deck when there is one.
  const commitment = { deck: { hand: 12, cards: [] }, commitment: 'ab12'.repeat(16) };
  script.say(update(42, [{ e: 'deck', hand: 12, commitment, rule: null, clauses: [] } as never]));
  await page.getByRole('tab', { name: 'Info' }).click();
  const info = page.getByRole('tabpanel');
  await expect(info).toContainText('5 percent of the pot, at most $10.');
  await expect(info).toContainText('15 s for every act. A time bank of 30 s for the whole session.');
  await expect(info).toContainText('20 s more, once a hand. Then you are checked if checking is free, otherwise folded.');
  await expect(info).toContainText('100 to 500');
  await expect(info).toContainText(/Seal of the deck of hand 12\s*(ab12){16}/);
});

test('a player waiting for the blind is asked for nothing more, and a wallet that is too small says so', async ({ page }) => {
  const answers: Record<string, unknown> = { '/api/me': ME, '/api/tables': { tables: [] }, '/api/tables/4/sign': SIGN };
  await serve(page, answers);
  const script = new Script((room) => room.say({ t: 'snapshot', ...watchedTable() }));
  await script.attach(page);
  await page.goto('http://room.test/#/table/4');
  await page.getByRole('button', { name: /^Sit here/ }).first().click();
  await page.getByRole('button', { name: 'Sit with 500' }).click();
  const [sit] = (await script.request(isAsk)).filter(isAsk);
  const seat = sit?.wish.do === 'sit' ? sit.wish.seat : 0;
  script.say({ t: 'answer', table: 4, key: sit?.key ?? '', ok: true, number: 41 });
  script.say(update(41, [{ e: 'sat', seat, person: 7, name: 'Ada', machine: false, stack: 500, waits: true, rule: null, clauses: [] }]));
  await expect(page.getByRole('button', { name: 'Leave', exact: true })).toBeVisible();
  expect(script.heard.filter(isAsk)).toHaveLength(1);

  answers['/api/me'] = { ...ME, wallet: 60 };
  await page.reload();
  await page.getByRole('button', { name: /^Sit here/ }).first().click();
  await expect(page.getByText('Your wallet holds 60; this table needs at least 100.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sit with/ })).toBeDisabled();
});

/** A page with two tables, the viewer seated at both: Harbour in front, Elm behind it. */
async function two(page: Page): Promise<Script> {
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [] } });
  await page.addInitScript(() => sessionStorage.setItem('cardroom.tables', '4 5'));
  const script = new Script((room, request) => {
    if (request.table === 4) room.say({ t: 'snapshot', ...flop(), turn: null, menu: null });
    else room.say({ t: 'snapshot', ...flop(), table: 5, name: 'Elm', turn: null, menu: null });
  });
  await script.attach(page);
  await page.goto('http://room.test/#/table/4');
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible();
  return script;
}

/** It becomes the viewer's turn at Elm. */
function giveTurnAtElm(script: Script, number: number, facing = 20): void {
  const frame = update(number, [{ e: 'checked', seat: 1, rule: null, clauses: [] }], { turn: turn(facing, number), menu: menu(facing) });
  if (frame.t === 'update') script.say({ ...frame, table: 5 });
}

test('the bar of tables says which one waits and how long, N goes there, and each keeps its own state', async ({ page }) => {
  const script = await two(page);
  const bar = page.getByRole('navigation', { name: 'Open tables' });
  await expect(bar.getByRole('link')).toHaveCount(2);
  // The bar takes its room, and the viewer's own plate with its markers, which extend 11 px below it, is
  // still visible.
  await expect(page.locator('.felt')).not.toHaveClass(/low/);
  const [plate, dock] = [await page.locator('[data-seat="3"]').boundingBox(), await page.getByTestId('dock').boundingBox()];
  expect((plate?.y ?? 0) + (plate?.height ?? 0) + 11).toBeLessThanOrEqual(dock?.y ?? 0);
  await expect(bar.getByRole('link', { name: 'Harbour' })).toHaveAttribute('aria-current', 'page');
  script.say(update(41, [{ e: 'checked', seat: 1, rule: null, clauses: [] }]));
  giveTurnAtElm(script, 41);
  await expect(bar.getByRole('link', { name: /^Elm/ })).toContainText(/your turn\s0:1[5-8]/);
  await expect(page).toHaveTitle(/^Harbour/);
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { level: 1, name: 'Elm' })).toBeVisible();
  await expect(page).toHaveTitle('Your turn - Elm - Cardroom');
  await expect(page.getByRole('button', { name: 'Call 20', exact: true })).toBeEnabled();
  await bar.getByRole('link', { name: 'Harbour' }).click();
  await expect(page.getByRole('log')).toContainText('Ben checks');
  await expect(page.getByRole('button', { name: 'Call 20', exact: true })).toBeHidden();
});

test('both tables are there again after a reload', async ({ page }) => {
  await two(page);
  const bar = page.getByRole('navigation', { name: 'Open tables' });
  await expect(bar.getByRole('link', { name: /^Elm/ })).toBeVisible();
  await page.goto('http://room.test/#/');
  await page.reload();
  await expect(bar.getByRole('link')).toHaveCount(2);
});

test('a table whose seat is gone can be put away', async ({ page }) => {
  const script = await two(page);
  const frame = update(41, [{ e: 'left', seat: 3, stack: 480, rule: null, clauses: [] }]);
  if (frame.t === 'update') script.say({ ...frame, table: 5 });
  await page.getByRole('button', { name: 'Stop watching Elm' }).click();
  await expect(page.getByRole('navigation', { name: 'Open tables' })).toBeHidden();
  expect(await script.request((request) => request.t === 'unwatch' && request.table === 5)).toHaveLength(1);
});

test('in a window wider than 1600 px tables are side by side, and a press belongs to the table it is at', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1000 });
  const script = await two(page);
  const elm = page.getByRole('region', { name: 'Elm', exact: true });
  const harbour = page.getByRole('region', { name: 'Harbour', exact: true });
  await expect(elm).toBeVisible();
  await expect(harbour).toBeVisible();
  const [left, right] = [await harbour.boundingBox(), await elm.boundingBox()];
  expect(left?.y).toBe(right?.y);
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
  await expect(page.getByRole('complementary')).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);

  giveTurnAtElm(script, 41);
  await expect(elm.getByRole('button', { name: 'Call 20', exact: true })).toBeEnabled();
  // Every control is in its own table, at the smallest width too.
  for (const width of [1920, 1601]) {
    await page.setViewportSize({ width, height: 1000 });
    const beyond = await page.evaluate(() =>
      [...document.querySelectorAll('.play')].flatMap((play) => {
        const own = play.getBoundingClientRect();
        return [...play.querySelectorAll<HTMLElement>('button, input, h1, .game')]
          .filter((element) => element.checkVisibility() && (element.getBoundingClientRect().left < own.left || element.getBoundingClientRect().right > own.right))
          .map((element) => element.textContent || element.id);
      }),
    );
    expect(beyond, `${String(width)} px`).toEqual([]);
    await expect(elm.getByRole('textbox', { name: /^Raise to/ })).toBeVisible();
  }
  await page.setViewportSize({ width: 1920, height: 1000 });
  // Buttons that have just moved ignore presses, so this waits until they accept one.
  await page.waitForFunction((since) => performance.now() > since + 800, await page.evaluate(() => performance.now()));
  // Keys go to the table in front, which is Harbour, where nothing waits.
  await page.keyboard.press('c');
  await page.keyboard.press('f');
  expect(script.heard.filter(isAsk)).toEqual([]);
  await elm.getByRole('button', { name: 'Call 20', exact: true }).click();
  const [ask] = (await script.request(isAsk)).filter(isAsk);
  expect(ask).toMatchObject({ table: 5, wish: { do: 'call' } });
  expect(page.url()).toBe('http://room.test/#/table/5');
  await page.setViewportSize({ width: 1600, height: 1000 });
  await expect(harbour).toBeHidden();
});

test('a spectator at one table who goes to another by its address sees that one', async ({ page }) => {
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [] }, '/api/tables/4/sign': SIGN, '/api/tables/5/sign': SIGN });
  const script = new Script((room, { table }) => room.say({ t: 'snapshot', ...watchedTable(), table, name: `Number ${String(table)}` }));
  await script.attach(page);
  await page.goto('http://room.test/#/table/4');
  await expect(page.getByRole('heading', { level: 1, name: 'Number 4' })).toBeVisible();
  await page.goto('http://room.test/#/table/5');
  await expect(page.getByRole('heading', { level: 1, name: 'Number 5' })).toBeVisible();
  expect(await script.request((request) => request.t === 'unwatch')).toEqual([{ t: 'unwatch', table: 4 }]);
});
