// The sprite: one file with every picture as a symbol.

import { type Picture, backs } from './backs.ts';
import { cards } from './cards.ts';
import { chips } from './chips.ts';
import { type Source, inner, sources, viewBox } from './source.ts';

/** What the pictures of each folder are called in the sprite. */
const PREFIX: Record<string, string> = { suits: 'suit', ranks: 'rank', courts: 'court', portraits: 'portrait', bots: 'bot', markers: 'mark' };

/** Every picture by the id of its symbol. */
export function pictures(found: Source[] = sources()): Map<string, Picture> {
  const all = new Map<string, Picture>();
  const add = (id: string, picture: Picture) => {
    if (all.has(id)) throw new Error(`two pictures are called ${id}`);
    all.set(id, picture);
  };
  for (const source of found) {
    const prefix = PREFIX[source.folder];
    if (prefix === undefined) throw new Error(`pictures/${source.folder} has no name in the sprite`);
    // The joker is drawn into its card unchanged.
    if (source.folder === 'courts' && source.name === 'joker') continue;
    add(`${prefix}-${source.name}`, { viewBox: viewBox(source), content: inner(source) });
  }
  for (const made of [cards(found), backs(), chips()]) made.forEach((picture, id) => { add(id, picture); });
  return all;
}

/** The file that the page fetches. */
export function sprite(all = pictures()): string {
  const symbols = [...all].map(([id, { viewBox, content }]) => `<symbol id="${id}" viewBox="${viewBox}">${content}</symbol>`);
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`;
}
