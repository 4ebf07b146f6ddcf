// While somebody sits at a table the device's screen stays on. A player who leaves the page is told once what
// that means.

import { leftThePage } from '../words/ownseat.ts';

const KEY = 'cardroom.left';

function wasWarned(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // In a browser that stores nothing they are told each time.
    return false;
  }
}

function remember(): void {
  try {
    localStorage.setItem(KEY, 'told');
  } catch {
    // See above.
  }
}

/**
 * Keeps the screen on until the returned function is called; `tell` is called at the first return to the
 * page.
 */
export function keepAwake(tell: (text: string) => void): () => void {
  let lock: WakeLockSentinel | undefined;
  let over = false;
  const ask = async (): Promise<void> => {
    if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
    try {
      const acquired = await navigator.wakeLock.request('screen');
      if (over) await acquired.release();
      else lock = acquired;
    } catch {
      // A device that saves its battery refuses: the screen then turns off as usual.
    }
  };
  // The lock was released while the page was hidden.
  const seen = (): void => {
    if (document.visibilityState !== 'visible') return;
    void ask();
    if (wasWarned()) return;
    remember();
    tell(leftThePage);
  };
  document.addEventListener('visibilitychange', seen);
  void ask();
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', seen);
    void lock?.release();
  };
}
