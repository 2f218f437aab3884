import type { Job } from '@numscope/contracts';

/** A job as the server sends it, with what a test says otherwise. */
export function jobWith(change: Partial<Job>): Job {
  return {
    id: '01a1f8f7-1f74-7e3d-8d64-e4954fa90539',
    number: 7,
    name: 'Lost parcels',
    status: 'IN_PROGRESS',
    type: 'REGULAR',
    subtype: 'SINGLE',
    iteration: 1,
    pass: 1,
    cyclic: false,
    prioritized: false,
    mainJob: false,
    schedule: null,
    createdOn: 1000,
    createdBy: 'l_okafor',
    startedOn: 1000,
    finishedOn: null,
    phonesSent: 0,
    totalPhoneNumbers: 10,
    progress: 0,
    counts: { PENDING: 10, SENT: 0, FOUND: 0, NOT_FOUND: 0, FAILED: 0, NOT_VALID: 0 },
    duplicates: 0,
    skippedLines: 0,
    rate: 0,
    eta: null,
    purpose: null,
    mergedInto: null,
    parentNumber: null,
    actions: ['PAUSE', 'STOP', 'CANCEL', 'MERGE', 'UPDATE'],
    ...change,
  };
}
