// What only real time shows, with the real program: pages in tabs that are really hidden for half an hour,
// and a connection that is really cut for ten minutes. Each prints what it found; docs/testing.md records it.

import { type Page, expect, test } from '@playwright/test';
import { arrives, handOf, opens, passive, sits } from '../people.ts';
import { Program } from '../program.ts';
import { Wire } from '../wire.ts';
import { Plain, type Tab } from './plain.ts';

/** A minute, unless a trial run should be quick. */
const MINUTE = Number(process.env['CARDROOM_MINUTE'] ?? 60_000);

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const pause = async (milliseconds: number): Promise<void> => await new Promise((later) => setTimeout(later, milliseconds));

interface Truth {
  left: number;
  at: number;
  hand: number;
  number: number;
}

/** What the room itself says about a table now, requested over a socket that no page has. */
async function truth(page: Page, table: number): Promise<Truth> {
  return await page.evaluate(
    async (of) =>
      await new Promise<Truth>((done, failed) => {
        const socket = new WebSocket(`ws://${location.host}/api/socket`);
        socket.onopen = () => socket.send(JSON.stringify({ t: 'watch', table: of, from: null }));
        socket.onerror = () => failed(new Error('no socket'));
        socket.onmessage = (message) => {
          const frame = JSON.parse(String(message.data)) as { t: string; number: number; turn: { left_ms: number } | null; hand: { hand: number } | null };
          if (frame.t !== 'snapshot') return;
          done({ left: frame.turn?.left_ms ?? 0, at: Date.now(), hand: frame.hand?.hand ?? 0, number: frame.number });
          socket.close();
        };
      }),
    table,
  );
}

/** Presses whatever checks, calls or shows on whichever page offers it. */
async function playOn(pages: readonly Page[]): Promise<void> {
  for (let tried = 0; tried < 40; tried += 1) {
    for (const page of pages) {
      if (!(await passive(page).first().isVisible())) continue;
      const before = await page.getByRole('group', { name: 'Your acts' }).textContent();
      // Buttons that have just appeared ignore presses.
      await pause(700);
      await passive(page).first().click();
      await expect.poll(async () => await page.getByRole('group', { name: 'Your acts' }).textContent({ timeout: 500 }).catch(() => '')).not.toBe(before);
      return;
    }
    await pause(250);
  }
  throw new Error('nobody has anything to press');
}

/**
 * From now on: how often timers run, and, after coming to the front, what is shown in every frame for five
 * seconds.
 */
const WATCHES = `(() => {
  window.runs = 0;
  setInterval(() => (window.runs += 1), 100);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    window.frames = [];
    const began = performance.now();
    const look = () => {
      const bar = document.querySelector('[aria-label="Your acts"] progress');
      const digits = [...document.querySelectorAll('[data-seat]')].map((element) => /\\d+:\\d\\d/.exec(element.textContent)?.[0]).find(Boolean) ?? null;
      window.frames.push({ at: Date.now(), bar: bar ? Number(bar.getAttribute('value')) : null, digits });
      if (performance.now() - began < 5000) requestAnimationFrame(look);
    };
    look();
  });
})()`;

interface Shown {
  at: number;
  bar: number | null;
  digits: string | null;
}

/**
 * How far what a frame showed is from what the room says, in milliseconds. Digits are whole seconds, rounded
 * up.
 */
function off({ at, bar, digits }: Shown, room: Truth): number {
  const left = room.left - (at - room.at);
  if (bar !== null) return bar - left;
  if (digits === null) return Number.NaN;
  const [minutes = 0, seconds = 0] = digits.split(':').map(Number);
  const most = (minutes * 60 + seconds) * 1000;
  return left > most ? most - left : left <= most - 1000 ? most - 1000 - left : 0;
}

async function back(name: string, tab: Tab, room: () => Promise<Truth>): Promise<void> {
  const runs = await tab.run<number>('window.runs');
  await tab.show();
  await tab.until('window.frames && performance.now() > 0 && window.frames.at(-1).at - window.frames[0].at > 4900');
  const frames = await tab.run<Shown[]>('window.frames');
  const now = await room();
  const errors = frames.map((frame) => off(frame, now));
  const start = frames[0]?.at ?? 0;
  const wrong = frames.findLast((_, at) => !(Math.abs(errors[at] ?? Number.NaN) < 250));
  const later = errors.filter((_, at) => (frames[at]?.at ?? 0) - start >= 250).map(Math.abs);
  const sorted = later.toSorted((a, b) => a - b);
  say(
    `${name}: timers of a tenth of a second ran ${String(runs)} times; in front again, the first frame was ${(errors[0] ?? Number.NaN).toFixed(0)} ms off, ` +
      `right to 250 ms after ${wrong === undefined ? '0' : String(wrong.at - start)} ms, then ${(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN).toFixed(0)} ms off in half of the frames and at most ${(sorted.at(-1) ?? Number.NaN).toFixed(0)} in ${String(frames.length)} of them`,
  );
}

async function press(tab: Tab, words: string): Promise<void> {
  const button = `[...document.querySelectorAll('button')].find((element) => ${words}.test(element.textContent) && element.checkVisibility() && !element.disabled)`;
  await tab.until(button);
  await tab.run(`${button}.click()`);
}

test('pages in hidden tabs for half an hour, and a connection that is cut for ten minutes', async ({ browser }) => {
  const program = await Program.start('[pace]\nbetween_rounds = 1000\ncut = 100\nstreet = 200\nshow = 1000\n');
  const wire = await Wire.to(program.address);
  const long = { turn_seconds: '3000', time_bank_seconds: '0', disconnect_seconds: '0', seats: '2', blinds: '1 2' };
  const [other, first, second, teller] = await Promise.all(['other', 'first', 'second', 'teller'].map(async (login) => await arrives(browser, program.address, login)));
  if (!other || !first || !second || !teller) throw new Error('four people');
  const mine = await opens(other, 'Mine', 'standard', long);
  const theirs = await opens(first, 'Theirs', 'standard', long);
  const third = await opens(first, 'Third', 'standard', long);
  await teller.goto('/#/');
  const players = [first, second];
  const more = [await first.context().newPage(), await second.context().newPage()];
  for (const page of players) await sits(page, theirs);
  for (const page of more) await sits(page, third);
  await sits(other, mine);

  // One page on turn, one watching, and one watching and frozen, all in tabs behind another.
  const plain = await Plain.start();
  const onTurn = await plain.tab(`${program.address}/`);
  await onTurn.until("document.querySelector('h1')");
  const signUp = { login: 'hidden', name: null, password: 'correct horse battery' };
  await onTurn.run(`fetch('/api/sign-up', { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': '${'0123456789abcdef'.repeat(2)}' }, body: ${JSON.stringify(JSON.stringify(signUp))} }).then((reply) => reply.status)`);
  await onTurn.run(`location.href = '/#/table/${String(mine)}'`);
  await onTurn.run('location.reload()');
  await pause(1000);
  await press(onTurn, '/^Sit here/');
  await press(onTurn, '/^Sit with/');
  await Promise.race([onTurn.until("document.querySelector('[aria-label=\"Your acts\"] progress')", 30_000), passive(other).first().waitFor({ timeout: 30_000 })]);
  if (await passive(other).first().isVisible()) await playOn([other]);
  await onTurn.until("document.querySelector('[aria-label=\"Your acts\"] progress')");
  const watching = await plain.tab(`${program.address}/#/table/${String(theirs)}`);
  await watching.until("document.querySelector('[data-seat]')");
  const frozen = await plain.tab(`${program.address}/#/table/${String(third)}`);
  await frozen.until("document.querySelector('[data-seat]')");
  for (const tab of [onTurn, watching, frozen]) await tab.run(WATCHES);
  const front = await plain.tab('about:blank');
  await front.show();
  await pause(1000);
  const states = await Promise.all([onTurn, watching, frozen].map(async (tab) => await tab.run<string>('document.visibilityState')));
  say(`the three tabs are ${states.join(', ')}; ${await plain.version()}`);
  expect(states).toEqual(['hidden', 'hidden', 'hidden']);
  const hiddenAt = Date.now();
  await frozen.send('Page.setWebLifecycleState', { state: 'frozen' });

  // Alongside, somebody plays with the house's players over a wire of their own.
  const cut = await arrives(browser, wire.address, 'cut');
  const tries: number[] = [];
  cut.on('websocket', () => tries.push(Date.now()));
  await cut.addInitScript(() => {
    const start = OscillatorNode.prototype.start;
    Object.assign(window, { tones: [] });
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number): void {
      (window as unknown as { tones: number[] }).tones.push(Date.now());
      start.call(this, when);
    };
  });
  const bots = await opens(cut, 'Bots', 'practice', { turn_seconds: '15', blinds: '1 2' }, 3);
  await sits(cut, bots);
  await passive(cut).first().waitFor({ timeout: 60_000 });
  const held = { hand: await handOf(cut), stack: (await truth(teller, bots)).number };
  tries.length = 0;
  wire.cut();
  const cutAt = Date.now();
  await expect(cut.getByText(/Connection lost/).filter({ visible: true }).first()).toBeVisible({ timeout: 15_000 });
  say(`cut in hand ${String(held.hand)}: the banner came after ${((Date.now() - cutAt) / 1000).toFixed(1)} s`);

  let acted = 0;
  const half = MINUTE * 5;
  let turned = false;
  let mended = false;
  for (let minute = 1; minute <= 29; minute += 1) {
    await pause(hiddenAt + minute * MINUTE - Date.now());
    if (minute % 5 === 4) {
      await playOn(players);
      await playOn(more);
      acted += 1;
    }
    if (!turned && Date.now() - cutAt >= half) {
      turned = true;
      say(`five minutes without an answer: tried again after ${tries.map((at) => ((at - cutAt) / 1000).toFixed(1)).join(', ')} s`);
      tries.length = 0;
      wire.cut('turns away');
    }
    if (!mended && Date.now() - cutAt >= half * 2) {
      mended = true;
      const gaps = tries.slice(1).map((at, index) => ((at - (tries[index] ?? 0)) / 1000).toFixed(2));
      say(`five minutes turned away at once: ${String(tries.length)} tries, with ${gaps.slice(0, 8).join(', ')} s between the first and ${gaps.slice(-3).join(', ')} s between the last`);
      const toned = await cut.evaluate(() => (window as unknown as { tones: number[] }).tones.length);
      wire.mend();
      const at = Date.now();
      await expect(cut.getByText('Live').first()).toBeVisible({ timeout: 15_000 });
      const live = Date.now() - at;
      const now = await truth(teller, bots);
      await expect.poll(async () => await handOf(cut), { timeout: 10_000 }).toBeGreaterThanOrEqual(now.hand);
      await pause(2000);
      const tones = (await cut.evaluate(() => (window as unknown as { tones: number[] }).tones)).slice(toned).length;
      const card = cut.locator('.away');
      say(
        `mended after ${((at - cutAt) / 60_000).toFixed(1)} min: live after ${String(live)} ms, at hand ${String(await handOf(cut))} (the room's: ${String(now.hand)}, ${String(now.number - held.stack)} events later), ` +
          `${String(tones)} tones; the card: ${JSON.stringify((await card.textContent().catch(() => 'none'))?.replaceAll(/\s+/g, ' ').trim())}`,
      );
      await cut.screenshot({ path: 'test-results/mended.png' });
      await cut.context().close();
    }
  }
  await pause(hiddenAt + 30 * MINUTE - Date.now());
  say(`after ${((Date.now() - hiddenAt) / 60_000).toFixed(1)} min; at the other table ${String(acted)} acts meanwhile`);
  await back('on turn', onTurn, async () => await truth(teller, mine));
  await back('looking on', watching, async () => await truth(teller, theirs));
  await frozen.send('Page.setWebLifecycleState', { state: 'active' });
  await back('looking on, frozen', frozen, async () => await truth(teller, third));
  await plain.stop();
  for (const page of [other, first, second, teller]) await page.context().close();
  wire.remove();
  await program.stop();
});
