const [OPEN, COMMA, CLOSE] = [0x5b, 0x2c, 0x5d];

/** JSON texts, each as UTF-8 bytes, as one JSON array: copied, never read as text. */
export function jsonArrayBytes(items: readonly Uint8Array[]): Uint8Array {
  const length = items.reduce((sum, item) => sum + item.length, 0) + Math.max(0, items.length - 1) + 2;
  const bytes = new Uint8Array(length);
  let at = 0;
  bytes[at++] = OPEN;
  for (const [place, item] of items.entries()) {
    if (place > 0) bytes[at++] = COMMA;
    bytes.set(item, at);
    at += item.length;
  }
  bytes[at] = CLOSE;
  return bytes;
}
