// One watched table: what is known about it, the requests for it, and the messages to its player. The state
// machines that decide what to show are plain functions in the files beside this one.

import { type Phase, answered, newKey, pass, press, reopened } from './action.ts';
import { type State, mayAct, state } from './connection.ts';
import type { Away } from './away.ts';
import { timeOfDay } from './clock.ts';
import { newValue } from './value.ts';
import { AT_REST, type Guard, type Place, disarmed, drawn, isElsewhere, moved, pressed } from './guard.ts';
import { type Ended, type Told, changed, doneFor, fate, outlived, plainly, refusal, restarted, timedOut, voided } from './messages.ts';
import { type Choice, type Pre, actedIn, followed } from './preact.ts';
import { ALONE, type Said, type Share, heard } from './pages.ts';
import type { Room } from './room.svelte.ts';
import { settings } from './settings.svelte.ts';
import { type Known, after, anew, isOn, known as knownOf, order, presence, recalled } from './table.ts';
import { Talking } from './talking.svelte.ts';
import { type Line, lines } from './telling.ts';
import { automatic, isPlaying } from './topup.ts';
import type { Answer, Frame, TableView, TurnName, Update, Wish } from '../wire/wire.ts';

/** The most lines that a table's log holds: some hours of play, and a page that stays light. */
const MOST_LINES = 2000;
/** An update that is this much later than usual was missed and is being sent again, in milliseconds. */
const MISSED_AFTER = 3000;
/** Within this time an open page must say that it has a table, in milliseconds. */
const ANSWERS_WITHIN = 2000;
/**
 * With this much time left the time bank is used, for players who chose to use it automatically, in
 * milliseconds.
 */
const BANK_AT = 1500;
/** A refusal that came this shortly before the turn is still shown, in milliseconds. */
const READ = 5000;

interface Sent {
  wish: Wish;
  turn: TurnName | undefined;
  /** The number of the last update that was known. */
  number: number;
}
type Act = Phase<Sent, Answer>;

/**
 * Called for everything that happens at a table: with the table before and after it, and whether it is old
 * news.
 */
export type Listener = (update: Update, before: Known, after: Known, missed: boolean) => void;

/** One watched table. */
export class TableRoom {
  readonly table: number;
  known: Known | undefined = $state.raw();
  log: Line[] = $state.raw([]);
  /** When the turn that is shown arrived, on this device's clock. */
  turnAt = $state(0);
  /** When anything about the table last arrived, by the room's clock, in milliseconds since 1970. */
  asOf = $state(0);
  /** The act of a hand that is under way. */
  act: Act = $state.raw({ phase: 'idle' });
  /** What else is under way: sitting, leaving, chips, and what officials do. */
  matter: Act = $state.raw({ phase: 'idle' });
  guard: Guard = $state.raw(AT_REST);
  /** The message beside the acts: that a bet changed under the press, a refusal, that time ran out. */
  told: Told | undefined = $state.raw();
  /** What is chosen for the coming turn. */
  pre: Pre | undefined = $state.raw();
  /** Chips to add when the hand is over. */
  toAdd: number | undefined = $state();
  /** It is played in another place: on another device, or in another page of this browser. */
  elsewhere = $state(false);
  /** What is known about it in other pages of this browser. */
  #share: Share = $state.raw(ALONE);
  /** It was requested again, and has not arrived yet. */
  #requested = false;
  #seeing: number | undefined;
  /** Why nothing more comes from the table, as the room says it. */
  ended: Ended | undefined = $state.raw();
  /** The value this page added to the cut, by hand: only the latest one. */
  values: Readonly<Record<number, string>> = $state.raw({});
  /** What was done for the player while the connection was down. */
  away: Away | undefined = $state.raw();
  /** The player's hand was turned up without a choice: which hand, and by which rule. */
  turnedUp: { hand: number; rule: string | null; clauses: string[] } | undefined = $state.raw();
  /** The chat here. */
  readonly talking: Talking;
  #room: Room;
  /** The hand so far, which comes before the first snapshot. */
  #before: Update[] = [];
  // Names are looked up while sentences are made; no screen depends on changes of them.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #names = new Map<number, string>();
  #contributed = 0;
  #refusedAt = -Infinity;
  readonly #listeners: Listener[] = [];
  /** The connection was lost and is open again: what was missed is still arriving. */
  #wasGone = false;
  /** Where the buttons were last seen. */
  #place: Place | undefined;
  /** An act whose outcome was unknown has its answer: it is reported when all that was missed has arrived. */
  #fate: { sent: Sent; well: boolean } | undefined;
  /**
   * Smallest delay of an update seen so far, by the clocks of room and device: one much later than that was
   * missed.
   */
  #latest = Number.POSITIVE_INFINITY;

  constructor(room: Room, table: number) {
    this.#room = room;
    this.table = table;
    this.talking = new Talking(table, (request) => room.send(request), () => room.you?.person);
  }

  /** The state of the connection as it concerns this table. */
  get state(): State {
    const of = state(this.#room.connection, this.#room.now, this.elsewhere);
    return (of === 'live' || of === 'slow') && this.known?.view.draining ? 'maintenance' : of;
  }

  /**
   * The time left for the current decision by this device's clock, below zero when it is over; undefined
   * without a clock.
   */
  get leftOrOver(): number | undefined {
    // Another device has the table: what happens there is not known here.
    if (this.elsewhere) return undefined;
    const left = this.known?.view.turn?.left_ms;
    return left === null || left === undefined ? undefined : this.turnAt + left - this.#room.now;
  }

  /** The time left for the decision that is shown, in milliseconds; undefined without a clock. */
  get left(): number | undefined {
    const left = this.leftOrOver;
    // The page's clock is a little behind when a turn has just arrived: never show more than was given.
    return left === undefined ? undefined : Math.min(Math.max(0, left), this.known?.view.turn?.left_ms ?? left);
  }

  /** The time left for the viewer to post an over-blind, in milliseconds; undefined where none is offered. */
  get overBlindLeft(): number | undefined {
    const left = this.elsewhere ? undefined : this.known?.view.over_blind?.left_ms;
    return left === undefined ? undefined : Math.min(Math.max(0, this.turnAt + left - this.#room.now), left);
  }

  /**
   * Whether this is the table in front of the viewer: only that one has the keys, the side panel and the
   * page's title.
   */
  get front(): boolean {
    return this.#room.front === this.table;
  }

  /** It is this player's turn, and the table is played here. */
  get mine(): boolean {
    if (this.elsewhere) return false;
    const view = this.known?.view;
    return view?.turn != null && view.turn.seat === view.own;
  }

  snapshot(frame: Frame & { t: 'snapshot' }): void {
    const before = this.known?.view;
    // More was missed than the room sends again.
    if (before !== undefined && before.own !== null && this.#wasGone && frame.number > before.number) {
      this.away = { for: this.#room.wasLostFor, lines: [], events: [], ...this.away, more: true };
      this.pre = undefined;
    }
    this.known = recalled(knownOf(frame), this.#before);
    this.elsewhere = false;
    this.#requested = false;
    this.#share = { ...this.#share, holder: undefined, since: undefined };
    this.ended = undefined;
    for (const chair of frame.chairs) this.#names.set(chair.seat, chair.name);
    for (const update of this.#before.splice(0)) this.#tell(update, frame);
    for (const chair of frame.chairs) this.#names.set(chair.seat, chair.name);
    this.#shown();
  }

  update(update: Update): 'gap' | undefined {
    if (this.known === undefined) {
      this.#before.push(update);
      return undefined;
    }
    const what = order(this.known, update);
    if (what === 'gap') return 'gap';
    if (what === 'old') return undefined;
    if (what === 'anew') {
      this.known = anew(this.known, update);
      this.#shown();
      return undefined;
    }
    const before = this.known;
    const late = Date.now() - update.at;
    const behind = Math.max(0, late - this.#latest);
    this.#latest = Math.min(this.#latest, late);
    const missed = (this.#wasGone && this.#room.catchingUp) || behind > MISSED_AFTER;
    const logged = this.#tell(update, before.view);
    if (missed) this.#missed(update, logged, behind);
    if (actedIn(update, before.view.own)) this.pre = undefined;
    this.known = after(this.known, update, this.#room.you?.person);
    for (const listener of [...this.#listeners]) listener(update, before, this.known, missed || this.#room.catchingUp);
    this.#shown();
    this.told = voided(update, before.view.own, this.known.view) ?? timedOut(update, before.view) ?? this.told;
    const shown = update.events.find((event) => event.e === 'shown' && event.seat === before.view.own);
    if (shown && before.view.may_muck === null) this.turnedUp = { hand: update.hand, rule: shown.rule, clauses: shown.clauses };
    if (before.view.hand?.over !== true && this.known.view.hand?.over) this.#handIsOver(this.known.view);
    return undefined;
  }

  /** Tells the listener what happens here from now on, until the returned function is called. */
  listen(listener: Listener): () => void {
    this.#listeners.push(listener);
    return () => {
      this.#listeners.splice(this.#listeners.indexOf(listener), 1);
    };
  }

  /** Something arrives that happened while the player was away: what was done for the seat is collected. */
  #missed(update: Update, logged: Line[], behind: number): void {
    const { own } = this.known?.view ?? { own: null };
    const events = update.events.filter((event) => doneFor(event, own));
    if (events.length === 0) return;
    const of = events.map((event) => `${String(update.number)}.${String(update.events.indexOf(event))}`);
    const away = this.away ?? { for: Math.max(this.#room.wasLostFor, behind), lines: [], events: [] };
    this.away = { ...away, lines: [...away.lines, ...logged.filter((line) => of.includes(line.id))], events: [...away.events, ...events] };
  }

  /** Between hands: adds chips that were waiting. */
  #handIsOver(view: TableView): void {
    const amount = this.toAdd ?? (settings.autoTopUp ? automatic(view, this.#room.wallet()) : undefined);
    this.toAdd = undefined;
    if (amount !== undefined && amount > 0) this.ask({ do: 'top_up', amount });
  }

  /** Writes what happened to the log. */
  #tell(update: Update, view: TableView): Line[] {
    for (const event of update.events) {
      if (event.e === 'sat') this.#names.set(event.seat, event.name);
      if (event.e === 'opened') for (const player of event.players) this.#names.set(player.seat, player.name);
    }
    const added = lines(update, { names: this.#names, own: view.own, deal: view.stakes.deal, blinds: view.stakes.blinds.length, bigBlind: view.stakes.blinds.at(-1), overBlind: view.stakes.over_blind_word, playing: isOn(view) });
    this.log = [...this.log, ...added].slice(-MOST_LINES);
    return added;
  }

  presence(person: number, connected: boolean, left: number | undefined): void {
    if (this.known) this.known = presence(this.known, person, connected, left);
  }

  /** The room's answer to a request from here. */
  answer(answer: Answer): void {
    const { act } = this;
    this.matter = answered(this.matter, answer.key, answer.ok, answer);
    this.talking.answer(answer);
    if (act.phase !== 'sent' || act.key !== answer.key) return;
    this.act = answered(act, answer.key, answer.ok, answer);
    if (act.unknown) {
      this.act = { phase: 'idle' };
      this.#fate = { sent: act.request, well: answer.ok };
      if (!this.#room.catchingUp) this.#tellFate();
    } else if (!answer.ok) {
      this.#refusedAt = performance.now();
      this.told = refusal(answer, act.request.wish, act.request.turn?.facing ?? 0, this.#stack(), this.#word());
    }
  }

  /** All that was missed has arrived. */
  caughtUp(): void {
    this.#wasGone = false;
    this.#tellFate();
  }

  #tellFate(): void {
    if (this.#fate === undefined) return;
    const { sent, well: received } = this.#fate;
    this.#fate = undefined;
    const since = this.log.filter((line) => line.number > sent.number && line.fact?.own === true);
    this.told = fate(sent.wish, sent.turn?.facing ?? 0, received, since, this.#word());
  }

  /** The room's program was restarted since this page last spoke with it. */
  restarted(since: number): void {
    if (this.known) this.told = restarted(timeOfDay(since), this.known.view);
  }

  #word(): string | undefined {
    return this.known?.view.stakes.over_blind_word;
  }

  #stack(): number | undefined {
    const view = this.known?.view;
    return view?.chairs.find((chair) => chair.seat === view.own)?.stack;
  }

  /**
   * A press on an act of the hand. Some only count at the second press, some come too soon after a change.
   */
  press(wish: Wish, twice?: 'all-in' | 'check-is-free'): void {
    const turn = this.known?.view.turn;
    if (!turn) return;
    const name = JSON.stringify(wish);
    const [guard, becomes] = pressed(this.guard, name, twice, performance.now());
    this.guard = guard;
    if (becomes.what === 'same') return;
    this.told = becomes.what === 'again' && becomes.why === 'changed' ? plainly('care', changed(becomes.because)) : undefined;
    if (becomes.what === 'act') this.#act(wish);
  }

  /**
   * An act that needs no second press any more: a button that was held long enough, or the second press by
   * the keyboard.
   */
  hold(wish: Wish): void {
    const becomes = pressed(this.guard, JSON.stringify(wish), undefined, performance.now())[1];
    this.guard = disarmed(this.guard);
    this.told = becomes.what === 'again' && becomes.why === 'changed' ? plainly('care', changed(becomes.because)) : undefined;
    if (becomes.what === 'act') this.#act(wish);
  }

  /** Sends an act for the current turn. */
  #act(wish: Wish): void {
    const view = this.known?.view;
    if (!view?.turn) return;
    const { hand, acts, facing } = view.turn;
    const request: Sent = { wish, turn: { hand, acts, facing }, number: view.number };
    const [act, send] = press<Sent, Answer>(this.act, request, newKey(), performance.now());
    this.act = act;
    if (send) this.#send(act);
  }

  /** Esc: the first of two presses is forgotten. */
  disarm(): void {
    this.guard = disarmed(this.guard);
    this.told = undefined;
  }

  /** Where the buttons are now: if they have just moved, they ignore presses for a moment. */
  stands(place: Place | undefined): void {
    if (place !== undefined && isElsewhere(this.#place, place)) this.guard = moved(this.guard, performance.now());
    this.#place = place;
  }

  /** Chooses something for the coming turn, or clears the choice. */
  choose(choice: Choice | undefined): void {
    const hand = this.known?.view.hand;
    this.told = undefined;
    this.pre = choice && hand ? { choice, hand: hand.hand, round: hand.round } : undefined;
  }

  /** Adds chips to the stack: at once between hands, and after the hand for a player who is in one. */
  topUp(amount: number): void {
    const view = this.known?.view;
    if (view && isPlaying(view)) this.toAdd = amount;
    else this.ask({ do: 'top_up', amount });
  }

  /** Requests something that is not an act of a hand. */
  ask(wish: Wish): void {
    const request: Sent = { wish, turn: this.#meant(wish), number: this.known?.view.number ?? 0 };
    const [matter, send] = press<Sent, Answer>(this.matter, request, newKey(), performance.now());
    this.matter = matter;
    if (send) this.#send(matter);
  }

  /**
   * An over-blind belongs to the hand that offers it: resent after a lost connection it is not posted in
   * another one.
   */
  #meant(wish: Wish): Sent['turn'] {
    const offer = wish.do === 'over_blind' ? this.known?.view.over_blind : undefined;
    return offer && { hand: offer.hand, acts: offer.acts, facing: offer.amount };
  }

  /** The answer that is shown has been read. */
  read(): void {
    if (this.matter.phase !== 'sent') this.matter = { phase: 'idle' };
    if (this.act.phase !== 'sent') this.act = { phase: 'idle' };
    this.told = undefined;
  }

  /** Takes the table back here; while the connection is lost, as soon as it is back. */
  useHere(): void {
    this.#requested = true;
    if (!this.#room.send({ t: 'watch', table: this.table })) this.elsewhere = false;
  }

  /** Another page of this browser has the table. */
  get inOtherTab(): boolean {
    return this.elsewhere && this.#share.holder !== undefined;
  }

  /** Where the table is played, if not here. */
  get where(): 'tab' | 'device' | undefined {
    return this.inOtherTab ? 'tab' : this.elsewhere ? 'device' : undefined;
  }

  /** The player took the table over in another place. */
  taken(): void {
    this.elsewhere = true;
    this.#requested = false;
    const since = Date.now();
    this.#share = { ...this.#share, since };
    this.#room.tell({ is: 'waits', table: this.table, since });
  }

  /** Another page of this browser said something about the table. */
  hears(message: Said): void {
    const [share, todo] = heard(this.#share, message);
    this.#share = share;
    if (message.is === 'has') window.clearTimeout(this.#seeing);
    if (todo === 'take') this.useHere();
    else if (todo === 'see') this.#see();
    else if (todo !== undefined) this.#room.tell({ is: todo, table: this.table, since: share.since ?? 0 });
  }

  /** Takes the table if no other page says meanwhile that it has it. */
  #see(): void {
    window.clearTimeout(this.#seeing);
    this.#seeing = window.setTimeout(() => {
      if (this.elsewhere) this.useHere();
    }, ANSWERS_WITHIN);
  }

  /** Somebody looks at this page again: another one that had the table may have closed without a word. */
  look(): void {
    if (!this.inOtherTab) return;
    this.#room.tell({ is: 'waits', table: this.table, since: this.#share.since ?? 0 });
    this.#see();
  }

  /**
   * This page is shown again as it was left, from the browser's cache: the table is played here if it was.
   */
  again(): void {
    if (!this.elsewhere) this.useHere();
    else this.#room.tell({ is: 'waits', table: this.table, since: this.#share.since ?? 0 });
  }

  tick(now: number): void {
    const line = this.state;
    const [act, again] = pass(this.act, line, now);
    this.act = act;
    if (again) this.#send(act);
    const [matter, once] = pass(this.matter, line, now);
    this.matter = matter;
    if (once) this.#send(matter);
    this.talking.tick(line, now);
    this.#bank(line);
  }

  /** Uses the time bank automatically, for players who chose that. */
  #bank(line: State): void {
    const turn = this.known?.view.turn;
    if (!settings.autoBank || !turn || !this.mine || turn.showing || turn.bank_ms === 0 || !mayAct(line)) return;
    if (this.left !== undefined && this.left <= BANK_AT && this.act.phase !== 'sent') this.#act({ do: 'use_time_bank' });
  }

  /** The connection is back: requests the table, and resends everything that got no answer. */
  reopen(): void {
    if (this.elsewhere && !this.#requested) return;
    this.#before = [];
    this.#wasGone = this.known !== undefined;
    // A page that has nothing yet requests the hand so far.
    this.#room.send({ t: 'watch', table: this.table, from: this.known?.view.number ?? 0 });
    const now = performance.now();
    const [act, again] = reopened(this.act, now);
    this.act = act;
    if (again) this.#send(act);
    const [matter, once] = reopened(this.matter, now);
    this.matter = matter;
    if (once) this.#send(matter);
    this.talking.reopen(now);
  }

  #send(act: Act): void {
    if (act.phase !== 'sent') return;
    const { wish, turn } = act.request;
    this.#room.send({ t: 'ask', table: this.table, key: act.key, ...(turn ? { turn } : {}), wish });
  }

  /** Something new is shown. */
  #shown(): void {
    const now = performance.now();
    const view = this.known?.view;
    // The room began to count when it sent this: half a round trip ago.
    this.turnAt = now - (this.#room.connection.trip ?? 0) / 2;
    this.asOf = Date.now() + this.#room.ahead();
    if (view && outlived(this.told, view)) this.told = undefined;
    const turn = view?.turn;
    const offer =
      turn && view.own === turn.seat
        ? { turn: `${String(turn.hand)}/${String(turn.acts)}/${String(turn.facing)}`, toCall: view.menu?.call ?? undefined }
        : undefined;
    if (offer?.turn !== this.guard.offer?.turn) {
      if (this.act.phase !== 'sent') this.act = { phase: 'idle' };
      if (offer !== undefined && now - this.#refusedAt >= READ) this.told = undefined;
    }
    this.guard = drawn(this.guard, offer, now);
    if (view && this.pre) {
      const { pre, wish, notice } = followed(this.pre, view);
      this.pre = pre;
      if (notice !== undefined) this.told = plainly('care', notice);
      if (wish !== undefined) this.#act(wish);
    }
    this.#contribute();
  }

  /** The deck is committed: this device adds its value to the cut, without being asked. */
  #contribute(): void {
    const view = this.known?.view;
    const hand = view?.contribute;
    if (hand == null || hand === this.#contributed || view?.own == null) return;
    if (view.chairs.find((chair) => chair.seat === view.own)?.away) return;
    this.#contributed = hand;
    const value = newValue();
    this.values = { [hand]: value };
    this.#room.send({ t: 'ask', table: this.table, key: newKey(), wish: { do: 'contribute', hand, value } });
  }
}
