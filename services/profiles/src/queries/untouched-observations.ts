import { apiError, limits, type ObservationAsIs, requiredParameter } from '@numscope/contracts';
import type { SearchIndex } from '@numscope/platform';
import type { ProfilesDeps } from '../deps.ts';
import { emailTerm } from '../search/terms.ts';
import { observationsOfPhone } from './observations-of-phone.ts';

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

/** Bytes of the raw answers among these. */
const rawBytesOf = (observations: readonly ObservationAsIs[]): number =>
  observations.reduce((sum, { raw }) => sum + (raw === undefined ? 0 : Buffer.byteLength(JSON.stringify(raw))), 0);

/**
 * All answers about a number and about the numbers of an email, as their sources gave them, oldest first. Raw
 * answers for which there is no room are left out, with their size.
 * @throws ApiError REQUIRED_PARAMETER without either; NOT_FOUND for a number about which nobody was asked
 */
export async function untouchedObservations(
  deps: ProfilesDeps,
  { phone, email, requestId }: { phone?: string | undefined; email?: string | undefined; requestId: string },
): Promise<ObservationAsIs[]> {
  const isEmailGiven = email !== undefined && email.trim() !== '';
  if (phone === undefined && !isEmailGiven) throw requiredParameter('phone', 'individualExportAsIs');
  const phones = new Set([
    ...(phone === undefined ? [] : [phone]),
    ...(isEmailGiven ? await phonesOfEmail(deps.index, email) : []),
  ]);
  const all: ObservationAsIs[] = [];
  let room = limits.asIsRawBytes;
  for (const each of phones) {
    const found = await observationsOfPhone(deps, each, requestId, room);
    room = Math.max(0, room - rawBytesOf(found));
    all.push(...found);
  }
  if (all.length === 0) throw apiError('NOT_FOUND');
  return all.sort((a, b) => a.at - b.at);
}
