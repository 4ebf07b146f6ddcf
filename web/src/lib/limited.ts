// A field takes what is typed, whole, and says by itself when that is more than the room takes.

import type { Attachment } from 'svelte/attachments';
import { tooLong } from '../words/page.ts';

/** Why so much text is not taken; nothing where it is. */
export function whyTooLong(text: string, most: number): string {
  const has = [...text.trim()].length;
  return has > most ? tooLong(most, has) : '';
}

/** Its form is not sent while the field has more than so many characters. */
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
