// What the page offers depending on the viewer's roles, and what it says where a role is pending or does not
// play.

import { type Page, expect, test } from './test.ts';
import { ME, Script, flop, serve } from './scripted.ts';
import { before } from './stage/hand.ts';
import { besideTable, open } from './stage/stage.ts';
import type { TableView } from '../src/wire/wire.ts';

/** A table where nobody from this page sits, with a free seat. */
function watchedTable(): TableView {
  return { ...flop(), practice: false, own: null, menu: null, turn: null, chairs: flop().chairs.filter((chair) => chair.person !== ME.person) };
}

/** `grant` is the operator's setting about those who act in the operator's place. */
async function as(page: Page, me: object, view: TableView, at = 'table/4', grant = 'true'): Promise<void> {
  await serve(page, {
    '/api/tables/4/sign': { title: 'Standard, version 1', settings: [{ name: 'supervisor_acts_for_operator', sentence: 'supervisors act for the operator', value: grant, unit: '', clauses: [] }] },
    '/api/me': { ...ME, wallet: 0, ...me }, '/api/tables': { tables: [] }, '/api/wallet': { unit: 'play', balance: 0, lines: [] },
    '/api/admin/reports': { reports: [], waiting: 0, next: null },
  });
  await new Script((room) => {
    room.say({ t: 'snapshot', ...view });
  }).attach(page);
  await page.goto(`http://room.test/#/${at}`);
}

const STAFF = ['dealer', 'supervisor', 'shift_manager', 'operator', 'director', 'cashier', 'auditor', 'administrator'];
const SAID: Record<string, string> = { shift_manager: 'shift manager', operator: 'casino operator', director: 'tournament director' };

for (const role of STAFF) {
  const roleName = SAID[role] ?? role;
  test(`${roleName}: before the second factor the page says what is pending and where it is enrolled, and offers no seat`, async ({ page }) => {
    await as(page, { roles: [], waiting: [role], second_factor: 'due' }, watchedTable());
    const dock = page.getByTestId('dock');
    await expect(dock.getByText(`Your role ${roleName} waits until you enrol a second factor.`)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Sit here/ })).toHaveCount(0);
    await expect(page.locator('header')).toContainText(`${roleName} (waits)`);
    await expect(page.locator('header')).not.toContainText('player');
    await expect(page.getByRole('tab', { name: 'Floor' })).toHaveCount(0);
    await dock.getByRole('link', { name: 'Enrol it now' }).click();
    await expect(page.getByRole('button', { name: 'Enrol a second factor' })).toBeVisible();
    await expect(page.getByText(`Until then your role ${roleName} opens nothing.`).first()).toBeVisible();
    // In the lobby it is at the top.
    await page.goto('http://room.test/#/');
    await expect(page.getByRole('note').filter({ hasText: `Your role ${roleName} waits until you enrol a second factor.` }).getByRole('link', { name: 'Enrol it now' })).toBeVisible();
  });

  test(`${roleName}: without the role of a player no seat is offered, and the table says why`, async ({ page }) => {
    await as(page, { roles: [role], second_factor: 'on' }, watchedTable());
    const why = role === 'administrator' ? 'You are watching as the administrator, who does not play.' : `You are watching: as ${roleName} you cannot take a seat.`;
    await expect(page.getByTestId('dock').getByText(why)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Sit here/ })).toHaveCount(0);
    const officiates = ['supervisor', 'shift_manager', 'operator', 'administrator'].includes(role);
    await besideTable(page);
    await expect(page.getByRole('tab', { name: 'Floor' })).toHaveCount(officiates ? 1 : 0);
    if (!officiates) return;
    await page.getByRole('tab', { name: 'Floor' }).click();
    // Buttons that do nothing yet say what they wait for.
    for (const name of ['Pause after this hand', 'Remove Ben']) await expect(page.getByRole('button', { name })).toHaveAccessibleDescription(/need a reason/);
    await page.getByLabel('Reason, shown to everybody').fill('a drink was spilt');
    await expect(page.getByRole('button', { name: 'Pause after this hand' })).toBeEnabled();
    await expect(page.getByRole('button', { name: 'Remove Ben' })).toBeEnabled();
  });
}

// AMB-015: from supervisor upwards somebody acts for the operator, unless the operator has withdrawn the
// grant; where a book has no such grant only the shift manager does.
for (const [role, grant, offered] of [['supervisor', 'false', 0], ['supervisor', 'not_used', 0], ['shift_manager', 'false', 0], ['shift_manager', 'not_used', 1], ['operator', 'false', 1]] as const) {
  test(`${SAID[role] ?? role}: the floor is ${offered === 1 ? '' : 'not '}offered where the operator's grant is ${grant}`, async ({ page }) => {
    const sign = page.waitForResponse('**/api/tables/4/sign');
    await as(page, { roles: [role], second_factor: 'on' }, watchedTable(), 'table/4', grant);
    await besideTable(page);
    await sign;
    await expect(page.getByRole('tab', { name: 'Info' })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Floor' })).toHaveCount(offered);
  });
}

test('a player who also deals is offered seats like any player', async ({ page }) => {
  await as(page, { roles: ['player', 'dealer'], second_factor: 'on', wallet: 4500 }, watchedTable());
  await expect(page.getByRole('button', { name: /^Sit here/ }).first()).toBeVisible();
});

test('an official who sits at the table reads that nobody rules where they sit', async ({ page }) => {
  await as(page, { roles: ['player', 'shift_manager'], second_factor: 'on', wallet: 4500 }, flop());
  await besideTable(page);
  await page.getByRole('tab', { name: 'Floor' }).click();
  await expect(page.getByText('You cannot rule over a table where you sit.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause after this hand' })).toHaveCount(0);
  await expect(page.locator('header')).toContainText('player, shift manager');
});

test('a supervisor can open the reports, but no accounts', async ({ page }) => {
  await as(page, { roles: ['supervisor'], second_factor: 'on' }, watchedTable(), 'people');
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await expect(page.getByText('Nobody has reported anybody.')).toBeVisible();
  await expect(page.getByLabel('Find a name')).toHaveCount(0);
});

for (const size of [{ width: 1366, height: 768 }, { width: 390, height: 844 }, { width: 320, height: 568 }]) {
  test(`a player without chips adds some beside the sentence that says so, at ${String(size.width)} x ${String(size.height)}`, async ({ page }) => {
    await page.setViewportSize(size);
    const view = flop();
    const broke = { ...view, hand: view.hand && { ...view.hand, over: true }, menu: null, turn: null, chairs: view.chairs.map((chair) => (chair.seat === 3 ? { ...chair, stack: 0 } : chair)) };
    await as(page, { wallet: 4500 }, broke);
    const dock = page.getByTestId('dock');
    await expect(dock.getByText('You have no chips in front of you: add some to be dealt in.')).toBeVisible();
    const add = dock.getByRole('button', { name: 'Add chips' });
    await expect(add).toBeInViewport({ ratio: 1 });
    await add.click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
}

test('a player whose wallet has less than the smallest buy-in reads that, and is asked for nothing', async ({ page }) => {
  const view = flop();
  const broke = { ...view, hand: view.hand && { ...view.hand, over: true }, menu: null, turn: null, chairs: view.chairs.map((chair) => (chair.seat === 3 ? { ...chair, stack: 0 } : chair)) };
  await as(page, { wallet: 20 }, broke);
  await expect(page.getByTestId('dock').getByText('your wallet has less than the smallest buy-in')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add chips' })).toHaveCount(0);
});

const CLOSED: readonly [at: string, title: string, me: object, says: readonly string[]][] = [
  ['new-table', 'New table', { roles: ['administrator'], rights: ['accounts', 'reports', 'run_tables'], second_factor: 'on' }, [
    'In this room players open tables: this page is for people with the role player.', 'Your account has the role administrator.',
    'An administrator has no other role: sign in with another account for this. Roles are given under People.']],
  ['new-table', 'New table', { roles: [], waiting: ['administrator'], rights: [], second_factor: 'due' }, [
    'Your account has the role administrator; administrator waits until you enrol a second factor.']],
  ['people', 'People', { roles: ['player'], rights: ['sit', 'open_tables'] }, [
    'This page is for administrators; supervisors, shift managers and casino operators have the reports on it.',
    'Your account has the role player.', 'Administrators give roles, under People.']],
  ['record', 'Record', { roles: ['player'], waiting: ['auditor'], rights: ['sit', 'open_tables'], second_factor: 'due' }, [
    'This page is for auditors.', 'Your account has the roles player, auditor; auditor waits until you enrol a second factor.']],
];

for (const [at, title, me, says] of CLOSED) {
  test(`${at}: somebody signed in without the role reads whom it is for, and not the sign-in form (${JSON.stringify(me)})`, async ({ page }) => {
    await as(page, me, watchedTable(), at);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    for (const sentence of says) await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Sign in|Open the table)$/ })).toHaveCount(0);
    await expect(page.locator('main form')).toHaveCount(0);
  });
}

for (const at of ['table/4', 'hands', 'account', '']) {
  test(`a player whose session the room ends reads why on the sign-in form, signs in and is back: ${at === '' ? 'lobby' : at}`, async ({ page }) => {
    const { script } = await open(page, { at, view: before() });
    await expect(page.getByRole('banner')).toContainText('Ada');
    await expect.poll(() => script.connections).toBe(1);
    await page.route('**/api/me', (route) => route.fulfill({ status: 401, json: { code: 'not_signed_in', why: 'sign in first' } }));
    await script.end();
    const why = page.getByRole('note').filter({ hasText: 'Your sign-in has ended' });
    await expect(why).toContainText('your roles or password changed');
    await expect(why).toContainText('Your seats and chips are kept.');
    await page.route('**/api/sign-in', (route) => route.fulfill({ json: {} }));
    await page.route('**/api/me', (route) => route.fulfill({ json: ME }));
    await page.getByLabel('Sign-in name').fill('ada');
    await page.getByLabel(/^Password/).fill('correct horse battery');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(`http://room.test/#/${at}`);
    await expect(why).toHaveCount(0);
  });
}

test('somebody who signs out reads nothing about a session that has ended', async ({ page }) => {
  await open(page, { at: '' });
  await page.route('**/api/sign-out', (route) => route.fulfill({ status: 204 }));
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Your sign-in has ended')).toHaveCount(0);
});
