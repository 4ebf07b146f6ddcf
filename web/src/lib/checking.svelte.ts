// The checks of a deck, which nothing that is shown first needs: they are fetched when the table is there.

type Checks = typeof import('./fairness.ts');

let here: Checks | undefined = $state.raw();

/** The checks, as soon as they are here. What is drawn of them is drawn again when they come. */
export const checks = (): Checks | undefined => here;

/** Fetches the checks. Where they cannot be had nothing is checked yet, and the next line that opens tries again. */
export async function fetchChecks(): Promise<void> {
  try {
    here ??= await import('./fairness.ts');
  } catch {
    // The tab of the deck, which needs them too, says that they cannot be fetched.
  }
}
