// What all runs in a browser share: the system's Chromium, with nothing downloaded and nothing reaching out.

import { defineConfig } from '@playwright/test';

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
