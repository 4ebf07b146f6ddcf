// The sheet's keypad: what is in the field after each key.

/** The keys in the order in which they are laid out. */
export const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0', '⌫'] as const;
export type PadKey = (typeof KEYS)[number];

/** No amount has more digits than this. */
const MOST_DIGITS = 13;

/**
 * The field's content after a key. The first key of a decision starts a new amount; an amount cannot start
 * with zero.
 */
export function typedOn(typed: string, key: PadKey, isFirst: boolean): string {
  if (key === '⌫') return isFirst ? '' : typed.slice(0, -1);
  const digits = isFirst ? '' : typed.replaceAll(/\D/g, '');
  const next = `${digits}${key}`.replace(/^0+/, '');
  return next.length > MOST_DIGITS ? digits : next;
}
