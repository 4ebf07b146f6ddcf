// Table chat: a scripted room stands in, so that refusals, pauses and lost connections come when the test
// wants them.

import { type Page, expect, test } from './test.ts';
import type { Chat, ChatLine, Request } from '../src/wire/wire.ts';
import { ME, Script, flop, serve } from './scripted.ts';
import { besideTable } from './stage/stage.ts';

const AT = 1_795_834_800_000;
const NAMES: Record<number, string> = { 7: 'Ada', 8: 'Ben', 9: 'Cho', 20: 'Fay' };

function line(n: number, person: number, seat: number | null, text: string): ChatLine {
  return { n, person, name: NAMES[person] ?? '', seat, hand: 12, at: AT + n * 1000, text };
}

function chat(lines: ChatLine[], off: Chat['off'] = null): { t: 'chat' } & Chat {
  return { t: 'chat', table: 4, lines, off };
}

const RESTS: Chat['off'] = {
  code: 'live_hand', reason: 'live_hand', numbers: { seat: 2 }, why: 'seat 2 is all-in: chat opens again after the hand', rule: 'no-talk-that-helps',
  clauses: ['DU-13'], readings: [],
};

/** The page at a table of a scripted room, with these chat lines said before. */
async function openSeated(page: Page, before: ChatLine[] = [], answers: Record<string, unknown> = {}): Promise<Script> {
  await serve(page, { '/api/me': ME, '/api/tables': { tables: [] }, ...answers });
  const script = new Script((room) => {
    room.say({ t: 'snapshot', ...flop() });
    room.say(chat(before));
  });
  await script.attach(page);
  await page.goto('http://room.test/#/table/4');
  await besideTable(page);
  return script;
}

const tab = (page: Page) => page.getByRole('tab', { name: /^Chat/ });
const log = (page: Page) => page.getByRole('log', { name: 'Chat' });
const words = (page: Page) => page.getByLabel('Say something at the table');
const isSay = (request: Request): request is Extract<Request, { t: 'say' }> => request.t === 'say';

async function sentMessages(script: Script, count = 1): Promise<Extract<Request, { t: 'say' }>[]> {
  return (await script.request(isSay, count)).filter(isSay);
}

test('a message is sent with a key, and stays in its field until the room has accepted it', async ({ page }) => {
  const script = await openSeated(page);
  await tab(page).click();
  await expect(log(page)).toContainText('Nothing has been said here yet.');
  await words(page).fill('  nice hand ');
  await words(page).press('Enter');
  const [say] = await sentMessages(script);
  expect(say).toMatchObject({ table: 4, text: 'nice hand' });
  expect(say?.key).toMatch(/^[0-9a-f]{32}$/);
  await expect(words(page)).toHaveValue('  nice hand ');
  await expect(page.getByRole('button', { name: 'Sending' })).toBeDisabled();
  script.say(chat([line(1, 7, 3, 'nice hand')]));
  script.say({ t: 'answer', table: 4, key: say?.key ?? '', ok: true, number: 1 });
  await expect(words(page)).toHaveValue('');
  await expect(log(page)).toContainText('nice hand');
  await expect(log(page)).toContainText('You');
  // People cannot mute or report themselves.
  await expect(page.getByRole('button', { name: 'Ada, mute or report' })).toHaveCount(0);
});

test('a refused message says why with its clause and keeps the words', async ({ page }) => {
  const script = await openSeated(page);
  await tab(page).click();
  await words(page).fill('he has nothing');
  await page.getByRole('button', { name: 'Send' }).click();
  const [say] = await sentMessages(script);
  script.say({ t: 'answer', table: 4, key: say?.key ?? '', ok: false, code: 'live_hand', reason: 'live_hand', numbers: RESTS?.numbers ?? {}, why: RESTS?.why ?? '', rule: 'no-talk-that-helps', clauses: ['DU-13'], readings: [] });
  const why = page.getByRole('note').filter({ hasText: 'Seat 2 is all-in: chat opens again after the hand.' });
  await expect(why).toBeVisible();
  await expect(words(page)).toHaveValue('he has nothing');
  await why.getByRole('button', { name: 'Why?' }).click();
  await expect(page.getByRole('dialog')).toContainText('DU-13');
  await page.keyboard.press('Escape');
  // Different words are a different message.
  await words(page).fill('good luck');
  await expect(why).toBeHidden();
  await page.getByRole('button', { name: 'Send' }).click();
  const all = await sentMessages(script, 2);
  expect(all[1]?.text).toBe('good luck');
  expect(all[1]?.key).not.toBe(all[0]?.key);
});

test('while chat is paused words can be written but not sent, and are there when it reopens', async ({ page }) => {
  const script = await openSeated(page);
  await tab(page).click();
  script.say(chat([], RESTS));
  await expect(page.getByText('Seat 2 is all-in: chat opens again after the hand.').first()).toBeVisible();
  await words(page).fill('well played');
  await words(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  // Another tab is opened, and the words are still there afterwards.
  await page.getByRole('tab', { name: 'Rules' }).click();
  await tab(page).click();
  await expect(words(page)).toHaveValue('well played');
  expect(script.heard.filter(isSay)).toEqual([]);
  script.say(chat([]));
  await words(page).press('Enter');
  expect((await sentMessages(script))[0]?.text).toBe('well played');
});

test('a message without an answer is sent again with its key when the connection is back', async ({ page }) => {
  const script = await openSeated(page);
  await tab(page).click();
  await words(page).fill('hello');
  await words(page).press('Enter');
  await sentMessages(script);
  await script.drop();
  const [first, second] = await sentMessages(script, 2);
  expect(second).toEqual(first);
});

test('the tab counts what is new, and nothing from muted people', async ({ page }) => {
  const script = await openSeated(page, [line(1, 8, 1, 'said before')]);
  await expect(tab(page)).toHaveAccessibleName('Chat');
  script.say(chat([line(2, 8, 1, 'hello'), line(3, 9, 2, 'hi'), line(4, 7, 3, 'hi both')]));
  await expect(tab(page)).toHaveAccessibleName(/^Chat ?, 2 new$/);
  await tab(page).click();
  await expect(tab(page)).toHaveAccessibleName('Chat');
  await expect(log(page).locator('.text')).toHaveText(['said before', 'hello', 'hi', 'hi both']);
  // By keyboard alone: the name opens its two actions.
  const cho = page.getByRole('button', { name: 'Cho, mute or report' });
  await cho.focus();
  await page.keyboard.press('Enter');
  await expect(cho).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Mute Cho' }).last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(log(page).locator('.text')).toHaveText(['said before', 'hello', 'hi both']);
  await page.getByRole('tab', { name: 'Log' }).click();
  script.say(chat([line(5, 9, 2, 'can you hear me')]));
  script.say(chat([line(6, 8, 1, 'who?')]));
  await expect(tab(page)).toHaveAccessibleName(/^Chat ?, 1 new$/);
  // Muting somebody lasts on this device, until they are unmuted.
  await page.reload();
  await tab(page).click();
  script.say(chat([line(7, 9, 2, 'hello?'), line(8, 8, 1, 'hello')]));
  await expect(log(page).locator('.text')).toHaveText(['said before', 'hello']);
  await page.getByText('Shown: all, 1 muted').click();
  await page.getByRole('button', { name: 'Unmute Cho' }).click();
  await expect(log(page).locator('.text')).toHaveText(['said before', 'hello?', 'hello']);
});

test('a viewer reads everything, only the seats, or nothing', async ({ page }) => {
  await openSeated(page, [line(1, 8, 1, 'from the seat'), line(2, 20, null, 'from the rail')]);
  await tab(page).click();
  await page.getByText('Shown: all').click();
  await page.getByRole('radio', { name: 'Table only' }).check();
  await expect(log(page).locator('.text')).toHaveText(['from the seat']);
  await page.getByRole('radio', { name: 'Off' }).check();
  await expect(log(page)).toContainText('Chat is not shown on this device.');
  await page.getByRole('radio', { name: 'All', exact: true }).check();
  await expect(log(page).locator('.text')).toHaveText(['from the seat', 'from the rail']);
});

test('messages stay plain text: no link, no markup, and no sideways scroll', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const text = `<b>https://example.org/${'a'.repeat(170)}</b>`;
  await openSeated(page, [line(1, 8, 1, text)]);
  await tab(page).click();
  await expect(log(page).locator('.text')).toHaveText(text);
  await expect(log(page).getByRole('link')).toHaveCount(0);
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  expect(widths[0]).toBe(widths[1]);
  await page.getByRole('button', { name: 'Ben, mute or report' }).click();
  for (const name of ['Ben, mute or report', 'Mute Ben', 'Report Ben', 'Send']) {
    const box = await page.getByRole('button', { name, exact: true }).last().boundingBox();
    expect.soft(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(44);
  }
});

test('the chat log is not announced, and its field has a name', async ({ page }) => {
  await openSeated(page, [line(1, 8, 1, 'hello')]);
  await tab(page).click();
  await expect(log(page)).toHaveAttribute('aria-live', 'off');
  await expect(words(page)).toBeVisible();
  await words(page).fill('x'.repeat(170));
  await expect(page.getByText('30 characters left')).toBeVisible();
  await words(page).fill('x'.repeat(201));
  await expect(page.getByText('1 character too many')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled();
});
