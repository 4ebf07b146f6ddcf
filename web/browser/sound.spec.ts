// Sound: tones made by the device itself, only where wanted, and never for old news.

import { type Page, expect, test } from './test.ts';
import { STEP, before, updates } from './stage/hand.ts';
import { type Stage, open } from './stage/stage.ts';

declare global {
  interface Window {
    tones: number[];
    shaken: number[];
  }
}

/** Records the tones that are played, by their pitch, and the vibrations of the phone. */
async function recordSounds(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.tones = [];
    window.shaken = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number): void {
      window.tones.push(Math.round(this.frequency.value));
      start.call(this, when);
    };
    // What a test evaluates in the page counts as a touch; only a real one should.
    let touched = false;
    window.addEventListener('pointerdown', () => (touched = true), true);
    Object.defineProperty(navigator.userActivation, 'hasBeenActive', { get: () => touched });
    navigator.vibrate = (pattern) => {
      window.shaken.push(Number(pattern));
      return true;
    };
  });
}

/** The page before the hand, touched once unless the test says otherwise. */
async function opened(page: Page, chosen: Record<string, unknown> = {}, touched = true): Promise<Stage> {
  await recordSounds(page);
  const stage = await open(page, { at: 'table/4', view: before(), chosen });
  await expect(page.getByRole('group', { name: 'Board' })).toBeVisible();
  if (touched) await page.mouse.click(300, 780);
  return stage;
}

function tell(stage: Stage, from: number, to: number): void {
  for (const update of updates(to, from)) stage.script.say({ t: 'update', ...update });
}

const tones = async (page: Page): Promise<number[]> => await page.evaluate(() => window.tones);
const myTurn = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('button', { name: 'Call 115', exact: true });

test('your turn is one tone and one short vibration, and cards and chips are silent unless wanted', async ({ page }) => {
  const stage = await opened(page);
  tell(stage, STEP.opened, STEP.facingAllIn);
  await expect(myTurn(page)).toBeVisible();
  await expect.poll(async () => await tones(page)).toEqual([523]);
  expect(await page.evaluate(() => window.shaken)).toEqual([80]);
});

test('cards and chips make a sound where that is wanted', async ({ page }) => {
  const stage = await opened(page, { sounds: { cards: true, chips: true, turn: false } });
  tell(stage, STEP.opened, STEP.facingAllIn);
  await expect(myTurn(page)).toBeVisible();
  await expect.poll(async () => await tones(page)).toContain(1250);
  expect(await tones(page)).toContain(2100);
  expect(await tones(page)).not.toContain(523);
});

test('where sound is off nothing is heard and nothing is asked', async ({ page }) => {
  const stage = await opened(page, { sound: 'off', vibrate: false }, false);
  tell(stage, STEP.opened, STEP.facingAllIn);
  await expect(myTurn(page)).toBeVisible();
  await expect(page.getByText('Sound is off')).toBeHidden();
  await page.mouse.click(300, 780);
  tell(stage, STEP.facingAllIn + 1, STEP.onFlop);
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeVisible();
  expect(await tones(page)).toEqual([]);
  expect(await page.evaluate(() => window.shaken)).toEqual([]);
});

test('a page that was not touched yet says once that sound is off', async ({ page }) => {
  const stage = await opened(page, {}, false);
  tell(stage, STEP.opened, STEP.facingAllIn);
  const enable = page.getByRole('button', { name: 'Sound is off - tap to enable' });
  await expect(enable).toBeVisible();
  expect(await tones(page)).toEqual([]);
  await enable.click();
  await expect(enable).toBeHidden();
  expect(await tones(page)).toEqual([523]);
  tell(stage, STEP.facingAllIn + 1, STEP.onFlop);
  await expect.poll(async () => await tones(page)).toEqual([523, 523]);
  await expect(enable).toBeHidden();
});

test('missed events make no sound when they arrive', async ({ page }) => {
  const stage = await opened(page, { sounds: { cards: true, chips: true, turn: false, line: false } });
  tell(stage, STEP.opened, STEP.opened);
  await expect(page.getByRole('log')).toContainText('Hand 12 begins');
  await expect.poll(async () => (await tones(page)).length).toBeGreaterThan(0);
  const count = (await tones(page)).length;
  // A number is skipped: the page requests what is missing, and gets it.
  stage.script.answersWatches = (room) => {
    for (const update of updates(STEP.facingAllIn, 1)) room.say({ t: 'update', ...update });
  };
  tell(stage, STEP.facingAllIn, STEP.facingAllIn);
  await expect(myTurn(page)).toBeVisible();
  expect((await tones(page)).length).toBe(count);
});
