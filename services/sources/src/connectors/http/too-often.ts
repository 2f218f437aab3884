import { retryAfterMs } from '../../domain/limits/retry.ts';
import { SourceFault } from '../connector.port.ts';

/** What a 429 means: everybody leaves the source alone, for as long as its headers say. */
export function tooOften(message: string, headers: Readonly<Record<string, unknown>>, now: number): SourceFault {
  const header = headers['retry-after'];
  const holdMs = retryAfterMs(typeof header === 'string' ? header : undefined, now);
  return new SourceFault(message, {
    kind: 'QUOTA',
    retry: true,
    isTooOften: true,
    ...(holdMs === null ? {} : { holdMs }),
  });
}
