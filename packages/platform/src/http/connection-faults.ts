import { codeOf } from '../errors.ts';

const notSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const lost = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
const late = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/**
 * What became of a request whose answer never came: nothing of it was sent, the connection was lost on the way, or
 * nobody answered in time.
 */
export function connectionFault(error: unknown): 'not sent' | 'lost' | 'late' | null {
  const code = String(codeOf(error));
  if (notSent.has(code)) return 'not sent';
  if (lost.has(code)) return 'lost';
  return late.has(code) ? 'late' : null;
}
