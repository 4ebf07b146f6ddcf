// How the table looks and moves: what is where, what moves for how long, and what is said at a showdown.

import { type Page, expect, test } from './test.ts';
import type { Request } from '../src/wire/wire.ts';
import { BEGINS, STEP, before, updates } from './stage/hand.ts';
import { ACROSS, DESK, LAPTOP, PHONE, SMALL, type Stage, open } from './stage/stage.ts';
import { stateOf } from './stage/states.ts';

/** One animation: on what, for how long, how, and which property changes. */
interface Moved {
  what: string;
  lasts: number;
  delay: number;
  easing: string;
  changes: string[];
}

declare global {
  interface Window {
    moved: Moved[];
    kept: Animation[];
  }
}

/** Records every animation; the first ones of a kind can be paused where they are. */
async function recordAnimations(page: Page, hold = false): Promise<void> {
  await page.addInitScript((held) => {
    window.moved = [];
    window.kept = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (this: Element, way: Keyframe[], how: KeyframeAnimationOptions): Animation {
      const animation = animate.call(this, way, how);
      const changes = [...new Set(way.flatMap((frame) => Object.keys(frame)))].filter((name) => name !== 'offset').sort();
      window.moved.push({ what: this.className.replaceAll(/svelte-\w+/g, '').trim(), lasts: Number(how.duration), delay: how.delay ?? 0, easing: how.easing ?? '', changes });
      window.kept.push(animation);
      if (held) animation.pause();
      return animation;
    };
  }, hold);
}

const moved = async (page: Page): Promise<Moved[]> => await page.evaluate(() => window.moved);

function of(all: Moved[], what: RegExp): Moved[] {
  return all.filter((animation) => what.test(animation.what));
}

async function tell(stage: Stage, from: number, to: number): Promise<void> {
  for (const update of updates(to, from)) stage.script.say({ t: 'update', ...update });
  await Promise.resolve();
}

/** Waits until the table is drawn: whatever comes from here on is seen to move. */
async function waitUntilDrawn(page: Page): Promise<void> {
  await expect(page.getByRole('group', { name: 'Board' })).toBeVisible();
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((next) => requestAnimationFrame(next));
  });
}

const isCall = (request: Request): boolean => request.t === 'ask' && request.wish.do === 'call';

test('cards are dealt in 160 ms, chips go to the pot in 220 ms and from it in 300 ms', async ({ page }) => {
  await recordAnimations(page);
  const stage = await open(page, { at: 'table/4', view: before() });
  await waitUntilDrawn(page);
  await tell(stage, STEP.opened, STEP.opened);
  await page.waitForFunction(() => window.moved.some((animation) => animation.what.startsWith('wager')) && window.moved.some((animation) => animation.what.startsWith('card')));
  const dealt = of(await moved(page), /^card/);
  // Four other players have two cards each; the viewer's own are dealt in front of the viewer.
  expect(dealt.length).toBeGreaterThanOrEqual(8);
  expect(new Set(dealt.map((animation) => animation.lasts))).toEqual(new Set([160]));
  expect(Math.max(...dealt.map((animation) => animation.delay))).toBeLessThanOrEqual(140);
  await tell(stage, 1, 7);
  await expect(page.locator('[data-seat="6"]').getByTestId('stack')).toHaveText('115');
  await tell(stage, STEP.onFlop, STEP.onFlop);
  await page.waitForFunction(() => window.moved.some((animation) => animation.what.startsWith('flight')));
  await tell(stage, STEP.onFlop + 1, STEP.awarded);
  await page.waitForFunction(() => window.moved.some((animation) => animation.lasts === 300));
  const all = await moved(page);
  const lengths = (what: RegExp): number[] => [...new Set(of(all, what).map((animation) => animation.lasts))].sort();
  expect(lengths(/^wager/)).toEqual([220]);
  expect(lengths(/^flight/)).toEqual([220, 300]);
  expect(new Set(all.map((animation) => animation.easing))).toEqual(new Set(['ease-out']));
});

test('the next event completes what is moving, and nothing that moves delays a press', async ({ page }) => {
  await recordAnimations(page, true);
  const stage = await open(page, { at: 'table/4', view: before() });
  await waitUntilDrawn(page);
  await tell(stage, STEP.opened, STEP.facingAllIn);
  await page.waitForFunction(() => window.kept.length > 0);
  const call = page.getByRole('button', { name: 'Call 115', exact: true });
  await expect(call).toBeEnabled();
  // Buttons that have just appeared ignore presses.
  await page.waitForFunction((since) => performance.now() > since + 650, await page.evaluate(() => performance.now()));
  expect(await page.evaluate(() => window.kept.some((animation) => animation.playState === 'paused'))).toBe(true);
  await call.click();
  expect(await stage.script.request(isCall)).toHaveLength(1);
  const moving = await page.evaluate(() => window.kept.length);
  await tell(stage, STEP.facingAllIn + 1, STEP.facingAllIn + 1);
  await page.waitForFunction((count) => window.kept.length > count, moving);
  expect(await page.evaluate((count) => window.kept.slice(0, count).every((animation) => animation.playState === 'finished'), moving)).toBe(true);
});

test('whatever moves stays on the felt, and makes the page neither wider nor longer, from right to left too', async ({ context }) => {
  for (const size of [DESK, PHONE, SMALL]) {
    const page = await context.newPage();
    await page.setViewportSize(size);
    await recordAnimations(page, true);
    const stage = await open(page, { at: 'table/4', view: before() });
    await waitUntilDrawn(page);
    // How far the page can be scrolled, measured from both sides, and where on the felt the middle of each
    // flight is.
    const look = async (): Promise<{ wider: number[]; longer: number; off: string[] }> =>
      await page.evaluate(() => {
        const root = document.documentElement;
        const felt = document.querySelector('.felt')?.getBoundingClientRect();
        const off: string[] = [];
        const wider: number[] = [];
        for (const at of [0, 0.5, 0.999]) {
          for (const animation of window.kept) if (animation.playState === 'paused') animation.currentTime = at * Number(animation.effect?.getComputedTiming().endTime);
          for (const dir of ['ltr', 'rtl']) {
            root.dir = dir;
            wider.push(root.scrollWidth - root.clientWidth);
          }
          root.dir = 'ltr';
          for (const flight of document.querySelectorAll('.flight')) {
            const box = flight.getBoundingClientRect();
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            if (felt && (x < felt.left || x > felt.right || y < felt.top || y > felt.bottom)) off.push(`${String(x)}, ${String(y)}`);
          }
        }
        const moving = root.scrollHeight;
        for (const animation of window.kept) animation.finish();
        return { wider, longer: moving - root.scrollHeight, off };
      });
    for (const [from, to, kind] of [[STEP.opened, STEP.opened, 'card'], [1, STEP.onFlop, 'flight'], [STEP.onFlop + 1, STEP.awarded, 'flight']] as const) {
      await page.evaluate(() => (window.moved = []));
      await tell(stage, from, to);
      await page.waitForFunction((what) => window.moved.some((animation) => animation.what.startsWith(what)), kind);
      expect(await look(), `${size.name}, step ${String(to)}`).toEqual({ wider: [0, 0, 0, 0, 0, 0], longer: 0, off: [] });
    }
    await page.close();
  }
});

for (const how of ['the device asks for less motion', 'no motion is chosen'] as const) {
  test(`nothing moves when ${how}: what is new fades in within 120 ms`, async ({ page }) => {
    if (how === 'the device asks for less motion') await page.emulateMedia({ reducedMotion: 'reduce' });
    await recordAnimations(page);
    const chosen = how === 'no motion is chosen' ? { motion: 'none' } : {};
    const stage = await open(page, { at: 'table/4', view: before(), chosen });
    await waitUntilDrawn(page);
    await tell(stage, STEP.opened, STEP.awarded);
    await expect(page.getByTestId('told')).toBeVisible();
    await page.waitForFunction(() => window.moved.length > 0);
    for (const animation of await moved(page)) {
      expect(animation.lasts).toBeLessThanOrEqual(120);
      expect(animation.changes).toEqual(['opacity']);
    }
  });
}

test('results are announced one at a time, the side pot first, with the winning five cards raised', async ({ page }) => {
  await page.clock.install({ time: BEGINS });
  const stage = await open(page, { at: 'table/4', view: before() });
  await waitUntilDrawn(page);
  await page.clock.pauseAt(BEGINS + 3_600_000);
  await tell(stage, STEP.opened, STEP.awarded);
  await page.clock.runFor(50);
  const announcement = page.getByTestId('told');
  await expect(announcement).toContainText('Pot 2 (side), 230: You win 230 with two pair, kings and sevens.');
  const marked = async (): Promise<string[]> =>
    (await page.locator('.felt .card.marked').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card') ?? ''))).sort();
  // Kh and Td are in front of the player: on the felt is the board's part of the hand.
  expect(await marked()).toEqual(['7d', '7s', 'Kd'].sort());
  await expect(page.locator('[data-seat="3"]')).toContainText('wins 230');
  await expect(page.locator('[data-seat="2"]')).not.toContainText('wins');
  await page.clock.runFor(1400);
  await expect(announcement).toContainText('Pot 2 (side)');
  await page.clock.runFor(200);
  await expect(announcement).toContainText('Pot 1 (main), 485 less 10 commission: Cho wins 475 with a full house, deuces full of sevens.');
  expect(await marked()).toEqual(['2c', '2h', '2s', '7d', '7s'].sort());
  await expect(page.locator('[data-seat="2"]')).toContainText('wins 475');
  // The other cards stay as legible as they were.
  const other = page.getByRole('group', { name: 'Board' }).locator('[data-card="9h"]');
  await expect(other).toHaveCSS('opacity', '1');
  // The last message stays until the next hand.
  await page.clock.runFor(5000);
  await expect(announcement).toContainText('Pot 1 (main)');
  await announcement.getByRole('button', { name: /^Why\?/ }).click();
  await expect(page.getByRole('dialog')).toContainText('HE-12.7');
});

test('each pot has a line of its own, and who is in it is shown on focus', async ({ page }) => {
  await stateOf('all-in, hands tabled').reach(page, DESK);
  const pots = page.locator('[data-pot]');
  await expect(pots).toHaveText([/Pot 1 \(main\)\s*485/, /Pot 2 \(side\)\s*230/]);
  const names = page.locator('[data-pot="1"] .who');
  const wide = async (): Promise<number> => (await names.boundingBox())?.width ?? 0;
  expect(await wide()).toBeLessThan(2);
  await page.locator('.pots button').first().focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(names).toHaveText('Ada, Eli');
  expect(await wide()).toBeGreaterThan(20);
});

test('a player who is all-in keeps the tag, and empty seats have markers too', async ({ page }) => {
  const stage = await stateOf('on turn').reach(page, DESK);
  await expect(page.locator('[data-seat="2"]')).toContainText('ALL-IN 120');
  await expect(page.locator('[data-seat="6"]')).toContainText('ALL-IN 235');
  await expect(page.locator('[data-seat="6"]')).toContainText('bets 115');
  await expect(page.locator('[data-seat="1"]')).toContainText('button');
  await expect(page.locator('[data-seat="2"]')).toContainText('small blind');
  stage.script.say({ t: 'update', table: 4, number: 113, hand: 12, at: 0, events: [{ e: 'button_placed', seat: 4, rule: null, clauses: [] }], turn: null, menu: null, may_muck: null });
  stage.script.say({ t: 'snapshot', ...before(), number: 120, button: 4 });
  await expect(page.locator('[data-empty="4"]')).toContainText('button');
});

const LOW = { name: 'one of 720 lines', width: 1280, height: 577 };
for (const [name, size] of [
  ['ten seats', DESK], ['showdown with two pots', DESK], ['omaha', DESK], ['ten seats', ACROSS],
  ['on turn', LAPTOP], ['ten seats', LAPTOP], ['ten seats', LOW], ['omaha', LOW],
] as const) {
  test(`plates, cards and bets do not overlap: ${name} on ${size.name}`, async ({ page }) => {
    await page.setViewportSize({ width: size.width, height: size.height });
    await stateOf(name).reach(page, size);
    const on = await page.evaluate(async () => {
      // Chips on the move come from a plate.
      await Promise.all(document.getAnimations().map(async (animation) => await animation.finished.catch(() => undefined)));
      const boxes = [...document.querySelectorAll('.felt [data-seat], .felt [data-empty], .felt .wager, .felt [data-board], .pots .total, .pots .lines, .felt .spot > .cards')];
      const rects = boxes.map((box) => ({ what: `${box.className} ${box.getAttribute('data-seat') ?? ''}`, seat: box.closest('[data-spot]'), rect: box.getBoundingClientRect() }));
      const found: string[] = [];
      rects.forEach((rect, at) => {
        for (const other of rects.slice(at + 1)) {
          if (rect.seat !== null && rect.seat === other.seat) continue;
          const across = Math.min(rect.rect.right, other.rect.right) - Math.max(rect.rect.left, other.rect.left);
          const down = Math.min(rect.rect.bottom, other.rect.bottom) - Math.max(rect.rect.top, other.rect.top);
          if (across > 1 && down > 1) found.push(`${rect.what} on ${other.what}`);
        }
      });
      return found;
    });
    expect(on).toEqual([]);
  });
}

test('on a phone held upright the seats are rows of 44 px, and nothing is wider than the screen', async ({ page }) => {
  for (const size of [PHONE, SMALL]) {
    await page.setViewportSize(size);
    await stateOf('ten seats').reach(page, size);
    const heights = await page.locator('[data-seat]').evaluateAll((plates) => plates.map((plate) => plate.getBoundingClientRect().height));
    expect(heights).toEqual(Array<number>(10).fill(44));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    const board = page.getByRole('group', { name: 'Board' }).locator('[data-card="Qs"]');
    expect((await board.boundingBox())?.width).toBe(44);
  }
});

test('in a game with exactly two hole cards in play those two are outlined', async ({ page }) => {
  await stateOf('omaha').reach(page, DESK);
  const marked = page.getByRole('group', { name: 'Board' }).locator('.marked');
  await expect(marked).toHaveCount(3);
  expect((await marked.evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card')))).sort()).toEqual(['9h', '9s', 'Ks']);
});

test('what the player’s own cards make is named beside them', async ({ page }) => {
  const stage = await open(page, { at: 'table/4', view: before(), steps: STEP.facingAllIn });
  await expect(page.getByTestId('made')).toHaveText('king high');
  await tell(stage, STEP.facingAllIn + 1, STEP.onFlop);
  await expect(page.getByTestId('made')).toHaveText('a pair of kings');
  await tell(stage, STEP.onFlop + 1, STEP.river);
  await expect(page.getByTestId('made')).toHaveText('two pair, kings and sevens');
});

test('in Manila the five places of the board are filled one by one', async ({ page }) => {
  await stateOf('manila').reach(page, DESK);
  const board = page.getByRole('group', { name: 'Board' });
  await expect(board.locator('.street')).toHaveCount(5);
  await expect(board.locator('.card')).toHaveCount(2);
  await expect(board.locator('.slot')).toHaveCount(3);
});

test('the ring of seats is rotated as the viewer likes', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, { at: 'table/4', view: before(), chosen: { turned: 3 } });
  const [own, across] = [page.locator('[data-seat="3"]'), page.locator('[data-seat="6"]')];
  await expect(own).toBeVisible();
  expect((await own.boundingBox())?.y).toBeLessThan((await across.boundingBox())?.y ?? 0);
});
