import type { ImportedProfile } from '@numscope/contracts';
import { IMPORT } from '@numscope/contracts/lists';
import type { JobRef } from '../domain/observation.ts';
import type { ResolvedPhone } from '../store/profile-store.port.ts';

/** As much as a source without a stated trust. */
const TRUST = 0.5;

/** Imported profiles as what the source IMPORT says of their numbers. Of two rows about one number the later counts. */
export function importedPhones(profiles: readonly ImportedProfile[], id: string, at: number, job: JobRef): ResolvedPhone[] {
  return profiles.map(({ phone, images, numbering, ...fields }, place) => {
    const row = `${id}-${String(place).padStart(6, '0')}`;
    const all = { ...fields, ...(images ? { photos: images } : {}), ...(numbering ? { numbering } : {}) };
    const observation = {
      id: row,
      phone,
      source: IMPORT,
      account: null,
      at,
      cached: false,
      status: 'FOUND' as const,
      fields: all,
      trust: TRUST,
    };
    return { eventId: row, imported: true, data: { phone, job: { ...job, pass: 0 }, status: 'FOUND', observations: [observation] } };
  });
}
