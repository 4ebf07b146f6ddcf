// No irreversible slip, at any size: nothing done twice, nothing that changed under the finger, no all-in by
// one tap.

import { type Page, expect, test } from '../test.ts';
import type { Request } from '../../src/wire/wire.ts';
import { STEP, before, offers, toAct, told } from '../stage/hand.ts';
import { stand } from '../scripted.ts';
import { DESK, SIZES, type Size, type Stage, open } from '../stage/stage.ts';

const isAsk = (request: Request): request is Extract<Request, { t: 'ask' }> => request.t === 'ask' && request.wish.do !== 'contribute';

/**
 * The page on turn after a step of the hand; buttons that have just appeared ignore presses, so some time
 * passes.
 */
async function onTurn(page: Page, size: Size, steps: number): Promise<Stage> {
  await page.setViewportSize({ width: size.width, height: size.height });
  const stage = await open(page, { at: 'table/4', view: before(), steps });
  await expect(page.getByRole('group', { name: 'Your acts' }).getByRole('button', { name: /^(Check|Call)/ }).first()).toBeEnabled();
  await rest(page, 700);
  return stage;
}

/** Lets the page's own clock run: a guard reads it. */
async function rest(page: Page, milliseconds: number): Promise<void> {
  await page.waitForFunction((until) => performance.now() > until, await page.evaluate((more) => performance.now() + more, milliseconds));
}

const sentRequests = (stage: Stage): Extract<Request, { t: 'ask' }>[] => stage.script.heard.filter(isAsk);

/** After this the room has certainly received everything that was pressed before. */
async function waitUntilReceived(page: Page, stage: Stage): Promise<void> {
  const pings = stage.script.heard.filter((request) => request.t === 'ping').length;
  await stage.script.request((request) => request.t === 'ping', pings + 1);
  await page.evaluate(() => undefined);
}

for (const size of SIZES) {
  test.describe(`at ${size.name}`, () => {
    test('two presses within 50 ms act once', async ({ page }) => {
      const stage = await onTurn(page, size, STEP.facingSidePot);
      await page.getByRole('button', { name: 'Call 115', exact: true }).dblclick({ delay: 5 });
      await stage.script.request(isAsk);
      await waitUntilReceived(page, stage);
      expect(new Set(sentRequests(stage).map((request) => request.key)).size).toBe(1);
      expect(sentRequests(stage).map((request) => request.wish)).toContainEqual({ do: 'call' });
    });

    test('a press names the hand and the turn that it answers, so that it cannot apply to a later one', async ({ page }) => {
      const stage = await onTurn(page, size, STEP.facingSidePot);
      await page.getByRole('button', { name: 'Call 115', exact: true }).click();
      const [ask] = (await stage.script.request(isAsk)).filter(isAsk);
      expect(ask?.turn).toEqual({ hand: 12, acts: 11, facing: 115 });
    });

    test('a bet that arrives 300 ms before a press on Check sends nothing', async ({ page }) => {
      await page.clock.install();
      const stage = await onTurn(page, size, STEP.onFlop);
      await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeEnabled();
      // However slow the machine is, the press comes at the intended moment.
      await stand(page);
      // Press the same spot that was Check a moment ago.
      const spot = await page.getByRole('button', { name: 'Check', exact: true }).boundingBox();
      if (spot === null) throw new Error('Check is not on the screen');
      const frame = { table: 4, number: 110, hand: 12, at: Date.now(), may_muck: null };
      const events = [told({ e: 'bet', seat: 6, to: 90, full: true, all_in: false })];
      stage.script.say({ t: 'update', ...frame, events, turn: toAct(3, 9, 90), menu: offers(90, 180, 380) });
      await expect(page.getByRole('button', { name: /^Call 90/ })).toBeVisible();
      await page.clock.runFor(300);
      await page.mouse.click(spot.x + spot.width / 2, spot.y + spot.height / 2);
      await expect(page.getByText(/changed.*Press again/i).filter({ visible: true }).first()).toBeVisible();
      await page.clock.resume();
      await waitUntilReceived(page, stage);
      expect(sentRequests(stage)).toEqual([]);
    });

    test('all-in takes more than one tap or key', async ({ page }) => {
      const stage = await onTurn(page, size, STEP.onFlop);
      if (size === DESK) {
        // A arms, Enter confirms.
        await page.keyboard.press('a');
      } else {
        await page.getByRole('button', { name: /^Bet ?(…|\.\.\.)/ }).click();
        await page.getByRole('button', { name: /^(Max|All-in)( \d+)?$/ }).first().click();
        await page.getByRole('button', { name: /^All-in 380/ }).click();
      }
      await waitUntilReceived(page, stage);
      expect(sentRequests(stage)).toEqual([]);
      if (size === DESK) await page.keyboard.press('Enter');
      else await page.getByRole('button', { name: /again: all-in 380/i }).click();
      const [ask] = (await stage.script.request(isAsk)).filter(isAsk);
      expect(ask?.wish).toEqual({ do: 'raise', to: 380 });
    });

    test('folding when checking is free takes two presses', async ({ page }) => {
      const stage = await onTurn(page, size, STEP.onFlop);
      await page.getByRole('button', { name: 'Fold (check is free)' }).click();
      await waitUntilReceived(page, stage);
      expect(sentRequests(stage)).toEqual([]);
      await page.getByRole('button', { name: /again to fold/i }).click();
      const [ask] = (await stage.script.request(isAsk)).filter(isAsk);
      expect(ask?.wish).toEqual({ do: 'fold' });
    });
  });
}
