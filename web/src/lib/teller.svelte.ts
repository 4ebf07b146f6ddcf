// The results of a hand, announced one after the other on the felt.

import { type Write, chips } from './money.ts';
import { type Result, results } from './showdown.ts';
import type { Known } from './table.ts';

/** How long a line stays at least, in milliseconds. */
export const STAYS = 1500;

/** Announces the results of one table. */
export class Teller {
  /** The line announced now. */
  now: Result | undefined = $state.raw();
  /** The hand being announced has left the table: another one is on. */
  past = $state(false);
  #announced: Result[] = $state.raw([]);
  #waiting: Result[] = [];
  #timer: number | undefined;
  #hand: number | undefined;
  #onResult: (result: Result) => void;
  #write: Write;

  /** `onResult` is called when a line starts; `write` writes its amounts. */
  constructor(onResult: (result: Result) => void, write: Write = chips) {
    this.#onResult = onResult;
    this.#write = write;
  }

  /** Takes in the position that is drawn. */
  see(known: Known): void {
    const hand = known.view.hand;
    const first = this.#hand === undefined;
    if (hand === null) return;
    const another = hand.hand !== this.#hand;
    this.#hand = hand.over ? hand.hand : -hand.hand;
    if (!hand.over) {
      if (this.now === undefined) return;
      // The same hand is being played again: somebody stepped back in a replay.
      if (this.now.hand === hand.hand) this.stop();
      else this.past = true;
      // The last line stays until the next hand, but not shorter than the others.
      if (this.#timer === undefined) this.stop();
      return;
    }
    if (!another) return;
    const list = results(known, this.#write);
    if (list.length === 0) return;
    this.stop();
    if (first) {
      // A viewer who arrives when the hand is over reads its last pot; nothing moves for old news.
      this.#announced = list;
      this.now = list.at(-1);
      return;
    }
    this.#waiting = list;
    this.#next();
  }

  /** What a seat has won according to the lines so far; when nothing is announced, all that it won. */
  won(seat: number, all: number | undefined): number | undefined {
    const announced = this.#announced;
    if (announced.length === 0 || this.past) return all;
    const paid = announced.flatMap((result) => result.paid).filter((payment) => payment.seat === seat);
    return paid.length === 0 ? undefined : paid.reduce((sum, payment) => sum + payment.amount, 0);
  }

  /** Stops announcing. */
  stop(): void {
    window.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
    this.#announced = [];
    this.now = undefined;
    this.past = false;
  }

  #next(): void {
    this.#timer = undefined;
    const [next, ...rest] = this.#waiting;
    if (next === undefined) {
      if (this.past) this.stop();
      return;
    }
    this.#waiting = rest;
    this.now = next;
    this.#announced = [...this.#announced, next];
    this.#onResult(next);
    this.#timer = window.setTimeout(() => this.#next(), STAYS);
  }
}
