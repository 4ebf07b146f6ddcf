// Auditors opening hands in pairs: one requests with a reason, another agrees with a reason, and both see the
// cards.

import { ME, Script, serve } from './scripted.ts';
import { type Page, expect, test } from './test.ts';

const MAX = { by: { person: 8, name: 'Max' }, reason: 'a complaint', at: Date.UTC(2026, 10, 26, 20) };
const ADA = { by: { person: 7, name: 'Ada' }, reason: 'the same complaint', at: Date.UTC(2026, 10, 26, 21) };
const UNTIL = Date.UTC(2026, 10, 27, 20);

/** Ada audits; what she sends is recorded. */
async function openAsAuditor(page: Page, openings: unknown[]): Promise<{ path: string; body: unknown }[]> {
  const sent: { path: string; body: unknown }[] = [];
  await serve(page, {
    '/api/me': { ...ME, roles: ['auditor'], second_factor: 'on', recovery_codes: 10 },
    '/api/tables': { tables: [] },
    '/api/audit/events': { events: [], before: null, kinds: [] },
  });
  await page.route('**/api/audit/openings**', async (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname;
    if (request.method() === 'POST') {
      sent.push({ path, body: request.postDataJSON() });
      await (path.endsWith('/agree') ? route.fulfill({ status: 204, body: '' }) : route.fulfill({ status: 201, json: { opening: 3 } }));
    } else if (path.endsWith('/openings')) {
      await route.fulfill({ json: { openings, next: null } });
    } else {
      const opening = { opening: 1, table: 4, hand: 12, asked: MAX, agreed: ADA, until: UNTIL };
      const players = [{ seat: 2, player: { person: 1, name: 'Ana' }, cards: ['As', 'Kd'] }];
      await route.fulfill({ json: { opening, players, board: ['2c', '3c', '4c'], deck: ['As', '2c'], first: 1, commitment: 'ab12' } });
    }
  });
  await new Script(() => undefined).attach(page);
  await page.goto('http://room.test/#/record');
  await expect(page.getByRole('heading', { name: 'Open a hand' })).toBeVisible();
  return sent;
}

test('an auditor requests a hand with a reason, and agrees to a request by another one', async ({ page }) => {
  const own = { opening: 2, table: 4, hand: 13, asked: ADA, agreed: null, until: UNTIL };
  const other = { opening: 1, table: 4, hand: 12, asked: MAX, agreed: null, until: UNTIL };
  const sent = await openAsAuditor(page, [own, other]);
  await expect(page.getByText('Another auditor has to agree within 24 hours.')).toHaveCount(1);
  await page.getByLabel('Table number').fill('4');
  await page.getByLabel('Hand number').fill('14');
  await page.getByLabel('Reason').fill('odd play');
  await page.getByRole('button', { name: 'Request it' }).click();
  await expect.poll(() => sent.length).toBe(1);
  await page.getByRole('button', { name: 'Agree to opening 1' }).click();
  await page.getByLabel('Reason').fill('I looked at the complaint');
  await page.getByRole('button', { name: 'Agree', exact: true }).click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent).toEqual([
    { path: '/api/audit/openings', body: { table: 4, hand: 14, reason: 'odd play' } },
    { path: '/api/audit/openings/1/agree', body: { reason: 'I looked at the complaint' } },
  ]);
});

test('the two auditors who opened a hand see its cards', async ({ page }) => {
  await openAsAuditor(page, [{ opening: 1, table: 4, hand: 12, asked: MAX, agreed: ADA, until: UNTIL }]);
  await expect(page.getByText('Agreed to by Ada')).toBeVisible();
  await page.getByRole('button', { name: 'See the cards of opening 1' }).click();
  const cards = page.getByRole('region', { name: 'Cards of opening 1' });
  await expect(cards.getByText('A♠ K♦')).toBeVisible();
  await expect(cards.getByText('2♣ 3♣ 4♣')).toBeVisible();
});
