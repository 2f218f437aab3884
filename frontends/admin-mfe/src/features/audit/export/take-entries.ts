import { LOWER_BOUND_HEADER, TOTAL_HEADER } from '@numscope/contracts';
import { callApi, callStream, type SaidPurpose } from '@numscope/ui';
import { type auditFilter, exportBody } from '../audit-view.ts';

/** How many matched when the entries were taken. */
export interface MatchingEntries {
  count: number;
  /** Counting stopped there: more match than that. */
  atLeast: boolean;
}

export interface TakenEntries {
  file: Blob;
  /** Null where the server does not tell it. */
  matching: MatchingEntries | null;
}

function matchingIn({ headers }: Response): MatchingEntries | null {
  const total = headers.get(TOTAL_HEADER);
  return total === null ? null : { count: Number(total), atLeast: headers.get(LOWER_BOUND_HEADER) === 'true' };
}

/** The entries that match when they are asked for, of more than a file takes the newest, as the server writes them. */
export async function takeEntries(
  type: 'csv' | 'json',
  filter: ReturnType<typeof auditFilter>,
  said: SaidPurpose,
  signal: AbortSignal,
): Promise<TakenEntries> {
  // The screen may be hours old.
  const { totalElements } = await callApi('searchAudit', { body: { ...filter, page: 0, size: 1 } }, { signal });
  const body = exportBody(filter, totalElements);
  const answer = await callStream('exportAudit', { params: { type }, query: said, body }, { signal });
  return { file: await answer.blob(), matching: matchingIn(answer) };
}
