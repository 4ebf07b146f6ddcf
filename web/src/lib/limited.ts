// A field accepts everything that is typed, and says by itself when that is more than the room accepts.

import type { Attachment } from 'svelte/attachments';
import { tooLong } from '../words/page.ts';

/** Why this much text is not accepted; empty where it is. */
export function whyTooLong(text: string, most: number): string {
  const has = [...text.trim()].length;
  return has > most ? tooLong(most, has) : '';
}

/** The field's form is not sent while the field has more than `most` characters. */
export const atMost =
  (most: number): Attachment<HTMLInputElement | HTMLTextAreaElement> =>
  (field) => {
    const judge = (): void => {
      const why = whyTooLong(field.value, most);
      field.setCustomValidity(why);
      if (why === '') field.removeAttribute('aria-invalid');
      else field.setAttribute('aria-invalid', 'true');
    };
    judge();
    field.addEventListener('input', judge);
    return () => {
      field.removeEventListener('input', judge);
    };
  };
