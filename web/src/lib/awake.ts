// While somebody sits at a table the screen of the device stays on. Who leaves the page is told once what that means.

const KEY = 'cardroom.left';

/** What is said at the first return. */
const LEFT =
  'You left the page of a table. While it is not shown a phone may cut the line: your clock goes on then, and what the rules do out of time is done. ' +
  'Your seat and your chips are kept. Stay on the page while you play, or sit out first.';

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
    tell(LEFT);
  };
  document.addEventListener('visibilitychange', seen);
  void ask();
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', seen);
    void lock?.release();
  };
}
