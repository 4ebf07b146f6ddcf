// With reduced motion nothing moves for longer than 120 ms and nothing repeats, over a whole hand.

import { type Page, expect, test } from '../test.ts';
import { STEP, before, updates } from '../stage/hand.ts';
import { DESK, PHONE, open } from '../stage/stage.ts';

interface Seen {
  what: string;
  ms: number;
  rounds: number;
}

/** Watches every frame from now on, and records what is animated in it. */
async function watchAnimations(page: Page): Promise<() => Promise<Seen[]>> {
  await page.evaluate(() => {
    const seen = new Map<string, { what: string; ms: number; rounds: number }>();
    const look = (): void => {
      for (const animation of document.getAnimations()) {
        const { effect } = animation;
        if (!(effect instanceof KeyframeEffect)) continue;
        const timing = effect.getComputedTiming();
        const name = (animation as CSSAnimation).animationName ?? (animation as CSSTransition).transitionProperty ?? animation.id;
        const what = `${name} of ${effect.target?.tagName.toLowerCase() ?? ''}.${effect.target?.className.toString().replace(/ ?svelte-\w+/g, '') ?? ''}`;
        const rounds = timing.iterations ?? 1;
        const ms = Number(timing.duration) + (timing.delay ?? 0);
        // An animation of less than 1 ms moves nothing, such as the rule that turns motion off: it does not
        // count.
        if (ms >= 1) seen.set(what, { what, ms, rounds });
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Object.assign(globalThis, { animated: seen });
  });
  return async () => await page.evaluate(() => [...(globalThis as unknown as { animated: Map<string, Seen> }).animated.values()]);
}

/** A whole hand, one update after the other, each drawn before the next one arrives. */
async function playHand(page: Page, say: (at: number) => void): Promise<void> {
  for (let at = 0; at <= STEP.awarded; at += 1) {
    say(at);
    await page.evaluate(async () => await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  }
  await expect(page.getByText(/wins 475/).filter({ visible: true }).first()).toBeVisible();
  // Everything that began has ended by itself: nothing loops.
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState === 'finished'));
}

for (const size of [DESK, PHONE]) {
  for (const [how, setting] of [
    ['the device asks for less motion', { media: 'reduce' as const, motion: 'device' }],
    ['the setting is no motion', { media: 'no-preference' as const, motion: 'none' }],
  ] as const) {
    test(`on ${size.name} nothing moves for longer than 120 ms over a whole hand when ${how}`, async ({ page }) => {
      await page.setViewportSize(size);
      await page.emulateMedia({ reducedMotion: setting.media });
      const stage = await open(page, { at: 'table/4', view: before(), chosen: { motion: setting.motion } });
      await expect(page.getByText('Harbour').filter({ visible: true }).first()).toBeVisible();
      const seen = await watchAnimations(page);
      await playHand(page, (at) => {
        for (const update of updates(at, at)) stage.script.say({ t: 'update', ...update });
      });
      const all = await seen();
      expect(all.filter((animation) => animation.ms > 120)).toEqual([]);
      expect(all.filter((animation) => animation.rounds > 1)).toEqual([]);
    });
  }
}

test('with motion on nothing takes longer than the longest flight of a chip, and nothing repeats', async ({ page }) => {
  const stage = await open(page, { at: 'table/4', view: before(), chosen: { motion: 'full' } });
  await expect(page.getByText('Harbour').filter({ visible: true }).first()).toBeVisible();
  const seen = await watchAnimations(page);
  await playHand(page, (at) => {
    for (const update of updates(at, at)) stage.script.say({ t: 'update', ...update });
  });
  const all = await seen();
  expect(all.filter((animation) => animation.ms > 300)).toEqual([]);
  expect(all.filter((animation) => animation.rounds > 1)).toEqual([]);
});
