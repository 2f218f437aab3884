import type { Profile, SourceFields } from '@numscope/contracts';
import type { StoredProfile } from '../store/profile-store.port.ts';

/**
 * What one source alone says of each number: its own fields, beside the phone. Numbers that it knows nothing of are
 * left out.
 */
export const sourceFieldsOf = (
  stored: readonly StoredProfile[],
  source: string,
): Array<{ phone: string } & SourceFields> =>
  stored.flatMap(({ profile, observations }) => {
    const said = observations.find((observation) => observation.source === source && observation.status === 'FOUND');
    return said?.fields ? [{ phone: (JSON.parse(profile) as Profile).phone, ...said.fields }] : [];
  });
