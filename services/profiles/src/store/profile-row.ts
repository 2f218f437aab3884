import type { Profile } from '@numscope/contracts';
import type { JobRef, KeptObservation } from '../domain/observation.ts';
import type { SourceVerdict } from '../domain/source-verdicts.ts';

/** A profile as it is kept, in memory. `profile` is null only before it is folded for the first time. */
export interface ProfileRow {
  phone: string;
  id: string;
  /** Grows with every change; for a new profile that of what was there before, or 0. */
  revision: number;
  created: number;
  country: string;
  jobs: JobRef[];
  profile: Profile | null;
  /** Whether it is known to be what `planProfile` makes of the observations. */
  isPlan: boolean;
  observations: readonly KeptObservation[];
  /** How each source stands in it. */
  verdicts: readonly SourceVerdict[];
  /**
   * What the store has beside it by other keys; null for a new profile. Its `verdicts` are null where a version before
   * wrote it, which counted none. `isOfOtherRules`: it was another profile when it was written, of which nothing is left.
   */
  kept: {
    country: string;
    images: readonly string[];
    verdicts: readonly SourceVerdict[] | null;
    isOfOtherRules: boolean;
  } | null;
  /** Whether the store has another state, or none. */
  changed: boolean;
}
