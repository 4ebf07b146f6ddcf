// The drawings as they lie in their folders.

import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';

/** One drawing. */
export interface Source {
  /** The folder it lies in: `suits`, `portraits` and so on. */
  folder: string;
  /** Its file, without the ending. */
  name: string;
  text: string;
}

/** Where the drawings lie. */
export const PICTURES = new URL('../src/art/pictures/', import.meta.url);

/** Every drawing, in the order of folders and names. */
export function sources(): Source[] {
  const folders = readdirSync(PICTURES, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name).sort();
  return folders.flatMap((folder) => readdirSync(new URL(`${folder}/`, PICTURES)).sort().map((file) => ({
    folder,
    name: basename(file, '.svg'),
    text: readFileSync(new URL(`${folder}/${file}`, PICTURES), 'utf8'),
  })));
}

/** The box that a drawing is drawn in. */
export function viewBox(source: Source): string {
  const [, found] = /^<svg [^>]*viewBox="([^"]+)"/.exec(source.text) ?? [];
  if (found === undefined) throw new Error(`${source.folder}/${source.name}.svg has no viewBox`);
  return found;
}

/** What is drawn, without the element around it. */
export function inner(source: Source): string {
  const [, found] = /^<svg [^>]*>([\s\S]*)<\/svg>\s*$/.exec(source.text) ?? [];
  if (found === undefined) throw new Error(`${source.folder}/${source.name}.svg is not one svg element`);
  return found.replace(/>\s+</g, '><').trim();
}
