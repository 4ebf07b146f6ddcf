// The room's refusals in the page's own words, made from the name of the reason and its values. The sentence
// that comes with it is shown for a reason that this page does not know.

import type { Problem } from './api.ts';
import type { Figure } from '../wire/wire.ts';

/** What every refusal has. */
interface Refused {
  reason?: string;
  numbers?: Readonly<Record<string, Figure>>;
  why: string;
  /** For choices of a table, every reason with the setting it belongs to. */
  problems?: readonly Problem[];
}

let said: typeof import('./refusalwords.ts').said | undefined = $state.raw();

/** Whether the words are loaded. */
export const areHere = (): boolean => said !== undefined;

/** Loads the words, which the first view does not need; if that fails the room's sentences are shown. */
export async function fetched(): Promise<void> {
  try {
    said ??= (await import('./refusalwords.ts')).said;
  } catch {
    said = () => undefined;
  }
}

let atSettings: typeof import('./settingwords.ts').atSettings | undefined = $state.raw();

/** Loads the words for settings, if a refusal mentions any. */
export async function fetchedFor(refused: Refused): Promise<void> {
  await fetched();
  if (refused.problems === undefined || refused.problems.length === 0) return;
  try {
    atSettings ??= (await import('./settingwords.ts')).atSettings;
  } catch {
    atSettings = undefined;
  }
}

/**
 * The refusal with its sentence in the page's words. Whatever shows it is drawn again once they are loaded.
 */
export function inOwnWords<One extends Refused>(refused: One): One {
  const problems = refused.problems ?? [];
  if (said === undefined || (problems.length > 0 && atSettings === undefined)) void fetchedFor(refused);
  if (problems.length > 0) return { ...refused, why: atSettings?.(problems) ?? refused.why };
  return { ...refused, why: said?.(refused.reason ?? '', refused.numbers ?? {}) ?? refused.why };
}
