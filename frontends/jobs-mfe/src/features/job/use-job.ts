import { ApiFailure } from '@numscope/client';
import { useCall } from '@numscope/ui';

/**
 * One job by number or id, kept in step by the websocket. `gone`: there is none, or none any more; what was shown of it
 * until then counts no longer.
 */
export function useJob(ref: string) {
  const query = useCall('getJob', { params: { number: ref } }, { quiet: true, keep: false });
  return { query, gone: query.error instanceof ApiFailure && query.error.status === 404 };
}
