// What the room refused, in the page's own words: of the name of the reason and its values. The sentence that comes with
// it is shown for a reason that this page does not know.

import type { Problem } from './api.ts';
import type { Figure } from '../wire/wire.ts';

/** What every refusal has. */
interface Refused {
  reason?: string;
  numbers?: Readonly<Record<string, Figure>>;
  why: string;
  /** Of choices for a table, every reason with the setting it stands at. */
  problems?: readonly Problem[];
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

let atSettings: typeof import('./settingwords.ts').atSettings | undefined = $state.raw();

/** Fetches the words of settings, where a refusal has something to say of them. */
export async function fetchedFor(refused: Refused): Promise<void> {
  await fetched();
  if (refused.problems === undefined || refused.problems.length === 0) return;
  try {
    atSettings ??= (await import('./settingwords.ts')).atSettings;
  } catch {
    atSettings = undefined;
  }
}

/** The refusal with its sentence in the page's words. What is drawn of it is drawn again when they come. */
export function inOwnWords<One extends Refused>(refused: One): One {
  const problems = refused.problems ?? [];
  if (said === undefined || (problems.length > 0 && atSettings === undefined)) void fetchedFor(refused);
  if (problems.length > 0) return { ...refused, why: atSettings?.(problems) ?? refused.why };
  return { ...refused, why: said?.(refused.reason ?? '', refused.numbers ?? {}) ?? refused.why };
}
