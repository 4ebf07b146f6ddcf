// The player's part in the shuffle: a value for the cut.

/** 32 random bytes of this device in hexadecimal digits. */
export function newValue(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
