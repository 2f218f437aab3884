import { SourceFault } from '../connector.port.ts';
import { tooMuch } from './answer-bounds.ts';

const timeouts: ReadonlySet<string> = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
]);

/** A property of whatever was thrown, as text. Not by its class: a DOMException of another realm is no Error here. */
const told = (error: unknown, property: 'name' | 'code'): string =>
  typeof error === 'object' && error !== null && property in error ? String(Object(error)[property]) : '';

/** What a failed transport means. Only the kind of the fault is told: messages of the transport may hold addresses. */
export function transportFault(error: unknown, timeoutMs: number): SourceFault {
  if (error instanceof SourceFault) return error;
  const code = told(error, 'code') || told(error instanceof Error ? error.cause : undefined, 'code');
  if (told(error, 'name') === 'TimeoutError' || timeouts.has(code))
    return new SourceFault(`did not answer within ${timeoutMs} ms`, { kind: 'NETWORK', retry: true, unwell: true });
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return tooMuch();
  return new SourceFault(`cannot be reached${/^[A-Z0-9_]+$/.test(code) ? ` (${code})` : ''}`, {
    kind: 'NETWORK',
    unwell: true,
  });
}
