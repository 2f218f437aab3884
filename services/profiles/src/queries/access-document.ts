import { type AccessDocument, calls, type Profile } from '@numscope/contracts';
import type * as z from 'zod';
import type { ProfilesDeps } from '../deps.ts';
import { picturesOf } from '../domain/fold-profile.ts';
import { observationsOfPhone } from './observations-of-phone.ts';

const MOST_ENTRIES = 1000;

/** A search also finds longer numbers and prefixes that begin like this one. */
const isEntryOf = (entry: string, phone: string): boolean =>
  entry.endsWith('*') ? phone.startsWith(entry.slice(0, -1)) : entry === phone;

/** Everything that is known of a number, from every service that keeps something of it. */
export async function accessDocument(
  deps: ProfilesDeps,
  phone: string,
  requestId: string,
): Promise<z.input<typeof AccessDocument>> {
  const { client, store, kit } = deps;
  const [[text], observations, jobs, faceVerdicts, near, audit] = await Promise.all([
    store.profiles([phone]),
    observationsOfPhone(deps, phone, requestId),
    client.call(calls.jobsOfPhone, { body: { phone }, requestId }),
    store.saidOfFaces(phone),
    client.call(calls.listedNumbers, { query: { text: phone, size: MOST_ENTRIES }, requestId }),
    client.call(calls.auditOfPhone, { body: { phone }, requestId, timeoutMs: 30_000 }),
  ]);
  // As the store itself writes it.
  const profile = text === undefined ? null : (JSON.parse(text) as Profile);
  return {
    phone,
    madeAt: kit.clock.now(),
    profile,
    observations: observations.sort((a, b) => a.at - b.at),
    jobs,
    pictures: picturesOf(profile),
    faceVerdicts,
    listed: near.content.filter(({ entry }) => isEntryOf(entry, phone)),
    audit,
  };
}
