import type { JobStatus } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import { outgoing } from '@numscope/platform/events';
import type { JobRow } from './job-row.ts';

interface StatusChange {
  from: JobStatus;
  to: JobStatus;
  by: string;
  at: number;
}

export function statusChanged({ id, number, name, run }: JobRow, { from, to, by, at }: StatusChange): OutgoingEvent {
  return outgoing('job.status-changed', String(number), { id, number, name, from, to, run, at, by }, { at });
}

/** @param phones how many, not valid ones included */
export function jobCreated(job: JobRow, phones: number, trace: string | undefined): OutgoingEvent {
  const { id, number, name, type, subtype, iteration, purpose, created_on: createdOn, created_by: createdBy } = job;
  const created = { id, number, name, type, subtype, iteration, totalPhoneNumbers: phones, createdOn, createdBy, purpose };
  return outgoing('job.created', String(number), created, { at: createdOn, trace });
}
