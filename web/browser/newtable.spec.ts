// The new-table form speaks in words: every field and every option of every book that the real room offers.

import { type Page, expect, test } from './test.ts';
import { arrives } from './people.ts';
import { Program } from './program.ts';

let program: Program;

test.setTimeout(120_000);

test.beforeAll(async () => {
  program = await Program.start('[practice]\ntables = 0\n');
});
test.afterAll(async () => {
  await program.stop();
});

/** What only a program reads, and labels that are just setting names with spaces. */
const RAW = /[a-z0-9]_[a-z0-9]|\b(AMB|DU|HE|OM|MA)-|\b(Min|Max) |(^|: )(true|false)$/;

async function everyWord(page: Page): Promise<string[]> {
  return await page.locator('form').evaluate((form) => {
    const texts: string[] = [];
    for (const element of form.querySelectorAll('details')) element.open = true;
    const walk = document.createTreeWalker(form, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) texts.push((walk.currentNode.textContent ?? '').trim());
    for (const input of form.querySelectorAll('input')) texts.push(input.placeholder);
    return texts.filter((text) => text !== '');
  });
}

test('no field and no option of any book shows the name of a setting', async ({ browser }) => {
  const page = await arrives(browser, program.address, 'ada');
  await page.goto('/#/new-table');
  const book = page.getByLabel('Rule book');
  const open = page.getByRole('button', { name: 'Open the table' });
  await expect(open).toBeEnabled();
  const books = await book.locator('option').evaluateAll((elements) => elements.map((element) => (element as HTMLOptionElement).value));
  expect(books.length).toBeGreaterThan(3);
  for (const one of books) {
    await book.selectOption(one);
    await expect(open).toBeEnabled();
    const words = await everyWord(page);
    expect(words.length).toBeGreaterThan(30);
    expect(words.filter((text) => RAW.test(text)), one).toEqual([]);
  }
  await page.context().close();
});

test('a value that is shown in words is typed in words, and the room accepts it', async ({ browser }) => {
  const page = await arrives(browser, program.address, 'ben');
  await page.goto('/#/new-table');
  await page.getByLabel('Rule book').selectOption('standard');
  await page.getByLabel('Name of the table').fill('Elm');
  await page.getByLabel(/^Largest buy-in/).fill('no maximum');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Elm' })).toBeVisible();
  await page.context().close();
});

test('a name that is too long is preserved in full, and the field says how much it takes', async ({ page }) => {
  await page.goto(`${program.address}/#/sign-up`);
  const name = page.getByLabel('Display name');
  await name.pressSequentially('Wilhelmina Featherstonehaugh');
  await expect(name).toHaveValue('Wilhelmina Featherstonehaugh');
  await expect(page.locator('form').getByText('At most 24 characters: this has 28.')).toBeVisible();
  expect(await name.evaluate((field) => (field as HTMLInputElement).validationMessage)).toBe('At most 24 characters: this has 28.');
  await name.fill('Wilhelmina');
  // The live region, outside the form, may still contain what was announced.
  await expect(page.locator('form').getByText('At most 24 characters: this has')).toHaveCount(0);
  expect(await name.evaluate((field) => (field as HTMLInputElement).validationMessage)).toBe('');
});
