// The player's part in the shuffle: a value for the cut.

/** 32 random bytes from this device as hexadecimal digits. */
export function newValue(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
