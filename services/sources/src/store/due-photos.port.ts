import type { JobPass } from '@numscope/contracts';

/** Photos of a kept answer that could not be fetched, by the answer that lacks them. Times in milliseconds. */
export interface DuePhotos {
  /** The observation's id. */
  id: string;
  phone: string;
  source: string;
  account: string | null;
  job: JobPass;
  run: number;
  /** When the source answered. */
  answeredAt: number;
  /** What the source calls them; none once they are given up. */
  references: string[];
  /** Photos that the answer has. */
  total: number;
  /** Those of them that nobody will get. */
  lost: number;
  /** How often they were tried later than with the answer. */
  tries: number;
  /** When they are tried again; null: they were given up. */
  dueAt: number | null;
}

/** Photos of one source: that are to be tried again, and that were given up lately. */
export interface PhotoCounts {
  waiting: number;
  givenUp: number;
}

export interface DuePhotoStore {
  /** Some that are due, which are nobody else's until `leaseUntil`. */
  takeDuePhotos(now: number, leaseUntil: number, limit: number): Promise<DuePhotos[]>;
  /** Has these on until `leaseUntil`; @returns the ids of those that were still nobody else's: leased until `leasedUntil` */
  renewDuePhotos(ids: readonly string[], leasedUntil: number, leaseUntil: number): Promise<string[]>;
  duePhotoCounts(source: string): Promise<PhotoCounts>;
  /** Forgets those that were given up, of answers from before then. */
  forgetGivenUpPhotos(before: number): Promise<void>;
}
