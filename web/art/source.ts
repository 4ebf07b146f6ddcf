// The drawings, read from their folders.

import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';

/** One drawing. */
export interface Source {
  /** The folder it is in: `suits`, `portraits` and so on. */
  folder: string;
  /** Its file name, without the extension. */
  name: string;
  text: string;
}

/** Where the drawings are. */
export const PICTURES = new URL('../src/art/pictures/', import.meta.url);

/** Every drawing, ordered by folder, then by name. */
export function sources(): Source[] {
  const folders = readdirSync(PICTURES, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name).sort();
  return folders.flatMap((folder) => readdirSync(new URL(`${folder}/`, PICTURES)).sort().map((file) => ({
    folder,
    name: basename(file, '.svg'),
    text: readFileSync(new URL(`${folder}/${file}`, PICTURES), 'utf8'),
  })));
}

/** The drawing's `viewBox`. */
export function viewBox(source: Source): string {
  const [, found] = /^<svg [^>]*viewBox="([^"]+)"/.exec(source.text) ?? [];
  if (found === undefined) throw new Error(`${source.folder}/${source.name}.svg has no viewBox`);
  return found;
}

/** What is drawn, without the enclosing element. */
export function inner(source: Source): string {
  const [, found] = /^<svg [^>]*>([\s\S]*)<\/svg>\s*$/.exec(source.text) ?? [];
  if (found === undefined) throw new Error(`${source.folder}/${source.name}.svg is not one svg element`);
  return found.replace(/>\s+</g, '><').trim();
}
