import type { ImportedProfile, ProfileName, UnitedName } from '@numscope/contracts';
import { IMPORT } from '@numscope/contracts/lists';
import type { JobRef } from '../domain/observation.ts';
import type { ResolvedPhone } from '../store/profile-store.port.ts';

/** As much as a source without a stated trust. */
const TRUST = 0.5;

interface Import {
  id: string;
  at: number;
  job: JobRef;
  /** When it came, by the clock of events. */
  resolvedAt: number;
}

/** An exported name stands once, with its forms: each of them was said. */
const everyForm = ({ name, type, forms = [name] }: UnitedName): ProfileName[] =>
  forms.map((form) => ({ name: form, type }));

/**
 * Imported profiles as what the source IMPORT says of their numbers. Of two rows about one number the later counts.
 * `first`: the place of the first in its import.
 */
export function importedPhones(
  profiles: readonly ImportedProfile[],
  { id, at, job, resolvedAt }: Import,
  first = 0,
): ResolvedPhone[] {
  return profiles.map(({ phone, names, images, line, numbering, ...fields }, place) => {
    const row = `${id}-${String(first + place).padStart(6, '0')}`;
    const all = {
      ...(names ? { names: names.flatMap(everyForm) } : {}),
      ...fields,
      ...(images ? { photos: images } : {}),
      ...(line ? { line } : {}),
      ...(numbering ? { numbering } : {}),
    };
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
    return {
      eventId: row,
      resolvedAt,
      imported: true,
      data: { phone, job: { ...job, pass: 0 }, status: 'FOUND', observations: [observation] },
    };
  });
}
