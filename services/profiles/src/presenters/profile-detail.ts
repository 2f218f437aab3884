import type { ProfileDetail } from '@numscope/contracts';
import type { z } from 'zod';
import type { KeptObservation } from '../domain/observation.ts';
import type { StoredProfile } from '../store/profile-store.port.ts';

type DetailSource = z.infer<typeof ProfileDetail>['sources'][number];

const sourceView = ({ source, at, observedAt, cached, status, message, fields }: KeptObservation): DetailSource => ({
  lmSource: source,
  at,
  observedAt: observedAt ?? null,
  cached,
  status,
  ...(message === undefined ? {} : { message }),
  profile: fields,
});

/** A profile with what each source says, as JSON. */
export const detailText = ({ profile, observations }: StoredProfile): string =>
  `{"target":${profile},"sources":${JSON.stringify(observations.map(sourceView))}}`;
