import type { JobAction, JobStatus } from '@numscope/contracts';
import type { Ordered } from './job-state.ts';

/** What a caller does to a job by the status that it asks for. */
export type StatusAction = Exclude<JobAction, 'MERGE' | 'UPDATE'>;

/** The statuses that a caller may ask for, and what asking for each is called. */
export const actionOfStatus: Readonly<Partial<Record<JobStatus, StatusAction>>> = {
  IN_PROGRESS: 'PLAY',
  PAUSED: 'PAUSE',
  DONE: 'STOP',
  CANCELED: 'CANCEL',
  DELETED: 'DELETE',
};

const allowedFrom: Readonly<Record<JobAction, readonly JobStatus[]>> = {
  PLAY: ['PAUSED', 'CREATED', 'DONE'],
  PAUSE: ['CREATED', 'SCHEDULED', 'IN_PROGRESS'],
  STOP: ['CREATED', 'SCHEDULED', 'IN_PROGRESS', 'PAUSED'],
  CANCEL: ['CREATED', 'SCHEDULED', 'IN_PROGRESS', 'PAUSED'],
  DELETE: ['DONE', 'CANCELED', 'PAUSED', 'CREATED'],
  MERGE: ['CREATED', 'SCHEDULED', 'IN_PROGRESS', 'PAUSED', 'DONE', 'CANCELED'],
  UPDATE: ['CREATED', 'SCHEDULED', 'IN_PROGRESS', 'PAUSED', 'DONE'],
};

const order: readonly JobAction[] = ['PLAY', 'PAUSE', 'STOP', 'CANCEL', 'MERGE', 'DELETE', 'UPDATE'];

/** What the standing job refuses unless the setting allows it. */
const keptFromMainJob: ReadonlySet<JobAction> = new Set(['PAUSE', 'STOP', 'CANCEL', 'MERGE', 'DELETE']);

export const isAllowed = (action: JobAction, status: JobStatus): boolean => allowedFrom[action].includes(status);

/** Whether the main job is kept from `action`. */
export const mainJobRefuses = (action: JobAction, mainJobStoppable: boolean): boolean =>
  !mainJobStoppable && keptFromMainJob.has(action);

/** Whether a job that is done has no number that could be looked up again: what the main job has comes later. */
export const cannotRerun = (status: JobStatus, isMain: boolean, valid: number): boolean =>
  status === 'DONE' && !isMain && valid === 0;

/**
 * Everything that may be done to a job now.
 * @param valid how many of its numbers are valid, where that is known
 */
export function actionsFor(job: Ordered, mainJobStoppable: boolean, valid?: number): JobAction[] {
  if (job.subTask) return [];
  return order.filter(
    (action) =>
      isAllowed(action, job.status) &&
      !(job.mainJob && mainJobRefuses(action, mainJobStoppable)) &&
      !(action === 'PLAY' && valid !== undefined && cannotRerun(job.status, job.mainJob, valid)),
  );
}

/** The statuses that may be asked for now, as `actionsFor`: what a refusal tells its caller. */
export function allowedStatuses(job: Ordered, mainJobStoppable: boolean, valid?: number): JobStatus[] {
  const actions: readonly JobAction[] = actionsFor(job, mainJobStoppable, valid);
  return (Object.keys(actionOfStatus) as JobStatus[]).filter((status) => {
    const action = actionOfStatus[status];
    return action !== undefined && actions.includes(action);
  });
}
