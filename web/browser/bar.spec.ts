// The action bar: what it takes to act, what it never sends, and what it shows for every limit.

import { type Page, expect, test } from './test.ts';
import type { Menu, Request, TableView, Update } from '../src/wire/wire.ts';
import { ME, STAKES, Script, flop, menu, serve, stand, turn, update } from './scripted.ts';

const PHONES = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];
const isAsk = (request: Request): request is Extract<Request, { t: 'ask' }> => request.t === 'ask';
const wishes = (script: Script): unknown[] => script.heard.filter(isAsk).map((request) => request.wish);

/** Where the buttons are. */
async function buttonPositions(page: Page): Promise<string> {
  return JSON.stringify(await page.getByTestId('dock').boundingBox());
}

/** The page at a table of a scripted room. Its clock stands still until the test advances it. */
async function table(page: Page, view: TableView = flop(), chosen: Record<string, unknown> = {}): Promise<Script> {
  await page.clock.install({ time: 1_795_000_000_000 });
  const least = { name: 'smallest-raise', says: 'A raise is no less than the opening bet.', clauses: ['HE-10.2'] };
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [] }, '/api/books/standard/rules': [least] });
  const script = new Script((room) => {
    room.say({ t: 'snapshot', ...view });
  });
  await script.attach(page);
  await page.addInitScript((stored) => {
    localStorage.setItem('cardroom.settings', stored);
  }, JSON.stringify(chosen));
  await page.goto('http://room.test/#/table/4');
  await expect(page.getByTestId('dock')).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  // From here on time passes only when a test lets it. Buttons that have just appeared ignore presses.
  await stand(page);
  // On a slow machine parts of the page are still loading, and buttons that moved ignore presses for a while
  // too.
  for (let was = '', is = await buttonPositions(page); is !== was; is = await buttonPositions(page)) {
    await page.clock.runFor(700);
    was = is;
  }
  return script;
}

/** The table on the flop with another menu, and other stakes. */
function on(but: Partial<Menu>, stakes: Partial<TableView['stakes']> = {}, more: Partial<TableView> = {}): TableView {
  const view = flop();
  return { ...view, stakes: { ...STAKES, ...stakes }, menu: { ...menu(20), ...but }, ...more };
}

/** Only seat 6 is on turn: what the viewer may choose before their own turn. */
function waiting(bet: number): TableView {
  const view = flop();
  const hand = view.hand ? { ...view.hand, players: view.hand.players.map((player) => (player.seat === 6 ? { ...player, in_round: bet } : player)) } : null;
  return { ...view, hand, turn: { ...turn(0), seat: 6 }, menu: null };
}

const act = (number: number, event: Update['events'][number], next?: Parameters<typeof update>[2]): ReturnType<typeof update> => update(number, [event], next);
const checks: Update['events'][number] = { e: 'checked', seat: 6, rule: null, clauses: [] };

test('two presses within 50 ms act once', async ({ page }) => {
  const script = await table(page);
  await page.getByRole('button', { name: 'Call 20', exact: true }).evaluate((button) => {
    (button as HTMLElement).click();
    (button as HTMLElement).click();
  });
  await script.request(isAsk);
  await page.clock.runFor(2000);
  expect(wishes(script)).toEqual([{ do: 'call' }]);
});

test('a bet that arrives 300 ms before a press on Check sends nothing', async ({ page }) => {
  const script = await table(page, on({ check: true, call: null, raise: { is_bet: true, min: 5, max: 480, unit: 1, all_in: 480 } }, {}, { turn: turn(0) }));
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeEnabled();
  script.say(act(41, { e: 'bet', seat: 6, to: 90, full: true, all_in: false, rule: null, clauses: [] }, { turn: turn(90, 18), menu: menu(90) }));
  await expect(page.getByRole('button', { name: 'Call 90', exact: true })).toBeVisible();
  await page.clock.runFor(300);
  await page.getByRole('button', { name: 'Call 90', exact: true }).click();
  await expect(page.getByRole('note')).toContainText('The bet changed from 0 to 90. Nothing was sent. Press again to call 90.');
  expect(wishes(script)).toEqual([]);
  await page.clock.runFor(700);
  await page.getByRole('button', { name: 'Call 90', exact: true }).click();
  await script.request(isAsk);
  expect(wishes(script)).toEqual([{ do: 'call' }]);
});

test('a press while the buttons move is not sent', async ({ page }) => {
  const script = await table(page);
  const call = page.getByRole('button', { name: 'Call 20', exact: true });
  await page.evaluate(() => {
    const dock = document.querySelector<HTMLElement>('[data-testid=dock]');
    if (dock) dock.style.position = 'relative';
    if (dock) dock.style.top = '-70px';
  });
  await call.click();
  await expect(page.getByRole('note')).toContainText('The buttons have just moved. Nothing was sent. Press again.');
  expect(wishes(script)).toEqual([]);
  await page.clock.runFor(700);
  await call.click();
  await script.request(isAsk);
});

test('one tap does not go all-in, but holding for half a second does', async ({ page }) => {
  const script = await table(page);
  await page.getByRole('button', { name: 'Max', exact: true }).click();
  const allIn = page.getByRole('button', { name: /^All-in 480/ });
  await expect(allIn).toContainText('hold, or press twice');
  await allIn.click();
  await expect(page.getByRole('button', { name: /^Press again: all-in 480/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.clock.runFor(1000);
  expect(wishes(script)).toEqual([]);
  const box = await allIn.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 30);
  await page.mouse.down();
  await page.clock.runFor(499);
  expect(wishes(script)).toEqual([]);
  await page.clock.runFor(2);
  await page.mouse.up();
  await script.request(isAsk);
  expect(wishes(script)).toEqual([{ do: 'raise', to: 480 }]);
});

test('two taps of a trembling finger count as one', async ({ page }) => {
  const script = await table(page);
  await page.getByRole('button', { name: 'Max', exact: true }).click();
  await page.getByRole('button', { name: /^All-in 480/ }).dblclick();
  await expect(page.getByRole('button', { name: /^Press again: all-in 480/ })).toBeVisible();
  expect(wishes(script)).toEqual([]);
});

test('A then Enter goes all-in', async ({ page }) => {
  const script = await table(page);
  await page.keyboard.press('a');
  await page.clock.runFor(100);
  await page.keyboard.press('Enter');
  await script.request(isAsk);
  expect(wishes(script)).toEqual([{ do: 'raise', to: 480 }]);
});

test('folding takes two presses when checking is free, by button and by key, and one when that is turned off', async ({ page, context }) => {
  const free = on({ check: true, call: null, raise: { is_bet: true, min: 5, max: 480, unit: 1, all_in: 480 } }, {}, { turn: turn(0) });
  const script = await table(page, free);
  await page.getByRole('button', { name: 'Fold (check is free)' }).click();
  await page.clock.runFor(100);
  expect(wishes(script)).toEqual([]);
  await page.getByRole('button', { name: 'Press again to fold' }).click();
  await script.request(isAsk);
  expect(wishes(script)).toEqual([{ do: 'fold' }]);
  const other = await context.newPage();
  const second = await table(other, free, { foldTwice: false });
  await other.keyboard.press('f');
  await second.request(isAsk);
  expect(wishes(second)).toEqual([{ do: 'fold' }]);
});

test('a call for the whole stack says so and needs one press', async ({ page }) => {
  const script = await table(page, on({ call: 480, raise: null }));
  await page.getByRole('button', { name: 'Call 480 (all-in)' }).click();
  await script.request(isAsk);
  expect(wishes(script)).toEqual([{ do: 'call' }]);
});

test('the amount understands thousands and big blinds, steps, pots and the wheel, and is reset with each decision', async ({ page }) => {
  const script = await table(page, on({ raise: { is_bet: false, min: 40, max: 4800, unit: 1, all_in: 4800 } }));
  const field = page.getByRole('textbox', { name: /^Raise to/ });
  await expect(field).toHaveValue('40');
  await page.keyboard.press('r');
  await expect(field).toBeFocused();
  for (const [typed, to] of [['1250', '1,250'], ['1,250', '1,250'], ['1.25k', '1,250'], ['20bb', '100']] as const) {
    await field.fill(typed);
    await expect(page.getByRole('button', { name: new RegExp(`^Raise to ${to} adds`) })).toBeVisible();
  }
  await expect(page.getByTestId('reading')).toHaveText('= 100');
  await field.fill('35');
  await expect(page.getByTestId('reading')).toHaveText('Minimum raise is to 40. You entered 35.');
  await expect(page.getByRole('button', { name: /^Raise to …/ })).toBeDisabled();
  // The amount comes with its rule and its clause.
  await page.getByRole('button', { name: 'Why? Minimum raise is to 40.' }).click();
  await expect(page.getByRole('dialog')).toContainText('A raise is no less than the opening bet.');
  await expect(page.getByRole('dialog')).toContainText('HE-10.2');
  await page.keyboard.press('Escape');
  await field.fill('100');
  await page.keyboard.press('ArrowUp');
  await expect(field).toHaveValue('101');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(field).toHaveValue('111');
  // The pot is 520.
  await page.keyboard.press('PageUp');
  await expect(field).toHaveValue('631');
  await field.hover();
  await page.mouse.wheel(0, 100);
  await expect(field).toHaveValue('630');
  // These keys change the amount from anywhere at the table, not only in the field.
  await page.keyboard.press('Escape');
  await expect(field).not.toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(field).toHaveValue('629');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('PageDown');
  await expect(field).toHaveValue('119');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(field).toHaveValue('630');
  const more = page.getByRole('button', { name: 'One step more' });
  await more.click();
  await expect(field).toHaveValue('631');
  await more.hover();
  await page.mouse.down();
  await page.clock.runFor(400 + 80 * 3);
  await page.mouse.up();
  await expect(field).not.toHaveValue('632');
  script.say(act(41, checks, { turn: turn(20, 18), menu: menu(20) }));
  await expect(field).toHaveValue('40');
});

for (const { name, view, presets, says } of [
  { name: 'no limit', view: on({}), presets: ['Min', '½ pot', '⅔ pot', 'Pot', 'Max'], says: '40 to 480' },
  {
    name: 'no limit before the flop',
    view: on({}, {}, { hand: { ...(flop().hand as NonNullable<TableView['hand']>), round: 0, board: [] } }),
    presets: ['2.5 bb', '3 bb', 'Pot', 'Max'], says: '40 to 480',
  },
  // 520 and a call of 20: the pot is 540, so the most is 20 + 540.
  {
    name: 'pot limit', view: on({ raise: { is_bet: false, min: 40, max: 560, unit: 1, all_in: 900 } }, { limit: 'full_pot' }),
    presets: ['Min', '½ pot', 'Pot'], says: 'Pot = 560: 20 call + 540',
  },
  {
    name: 'half-pot limit', view: on({ raise: { is_bet: false, min: 40, max: 290, unit: 1, all_in: 900 } }, { limit: 'half_pot' }),
    presets: ['Min', '½ pot'], says: 'Half pot = 290: 20 call + 270',
  },
  {
    name: 'spread limit', view: on({ raise: { is_bet: false, min: 25, max: 70, unit: 1, all_in: 900 } }, { limit: 'spread' }),
    presets: ['Min', '½ pot', 'Max'], says: '25 to 70',
  },
]) {
  test(`the presets of ${name}`, async ({ page }) => {
    await table(page, view);
    const group = page.getByRole('group', { name: 'Amounts' });
    await expect(group.getByRole('button')).toHaveText(presets);
    await expect(page.getByTestId('reading')).toHaveText(says);
  });
}

test('a preset that cannot be bet is disabled and says why', async ({ page }) => {
  const script = await table(page);
  const pot = page.getByRole('button', { name: 'Pot', exact: true });
  await expect(pot).toBeDisabled();
  await pot.click({ force: true });
  // The pot of 520 with the call of 20 counted in: a raise by 540 to 560.
  await expect(page.getByTestId('reading')).toHaveText('Pot is 560: the maximum is 480');
  await expect(page.getByRole('textbox', { name: /^Raise to/ })).toHaveValue('40');
  expect(wishes(script)).toEqual([]);
});

test('fixed limit has no amount, and says how many raises are left', async ({ page }) => {
  const script = await table(page, on({ call: 4, raise: { is_bet: false, min: 8, max: 8, unit: 4, all_in: 480 }, raises_left: 2 }, { limit: 'fixed' }));
  const raise = page.getByRole('button', { name: /^Raise to 8/ });
  await expect(raise).toContainText('raises left 2');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('slider')).toHaveCount(0);
  await raise.click();
  await script.request(isAsk);
  expect(wishes(script)).toEqual([{ do: 'raise', to: 8 }]);
});

test('a choice made before the turn is sent with it, at once and once', async ({ page }) => {
  const script = await table(page, waiting(0));
  await page.getByRole('button', { name: 'Check/Fold' }).click();
  await expect(page.getByRole('button', { name: 'Will check or fold - press to cancel' })).toBeVisible();
  expect(wishes(script)).toEqual([]);
  script.say(act(41, checks, { turn: turn(0, 18), menu: menu(0) }));
  const [ask] = (await script.request(isAsk)).filter(isAsk);
  expect(ask).toMatchObject({ wish: { do: 'check' }, turn: { hand: 12, acts: 18, facing: 0 } });
  await page.clock.runFor(1000);
  expect(wishes(script)).toHaveLength(1);
});

test('a chosen call is dropped with a notice when its amount changes', async ({ page }) => {
  const script = await table(page, waiting(20));
  await page.getByRole('button', { name: 'Call 20' }).click();
  await expect(page.getByRole('button', { name: 'Will call 20 - press to cancel' })).toBeVisible();
  script.say(act(41, { e: 'raised', seat: 6, to: 90, full: true, all_in: false, rule: null, clauses: [] }, { turn: turn(90, 18), menu: menu(90) }));
  await expect(page.getByRole('note')).toContainText('Your choice "Call 20" was cancelled: there is now 90 to call. Nothing was sent. Choose again.');
  await page.clock.runFor(1000);
  expect(wishes(script)).toEqual([]);
  await expect(page.getByRole('button', { name: 'Call 90', exact: true })).toBeEnabled();
});

test('a choice can be taken back, and is gone with the street it was made in', async ({ page }) => {
  const script = await table(page, waiting(0));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('button', { name: 'Will check - press to cancel' }).click();
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  script.say(update(41, [checks, { e: 'betting_closed', round: 1, rule: null, clauses: [] }]));
  script.say(act(42, { e: 'betting_opened', round: 2, seat: 3, rule: null, clauses: [] }, { turn: turn(0, 20), menu: menu(0) }));
  await expect(page.getByRole('button', { name: 'Fold (check is free)' })).toBeEnabled();
  await page.clock.runFor(1000);
  expect(wishes(script)).toEqual([]);
});

test('keys act only at the table, can be reassigned, and can be turned off', async ({ page }) => {
  const script = await table(page, flop(), { keymap: { call: 'x' } });
  await page.keyboard.press('c');
  expect(wishes(script)).toEqual([]);
  await page.getByRole('link', { name: 'Lobby', exact: true }).focus();
  await page.keyboard.press('x');
  expect(wishes(script)).toEqual([]);
  await page.getByRole('button', { name: 'Sit out' }).focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Keys work at a table' }).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');
  expect(wishes(script)).toEqual([]);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('x');
  await page.clock.runFor(500);
  expect(wishes(script)).toEqual([]);
});

test('every key of the table does its job', async ({ page }) => {
  const script = await table(page);
  await page.keyboard.press('2');
  // Half the pot of 540 on top of the call of 20.
  await expect(page.getByRole('button', { name: /^Raise to 290/ })).toBeVisible();
  await page.keyboard.press('t');
  await script.request(isAsk);
  script.say({ t: 'answer', table: 4, key: script.heard.find(isAsk)?.key ?? '', ok: true, number: 40 });
  await page.clock.runFor(500);
  await page.keyboard.press('z');
  await expect(page.getByRole('tab', { name: 'Log' })).toBeHidden();
  await page.keyboard.press('l');
  await expect(page.getByRole('tab', { name: 'Log' })).toBeFocused();
  await page.keyboard.press('g');
  await expect(page.getByRole('dialog', { name: 'Add chips' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await script.request(isAsk, 2);
  expect(wishes(script)).toEqual([{ do: 'use_time_bank' }, { do: 'sit_out' }]);
});

test('the clock announces ten and five seconds in words, and the bank is used automatically for players who chose that', async ({ page }) => {
  const script = await table(page, flop(), { autoBank: true });
  const dock = page.getByTestId('dock');
  const sendTurn = (left: number, number: number): void => {
    script.say(act(number, checks, { turn: { ...turn(20, 18), left_ms: left }, menu: menu(20) }));
  };
  sendTurn(12_000, 41);
  await expect(page.getByRole('log')).toContainText('Eli checks');
  await expect(dock.getByText('10 seconds')).toBeHidden();
  await page.clock.runFor(2200);
  await expect(dock.getByText('10 seconds')).toBeVisible();
  await page.clock.runFor(5000);
  await expect(dock.getByText('5 seconds')).toBeVisible();
  await page.clock.runFor(3100);
  expect(wishes(script)).toEqual([]);
  await page.clock.runFor(400);
  await script.request(isAsk);
  expect(wishes(script)).toEqual([{ do: 'use_time_bank' }]);
});

test('a player who comes back is offered to post what is owed or to wait, with the clause', async ({ page }) => {
  const view = flop();
  const owed = [{ seat: 3, live: 5, dead: 2, posts: false, rule: 'missed-blinds-are-posted', clauses: ['HE-8.11'] }];
  const script = await table(page, { ...view, chairs: view.chairs.map((chair) => (chair.seat === 3 ? { ...chair, away: true } : chair)), hand: null, turn: null, menu: null, owed });
  await page.getByTestId('dock').getByRole('button', { name: /^Why/ }).click();
  await expect(page.getByRole('dialog')).toContainText('HE-8.11');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Post 7 now (2 dead)', exact: true }).click();
  await script.request(isAsk);
  script.say({ t: 'answer', table: 4, key: script.heard.find(isAsk)?.key ?? '', ok: true, number: 40 });
  await page.getByRole('button', { name: 'Wait for the big blind' }).click();
  await script.request(isAsk, 2);
  expect(wishes(script)).toEqual([{ do: 'sit_in', posts: true }, { do: 'sit_in', posts: false }]);
});

test('chips added in the middle of a hand wait for its end, and can be taken back', async ({ page }) => {
  const script = await table(page);
  await page.getByRole('button', { name: 'Add chips' }).click();
  // At most 500 may be in front of a seat: 20 more than the 480 already there.
  const amount = page.getByLabel(/^Chips to add, 1 to 20/);
  await amount.fill('21');
  await expect(page.getByRole('button', { name: 'Add chips' }).last()).toBeDisabled();
  await amount.fill('20');
  await expect(page.getByRole('dialog')).toContainText('Your stack goes from 480 to 500, your wallet from 4,500 to 4,480, after this hand.');
  await page.getByRole('button', { name: 'Add 20 from the next hand' }).click();
  expect(wishes(script)).toEqual([]);
  script.say(act(41, { e: 'folded', seat: 3, rule: null, clauses: [] }));
  await expect(page.getByText('20 will be added after this hand.')).toBeVisible();
  script.say(act(42, { e: 'closed', rule: null, clauses: [] }));
  await script.request(isAsk);
  expect(wishes(script)).toEqual([{ do: 'top_up', amount: 20 }]);
});

test('the screen and the table say what the clock did when the time ran out', async ({ page }) => {
  const script = await table(page);
  script.say(update(41, [
    { e: 'time_ran_out', seat: 3, rule: 'announced-time', clauses: ['HE-4.8'] },
    { e: 'folded', seat: 3, rule: null, clauses: [] },
  ]));
  // 120 were put in before the flop.
  const note = page.getByRole('note');
  await expect(note).toContainText('Time ran out facing 20. Your hand was folded. You put in 120.');
  await note.getByRole('button', { name: /^Why/ }).click();
  await expect(page.getByRole('dialog')).toContainText('HE-4.8');
});

for (const viewport of PHONES) {
  test.describe(`on a phone of ${String(viewport.width)} px`, () => {
    test.use({ viewport, hasTouch: true });

    test('the amount is chosen on a sheet with a keypad, and one button confirms it', async ({ page }) => {
      const script = await table(page);
      await page.getByRole('button', { name: 'Raise to…' }).tap();
      const sheet = page.getByTestId('sheet');
      await expect(sheet).toBeVisible();
      // The board stays visible above it.
      await expect(page.getByRole('group', { name: 'Board' })).toBeInViewport();
      const board = await page.getByRole('group', { name: 'Board' }).boundingBox();
      const top = (await sheet.boundingBox())?.y ?? 0;
      expect((board?.y ?? 0) + (board?.height ?? 0)).toBeLessThan(top);
      for (const key of ['2', '4', '00', 'Delete the last digit', 'Delete the last digit', '0']) await sheet.getByRole('button', { name: key, exact: true }).tap();
      await expect(sheet.getByTestId('shown')).toHaveText(/240/);
      await sheet.getByRole('button', { name: 'One step more' }).tap();
      await sheet.getByRole('button', { name: /^Raise to 241/ }).tap();
      await script.request(isAsk);
      expect(wishes(script)).toEqual([{ do: 'raise', to: 241 }]);
    });

    test('nothing on the sheet is out of reach, too small, or at the edge of the screen', async ({ page }) => {
      await table(page);
      const near = async (): Promise<string[]> =>
        await page.locator('[data-testid=sheet] button:visible, [data-testid=dock] .bar button:visible:not(.link)').evaluateAll((elements) =>
          elements
            .filter((element) => !document.querySelector('[data-testid=sheet]') || element.closest('[data-testid=sheet]'))
            .filter((element) => {
              const box = element.getBoundingClientRect();
              const edge = box.left < 8 || box.right > innerWidth - 8 || box.bottom > innerHeight - 8 || box.top < 0;
              return edge || box.height < 44 || box.width < 44;
            })
            .map((element) => element.textContent),
        );
      await page.getByTestId('dock').evaluate((dock) => dock.scrollIntoView({ block: 'end' }));
      expect(await near()).toEqual([]);
      await page.getByRole('button', { name: 'Raise to…' }).tap();
      await expect(page.getByTestId('sheet')).toBeVisible();
      expect(await near()).toEqual([]);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(wider).toBe(0);
    });

    test('Back, Esc and a swipe down close the sheet and send nothing', async ({ page }) => {
      const script = await table(page);
      const sheet = page.getByTestId('sheet');
      const opens = page.getByRole('button', { name: 'Raise to…' });
      await opens.tap();
      await expect(sheet).toBeVisible();
      await page.goBack();
      await expect(sheet).toBeHidden();
      await expect(opens).toBeVisible();
      await opens.tap();
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
      await opens.tap();
      const box = await sheet.boundingBox();
      const [x, y] = [viewport.width / 2, (box?.y ?? 0) + 12];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + 40);
      await page.mouse.move(x, y + 140, { steps: 4 });
      await page.mouse.up();
      await expect(sheet).toBeHidden();
      await expect(opens).toBeVisible();
      await page.clock.runFor(1000);
      expect(wishes(script)).toEqual([]);
    });

    test('all-in on the sheet takes two taps', async ({ page }) => {
      const script = await table(page);
      await page.getByRole('button', { name: 'Raise to…' }).tap();
      const sheet = page.getByTestId('sheet');
      await sheet.getByRole('button', { name: /^Max/ }).tap();
      await sheet.getByRole('button', { name: /^All-in 480/ }).tap();
      await page.clock.runFor(100);
      expect(wishes(script)).toEqual([]);
      await sheet.getByRole('button', { name: /^Press again: all-in 480/ }).tap();
      await script.request(isAsk);
      expect(wishes(script)).toEqual([{ do: 'raise', to: 480 }]);
    });
  });
}
