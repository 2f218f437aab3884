import { hash, randomUUIDv7 } from 'node:crypto';

/** A new UUIDv7 (RFC 9562): unique, and in order of time. */
export const newId = (): string => randomUUIDv7();

/** A new UUIDv7 as of a moment in milliseconds, which its first 48 bits are. */
export function newIdAt(at: number): string {
  const moment = at.toString(16).padStart(12, '0');
  return `${moment.slice(0, 8)}-${moment.slice(8)}${randomUUIDv7().slice(13)}`;
}

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

/** The moment of an id that `newId` made, in milliseconds; null of any other. */
export const momentOfId = (id: string): number | null =>
  version7.test(id) ? parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;

/** The same text always gives the same id: for events that a repeat must not double. 32 hex digits of a SHA-256. */
export const stableId = (text: string): string => hash('sha256', text, 'hex').slice(0, 32);
