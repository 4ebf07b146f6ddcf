// The page's fold compared with the room's own snapshots: `cargo xtask fold` plays the evenings and runs
// this.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['fold/**/*.test.ts'],
    environment: 'node',
    testTimeout: 600_000,
  },
});
