// Pages that were away for a long time, on a fake clock: half an hour behind another tab, and ten minutes
// without a connection. The same, once in real time, is in docs/testing.md.

import { type Page, expect, test } from '../test.ts';
import { BEGINS, STEP, before, toAct, told, updates } from '../stage/hand.ts';
import { stand } from '../scripted.ts';
import { open } from '../stage/stage.ts';
import type { Update } from '../../src/wire/wire.ts';

const MINUTE = 60_000;

/** The page's monotonic clock, in milliseconds. */
const now = async (page: Page): Promise<number> => await page.evaluate(() => performance.now());

test('a page that was behind another tab for half an hour, with its timers stopped, shows the right time as soon as it is in front', async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    const every = window.setInterval.bind(window);
    const hides = { hidden: false, timers: true };
    window.setInterval = ((run: () => void, ms: number) => every(() => { if (hides.timers) run(); }, ms)) as typeof window.setInterval;
    Object.defineProperty(document, 'visibilityState', { get: () => (hides.hidden ? 'hidden' : 'visible') });
    Object.assign(globalThis, { hides });
  });
  const turn = (hidden: boolean, timers: boolean): Promise<void> =>
    page.evaluate((to) => {
      Object.assign((globalThis as unknown as { hides: object }).hides, to);
      document.dispatchEvent(new Event('visibilitychange'));
    }, { hidden, timers });
  const HOUR = 60 * MINUTE;
  const stage = await open(page, { at: 'table/4', view: before() });
  await expect(page.getByText('Harbour').filter({ visible: true }).first()).toBeVisible();
  // The page's clock stands still while the room says whose turn it is, so the time left is known to the
  // millisecond.
  await stand(page);
  for (const update of updates(STEP.facingSidePot)) stage.script.say({ t: 'update', ...update, turn: update.turn && { ...update.turn, left_ms: HOUR, whole_ms: HOUR } });
  const bar = page.getByRole('progressbar', { name: 'Time left' }).first();
  await expect(bar).toBeVisible();
  const since = await now(page);
  const off = (): Promise<number> =>
    page.evaluate(([at, whole]) => Math.abs(Number(document.querySelector('progress')?.getAttribute('value')) - (whole - (performance.now() - at))), [since, HOUR] as const);
  // What the connection does about it is tested elsewhere: nobody answers yet.
  stage.script.answersWatches = () => undefined;
  await turn(true, false);
  await page.clock.fastForward(30 * MINUTE);
  expect(await off()).toBeGreaterThan(25 * MINUTE);
  // In front again, with the timers not yet running.
  await turn(false, false);
  expect(await off()).toBeLessThan(250);
  await turn(false, true);
  await page.clock.runFor(1000);
  expect(await off()).toBeLessThan(250);
});

test('after ten minutes without a connection, retried on schedule, everything is caught up on silently once it is back', async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    const start = OscillatorNode.prototype.start;
    const tones: number[] = [];
    Object.assign(globalThis, { tones });
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number): void {
      tones.push(Math.round(this.frequency.value));
      start.call(this, when);
    };
    Object.defineProperty(navigator.userActivation, 'hasBeenActive', { get: () => true });
  });
  const stage = await open(page, { at: 'table/4', view: before(), steps: STEP.facingAllIn, chosen: { sounds: { cards: true, chips: true } } });
  const { script } = stage;
  const call = page.getByRole('button', { name: 'Call 115', exact: true });
  await expect(call).toBeEnabled();
  await stand(page);

  script.refuses = true;
  const connected = script.connections;
  await script.drop();
  const tries: number[] = [];
  const began = await now(page);
  // Between two steps the page learns that a connection attempt was closed.
  while ((await now(page)) - began < 25_000) {
    await page.clock.runFor(250);
    while (tries.length < script.connections - connected) tries.push((await now(page)) - began);
  }
  const gaps = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
  expect(tries[0]).toBeLessThan(1000);
  for (const [at, [least, most]] of [[1000, 1000], [2000, 2000], [3500, 3500], [5000, 6000], [5000, 6000]].entries()) {
    expect(gaps[at], `gap ${String(at)} of ${gaps.map(Math.round).join(', ')}`).toBeGreaterThanOrEqual((least ?? 0) - 300);
    expect(gaps[at], `gap ${String(at)} of ${gaps.map(Math.round).join(', ')}`).toBeLessThanOrEqual((most ?? 0) + 1000);
  }
  const banner = page.getByText(/^Connection lost. Reconnecting. Your seat is kept. .*What you see is as of /);
  await expect(banner.first()).toBeVisible();
  await expect(call).toBeDisabled();
  await page.clock.fastForward(9 * MINUTE + 35_000);

  // The room reports what happened: the clock ran out, the hand was folded, the seat sits out, and others
  // played on.
  const missed = (number: number, events: Update['events']): Update => ({ table: 4, number, hand: 12, at: BEGINS, events, turn: null, menu: null, may_muck: null });
  script.answersWatches = (room) => {
    room.say({ t: 'update', ...missed(106, [told({ e: 'time_ran_out', seat: 3 }), told({ e: 'folded', seat: 3 })]) });
    room.say({ t: 'update', ...missed(107, [told({ e: 'called', seat: 6, amount: 100, all_in: false })]) });
    room.say({ t: 'update', ...missed(108, [told({ e: 'board_dealt', card: 'Kd', slot: 11 }), told({ e: 'board_dealt', card: '7s', slot: 12 }), told({ e: 'board_dealt', card: '2c', slot: 13 })]), turn: toAct(6, 9, 0) });
  };
  const toned = (await page.evaluate(() => (globalThis as unknown as { tones: number[] }).tones)).length;
  script.refuses = false;
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(page.getByRole('note', { name: 'While you were away' })).toBeVisible({ timeout: 200 });
  }).toPass();
  const card = page.getByRole('note', { name: 'While you were away' });
  await expect(card).toContainText(/While you were away \(10:\d\d\)/);
  await expect(card).toContainText('You were away 10 min. Folded once.');
  await expect(card.getByRole('listitem')).toHaveText([/^Your time ran out\./, /^You fold\./]);
  await expect(banner).toHaveCount(0);
  await page.clock.runFor(1000);
  // The only sound is the one for the restored connection.
  expect((await page.evaluate(() => (globalThis as unknown as { tones: number[] }).tones)).slice(toned)).toEqual([294, 392]);

  // Lost once more, and so much happened that the room sends a fresh snapshot of the table.
  script.answersWatches = (room) => {
    const view = before();
    room.say({ t: 'snapshot', ...view, number: 900, hand: null, chairs: view.chairs.map((chair) => ({ ...chair, stack: chair.seat === 3 ? 380 : chair.stack, away: chair.seat === 3 })) });
  };
  await card.getByRole('button', { name: 'Close' }).click();
  await script.drop();
  await expect(async () => {
    await page.clock.runFor(500);
    await expect(card).toContainText('More happened than the room can repeat', { timeout: 200 });
  }).toPass();
  await expect(page.locator('[data-seat="3"]')).toContainText('380');
  await expect(page.locator('[data-seat="3"]')).toContainText(/sitting out/);
  await expect(call).toHaveCount(0);
});
