// Finished hands: the list, the replay, sharing, and the results, against a room that says what the tests
// need.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Page, expect, test } from './test.ts';
import type { HandSummary, Replay } from '../src/lib/hands.ts';
import type { Session } from '../src/lib/results.ts';
import { ME, STAKES, Script, flop, serve, stand } from './scripted.ts';
import { OMAHA as DEALT } from '../src/wire/deals.ts';

/** A hand as a room played it: hand 4 of table 1, in which Ada has seat 1 and is all-in on the flop. */
function recorded(): Replay {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'hand.json'), 'utf8')) as Replay;
}

/** Chips worth a dollar each, though they are play chips. */
const DOLLARS = { ...STAKES, chip_cents: 100 };
const OMAHA = { ...DOLLARS, game: 'omaha', deal: DEALT, limit: 'full_pot' };
const HOUR = 3_600_000;
const AT = Date.UTC(2026, 10, 27, 20, 0);

function hand(number: number, change: Partial<HandSummary> = {}): HandSummary {
  return {
    table: 1, name: 'Harbour', hand: number, at: AT + number * 60_000, stakes: STAKES, players: [{ seat: 1, name: 'Ada' }, { seat: 3, name: 'Ben' }],
    own: 1, cards: ['Kd', '4s'], board: ['Kc', '2d', '6h', 'Qh', '8h'], pot: 365, paid: 42, won: 0, net: -42, showdown: true, ...change,
  };
}

function session(change: Partial<Session> = {}): Session {
  return {
    table: 1, name: 'Harbour', stakes: DOLLARS, from: AT, until: AT + HOUR, hands: 2, brought: 200, took: 250, net: 50,
    points: [{ hand: 1, at: AT + 60_000, net: -20 }, { hand: 2, at: AT + 120_000, net: 50 }], ...change,
  };
}

/** The page at an address, for somebody who is signed in or for nobody. */
async function open(page: Page, place: string, answers: Record<string, unknown> = {}, me: unknown = ME): Promise<void> {
  await serve(page, { '/api/tables': { tables: [] }, '/api/books/practice/rules': [], '/api/tables/1/hands/4/replay': recorded(), ...answers });
  await page.route('**/api/me', (route) => (me === null ? route.fulfill({ status: 401, json: { code: 'not_signed_in', why: 'sign in first' } }) : route.fulfill({ json: me })));
  await new Script(() => undefined).attach(page);
  await page.goto(`http://room.test/${place}`);
}

const slider = (page: Page) => page.getByRole('slider', { name: 'Event' });
const now = (page: Page) => page.getByRole('region', { name: 'Table at this event' });

test.describe('the replay', () => {
  test('is stepped through by keyboard, and the address follows', async ({ page }) => {
    await open(page, '#/hand/1/4');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Hand 4');
    await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Before the hand.');
    await page.keyboard.press('ArrowRight');
    await expect(slider(page)).toHaveAttribute('aria-valuetext', /^Event 1 of \d+, Before the deal\. Hand 4 begins, button at seat 3\.$/);
    await page.keyboard.press('j');
    await expect(page).toHaveURL(/#\/hand\/1\/4\/2$/);
    await page.keyboard.press('k');
    await page.keyboard.press('ArrowLeft');
    await expect(slider(page)).toHaveValue('0');
    await expect(page).toHaveURL(/#\/hand\/1\/4$/);
    // Streets: the deal, the first bets, the flop.
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(slider(page)).toHaveAttribute('aria-valuetext', /Flop: king of clubs, deuce of diamonds, six of hearts\.$/);
    await expect(now(page).getByRole('group', { name: 'Board' }).getByRole('img')).toHaveCount(3);
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(slider(page)).toHaveAttribute('aria-valuetext', /Two cards are dealt to each of 5 players/);
    await page.keyboard.press('End');
    await expect(slider(page)).toHaveAttribute('aria-valuetext', /Pot two, side: seat 3, Bruno, wins two hundred thirty-six chips/);
    await page.keyboard.press('Home');
    await expect(slider(page)).toHaveValue('0');
    await page.keyboard.press('g');
    await page.getByLabel(/^Event, 0 to/).fill('17');
    await page.keyboard.press('Enter');
    await expect(slider(page)).toHaveAttribute('aria-valuetext', /You call nineteen chips, all-in\.$/);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  });

  test('opens at the event that a link names, with the table as it was then', async ({ page }) => {
    await open(page, '#/hand/1/4/17');
    await expect(slider(page)).toHaveValue('17');
    await expect(now(page).getByText('You call 19, all-in')).toBeVisible();
    // 42 were in front before the hand; 2, 21 and 19 have gone in.
    await expect(now(page).locator('[data-seat="1"]').getByTestId('stack')).toHaveText('0');
    await expect(now(page).locator('[data-seat="3"]').getByTestId('stack')).toHaveText('95');
    await expect(now(page).getByText('Offered:')).toBeVisible();
    await page.goto('http://room.test/#/hand/1/4/16');
    await expect(slider(page)).toHaveValue('16');
  });

  test('says in a few words what this device checked, and names the event where something differs', async ({ page }) => {
    const wrong = recorded();
    const award = wrong.updates.flatMap((update) => update.events).find((event) => event.e === 'awarded');
    if (award?.e !== 'awarded') throw new Error('no pot is awarded');
    award.amount -= 3;
    await open(page, '#/hand/1/4', { '/api/tables/1/hands/5/replay': wrong });
    await expect(page.getByTestId('checks')).toContainText('Checks 7/7');
    await page.getByTestId('checks').click();
    await expect(page.getByRole('group').getByText('stacks and pots come to 1,000 after each of')).toBeVisible();
    await page.goto('http://room.test/#/hand/1/5');
    await expect(page.getByTestId('checks')).toContainText('Checks 6/7');
    await expect(page.getByText('Pot 1 (main) holds 129 and pays 126', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: /^first differs at event/ }).click();
    await expect(now(page).getByText('Pot 1 (main): Bruno wins 126').first()).toBeVisible();
  });

  test('plays by itself, twice as fast if wanted, and a key stops it', async ({ page }) => {
    await page.clock.install();
    await open(page, '#/hand/1/4');
    await expect(slider(page)).toHaveValue('0');
    await stand(page);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.clock.runFor(1500);
    await expect(slider(page)).toHaveValue('1');
    await page.getByRole('button', { name: 'Speed, 1 times' }).click();
    await page.clock.runFor(750);
    await expect(slider(page)).toHaveValue('2');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await page.clock.runFor(3000);
    await expect(slider(page)).toHaveValue('3');
  });

  test('does not play by itself for viewers who want little motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, '#/hand/1/4');
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeDisabled();
    await page.keyboard.press('ArrowRight');
    await expect(slider(page)).toHaveValue('1');
  });

  test('can be read as a document with a heading for each street', async ({ page }) => {
    await open(page, '#/hand/1/4');
    await page.getByRole('button', { name: 'As text' }).click();
    const text = page.getByRole('article', { name: 'The hand as text' });
    await expect(text.getByRole('heading', { level: 3 })).toHaveText([
      'Players', 'Before the deal', 'Before the flop', 'Flop', 'Turn', 'River', 'Showdown', 'Checks',
    ]);
    await expect(text.getByRole('listitem').filter({ hasText: 'You call 21' })).toContainText('Offered: fold, call 21');
    await expect(text.getByRole('row', { name: /^3 Bruno/ })).toContainText('+205');
    // Only the document is printed.
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await page.emulateMedia({ media: 'print' });
    await expect(text).toBeVisible();
    await expect(slider(page)).toBeHidden();
    await expect(page.getByRole('navigation')).toBeHidden();
  });
});

test.describe('the list of hands', () => {
  test('is searched while typing, with the filters in the address', async ({ page }) => {
    await open(page, '#/hands');
    const requests: string[] = [];
    await page.route('**/api/hands?*', (route) => {
      const query = new URL(route.request().url()).searchParams;
      requests.push(query.toString());
      const all = [hand(6, { net: 120, won: 162 }), hand(5, { table: 2, name: 'Elm', stakes: OMAHA, cards: ['As', 'Kd', '7c', '2h'], board: [] }), hand(4)];
      const found = all.filter((one) => `${one.name} ${String(one.hand)}`.toLowerCase().includes(query.get('text') ?? '') && (query.get('won') !== 'true' || one.net > 0));
      return route.fulfill({ json: { hands: found, before: null } });
    });
    await page.reload();
    const rows = page.getByRole('link', { name: /^Hand \d/ });
    await expect(rows).toHaveCount(3);
    await expect(rows.first()).toHaveAccessibleName(/^Hand 6 at Harbour, No-limit Hold'em 2\/5, .*you held the king of diamonds, four of spades.*you won 120$/);
    await page.keyboard.press('/');
    await page.keyboard.type('elm');
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL(/#\/hands\?text=elm$/);
    await expect.poll(() => requests.at(-1)).toBe('text=elm&most=50');
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'Won', exact: true }).click();
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL(/won=true/);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Won', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await expect(rows).toHaveCount(1);
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await expect(rows).toHaveCount(3);
    await page.getByRole('heading', { level: 1 }).click();
    for (const key of ['j', 'ArrowDown', 'J', 'k', 'ArrowDown']) await page.keyboard.press(key);
    await expect(rows.nth(2)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/hand\/1\/4$/);
  });

  test('continues where a page ended, even if a page is empty', async ({ page }) => {
    await open(page, '#/hands');
    await page.route('**/api/hands?*', (route) => {
      const before = new URL(route.request().url()).searchParams.get('before');
      const pages: Record<string, unknown> = { first: { hands: [], before: 'second' }, second: { hands: [hand(2)], before: 'third' }, third: { hands: [hand(1)], before: null } };
      return route.fulfill({ json: before === null ? { hands: [hand(3)], before: 'first' } : pages[before] });
    });
    await page.reload();
    await expect(page.getByRole('link', { name: /^Hand \d/ })).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'More hands' })).toBeHidden();
  });

  test('says what to do when it is empty', async ({ page }) => {
    await open(page, '#/hands', { '/api/hands': { hands: [], before: null } });
    await expect(page.getByText('You have not played a hand yet')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Find a table' })).toBeVisible();
  });
});

test('what cannot be read is said in both lists of hands', async ({ page }) => {
  const answer = { hands: [], before: null, unread: [{ table: 4, from: AT, reference: 'e3b0c442' }] };
  const said = page.getByText('Some of your hands at table 4 cannot be read and are left out (e3b0c442).').first();
  await open(page, '#/hands', { '/api/hands': answer });
  await expect(said).toBeVisible();
  // Another address of the same page would keep its connection.
  await page.goto('about:blank');
  await serve(page, { '/api/tables': { tables: [] }, '/api/me': ME, '/api/books/standard/rules': [], '/api/hands': answer });
  await new Script((script) => script.say({ t: 'snapshot', ...flop() })).attach(page);
  await page.goto('http://room.test/#/table/4');
  await page.getByRole('tab', { name: 'Hands' }).click();
  await expect(said).toBeVisible();
  await expect(page.getByText('None yet')).toBeHidden();
});

test("a link is made with the player's own cards hidden or shown, and revoked", async ({ page }) => {
  await open(page, '#/hand/1/4');
  let links: { id: string; table: number; hand: number; own_cards: boolean; made: number }[] = [];
  await page.route('**/api/tables/1/hands/4/share', (route) => {
    const { own_cards } = route.request().postDataJSON() as { own_cards: boolean };
    const id = `id${String(links.length)}`;
    links = [{ id, table: 1, hand: 4, own_cards, made: AT }, ...links];
    return route.fulfill({ json: { token: `t${id}`, path: `/#/shared/t${id}`, id } });
  });
  await page.route('**/api/shared', (route) => route.fulfill({ json: { shared: links, most: 100 } }));
  await page.route('**/api/shared/*', (route) => {
    links = links.filter((link) => !route.request().url().endsWith(link.id));
    return route.fulfill({ status: 204, body: '' });
  });
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Make the link' }).click();
  await expect(page.getByLabel('Link, your cards hidden')).toHaveValue('http://room.test/#/shared/tid0');
  await page.getByRole('radio', { name: /^Shown/ }).check();
  await page.getByRole('button', { name: 'Make the link' }).click();
  await expect(page.getByLabel('Link, your cards shown')).toHaveValue('http://room.test/#/shared/tid1');
  const takeBack = page.getByRole('button', { name: /^Take back/ });
  await expect(takeBack).toHaveCount(2);
  await page.getByRole('button', { name: 'Take back the link to hand 4 of table 1, your cards shown' }).click();
  await expect(takeBack).toHaveCount(1);
  expect(links.map((link) => link.own_cards)).toEqual([false]);
});

test('a person with a link sees the hand without signing in, and is told who shared it and what is hidden', async ({ page }) => {
  const shared: Replay = { ...recorded(), by: 'Ada', shared: { own_cards: false } };
  shared.before = { ...shared.before, own: null };
  await open(page, '#/shared/abc/17', { '/api/shared/abc': shared }, null);
  await expect(page.getByRole('main').getByText('Ada shared this hand. Cards that were not turned up at the table are hidden, including those of Ada.')).toBeVisible();
  await expect(now(page).getByText('Ada calls 19, all-in')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share' })).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/#\/shared\/abc\/18$/);
  await page.goto('http://room.test/#/shared/gone');
  await expect(page.getByRole('main').getByText('This link opens nothing')).toBeVisible();
});

test.describe('the results', () => {
  const CHEAP = { ...STAKES, chip_cents: 5 };
  const sessions = [
    session({ table: 3, name: 'Oak', stakes: CHEAP, from: AT + 30 * HOUR, until: null, hands: 1, brought: 1000, took: 0, net: 900, points: [{ hand: 8, at: AT + 30 * HOUR + 5, net: 900 }] }),
    session({ table: 2, name: 'Elm', stakes: OMAHA, from: AT + 50 * HOUR, until: AT + 51 * HOUR, hands: 1, brought: 300, took: 170, net: -130, points: [{ hand: 3, at: AT + 50 * HOUR + 9, net: -130 }] }),
    session(),
  ];

  test('are a line that the arrow keys walk along, and the same numbers in a table', async ({ page }) => {
    await open(page, '#/results', { '/api/results': { sessions, before: null } });
    // Only chips of $1: 250 and 170 came back of 200 and 300. The 900 in chips of 5 cents are not included.
    await expect(page.getByTestId('net')).toHaveText('−80');
    await expect(page.getByTestId('how')).toContainText('420');
    await expect(page.getByTestId('how')).toContainText('− 500');
    const line = page.getByRole('slider', { name: 'Running result in play chips of $1' });
    await line.focus();
    await page.keyboard.press('Home');
    await expect(line).toHaveAttribute('aria-valuetext', /hand 1 at Harbour: lost 20 in total, lost 20 in this session$/);
    await page.keyboard.press('ArrowRight');
    await expect(page.getByTestId('point')).toContainText('+50');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(line).toHaveAttribute('aria-valuetext', /hand 3 at Elm: lost 80 in total, lost 130 in this session$/);
    const rows = page.getByRole('table').locator('tbody tr');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('Elm');
    await page.getByRole('button', { name: 'Result', exact: true }).click();
    await expect(rows.first()).toContainText('Harbour');
    await expect(page.getByRole('columnheader', { name: 'Result' })).toHaveAttribute('aria-sort', 'descending');
    await expect(page.getByRole('row', { name: /^Total/ })).toContainText('−80');
  });

  test('are selected by chips and by game, in the address', async ({ page }) => {
    await open(page, '#/results', { '/api/results': { sessions, before: null } });
    await page.getByRole('button', { name: 'Pot-limit Omaha' }).click();
    await expect(page.getByTestId('net')).toHaveText('−130');
    await page.getByRole('button', { name: 'play chips of 5¢' }).click();
    await expect(page.getByTestId('net')).toHaveText('+900');
    await expect(page).toHaveURL(/#\/results\?unit=5$/);
    await page.reload();
    await expect(page.getByTestId('net')).toHaveText('+900');
    await expect(page.getByText('Chips of different worth are never added')).toBeVisible();
  });

  test('are added up once all pages are loaded', async ({ page }) => {
    await open(page, '#/results');
    await page.route('**/api/results*', (route) =>
      route.fulfill({ json: route.request().url().includes('before=') ? { sessions: [session()], before: null } : { sessions: [session({ from: AT + 9 * HOUR, until: AT + 10 * HOUR })], before: 'x' } }),
    );
    await page.reload();
    await expect(page.getByTestId('net')).toHaveText('+100');
  });

  test('say what to do when there are none', async ({ page }) => {
    await open(page, '#/results', { '/api/results': { sessions: [], before: null } });
    await expect(page.getByRole('main').getByText('There is nothing to add up yet')).toBeVisible();
  });

  test('and hands and replay never scroll sideways at 320 px, pass the accessibility checker, and have targets for fingers', async ({ page }) => {
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
    await page.addInitScript(axe);
    await page.setViewportSize({ width: 320, height: 640 });
    const answers = {
      '/api/results': { sessions, before: null },
      '/api/hands': { hands: [hand(6, { net: 12_000 }), hand(5, { stakes: OMAHA, cards: ['As', 'Kd', '7c', 'Th'], net: -1250 })], before: null },
    };
    await open(page, '#/results', answers);
    for (const [place, shown] of [
      ['#/results', page.getByTestId('net')],
      ['#/hands', page.getByRole('link', { name: /^Hand 6/ })],
      ['#/hand/1/4/17', slider(page)],
    ] as const) {
      await page.goto(`http://room.test/${place}`);
      await expect(shown).toBeVisible();
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(wider, place).toBe(0);
      const small = await page.locator('button:visible:not(.link), summary:visible, a.row:visible, a.button:visible').evaluateAll((elements) =>
        elements.filter((element) => element.getBoundingClientRect().height < 44).map((element) => element.outerHTML.slice(0, 120)),
      );
      expect(small, place).toEqual([]);
      for (const theme of ['dark', 'light', 'contrast']) {
        await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
        const faults = await page.evaluate(async () => {
          const { axe: checker } = globalThis as unknown as {
            axe: { run: (context: Document, options: unknown) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
          };
          const found = await checker.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] });
          return found.violations.map((fault) => `${fault.id}: ${fault.nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`);
        });
        expect(faults, `${place} ${theme}`).toEqual([]);
      }
    }
  });
});
