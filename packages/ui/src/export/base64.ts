const CHUNK = 0x8000;

/** Bytes in base64. */
export function base64Of(bytes: Uint8Array): string {
  let binary = '';
  // As many arguments as every engine takes.
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}
