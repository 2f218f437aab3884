import type { Job } from '@numscope/contracts';
import { buildJob } from '@numscope/testing/builders';

/** A job under way as the server sends it, with what a test says otherwise. */
export const jobWith = (change: Partial<Job>): Job =>
  buildJob({
    number: 7,
    name: 'Lost parcels',
    status: 'IN_PROGRESS',
    createdOn: 1000,
    createdBy: 'l_okafor',
    startedOn: 1000,
    totalPhoneNumbers: 10,
    counts: { PENDING: 10, SENT: 0, FOUND: 0, NOT_FOUND: 0, FAILED: 0, NOT_VALID: 0 },
    actions: ['PAUSE', 'STOP', 'CANCEL', 'MERGE', 'UPDATE'],
    ...change,
  });
