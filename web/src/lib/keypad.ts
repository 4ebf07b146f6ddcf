// The keypad of the sheet: what stands in the field after a key of it.

/** The keys in the order in which they stand. */
export const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0', '⌫'] as const;
export type PadKey = (typeof KEYS)[number];

/** Longer amounts than these digits there are not. */
const MOST_DIGITS = 13;

/** What stands there after a key. The first key of a decision begins a new amount; a nought does not begin one. */
export function typedOn(typed: string, key: PadKey, fresh: boolean): string {
  if (key === '⌫') return fresh ? '' : typed.slice(0, -1);
  const digits = fresh ? '' : typed.replaceAll(/\D/g, '');
  const next = `${digits}${key}`.replace(/^0+/, '');
  return next.length > MOST_DIGITS ? digits : next;
}
