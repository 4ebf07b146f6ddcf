// Who is signed in at this browser, and the doors in and out.

import { untrack } from 'svelte';
import { type NotDone, type Reply, ask, passes } from './api.ts';
import { waitBefore } from './askroom.svelte.ts';
import { setZone } from './clock.ts';
import { Room } from './room.svelte.ts';
import * as words from '../words/page.ts';

/** What a role may open; what depends on a table besides, the table says. */
export type Right = 'sit' | 'open_tables' | 'run_tables' | 'accounts' | 'reports' | 'record';

/** Who is signed in. */
export interface Me {
  person: number;
  /** The name to sign in with. */
  login: string;
  /** The name that others see. */
  name: string;
  roles: string[];
  /** Roles that wait until a second factor is enrolled, or given. */
  waiting: string[];
  /** What the roles of this sign-in open, as the room says it. */
  rights: Right[];
  machine: boolean;
  /** Play chips in the wallet. */
  wallet: number;
  last_sign_in: number | null;
  failures_since: number;
  /** When this sign-in ends by itself, in milliseconds since 1970. */
  session_until?: number;
  /** There is none; the roles of staff wait for one; it is asked for at each sign-in. */
  second_factor?: 'off' | 'due' | 'on';
  /** How many recovery codes are left. */
  recovery_codes?: number;
  /** What others did to the account, newest first. */
  notices?: Notice[];
}

/** Something that was done to the account of who is signed in. */
export interface Notice {
  what: string;
  person: number;
  by: string;
  at: number;
  /** Since the sign-in before this one. */
  new: boolean;
}

/** What the room is. */
export interface RoomPage {
  name: string;
  version: string;
  /** The room's time, in milliseconds since 1970. */
  time?: number;
  /** The zone of its walls, such as `Europe/Vienna`, where the operator named one. */
  zone?: string | null;
  sign_up: boolean;
  play_chips: number;
  who_opens_tables: string;
  has_administrator: boolean;
}

/** A new account. */
export interface NewAccount {
  login: string;
  /** The name that others see; the one to sign in with where there is none. */
  name: string | null;
  password: string;
}

/** How often the room's clock is measured, in milliseconds. */
const MEASURED_EVERY = 30_000;

class Session {
  /** Nobody, until the room has said who. */
  me: Me | null = $state.raw(null);
  /** What the room says of itself. */
  house: RoomPage | undefined = $state.raw();
  /** The room has said whether somebody is signed in. */
  known = $state(false);
  /** The room ended the sign-in that was used here: nobody asked for that on this page. */
  ended = $state(false);
  /** Why the room could not say. */
  trouble: NotDone | undefined = $state.raw();
  /** By how much the room's clock is ahead of this device's, in milliseconds. */
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

  /** Whether the room opens something to who is signed in. */
  may(right: Right): boolean {
    return this.me?.rights.includes(right) ?? false;
  }

  /** Who takes seats, or still has chips from it. */
  get plays(): boolean {
    return this.may('sit') || (this.me !== null && !this.isAdministrator && this.me.wallet > 0);
  }

  /** Whether a seat is offered: to who may take one, and to who is not signed in yet. */
  get isOfferedSeats(): boolean {
    return this.me === null || this.may('sit');
  }

  /** How the room is called. */
  get name(): string {
    return this.house?.name ?? words.room;
  }

  /** Whether who is signed in may open tables, as far as the room has said. */
  get mayOpenTables(): boolean {
    return this.may('open_tables');
  }

  /** Somebody signs out on this page. */
  leaves = false;
  /** The next look by itself, while the room could not say who is signed in, and how many went before it. */
  #again: number | undefined;
  #tries = 0;

  /** Asks the room who is signed in, and once what it is. While it cannot be reached it is asked again by itself. */
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
    // Spectators have a line too.
    if (reply.ok || reply.status === 401) this.room.start();
  }

  /** What the room is, and by how much its clock is ahead: its time is that of half way there and back. */
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

  /** Measures the room's clock every 30 s and when the page comes into sight, until the returned function is called. */
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

  /** `code` is that of the second factor, where the account has one. */
  signIn(login: string, password: string, code?: string): Promise<Reply<unknown>> {
    return this.#enter('/api/sign-in', code === undefined ? { login, password } : { login, password, code });
  }

  signUp(account: NewAccount, key: string): Promise<Reply<unknown>> {
    return this.#enter('/api/sign-up', account, key);
  }

  /** The first administrator, with a player's account beside it if wanted. */
  first(token: string, administrator: NewAccount, player: NewAccount | null): Promise<Reply<unknown>> {
    return this.#enter('/api/first', { token, administrator, player });
  }

  /** A new password by a link; who chose it signs in with it. */
  reset(token: string, password: string): Promise<Reply<unknown>> {
    return ask('POST', '/api/reset', { token, password });
  }

  changePassword(old: string, password: string): Promise<Reply<unknown>> {
    return ask('POST', '/api/password', { old, new: password });
  }

  async signOut(everywhere: boolean): Promise<Reply<unknown>> {
    // The room may end the line before it answers.
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
