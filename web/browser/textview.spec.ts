// The text view: its headings, what it can do without any other view, and how it looks to sighted readers.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Locator, type Page, expect, test } from './test.ts';
import type { TableView } from '../src/wire/wire.ts';
import { arrives } from './people.ts';
import { Program, QUICK } from './program.ts';
import { ME, Script, flop, menu, serve, turn, update } from './scripted.ts';

/** The text view of a scripted room's table. */
async function shown(page: Page, view: TableView, chosen: Record<string, unknown> = {}, me: unknown = ME): Promise<Script> {
  await page.addInitScript((settings) => {
    localStorage.setItem('cardroom.settings', JSON.stringify(settings));
  }, { text: true, ...chosen });
  await serve(page, { ...(me === null ? {} : { '/api/me': me }), '/api/tables': { tables: [] } });
  const script = new Script((room) => {
    room.say({ t: 'snapshot', ...view });
  });
  await script.attach(page);
  await page.goto('http://room.test/#/table/4');
  await expect(page.getByRole('heading', { level: 2, name: 'Commands' })).toBeVisible();
  return script;
}

/** Types a command and returns the line that answers it. */
async function typeCommand(page: Page, command: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Command line' }).fill(command);
  await page.keyboard.press('Enter');
}

const answer = (page: Page): Locator => page.getByTestId('answer');

/** Buttons that have just appeared ignore presses. */
async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForFunction((since) => performance.now() > since + 700, await page.evaluate(() => performance.now()));
}

const watching = (): TableView => ({ ...flop(), own: null, menu: null });

test('the table is a sentence, and the rest is under headings in their order', async ({ page }) => {
  await shown(page, flop());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour, hand 12, flop, pot 520. Your turn: call 20 or fold, raise to 40 or more.');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Your cards', 'Board', 'Pots', 'Players', 'Actions', 'Log', 'Clock', 'Chat', 'Settings', 'Commands',
  ]);
  await expect(page.getByText('Board: king of diamonds, seven of spades, deuce of clubs.')).toBeVisible();
  await expect(page.getByText(/^Your cards: ace of hearts, ten of diamonds\./)).toBeVisible();
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.first()).toHaveText(/Seat\s*Name\s*Stack\s*Bet\s*State/);
  await expect(rows.filter({ hasText: 'Cho' })).toContainText('all-in 120');
  await expect(rows.filter({ hasText: 'Ada (you)' })).toContainText('to act');
  await expect(rows.filter({ hasText: 'Eli' })).toContainText('20');
  await expect(page.getByRole('log', { name: 'Log of the table' })).toHaveAttribute('aria-live', 'off');
});

test('the second link of every page switches the text view, and the device remembers it', async ({ page }) => {
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [] } });
  const script = new Script((room) => {
    room.say({ t: 'snapshot', ...flop() });
  });
  await script.attach(page);
  for (const place of ['#/', '#/table/4', '#/account']) {
    await page.goto(`http://room.test/${place}`);
    await page.reload();
    await expect(page.getByRole('main')).not.toBeEmpty();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: /^Skip to / })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Turn text view on' })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Turn text view off' })).toBeFocused();
  await page.goto('http://room.test/#/table/4');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Harbour, hand 12, flop');
  await page.getByRole('button', { name: 'Turn text view off' }).click();
  await expect(page.locator('.felt')).toBeVisible();
});

test('the amount has "Why?" for its minimum, and for its maximum once that is exceeded', async ({ page }) => {
  await shown(page, flop());
  const acts = page.getByRole('group', { name: 'Your acts' });
  const why = acts.getByRole('button', { name: /^Why\?/ });
  await expect(why).toHaveAccessibleName('Why? Minimum raise is to 40.');
  await acts.getByRole('textbox').fill('481');
  await expect(acts.getByText(/^The maximum is 480\./).first()).toBeVisible();
  await expect(why).toHaveAccessibleName('Why? The maximum is 480.');
  await why.click();
  await expect(page.getByRole('dialog')).toContainText('The maximum is 480.');
});

test('a command that spends chips is announced and sent at the second Enter, and not if it has changed', async ({ page }) => {
  const script = await shown(page, flop());
  await waitUntilSettled(page);
  const acts = (): unknown[] => script.heard.flatMap((request) => (request.t === 'ask' ? [request.wish] : []));
  await typeCommand(page, 'Raise to 1.2K');
  await expect(answer(page)).toContainText('The largest raise is to 480. You typed 1,200.');
  await typeCommand(page, 'raise 120');
  await expect(answer(page)).toHaveText('Raise to 120, adds 120, leaves 360. Press Enter again.');
  expect(acts()).toEqual([]);
  // A different amount is a different command.
  await typeCommand(page, 'raise 100');
  await expect(answer(page)).toHaveText('Raise to 100, adds 100, leaves 380. Press Enter again.');
  expect(acts()).toEqual([]);
  script.say(update(41, [{ e: 'checked', seat: 1, rule: null, clauses: [] }], { turn: turn(90, 18), menu: menu(90) }));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('call 90');
  await waitUntilSettled(page);
  await page.keyboard.press('Enter');
  await expect(answer(page)).toContainText('The smallest raise is to 180. You typed 100.');
  expect(acts()).toEqual([]);
  await typeCommand(page, 'call');
  await expect(answer(page)).toHaveText('Call 90, leaves 390. Press Enter again.');
  await page.keyboard.press('Enter');
  await script.request((request) => request.t === 'ask');
  expect(acts()).toEqual([{ do: 'call' }]);
});

test('with one Enter chosen a command acts at once, all-in too, because it was typed', async ({ page }) => {
  const script = await shown(page, flop(), { oneEnter: true });
  await waitUntilSettled(page);
  await typeCommand(page, 'allin');
  const [ask] = await script.request((request) => request.t === 'ask');
  expect(ask).toMatchObject({ wish: { do: 'raise', to: 480 }, turn: { hand: 12, acts: 17, facing: 20 } });
});

test('somebody without a seat is told which are free, and takes one by a word', async ({ page }) => {
  const script = await shown(page, watching());
  await expect(page.getByRole('heading', { level: 1 })).toContainText('You are watching. Seat 4 is free.');
  await expect(page.getByRole('button', { name: 'Take seat 4' })).toBeVisible();
  await typeCommand(page, 'sit 4');
  await expect(answer(page)).toContainText('With how much? From 100 to 500: sit 4 500.');
  await typeCommand(page, 'sit 4 300');
  await expect(answer(page)).toHaveText('Take seat 4 with 300 of your 4,500. Press Enter again.');
  await page.keyboard.press('Enter');
  const [ask] = await script.request((request) => request.t === 'ask');
  expect(ask).toMatchObject({ wish: { do: 'sit', seat: 4, stack: 300 } });
});

test('a lost connection and another device are mentioned in the first sentence, and nothing is sent', async ({ page }) => {
  const script = await shown(page, flop());
  script.say({ t: 'elsewhere', table: 4 });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('This table is open on another device.');
  await typeCommand(page, 'fold');
  await expect(answer(page)).toContainText('This table is open on another device. Nothing was sent.');
  await expect(page.getByRole('button', { name: 'Use here' })).toBeVisible();
  script.answersWatches = () => undefined;
  await page.getByRole('button', { name: 'Use here' }).click();
  expect(script.heard.filter((request) => request.t === 'watch')).toHaveLength(2);
  expect(script.heard.filter((request) => request.t === 'ask')).toEqual([]);
});

test('the command line opens beside the ordinary view by its key, answers, and closes', async ({ page }) => {
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [] } });
  const script = new Script((room) => {
    room.say({ t: 'snapshot', ...flop() });
  });
  await script.attach(page);
  await page.goto('http://room.test/#/table/4');
  await expect(page.getByRole('button', { name: 'Call 20', exact: true })).toBeEnabled();
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Command line' })).toBeFocused();
  // Letters are letters here: nothing is folded.
  await page.keyboard.type('cards');
  await page.keyboard.press('Enter');
  await expect(answer(page)).toHaveText(/^Your cards: ace of hearts, ten of diamonds\./);
  expect(script.heard.filter((request) => request.t === 'ask')).toEqual([]);
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('textbox', { name: 'Command line' })).toHaveValue('cards');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Command line' })).toBeHidden();
  // The key has its button too.
  await page.getByRole('button', { name: 'Command line' }).click();
  await expect(page.getByRole('textbox', { name: 'Command line' })).toBeFocused();
});

test('at 320 pixels nothing in the text view is off the screen, and every control is large enough', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await shown(page, flop());
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  // A checkbox or a radio button can be pressed by its label.
  const pressed = page.getByRole('main').locator('button:not(.link), input:not([type=checkbox]):not([type=radio]), label:has(input[type=checkbox], input[type=radio]), select');
  const small = await pressed.evaluateAll((elements) =>
    elements.filter((element) => element.getBoundingClientRect().height < 44 || element.getBoundingClientRect().width < 44).map((element) => element.textContent ?? element.tagName),
  );
  expect(small).toEqual([]);
});

for (const theme of ['dark', 'light', 'contrast'] as const) {
  test(`the text view has no accessibility fault that a machine can find, ${theme}`, async ({ page }) => {
    await page.addInitScript(await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8'));
    const script = await shown(page, flop(), { theme });
    const look = async (where: string): Promise<void> => {
      const faults = await page.evaluate(async () => {
        const { axe: checker } = globalThis as unknown as {
          axe: { run: (context: Document, options: unknown) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        };
        const found = await checker.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
        return found.violations.map((fault) => `${fault.id}: ${fault.nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`);
      });
      expect(faults, where).toEqual([]);
    };
    await look('on turn');
    await typeCommand(page, 'raise 1');
    await expect(answer(page)).toContainText('The smallest raise is to 40.');
    await look('refused');
    script.say(update(41, [{ e: 'folded', seat: 3, rule: null, clauses: [] }], { turn: { ...turn(20, 18), seat: 6 }, menu: menu(20) }));
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Seat 6, Eli, is to act.');
    await look('others to act');
    script.say({ t: 'snapshot', ...watching(), number: 42 });
    await expect(page.getByRole('button', { name: 'Take seat 4' })).toBeVisible();
    await look('not seated');
  });
}

test.describe('at a real room', () => {
  let program: Program;

  test.beforeAll(async () => {
    program = await Program.start(QUICK);
  });

  test.afterAll(async () => {
    await program.stop();
  });

  /** The page with everything made invisible: what remains is what a screen reader has. */
  async function unseen(page: Page): Promise<void> {
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('html { opacity: 0; }');
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      const heard: string[] = [];
      Object.assign(window, { heard });
      for (const region of document.querySelectorAll('[aria-live=polite], [aria-live=assertive]')) {
        new MutationObserver(() => {
          const text = region.textContent?.trim() ?? '';
          if (text !== '') heard.push(text);
        }).observe(region, { childList: true, subtree: true });
      }
    });
  }

  const announcements = async (page: Page): Promise<string[]> => await page.evaluate(() => (window as unknown as { heard: string[] }).heard);

  /** Presses Tab until `place` has the focus. */
  async function tabTo(page: Page, place: Locator): Promise<void> {
    await place.first().waitFor();
    for (let presses = 0; presses < 200; presses += 1) {
      if (await place.first().evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('the keyboard does not get there');
  }

  const state = (page: Page): Locator => page.getByRole('heading', { level: 1 });

  /** The hand is over, and a pot was won in it. */
  const won = (page: Page): Locator => state(page).filter({ hasText: /hand \d+ is over\. .*\bwins? / });

  async function turnsTextViewOn(page: Page): Promise<void> {
    await page.goto('/');
    await expect(page.getByRole('button', { name: /^Open Practice 1/ })).toBeVisible();
    await unseen(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Turn text view off' })).toBeFocused();
  }

  test('a hand is played without seeing, by keyboard and command line alone', async ({ browser }) => {
    const page = await arrives(browser, program.address, 'by-ear');
    await turnsTextViewOn(page);
    await tabTo(page, page.getByRole('button', { name: /^Open Practice 1/ }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('textbox', { name: 'Command line' }));
    await page.keyboard.type('sit 2 100');
    await page.keyboard.press('Enter');
    await expect.poll(() => announcements(page)).toContain('Take seat 2 with one hundred chips of your ten thousand chips. Press Enter again.');
    await page.keyboard.press('Enter');
    const turnIsMine = state(page).filter({ hasText: 'Your turn: ' });
    while (!(await won(page).isVisible())) {
      await won(page).or(turnIsMine).waitFor({ timeout: 60_000 });
      const before = (await state(page).textContent()) ?? '';
      const word = /Your turn: (show|check|call)/.exec(before)?.[1];
      if (word === undefined) continue;
      await page.keyboard.type(word);
      await page.keyboard.press('Enter');
      if (word === 'call') await page.keyboard.press('Enter');
      // It was accepted, or came too soon after the turn and is tried again.
      await expect(state(page)).not.toHaveText(before, { timeout: 2000 }).catch(() => undefined);
      await page.keyboard.press('Escape');
    }
    const all = async (): Promise<string> => (await announcements(page)).join('\n');
    expect(await all()).toContain('ou are dealt ');
    await expect.poll(all).toMatch(/ot one, main: (you win|seat \d, \w+, wins) [a-z -]+ chips?/);
    await page.context().close();
  });

  test('a hand is played without seeing, by Tab and Enter on the buttons alone', async ({ browser }) => {
    const page = await arrives(browser, program.address, 'by-tab');
    await turnsTextViewOn(page);
    await tabTo(page, page.getByRole('button', { name: /^Open Practice 2/ }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: /^Take seat/ }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: /^Sit with/ }));
    await page.keyboard.press('Enter');
    const acts = page.getByRole('group', { name: 'Your acts' });
    const second = acts.getByRole('button', { name: /^(Check|Call|Show( both| all \d)?$)/ });
    const open = acts.getByRole('button', { name: /^(Check$|Call \d|Show( both| all \d)?$)/ });
    await tabTo(page, second);
    while (!(await won(page).isVisible())) {
      await won(page).or(open).first().waitFor({ timeout: 60_000 });
      // The focus has stayed where it was: Enter alone plays on.
      await expect(second).toBeFocused();
      const before = (await state(page).textContent()) ?? '';
      if (!before.includes('Your turn')) continue;
      await page.keyboard.press('Enter');
      await expect(state(page)).not.toHaveText(before, { timeout: 2000 }).catch(() => undefined);
    }
    expect((await announcements(page)).some((announcement) => announcement.startsWith('Your turn: '))).toBe(true);
    await page.context().close();
  });
});
