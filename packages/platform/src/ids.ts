import { createHash, randomUUIDv7 } from 'node:crypto';

/** A new UUIDv7 (RFC 9562): unique, and in order of time. */
export const newId = (): string => randomUUIDv7();

/** The same text always gives the same id: for events that a repeat must not double. 32 hex digits of a SHA-256. */
export const stableId = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
