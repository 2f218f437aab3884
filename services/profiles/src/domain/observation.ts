import type { Observation } from '@numscope/contracts';

/** An observation as a profile keeps it: the untouched answer and the account stay with the sources. */
export type KeptObservation = Omit<Observation, 'raw' | 'phone' | 'account'>;

/** The job passes a number was found in, by id and number. */
export interface JobRef {
  id: string;
  number: number;
}

/** What does not come from observations. */
export interface ProfileIdentity {
  id: string;
  phone: string;
  createdTimestamp: number;
  jobs: readonly JobRef[];
}
