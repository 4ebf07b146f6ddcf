// Who is signed in at this browser, and signing in, up and out.

import { untrack } from 'svelte';
import { type NotDone, type Reply, ask, passes } from './api.ts';
import { waitBefore } from './askroom.svelte.ts';
import { setZone } from './clock.ts';
import { Room } from './room.svelte.ts';
import * as words from '../words/page.ts';

/** What a role may open; whatever else depends on a table, the table says. */
export type Right = 'sit' | 'open_tables' | 'run_tables' | 'accounts' | 'reports' | 'record';

/** Who is signed in. */
export interface Me {
  person: number;
  /** The sign-in name. */
  login: string;
  /** The name that others see. */
  name: string;
  roles: string[];
  /** Roles that are pending until a second factor is enrolled, or entered. */
  waiting: string[];
  /** What the roles of this session open, according to the room. */
  rights: Right[];
  machine: boolean;
  /** Play chips in the wallet. */
  wallet: number;
  last_sign_in: number | null;
  failures_since: number;
  /** When this session ends by itself, in milliseconds since 1970. */
  session_until?: number;
  /** `off`: there is none; `due`: the staff roles wait for one; `on`: it is required at each sign-in. */
  second_factor?: 'off' | 'due' | 'on';
  /** How many recovery codes are left. */
  recovery_codes?: number;
  /** What others did to the account, newest first. */
  notices?: Notice[];
}

/** Something that was done to the viewer's account. */
export interface Notice {
  what: string;
  person: number;
  by: string;
  at: number;
  /** Since the previous sign-in. */
  new: boolean;
}

/** What the room says about itself. */
export interface RoomPage {
  name: string;
  version: string;
  /** The room's time, in milliseconds since 1970. */
  time?: number;
  /** The room's time zone, such as `Europe/Vienna`, if the operator named one. */
  zone?: string | null;
  sign_up: boolean;
  play_chips: number;
  who_opens_tables: string;
  has_administrator: boolean;
}

/** A new account. */
export interface NewAccount {
  login: string;
  /** The name that others see; null for the same as the sign-in name. */
  name: string | null;
  password: string;
}

/** How often the room's clock is measured, in milliseconds. */
const MEASURED_EVERY = 30_000;

class Session {
  /** Null until the room has said who is signed in. */
  me: Me | null = $state.raw(null);
  /** What the room says about itself. */
  house: RoomPage | undefined = $state.raw();
  /** The room has said whether somebody is signed in. */
  known = $state(false);
  /** The room ended the session used here: nobody asked for that on this page. */
  ended = $state(false);
  /** Why the room could not say. */
  trouble: NotDone | undefined = $state.raw();
  /** How far the room's clock is ahead of this device's, in milliseconds. */
  ahead = $state(0);
  readonly room = new Room();

  constructor() {
    this.room.onSignedOut = () => {
      void this.look();
    };
    this.room.wallet = () => this.me?.wallet ?? 0;
    this.room.ahead = () => this.ahead;
  }

  get isAdministrator(): boolean {
    return this.me?.roles.includes('administrator') ?? false;
  }

  /** Whether the viewer has this right. */
  may(right: Right): boolean {
    return this.me?.rights.includes(right) ?? false;
  }

  /** Whether the viewer takes seats, or still has chips from doing so. */
  get plays(): boolean {
    return this.may('sit') || (this.me !== null && !this.isAdministrator && this.me.wallet > 0);
  }

  /** Whether a seat is offered: to people who may take one, and to visitors who are not signed in yet. */
  get isOfferedSeats(): boolean {
    return this.me === null || this.may('sit');
  }

  /** The room's name. */
  get name(): string {
    return this.house?.name ?? words.room;
  }

  /** Whether the viewer may open tables, as far as the room has said. */
  get mayOpenTables(): boolean {
    return this.may('open_tables');
  }

  /** Somebody signs out on this page. */
  leaves = false;
  /**
   * The timer for the next automatic look, while the room could not say who is signed in, and how many went
   * before it.
   */
  #again: number | undefined;
  #tries = 0;

  /**
   * Asks the room who is signed in, and once what room it is. While it cannot be reached this is repeated
   * automatically.
   */
  look(): Promise<void> {
    window.clearTimeout(this.#again);
    return untrack(() => this.#look());
  }

  async #look(): Promise<void> {
    const [reply] = await Promise.all([ask<Me>('GET', '/api/me'), this.house ? undefined : this.#measure()]);
    if (reply.ok) {
      this.me = reply.value;
      this.ended = false;
      this.trouble = undefined;
    } else if (reply.status === 401) {
      this.ended ||= this.me !== null && !this.leaves;
      this.me = null;
      this.trouble = undefined;
    } else {
      this.trouble = reply.refused;
    }
    this.known = true;
    window.clearTimeout(this.#again);
    if (reply.ok || !passes(reply)) this.#tries = 0;
    else this.#again = window.setTimeout(() => void this.look(), waitBefore(this.#tries++));
    // Spectators have a connection too.
    if (reply.ok || reply.status === 401) this.room.start();
  }

  /**
   * What the room is, and how far its clock is ahead: its time is taken to be that of the middle of the round
   * trip.
   */
  async #measure(): Promise<void> {
    const from = Date.now();
    const house = await ask<RoomPage>('GET', '/api/room');
    if (!house.ok) return;
    if (this.house === undefined) {
      this.house = house.value;
      setZone(house.value.zone);
    }
    this.ahead = house.value.time === undefined ? 0 : house.value.time - (from + Date.now()) / 2;
  }

  /**
   * Measures the room's clock every 30 s and when the page becomes visible, until the returned function is
   * called.
   */
  keepTime(): () => void {
    const again = (): void => {
      if (document.visibilityState === 'visible' && this.known) void this.#measure();
    };
    const timer = window.setInterval(again, MEASURED_EVERY);
    document.addEventListener('visibilitychange', again);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }

  async #enter(path: string, body: unknown, key?: string): Promise<Reply<unknown>> {
    const reply = await ask<unknown>('POST', path, body, key);
    if (reply.ok) {
      this.room.stop();
      await this.look();
    }
    return reply;
  }

  /** `code` is that of the second factor, if the account has one. */
  signIn(login: string, password: string, code?: string): Promise<Reply<unknown>> {
    return this.#enter('/api/sign-in', code === undefined ? { login, password } : { login, password, code });
  }

  signUp(account: NewAccount, key: string): Promise<Reply<unknown>> {
    return this.#enter('/api/sign-up', account, key);
  }

  /** The first administrator, with an additional player's account if wanted. */
  first(token: string, administrator: NewAccount, player: NewAccount | null): Promise<Reply<unknown>> {
    return this.#enter('/api/first', { token, administrator, player });
  }

  /** Sets a new password by a link; its owner then signs in with it. */
  reset(token: string, password: string): Promise<Reply<unknown>> {
    return ask('POST', '/api/reset', { token, password });
  }

  changePassword(old: string, password: string): Promise<Reply<unknown>> {
    return ask('POST', '/api/password', { old, new: password });
  }

  async signOut(everywhere: boolean): Promise<Reply<unknown>> {
    // The room may close the connection before it answers.
    this.leaves = true;
    const reply = await ask<unknown>('POST', everywhere ? '/api/sign-out-everywhere' : '/api/sign-out');
    if (reply.ok || reply.status === 401) {
      this.me = null;
      this.ended = false;
      this.room.stop();
      this.room.start();
    }
    this.leaves = false;
    return reply;
  }
}

export const session = new Session();
