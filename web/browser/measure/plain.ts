// A browser as people have it, driven only through its developer tools: no focus is faked and no timer is
// kept awake, so a tab behind another one is really hidden.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

interface Reply {
  id?: number;
  method?: string;
  sessionId?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

/** A browser with tabs in one window. */
export class Plain {
  #last = 0;
  #rest = '';
  readonly #waiting = new Map<number, { done: (result: unknown) => void; failed: (error: Error) => void }>();
  readonly #into: Writable;

  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {
    const [, , , into, from] = process.stdio as unknown as [unknown, unknown, unknown, Writable, Readable];
    this.#into = into;
    from.setEncoding('utf8');
    from.on('data', (piece: string) => {
      this.#rest += piece;
      const whole = this.#rest.split('\0');
      this.#rest = whole.pop() ?? '';
      for (const one of whole) this.#take(JSON.parse(one) as Reply);
    });
  }

  static async start(): Promise<Plain> {
    const folder = await mkdtemp(join(tmpdir(), 'cardroom-browser-'));
    const browser = spawn(
      globalThis.process.env['CARDROOM_CHROMIUM'] ?? '/usr/bin/chromium',
      ['--headless=new', '--remote-debugging-pipe', `--user-data-dir=${folder}`, '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--window-size=1280,800', 'about:blank'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
    );
    return new Plain(browser, folder);
  }

  #take(reply: Reply): void {
    const waiting = reply.id === undefined ? undefined : this.#waiting.get(reply.id);
    if (reply.id === undefined || waiting === undefined) return;
    this.#waiting.delete(reply.id);
    if (reply.error) waiting.failed(new Error(reply.error.message));
    else waiting.done(reply.result);
  }

  async send<Result = unknown>(method: string, params: object = {}, sessionId?: string): Promise<Result> {
    this.#last += 1;
    const id = this.#last;
    this.#into.write(`${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`);
    return await new Promise<unknown>((done, failed) => this.#waiting.set(id, { done, failed })) as Result;
  }

  async version(): Promise<string> {
    return (await this.send<{ product: string }>('Browser.getVersion')).product;
  }

  /** A new tab in front of the others. */
  async tab(url: string): Promise<Tab> {
    const { targetId } = await this.send<{ targetId: string }>('Target.createTarget', { url });
    const { sessionId } = await this.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
    return new Tab(this, targetId, sessionId);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill();
    await ended;
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** One tab of the browser. */
export class Tab {
  constructor(
    private readonly browser: Plain,
    private readonly target: string,
    private readonly session: string,
  ) {}

  async send<Result = unknown>(method: string, params: object = {}): Promise<Result> {
    return await this.browser.send<Result>(method, params, this.session);
  }

  /** Brings it to the front. */
  async show(): Promise<void> {
    await this.browser.send('Target.activateTarget', { targetId: this.target });
  }

  /** The value of an expression evaluated in the page. */
  async run<Result>(expression: string): Promise<Result> {
    const given = await this.send<{ result: { value: Result }; exceptionDetails?: { text: string; exception?: { description?: string } } }>(
      'Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true },
    );
    if (given.exceptionDetails) throw new Error(given.exceptionDetails.exception?.description ?? given.exceptionDetails.text);
    return given.result.value;
  }

  /** Waits until an expression is true in the page. */
  async until(expression: string, within = 20_000): Promise<void> {
    const end = Date.now() + within;
    // While a page is loading there is nothing to evaluate it in.
    while (!(await this.run<boolean>(`Boolean(${expression})`).catch(() => false))) {
      if (Date.now() > end) throw new Error(`not within ${String(within)} ms: ${expression}`);
      await new Promise((later) => setTimeout(later, 100));
    }
  }
}
