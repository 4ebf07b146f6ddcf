// Cards that players turn up of their own accord, and what everybody sees of a lost connection: in a scripted
// room.

import { type Page, expect, test } from './test.ts';
import type { Request, TableView, Update } from '../src/wire/wire.ts';
import { ME, Script, flop, serve, turn, update } from './scripted.ts';

const isAsk = (request: Request): request is Extract<Request, { t: 'ask' }> => request.t === 'ask';
const wishes = (script: Script): unknown[] => script.heard.filter(isAsk).map((request) => request.wish);

async function table(page: Page, view: TableView): Promise<Script> {
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [] } });
  const script = new Script((room) => {
    room.say({ t: 'snapshot', ...view });
  });
  await script.attach(page);
  await page.goto('http://room.test/#/table/4');
  await expect(page.getByTestId('dock')).toBeVisible();
  return script;
}

const asEvent = (event: Record<string, unknown>): Update['events'][number] => ({ rule: null, clauses: [], ...event }) as unknown as Update['events'][number];

test('after the hand one card or both are shown, and everybody sees that card beside the back of the other', async ({ page }) => {
  const view = flop();
  const own = view.hand?.players.find((player) => player.seat === view.own)?.cards ?? [];
  const hand = view.hand ? { ...view.hand, over: true } : null;
  const may = own.filter((card) => card !== null);
  const script = await table(page, { ...view, hand, turn: null, menu: null, may_show: may });
  const group = page.getByRole('group', { name: 'Show your cards to the table' });
  const buttons = group.getByRole('button');
  await expect(buttons).toHaveCount(3);
  await expect(buttons.last()).toHaveAccessibleName('Show both');
  await buttons.first().click();
  await script.request(isAsk);
  expect(wishes(script)).toEqual([{ do: 'show_cards', cards: [may[0]] }]);
  // Another player shows one too: it lies face up at that seat, and the other stays a back.
  const other = view.hand?.players.find((player) => player.seat !== view.own);
  const shown = asEvent({ e: 'cards_shown', seat: other?.seat, cards: [null, '9h'] });
  script.say(update(view.number + 1, [shown]));
  await expect(page.getByRole('img', { name: 'nine of hearts' })).toBeVisible();
  // The room lets nothing more be shown: the buttons are gone.
  await expect(group).toHaveCount(0);
});

test('at the showdown a hand that may be mucked is shown whole, by one card, or not at all', async ({ page }) => {
  const view = flop();
  const may = (view.hand?.players.find((player) => player.seat === view.own)?.cards ?? []).filter((card) => card !== null);
  await table(page, { ...view, turn: { ...turn(0), showing: true }, menu: null, may_muck: true, may_show: may });
  const acts = page.getByRole('group', { name: 'Your acts' });
  for (const name of ['Muck', 'Show both']) await expect(acts.getByRole('button', { name, exact: true })).toBeVisible();
  await expect(acts.getByRole('button', { name: /^Show .* of / })).toHaveCount(2);
});

test('a part of the page that cannot be loaded is reported missing, in its place and with a way out', async ({ page }) => {
  await table(page, flop());
  // The room was restarted with another build of the page meanwhile: the files of this one are gone.
  await page.route(/\/assets\/.*\.js$/, async (route) => await route.fulfill({ status: 404, body: '' }));
  await page.getByRole('tab', { name: 'Info' }).click();
  const missing = page.getByRole('tabpanel').getByText('This part of the page could not be loaded. Nothing was changed.');
  await expect(missing).toBeVisible();
  await expect(page.getByRole('tabpanel').getByRole('button', { name: 'Reload the page' })).toBeVisible();
  await page.getByRole('button', { name: 'Command line' }).click();
  await expect(page.getByRole('region', { name: 'Table' }).getByText('This part of the page could not be loaded.')).toBeVisible();
});

test('a part of the page that could not be loaded appears by itself when the room is back, and the message goes away', async ({ page }) => {
  await table(page, flop());
  const files = /\/assets\/Info.*$/;
  await page.route(files, async (route) => await route.abort());
  await page.getByRole('tab', { name: 'Info' }).click();
  const missing = page.getByRole('tabpanel').getByText('This part of the page could not be loaded. Nothing was changed.');
  await expect(missing).toBeVisible();
  await page.unroute(files);
  await expect(missing).toHaveCount(0);
  await expect(page.getByRole('tabpanel').getByText('Buy-in', { exact: true })).toBeVisible();
  // Along with its style sheet, which failed before the part did.
  const failed = async (): Promise<string[]> =>
    await page.evaluate(() => {
      const isRead = (element: HTMLLinkElement): boolean => {
        try {
          return (element.sheet?.cssRules.length ?? 0) > 0;
        } catch {
          return false;
        }
      };
      return [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter((element) => !isRead(element)).map((element) => element.href);
    });
  await expect.poll(failed).toEqual([]);
});

test('an open page whose room was updated says so, and one press loads the new page', async ({ page }) => {
  await table(page, flop());
  const files = /\/assets\/Info.*$/;
  await page.route(files, async (route) => await route.fulfill({ status: 404, json: { code: 'not_found', why: 'there is nothing here' } }));
  await page.route('http://room.test/', async (route) => {
    if (route.request().resourceType() === 'fetch') await route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/index-another.js"></script>' });
    else await route.fallback();
  });
  await page.getByRole('tab', { name: 'Info' }).click();
  const message = page.getByRole('tabpanel').getByText('The room has a newer version of this page. Seats and chips are kept.');
  await expect(message).toBeVisible();
  await page.unroute(files);
  await page.getByRole('tabpanel').getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(message).toHaveCount(0);
  await page.getByRole('tab', { name: 'Info' }).click();
  await expect(page.getByRole('tabpanel').getByText('Buy-in', { exact: true })).toBeVisible();
});

test('a seat that lost its connection says how much time the book leaves it', async ({ page }) => {
  const view = flop();
  const other = view.chairs.find((chair) => chair.seat !== view.own && !chair.machine);
  const script = await table(page, view);
  script.say({ t: 'presence', table: 4, person: other?.person ?? 0, connected: false, disconnect_ms: 42_000 });
  await expect(page.getByText('disconnected 0:42').first()).toBeVisible();
});

test('a card shown while the hand is mucked is visible at once, before the pots are divided', async ({ page }) => {
  const view = { ...flop(), practice: false };
  const script = await table(page, { ...view, turn: { ...turn(0), showing: true, seat: 6 }, menu: null });
  const events = [asEvent({ e: 'cards_shown', seat: 6, cards: [null, '9h'] }), asEvent({ e: 'mucked', seat: 6 })];
  script.say(update(view.number + 1, events));
  await expect(page.getByRole('img', { name: 'nine of hearts' })).toBeVisible();
  await expect(page.locator('[data-seat="6"]')).toContainText('mucks');
  // Only one of those left has chips: nobody is told that the next hand begins shortly.
  const out = [1, 5, 6].map((seat) => asEvent({ e: 'sat_out', seat }));
  script.say(update(view.number + 2, [asEvent({ e: 'closed' }), ...out]));
  await expect(page.getByTestId('dock')).toContainText('Play resumes when two players have chips.');
});

test('a player who had to show is told by which rule, and the cards of an all-in player are completely visible', async ({ page }) => {
  const view = flop();
  const script = await table(page, { ...view, turn: null, menu: null });
  const clauses = ['HE-13.1'];
  const shown = [
    asEvent({ e: 'shown', seat: view.own, cards: ['Ah', 'Td'], rule: 'all-in-hands-are-tabled', clauses }),
    asEvent({ e: 'shown', seat: 2, cards: ['Qs', '9h'], rule: 'all-in-hands-are-tabled', clauses }),
  ];
  script.say(update(view.number + 1, shown));
  const dock = page.getByTestId('dock');
  await expect(dock).toContainText('Shown: all-in hands are turned up.');
  await expect(dock.getByRole('button', { name: /^Why\?/ })).toBeVisible();
  // Seat 2 is all-in for 120: its tag stays, and covers no card.
  const tag = page.locator('[data-seat="2"] .state');
  await expect(tag).toHaveText('ALL-IN 120');
  const card = await page.getByRole('img', { name: 'nine of hearts' }).boundingBox();
  expect((await tag.boundingBox())?.y).toBeGreaterThanOrEqual((card?.y ?? 0) + (card?.height ?? 0) - 8);
  // On a phone in landscape the plate is below the cards, and not over their suits.
  await page.setViewportSize({ width: 844, height: 390 });
  const faceUp = page.getByRole('img', { name: 'nine of hearts' });
  await expect(async () => {
    const seen = await faceUp.evaluate((element) => {
      const { left, width, bottom } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, bottom - 4));
    });
    expect(seen).toBe(true);
  }).toPass();
});
