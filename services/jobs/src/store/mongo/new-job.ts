import type { JobDocument } from './documents.ts';

type Given = Pick<JobDocument, 'id' | 'key' | 'number' | 'name' | 'created_on' | 'created_by'> & Partial<JobDocument>;

/** A job that nothing has happened to yet. */
export const newJob = (given: Given): JobDocument => ({
  _id: given.id,
  folded: given.name.toLowerCase(),
  status: 'CREATED',
  type: 'REGULAR',
  subtype: 'SINGLE',
  iteration: 1,
  pass: 1,
  pass_due: false,
  pass_begun: null,
  next_run_at: null,
  run: 0,
  main: false,
  schedule: null,
  started_on: null,
  finished_on: null,
  duplicates: 0,
  skipped: 0,
  purpose: null,
  merged_into: null,
  revision: 0,
  shape: 0,
  parts: [],
  nextPart: 0,
  nextBlock: 0,
  joins: [],
  holds: true,
  ...given,
});
