// The room is killed in the middle of a hand and restarted on the same data: the pages recover by themselves.

import { expect, test } from '../test.ts';
import { acts, arrives, handOf, holds, opens, passive, plays, sits } from '../people.ts';
import { Program } from '../program.ts';

let program: Program;
test.beforeAll(async () => {
  program = await Program.start('[pace]\nbetween_rounds = 300\ncut = 100\nstreet = 100\nshow = 500\nbot = 50\n');
});
test.afterAll(async () => {
  await program.stop();
});

test('a room killed in the middle of a hand resumes with the same cards and pot, and the player to act gets the full time again', async ({ browser }) => {
  test.setTimeout(120_000);
  const page = await arrives(browser, program.address, 'survivor');
  const loads: string[] = [];
  page.on('domcontentloaded', () => loads.push(page.url()));
  const table = await opens(page, 'Killed', 'practice', { turn_seconds: '60', clock_with_bots_only: 'runs', limit_structure: 'fixed' }, 5);
  await sits(page, table);
  await passive(page).first().waitFor();
  const before = { hand: await handOf(page), cards: await holds(page), pot: await page.getByTestId('pot').textContent() };
  expect(before.cards).toHaveLength(2);
  const progress = acts(page).getByRole('progressbar', { name: 'Time left' });
  const left = async (): Promise<number> => Number(await progress.getAttribute('value'));
  // Let some of the time pass before the room dies.
  await expect.poll(left, { timeout: 20_000 }).toBeLessThan(54_000);
  const spent = await left();
  loads.length = 0;
  await program.kill();
  await expect(page.getByText(/Connection lost/).filter({ visible: true }).first()).toBeVisible({ timeout: 15_000 });
  await expect(passive(page).first()).toBeDisabled();
  await program.again();
  await expect(passive(page).first()).toBeEnabled({ timeout: 20_000 });
  expect(await left()).toBeGreaterThan(spent);
  expect(await left()).toBeGreaterThan(54_000);
  expect({ hand: await handOf(page), cards: await holds(page), pot: await page.getByTestId('pot').textContent() }).toEqual(before);
  // No page was reloaded, and the hand goes on to its end.
  expect(loads).toEqual([]);
  await plays(page, page.getByText(`Hand ${String(before.hand + 1)}`, { exact: true }));
  await page.context().close();
});
