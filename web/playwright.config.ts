// The page in the system's Chromium (its headless shell where `cargo xtask` starts this): no browser is
// downloaded, and the browser reaches no other host.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import shared from './browser.config.ts';

const FOLDER = join(import.meta.dirname, 'browser');

/** The specs that start the real program; the others need the page alone, and are run while the program is still being built. */
const program = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.spec.ts') && /from '[./]+\/program\.ts'/.test(readFileSync(join(FOLDER, name), 'utf8')))
  .map((name) => `**/browser/${name}`);

export default defineConfig({
  ...shared,
  // Pictures and measurements are made on request.
  projects: [
    { name: 'page', testIgnore: ['**/pictures/**', '**/measure/**', ...program] },
    { name: 'program', testMatch: program, testIgnore: ['**/pictures/**', '**/measure/**'] },
  ],
});
