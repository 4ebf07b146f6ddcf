// The second factor of staff: the first administrator enrols through the link, comes back with a code, and
// grants roles.

import { createHmac } from 'node:crypto';
import { Program } from './program.ts';
import { ME, Script, serve } from './scripted.ts';
import { type Page, expect, test } from './test.ts';

const PASSWORD = 'correct horse battery';

/** The RFC 6238 code for a secret, some steps of 30 s from now. */
function code(typed: string, steps = 0): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...typed.replaceAll(' ', '')].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test('the first administrator enrols a second factor, and signs in again with a code from it', async ({ page }) => {
  const program = await Program.start('[room]\nstaff_second_factor = "required"\n[practice]\ntables = 0\n');
  try {
    await page.goto(program.link);
    await page.getByLabel('Sign-in name').fill('ruth');
    await page.getByLabel('Password', { exact: false }).first().fill(PASSWORD);
    await page.getByLabel('The same again').fill(PASSWORD);
    await page.getByRole('button', { name: 'First administrator' }).click();
    await expect(page.getByText('You work in this room: enrol a second factor first.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Enrol a second factor' }).click();
    await expect(page.getByRole('img', { name: 'QR code for an authenticator' })).toBeVisible();
    const secret = await page.getByLabel('Key').inputValue();
    await expect(page.getByRole('link', { name: 'Open in an authenticator on this device' })).toHaveAttribute('href', new RegExp(`secret=${secret.replaceAll(' ', '')}`));
    await page.getByLabel('Code that the authenticator shows').fill('000000');
    await page.getByRole('button', { name: 'Enrol', exact: true }).click();
    await expect(page.getByText('This code is wrong: check the clock of the device').first()).toBeVisible();
    await page.getByLabel('Code that the authenticator shows').fill(code(secret));
    await page.getByRole('button', { name: 'Enrol', exact: true }).click();
    const codes = page.locator('.codes li');
    await expect(codes).toHaveCount(10);
    const recovery = (await codes.first().textContent()) ?? '';
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByText('10 recovery codes are left.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Sign out here' }).click();
    // The password alone is not enough; it takes a code of the next step, because the last one has been used.
    await page.getByLabel('Sign-in name').fill('ruth');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Code of your second factor').fill(code(secret, 1));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.goto(`${program.address}/#/account`);
    await page.getByRole('button', { name: 'Sign out here' }).click();
    await page.getByLabel('Sign-in name').fill('ruth');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Code of your second factor').fill(recovery);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.goto(`${program.address}/#/account`);
    await expect(page.getByText('9 recovery codes are left.').first()).toBeVisible();
  } finally {
    await program.stop();
  }
});

async function people(page: Page): Promise<{ path: string; body: unknown }[]> {
  const requests: { path: string; body: unknown }[] = [];
  const of = { person: 1, login: 'ana', name: 'Ana', roles: ['player'], second_factor: true, machine: false, banned: false, banned_until: null, signed_up: 1, last_sign_in: null };
  await serve(page, {
    '/api/me': { ...ME, name: 'Ruth', roles: ['administrator'], second_factor: 'on', recovery_codes: 10 },
    '/api/tables': { tables: [] },
    '/api/admin/people': { people: [of], next: null },
    '/api/admin/reports': { reports: [], waiting: 0, next: null },
  });
  await page.route('**/api/admin/people/**', async (route) => {
    requests.push({ path: new URL(route.request().url()).pathname, body: route.request().postDataJSON() });
    if (requests.length === 1) await route.fulfill({ status: 409, json: { code: 'role_conflict', why: 'a person who is cashier cannot also be operator: use another account', clauses: [] } });
    else await route.fulfill({ status: 204, body: '' });
  });
  await new Script(() => undefined).attach(page);
  await page.goto('http://room.test/#/people');
  return requests;
}

test('an administrator gives and takes away roles, is told which may not be combined, and removes a second factor', async ({ page }) => {
  const requests = await people(page);
  await page.getByRole('button', { name: 'Roles of Ana' }).click();
  const sheet = page.getByRole('dialog', { name: 'Roles of Ana' });
  await expect(sheet.getByRole('listitem')).toHaveCount(9);
  await expect(sheet.getByText('Pauses, resumes and closes tables, removes people from them, and deals with reports.')).toBeVisible();
  // Nothing is sent to the room before it is confirmed.
  // Roles that can never go with the ones Ana has are not offered, and the page says why.
  for (const role of ['auditor', 'administrator']) {
    await expect(sheet.getByRole('button', { name: `Give ${role}` })).toHaveCount(0);
    await expect(sheet.getByRole('listitem').filter({ has: page.getByText(role, { exact: true }) })).toContainText('Not together with player: take that role first, or use another account.');
  }
  await sheet.getByRole('button', { name: 'Give casino operator' }).click();
  await expect(sheet.getByText('Give Ana the role casino operator? Ana will be signed out everywhere')).toBeVisible();
  expect(requests).toEqual([]);
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await sheet.getByRole('button', { name: 'Give casino operator' }).click();
  await sheet.getByRole('button', { name: 'Yes, give casino operator' }).click();
  // A refusal is shown once, where the press was; success is reported too.
  await expect(page.getByRole('note').filter({ hasText: 'A person who is cashier cannot also be operator: use another account.' })).toHaveCount(1);
  await sheet.getByRole('button', { name: 'Give shift manager' }).click();
  await sheet.getByRole('button', { name: 'Yes, give shift manager' }).click();
  await expect(sheet.getByRole('note').filter({ hasText: 'Ana now has the role shift manager.' })).toBeVisible();
  await expect(page.getByRole('note').filter({ hasText: 'cannot also be operator' })).toHaveCount(0);
  await expect.poll(() => requests.length).toBe(2);
  await sheet.getByRole('button', { name: 'Take player' }).click();
  await sheet.getByRole('button', { name: 'Yes, take player' }).click();
  await expect.poll(() => requests.length).toBe(3);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove second factor of Ana' }).click();
  await page.getByLabel('Reason, for the record').fill('lost the device');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove second factor' }).click();
  await expect.poll(() => requests.length).toBe(4);
  expect(requests.map(({ path, body }) => [path, body])).toEqual([
    ['/api/admin/people/1/roles', { role: 'operator' }],
    ['/api/admin/people/1/roles', { role: 'shift_manager' }],
    ['/api/admin/people/1/roles/player/take', {}],
    ['/api/admin/people/1/second-factor/remove', { reason: 'lost the device' }],
  ]);
});

test('the account says what others did to it', async ({ page }) => {
  const notices = [
    { what: 'reset_link_made', person: 2, by: 'Ruth', at: Date.UTC(2026, 10, 26, 20), new: true },
    { what: 'second_factor_taken', person: 2, by: 'Rosa', at: Date.UTC(2026, 10, 25, 20), new: false },
  ];
  await serve(page, { '/api/me': { ...ME, notices, second_factor: 'off' }, '/api/tables': { tables: [] }, '/api/wallet': { unit: 'play', balance: 0, lines: [] } });
  await new Script(() => undefined).attach(page);
  await page.goto('http://room.test/#/account');
  await expect(page.getByText('Ruth made a link to reset your password').first()).toBeVisible();
  await expect(page.getByText('Rosa removed your second factor')).toHaveCount(0);
});
