// A room that says what a test tells it to say: for what a real room does only by accident, such as not
// answering.

import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Page, type WebSocketRoute, expect } from '@playwright/test';
import type { Frame, HandView, Menu, Request, Stakes, TableView, TurnView, Update } from '../src/wire/wire.ts';
import { HOLDEM } from '../src/wire/deals.ts';

const DIST = join(import.meta.dirname, '..', 'dist');
const KINDS: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** The strictest policy that a room could send with the page. */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' ws://room.test; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html";

/** What the room says about itself, unless a test overrides it. */
export const HOUSE = { name: 'Cardroom', version: '0', sign_up: true, play_chips: 10_000, who_opens_tables: 'players', has_administrator: true };

/** What a table's sign says, unless a test overrides it. */
const SIGN = { title: 'Standard, version 1', settings: [] };

/** What every page requests, whatever is tested. */
const USUAL: Record<string, unknown> = { '/api/room': HOUSE, '/api/results': { sessions: [] } };

/** An account as the room sends it, with what its roles open. */
function account(me: unknown): unknown {
  if (typeof me !== 'object' || me === null || !('roles' in me)) return me;
  const roles = me.roles as string[];
  const rules = roles.some((role) => ['supervisor', 'shift_manager', 'operator', 'administrator'].includes(role));
  const rights = [
    ...(roles.includes('player') ? ['sit', 'open_tables'] : []),
    ...(rules ? ['run_tables', 'reports'] : []),
    ...(roles.includes('administrator') ? ['accounts'] : []),
    ...(roles.includes('auditor') ? ['record'] : []),
  ];
  return { waiting: [], ...me, rights };
}

/** The built page under http://room.test, and answers for its HTTP requests. */
export async function serve(page: Page, answers: Record<string, unknown>): Promise<string[]> {
  const hosts: string[] = [];
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    hosts.push(url.host);
    const sign = /^\/api\/tables\/\d+\/sign$/.test(url.pathname) ? SIGN : undefined;
    const answer = answers[url.pathname] ?? USUAL[url.pathname] ?? sign;
    if (answer !== undefined) {
      await route.fulfill({ json: url.pathname === '/api/me' ? account(answer) : answer });
      return;
    }
    try {
      const body = await readFile(join(DIST, url.pathname === '/' ? 'index.html' : url.pathname));
      const contentType = KINDS[extname(url.pathname)] ?? 'text/html; charset=utf-8';
      await route.fulfill({ body, contentType, headers: { 'content-security-policy': POLICY } });
    } catch {
      await route.fulfill({ status: 404, body: '' });
    }
  });
  return hosts;
}

/** An installed clock runs in real time; from here on it stands still, except as a test advances it. */
export async function stand(page: Page): Promise<void> {
  await expect(async () => await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))).toPass();
}

/** The room's end of the socket. */
export class Script {
  /** What the page sent, in order. */
  readonly heard: Request[] = [];
  /** Answers to pings are held back while this is false. */
  answersPings = true;
  connections = 0;
  /** Nobody answers at the room's end: connection attempts are closed at once. */
  refuses = false;
  #socket: WebSocketRoute | undefined;
  #waiting: (() => void)[] = [];

  /** What is sent when a table is watched. */
  answersWatches: (script: Script, request: Extract<Request, { t: 'watch' }>) => void;

  constructor(onWatch: (script: Script, request: Extract<Request, { t: 'watch' }>) => void) {
    this.answersWatches = onWatch;
  }

  async attach(page: Page): Promise<void> {
    await page.routeWebSocket('**/api/socket', (socket) => {
      this.connections += 1;
      if (this.refuses) {
        void socket.close();
        return;
      }
      this.#socket = socket;
      this.say({ t: 'welcome', protocol: 1, you: { person: 7, name: 'Ada' } });
      socket.onMessage((text) => {
        const request = JSON.parse(String(text)) as Request;
        this.heard.push(request);
        if (request.t === 'ping' && this.answersPings) this.say({ t: 'pong', n: request.n });
        if (request.t === 'watch') this.answersWatches(this, request);
        for (const wake of this.#waiting.splice(0)) wake();
      });
    });
  }

  say(frame: Frame): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  async drop(): Promise<void> {
    await this.#socket?.close();
  }

  /** Ends the session behind the connection. */
  async end(): Promise<void> {
    await this.#socket?.close({ code: 4001, reason: 'signed out' });
  }

  /** Waits until this many matching requests have come. */
  async request(matches: (request: Request) => boolean, count = 1): Promise<Request[]> {
    for (;;) {
      const found = this.heard.filter(matches);
      if (found.length >= count) return found;
      await new Promise<void>((wake) => this.#waiting.push(wake));
    }
  }
}

export const STAKES: Stakes = {
  book: 'standard', book_version: '1', game: 'holdem', deal: HOLDEM, limit: 'no_limit', blinds: [2, 5], ante: null, bets: [],
  min_buy_in: 100, max_buy_in: 500, seats: 6, smallest_chip: 1, chip_cents: 0,
};

const NAMES = ['Ada', 'Ben', 'Cho', 'Dee', 'Eli'];

/** A hand on the flop: the viewer has seat 3 and faces a bet of 20. */
export function flop(): TableView {
  const chairs = NAMES.map((name, at) => ({
    seat: [3, 1, 2, 5, 6][at] ?? 0, person: 7 + at, name, machine: at > 2, stack: [480, 1250, 0, 305, 95][at] ?? 0,
    away: false, waits: false, leaving: false, connected: at !== 3 || true,
  }));
  const hand: HandView = {
    hand: 12, over: false, button: 1, round: 1,
    players: [
      { seat: 2, in_round: 0, in_hand: 120, folded: false, all_in: true, shown: false, cards: [null, null] },
      { seat: 3, in_round: 0, in_hand: 120, folded: false, all_in: false, shown: false, cards: ['Ah', 'Td'] },
      { seat: 5, in_round: 0, in_hand: 20, folded: true, all_in: false, shown: false, cards: [null, null] },
      { seat: 6, in_round: 20, in_hand: 140, folded: false, all_in: false, shown: false, cards: [null, null] },
      { seat: 1, in_round: 0, in_hand: 120, folded: false, all_in: false, shown: false, cards: [null, null] },
    ],
    board: ['Kd', '7s', '2c'], pot: 520, commitment: null, cut: null, openings: [],
  };
  return {
    table: 4, number: 40, name: 'Harbour', stakes: STAKES, practice: true, standing: { is: 'open' }, button: 1, chairs, own: 3,
    hand, turn: turn(20), menu: menu(20), may_muck: null, contribute: null,
  };
}

export function turn(facing: number, acts = 17): TurnView {
  return {
    seat: 3, hand: 12, acts, facing, showing: false, left_ms: 18_000, whole_ms: 30_000, bank_ms: 40_000,
    rule: 'announced-time', clauses: [],
  };
}

export function menu(facing: number): Menu {
  return {
    fold: true, check: facing === 0, call: facing === 0 ? null : facing, call_and_fold: false,
    raise: { is_bet: facing === 0, min: facing === 0 ? 5 : facing * 2, max: 480, unit: 1, all_in: 480 },
  };
}

/** An update with one event, and whose turn it is after it. */
export function update(number: number, events: Update['events'], next?: { turn: TurnView; menu: Menu }): Frame {
  return {
    t: 'update', table: 4, number, hand: 12, at: 1_795_000_000_000, events,
    turn: next?.turn ?? null, menu: next?.menu ?? null, may_muck: null,
  };
}

export const ME = { person: 7, name: 'Ada', roles: ['player'], waiting: [], rights: ['sit', 'open_tables'], wallet: 4500, login: 'ada', machine: false, last_sign_in: null, failures_since: 0 };
