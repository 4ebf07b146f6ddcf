// What the page does when the connection or the room misbehaves: a scripted room stands in.

import { type Page, expect, test } from './test.ts';
import type { Request } from '../src/wire/wire.ts';
import { HOUSE, ME, Script, flop, menu, serve, turn, update } from './scripted.ts';

/** The page at a table of a scripted room, with the viewer to act. */
async function openSeated(page: Page, http: Record<string, unknown> = {}): Promise<Script> {
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [] }, ...http });
  const script = new Script((room) => {
    room.say({ t: 'snapshot', ...flop() });
  });
  await script.attach(page);
  await page.goto('http://room.test/#/table/4');
  await expect(page.getByRole('button', { name: 'Call 20', exact: true })).toBeEnabled();
  // Buttons that have just appeared ignore presses.
  await page.waitForFunction((since) => performance.now() > since + 300, await page.evaluate(() => performance.now()));
  return script;
}

const isAsk = (request: Request): request is Extract<Request, { t: 'ask' }> => request.t === 'ask';

test('an act without an answer is sent again with its key, and two presses act once', async ({ page }) => {
  const script = await openSeated(page);
  await page.getByRole('button', { name: 'Call 20', exact: true }).dblclick();
  const call = page.getByRole('button', { name: /^Call 20/ });
  await expect(call).toHaveText(/Sending/);
  await expect(call).toBeDisabled();
  await expect(call).toHaveText(/Still sending/);
  const requests = (await script.request(isAsk, 2)).filter(isAsk);
  expect(requests.map((request) => request.wish)).toEqual([{ do: 'call' }, { do: 'call' }]);
  expect(requests[1]?.key).toBe(requests[0]?.key);
  expect(requests[0]?.turn).toEqual({ hand: 12, acts: 17, facing: 20 });
  script.say({ t: 'answer', table: 4, key: requests[0]?.key ?? '', ok: true, number: 41 });
  script.say(update(41, [{ e: 'called', seat: 3, amount: 20, all_in: false, rule: 'call', clauses: [] }]));
  await expect(page.getByRole('button', { name: 'Call 20', exact: true })).toBeHidden();
  await expect(page.getByTestId('dock').getByText('Still sending')).toBeHidden();
  await expect(page.locator('[data-seat="3"]').getByTestId('stack')).toHaveText('460');
});

test('an act with an unknown outcome is called so after 9 s, and the room says what became of it', async ({ page }) => {
  await page.clock.install();
  const script = await openSeated(page);
  for (const [received, message] of [[true, 'Your call of 20 was received.'], [false, 'Your call of 20 was not received; the hand moved on. Nothing was taken for it.']] as const) {
    script.answersPings = false;
    await page.getByRole('button', { name: 'Call 20', exact: true }).click();
    const requests = (await script.request(isAsk)).filter(isAsk);
    const [first] = requests.slice(-1);
    const call = page.getByRole('button', { name: /^Call 20/ });
    await page.clock.runFor(2600);
    await expect(call).toHaveText(/Still sending/);
    await page.clock.runFor(6500);
    await expect(call).toHaveText(/Unknown: reconnecting/);
    await expect(call).toBeDisabled();
    // The connection is back: the same request goes out with the same key, and the answer is to the act that
    // was sent first.
    script.answersPings = true;
    const before = script.heard.filter(isAsk).length;
    await script.drop();
    await page.clock.runFor(6500);
    const again = (await script.request(isAsk, before + 1)).filter(isAsk).at(-1);
    expect(again?.key).toBe(first?.key);
    const key = first?.key ?? '';
    if (received) script.say({ t: 'answer', table: 4, key, ok: true, number: 41 });
    else script.say({ t: 'answer', table: 4, key, ok: false, code: 'late', reason: 'late', numbers: {}, why: 'play has moved on', rule: null, clauses: [], readings: [] });
    await expect(page.getByRole('note').filter({ hasText: message })).toBeVisible();
    await page.getByRole('note').filter({ hasText: message }).getByRole('button', { name: 'Close' }).click();
  }
});

test('a refusal is shown with its reason and the clause behind it, and the next turn does not remove it unread', async ({ page }) => {
  const script = await openSeated(page);
  await page.getByRole('button', { name: 'Raise to 40' }).click();
  const [ask] = (await script.request(isAsk)).filter(isAsk);
  expect(ask?.wish).toEqual({ do: 'raise', to: 40 });
  const why = 'raise to 40 is short: at least 45';
  script.say({ t: 'answer', table: 4, key: ask?.key ?? '', ok: false, code: 'short', reason: 'raise_too_small', numbers: { to: 40, at_least: 45 }, why, rule: 'least-raise', clauses: ['HE-10.2'], readings: [] });
  const note = page.getByRole('note').filter({ hasText: 'Raise to 40 is short: at least 45. Nothing was taken.' });
  await expect(note).toBeVisible();
  script.say(update(41, [{ e: 'checked', seat: 1, rule: null, clauses: [] }], { turn: turn(20, 18), menu: menu(20) }));
  await expect(page.getByRole('log')).toContainText('Ben checks');
  await expect(note).toBeVisible();
  await note.getByRole('button', { name: 'Why?' }).click();
  await expect(page.getByRole('dialog')).toContainText('HE-10.2');
});

test('a lost connection is announced, takes no acts, and resumes from the last number when it is back', async ({ page }) => {
  const script = await openSeated(page);
  script.say(update(41, [{ e: 'checked', seat: 1, rule: null, clauses: [] }], { turn: turn(20, 18), menu: menu(20) }));
  await expect(page.getByRole('log')).toContainText('Ben checks');
  await script.drop();
  const again = await script.request((request) => request.t === 'watch', 2);
  expect(again[1]).toEqual({ t: 'watch', table: 4, from: 41 });
  const badge = page.getByRole('button', { name: 'Live' });
  await expect(badge).toBeVisible();
  // Once a ping has been answered, the latency is there for anybody who points at the badge.
  await expect(badge.getByText(/^\d+ ms$/)).toBeHidden();
  await expect(badge.getByText(/^\d+ ms$/)).toBeAttached();
  await page.getByRole('link', { name: 'Results' }).focus();
  await page.keyboard.press('Tab');
  await expect(badge).toBeFocused();
  await expect(badge.getByText(/^\d+ ms$/)).toBeVisible();
});

test('the log of a page loaded in the middle of a hand has the hand so far', async ({ page }) => {
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [] } });
  const script = new Script((room) => {
    room.say(update(39, [{ e: 'raised', seat: 6, to: 20, full: true, all_in: false, rule: 'raise', clauses: ['HE-10.2'] }]));
    room.say(update(40, [{ e: 'folded', seat: 5, rule: null, clauses: [] }]));
    room.say({ t: 'snapshot', ...flop() });
  });
  await script.attach(page);
  await page.goto('http://room.test/#/table/4');
  await expect(page.getByRole('button', { name: 'Call 20', exact: true })).toBeEnabled();
  const log = page.getByRole('log');
  await expect(log).toContainText('Eli raises to 20');
  await expect(log).toContainText('Dee folds');
  expect(script.heard.find((request) => request.t === 'watch')).toEqual({ t: 'watch', table: 4, from: 0 });
  // What the room repeats has happened already: the table is as the snapshot says.
  await expect(page.locator('[data-seat="6"]').getByTestId('stack')).toHaveText('95');
  await expect(page.getByText('While you were away')).toBeHidden();
  script.say(update(41, [{ e: 'checked', seat: 1, rule: null, clauses: [] }], { turn: turn(20, 18), menu: menu(20) }));
  await expect(log).toContainText('Ben checks');
  expect(script.heard.filter((request) => request.t === 'watch')).toHaveLength(1);
});

test('a player who comes back in the middle of a hand is shown what the clock did meanwhile', async ({ page }) => {
  const script = await openSeated(page);
  const since = 1_795_000_000_000;
  script.say(update(41, [{ e: 'checked', seat: 1, rule: null, clauses: [] }], { turn: turn(20, 18), menu: menu(20) }));
  await expect(page.getByRole('log')).toContainText('Ben checks');
  await expect(page.getByText('While you were away')).toBeHidden();
  // The room's only news of the table is what happened meanwhile, sent with the time at which it happened.
  script.answersWatches = (room) => {
    const missed = (number: number, events: Parameters<typeof update>[1]): void => {
      const frame = update(number, events, number === 44 ? { turn: turn(0, 20), menu: menu(0) } : undefined);
      if (frame.t === 'update') room.say({ ...frame, at: since - 60_000 });
    };
    missed(42, [
      { e: 'time_ran_out', seat: 3, rule: 'announced-time', clauses: ['HE-4.8'] },
      { e: 'called', seat: 3, amount: 20, all_in: false, rule: 'call', clauses: [] },
    ]);
    missed(43, [{ e: 'folded', seat: 6, rule: null, clauses: [] }]);
    missed(44, [{ e: 'board_dealt', card: '9c', slot: 21, rule: null, clauses: [] }]);
  };
  await script.drop();
  const again = await script.request((request) => request.t === 'watch', 2);
  expect(again[1]).toEqual({ t: 'watch', table: 4, from: 41 });
  const card = page.getByRole('note').filter({ hasText: 'While you were away' });
  await expect(card).toBeVisible();
  await expect(card).toContainText('Your time ran out');
  // What others did meanwhile is in the log and on the table, not in the list of what was done for the
  // player.
  await expect(card).not.toContainText('Eli');
  await expect(page.getByRole('log')).toContainText('Eli folds');
  await expect(page.getByRole('group', { name: 'Board' }).locator('[data-card="9c"]')).toBeVisible();
  await expect(page.locator('[data-seat="3"]').getByTestId('stack')).toHaveText('460');
  await card.getByRole('button', { name: 'Why?' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('HE-4.8');
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Close' }).click();
  await expect(card).toBeHidden();
  // It is the player's turn, and the acts are those of the current position.
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeEnabled();
});

test("while the connection is silent the table says how old it is by the room's clock, and its buttons are disabled", async ({ page, context }) => {
  // The device's clock is slow by a little over ten minutes.
  const ahead = 637_000;
  await openSeated(page, { '/api/room': { ...HOUSE, zone: 'Europe/Vienna', time: Date.now() + ahead } });
  await context.setOffline(true);
  const note = page.getByRole('note').filter({ hasText: 'This device has no network. Your seat is kept.' });
  await expect(note).toContainText(/as of \d\d:\d\d:\d\d\./);
  const asOf = /as of ([\d:]+)\./.exec((await note.textContent()) ?? '')?.[1];
  const near = Array.from({ length: 60 }, (_, second) => new Date(Date.now() + ahead - second * 1000).toLocaleTimeString('en-GB', { timeZone: 'Europe/Vienna' }));
  expect(near).toContain(asOf);
  await expect(page.getByRole('button', { name: 'No network' }).locator('[data-plug]')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Call 20', exact: true })).toBeDisabled();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Call 20', exact: true })).toBeEnabled();
});

test("the room's clock is measured every 30 s and when the page becomes visible; a page in the background requests nothing", async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-28T20:00:10Z') });
  let [asked, ahead] = [0, 0];
  await openSeated(page);
  await page.route('**/api/room', async (route) => {
    asked += 1;
    await route.fulfill({ json: { ...HOUSE, zone: 'Europe/Vienna', time: (await page.evaluate(() => Date.now())) + ahead } });
  });
  const foot = page.getByRole('contentinfo');
  await expect(foot).toContainText('20:00 UTC, by this device');
  ahead = 3_600_000;
  await page.clock.runFor(30_000);
  await expect(foot).toContainText('21:00');
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  });
  await page.clock.runFor(90_000);
  expect(asked).toBe(1);
  ahead = 7_200_000;
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(foot).toContainText('22:02');
  expect(asked).toBe(2);
});

test('a gap in the numbers is requested again and not drawn', async ({ page }) => {
  const script = await openSeated(page);
  script.say(update(43, [{ e: 'folded', seat: 6, rule: null, clauses: [] }]));
  const watches = await script.request((request) => request.t === 'watch', 2);
  expect(watches[1]).toEqual({ t: 'watch', table: 4, from: 40 });
  await expect(page.getByRole('log')).not.toContainText('Eli folds');
});

test('a bet that changes under the press sends nothing', async ({ page }) => {
  const script = await openSeated(page);
  // The call becomes more expensive, and the press comes at once.
  script.say(update(41, [{ e: 'checked', seat: 1, rule: null, clauses: [] }], { turn: turn(90, 18), menu: menu(90) }));
  await page.getByRole('button', { name: 'Call 90' }).click();
  const message = 'The bet changed from 20 to 90. Nothing was sent. Press again to call 90.';
  await expect(page.getByRole('note').filter({ hasText: message })).toBeVisible();
  expect(script.heard.filter(isAsk)).toEqual([]);
});

test('all-in takes two presses, A and Enter by keyboard, and Esc takes back the first', async ({ page }) => {
  const script = await openSeated(page);
  await page.keyboard.press('a');
  await expect(page.getByRole('button', { name: 'Press again: all-in 480' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'All-in 480' })).toBeVisible();
  await page.keyboard.press('Enter');
  expect(script.heard.filter(isAsk)).toEqual([]);
  await page.getByRole('button', { name: 'All-in 480' }).click();
  await expect(page.getByRole('button', { name: 'Press again: all-in 480' })).toBeVisible();
  // Two presses closer than 50 ms are one.
  await page.waitForFunction((since) => performance.now() > since + 60, await page.evaluate(() => performance.now()));
  await page.getByRole('button', { name: 'Press again: all-in 480' }).click();
  const [ask] = (await script.request(isAsk)).filter(isAsk);
  expect(ask?.wish).toEqual({ do: 'raise', to: 480 });
});

test('a table that is open elsewhere takes no acts until it is taken back', async ({ page }) => {
  const script = await openSeated(page);
  script.say({ t: 'elsewhere', table: 4 });
  await expect(page.getByText('This table is open on another device.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Call 20', exact: true })).toBeDisabled();
  // What is drawn is old: neither a turn nor a clock is shown with it.
  await expect(page.getByTestId('dock').getByText(/^As it was at \d/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Table' }).getByText(/Your turn|\bto act\b/)).toHaveCount(0);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page).not.toHaveTitle(/Your turn/);
  await page.keyboard.press('c');
  await page.getByRole('button', { name: 'Use here' }).click();
  await expect(page.getByRole('button', { name: 'Call 20', exact: true })).toBeEnabled();
  expect(script.heard.filter(isAsk)).toEqual([]);
  expect(script.heard.filter((request) => request.t === 'watch')).toHaveLength(2);
});

test('a table that another tab of the browser takes comes back when that tab closes, and only then', async ({ page }) => {
  const script = await openSeated(page);
  const watches = (): number => script.heard.filter((request) => request.t === 'watch').length;
  const second = await page.context().newPage();
  const other = await openSeated(second);
  script.say({ t: 'elsewhere', table: 4 });
  await expect(page.locator('.whole').getByText('This table is open in another tab.')).toBeVisible();
  // Reloaded, that tab has the table again, because it asks after this one does.
  await second.reload();
  await expect.poll(watches).toBe(2);
  await other.request((request) => request.t === 'watch', 2);
  script.say({ t: 'elsewhere', table: 4 });
  await expect(page.locator('.whole').getByText('This table is open in another tab.')).toBeVisible();
  // It navigates to another page.
  await second.goto('about:blank');
  await expect(page.getByRole('button', { name: 'Call 20', exact: true })).toBeEnabled();
  expect(watches()).toBe(3);
  // Another device takes the table from a tab: a tab that closes does not take it back.
  const third = await page.context().newPage();
  const last = await openSeated(third);
  script.say({ t: 'elsewhere', table: 4 });
  await expect(page.locator('.whole').getByText('This table is open in another tab.')).toBeVisible();
  last.say({ t: 'elsewhere', table: 4 });
  await expect(third.locator('.whole').getByText('This table is open on another device.')).toBeVisible();
  await expect(page.locator('.whole').getByText('This table is open on another device.')).toBeVisible();
  await third.close();
  await second.close();
  await page.getByRole('button', { name: 'Use here' }).click();
  await expect(page.getByRole('button', { name: 'Call 20', exact: true })).toBeEnabled();
  expect(watches()).toBe(4);
});

test('where a table is open elsewhere and the connection is lost too, both are shown', async ({ page }) => {
  const script = await openSeated(page);
  script.say({ t: 'elsewhere', table: 4 });
  await expect(page.getByText('This table is open on another device.')).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.locator('.whole').getByText(/^This table is open on another device\. This device has no network\. Your seat is kept\./)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('button', { name: 'Use here' })).toBeVisible();
});

test('only what the room offers is drawn', async ({ page }) => {
  const script = await openSeated(page);
  const why = 'the all-in of 35 is short of a full raise and does not reopen the betting: call 20 or fold';
  const closed = { ...menu(20), raise: null, closed: { reason: 'not_reopened', numbers: { all_in: 35, to_call: 20, opens: false }, why, rule: 'short-all-in-does-not-reopen', clauses: ['HE-10.5'], readings: [] } };
  script.say(update(41, [{ e: 'checked', seat: 1, rule: null, clauses: [] }], { turn: turn(20, 18), menu: closed }));
  await expect(page.getByText('Raise closed')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Raise/ })).toBeHidden();
  await page.getByTestId('dock').locator('.closed').getByRole('button', { name: 'Why?' }).click();
  // The room's reason, as a sentence.
  await expect(page.getByRole('dialog')).toContainText('The all-in of 35 is short of a full raise and does not reopen the betting: call 20 or fold.');
  await expect(page.getByRole('dialog')).toContainText('HE-10.5');
  await page.keyboard.press('Escape');
  script.say(update(42, [{ e: 'checked', seat: 1, rule: null, clauses: [] }], { turn: turn(0, 19), menu: menu(0) }));
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bet 5' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Call \d+$/ })).toBeHidden();
});
