// Two people chat at a table of the real program; one mutes and reports the other, and the report reaches the
// person who looks after the room.

import { type Browser, type Page, expect, test } from './test.ts';
import { Program, QUICK } from './program.ts';

const PASSWORD = 'correct horse battery';
let program: Program;

test.setTimeout(120_000);

test.beforeAll(async () => {
  program = await Program.start(QUICK);
});
test.afterAll(async () => {
  await program.stop();
});

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: program.address });
  return context.newPage();
}

async function player(browser: Browser, login: string): Promise<Page> {
  const page = await newPage(browser);
  await page.goto('/');
  const made = await page.evaluate(
    async ([name, password]) => {
      const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ login: name, password }) };
      return (await fetch('/api/sign-up', request)).status;
    },
    [login, PASSWORD],
  );
  expect(made).toBe(201);
  return page;
}

async function atTable(page: Page): Promise<void> {
  await page.goto('/#/table/1');
  await page.reload();
  await page.getByRole('tab', { name: /^Chat/ }).click();
}

const lines = (page: Page) => page.getByRole('log', { name: 'Chat' }).locator('.text');

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Say something at the table').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByLabel('Say something at the table')).toHaveValue('');
}

test('two people chat, a spectator reads along, one mutes and reports the other, and the report is dealt with', async ({ browser }) => {
  const ada = await player(browser, 'ada');
  const ben = await player(browser, 'ben');
  const rail = await newPage(browser);
  for (const page of [ada, ben, rail]) await atTable(page);
  await say(ada, 'good luck all');
  await say(ben, 'you play like my aunt');
  for (const page of [ada, ben, rail]) await expect(lines(page)).toHaveText(['good luck all', 'you play like my aunt']);
  await expect(rail.getByText('to chat at the table')).toBeVisible();

  await ada.getByRole('button', { name: 'ben, mute or report' }).click();
  await ada.getByRole('button', { name: 'Report ben' }).last().click();
  await ada.getByLabel('What happened').fill('called me names');
  await ada.getByRole('dialog').getByRole('button', { name: 'Report ben' }).click();
  await expect(ada.getByText('Report 1 was sent.')).toBeVisible();
  await ada.getByRole('button', { name: 'Mute ben too' }).click();
  await ada.getByRole('button', { name: 'Back to the table' }).click();
  await say(ben, 'and like my uncle');
  await expect(lines(rail)).toHaveCount(3);
  await expect(lines(ada)).toHaveText(['good luck all']);
  // People who come later read what was said before.
  await rail.reload();
  await rail.getByRole('tab', { name: /^Chat/ }).click();
  await expect(lines(rail)).toHaveText(['good luck all', 'you play like my aunt', 'and like my uncle']);

  const ruth = await newPage(browser);
  await ruth.goto(program.link);
  await ruth.getByLabel('Sign-in name').fill('ruth');
  await ruth.getByLabel(/^Password/).fill(PASSWORD);
  await ruth.getByLabel('The same again').fill(PASSWORD);
  await ruth.getByRole('button', { name: 'First administrator' }).click();
  await ruth.getByRole('link', { name: 'People' }).click();
  const report = ruth.getByRole('listitem', { name: /^Report 1: ben/ });
  await expect(report).toContainText('by ada, table 1');
  await expect(report).toContainText('called me names');
  await report.getByText('2 messages at the table').click();
  await expect(report).toContainText('ada, watching: good luck all');
  await expect(report).toContainText('ben, watching: you play like my aunt');
  await report.getByRole('textbox', { name: /^What was done/ }).fill('spoke to ben');
  await report.getByRole('button', { name: /^Dealt with/ }).click();
  await expect(report).toContainText('dealt with');
  await expect(report).toContainText(/ruth, .*: spoke to ben/);
  await ruth.reload();
  await expect(report).toContainText('spoke to ben');
});
