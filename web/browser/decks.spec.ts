// Every deck in the real room: what can be chosen for a table, what the table says about it, and hands with a
// reduced deck and a joker played to the end.

import { type Page, expect, test } from './test.ts';
import type { TableView } from '../src/wire/wire.ts';
import { named } from './named.ts';
import { arrives, opens, plays, sits, wins } from './people.ts';
import { Program } from './program.ts';
import { ME, Script, flop, serve } from './scripted.ts';
import { besideTable } from './stage/stage.ts';

const BOOK = 'canberra-holdem-2018';
let program: Program;

test.setTimeout(90_000);

test.beforeAll(async () => {
  program = await Program.start('[pace]\nbetween_rounds = 0\ncut = 0\nstreet = 0\nshow = 0\n[practice]\ntables = 0\n');
});
test.afterAll(async () => {
  await program.stop();
});

/** What the Rules tab says about the deck and the order of hands. */
async function rules(page: Page, table: number): Promise<string> {
  await page.goto(`/#/table/${String(table)}`);
  await page.getByRole('tab', { name: 'Rules' }).click();
  const order = page.getByRole('region', { name: 'Deck and order of hands' });
  await order.getByText('Which hand beats which').click();
  return (await order.innerText()).replaceAll(/\s+/g, ' ');
}

test('deck, joker, ace and winning hand are chosen for a new table, and the table says what it is played with', async ({ browser }) => {
  const page = await arrives(browser, program.address, 'ada');
  await page.goto('/#/new-table');
  await page.getByLabel('Rule book').selectOption(BOOK);
  await page.getByLabel('Name of the table').fill('Six plus');
  const choices = page.getByRole('group', { name: 'Deck and hands' });
  await expect(choices.getByLabel(/^Deck/).getByRole('option')).toHaveText([
    '52 cards, 2 to A (usual)', '48 cards, 3 to A', '44 cards, 4 to A', '40 cards, 5 to A', '36 cards, 6 to A', '32 cards, 7 to A',
  ]);
  await choices.getByLabel(/^Low hand/).selectOption('eight');
  await page.getByRole('button', { name: 'Open the table' }).click();
  // Eight-or-better is for split games: the room says so, and the page preserves what was chosen.
  await expect(page.getByRole('alert')).toContainText('marked below');
  const low = choices.getByLabel(/^Low hand/);
  await expect(low).toHaveAttribute('aria-invalid', 'true');
  await expect(low).toHaveAccessibleDescription('It does not go with “What wins the pot: The highest hand”: choose “What wins the pot: Highest and lowest, half each”.');
  await choices.getByLabel(/^Deck/).selectOption('36');
  await choices.getByLabel(/^Joker/).selectOption('true');
  await choices.getByLabel(/^Ace in straights/).selectOption('high_and_low');
  await choices.getByLabel(/^What wins the pot/).selectOption('high_low');
  // The field says so at once, and the room says so again before the table opens.
  await expect(low).toHaveAccessibleDescription(/No hand of this deck is an eight or better: the highest hand takes all\.$/);
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page.getByRole('note').filter({ hasText: 'Low hand: No hand of 36 cards with the ace low in low hands is an eight or better' })).toBeVisible();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Six plus' })).toBeVisible();

  const table = Number(new URL(page.url()).hash.split('/').pop());
  const text = await rules(page, table);
  expect(text).toContain('Ranks: A K Q J 10 9 8 7 6 Jo');
  expect(text).toContain('36 cards, sixes to aces, and a joker');
  expect(text).toContain('the low one must be an eight or better. No hand of this deck is an eight or better: the highest hand takes all. A flush beats a full house. The ace is high, and low in the straight 9-8-7-6-A.');
  expect(text).toContain('Royal flush Five of a kind Straight flush Four of a kind Flush Full house Straight');

  // A player about to sit down reads it too.
  await page.getByRole('button', { name: /^Sit here/ }).first().click();
  await expect(page.getByRole('dialog').getByText('36 cards, sixes to aces, and a joker')).toBeVisible();
});

test('each deck can be opened with each way to win', async ({ browser }) => {
  const page = await arrives(browser, program.address, 'ben');
  const decks: [string, string, string][] = [
    ['52', 'A K Q J 10 9 8 7 6 5 4 3 2', 'Full house Flush'],
    ['48', 'A K Q J 10 9 8 7 6 5 4 3', 'Flush Full house'],
    ['44', 'A K Q J 10 9 8 7 6 5 4', 'Flush Full house'],
    ['40', 'A K Q J 10 9 8 7 6 5', 'Flush Full house'],
    ['32', 'A K Q J 10 9 8 7', 'Flush Full house'],
  ];
  for (const [deck, ranks, order] of decks) {
    const table = await opens(page, `Deck ${deck}`, BOOK, { deck_cards: deck, ace: 'high_and_low' });
    const text = await rules(page, table);
    expect(text).toContain(`Ranks: ${ranks} ${deck} cards`);
    expect(text).toContain(order);
  }
  const low = await opens(page, 'Low ball', BOOK, { deck_cards: '44', showdown_mode: 'low', joker: 'true' });
  await page.goto(`/#/table/${String(low)}`);
  await page.getByRole('tab', { name: 'Rules' }).click();
  await expect(page.getByText('The lowest hand wins; straights and flushes do not count.')).toBeVisible();
});

test('a hand with 32 cards and the joker is dealt and played to its end, with no other card', async ({ browser }) => {
  const ada = await arrives(browser, program.address, 'cho');
  const ben = await arrives(browser, program.address, 'dee', { width: 390, height: 844 });
  const table = await opens(ada, 'Joker', BOOK, { deck_cards: '32', joker: 'true', showdown_mode: 'high_low', ace: 'high_and_low', seats: '2' });
  await sits(ada, table);
  await sits(ben, table);
  await besideTable(ben);
  await Promise.all([ada, ben].map(async (page) => await plays(page, wins(page))));
  for (const page of [ada, ben]) {
    const seen = await page.locator('[data-card]').evaluateAll((elements) => elements.map((element) => element.getAttribute('data-card') ?? ''));
    expect(seen.filter((card) => !/^([7-9TJQKA][cdhs]|Jo)$/.test(card))).toEqual([]);
    await page.context().close();
  }
});

test('the joker is drawn as a card of its own, in the hand and on the board, and is named with what it stands for', async ({ page }) => {
  const view = flop();
  const hand = view.hand as NonNullable<TableView['hand']>;
  // A joker and a ten beside nines: as the room names it where the suit does not count.
  const made = [{ seat: 3, high: named('three of a kind, nines, joker as nine', '9c 9d Jo As Td', '9s'), low: null }];
  const players = hand.players.map((player) => (player.seat === 3 ? { ...player, cards: ['Jo', 'Td'] } : player));
  for (const [at, but] of [{ players, board: ['9c', '9d', 'As'] }, { board: ['9c', 'Jo', '9d'] }].entries()) {
    const one = at === 0 ? page : await page.context().newPage();
    await serve(one, { '/api/me': ME, '/api/tables': { tables: [] } });
    await new Script((room) => room.say({ t: 'snapshot', ...view, hand: { ...hand, made, ...but } })).attach(one);
    await one.goto('http://room.test/#/table/4');
    await expect(one.getByTestId('made')).toContainText('joker as nine');
    const card = one.locator('[data-card="Jo"]');
    await expect(card).toHaveCount(1);
    await expect(card).toBeVisible();
    await expect(one.getByRole('img', { name: 'joker', exact: true })).toBeVisible();
    await expect(one.getByRole('group', { name: at === 0 ? 'Your cards' : 'Board' }).locator('[data-card="Jo"]')).toBeVisible();
  }
});
