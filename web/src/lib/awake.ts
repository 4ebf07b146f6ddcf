// While somebody sits at a table the screen of the device stays on. Who leaves the page is told once what that means.

import { leftThePage } from '../words/ownseat.ts';

const KEY = 'cardroom.left';

function wasTold(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // A browser that keeps nothing is told each time.
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

/** Keeps the screen on until the returned function is called; `tell` is called at the first return to the page. */
export function keepAwake(tell: (text: string) => void): () => void {
  let lock: WakeLockSentinel | undefined;
  let over = false;
  const ask = async (): Promise<void> => {
    if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
    try {
      const held = await navigator.wakeLock.request('screen');
      if (over) await held.release();
      else lock = held;
    } catch {
      // A device that saves its battery says no: the screen then turns off as ever.
    }
  };
  // The lock is gone with the page out of sight.
  const seen = (): void => {
    if (document.visibilityState !== 'visible') return;
    void ask();
    if (wasTold()) return;
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
