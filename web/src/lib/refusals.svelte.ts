// What the room refused, in the page's own words: of the name of the reason and its values. The sentence that comes with
// it is shown for a reason that this page does not know.

import type { Figure } from '../wire/wire.ts';

/** What every refusal has. */
interface Refused {
  reason?: string;
  numbers?: Readonly<Record<string, Figure>>;
  why: string;
}

let said: typeof import('./refusalwords.ts').said | undefined = $state.raw();

/** Whether the words are here. */
export const areHere = (): boolean => said !== undefined;

/** Fetches the words, which nothing that is shown first needs; where they cannot be had the room's sentences are shown. */
export async function fetched(): Promise<void> {
  try {
    said ??= (await import('./refusalwords.ts')).said;
  } catch {
    said = () => undefined;
  }
}

/** The refusal with its sentence in the page's words. What is drawn of it is drawn again when they come. */
export function inOwnWords<One extends Refused>(refused: One): One {
  if (said === undefined) void fetched();
  return { ...refused, why: said?.(refused.reason ?? '', refused.numbers ?? {}) ?? refused.why };
}
