import type { JobState } from '../../domain/job-state.ts';
import type { JobDocument } from './documents.ts';

/** The document of a job that has no phones yet. */
export const documentOf = (job: JobState): JobDocument => ({
  ...job,
  _id: job.id,
  folded: job.name.toLowerCase(),
  revision: 0,
  shape: 0,
  parts: [],
  nextPart: 0,
  nextBlock: 0,
  joins: [],
  holds: true,
});
