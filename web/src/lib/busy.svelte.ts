// Whether the room has been overloaded for a while: requests wait and are sent again by themselves.

/** How long that goes unmentioned, in milliseconds. */
const QUIET = 5000;

class Busy {
  /** A request has waited so long that the viewer wants to know why. */
  shown = $state(false);
  #waiting = 0;
  #timer: number | undefined;

  /** Marks a request as waiting, until the returned function is called. */
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
