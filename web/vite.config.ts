// How the page is built: one entry, hashed assets under /assets/, nothing inlined, nothing from another host.

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    // The content security policy of the room allows no inline script or style, so none is made.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    target: 'es2022',
    // What the first view needs is one file: split up among what is loaded later it would be 5 % larger and
    // come in a dozen pieces.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'page', tags: ['$initial'] }] } } },
  },
  // The checker of commitments is in the crate whose promise it checks.
  server: { fs: { allow: ['..'] } },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
  },
});
