import { limits } from '@numscope/contracts';
import { callBlob, type Criteria, type SaidPurpose, type Sorting } from '@numscope/ui';
import { firstMatches, searchBody } from '../results/use-found.ts';

interface Export {
  /** How many the search has found. */
  total: number;
  said: SaidPurpose;
  signal: AbortSignal;
}

/**
 * The first thousand that match, as the server answers them. They are asked for as an export, so that the audit knows it
 * for one; where more match, the server takes no filter but the numbers.
 */
export async function exportedMatches(
  criteria: Criteria,
  sort: Sorting,
  { total, said, signal }: Export,
): Promise<Blob> {
  const body =
    total <= limits.exportProfiles
      ? searchBody(criteria, sort)
      : { phones: (await firstMatches(criteria, sort, { signal })).map(({ phone }) => phone) };
  return callBlob('exportProfiles', { query: said, body }, { signal });
}
