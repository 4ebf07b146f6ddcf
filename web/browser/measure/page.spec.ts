// What the page costs: script, time until a table is ready, frames a second while chips move, and what it
// uses when nothing happens. Each measurement prints its lines; docs/benchmarks.md records the results.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type CDPSession, type Page, test } from '@playwright/test';
import type { Update } from '../../src/wire/wire.ts';
import { arrives } from '../people.ts';
import { Program } from '../program.ts';
import { BEGINS, STEP, before, updates } from '../stage/hand.ts';
import { DESK, PHONE, open } from '../stage/stage.ts';
import { stateOf, ten } from '../stage/states.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function devtools(page: Page): Promise<CDPSession> {
  const line = await page.context().newCDPSession(page);
  await line.send('Performance.enable');
  return line;
}

async function metric(line: CDPSession, name: string): Promise<number> {
  const { metrics } = await line.send('Performance.getMetrics');
  return metrics.find((metric) => metric.name === name)?.value ?? 0;
}

test('script for the first view of a table', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loaded.push(new URL(request.url()).pathname);
  });
  await stateOf('on turn').reach(page, DESK);
  let sum = 0;
  for (const path of loaded) {
    const size = gzipSync(await readFile(join(import.meta.dirname, '..', '..', 'dist', path))).length;
    say(`script ${path}: ${(size / 1024).toFixed(1)} KiB gzip`);
    sum += size;
  }
  say(`script of the first view of a table: ${(sum / 1024).toFixed(1)} KiB gzip in ${String(loaded.length)} files`);
});

test('time until a table is ready on loopback', async ({ browser }) => {
  const program = await Program.start();
  const page = await arrives(browser, program.address, 'watcher');
  const times: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    await page.goto('about:blank');
    await page.goto(`${program.address}/#/table/1`);
    await page.getByRole('button', { name: /^Sit here/ }).first().waitFor();
    times.push(await page.evaluate(() => performance.getEntriesByName('table-ready')[0]?.startTime ?? performance.now()));
  }
  say(`table ready after, in ms, first to last: ${times.map((time) => time.toFixed(0)).join(', ')}`);
  await page.context().close();
  await program.stop();
});

for (const slower of [1, 4]) {
  for (const size of [DESK, PHONE]) {
    test(`frames while chips move at ten seats, processor ${String(slower)} times slower, ${size.name}`, async ({ page }) => {
      await page.setViewportSize(size);
      const view = ten();
      const stage = await open(page, { at: 'table/4', view });
      await page.getByText(/Call 180/).first().waitFor();
      const line = await devtools(page);
      await line.send('Emulation.setCPUThrottlingRate', { rate: slower });
      await page.evaluate(() => {
        const times: number[] = [];
        Object.assign(globalThis, { times });
        const frame = (now: number): void => {
          times.push(now);
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      });
      // Bets of all seats, the pot swept and won, over and over: something moves all the time.
      let number = view.number;
      const tell = (events: Update['events']): void => {
        number += 1;
        stage.script.say({ t: 'update', table: 4, number, hand: 212, at: BEGINS, events, turn: null, menu: null, may_muck: null });
      };
      const plain = { rule: null, clauses: [] };
      for (let round = 0; round < 6; round += 1) {
        for (const seat of [1, 4, 6, 7, 10]) {
          tell([{ e: 'raised', seat, to: 200 + round * 5, full: true, all_in: false, ...plain }]);
          await page.evaluate(async () => await new Promise((later) => setTimeout(later, 120)));
        }
        tell([{ e: 'betting_closed', round, ...plain }]);
        await page.evaluate(async () => await new Promise((later) => setTimeout(later, 350)));
      }
      const gaps = await page.evaluate(() => {
        const { times } = globalThis as unknown as { times: number[] };
        return times.slice(1).map((time, at) => time - (times[at] ?? 0));
      });
      const whole = gaps.reduce((sum, gap) => sum + gap, 0);
      const sorted = gaps.toSorted((a, b) => a - b);
      say(
        `frames, processor ${String(slower)}x slower, ${size.name}: ${((gaps.length / whole) * 1000).toFixed(1)} a second over ${(whole / 1000).toFixed(1)} s; ` +
          `half of the frames within ${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(1)} ms, 95% within ${(sorted[Math.floor(sorted.length * 0.95)] ?? 0).toFixed(1)} ms, the longest ${(sorted.at(-1) ?? 0).toFixed(1)} ms`,
      );
    });
  }
}

test('what an update costs', async ({ page }) => {
  const stage = await open(page, { at: 'table/4', view: before() });
  await page.getByText('Harbour').first().waitFor();
  const line = await devtools(page);
  const names = ['TaskDuration', 'ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'] as const;
  const start = await Promise.all(names.map(async (name) => await metric(line, name)));
  const all = updates(STEP.awarded);
  for (const one of all) stage.script.say({ t: 'update', ...one });
  await page.getByText(/wins 475/).first().waitFor();
  const end = await Promise.all(names.map(async (name) => await metric(line, name)));
  say(`one update costs: ${names.map((name, at) => `${name} ${((((end[at] ?? 0) - (start[at] ?? 0)) * 1000) / all.length).toFixed(2)} ms`).join(', ')}`);
});

for (const name of ['lobby', 'table waiting', 'on turn', 'replay']) {
  test(`what an idle page uses: ${name}`, async ({ page }) => {
    await stateOf(name).reach(page, DESK);
    const line = await devtools(page);
    // Work left over from opening the page is finished first.
    await page.evaluate(async () => await new Promise((later) => setTimeout(later, 3000)));
    const start = await metric(line, 'TaskDuration');
    await page.evaluate(async () => await new Promise((later) => setTimeout(later, 30_000)));
    const used = (await metric(line, 'TaskDuration')) - start;
    say(`idle, ${name}: ${(used * 1000).toFixed(0)} ms of 30 s, ${((used / 30) * 100).toFixed(2)}%`);
  });
}
