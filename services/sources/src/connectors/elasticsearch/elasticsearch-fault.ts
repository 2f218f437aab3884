import { errors } from '@elastic/elasticsearch';
import { SourceFault } from '../connector.port.ts';
import { tooOften } from '../http/too-often.ts';

/** What the client's error means. Only the kind is told, and what Elasticsearch says of a query: never the address. */
export function elasticsearchFault(error: unknown, timeoutMs: number, now: number): SourceFault {
  if (error instanceof SourceFault) return error;
  if (error instanceof errors.TimeoutError)
    return new SourceFault(`did not answer within ${timeoutMs} ms`, { kind: 'NETWORK', retry: true, unwell: true });
  if (error instanceof errors.RequestAbortedError)
    return new SourceFault('sent more than is taken', { kind: 'MAPPING' });
  if (!(error instanceof errors.ResponseError))
    return new SourceFault('cannot be reached', { kind: 'NETWORK', retry: true, unwell: true });
  const status = error.statusCode ?? 0;
  if (status === 401 || status === 403) return new SourceFault(`refuses its key (${status})`, { kind: 'WRONG_KEY' });
  if (status === 429) return tooOften('is asked too often (429)', error.headers ?? {}, now);
  if (status >= 500) return new SourceFault(`failed with status ${status}`, { retry: true, unwell: true });
  return new SourceFault(`cannot run its query: ${error.message.slice(0, 300)}`, { kind: 'MAPPING' });
}
