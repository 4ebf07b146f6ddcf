// Builds the sprite, and a sheet that shows every picture: `npm run art`.

import { mkdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { runnerImport } from 'vite';

const here = (path) => new URL(path, import.meta.url);
const [{ module: made }, { module: shown }] = await Promise.all([
  runnerImport(here('sprite.ts').pathname),
  runnerImport(here('sheet.ts').pathname),
]);

const sprite = made.sprite();
writeFileSync(here('../src/art/sprite.svg'), sprite);
mkdirSync(here('../test-results/'), { recursive: true });
const sheet = here('../test-results/art.html');
writeFileSync(sheet, shown.sheet(sprite));
process.stdout.write(`src/art/sprite.svg: ${sprite.length} bytes, ${gzipSync(sprite, { level: 9 }).length} compressed\n${sheet.pathname} shows it\n`);
