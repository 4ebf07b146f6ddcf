// Whether the room has had too much to do for a while: what it was asked for waits and is asked for again by itself.

/** So long nothing is said of it, in milliseconds. */
const QUIET = 5000;

class Busy {
  /** Something has waited so long that the viewer wants to know why. */
  shown = $state(false);
  #waiting = 0;
  #timer: number | undefined;

  /** Something waits, until the returned function is called. */
  waits(): () => void {
    this.#waiting += 1;
    if (this.#waiting === 1) {
      this.#timer = window.setTimeout(() => {
        this.shown = true;
      }, QUIET);
    }
    return () => {
      this.#waiting -= 1;
      if (this.#waiting > 0) return;
      window.clearTimeout(this.#timer);
      this.shown = false;
    };
  }
}

export const busy = new Busy();
