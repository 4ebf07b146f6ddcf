// Cards and chips moving over the felt. The felt shows the new position at once; what moves here is only on
// its way to its place, holds nothing up, and finishes at once when the next thing happens.

import type { Point } from './layout.ts';
import { EASING, MOTION, type Move, moves } from './motion.ts';
import { moves as inMotion } from './settings.svelte.ts';
import type { Known } from './table.ts';

/** Chips that fly over the felt. */
export interface Flight {
  id: number;
  amount: number;
  from: Point;
  to: Point;
  milliseconds: number;
}

/** The total stagger between the cards of one deal, at most, in milliseconds. */
const DEALT_WITHIN = 140;
/** The delay of one card after the one before it, at most, in milliseconds. */
const APART = 40;

/** What moves on one felt. */
export class Stage {
  flights: Flight[] = $state.raw([]);
  #felt: HTMLElement | undefined;
  #drawn: Known | undefined;
  /** Not reactive: no screen depends on these. */
  #running: Animation[] = [];
  #frame: number | undefined;
  #next: Known | undefined;
  #count = 0;

  /** Sets the felt to animate on, until the returned function is called. */
  on(felt: HTMLElement): () => void {
    this.#felt = felt;
    return () => {
      this.complete();
      if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
      this.#frame = undefined;
      this.#felt = undefined;
    };
  }

  /** A position that is drawn from now on. What comes within one frame moves together. */
  see(now: Known): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#move(this.#next ?? now);
    });
    this.#next = now;
  }

  /** Finishes every movement at once. */
  complete(): void {
    for (const animation of this.#running.splice(0)) animation.finish();
    if (this.flights.length > 0) this.flights = [];
  }

  /** Chips go from the pots to their winners. */
  award(pot: number, paid: readonly { seat: number; amount: number }[]): void {
    const from = this.#middle(`[data-pot="${String(pot)}"]`) ?? this.#middle('[data-pots]') ?? this.#middle('[data-board]');
    if (from === undefined || !inMotion()) return;
    const flights = paid.flatMap(({ seat, amount }) => {
      const to = this.#middle(`[data-seat="${String(seat)}"]`);
      return to === undefined ? [] : [this.#flight(amount, from, to, MOTION.toWinner)];
    });
    this.flights = [...this.flights, ...flights];
  }

  /** One flight: for the element that draws it. */
  fly(flight: Flight): (element: HTMLElement) => void {
    return (element) => {
      const { from, to, milliseconds } = flight;
      const way = [
        { transform: `translate(${String(from.x)}px, ${String(from.y)}px) translate(-50%, -50%)` },
        { transform: `translate(${String(to.x)}px, ${String(to.y)}px) translate(-50%, -50%)` },
      ];
      this.#run(element, way, { duration: milliseconds, easing: EASING, fill: 'both' }, () => {
        this.flights = this.flights.filter((other) => other !== flight);
      });
    };
  }

  #move(now: Known): void {
    const before = this.#drawn;
    this.#drawn = now;
    const felt = this.#felt;
    if (before === undefined || felt === undefined || before.view.number === now.view.number) return;
    const found = moves(before, now);
    // Words that came meanwhile interrupt nothing; things on the felt do.
    if (found.length === 0) return;
    this.complete();
    const cards = found.filter((move) => move.what === 'card');
    cards.forEach((move, at) => this.#deal(felt, move, at * Math.min(APART, DEALT_WITHIN / cards.length)));
    for (const move of found) if (move.what === 'bet') this.#bet(felt, move.seat);
    if (!inMotion()) return;
    const pots = this.#middle('[data-pots]') ?? this.#middle('[data-board]');
    if (pots === undefined) return;
    const gathered = found.flatMap((move) => {
      // Where bets are written on the plates themselves, chips come from there.
      const from = move.what === 'gather' ? (this.#middle(`[data-bet="${String(move.seat)}"]`) ?? this.#middle(`[data-seat="${String(move.seat)}"]`)) : undefined;
      return move.what === 'gather' && from !== undefined ? [this.#flight(move.amount, from, pots, MOTION.toPot)] : [];
    });
    if (gathered.length > 0) this.flights = gathered;
  }

  #deal(felt: HTMLElement, move: Move & { what: 'card' }, delay: number): void {
    const where = move.seat === undefined ? '[data-board]' : `[data-spot="${String(move.seat)}"] .cards`;
    // The viewer's own cards are in front of the player, beside the felt.
    const own = move.seat !== undefined && move.seat === this.#drawn?.view.own;
    const cards = own ? felt.parentElement?.querySelectorAll<HTMLElement>('.hole .card') : felt.querySelectorAll<HTMLElement>(`${where} .card`);
    const card = cards?.[move.at];
    if (card === undefined) return;
    const to = card.getBoundingClientRect();
    // Where a card is only given in words there is nothing to animate.
    if (to.width === 0) return;
    if (!inMotion()) return this.#fade(card);
    const from = felt.getBoundingClientRect();
    const [x, y] = [from.left + from.width / 2 - (to.left + to.width / 2), from.top + from.height * 0.3 - (to.top + to.height / 2)];
    const way = [{ transform: `translate(${String(x)}px, ${String(y)}px)`, opacity: 0 }, { opacity: 1, offset: 0.4 }, { transform: 'none', opacity: 1 }];
    this.#run(card, way, { duration: MOTION.deal, delay, easing: EASING, fill: 'backwards' });
  }

  #bet(felt: HTMLElement, seat: number): void {
    const bet = felt.querySelector<HTMLElement>(`[data-bet="${String(seat)}"] .wager`);
    const plate = felt.querySelector(`[data-seat="${String(seat)}"]`);
    if (bet === null || plate === null) return;
    const [to, from] = [bet.getBoundingClientRect(), plate.getBoundingClientRect()];
    if (to.width === 0) return;
    if (!inMotion()) return this.#fade(bet);
    const [x, y] = [from.left + from.width / 2 - (to.left + to.width / 2), from.top + from.height / 2 - (to.top + to.height / 2)];
    const way = [{ transform: `translate(${String(x)}px, ${String(y)}px)` }, { transform: 'none' }];
    this.#run(bet, way, { duration: MOTION.toPot, easing: EASING });
  }

  #fade(element: HTMLElement): void {
    this.#run(element, [{ opacity: 0 }, { opacity: 1 }], { duration: MOTION.fade, easing: 'linear' });
  }

  #run(element: HTMLElement, way: Keyframe[], how: KeyframeAnimationOptions, after?: () => void): void {
    const animation = element.animate(way, how);
    this.#running.push(animation);
    animation.onfinish = () => {
      this.#running = this.#running.filter((other) => other !== animation);
      after?.();
    };
  }

  #flight(amount: number, from: Point, to: Point, milliseconds: number): Flight {
    this.#count += 1;
    return { id: this.#count, amount, from, to, milliseconds };
  }

  /** The centre of something drawn on the felt, measured from the felt's corner. */
  #middle(selector: string): Point | undefined {
    const felt = this.#felt;
    const found = felt?.querySelector(selector);
    if (felt === undefined || found == null || found.getClientRects().length === 0) return undefined;
    const [of, around] = [found.getBoundingClientRect(), felt.getBoundingClientRect()];
    return { x: of.left + of.width / 2 - around.left, y: of.top + of.height / 2 - around.top };
  }
}
