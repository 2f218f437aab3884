import { calls, limits, type ObservationAsIs } from '@numscope/contracts';
import type { ProfilesDeps } from '../deps.ts';
import { allKept } from '../domain/observation.ts';

/**
 * All answers about a number as their sources gave them, in no order. What sources do not keep, the numbering plan's and
 * what was imported, is as it came to the profile.
 * @param rawBytes - the room for raw answers: those that do not fit are left out, with their size
 */
export async function observationsOfPhone(
  { client, store }: Pick<ProfilesDeps, 'client' | 'store'>,
  phone: string,
  requestId: string,
  rawBytes: number = limits.asIsRawBytes,
): Promise<ObservationAsIs[]> {
  const said = await client.call(calls.observationsAsIs, { query: { phone, rawBytes }, requestId });
  const [profile] = await store.details([phone]);
  const ids = new Set(said.map(({ id }) => id));
  const others = allKept(profile?.observations ?? []).filter(({ id }) => !ids.has(id));
  return [...said, ...others.map(({ since: _since, ...kept }) => ({ ...kept, phone, account: null }))];
}
