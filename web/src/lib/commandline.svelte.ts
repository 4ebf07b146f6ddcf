// The command line's place on the page: whether it is open beside the ordinary view, and the way to it by a key.

import { tick } from 'svelte';

/** Open beside the ordinary view. In the text view it is always there. */
export const commandLine = $state({ open: false });

/** Goes to the command line and opens it where it is not. */
export async function openCommandLine(): Promise<void> {
  commandLine.open = true;
  await tick();
  document.querySelector<HTMLElement>('[data-command]')?.focus();
}
