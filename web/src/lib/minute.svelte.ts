// The minute, for everything that needs no finer time: one timer for the whole page, firing every minute on
// the minute.

class Minute {
  /** This device's clock when the minute last changed, or the page became visible again. */
  now = $state(Date.now());

  /** Runs until the returned function is called. */
  start(): () => void {
    let timer = 0;
    const turn = (): void => {
      this.now = Date.now();
      window.clearTimeout(timer);
      timer = window.setTimeout(turn, 60_000 - (this.now % 60_000) + 50);
    };
    const seen = (): void => {
      if (document.visibilityState === 'visible') turn();
    };
    turn();
    document.addEventListener('visibilitychange', seen);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }
}

export const minute = new Minute();
