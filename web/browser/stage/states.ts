// Every state of the page that somebody can reach, each as the way to it: the pictures are made of these, and
// what is measured of every screen (contrast, sizes, what assistive technology gets) is measured on these.

import { type Page, expect } from '@playwright/test';
import type { TableView, Update } from '../../src/wire/wire.ts';
import { named } from '../named.ts';
import { ME } from '../scripted.ts';
import { BEGINS, STEP, before, chairs, offers, stakes, toAct, told, updates } from './hand.ts';
import { MORE, ORDER, WALLET } from './more.ts';
import { DESK, type Setting, type Size, type Stage, besideTable, open } from './stage.ts';
import { MANILA, OMAHA } from '../../src/wire/deals.ts';

/** A state of the page. */
export interface State {
  /** What it is called, in the names of tests and pictures. */
  name: string;
  /** Brings the page there. */
  reach: (page: Page, size: Size) => Promise<Stage>;
  /** True for those that are checked in every theme, and with an accessibility checker. */
  main?: boolean;
  /** True where a small screen gets there another way. */
  sized?: boolean;
}

const atTable = (but: Partial<Setting> = {}): Setting => ({ at: 'table/4', view: before(), ...but });

/** Waits for something that says that the state has been reached. */
async function shown(stage: Stage, words: string | RegExp): Promise<Stage> {
  await expect(stage.page.getByText(words).filter({ visible: true }).first()).toBeVisible();
  return stage;
}

/** Presses the tab beside the table, or what leads to it on a small screen. */
export async function side(page: Page, name: RegExp): Promise<void> {
  await besideTable(page);
  const tab = page.getByRole('tab', { name });
  await tab.first().click();
}

/** A table as it is after a number of steps of the hand, as the room would send it in one snapshot. */
function view(but: Partial<TableView>): TableView {
  return { ...before(), ...but };
}

const NAMES = ['Ada', 'Ben', 'Cho', 'Dee', 'Eli', 'Fay', 'Gus', 'Hal', 'Ida the third', 'Jo'];

/** All ten seats are taken, and the hand is on the flop with bets in front. */
export function ten(): TableView {
  const taken = NAMES.map((name, at) => ({
    seat: at + 1, person: 7 + at, name, machine: at > 6, stack: [480, 1250, 0, 305, 95, 12_400, 233, 1018, 640, 77][at] ?? 0,
    away: at === 7, waits: false, leaving: false, connected: at !== 5,
  }));
  const players = taken.filter((chair) => !chair.away).map(({ seat }) => ({
    seat, in_round: seat === 4 ? 60 : seat === 6 ? 180 : seat === 10 ? 60 : 0, in_hand: 40 + (seat === 6 ? 180 : seat === 4 ? 60 : 0),
    folded: [2, 5, 9].includes(seat), all_in: seat === 3, shown: false, cards: seat === 1 ? ['Ac', 'Qd'] : [null, null],
  }));
  return view({
    stakes: stakes({ seats: 10, blinds: [5, 10], min_buy_in: 200, max_buy_in: 2000 }), own: 1, chairs: taken, button: 8,
    hand: { hand: 212, over: false, button: 9, round: 1, players, board: ['Qs', 'Tc', '4h'], pot: 700, commitment: null, cut: null, openings: [] },
    turn: { ...toAct(1, 9, 180), hand: 212 }, menu: offers(180, 360, 480),
  });
}

/** Pot-limit Omaha on the turn: four hole cards, and the largest raise is the pot. */
export function omaha(): TableView {
  return view({
    stakes: stakes({ game: 'omaha', deal: OMAHA, limit: 'full_pot', seats: 6 }), button: 1,
    hand: {
      hand: 31, over: false, button: 1, round: 2, board: ['Ks', '9s', '4d', '9h'], pot: 115, commitment: null, cut: null, openings: [],
      made: [{ seat: 3, high: named('full house, nines full of kings', '9d 9s 9h Kd Ks'), low: null }], pots: [{ pot: 0, amount: 80, eligible: [3, 6] }],
      players: [
        { seat: 3, in_round: 0, in_hand: 40, folded: false, all_in: false, shown: false, cards: ['As', 'Kd', 'Qs', '9d'] },
        { seat: 5, in_round: 0, in_hand: 10, folded: true, all_in: false, shown: false, cards: [null, null, null, null] },
        { seat: 6, in_round: 35, in_hand: 65, folded: false, all_in: false, shown: false, cards: [null, null, null, null] },
      ],
    },
    turn: { ...toAct(3, 9, 35), hand: 31 }, menu: { ...offers(35, 70, 0), raise: { is_bet: false, min: 70, max: 185, unit: 1, all_in: 500 } },
  });
}

/** Manila with three cards, fixed limit, after the second board card. */
export function manila(): TableView {
  return view({
    stakes: stakes({
      book: 'canberra-manila-2006', game: 'manila', deal: MANILA, limit: 'fixed', blinds: [], ante: 2, seats: 8,
      bets: [4, 4, 4, 8, 8].map((least) => ({ least, most: least })),
    }),
    button: 1,
    hand: {
      hand: 58, over: false, button: 1, round: 1, board: ['Jh', '8c'], pot: 34, commitment: null, cut: null, openings: [],
      made: [{ seat: 3, high: named('pair of jacks'), low: null }], pots: [{ pot: 0, amount: 30, eligible: [1, 3, 6] }],
      players: [
        { seat: 1, in_round: 0, in_hand: 6, folded: false, all_in: false, shown: false, cards: [null, null, null] },
        { seat: 2, in_round: 0, in_hand: 6, folded: true, all_in: false, shown: false, cards: [null, null, null] },
        { seat: 3, in_round: 0, in_hand: 6, folded: false, all_in: false, shown: false, cards: ['Jd', '9h', '7h'] },
        { seat: 6, in_round: 4, in_hand: 10, folded: false, all_in: false, shown: false, cards: [null, null, null] },
      ],
    },
    turn: { ...toAct(3, 4, 4), hand: 58 }, menu: { ...offers(4, 0, 0), raise: { is_bet: false, min: 8, max: 8, unit: 8, all_in: 500 } },
  });
}

/** A table at which nobody sits yet. */
function empty(): TableView {
  return view({ chairs: [], own: null, button: null });
}

const missed = (number: number, events: Update['events']): Update => ({
  table: 4, number, hand: 12, at: BEGINS - 600_000, events, turn: null, menu: null, may_muck: null,
});

/**
 * Both pots of a hand have been awarded, and what was won of each has been shown, one after the other: no
 * more of it comes later.
 */
async function awarded(page: Page): Promise<Stage> {
  const stage = await open(page, atTable({ steps: STEP.awarded }));
  await expect(page.getByTestId('told')).toContainText('475');
  await expect(page.locator('.plate .line').filter({ hasText: '475' })).toBeVisible();
  await expect(page.locator('.plate .line').filter({ hasText: '230' })).toBeVisible();
  return stage;
}

/** The connection is lost for a while; afterwards the room reports what it did for the player. */
async function away(page: Page): Promise<Stage> {
  const stage = await open(page, atTable({ steps: STEP.facingAllIn }));
  await shown(stage, /Call 115/);
  // The page must have seen how late the room's news usually is.
  stage.script.answersWatches = (room) => {
    room.say({ t: 'update', ...missed(106, [told({ e: 'time_ran_out', seat: 3 }), told({ e: 'folded', seat: 3 })]) });
    room.say({ t: 'update', ...missed(107, [told({ e: 'folded', seat: 5 })]) });
  };
  await stage.script.drop();
  return await shown(stage, 'While you were away');
}

/** Every state. */
export const STATES: readonly State[] = [
  { name: 'lobby', main: true, reach: async (page) => await shown(await open(page, { at: '' }), 'Harbour') },
  { name: 'empty lobby', reach: async (page) => await shown(await open(page, { at: '', http: { '/api/tables': { tables: [] } } }), /No table is/) },
  { name: 'lobby, signed out', reach: async (page) => await shown(await open(page, { at: '', http: { '/api/me': undefined } }), 'Harbour') },
  { name: 'sign in', main: true, reach: async (page) => {
    const stage = await open(page, { at: 'sign-in', http: { '/api/me': undefined } });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    return stage;
  } },
  { name: 'sign up', reach: async (page) => {
    const stage = await open(page, { at: 'sign-up', http: { '/api/me': undefined } });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    return stage;
  } },
  { name: 'before sitting', reach: async (page) => {
    const stage = await open(page, atTable({ view: before(null) }));
    await page.getByRole('button', { name: /^Sit here/ }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    return stage;
  } },
  { name: 'table empty', reach: async (page) => await shown(await open(page, atTable({ view: empty() })), /Sit here/) },
  { name: 'table waiting', main: true, reach: async (page) => await shown(await open(page, atTable({ steps: STEP.opened })), /Dee to act/) },
  { name: 'table watched', reach: async (page) => await shown(await open(page, atTable({ view: before(null) })), /Sit here/) },
  { name: 'on turn before the flop', reach: async (page) => await shown(await open(page, atTable({ steps: STEP.facingAllIn })), /Call 115/) },
  { name: 'on turn', main: true, reach: async (page) => await shown(await open(page, atTable({ steps: STEP.facingSidePot })), /Call 115/) },
  { name: 'on turn, check is free', reach: async (page) => await shown(await open(page, atTable({ steps: STEP.onFlop })), 'Check') },
  { name: 'amount', main: true, sized: true, reach: async (page, size) => {
    const stage = await open(page, atTable({ steps: STEP.facingAllIn }));
    await shown(stage, /Call 115/);
    if (size.width < DESK.width) await page.getByRole('button', { name: /^Raise( to)? ?(…|\.\.\.)/ }).click();
    return stage;
  } },
  { name: 'all-in, hands tabled', reach: async (page) => await shown(await open(page, atTable({ steps: STEP.turn })), /shows/) },
  { name: 'showdown with two pots', reach: awarded },
  { name: 'ten seats', reach: async (page) => await shown(await open(page, atTable({ view: ten() })), /Call 180/) },
  { name: 'omaha', reach: async (page) => await shown(await open(page, atTable({ view: omaha() })), /Call 35/) },
  { name: 'manila', reach: async (page) => await shown(await open(page, atTable({ view: manila() })), /Call 4/) },
  { name: 'sitting out', reach: async (page) => {
    const view = before();
    return await shown(await open(page, atTable({ view: { ...view, chairs: view.chairs.map((chair) => ({ ...chair, away: chair.seat === 3 })) } })), /sitting out/);
  } },
  { name: 'disconnected', reach: async (page) => {
    const stage = await open(page, atTable({ steps: STEP.facingSidePot }));
    await shown(stage, /Call 115/);
    stage.script.say({ t: 'presence', table: 4, person: 8, connected: false });
    return await shown(stage, /disconnected/i);
  } },
  { name: 'elsewhere', reach: async (page) => {
    const stage = await open(page, atTable({ steps: STEP.facingSidePot }));
    await shown(stage, /Call 115/);
    stage.script.say({ t: 'elsewhere', table: 4 });
    return await shown(stage, 'This table is open on another device.');
  } },
  { name: 'reconnecting', reach: async (page) => {
    const stage = await open(page, atTable({ steps: STEP.facingSidePot }));
    await shown(stage, /Call 115/);
    await page.context().setOffline(true);
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    return await shown(stage, /no network/i);
  } },
  { name: 'away card', reach: away },
  { name: 'refusal', reach: async (page) => {
    const stage = await open(page, atTable({ steps: STEP.facingSidePot }));
    await shown(stage, /Call 115/);
    await page.waitForFunction((since) => performance.now() > since + 300, await page.evaluate(() => performance.now()));
    await page.getByRole('button', { name: 'Call 115', exact: true }).click();
    const [ask] = await stage.script.request((request) => request.t === 'ask' && request.wish.do === 'call');
    if (ask?.t !== 'ask') throw new Error('nothing was asked');
    stage.script.say({ t: 'answer', table: 4, key: ask.key, ok: false, code: 'late', reason: 'late', numbers: {}, why: 'the hand moved on', rule: 'call', clauses: ['HE-10.3'], readings: [] });
    return await shown(stage, /the hand moved on/i);
  } },
  { name: 'deck', reach: async (page) => {
    const stage = await open(page, atTable({ steps: STEP.facingSidePot }));
    await side(page, /^Deck/);
    return stage;
  } },
  { name: 'rules', reach: async (page) => {
    const http = { '/api/tables/4/sign': { title: 'Standard, version 1', settings: ORDER } };
    const stage = await open(page, atTable({ steps: STEP.facingSidePot, http }));
    await side(page, /^Rules/);
    await page.getByRole('button', { name: 'HE-10.2' }).first().click();
    return await shown(stage, /who has less may go all-in/);
  } },
  { name: 'info', reach: async (page) => {
    const stage = await open(page, atTable({ steps: STEP.facingSidePot }));
    await side(page, /^Info/);
    return await shown(stage, 'Smallest chip');
  } },
  { name: 'hands at the table', reach: async (page) => {
    const stage = await awarded(page);
    await side(page, /^Hands/);
    return await shown(stage, /Hand 11/);
  } },
  { name: 'hands', main: true, reach: async (page) => await shown(await open(page, { at: 'hands' }), 'Harbour') },
  { name: 'replay', main: true, reach: async (page) => {
    const stage = await open(page, { at: 'hand/1/4/17' });
    await expect(page.getByRole('slider', { name: 'Event' })).toBeVisible();
    return stage;
  } },
  { name: 'replay, shared', reach: async (page) => {
    const stage = await open(page, { at: 'shared/AbC', http: { '/api/me': undefined } });
    await expect(page.getByRole('slider', { name: 'Event' })).toBeVisible();
    return stage;
  } },
  { name: 'results', main: true, reach: async (page) => await shown(await open(page, { at: 'results' }), 'Lighthouse') },
  { name: 'text view', main: true, reach: async (page) => {
    const stage = await open(page, atTable({ steps: STEP.facingSidePot, chosen: { text: true } }));
    await expect(page.getByRole('button', { name: /^Call 115/ })).toBeVisible();
    return stage;
  } },
  { name: 'text view, showdown', reach: async (page) => {
    const stage = await open(page, atTable({ steps: STEP.awarded, chosen: { text: true } }));
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Harbour');
    return stage;
  } },
  { name: 'account', main: true, reach: async (page) => await shown(await open(page, { at: 'account', http: { '/api/wallet': WALLET } }), 'Sat down at Harbour') },
  { name: 'menu', main: true, reach: async (page) => {
    const stage = await open(page, { at: '' });
    await shown(stage, 'Harbour');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    return stage;
  } },
  { name: 'new table', main: true, reach: async (page) => {
    const stage = await open(page, { at: 'new-table' });
    await expect(page.getByRole('button', { name: 'Open the table' })).toBeEnabled();
    return stage;
  } },
  { name: 'people', main: true, reach: async (page) => {
    const me = { ...ME, person: 1, name: 'Keeper', login: 'keeper', roles: ['administrator'] };
    const http = { '/api/me': me, '/api/admin/reports': { reports: [], waiting: 0, next: null } };
    return await shown(await open(page, { at: 'people', http }), /banned until \d+ \w{3}( \d{4})? \d\d:\d\d$/);
  } },
  ...MORE,
];

/** A state by its name. */
export function stateOf(name: string): State {
  const found = STATES.find((state) => state.name === name);
  if (found === undefined) throw new Error(`there is no state "${name}"`);
  return found;
}

export { chairs, updates };
