// The real program with a data folder of its own, started for tests and stopped after them.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = process.env['CARDROOM_PROGRAM'] ?? join(import.meta.dirname, '..', '..', 'target', 'debug', 'cardroom');

/** A room that is open. */
export class Program {
  private constructor(
    /** Where the page is: `http://127.0.0.1:40000`. */
    readonly address: string,
    /** The first administrator's link. */
    readonly link: string,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  /** Starts the program and waits until it has said where it listens. */
  static async start(): Promise<Program> {
    const folder = await mkdtemp(join(tmpdir(), 'cardroom-'));
    const room = spawn(PROGRAM, ['serve', '--data', join(folder, 'data'), '--listen', '127.0.0.1:0'], {
      // Keys and settings of whoever runs the tests are not touched.
      env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), XDG_DATA_HOME: join(folder, 'share') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said: string[] = [];
    return await new Promise((resolve, reject) => {
      let address: string | undefined;
      const take = (line: string): void => {
        said.push(line);
        const link = /https?:\/\/\S+\/first\/\S+/.exec(line)?.[0];
        address ??= /https?:\/\/[\w.:[\]]+/.exec(line)?.[0];
        if (link !== undefined && address !== undefined) resolve(new Program(address, link, room, folder));
      };
      createInterface(room.stdout).on('line', take);
      createInterface(room.stderr).on('line', take);
      room.once('error', reject);
      room.once('exit', (code) => {
        reject(new Error(`${PROGRAM} ended with ${String(code)}:\n${said.join('\n')}`));
      });
    });
  }

  /** Stops the room; what it holds is thrown away. */
  async stop(): Promise<void> {
    if (this.process.exitCode === null) {
      const ended = new Promise((resolve) => this.process.once('exit', resolve));
      this.process.kill('SIGKILL');
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}
