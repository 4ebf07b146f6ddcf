// The over-blind that a player may post before the first card: in a scripted room, and by people at the real
// program.

import { type Locator, type Page, expect, test } from './test.ts';
import type { Frame, Request, TableView } from '../src/wire/wire.ts';
import { arrives, opens, plays, sits } from './people.ts';
import { Program } from './program.ts';
import { ME, Script, flop, menu, serve, turn, update as told } from './scripted.ts';

const isAsk = (request: Request): request is Extract<Request, { t: 'ask' }> => request.t === 'ask';
const update = (...of: Parameters<typeof told>): Frame & { t: 'update' } => told(...of) as Frame & { t: 'update' };
const RULE = 'over-blind-before-the-deal';
const OFFER = { hand: 12, acts: 4, amount: 40, left_ms: 3000, rule: RULE, clauses: ['HE-10.1'] };

/** The blinds are in, and no card has been dealt yet. */
function posted(): TableView {
  const view = flop();
  const players = (view.hand?.players ?? []).map((player) => ({ ...player, cards: [], folded: false, all_in: false, in_round: 0, in_hand: 0 }));
  return { ...view, turn: null, menu: null, hand: view.hand && { ...view.hand, board: [], round: 0, players, made: [], pots: [] } };
}

async function table(page: Page, view: TableView, path = '#/table/4'): Promise<Script> {
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [] } });
  const script = new Script((room) => {
    room.say({ t: 'snapshot', ...view });
  });
  await script.attach(page);
  await page.goto(`http://room.test/${path}`);
  await expect(page.getByTestId('dock')).toBeVisible();
  return script;
}

test('an over-blind is offered for a moment, with its rule, and posted only for that hand', async ({ page }) => {
  const view = posted();
  const script = await table(page, view);
  const offer = page.getByRole('group', { name: 'Over-blind' });
  await expect(offer).toHaveCount(0);
  script.say({ ...update(view.number + 1, []), over_blind: OFFER });
  const post = offer.getByRole('button', { name: 'Post over-blind 40' });
  await expect(post).toBeVisible();
  await expect(offer).toContainText(/0:0[0-3]/);
  await expect(offer.getByRole('button', { name: /^Why\?/ })).toBeVisible();
  await post.click();
  await script.request(isAsk);
  expect(script.heard.filter(isAsk).map(({ turn: of, wish }) => ({ of, wish }))).toEqual([
    { of: { hand: 12, acts: 4, facing: 40 }, wish: { do: 'over_blind' } },
  ]);
  // The first card is dealt: the offer is gone.
  script.say(update(view.number + 2, [], { turn: turn(0), menu: menu(0) }));
  await expect(offer).toHaveCount(0);
});

for (const [width, height] of [[320, 568], [390, 844], [844, 390]] as const) {
  test(`in a window of ${String(width)} x ${String(height)} the button is complete and as large as a finger`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await table(page, { ...posted(), over_blind: OFFER });
    const box = await page.getByRole('button', { name: 'Post over-blind 40' }).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

for (const word of ['straddle', 'over-blind']) {
  for (const text of [false, true]) {
    test(`the table's own word is used by button, announcement, log and refusal, and an offer is declined by a button: ${word}${text ? ', text view' : ''}`, async ({ page }) => {
      await page.addInitScript((on) => {
        localStorage.setItem('cardroom.settings', JSON.stringify({ text: on }));
      }, text);
      const other = word === 'straddle' ? /over.?blind/i : /straddle/i;
      const view = posted();
      const hand = view.hand;
      await serve(page, { '/api/me': ME, '/api/tables': { tables: [] } });
      const script = new Script((room) => {
        room.say({ t: 'snapshot', ...view, stakes: { ...view.stakes, over_blind_word: word } });
      });
      await script.attach(page);
      await page.goto('http://room.test/#/table/4');
      const log = page.getByRole('log', { name: 'Log of the table' });
      await expect(log).toBeVisible();
      script.say({ ...update(view.number + 1, []), over_blind: OFFER });
      const post = page.getByRole('button', { name: `Post ${word} 40`, exact: true });
      await expect(post).toBeVisible();
      await expect(page.locator('[aria-live=polite]')).toContainText(`You may post ${word === 'straddle' ? 'a' : 'an'} ${word} of 40 before the first card.`);
      await page.getByRole('button', { name: `No ${word}`, exact: true }).click();
      await expect(post).toHaveCount(0);
      await expect(page.getByText(`You post no ${word}.`).first()).toBeAttached();
      expect(script.heard.filter(isAsk)).toEqual([]);
      // The offer for the next hand is a different one.
      script.say({ ...update(view.number + 2, []), over_blind: { ...OFFER, hand: 13 } });
      await post.click();
      const [ask] = (await script.request(isAsk)).filter(isAsk);
      script.say({ t: 'answer', table: 4, key: ask?.key ?? '', ok: false, code: 'late', reason: 'late', numbers: {}, why: 'the first card is dealt', rule: null, clauses: [], readings: [] });
      await expect(page.getByText(`Your ${word} did not go through.`).first()).toBeAttached();
      const seat = hand?.players.at(-1)?.seat ?? 1;
      script.say(update(view.number + 3, [{ e: 'posted', seat, kind: { is: 'over_blind' }, amount: 40, all_in: false, rule: RULE, clauses: [] }]));
      await expect(log).toContainText(new RegExp(`posts an? ${word}, 40`));
      await expect(page.locator('[aria-live=polite]')).toContainText(new RegExp(`posts an? ${word}, forty chips`));
      // The list of commands in the text view gives both words: both are understood.
      await expect(text ? page.getByRole('group', { name: 'Your acts' }) : page.getByRole('main')).not.toContainText(other);
    });
  }
}

test('at a table whose book has them somebody presses the button and posts an over-blind', async ({ browser }) => {
  test.setTimeout(120_000);
  const program = await Program.start('[practice]\ntables = 0\n');
  try {
    const pages = [];
    for (const login of ['ada', 'ben', 'cho']) pages.push(await arrives(browser, program.address, login));
    const [first] = pages;
    if (first === undefined) throw new Error('nobody is there');
    const table = await opens(first, 'Harbour', 'canberra-holdem-2018', { over_blinds: '1' });
    for (const page of pages) await sits(page, table);
    // Two may have begun without the third: their hands are folded until there are three, one of whom posted
    // no blind.
    const button = (of: Page): Locator => of.getByRole('group', { name: 'Over-blind' }).getByRole('button', { name: /^Post over-blind \d/ });
    const page = await Promise.any(
      pages.map(async (page) => {
        await plays(page, button(page), true);
        return page;
      }),
    );
    await button(page).click();
    await expect(page.getByRole('log').getByText(/^You posts? an over-blind/).first()).toBeVisible();
    await Promise.allSettled(pages.map(async (page) => await page.context().close()));
  } finally {
    await program.stop();
  }
});
