// The page in the system's Chromium (its headless shell where `cargo xtask` starts this): no browser is
// downloaded, and the browser reaches no other host.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const FOLDER = join(import.meta.dirname, 'browser');

/** The specs that start the real program; the others need the page alone, and are run while the program is still being built. */
const program = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.spec.ts') && /from '[./]+\/program\.ts'/.test(readFileSync(join(FOLDER, name), 'utf8')))
  .map((name) => `**/browser/${name}`);

export default defineConfig({
  testDir: 'browser',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Two cores; much of the time a test waits for a clock or for the room.
  workers: 2,
  fullyParallel: false,
  // A test that passes on its second attempt is counted separately and named; `cargo xtask test` tolerates
  // few of them.
  retries: 1,
  reporter: [['list']],
  // Pictures and measurements are made on request.
  projects: [
    { name: 'page', testIgnore: ['**/pictures/**', '**/measure/**', ...program] },
    { name: 'program', testMatch: program, testIgnore: ['**/pictures/**', '**/measure/**'] },
  ],
  use: {
    // One page for all tests of a worker, emptied between them (`browser/test.ts`).
    reuseContext: true,
    browserName: 'chromium',
    headless: true,
    actionTimeout: 15_000,
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CARDROOM_CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
