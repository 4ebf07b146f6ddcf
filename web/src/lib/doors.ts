// Which field of a sign-in, sign-up or password form a refusal belongs to: by its code, and by what was
// filled in.

import type { NotDone } from './api.ts';

/** A field of these forms and of the change of a password. */
export type Field = 'login' | 'name' | 'password' | 'again' | 'player' | 'old' | 'code';

/** What was filled in besides the password; undefined where the form has no such field. */
export interface Filled {
  login?: string;
  name?: string;
  player?: string;
  /** The current password is required: it is the one that does not belong to the name. */
  old?: string;
  /** The code of the second factor is required. */
  code?: string;
}

/** Letters and digits only: the room compares names by those. */
const folded = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * The field that a refusal belongs to; undefined where it is about the whole form, or about one of two
 * fields.
 */
export function fieldOf(refused: NotDone, filled: Filled): Field | undefined {
  const { login, name, player } = filled;
  // The second account has a sign-in name of its own.
  const two = (player ?? '').trim() !== '';
  const named = (name ?? '').trim() !== '';
  switch (refused.code) {
    case 'password_unfit':
      return 'password';
    case 'login_unfit':
    case 'login_taken':
      return login === undefined || two ? undefined : 'login';
    case 'name_unfit':
    case 'name_taken':
      return login === undefined || two ? undefined : named ? 'name' : 'login';
    case 'name_reserved':
      return login === undefined || two || (named && folded(name ?? '') !== folded(login)) ? undefined : 'login';
    case 'second_factor':
      return filled.code === undefined ? undefined : 'code';
    case 'wrong_credentials':
      return filled.old === undefined ? undefined : 'old';
    default:
      return undefined;
  }
}
