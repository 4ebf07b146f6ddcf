// A person's own data: one session is ended, everything is downloaded in one file, and the account is
// deleted.

import { ME, Script, serve } from './scripted.ts';
import { expect, test } from './test.ts';

const PASSWORD = 'correct horse battery';

test("one of the player's sessions is ended, everything is downloaded in one file, and the account is deleted", async ({ page }) => {
  const requests: { path: string; body: unknown }[] = [];
  const start = Date.UTC(2026, 10, 26, 20);
  await serve(page, {
    '/api/me': ME,
    '/api/tables': { tables: [] },
    '/api/wallet': { unit: 'play', balance: 0, lines: [] },
    '/api/sessions': { sessions: [{ session: 9, begun: start, until: start + 1, own: true }, { session: 4, begun: start, until: start + 1, own: false }] },
  });
  for (const path of ['**/api/sessions/*/end', '**/api/me/delete']) {
    await page.route(path, async (route) => {
      requests.push({ path: new URL(route.request().url()).pathname, body: route.request().postDataJSON() });
      await route.fulfill({ status: 204, body: '' });
    });
  }
  await new Script(() => undefined).attach(page);
  await page.goto('http://room.test/#/account');
  const sessions = page.getByRole('list', { name: 'Where you are signed in' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await sessions.getByRole('button', { name: /^Sign out/ }).click();
  await expect.poll(() => requests.length).toBe(1);
  await expect(page.getByRole('link', { name: 'Download everything' })).toHaveAttribute('href', '/api/me/export');
  await page.getByRole('button', { name: 'Delete the account' }).click();
  const data = page.getByRole('region', { name: 'Your data' });
  await data.getByLabel('Current password').fill(PASSWORD);
  await data.getByRole('button', { name: 'Keep it' }).click();
  await data.getByRole('button', { name: 'Delete the account' }).click();
  await data.getByLabel('Current password').fill(PASSWORD);
  await data.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect.poll(() => requests.length).toBe(2);
  expect(requests).toEqual([
    { path: '/api/sessions/4/end', body: {} },
    { path: '/api/me/delete', body: { password: PASSWORD } },
  ]);
});
