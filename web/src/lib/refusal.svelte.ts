// A form that was refused: the refusal stands at its field, the field is gone to, and it goes when its field is changed.

import { tick } from 'svelte';
import { type NotDone, sentence } from './api.ts';
import type { Field } from './doors.ts';
import { differ } from '../words/password.ts';

/** What of a form was refused, and why. */
export class Refusal {
  /** What the room said. */
  refused: NotDone | undefined = $state.raw();
  /** The password and the same again are not the same: the room was not asked. */
  differ = $state(false);
  /** The field that was refused; the whole form where there is none. */
  field: Field | undefined = $state();
  #id: string;
  #form: () => HTMLFormElement | undefined;

  /** `id` begins the names of what describes the fields. */
  constructor(id: string, form: () => HTMLFormElement | undefined) {
    this.#id = id;
    this.#form = form;
  }

  /** Nothing is refused. */
  clear(): void {
    this.refused = this.field = undefined;
    this.differ = false;
  }

  /** For `aria-invalid`. */
  wrong = (of: Field): true | undefined => (this.field === of ? true : undefined);

  /** For `aria-describedby`. */
  describes = (of: Field): string | undefined => (this.field === of ? `${this.#id}-${of}` : undefined);

  whyAt = (of: Field): string | undefined => (this.field !== of ? undefined : this.differ ? differ : this.refused && sentence(this.refused));

  /** What was refused stands at its field, and the field is gone to. */
  async points(of: Field | undefined): Promise<void> {
    this.field = of;
    await tick();
    if (of !== undefined) this.#form()?.querySelector<HTMLElement>(`[name=${of}]`)?.focus();
  }

  /** A refusal is of what was sent: it goes when its field is changed, and that of the whole form with anything. */
  changes = (event: Event): void => {
    const { name: of } = event.target as HTMLInputElement;
    if (this.field !== undefined && of !== this.field && !(this.field === 'again' && of === 'password')) return;
    this.clear();
  };
}
