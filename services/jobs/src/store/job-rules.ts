import type { JobAction, JobStatus, JobType } from '@numscope/contracts';
import { nextPassAt } from '../domain/schedule.ts';
import { isAllowed, mainJobRefuses } from '../domain/status-table.ts';
import type { JobRow } from './job-row.ts';
import type { Refusal } from './job-store.port.ts';

/** What a job's status is after what a caller did to it. */
export const statusAfter = {
  PLAY: 'SCHEDULED',
  PAUSE: 'PAUSED',
  STOP: 'DONE',
  CANCEL: 'CANCELED',
  DELETE: 'DELETED',
} as const satisfies Partial<Record<JobAction, JobStatus>>;

export type StatusAction = keyof typeof statusAfter;

const retriable: readonly JobStatus[] = ['DONE', 'IN_PROGRESS', 'PAUSED', 'SCHEDULED'];

/** Why a job does not allow an action; null when it does. */
export function refusalOf(job: JobRow, action: JobAction, mainJobStoppable: boolean): Refusal | null {
  if (job.main && mainJobRefuses(action, mainJobStoppable)) return { refused: 'MAIN_JOB' };
  return isAllowed(action, job.status) ? null : { refused: 'WRONG_STATE', status: job.status };
}

/** Why what failed of a job cannot be asked again; null when it can. */
export const retryRefusal = ({ status }: JobRow): Refusal | null =>
  retriable.includes(status) ? null : { refused: 'WRONG_STATE', status };

/** Why phones cannot join a job; null when they can. */
export const joinRefusal = ({ status }: JobRow): Refusal | null =>
  status === 'CANCELED' || status === 'MERGED' ? { refused: 'WRONG_STATE', status } : null;

/** When the pass after the one that ends now is due; null when it was the last. `valid` counts the phones that can be looked up. */
export function passAfter(job: JobRow, valid: number, now: number): number | null {
  const more = (job.iteration === 0 || job.pass < job.iteration) && valid > 0;
  return more ? nextPassAt({ schedule: job.schedule, iteration: job.iteration, begun: job.pass_begun ?? now }, now) : null;
}

/** The slots of running jobs. Regular jobs never keep a priority job waiting: it is looked up from the moment it comes. */
export class Slots {
  readonly #slots: number;
  #running: number;
  #priority: number;

  constructor(slots: number, running: number, priority: number) {
    this.#slots = slots;
    this.#running = running;
    this.#priority = priority;
  }

  isFreeFor(type: JobType): boolean {
    return (type === 'PRIORITY' ? this.#priority : this.#running) < this.#slots;
  }

  take(type: JobType): void {
    this.#running++;
    if (type === 'PRIORITY') this.#priority++;
  }
}
