// Every kind of notice that a table has, each with the way to it, and what must not be under one.

import { type Page, expect } from '@playwright/test';
import type { RefusedAnswer, Update } from '../../src/wire/wire.ts';
import { STEP, before, told, updates } from './hand.ts';
import { type Stage, open } from './stage.ts';

/** A notice, and what brings it up. */
export interface Notice {
  name: string;
  reach: (page: Page) => Promise<Stage>;
  /** Where it is; a notice beside the acts or in the head where this is left out. */
  at?: string;
}

/** A name as long as real names get. */
const LONG = 'Bartholomew Featherston';

const fullTable = (): ReturnType<typeof before> => {
  const view = before();
  return { ...view, practice: true, chairs: view.chairs.map((chair) => (chair.seat === view.own ? { ...chair, name: LONG } : chair)) };
};

async function onTurn(page: Page, steps: number = STEP.facingSidePot): Promise<Stage> {
  const stage = await open(page, { at: 'table/4', view: fullTable(), steps });
  await expect(page.getByRole('button', { name: 'Call 115', exact: true })).toBeVisible();
  return stage;
}

async function messageShown(stage: Stage, words: string | RegExp): Promise<Stage> {
  await expect(stage.page.locator('.play :is(.message, .gone)').filter({ hasText: words }).first()).toBeVisible();
  return stage;
}

/**
 * The buttons move, and a press right after that is not sent: all of it inside the page, because a busy
 * machine may be slow in between.
 */
export async function pressMoved(page: Page): Promise<void> {
  await page.getByTestId('dock').evaluate((dock: HTMLElement) => {
    const call = [...dock.querySelectorAll('button')].find((element) => element.textContent.trim().startsWith('Call 115'));
    const touch = (): void => {
      for (const kind of ['pointerdown', 'pointerup']) call?.dispatchEvent(new PointerEvent(kind, { bubbles: true }));
    };
    // The positions of the buttons are checked before each press.
    touch();
    dock.style.top = '-70px';
    touch();
    call?.click();
    dock.style.top = '';
  });
  await expect(page.locator('.message')).toContainText('The buttons have just moved.');
}

async function refused(page: Page, but: Partial<RefusedAnswer>): Promise<Stage> {
  const stage = await onTurn(page);
  await page.waitForFunction((since) => performance.now() > since + 300, await page.evaluate(() => performance.now()));
  await page.getByRole('button', { name: 'Call 115', exact: true }).click();
  const [ask] = await stage.script.request((request) => request.t === 'ask' && request.wish.do === 'call');
  if (ask?.t !== 'ask') throw new Error('nothing was asked');
  stage.script.say({ t: 'answer', table: 4, key: ask.key, ok: false, code: 'late', reason: 'late', numbers: {}, why: 'the hand moved on', rule: 'call', clauses: ['HE-10.3'], readings: [], ...but } as never);
  return stage;
}

const next = (number: number, events: Update['events']): Update => ({ table: 4, number, hand: 12, at: Date.now(), events, turn: null, menu: null, may_muck: null });

/** The player's clock runs out, and the player sits out from then on. */
async function runOut(page: Page, shows = false): Promise<Stage> {
  const stage = await onTurn(page, STEP.facingAllIn);
  const [last] = updates(STEP.facingAllIn, STEP.facingAllIn);
  const number = (last?.number ?? 105) + 1;
  stage.script.say({ t: 'update', ...next(number, [told({ e: 'time_ran_out', seat: 3 }), told({ e: 'folded', seat: 3 })]) });
  if (shows) {
    const events = [told({ e: 'awarded', pot: 0, half: 'whole', seat: 6, amount: 143 }), told({ e: 'closed' }), told({ e: 'sat_out', seat: 3 } as never)];
    stage.script.say({ t: 'update', ...next(number + 1, events), may_show: ['Kh', 'Td'] });
    await expect(page.getByRole('button', { name: 'Sit in' })).toBeVisible();
  }
  return await messageShown(stage, 'Time ran out');
}

const standing = (page: Page, is: 'paused' | 'closing'): Promise<Stage> => onTurn(page).then(async (stage) => {
  const [last] = updates(STEP.facingSidePot, STEP.facingSidePot);
  const reason = 'the chips of a pot are counted';
  if (last) stage.script.say({ t: 'update', ...last, number: last.number + 1, events: [{ e: 'standing', standing: { is, reason }, rule: null, clauses: [] }] as never });
  return await messageShown(stage, reason);
});

/** All of them. */
export const NOTICES: readonly Notice[] = [
  { name: 'open on another device', reach: async (page) => {
    const stage = await onTurn(page);
    stage.script.say({ t: 'elsewhere', table: 4 });
    return await messageShown(stage, 'This table is open on another device.');
  } },
  { name: 'no network', reach: async (page) => {
    const stage = await onTurn(page);
    await page.context().setOffline(true);
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    return await messageShown(stage, /no network/i);
  } },
  { name: 'connection lost', reach: async (page) => {
    const stage = await onTurn(page);
    stage.script.refuses = true;
    await stage.script.drop();
    return await messageShown(stage, /./);
  } },
  { name: 'time ran out', reach: (page) => runOut(page) },
  { name: 'time ran out, cards to show', reach: (page) => runOut(page, true) },
  { name: 'act refused', reach: async (page) => await messageShown(await refused(page, {}), /the hand moved on|too late/i) },
  { name: 'bet has changed', reach: async (page) => await messageShown(await refused(page, { code: 'changed', reason: 'changed', numbers: { from: 115, to: 230 }, why: 'the bet has changed' }), /115/) },
  { name: 'paused', reach: (page) => standing(page, 'paused') },
  { name: 'closing', reach: (page) => standing(page, 'closing') },
  { name: 'second seat refused', reach: async (page) => {
    const sits = { status: 409, json: { code: 'not_sat', why: 'you have a seat at Lighthouse of the harbour: leave it before you sit down at Harbour', rule: 'one-seat', clauses: [] } };
    const stage = await open(page, { at: 'table/4', view: { ...before(null), stakes: { ...before().stakes, seats: 10 } } });
    await page.route('**/api/tables/4/may-sit', async (route) => {
      await route.fulfill(sits);
    });
    await page.getByRole('button', { name: /^Sit here/ }).first().click();
    return await messageShown(stage, 'You have a seat at Lighthouse of the harbour');
  } },
];

/** What a notice covers, or what covers it; one line for each fault. */
export async function under(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const faults: string[] = [];
    const notes = [...document.querySelectorAll<HTMLElement>('.play :is(.message, .gone)')].filter((element) => element.checkVisibility());
    if (notes.length === 0) faults.push('there is no notice');
    const header = [...document.querySelectorAll('body header, nav.tables')].reduce((most, element) => Math.max(most, element.closest('dialog') ? 0 : element.getBoundingClientRect().bottom), 0);
    for (const note of notes) {
      const box = note.getBoundingClientRect();
      const say = note.textContent.trim().slice(0, 24);
      if (box.top < header - 0.5) faults.push(`"${say}" lies ${String(Math.round(header - box.top))} px under the header`);
      if (box.left < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5) faults.push(`"${say}" lies outside of the window`);
      const words = document.createRange();
      words.selectNodeContents(note);
      if (words.getBoundingClientRect().bottom > box.bottom + 2) faults.push(`"${say}" is cut off`);
      const spots = [box.top + 4, (box.top + box.bottom) / 2, box.bottom - 4].flatMap((y) => [box.left + 6, (box.left + box.right) / 2, box.right - 6].map((x) => [x, y] as const));
      if (spots.some(([x, y]) => document.elementFromPoint(x, y)?.closest('.message, .gone') !== note)) faults.push(`"${say}" lies under something`);
      // What is read before a decision: seats, board, pots, own cards, and every control. Where a notice has
      // its own close button, the head of the table may wait.
      const head = note.closest('.stands') === null ? ['.strip h1', '.strip button', 'header a', 'header button'] : [];
      const important = [...head, '.dock button', '.dock input', '.dock .hole .card', '.plate:not(.empty)', '.empty .take', ...(note.closest('.stands') !== null && innerHeight <= 700 && innerWidth < 600 ? [] : ['.board .card', '.pots strong'])];
      for (const element of document.querySelectorAll<HTMLElement>(important.join(', '))) {
        if (!element.checkVisibility({ visibilityProperty: true }) || note.contains(element)) continue;
        const other = element.getBoundingClientRect();
        const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
        if (across > 1 && down > 1) faults.push(`"${say}" lies on ${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 24)} by ${String(Math.round(down))} px`);
      }
    }
    return faults;
  });
}
