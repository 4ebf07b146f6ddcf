// The chat of one table, live: the messages, what the viewer has read, and the message on its way to the
// room.

import { type Phase, answered, newKey, pass, press, reopened } from './action.ts';
import { SILENCE, type Talk, heard, lastOf, shown, unread } from './chat.ts';
import type { State } from './connection.ts';
import { settings } from './settings.svelte.ts';
import type { Answer, Chat, ChatLine, Request } from '../wire/wire.ts';

export class Talking {
  readonly #table: number;
  readonly #send: (request: Request) => void;
  readonly #own: () => number | undefined;
  talk: Talk = $state.raw(SILENCE);
  /** The message on its way, or the outcome of the last one. */
  saying: Phase<string, Answer> = $state.raw({ phase: 'idle' });
  /** What the viewer has written and not sent, preserved while another tab is open. */
  draft = $state('');
  #read = $state(0);
  /** Whether the first frame has come: its messages were there before, so none of them is new. */
  #received = false;

  constructor(table: number, send: (request: Request) => void, own: () => number | undefined) {
    this.#table = table;
    this.#send = send;
    this.#own = own;
  }

  /** The messages that the viewer wants to see, oldest first. */
  get lines(): ChatLine[] {
    return shown(this.talk, settings);
  }

  /** How many of them are new. */
  get unread(): number {
    return unread(this.lines, this.#read, this.#own());
  }

  /** The viewer's number, if somebody is signed in. */
  get own(): number | undefined {
    return this.#own();
  }

  /** Takes in messages from the room. */
  take(update: Chat): void {
    this.talk = heard(this.talk, update);
    if (!this.#received) this.read();
    this.#received = true;
  }

  /** Marks everything so far as read. */
  read(): void {
    const last = lastOf(this.talk.lines);
    if (last !== this.#read) this.#read = last;
  }

  /** Sends a message. The words are preserved until the room has accepted them. */
  say(text: string): void {
    const words = text.trim();
    if (words === '') return;
    const [saying, send] = press<string, Answer>(this.saying, words, newKey(), performance.now());
    this.saying = saying;
    if (send) this.#again();
  }

  /** A refusal was read, or the words were changed. */
  forget(): void {
    if (this.saying.phase === 'refused') this.saying = { phase: 'idle' };
  }

  /** The room's answer to a message sent from here. */
  answer(answer: Answer): void {
    const before = this.saying;
    this.saying = answered(before, answer.key, answer.ok, answer);
    // What was written meanwhile stays.
    if (this.saying.phase === 'accepted' && before.phase === 'sent' && this.draft.trim() === before.request) this.draft = '';
  }

  tick(line: State, now: number): void {
    const [saying, again] = pass(this.saying, line, now);
    this.saying = saying;
    if (again) this.#again();
  }

  /** The connection is back: a message without an answer is sent again with its key. */
  reopen(now: number): void {
    const [saying, again] = reopened(this.saying, now);
    this.saying = saying;
    if (again) this.#again();
  }

  #again(): void {
    if (this.saying.phase !== 'sent') return;
    this.#send({ t: 'say', table: this.#table, key: this.saying.key, text: this.saying.request });
  }
}
