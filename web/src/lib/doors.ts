// At which field of a door a refusal stands: by its code, and by what was filled in.

import type { NotDone } from './api.ts';

/** A field of the doors and of the change of a password. */
export type Field = 'login' | 'name' | 'password' | 'again' | 'player' | 'old' | 'code';

/** What was filled in beside the password; nothing where the form has no such field. */
export interface Filled {
  login?: string;
  name?: string;
  player?: string;
  /** The present password is asked for: it is the one that does not belong to the name. */
  old?: string;
  /** The code of the second factor is asked for. */
  code?: string;
}

/** Letters and digits alone: by them the room tells names apart. */
const folded = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The field at which a refusal stands; none where it is about the whole form, or about one of two fields. */
export function fieldOf(refused: NotDone, filled: Filled): Field | undefined {
  const { login, name, player } = filled;
  // A second account beside the first has a name to sign in with of its own.
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
