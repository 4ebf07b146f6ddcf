// One table that is watched: what is known of it, what is asked of it, and what its player is told. The machines that
// decide what to show live beside this file as plain functions.

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

/** The most lines that a table's log keeps: some hours of play, and a page that stays light. */
const MOST_LINES = 2000;
/** What comes so much later than usual was missed and is told again, in milliseconds. */
const MISSED_AFTER = 3000;
/** So long a page that is there has to say that it has a table, in milliseconds. */
const ANSWERS_WITHIN = 2000;
/** With so little time left the time bank is used, for who chose that it uses itself. */
const BANK_AT = 1500;
/** A refusal that came so shortly before the turn is still to be read, in milliseconds. */
const READ = 5000;

interface Sent {
  wish: Wish;
  turn: TurnName | undefined;
  /** The number of the last update that was known. */
  number: number;
}
type Act = Phase<Sent, Answer>;

/** Somebody who is told what happens at a table: the table before and after it, and whether it is news no more. */
export type Listener = (update: Update, before: Known, after: Known, missed: boolean) => void;

/** One table that is watched. */
export class TableRoom {
  readonly table: number;
  known: Known | undefined = $state.raw();
  log: Line[] = $state.raw([]);
  /** When the turn that is shown came in, on this device's clock. */
  turnAt = $state(0);
  /** When anything of the table last came in, by the room's clock, in milliseconds since 1970. */
  asOf = $state(0);
  /** The act of a hand that is under way. */
  act: Act = $state.raw({ phase: 'idle' });
  /** What else is under way: sitting, leaving, chips, and what officials do. */
  matter: Act = $state.raw({ phase: 'idle' });
  guard: Guard = $state.raw(AT_REST);
  /** What the player is to read beside the acts: that a bet changed under the press, a refusal, that time ran out. */
  told: Told | undefined = $state.raw();
  /** What is chosen for the turn that is to come. */
  pre: Pre | undefined = $state.raw();
  /** Chips that are added when the hand is over. */
  toAdd: number | undefined = $state();
  /** It is played in another place: on another device, or in another page of this browser. */
  elsewhere = $state(false);
  /** What is known of it in other pages of this browser. */
  #share: Share = $state.raw(ALONE);
  /** It was asked for again, and is not here yet. */
  #wanted = false;
  #seeing: number | undefined;
  /** Why nothing more comes of the table, as the room says it. */
  ended: Ended | undefined = $state.raw();
  /** The value this page added to the cut, by hand: that of the latest one. */
  values: Readonly<Record<number, string>> = $state.raw({});
  /** What was done for the player while the line was down. */
  away: Away | undefined = $state.raw();
  /** The own hand was turned up without a choice: of which hand, and by which rule. */
  turnedUp: { hand: number; rule: string | null; clauses: string[] } | undefined = $state.raw();
  /** What is said here. */
  readonly talking: Talking;
  #room: Room;
  /** The hand so far, which comes before the first snapshot. */
  #before: Update[] = [];
  // Names are looked up while sentences are made; no screen waits for a change of them.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #names = new Map<number, string>();
  #contributed = 0;
  #refusedAt = -Infinity;
  readonly #listeners: Listener[] = [];
  /** The line was lost and is open again: what was missed is still coming. */
  #wasGone = false;
  /** Where the buttons were last seen. */
  #place: Place | undefined;
  /** An act that nobody knew the fate of has its answer: it is told when all that was missed is here. */
  #fate: { sent: Sent; well: boolean } | undefined;
  /** The least that an update was late by the clocks of room and device: what comes much later was missed. */
  #latest = Number.POSITIVE_INFINITY;

  constructor(room: Room, table: number) {
    this.#room = room;
    this.table = table;
    this.talking = new Talking(table, (request) => room.send(request), () => room.you?.person);
  }

  /** The state of the line as it concerns this table. */
  get state(): State {
    const of = state(this.#room.connection, this.#room.now, this.elsewhere);
    return (of === 'live' || of === 'slow') && this.known?.view.draining ? 'maintenance' : of;
  }

  /** What is left of the decision on by this device's clock, below zero when it is over; nothing without a clock. */
  get leftOrOver(): number | undefined {
    // Another device has the table: what happens there is not known here.
    if (this.elsewhere) return undefined;
    const left = this.known?.view.turn?.left_ms;
    return left === null || left === undefined ? undefined : this.turnAt + left - this.#room.now;
  }

  /** What is left of the time of the decision that is shown, in milliseconds; nothing without a clock. */
  get left(): number | undefined {
    const left = this.leftOrOver;
    // The page's clock is a little behind when a turn has just come: never more is shown than was given.
    return left === undefined ? undefined : Math.min(Math.max(0, left), this.known?.view.turn?.left_ms ?? left);
  }

  /** What is left of the moment in which the viewer may post an over-blind, in milliseconds; nothing where there is none. */
  get overBlindLeft(): number | undefined {
    const left = this.elsewhere ? undefined : this.known?.view.over_blind?.left_ms;
    return left === undefined ? undefined : Math.min(Math.max(0, this.turnAt + left - this.#room.now), left);
  }

  /** The table in front of the viewer: it alone has the keys, the side panel and the title of the page. */
  get front(): boolean {
    return this.#room.front === this.table;
  }

  /** It is this player's turn, and here is where it is played. */
  get mine(): boolean {
    if (this.elsewhere) return false;
    const view = this.known?.view;
    return view?.turn != null && view.turn.seat === view.own;
  }

  snapshot(frame: Frame & { t: 'snapshot' }): void {
    const before = this.known?.view;
    // More was missed than the room tells again.
    if (before !== undefined && before.own !== null && this.#wasGone && frame.number > before.number) {
      this.away = { for: this.#room.wasLostFor, lines: [], events: [], ...this.away, more: true };
      this.pre = undefined;
    }
    this.known = recalled(knownOf(frame), this.#before);
    this.elsewhere = false;
    this.#wanted = false;
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
    const told = this.#tell(update, before.view);
    if (missed) this.#missed(update, told, behind);
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

  /** Something is told that happened while the player was away: what was done for the seat is gathered. */
  #missed(update: Update, told: Line[], behind: number): void {
    const { own } = this.known?.view ?? { own: null };
    const events = update.events.filter((event) => doneFor(event, own));
    if (events.length === 0) return;
    const of = events.map((event) => `${String(update.number)}.${String(update.events.indexOf(event))}`);
    const away = this.away ?? { for: Math.max(this.#room.wasLostFor, behind), lines: [], events: [] };
    this.away = { ...away, lines: [...away.lines, ...told.filter((line) => of.includes(line.id))], events: [...away.events, ...events] };
  }

  /** Between hands: chips that wait are added. */
  #handIsOver(view: TableView): void {
    const amount = this.toAdd ?? (settings.autoTopUp ? automatic(view, this.#room.wallet()) : undefined);
    this.toAdd = undefined;
    if (amount !== undefined && amount > 0) this.ask({ do: 'top_up', amount });
  }

  /** What happened goes into the log. */
  #tell(update: Update, view: TableView): Line[] {
    for (const event of update.events) {
      if (event.e === 'sat') this.#names.set(event.seat, event.name);
      if (event.e === 'opened') for (const one of event.players) this.#names.set(one.seat, one.name);
    }
    const told = lines(update, { names: this.#names, own: view.own, deal: view.stakes.deal, blinds: view.stakes.blinds.length, bigBlind: view.stakes.blinds.at(-1), overBlind: view.stakes.over_blind_word, playing: isOn(view) });
    this.log = [...this.log, ...told].slice(-MOST_LINES);
    return told;
  }

  presence(person: number, connected: boolean, left: number | undefined): void {
    if (this.known) this.known = presence(this.known, person, connected, left);
  }

  /** The room's answer to something asked from here. */
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

  /** All that was missed is here. */
  caughtUp(): void {
    this.#wasGone = false;
    this.#tellFate();
  }

  #tellFate(): void {
    if (this.#fate === undefined) return;
    const { sent, well } = this.#fate;
    this.#fate = undefined;
    const since = this.log.filter((line) => line.number > sent.number && line.fact?.own === true);
    this.told = fate(sent.wish, sent.turn?.facing ?? 0, well, since, this.#word());
  }

  /** The program of the room was started anew since this page last spoke with it. */
  restarted(since: number): void {
    if (this.known) this.told = restarted(timeOfDay(since), this.known.view);
  }

  #word(): string | undefined {
    return this.known?.view.stakes.over_blind_word;
  }

  #stack(): number | undefined {
    const view = this.known?.view;
    return view?.chairs.find((one) => one.seat === view.own)?.stack;
  }

  /** A press on an act of the hand. Some are only taken at the second press, some too soon after a change. */
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

  /** What needs no second press any more: a button that was held long enough, or the second press by the keyboard. */
  hold(wish: Wish): void {
    const becomes = pressed(this.guard, JSON.stringify(wish), undefined, performance.now())[1];
    this.guard = disarmed(this.guard);
    this.told = becomes.what === 'again' && becomes.why === 'changed' ? plainly('care', changed(becomes.because)) : undefined;
    if (becomes.what === 'act') this.#act(wish);
  }

  /** Sends an act for the turn that is on. */
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

  /** Where the buttons stand now: somewhere else than just before, they take no press for a moment. */
  stands(place: Place | undefined): void {
    if (place !== undefined && isElsewhere(this.#place, place)) this.guard = moved(this.guard, performance.now());
    this.#place = place;
  }

  /** Something is chosen for the turn that is to come, or nothing any more. */
  choose(choice: Choice | undefined): void {
    const hand = this.known?.view.hand;
    this.told = undefined;
    this.pre = choice && hand ? { choice, hand: hand.hand, round: hand.round } : undefined;
  }

  /** Chips for the stack: at once between hands, and when the hand is over for who plays one. */
  topUp(amount: number): void {
    const view = this.known?.view;
    if (view && isPlaying(view)) this.toAdd = amount;
    else this.ask({ do: 'top_up', amount });
  }

  /** Something that is no act of a hand. */
  ask(wish: Wish): void {
    const request: Sent = { wish, turn: this.#meant(wish), number: this.known?.view.number ?? 0 };
    const [matter, send] = press<Sent, Answer>(this.matter, request, newKey(), performance.now());
    this.matter = matter;
    if (send) this.#send(matter);
  }

  /** An over-blind is for the hand that offers it: sent again after a lost line it is posted in no other. */
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

  /** The table is taken back here; while the line is lost, as soon as it is there. */
  useHere(): void {
    this.#wanted = true;
    if (!this.#room.send({ t: 'watch', table: this.table })) this.elsewhere = false;
  }

  /** Another page of this browser has the table. */
  get inOtherTab(): boolean {
    return this.elsewhere && this.#share.holder !== undefined;
  }

  /** Where it is played, where that is not here. */
  get where(): 'tab' | 'device' | undefined {
    return this.inOtherTab ? 'tab' : this.elsewhere ? 'device' : undefined;
  }

  /** The player took the table over in another place. */
  taken(): void {
    this.elsewhere = true;
    this.#wanted = false;
    const since = Date.now();
    this.#share = { ...this.#share, since };
    this.#room.tell({ is: 'waits', table: this.table, since });
  }

  /** Another page of this browser said something of the table. */
  hears(said: Said): void {
    const [share, todo] = heard(this.#share, said);
    this.#share = share;
    if (said.is === 'has') window.clearTimeout(this.#seeing);
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

  /** Somebody looks at this page again: another one that had the table may have ended without a word. */
  look(): void {
    if (!this.inOtherTab) return;
    this.#room.tell({ is: 'waits', table: this.table, since: this.#share.since ?? 0 });
    this.#see();
  }

  /** This page is shown again as it was left: what was played in it is. */
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

  /** The time bank is used by itself, for who chose that. */
  #bank(line: State): void {
    const turn = this.known?.view.turn;
    if (!settings.autoBank || !turn || !this.mine || turn.showing || turn.bank_ms === 0 || !mayAct(line)) return;
    if (this.left !== undefined && this.left <= BANK_AT && this.act.phase !== 'sent') this.#act({ do: 'use_time_bank' });
  }

  /** The line is up again: the table is asked for, and so is everything that got no answer. */
  reopen(): void {
    if (this.elsewhere && !this.#wanted) return;
    this.#before = [];
    this.#wasGone = this.known !== undefined;
    // Who has nothing yet asks for the hand so far.
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
    // The room began to count when it sent this: half of the way there and back ago.
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
