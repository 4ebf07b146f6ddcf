// Ways through the page: returning to what was pressed, what stays behind, addresses that lead nowhere, and
// forms that are refused.

import { type Page, expect, test } from './test.ts';
import { named, wonBy } from './named.ts';
import { ME, STAKES, Script, flop, serve, update } from './scripted.ts';
import type { Event, TableView } from '../src/wire/wire.ts';

/** A table watched by somebody who is not seated, with seat 4 free. */
function watchedTable(): TableView {
  return { ...flop(), practice: false, own: null, menu: null, turn: null, chairs: flop().chairs.filter((chair) => chair.person !== ME.person) };
}

/** A room in which nobody is signed in until they sign in. */
async function openAsVisitor(page: Page, answers: Record<string, unknown> = {}): Promise<Script> {
  await serve(page, { '/api/tables': { tables: [] }, '/api/books': [], '/api/tables/4/may-sit': { ok: true }, ...answers });
  let inside = false;
  await page.route('**/api/me', async (route) => {
    if (inside) await route.fulfill({ json: ME });
    else await route.fulfill({ status: 401, json: { code: 'not_signed_in', why: 'this needs somebody who is signed in', clauses: [] } });
  });
  await page.route(/\/api\/sign-(in|up)$/, async (route) => {
    inside = true;
    await route.fulfill({ status: 201, json: ME });
  });
  const script = new Script((room) => {
    room.say({ t: 'snapshot', ...watchedTable() });
  });
  await script.attach(page);
  return script;
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Sign-in name').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a visitor who presses a seat and signs in comes back to the seat, with the amount open', async ({ page }) => {
  await openAsVisitor(page);
  await page.goto('http://room.test/#/table/4');
  await page.getByRole('button', { name: /^Sit here ?, seat 4$/ }).click();
  await signIn(page);
  await expect(page.getByRole('dialog', { name: 'Seat 4 at Harbour' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sit with/ })).toBeVisible();
  expect(page.url()).toBe('http://room.test/#/table/4');
});

test('a visitor who presses a seat and signs up instead comes back to it too', async ({ page }) => {
  await openAsVisitor(page);
  await page.goto('http://room.test/#/table/4');
  await page.getByRole('button', { name: /^Sit here ?, seat 4$/ }).click();
  await page.getByRole('link', { name: 'Sign up' }).last().click();
  await page.getByLabel('Sign-in name').fill('ada');
  await page.locator('input[name=password]').fill('correct horse battery');
  await page.getByLabel('The same again').fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('dialog', { name: 'Seat 4 at Harbour' })).toBeVisible();
});

test('signing in leads back to where the visitor was', async ({ page }) => {
  await openAsVisitor(page, { '/api/hands': { hands: [], before: null } });
  await page.goto('http://room.test/#/table/4');
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await signIn(page);
  await expect(page).toHaveURL('http://room.test/#/table/4');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a place that needs a signed-in user is shown after signing in', async ({ page }) => {
  await openAsVisitor(page, { '/api/wallet': { unit: 'play', balance: 0, lines: [] } });
  await page.goto('http://room.test/#/account');
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Statement' })).toBeVisible();
  expect(page.url()).toBe('http://room.test/#/account');
});

test('a player who signs out in the middle of a hand is first told what stays behind', async ({ page }) => {
  let out = 0;
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [] } });
  await page.route('**/api/sign-out', async (route) => {
    out += 1;
    await route.fulfill({ json: {} });
  });
  await new Script((room) => {
    room.say({ t: 'snapshot', ...flop() });
  }).attach(page);
  await page.goto('http://room.test/#/table/4');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Sign out?' });
  await expect(question).toContainText('You keep seat 3 at Harbour, with 480 in front of you.');
  await expect(question).toContainText('You are in a hand: the 120 you put in stay in the pot');
  expect(out).toBe(0);
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toHaveCount(0);
  expect(out).toBe(0);
  // The same in the account.
  await page.goto('http://room.test/#/account');
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign out?' })).toContainText('Harbour');
  await page.getByRole('button', { name: 'Sign out anyway' }).click();
  await expect.poll(() => out).toBe(1);
});

test('without a seat signing out asks nothing', async ({ page }) => {
  let out = 0;
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [] }, '/api/books': [] });
  await page.route('**/api/sign-out', async (route) => {
    out += 1;
    await route.fulfill({ json: {} });
  });
  await new Script(() => undefined).attach(page);
  await page.goto('http://room.test/#/');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect.poll(() => out).toBe(1);
});

for (const address of ['#/casino', '#/table/x', '#/hand/4', '#constructor']) {
  test(`${address} says that there is nothing, and offers the lobby`, async ({ page }) => {
    await serve(page, { '/api/me': ME, '/api/tables': { tables: [] }, '/api/books': [] });
    await new Script(() => undefined).attach(page);
    await page.goto(`http://room.test/${address}`);
    await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
    await expect(page.getByText(address.replace(/^#\/?/, '/#/'))).toBeVisible();
    await expect(page).toHaveTitle(/^Nothing here/);
    await page.getByRole('link', { name: 'Go to the lobby' }).click();
    await expect(page.getByRole('heading', { name: 'Cash tables' })).toBeVisible();
  });
}

test('a second seat that is refused says so before asking for the amount, with the name of the table', async ({ page }) => {
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [] } });
  await page.route('**/api/tables/4/may-sit', async (route) => {
    await route.fulfill({
      status: 422,
      json: {
        code: 'one_seat', why: 'you have a seat at Practice 1: leave it before you sit down at Harbour', rule: 'one-seat-a-player', clauses: ['HE-16.2'],
      },
    });
  });
  await new Script((room) => {
    room.say({ t: 'snapshot', ...watchedTable() });
  }).attach(page);
  await page.goto('http://room.test/#/table/4');
  await page.getByRole('button', { name: /^Sit here ?, seat 4$/ }).click();
  const note = page.getByRole('note').filter({ hasText: 'You have a seat at Practice 1: leave it before you sit down at Harbour. No seat was taken.' });
  await expect(note).toBeVisible();
  await expect(note.getByRole('button', { name: /^Why/ })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

const line = (name: string, more: object): object => ({
  name, area: 'stakes', sentence: name.replaceAll('_', ' '), unit: 'chips', says: 'chosen', value: null, choices: ['any'], would_do: null, note: null, clauses: [], ...more,
});

test('surprising choices get a warning, and the table is opened when they are sent again', async ({ page }) => {
  const warning = { setting: 'smallest_chip', given: '5', what: 'commission is counted in 100 cents and the smallest chip is worth 500', would_do: 'a smallest chip of 100 cents', rule: 'odd-amount-after-commission', clauses: ['HE-13.2', 'AMB-093'] };
  await serve(page, {
    '/api/me': ME,
    '/api/tables/check': { ok: true, stakes: null, problems: [], warnings: [warning] },
    '/api/books': [{ id: 'canberra-holdem-2018', title: 'Canberra', version: '1', family: 'poker', document: 'NI2018-51', machine_players: false }],
    '/api/books/canberra-holdem-2018': { settings: [line('smallest_chip', { value: '1', would_do: 'a whole number of chips from 1 up' })] },
  });
  let opened = 0;
  await page.route('**/api/tables', async (route) => {
    if (route.request().method() === 'POST') opened += 1;
    await route.fulfill({ json: route.request().method() === 'POST' ? { table: 4, warnings: [warning] } : { tables: [] } });
  });
  await new Script(() => undefined).attach(page);
  await page.goto('http://room.test/#/new-table');
  await page.getByLabel('Name of the table').fill('Fives');
  const press = page.getByRole('button', { name: 'Open the table' });
  await press.click();
  await expect(page.getByRole('note').filter({ hasText: 'commission is counted in 100 cents' })).toContainText('Press again to open the table anyway.');
  expect(opened).toBe(0);
  await press.click();
  await expect.poll(() => opened).toBe(1);
});

test('a deck without low enough hands is reported at the field for the low hand, before the table opens', async ({ page }) => {
  const what = 'no hand of 36 cards with the ace low in low hands is an eight or better, and the highest hand takes all';
  const warning = { setting: 'low_qualifier', given: 'eight', what, would_do: 'a deck of more cards', rule: 'high-and-low-halve', clauses: ['HE-3.5(d)', 'AMB-025'] };
  const chosen = (name: string, choices: string[]): object => line(name, { area: 'cards', value: choices[0], choices });
  await serve(page, {
    '/api/me': ME,
    '/api/tables/check': { ok: true, stakes: null, problems: [], warnings: [warning] },
    '/api/books': [{ id: 'canberra-holdem-2018', title: 'Canberra', version: '1', family: 'poker', document: 'NI2018-51', machine_players: false }],
    '/api/books/canberra-holdem-2018': {
      settings: [chosen('deck_cards', ['52', '44', '36']), chosen('ace', ['high_and_low', 'high']), chosen('showdown_mode', ['high', 'high_low']), chosen('low_qualifier', ['none', 'eight']), chosen('low_ace', ['follow', 'high'])],
    },
  });
  await new Script(() => undefined).attach(page);
  await page.goto('http://room.test/#/new-table');
  await page.getByLabel('Name of the table').fill('Six plus');
  const low = page.getByLabel(/^Low hand/);
  const none = 'No hand of this deck is an eight or better: the highest hand takes all.';
  await page.getByLabel(/^Deck/).selectOption('36');
  await low.selectOption('eight');
  await expect(low).not.toHaveAccessibleDescription(none);
  await page.getByLabel(/^What wins the pot/).selectOption('high_low');
  await expect(low).toHaveAccessibleDescription(none);
  await page.getByLabel(/^Deck/).selectOption('44');
  await expect(low).not.toHaveAccessibleDescription(none);
  await page.getByLabel(/^Deck/).selectOption('36');
  await page.getByRole('button', { name: 'Open the table' }).click();
  const note = page.getByRole('note').filter({ hasText: 'Low hand: No hand of 36 cards with the ace low in low hands is an eight or better' });
  await expect(note).toContainText('Press again to open the table anyway.');
});

test('a refusal is shown at its field, in the words of the form, and nothing there contradicts it', async ({ page }) => {
  const problems = [
    { setting: 'max_buy_in', given: '100', reason: 'below_smallest_stake', numbers: { at_least: 500 }, what: 'it is below the smallest stake of 500', would_do: 'none, or 500 or more', rule: 'stake-within-limits', clauses: [] },
    { setting: 'max_buy_in', given: '100', what: 'it is less than two hours of play cost', would_do: '', rule: null, clauses: [] },
    { setting: 'name', given: ' ', reason: 'name_length', numbers: { at_least: 1, at_most: 40 }, what: "a table's name has 1 to 40 letters", would_do: '', rule: null, clauses: [] },
  ];
  await serve(page, {
    '/api/me': ME,
    '/api/books': [{ id: 'dunedin-17.7', title: 'Dunedin', version: '17.7', family: 'poker', document: 'Dunedin', machine_players: false }],
    '/api/books/dunedin-17.7': {
      settings: [
        line('min_buy_in', { value: '100', would_do: 'a whole number of chips from 0 up' }),
        line('max_buy_in', { value: 'none', choices: ['none', 'any'], would_do: 'none or a whole number of chips from 1 up', bound: 'from_min_buy_in' }),
      ],
    },
  });
  await page.route('**/api/tables', async (route) => {
    if (route.request().method() !== 'POST') await route.fulfill({ json: { tables: [] } });
    else await route.fulfill({ status: 422, json: { code: 'not_determined', why: 'max_buy_in = 100: it is below', rule: null, clauses: [], problems } });
  });
  await new Script(() => undefined).attach(page);
  await page.goto('http://room.test/#/new-table');
  await page.getByLabel('Name of the table').fill('x');
  await page.getByLabel(/^Smallest buy-in/).fill('500');
  const most = page.getByLabel(/^Largest buy-in/);
  await most.fill('100');
  // What the field says beforehand already includes the bound.
  await expect(page.getByText('“No maximum” or a number, in chips, no less than the smallest buy-in.')).toBeVisible();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(most).toHaveAccessibleDescription('It is below the smallest buy-in of 500: choose 500 or more, or no maximum. It is less than two hours of play cost.');
  await expect(most).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Name of the table')).toBeFocused();
  await expect(page.getByRole('note').filter({ hasText: 'The table was not opened: 2 fields need other values, marked below.' })).toBeVisible();
  await expect(page.getByText('max_buy_in')).toHaveCount(0);
});

test('a hand decided by a kicker says so on the felt and in the log', async ({ page }) => {
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [] } });
  const script = new Script((room) => {
    room.say({ t: 'snapshot', ...flop(), stakes: STAKES });
  });
  await script.attach(page);
  await page.goto('http://room.test/#/table/4');
  await expect(page.getByRole('group', { name: 'Your cards' })).toBeVisible();
  const asEvent = (event: object): Event => ({ rule: 'best-hand-wins', clauses: [], ...event }) as unknown as Event;
  script.say({
    ...update(41, [
      asEvent({ e: 'shown', seat: 3, cards: ['Ah', 'Td'] }),
      asEvent({ e: 'shown', seat: 6, cards: ['Jh', '9d'] }),
      asEvent({ e: 'pot_formed', pot: 0, amount: 385, eligible: [3, 6] }),
      asEvent({ e: 'awarded', pot: 0, half: 'whole', seat: 3, amount: 385 }),
      asEvent({ e: 'closed' }),
    ]),
    won: [wonBy(0, [3], named('two pair, kings and fours'), { deciding: ['A'], beaten: ['J'] })],
  } as Parameters<Script['say']>[0]);
  const sentence = 'You win 385 with two pair, kings and fours, ace kicker; beats jack kicker.';
  await expect(page.getByTestId('told')).toContainText(sentence);
  await expect(page.getByText('Pot 1 (main): you win 385 with two pair, kings and fours, ace kicker; beats jack kicker').first()).toBeVisible();
});
