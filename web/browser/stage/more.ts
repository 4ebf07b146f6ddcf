// More states of the page: chat and reports, settings, long lists, and the moments of a hand that last a few
// seconds.

import { type Page, expect } from '@playwright/test';
import type { ChatLine, Report } from '../../src/wire/wire.ts';
import { ME, STAKES } from '../scripted.ts';
import { MANILA } from '../../src/wire/deals.ts';
import { BEGINS, STEP, before, chairs, offers, toAct, told, updates } from './hand.ts';
import { DESK, type Stage, answers, besideTable, open } from './stage.ts';
import { type State, omaha } from './states.ts';

/** Waits for something that says that the state has been reached. */
async function shown(stage: Stage, words: string | RegExp): Promise<Stage> {
  await expect(stage.page.getByText(words).filter({ visible: true }).first()).toBeVisible();
  return stage;
}

const line = (n: number, person: number, text: string): ChatLine => {
  const chair = chairs.find((chair) => chair.person === person);
  return { n, at: BEGINS + n * 9000, person, name: chair?.name ?? 'Fay', seat: chair?.seat ?? null, hand: 12, text };
};
const LINES = [
  line(1, 8, 'good evening'), line(2, 9, 'hi Ben, long time no see: how was the tournament in Dunedin, did you get anywhere near the money?'),
  line(3, 8, 'not as near as I had hoped'), line(4, ME.person, 'good luck all'), line(5, 30, 'nice hand, that last one'), line(6, 10, 'thanks'),
];

/** A table on turn, with a chat message. */
async function talk(page: Page): Promise<Stage> {
  const stage = await open(page, { at: 'table/4', view: before(), steps: STEP.facingSidePot });
  await shown(stage, /Call 115/);
  stage.script.say({ t: 'chat', table: 4, lines: LINES, off: null });
  await besideTable(page);
  await page.getByRole('tab', { name: /^Chat/ }).click();
  await expect(page.getByRole('button', { name: 'Cho, mute or report' })).toBeVisible();
  return stage;
}

const report = (number: number, but: Partial<Report>): Report => ({
  report: number, at: BEGINS, by: { person: ME.person, name: ME.name }, about: { person: 8, name: 'Ben' }, table: 4, hand: 12,
  reason: 'tells others what to do while they hold cards', lines: LINES, dealt: null, ...but,
});

async function settingsOf(page: Page, group: string): Promise<Stage> {
  const stage = await open(page, { at: 'table/4', view: before() });
  await shown(stage, 'Harbour');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('dialog').getByRole('tab', { name: group }).click();
  await expect(page.getByRole('dialog').getByRole('tabpanel')).toBeVisible();
  return stage;
}

/** On turn with this much time left, and the page's clock stands still from there. */
async function onTurnWithTimeLeft(page: Page, left: number): Promise<Stage> {
  await page.addInitScript(() => {
    const real = performance.now.bind(performance);
    let stopped: number | undefined;
    performance.now = () => stopped ?? real();
    Object.assign(globalThis, { stopClock: () => (stopped = real()) });
  });
  const stage = await open(page, { at: 'table/4', view: before(), steps: STEP.facingSidePot });
  await shown(stage, /Call 115/);
  await page.evaluate(() => {
    (globalThis as unknown as { stopClock: () => void }).stopClock();
  });
  const frame = { table: 4, number: 113, hand: 12, at: BEGINS + 60_000, may_muck: null };
  const events = [told({ e: 'time_bank', seat: 3, taken: 40_000 })];
  stage.script.say({ t: 'update', ...frame, events, turn: toAct(3, 11, 115, left, 0), menu: offers(115, 230, 380) });
  return stage;
}

const usual = answers();
const [hand] = (usual['/api/hands'] as { hands: { hand: number }[] }).hands;
const [session] = (usual['/api/results'] as { sessions: { from: number }[] }).sessions;
const DAY = 86_400_000;

/** A wallet of 4,500 play chips: granted, and 500 of them brought to the table where the seat is. */
export const WALLET = {
  unit: 'play', balance: 4_500, lines: [
    { sequence: 40, stream: 'table/4', at: BEGINS - 600_000, kind: 'sit', other: 'stake/4/7', change: -500 },
    { sequence: 3, stream: 'people', at: BEGINS - 7_200_000, kind: 'granted', other: 'issue', change: 5_000 },
  ],
};

/** What a table's sign says about its deck and the order of hands. */
export const ORDER = Object.entries({
  deck_cards: '52', joker: 'false', ace: 'high', reduced_deck_order: 'flush_above_full_house',
  five_of_a_kind: 'below_royal_flush', showdown_mode: 'high', low_qualifier: 'none',
}).map(([name, value]) => ({ name, sentence: name, value, unit: '', clauses: ['HE-3.5'] }));

export const MORE: readonly State[] = [
  { name: 'chat', main: true, reach: talk },
  { name: 'chat, its people', reach: async (page) => {
    const stage = await talk(page);
    await page.getByRole('button', { name: 'Cho, mute or report' }).click();
    await page.getByRole('button', { name: 'Mute Cho' }).filter({ visible: true }).last().click();
    await expect(page.getByRole('button', { name: 'Cho, mute or report' })).toHaveCount(0);
    return stage;
  } },
  { name: 'chat, at rest', reach: async (page) => {
    const stage = await talk(page);
    const off = {
      code: 'live_hand', reason: 'live_hand', numbers: { seat: 2 }, why: 'seat 2 is all-in: chat opens again after the hand', rule: 'no-talk-that-helps',
      clauses: ['DU-13'], readings: [],
    };
    stage.script.say({ t: 'chat', table: 4, lines: [], off });
    return await shown(stage, /chat opens again/);
  } },
  { name: 'report being written', main: true, reach: async (page) => {
    const stage = await talk(page);
    await page.getByRole('button', { name: 'Ben, mute or report' }).first().click();
    await page.getByRole('button', { name: 'Report Ben' }).filter({ visible: true }).first().click();
    await page.getByLabel('What happened').fill('tells others what to do');
    return stage;
  } },
  { name: 'reports', main: true, reach: async (page) => {
    const me = { ...ME, person: 1, name: 'Keeper', login: 'keeper', roles: ['administrator'] };
    const reports = [
      report(3, {}), report(2, { about: { person: 9, name: 'Cho' }, lines: [], hand: 0 }),
      report(1, { dealt: { by: { person: 1, name: 'Keeper' }, at: BEGINS + 60_000, note: 'spoke with both of them' } }),
    ];
    const stage = await open(page, { at: 'people', http: { '/api/me': me, '/api/admin/reports': { reports, waiting: 2, next: null } } });
    await page.getByText('6 messages at the table').first().click();
    return await shown(stage, /long time no see/);
  } },
  { name: 'roles', main: true, reach: async (page) => {
    const me = { ...ME, person: 1, name: 'Keeper', login: 'keeper', roles: ['administrator'] };
    const stage = await open(page, { at: 'people', http: { '/api/me': me, '/api/admin/reports': { reports: [], waiting: 0, next: null } } });
    await page.getByRole('button', { name: /^Roles of/ }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Give shift manager' }).click();
    return await shown(stage, /will be signed out everywhere/);
  } },
  { name: 'a role that waits', main: true, reach: async (page) => {
    const me = { ...ME, roles: ['player'], waiting: ['shift_manager'], second_factor: 'due' };
    return await shown(await open(page, { at: '', http: { '/api/me': me } }), 'Your role shift manager waits');
  } },
  { name: 'settings, look', main: true, reach: (page) => settingsOf(page, 'Look') },
  { name: 'settings, sound', reach: (page) => settingsOf(page, 'Sound') },
  { name: 'settings, play', main: true, reach: (page) => settingsOf(page, 'Play') },
  { name: 'settings, words', reach: (page) => settingsOf(page, 'Words') },
  { name: 'settings, chat', reach: (page) => settingsOf(page, 'Chat') },
  { name: 'chosen before the turn', reach: async (page) => {
    const stage = await open(page, { at: 'table/4', view: before(), steps: STEP.opened });
    await page.getByRole('button', { name: 'Fold to any bet' }).click();
    return await shown(stage, /Will fold to any bet/);
  } },
  { name: 'raise closed', reach: async (page) => {
    const stage = await open(page, { at: 'table/4', view: before(), steps: STEP.facingSidePot - 1 });
    await shown(stage, /Ben to act/);
    const closed = { reason: 'not_reopened', numbers: { all_in: 19, to_call: 20, opens: false }, readings: [], why: 'the all-in of 19 was less than a full raise and does not reopen the betting', rule: 'short-all-in-does-not-reopen', clauses: ['HE-10.5'] };
    for (const update of updates(STEP.facingSidePot, STEP.facingSidePot)) {
      stage.script.say({ t: 'update', ...update, menu: { ...offers(115, 0, 0), closed } });
    }
    return await shown(stage, 'Raise closed');
  } },
  { name: 'time bank in use', reach: async (page) => await shown(await onTurnWithTimeLeft(page, 39_000), /0:39/) },
  { name: '10 seconds', reach: async (page) => await shown(await onTurnWithTimeLeft(page, 9_000), '10 seconds') },
  { name: '5 seconds', reach: async (page) => await shown(await onTurnWithTimeLeft(page, 3_900), '5 seconds') },
  { name: 'amount out of range', sized: true, reach: async (page, size) => {
    const stage = await open(page, { at: 'table/4', view: before(), steps: STEP.facingSidePot });
    await shown(stage, /Call 115/);
    if (size.width < DESK.width) {
      await page.getByRole('button', { name: /^Raise to ?(…|\.\.\.)/ }).click();
      for (const key of ['9', '9', '9', '9']) await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: key, exact: true }).click();
    } else await page.getByRole('textbox', { name: /^Raise to, from/ }).fill('9999');
    return await shown(stage, 'The maximum is 380. You entered 9,999.');
  } },
  { name: 'tables in tabs', main: true, reach: async (page) => {
    const stage = await open(page, { at: 'table/4', view: before(), steps: STEP.facingSidePot });
    await shown(stage, /Call 115/);
    stage.script.answersWatches = (room, { table }) => {
      const name = table === 5 ? 'Lighthouse at the far end' : 'Mole';
      const turn = table === 5 ? { ...toAct(3, 11, 115), left_ms: 3_600_000, whole_ms: 3_600_000 } : null;
      room.say({ t: 'snapshot', ...before(), table, name, turn, menu: turn && offers(115, 230, 380) });
    };
    for (const table of [5, 6]) {
      await page.goto(`http://room.test/#/table/${String(table)}`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(table === 5 ? 'Lighthouse' : 'Mole');
    }
    return await shown(stage, /your turn/);
  } },
  { name: 'table paused', reach: async (page) => {
    const stage = await open(page, { at: 'table/4', view: { ...before(), standing: { is: 'paused', reason: 'the dealer is counting the chips of a pot' } } });
    return await shown(stage, /counting the chips/);
  } },
  { name: 'restart ahead', reach: async (page) => {
    const stage = await open(page, { at: 'table/4', view: { ...before(), draining: true }, steps: STEP.facingSidePot });
    return await shown(stage, /restarts after this hand/);
  } },
  { name: 'several tables', sized: true, reach: async (page, size) => {
    // Side by side where the window is wide enough for two.
    if (size.width >= DESK.width) await page.setViewportSize({ width: 1920, height: 1080 });
    const stage = await open(page, { at: 'table/4', view: before(), steps: STEP.facingSidePot });
    await shown(stage, /Call 115/);
    stage.script.answersWatches = (room, { table }) => {
      room.say({ t: 'snapshot', ...omaha(), table, name: 'Lighthouse at the far end' });
    };
    await page.goto('http://room.test/#/table/5');
    return await shown(stage, /Lighthouse at the far end/);
  } },
  { name: 'in big blinds', reach: async (page) => {
    const stage = await open(page, { at: 'table/4', view: before(), steps: STEP.facingSidePot, chosen: { amounts: 'blinds' } });
    return await shown(stage, /ALL-IN 47/);
  } },
  { name: 'hands, many', reach: async (page) => {
    const hands = Array.from({ length: 60 }, (_, at) => ({ ...hand, hand: 80 - at, net: (at % 7) * 130 - 300, name: at % 3 === 0 ? 'Harbour' : 'Lighthouse at the far end' }));
    return await shown(await open(page, { at: 'hands', http: { '/api/hands': { hands, before: 20 } } }), 'Lighthouse at the far end');
  } },
  { name: 'results, many', reach: async (page) => {
    const sessions = Array.from({ length: 80 }, (_, at) => ({
      ...session, table: 4 + (at % 3), name: ['Harbour', 'Lighthouse at the far end', 'Mole'][at % 3],
      stakes: { ...STAKES, chip_cents: 100, ...(at % 3 === 2 ? { game: 'manila', deal: MANILA } : {}) }, from: BEGINS - at * DAY - 7_200_000, until: BEGINS - at * DAY,
      net: (at % 9) * 75 - 260, took: 500 + (at % 9) * 75 - 260,
      points: [0, 40, (at % 9) * 75 - 260].map((net, point) => ({ hand: point * 10 + 1, at: BEGINS - at * DAY - 7_200_000 + point * 3_000_000, net })),
    }));
    return await shown(await open(page, { at: 'results', http: { '/api/results': { sessions, before: null } } }), 'Lighthouse at the far end');
  } },
  { name: 'statement', reach: async (page) => {
    const lines = Array.from({ length: 24 }, (_, at) => ({
      sequence: 400 - at * 3, stream: 'table/4', at: BEGINS - at * 3_600_000, kind: at === 23 ? 'granted' : at % 2 === 0 ? 'left' : 'sit', other: at === 23 ? 'issue' : `stake/4/7`,
      change: at === 23 ? 10_000 : at % 2 === 0 ? 150 + at * 35 : -200,
    }));
    const balance = lines.reduce((sum, line) => sum + line.change, 0);
    return await shown(await open(page, { at: 'account', http: { '/api/me': { ...ME, wallet: balance }, '/api/wallet': { unit: 'play', balance, lines } } }), 'Statement');
  } },
  { name: 'link shared', main: true, reach: async (page) => {
    const stage = await open(page, {
      at: 'hand/4/12', http: { '/api/tables/4/hands/12/share': { token: 'AbC', path: '/#/shared/AbC', id: 'one' } },
    });
    await expect(page.getByRole('slider', { name: 'Event' })).toBeVisible();
    await page.getByRole('button', { name: 'Share' }).first().click();
    await page.getByRole('button', { name: 'Make the link' }).click();
    await expect(page.getByLabel(/^Link, your cards/)).toBeVisible();
    return stage;
  } },
];
