// A refusal on the sign-in and sign-up forms is shown at its field, and goes away when the field is
// corrected.

import { expect, test } from './test.ts';
import { HOUSE, serve } from './scripted.ts';

const REFUSED: Record<string, readonly [code: string, why: string, field: string]> = {
  'an.n!': ['login_unfit', 'a sign-in name must begin with a letter and contain only the letters a to z, digits, dots, hyphens and underscores', 'Sign-in name'],
  house: ['name_reserved', 'this name could pass for the house: choose another', 'Sign-in name'],
  common: ['password_unfit', 'many people use this password, and attackers try it first: choose another, such as four words', 'Password'],
};

for (const [login, [code, why, label]] of Object.entries(REFUSED)) {
  test(`sign-up: ${code} (${login}) is shown at its field, and goes away with the first change of it`, async ({ page }) => {
    await serve(page, { '/api/room': HOUSE });
    await page.route('**/api/me', (route) => route.fulfill({ status: 401, json: { code: 'not_signed_in', why: 'this needs somebody who is signed in' } }));
    await page.route('**/api/sign-up', (route) => route.fulfill({ status: 422, json: { code, why } }));
    await page.goto('http://room.test/#/sign-up');
    const field = page.getByLabel(new RegExp(`^${label}`));
    await page.getByLabel(/^Sign-in name/).fill(login);
    await page.getByLabel(/^Password/).fill('correct horse');
    await page.getByLabel(/^The same again/).fill('correct horsf');
    await page.getByRole('button', { name: 'Sign up' }).click();
    const again = page.getByLabel(/^The same again/);
    await expect(again).toHaveAttribute('aria-invalid', 'true');
    await expect(again).toHaveAccessibleDescription(/The two passwords differ/);
    await expect(again).toBeFocused();
    await again.fill('correct horse');
    await expect(again).not.toHaveAttribute('aria-invalid');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(new RegExp(why.slice(1), 'i'));
    await expect(page.getByRole('note').filter({ hasText: why.slice(1) })).toHaveCount(0);
    await field.fill('anna-maria-of-the-hill'.slice(0, 20));
    await expect(field).not.toHaveAttribute('aria-invalid');
    await expect(page.getByText(why.slice(1))).toHaveCount(0);
  });
}

for (const [there, says] of [[true, 'This link was used: the room has its administrator'], [false, 'This is not the link that the room made']] as const) {
  test(`a first link that is not accepted says so${there ? ' at once' : ''}, and sends nobody to an administrator that does not exist`, async ({ page }) => {
    await serve(page, { '/api/room': { ...HOUSE, has_administrator: there } });
    await page.route('**/api/me', (route) => route.fulfill({ status: 401, json: { code: 'not_signed_in', why: 'this needs somebody who is signed in' } }));
    await page.route('**/api/first', (route) =>
      route.fulfill({ status: 404, json: { code: 'no_such_link', why: 'this link is used up or too old: an administrator can make another' } }));
    await page.route('http://room.test/first/wrong', (route) => route.fallback({ url: 'http://room.test/' }));
    await page.goto('http://room.test/first/wrong');
    if (!there) {
      await page.getByLabel(/^Sign-in name/).fill('keeper');
      await page.getByLabel(/^Password/).fill('correct horse');
      await page.getByLabel(/^The same again/).fill('correct horse');
      await page.getByRole('button', { name: 'First administrator' }).click();
    }
    await expect(page.locator('main').getByText(says)).toBeVisible();
    await expect(page.getByText('an administrator can make another')).toHaveCount(0);
    await expect(page.getByLabel(/^Password/)).toHaveCount(0);
  });
}
