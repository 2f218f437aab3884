import { SourceFault } from '../connector.port.ts';

const timeouts: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']);

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** What a failed transport means. Only the kind of the fault is told: messages of the transport may hold addresses. */
export function transportFault(error: unknown, timeoutMs: number): SourceFault {
  if (error instanceof SourceFault) return error;
  const code = codeOf(error) || codeOf(error instanceof Error ? error.cause : undefined);
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError' || timeouts.has(code))
    return new SourceFault(`did not answer within ${timeoutMs} ms`, { retry: true, unwell: true });
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new SourceFault('sent more than is taken');
  return new SourceFault(`cannot be reached${/^[A-Z0-9_]+$/.test(code) ? ` (${code})` : ''}`, { unwell: true });
}
