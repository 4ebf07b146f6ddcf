import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

it('the page has one polite and one assertive live region, and no part has another', () => {
  const parts = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.svelte'));
  expect(parts.length).toBeGreaterThan(20);
  const live = parts.flatMap((name) =>
    [...readFileSync(join(SOURCES, name), 'utf8').matchAll(/role="(status|alert|timer|marquee)"|aria-live="(?!off)\w+"|<output\b/g)].map((found) => `${name}: ${found[0]}`),
  );
  // What is to be announced goes through `speaker`, or is drawn with `use:aloud`.
  expect(live.sort()).toEqual([
    'parts/Speaker.svelte: aria-live="assertive"',
    'parts/Speaker.svelte: aria-live="polite"',
    'parts/Speaker.svelte: role="alert"',
    'parts/Speaker.svelte: role="status"',
  ]);
});
