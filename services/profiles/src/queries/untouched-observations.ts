import { apiError, calls, limits, type Observation, requiredParameter } from '@numscope/contracts';
import type { SearchIndex, ServiceClient } from '@numscope/platform';
import { emailTerm } from '../search/terms.ts';

/** The phones of the profiles that have exactly this email. */
async function phonesOfEmail(index: SearchIndex, email: string): Promise<string[]> {
  const term = emailTerm(email);
  if (!term) return [];
  const must = [[{ field: 'email' as const, all: [term], prefix: false }]];
  const hits = await index.search({
    must,
    should: [],
    offset: 0,
    limit: limits.exportProfiles,
    countUpTo: limits.exportProfiles,
  });
  return hits.phones;
}

/**
 * All answers about a number, or about the numbers of an email, as their sources gave them.
 * @throws ApiError REQUIRED_PARAMETER without either
 */
export async function untouchedObservations(
  client: ServiceClient,
  index: SearchIndex,
  { phone, email, requestId }: { phone?: string | undefined; email?: string | undefined; requestId: string },
): Promise<Observation[]> {
  if (phone === undefined && email === undefined) throw requiredParameter('phone', 'individualExportAsIs');
  const phones = phone === undefined ? await phonesOfEmail(index, email ?? '') : [phone];
  const all: Observation[] = [];
  for (const each of phones)
    all.push(...(await client.call(calls.observationsAsIs, { query: { phone: each }, requestId })));
  if (all.length === 0) throw apiError('NOT_FOUND');
  return all;
}
