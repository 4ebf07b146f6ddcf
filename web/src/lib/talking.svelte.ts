// The talk at one table, live: what was said, what the viewer has read, and the line that is under way to the room.

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
  /** The line that is under way, or what became of the last one. */
  saying: Phase<string, Answer> = $state.raw({ phase: 'idle' });
  /** What the viewer has written and not sent, kept while another tab is looked at. */
  draft = $state('');
  #read = $state(0);
  /** The first frame says what was said before: none of it is new. */
  #told = false;

  constructor(table: number, send: (request: Request) => void, own: () => number | undefined) {
    this.#table = table;
    this.#send = send;
    this.#own = own;
  }

  /** The lines that the viewer wants to see, oldest first. */
  get lines(): ChatLine[] {
    return shown(this.talk, settings);
  }

  /** How many of them are new. */
  get unread(): number {
    return unread(this.lines, this.#read, this.#own());
  }

  /** The number of the viewer, where somebody is signed in. */
  get own(): number | undefined {
    return this.#own();
  }

  /** The room told what was said. */
  take(told: Chat): void {
    this.talk = heard(this.talk, told);
    if (!this.#told) this.read();
    this.#told = true;
  }

  /** Everything so far has been read. */
  read(): void {
    const last = lastOf(this.talk.lines);
    if (last !== this.#read) this.#read = last;
  }

  /** Says something. The words are kept until the room has taken them. */
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

  /** The room's answer to something said from here. */
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

  /** The line is up again: what has no answer is sent again with its key. */
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
