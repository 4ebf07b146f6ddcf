// Where keys are keys: only at the table, and not where somebody writes.

/** True when nothing has the focus, or something of the table that is no field for text. */
export function isAtTheTable(focus: Element | null): boolean {
  if (focus === null || focus.matches('body, main')) return true;
  if (isWriting(focus)) return false;
  return focus.closest('[data-keys]') !== null;
}

/** True in a field in which letters are letters. */
export function isWriting(focus: Element): boolean {
  return focus.matches('input:not([type=range], [type=checkbox], [type=radio]), select, textarea, [contenteditable]');
}
