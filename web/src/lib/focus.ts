// Where keys act: only at the table, and not where somebody is typing.

/** True when nothing has the focus, or something at the table that is not a text field. */
export function isAtTheTable(focus: Element | null): boolean {
  if (focus === null || focus.matches('body, main')) return true;
  if (isWriting(focus)) return false;
  return focus.closest('[data-keys]') !== null;
}

/** True in a field in which letters are typed. */
export function isWriting(focus: Element): boolean {
  return focus.matches('input:not([type=range], [type=checkbox], [type=radio]), select, textarea, [contenteditable]');
}
