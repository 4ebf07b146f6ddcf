// The command line's place on the page: whether it is open beside the ordinary view, and the key that gets
// there.

import { tick } from 'svelte';

/** Open beside the ordinary view. In the text view it is always there. */
export const commandLine = $state({ open: false });

/** What had the focus when it was opened. */
let from: Element | null = null;

/** Closes it: the focus returns to where it was, if that is still there. */
export function closeCommandLine(): void {
  commandLine.open = false;
  if (from instanceof HTMLElement && from.isConnected) from.focus();
}

/** Moves to the command line, opening it if necessary. */
export async function openCommandLine(): Promise<void> {
  if (!commandLine.open) from = document.activeElement;
  commandLine.open = true;
  await tick();
  document.querySelector<HTMLElement>('[data-command]')?.focus();
}
