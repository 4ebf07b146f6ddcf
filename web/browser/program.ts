// The real program with a data folder of its own, started for tests and stopped after them.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const PROGRAM = process.env['CARDROOM_PROGRAM'] ?? join(import.meta.dirname, '..', '..', 'target', 'debug', 'cardroom');

/**
 * A pace for tests that are about something else: machines act at once and dealing takes no time. The time
 * between hands is unchanged.
 */
export const QUICK = '[pace]\ncut = 100\nstreet = 150\nshow = 1000\nbot = 100\n';

/** What a started program has printed about itself. */
interface Started {
  room: ChildProcess;
  address: string;
  link: string | undefined;
}

/** A room that is open. */
export class Program {
  private constructor(
    /** Where the page is: `http://127.0.0.1:40000`. */
    readonly address: string,
    /** The first administrator's link. */
    readonly link: string,
    private process: ChildProcess,
    private readonly folder: string,
  ) {}

  /**
   * Here staff sign in with the password alone, unless a test says otherwise: a room on loopback may choose
   * that.
   */
  static #configured(config: string): string {
    if (config.includes('staff_second_factor')) return config;
    const optional = '[room]\nstaff_second_factor = "optional"\n';
    return config.includes('[room]\n') ? config.replace('[room]\n', optional) : `${config}\n${optional}`;
  }

  /**
   * Starts the program, with a configuration if there is one, and waits until it has said where it listens.
   */
  static async start(config = ''): Promise<Program> {
    const folder = await mkdtemp(join(tmpdir(), 'cardroom-'));
    await writeFile(join(folder, 'cardroom.toml'), Program.#configured(config));
    const { room, address, link } = await Program.#begin(folder, '127.0.0.1:0', true);
    return new Program(address, link ?? '', room, folder);
  }

  static async #begin(folder: string, listen: string, first: boolean): Promise<Started> {
    const options = ['--data', join(folder, 'data'), '--keys', join(folder, 'keys'), '--config', join(folder, 'cardroom.toml'), '--listen', listen];
    const room = spawn(PROGRAM, ['serve', ...options], {
      // The keys and settings of the person running the tests are not touched.
      env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), XDG_DATA_HOME: join(folder, 'share') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    return await new Promise((resolve, reject) => {
      let address: string | undefined;
      let link: string | undefined;
      const take = (line: string): void => {
        output.push(line);
        link ??= /https?:\/\/\S+\/first\/\S+/.exec(line)?.[0];
        address ??= /https?:\/\/[\w.:[\]]+/.exec(line)?.[0];
        if (address !== undefined && (link !== undefined || !first)) resolve({ room, address, link });
      };
      createInterface(room.stdout).on('line', take);
      createInterface(room.stderr).on('line', take);
      room.once('error', reject);
      room.once('exit', (code) => {
        reject(new Error(`${PROGRAM} ended with ${String(code)}:\n${output.join('\n')}`));
      });
    });
  }

  /** Kills the room as a failing machine would: nothing is announced and nothing is saved. */
  async kill(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGKILL');
    await ended;
  }

  /** Starts the room again with the same data, at the same address. */
  async again(): Promise<void> {
    const { room } = await Program.#begin(this.folder, new URL(this.address).host, false);
    this.process = room;
  }

  /**
   * Every hand of the room with every card that was dealt, as one text, written while the room is stopped.
   */
  async everyCard(): Promise<string> {
    const [data, first, second] = ['data', 'first.half', 'second.half'].map((name) => join(this.folder, name)) as [string, string, string];
    await promisify(execFile)(PROGRAM, ['keys', 'split', '--data', data, '--keys', join(this.folder, 'keys'), '--first', first, '--second', second]);
    const options = ['export', '--data', data, '--keys', first, '--keys', second, '--format', 'phh'];
    const { stdout } = await promisify(execFile)(PROGRAM, options, { maxBuffer: 1 << 26 });
    return stdout;
  }

  /** Stops the room and deletes its data. */
  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}
