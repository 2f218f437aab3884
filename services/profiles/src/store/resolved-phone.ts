import type { PhoneResolved } from '@numscope/contracts';
import type { KeptObservation } from '../domain/observation.ts';

/** One event of the sources, as the store takes it. */
export interface ResolvedPhone {
  eventId: string;
  /** When the event was made. */
  resolvedAt: number;
  trace?: string | undefined;
  data: Pick<PhoneResolved, 'phone' | 'job' | 'status' | 'late'> & {
    observations: Array<PhoneResolved['observations'][number] & Pick<KeptObservation, 'since'>>;
  };
  /** An import belongs to a job, but no pass of it waits to be told. */
  imported?: boolean;
  /** Id and creation time of a profile that comes whole; one that is there keeps its own. */
  identity?: { id: string; createdTimestamp: number };
}
