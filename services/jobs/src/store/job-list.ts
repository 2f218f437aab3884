import type { JobListFilter, JobRecord } from './job-store.port.ts';
import { sortValue } from './sort-fields.ts';

/** How a list is sorted unless asked otherwise: newest first. */
export const newestFirst = { field: 'number', direction: 'DESC' } as const;

const holds = (text: string, part: string | undefined): boolean =>
  !part || text.toLowerCase().includes(part.toLowerCase());

/** Whether a job or a sub-task is one of those that a filter asks for. */
function fits(job: JobRecord, filter: JobListFilter): boolean {
  const { jobName, jobId, jobNumber, createdBy, status, nameOrNumber, mainJob } = filter;
  return (
    (!mainJob || job.mainJob) &&
    (jobId === undefined || job.id === jobId) &&
    (jobNumber === undefined || job.number === jobNumber) &&
    (!status?.length || status.includes(job.status)) &&
    holds(job.name, jobName) &&
    holds(job.createdBy, createdBy) &&
    (holds(job.name, nameOrNumber) || String(job.number) === nameOrNumber)
  );
}

/** What a filter names itself, so that it is found though lists leave it out: the main job, a sub-task. Null: nothing. */
export const namedBy = ({ jobId, jobNumber }: JobListFilter): string | null =>
  jobNumber === undefined ? (jobId ?? null) : String(jobNumber);

/** A page of these jobs or sub-tasks, by the rules of a list. */
export function listOf(
  jobs: ReadonlyArray<JobRecord | null>,
  filter: JobListFilter,
): { jobs: JobRecord[]; total: number } {
  const { field, direction } = filter.sort ?? newestFirst;
  const sign = direction === 'DESC' ? -1 : 1;
  const all = jobs
    .filter((job) => job !== null)
    .filter((job) => fits(job, filter))
    .sort((a, b) => sign * compared(sortValue(a, field), sortValue(b, field)) || b.number - a.number);
  return { jobs: all.slice(filter.offset, filter.offset + filter.limit), total: all.length };
}

/** What is not there comes first, as in both stores. */
function compared(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}
