// The page in front of a scripted room that answers every request: whatever a screen needs is here, so that a
// state of the page takes a few lines.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Listing, TableView, Update } from '../../src/wire/wire.ts';
import { ME, STAKES, Script, serve } from '../scripted.ts';
import { BEGINS, before, chairs, updates } from './hand.ts';
import { MANILA, OMAHA } from '../../src/wire/deals.ts';

/** A size of the window, and what the tests call it. */
export interface Size {
  name: string;
  width: number;
  height: number;
}

export const DESK: Size = { name: 'a desk', width: 1280, height: 800 };
export const PHONE: Size = { name: 'a phone', width: 390, height: 844 };
/** A window of 1280 px at 400%, and the smallest phone. */
export const SMALL: Size = { name: '320 px', width: 320, height: 640 };
export const SIZES: readonly Size[] = [DESK, PHONE, SMALL];
/** A phone in landscape, and what a browser leaves of a laptop with 768 lines. */
export const ACROSS: Size = { name: 'a phone held across', width: 844, height: 390 };
export const LAPTOP: Size = { name: 'a laptop of 768 lines', width: 1366, height: 640 };
export const THEMES = ['dark', 'light', 'contrast'] as const;
/** The deck palettes: four colours, two colours, high distinction, and each with letters beside the suits. */
export const DECKS = ['four', 'two', 'distinct'] as const;

/** The page and what is behind it. */
export interface Stage {
  page: Page;
  script: Script;
  /** The hosts that anything was requested from. */
  asked: string[];
}

function listing(table: number, name: string, but: Partial<Listing> = {}): Listing {
  return {
    table, name, stakes: STAKES, practice: false, standing: { is: 'open' }, hand: 12,
    seated: chairs.map(({ seat, person, name: who, machine }) => ({ seat, person, name: who, machine })), ...but,
  };
}

const OTHERS = chairs.filter((chair) => chair.person !== ME.person).map(({ seat, person, name, machine }) => ({ seat, person, name, machine }));

/** The tables of the lobby: the viewer's own, and others of all kinds. */
export const TABLES: Listing[] = [
  listing(4, 'Harbour'),
  listing(5, 'Lighthouse', { stakes: { ...STAKES, game: 'omaha', deal: OMAHA, limit: 'full_pot', blinds: [5, 10], min_buy_in: 400, max_buy_in: 1000, seats: 9 }, seated: OTHERS }),
  listing(6, 'Mole', { stakes: { ...STAKES, game: 'manila', deal: MANILA, limit: 'fixed', blinds: [], ante: 2, min_buy_in: 80, max_buy_in: 400, seats: 8 }, seated: OTHERS.slice(0, 2) }),
  listing(1, 'Practice 1', { practice: true, stakes: { ...STAKES, blinds: [1, 2], min_buy_in: 40, max_buy_in: 200 }, seated: OTHERS.map((chair) => ({ ...chair, machine: true })) }),
  listing(2, 'Practice 2', { practice: true, stakes: { ...STAKES, blinds: [1, 2], min_buy_in: 40, max_buy_in: 200, seats: 2 }, seated: [] }),
];

const RULES = [
  { name: 'least-raise', says: 'A raise is at least as large as the largest bet or raise of the round.', clauses: ['HE-10.2'] },
  { name: 'call', says: 'A call adds what is missing to the highest bet, or all that a seat has.', clauses: ['HE-10.3'] },
  { name: 'announced-time', says: 'Each decision has the time that the table announces.', clauses: ['HE-4.8'] },
  { name: 'side-pots', says: 'Chips that an all-in seat cannot match lie in a pot of their own.', clauses: ['HE-11.1'] },
  { name: 'commission-scale', says: 'The house takes its commission from a pot by the scale on the sign.', clauses: ['HE-15.1'] },
];

const CLAUSES = ['HE-3.2', 'HE-4.8', 'HE-7.1', 'HE-10.1', 'HE-10.2', 'HE-10.3', 'HE-11.1', 'HE-12.7', 'HE-15.1'].map((id) => ({
  id, book: 'standard', clause: id.slice(3), kind: 'rule', title: 'Betting and pots',
  summary: 'A raise is at least as large as the largest bet or raise of the round; who has less may go all-in.',
}));

const book = (id: string, title: string, machine: boolean | null): unknown => ({
  id, title, version: '1', family: 'poker', document: null, based_on: null, machine_players: machine,
});
const BOOKS = [book('practice', 'Practice', true), book('standard', 'Standard', null)];

/** What a book says about one setting. */
function bookSetting(name: string, area: string, meaning: string, value: string | null, choices: string[], unit = ''): unknown {
  return { name, area, sentence: meaning, unit, says: 'chosen', value, follows: null, choices, would_do: `${choices.join(', ')}`, note: null, clauses: [] };
}

const SETTINGS = [
  bookSetting('games', 'cards', 'games the book can be played with', 'holdem', ['holdem', 'omaha']),
  bookSetting('limit_structure', 'limits', 'betting limits', 'no_limit', ['fixed', 'spread', 'half_pot', 'full_pot', 'no_limit']),
  bookSetting('blinds', 'blinds', 'amounts, first blind first', '1 2', ['any'], 'chips'),
  bookSetting('ante', 'blinds', 'ante of each player in an ante game', '0', ['any'], 'chips'),
  bookSetting('seats', 'seats', 'seats at the table, never more than the deck allows', '6', ['2..10'], 'seats'),
  bookSetting('turn_seconds', 'clock', 'time for every action, announced beforehand', '15', ['any'], 'seconds'),
  bookSetting('time_bank_seconds', 'clock', 'extra time a player may draw on, once per session of play', '30', ['0', 'any'], 'seconds'),
  bookSetting('short_all_in', 'betting', 'who may raise after an all-in short of a full raise', 'no_reopen', ['nobody_raises', 'no_reopen', 'reopens']),
];

const summary = (hand: number, but: object): unknown => ({
  table: 4, name: 'Harbour', hand, at: BEGINS - (12 - hand) * 120_000, stakes: STAKES, players: chairs.map(({ seat, name }) => ({ seat, name })),
  own: 3, cards: ['Kh', 'Td'], board: ['Kd', '7s', '2c', '9h', '7d'], pot: 715, paid: 235, won: 230, net: -5, showdown: true, ...but,
});
const HANDS = [
  summary(12, {}),
  summary(11, { cards: ['As', 'Ad'], board: ['Ah', '9c', '4d'], pot: 96, paid: 30, won: 96, net: 66, showdown: false }),
  summary(10, { cards: ['7c', '2d'], board: [], pot: 22, paid: 5, won: 0, net: -5, showdown: false }),
  summary(9, { cards: ['Qs', 'Js'], board: ['Ts', '9s', '2h', '2d', '8s'], pot: 1240, paid: 500, won: 1240, net: 740 }),
];

const session = (but: object): unknown => ({
  table: 4, name: 'Harbour', stakes: { ...STAKES, chip_cents: 100 }, from: BEGINS - 7_200_000, until: BEGINS, hands: 40, brought: 500, took: 640, net: 140,
  points: [0, -20, 45, 12, -60, -10, 88, 140].map((net, at) => ({ hand: at * 5 + 1, at: BEGINS - 7_200_000 + at * 900_000, net })), ...but,
});
const SESSIONS = [
  session({}),
  session({ table: 5, name: 'Lighthouse', stakes: { ...STAKES, game: 'omaha', deal: OMAHA, limit: 'full_pot', chip_cents: 100 }, from: BEGINS - 90_000_000, until: BEGINS - 80_000_000, brought: 400, took: 210, net: -190,
    points: [0, -40, -35, -120, -190].map((net, at) => ({ hand: at * 9 + 1, at: BEGINS - 90_000_000 + at * 2_000_000, net })) }),
  session({ from: BEGINS - 190_000_000, until: BEGINS - 180_000_000, net: 35, took: 535, points: [{ hand: 1, at: BEGINS - 189_000_000, net: 35 }] }),
];

/** What the room answers over HTTP, by path. Somebody is signed in. */
export function answers(): Record<string, unknown> {
  return {
    '/api/me': ME,
    '/api/tables': { tables: TABLES },
    '/api/books': BOOKS,
    '/api/books/practice': { book: BOOKS[0], settings: SETTINGS },
    '/api/books/standard': { book: BOOKS[1], settings: SETTINGS },
    '/api/books/standard/rules': RULES,
    ...Object.fromEntries(CLAUSES.map((clause) => [`/api/rules/${clause.id}`, clause])),
    '/api/tables/4/sign': {
      title: 'Standard, version 1',
      settings: [
        { name: 'short_all_in', sentence: 'who may raise after an all-in short of a full raise', value: 'no_reopen', unit: '', clauses: ['HE-10.5'] },
        { name: 'turn_seconds', sentence: 'the time of a decision', value: '30', unit: 'seconds', clauses: ['HE-4.8'] },
      ],
    },
    '/api/tables/4/hands': { hands: [{ hand: 11, at: BEGINS - 90_000, players: 5, own: true }, { hand: 10, at: BEGINS - 180_000, players: 5, own: true }] },
    '/api/tables/1/hands/4/replay': JSON.parse(readFileSync(join(import.meta.dirname, '..', 'hand.json'), 'utf8')) as unknown,
    '/api/tables/4/hands/12/replay': { before: before(), updates: updates(), by: null, shared: null },
    '/api/shared/AbC': { before: before(), updates: updates(), by: 'Ada', shared: { own_cards: true } },
    '/api/shared': { shared: [{ id: 'one', table: 4, hand: 12, own_cards: true, made: BEGINS }] },
    '/api/hands': { hands: HANDS, before: null },
    '/api/results': { sessions: SESSIONS, before: null },
    '/api/admin/people': {
      people: [
        { person: 7, login: 'ada', name: 'Ada', roles: ['player'], machine: false, banned: false, banned_until: null, last_sign_in: BEGINS },
        { person: 8, login: 'ben', name: 'Ben', roles: ['player'], machine: false, banned: true, banned_until: BEGINS + 86_400_000, last_sign_in: BEGINS - 86_400_000 },
        { person: 1, login: 'keeper', name: 'Keeper', roles: ['administrator'], machine: false, banned: false, banned_until: null, last_sign_in: BEGINS },
      ],
      next: null,
    },
  };
}

/** What differs from a quiet lobby with somebody signed in. */
export interface Setting {
  /** Where the page is opened, after the number sign. */
  at: string;
  /** The table as the room sends it first. */
  view?: TableView;
  /** Other tables open in the page, as the room sends them; the one in front comes last. */
  others?: readonly TableView[];
  /** How many steps of the hand follow at once. */
  steps?: number;
  /** What else is sent, after those. */
  tells?: readonly Update[];
  /** HTTP answers in place of the usual ones; a path whose answer is undefined has none. */
  http?: Record<string, unknown>;
  /** Choices of this device. */
  chosen?: Record<string, unknown>;
}

/** Opens the page in this setting. */
export async function open(page: Page, setting: Setting): Promise<Stage> {
  const { http = {} } = setting;
  const hosts = await serve(page, { ...answers(), ...http });
  // Nobody is signed in where the room gives no account.
  if ('/api/me' in http && http['/api/me'] === undefined) {
    await page.route('**/api/me', (route) => route.fulfill({ status: 401, json: { code: 'not_signed_in', why: 'sign in first' } }));
  }
  const script = new Script((room, request) => {
    const { view, others = [], steps, tells = [] } = setting;
    for (const other of others) if (request.table === other.table && request.t === 'watch') room.say({ t: 'snapshot', ...other });
    if (view === undefined || request.table !== view.table) return;
    room.say({ t: 'snapshot', ...view });
    if (steps !== undefined) for (const update of updates(steps)) room.say({ t: 'update', ...update });
    for (const update of tells) room.say({ t: 'update', ...update });
  });
  await script.attach(page);
  const { chosen, others = [], view } = setting;
  if (others.length > 0) {
    await page.addInitScript((kept) => {
      sessionStorage.setItem('cardroom.tables', kept);
    }, [...others, ...(view ? [view] : [])].map((one) => one.table).join(' '));
  }
  if (chosen !== undefined) {
    await page.addInitScript((kept) => {
      localStorage.setItem('cardroom.settings', kept);
    }, JSON.stringify(chosen));
  }
  await page.goto(`http://room.test/#/${setting.at}`);
  return { page, script, asked: hosts };
}

/** Opens the panel beside the table, where the window has no room to show it there. */
export async function besideTable(page: Page): Promise<void> {
  const [button, tab] = [page.getByRole('button', { name: 'Log, chat and rules' }), page.getByRole('tab', { name: 'Log' })];
  await button.or(tab).first().waitFor();
  if (!(await tab.isVisible())) await button.click();
}
