// Which of a table's keys was pressed, if any: only at the table, not while somebody types or reads a sheet,
// and not where keys are turned off.

import { isAtTheTable } from './focus.ts';
import { type KeyAct, actFor } from './keymap.ts';
import type { Settings } from './settings.ts';

interface Where {
  settings: Pick<Settings, 'keys' | 'keymap'>;
  /** The key counts even if the focus is in a field. */
  also?: boolean;
}

/** What a key means at the table; `preset` for the digits, `help` for the list of keys. */
export function isTableKey(event: KeyboardEvent, where: Where): KeyAct | 'preset' | 'help' | undefined {
  const { settings, also = false } = where;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return undefined;
  if (document.querySelector('dialog[open]')) return undefined;
  if (!also && !isAtTheTable(document.activeElement)) return undefined;
  if (!settings.keys) return undefined;
  if (event.key === '?') return 'help';
  if (/^[1-5]$/.test(event.key)) return 'preset';
  return actFor(event.key, settings.keymap);
}
