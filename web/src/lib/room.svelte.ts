// The connection to the room: the socket, its timers, and which table each frame goes to.

import { fetchChecks } from './checking.svelte.ts';
import { type Connection, type Happening, fresh, next } from './connection.ts';
import { newKey } from './action.ts';
import type { Said } from './pages.ts';
import { fetched, fetchedFor, inOwnWords } from './refusals.svelte.ts';
import { TableRoom } from './watched.svelte.ts';
import type { Frame, Request } from '../wire/wire.ts';

/** The close code of the socket when its session has ended. */
const SIGNED_OUT = 4001;
/** The channel on which the pages of this browser tell each other about tables. */
const CHANNEL = 'cardroom.tables';
/**
 * How long after the connection has opened the rest is loaded, the words of refusals and the checks of a
 * deck: by then the first view is there. In milliseconds.
 */
const LATER = 3000;
/** How often countdowns are redrawn, in milliseconds. */
const TICK = 200;

/** The connection to the room. */
export class Room {
  now = $state(performance.now());
  connection: Connection = $state.raw(fresh(performance.now()));
  you: { person: number; name: string } | null = $state.raw(null);
  tables: TableRoom[] = $state.raw([]);
  /** The number of the table in front of the viewer, if any. */
  front: number | undefined = $state();
  /** Called when the session behind the connection has ended. */
  onSignedOut: () => void = () => undefined;
  /** The viewer's chips that are at no table. */
  wallet: () => number = () => 0;
  /** How far the room's clock is ahead of this device's, in milliseconds. */
  ahead: () => number = () => 0;
  /** When anything was last received before the connection was lost. */
  #lostAt = performance.now();
  /** When the room's program started, as it last said. */
  #since: number | undefined;
  #socket: WebSocket | undefined;
  #channel: BroadcastChannel | undefined;
  /** This page's name among those of this browser. */
  readonly #page = newKey();
  #pings = 0;
  #stop: (() => void)[] = [];

  /** What arrives now was missed while the connection was down. */
  get catchingUp(): boolean {
    return this.connection.gap;
  }

  /** How long the connection was down, in milliseconds. */
  get wasLostFor(): number {
    return performance.now() - this.#lostAt;
  }

  /** Opens the connection and keeps it open until `stop`. */
  start(): void {
    if (this.#stop.length > 0) return;
    const woke = (): void => {
      if (document.visibilityState !== 'visible') return;
      this.#happens({ what: 'woke' });
      // Timers of a hidden page fire up to a second late: draw the current state now.
      this.#tick();
      for (const table of this.tables) table.look();
    };
    const left = (): void => {
      for (const { table } of this.tables) this.tell({ is: 'left', table });
      // An open channel would keep the page out of the back/forward cache.
      this.#channel?.close();
      this.#channel = undefined;
    };
    const shown = (event: PageTransitionEvent): void => {
      if (!event.persisted) return;
      this.#listen();
      for (const table of this.tables) table.again();
    };
    const there = (): void => this.#happens({ what: 'network', there: true });
    const gone = (): void => this.#happens({ what: 'network', there: false });
    document.addEventListener('visibilitychange', woke);
    window.addEventListener('online', there);
    window.addEventListener('offline', gone);
    window.addEventListener('pagehide', left);
    window.addEventListener('pageshow', shown);
    this.#listen();
    const timer = window.setInterval(() => {
      this.#tick();
    }, TICK);
    this.#stop = [
      () => document.removeEventListener('visibilitychange', woke),
      () => window.removeEventListener('online', there),
      () => window.removeEventListener('offline', gone),
      () => window.removeEventListener('pagehide', left),
      () => window.removeEventListener('pageshow', shown),
      left,
      () => window.clearInterval(timer),
    ];
    this.connection = fresh(performance.now());
    this.#tick();
  }

  /** Closes the connection for good: somebody signed out. */
  stop(): void {
    for (const stop of this.#stop) stop();
    this.#stop = [];
    this.#close();
    this.tables = [];
    this.you = null;
  }

  /** Starts watching a table. */
  watch(table: number): TableRoom {
    const there = this.tables.find((watched) => watched.table === table);
    if (there) return there;
    const room = new TableRoom(this, table);
    this.tables = [...this.tables, room];
    this.send({ t: 'watch', table, from: 0 });
    return room;
  }

  /** Stops watching a table. */
  unwatch(table: number): void {
    if (!this.tables.some((watched) => watched.table === table)) return;
    this.tables = this.tables.filter((one) => one.table !== table);
    this.send({ t: 'unwatch', table });
    this.tell({ is: 'left', table });
  }

  /** Sends if the connection is open, and returns whether it was. */
  send(request: Request): boolean {
    // What may be refused must find the words for refusals loaded.
    if (request.t === 'ask' || request.t === 'say') void fetched();
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    // Other pages know where a table went before the room tells them that they lost it.
    if (request.t === 'watch') this.tell({ is: 'has', table: request.table });
    this.#socket.send(JSON.stringify(request));
    return true;
  }

  /** Tells the other pages of this browser something about a table. */
  tell(what: { is: Said['is']; table: number; since?: number }): void {
    this.#channel?.postMessage({ ...what, page: this.#page });
  }

  #listen(): void {
    this.#channel = new BroadcastChannel(CHANNEL);
    this.#channel.onmessage = ({ data }: MessageEvent<Said>) => this.tables.find((table) => table.table === data.table)?.hears(data);
  }

  #tick(): void {
    this.now = performance.now();
    this.#happens({ what: 'tick' });
    for (const table of this.tables) table.tick(this.now);
  }

  #happens(happening: Happening): void {
    const [connection, todo] = next(this.connection, happening, performance.now(), Math.random());
    if (this.connection.open && !connection.open) this.#lostAt = this.connection.heard;
    const closes = this.connection.gap && !connection.gap;
    this.connection = connection;
    if (closes) for (const table of this.tables) table.caughtUp();
    for (const action of todo) {
      if (action === 'connect') this.#connect();
      else if (action === 'close') this.#close();
      else this.#ping();
    }
  }

  #ping(): void {
    this.#pings += 1;
    this.send({ t: 'ping', n: this.#pings });
  }

  #connect(): void {
    this.#close();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      // What was missed is requested first: the answer to the ping after it means that all of it has arrived.
      for (const table of this.tables) table.reopen();
      this.#happens({ what: 'opened' });
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#happens({ what: 'closed' });
      if (event.code === SIGNED_OUT) this.onSignedOut();
    };
    socket.onmessage = (message: MessageEvent<unknown>) => {
      if (this.#socket !== socket || typeof message.data !== 'string') return;
      this.#take(JSON.parse(message.data) as Frame);
    };
  }

  #close(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #take(frame: Frame): void {
    if (frame.t !== 'pong') this.#happens({ what: 'heard' });
    const of = (number: number): TableRoom | undefined => this.tables.find((table) => table.table === number);
    switch (frame.t) {
      case 'welcome':
        this.you = frame.you;
        window.setTimeout(() => {
          void fetched();
          void fetchChecks();
        }, LATER);
        if (frame.signed_out === true) this.onSignedOut();
        if (frame.since !== undefined) {
          if (this.#since !== undefined && frame.since > this.#since) for (const table of this.tables) table.restarted(frame.since);
          this.#since = frame.since;
        }
        break;
      case 'pong':
        this.#happens({ what: 'answered' });
        if (frame.n === this.#pings && this.connection.gap) this.#happens({ what: 'gap-closed' });
        break;
      case 'snapshot':
        of(frame.table)?.snapshot(frame);
        break;
      case 'update': {
        const table = of(frame.table);
        if (table?.update(frame) === 'gap') {
          this.send({ t: 'watch', table: table.table, from: table.known?.view.number ?? null });
          this.#happens({ what: 'gap-found' });
        }
        break;
      }
      case 'chat':
        of(frame.table)?.talking.take(frame);
        break;
      case 'presence':
        of(frame.table)?.presence(frame.person, frame.connected, frame.disconnect_ms);
        break;
      case 'answer':
        if (frame.ok) of(frame.table)?.answer(frame);
        else if (frame.problems === undefined) of(frame.table)?.answer(inOwnWords(frame));
        // The words for settings are not loaded from the start.
        else void fetchedFor(frame).then(() => of(frame.table)?.answer(inOwnWords(frame)));
        break;
      case 'elsewhere':
        of(frame.table)?.taken();
        break;
      case 'ended': {
        const table = of(frame.table);
        if (table) table.ended = frame;
        break;
      }
      case 'error':
        if (frame.code === 'draining') this.#happens({ what: 'draining' });
        break;
    }
  }
}
