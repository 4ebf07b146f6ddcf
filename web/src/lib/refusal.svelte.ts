// A refused form: the refusal is shown at its field, the field gets the focus, and the refusal goes away when
// the field is changed.

import { tick } from 'svelte';
import { type NotDone, sentence } from './api.ts';
import type { Field } from './doors.ts';
import { differ } from '../words/password.ts';

/** What was refused in a form, and why. */
export class Refusal {
  /** What the room answered. */
  refused: NotDone | undefined = $state.raw();
  /** The password and its repetition differ: the room was not asked. */
  differ = $state(false);
  /** The field that was refused; undefined for the whole form. */
  field: Field | undefined = $state();
  #id: string;
  #form: () => HTMLFormElement | undefined;

  /** `id` is the prefix of the ids of the elements that describe the fields. */
  constructor(id: string, form: () => HTMLFormElement | undefined) {
    this.#id = id;
    this.#form = form;
  }

  /** Clears the refusal. */
  clear(): void {
    this.refused = this.field = undefined;
    this.differ = false;
  }

  /** For `aria-invalid`. */
  wrong = (of: Field): true | undefined => (this.field === of ? true : undefined);

  /** For `aria-describedby`. */
  describes = (of: Field): string | undefined => (this.field === of ? `${this.#id}-${of}` : undefined);

  whyAt = (of: Field): string | undefined => (this.field !== of ? undefined : this.differ ? differ : this.refused && sentence(this.refused));

  /** Shows the refusal at its field, and moves the focus there. */
  async points(of: Field | undefined): Promise<void> {
    this.field = of;
    await tick();
    if (of !== undefined) this.#form()?.querySelector<HTMLElement>(`[name=${of}]`)?.focus();
  }

  /**
   * A refusal is about what was sent: it goes away when its field is changed, one about the whole form on any
   * change.
   */
  changes = (event: Event): void => {
    const { name: of } = event.target as HTMLInputElement;
    if (this.field !== undefined && of !== this.field && !(this.field === 'again' && of === 'password')) return;
    this.clear();
  };
}
