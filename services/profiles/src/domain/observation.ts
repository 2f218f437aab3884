import type { Observation } from '@numscope/contracts';

/** An observation as a profile keeps it: the untouched answer and the account stay with the sources. */
export type KeptObservation = Omit<Observation, 'raw' | 'phone' | 'account'> & {
  /** Since when its source says the same of the holder, where it said so before; else the time of this answer. */
  since?: number;
  /** What its source said otherwise before, the newest answer of each, newest first. */
  former?: KeptObservation[];
};

/** When an observation was so, as far as anybody knows: as its source tells it, else when it was asked. */
export const timeOf = ({ observedAt, at }: Pick<KeptObservation, 'at' | 'observedAt'>): number => observedAt ?? at;

/** All that is kept of a number, what its sources said before among it. */
export const allKept = (observations: readonly KeptObservation[]): KeptObservation[] =>
  observations.flatMap(({ former = [], ...newest }) => [newest, ...former]);

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
