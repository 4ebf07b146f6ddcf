// The checks of a deck, which the first view does not need: they are loaded once the table is there.

type Checks = typeof import('./fairness.ts');

let here: Checks | undefined = $state.raw();

/** The checks, once they are loaded. Whatever depends on them is drawn again then. */
export const checks = (): Checks | undefined => here;

/** Loads the checks. If that fails nothing is checked yet, and the next connection that opens tries again. */
export async function fetchChecks(): Promise<void> {
  try {
    here ??= await import('./fairness.ts');
  } catch {
    // The deck's tab, which needs them too, says that they cannot be loaded.
  }
}
