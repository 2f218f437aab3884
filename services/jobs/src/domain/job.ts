import type { JobAction, JobSchedule, JobStatus, JobType } from '@numscope/contracts';
import { limits } from '@numscope/contracts/limits';
import { MAIN_JOB, SYSTEM } from '@numscope/contracts/lists';
import {
  type By,
  changed,
  followed,
  type JobState,
  kept,
  moved,
  type Phones,
  type Refusal,
  type Transition,
  waitsForPass,
  wrongState,
} from './job-state.ts';
import {
  againOf,
  asksOnlyAgain,
  ended,
  finish,
  hasPassAfter,
  nextAfter,
  sizeOf,
  start,
  tallyOf,
  withPass,
} from './passes.ts';
import { code, openIn, validIn } from './phone-status.ts';
import { cannotRerun, isAllowed, mainJobRefuses, type StatusAction } from './status-table.ts';

export interface JobDraft {
  name: string;
  type: JobType;
  iteration: number;
  schedule: JobSchedule | null;
  purpose: string | null;
  hold: boolean;
}

export interface JobChanges {
  name?: string | undefined;
  iteration?: number | undefined;
  type?: JobType | undefined;
  purpose?: string | null | undefined;
  schedule?: JobSchedule | null | undefined;
}

/** Why a job does not allow an action; null when it does. */
function refusalOf(job: JobState, action: JobAction, mainJobStoppable: boolean): Refusal | null {
  if (job.main && mainJobRefuses(action, mainJobStoppable)) return { refused: 'MAIN_JOB' };
  return isAllowed(action, job.status) ? null : wrongState(job);
}

export const FIRST_PASS = 1;

/** Of a job that nobody has asked for. */
export const plainDraft: JobDraft = {
  name: '',
  type: 'REGULAR',
  iteration: 1,
  schedule: null,
  purpose: null,
  hold: false,
};

/** A job that nothing has happened to yet. */
export const newJob = (
  { hold: _hold, ...draft }: JobDraft,
  place: Pick<JobState, 'key' | 'id' | 'number'>,
  { by, at }: By,
): JobState => ({
  ...place,
  ...draft,
  status: 'CREATED',
  subtype: 'SINGLE',
  pass: FIRST_PASS,
  pass_due: false,
  pass_begun: null,
  schedule_from: null,
  next_run_at: null,
  run: 0,
  main: false,
  created_on: at,
  created_by: by,
  started_on: null,
  finished_on: null,
  duplicates: 0,
  skipped: 0,
  merged_into: null,
  history: [],
});

/** A job of more phones than a sub-task holds is a super job. */
const sized = (job: JobState, phones: number): JobState =>
  phones > limits.subTaskPhones && !job.main ? { ...job, subtype: 'SUPER_JOB' } : job;

function created(made: JobState, phones: number): Transition {
  const job = sized(made, phones);
  const { id, number, name, type, subtype, iteration, purpose, created_on: createdOn, created_by: createdBy } = job;
  const event = {
    id,
    number,
    name,
    type,
    subtype,
    iteration,
    totalPhoneNumbers: phones,
    createdOn,
    createdBy,
    purpose,
  };
  return { job, effects: [{ kind: 'CREATED', event }] };
}

/** Makes a new job of so many phones, not valid ones included; it waits for a slot unless it is held. */
export const create = (job: JobState, phones: number, hold: boolean, by: By): Transition =>
  followed(created(job, phones), (made) => (hold ? null : moved(made, 'SCHEDULED', by)));

/** The installation's standing job: it runs from its making on, and needs no slot. */
export function createMain(place: Pick<JobState, 'key' | 'id' | 'number'>, by: By): Transition {
  const draft: JobDraft = { ...plainDraft, name: MAIN_JOB, type: 'PRIORITY' };
  const made = followed(created({ ...newJob(draft, place, by), main: true }, 0), (job) =>
    moved(job, 'IN_PROGRESS', by),
  );
  return { ...made, job: { ...made.job, started_on: by.at, run: 1 } };
}

function play(job: JobState, phones: Phones, by: By): Transition | Refusal {
  const done = job.status === 'DONE' && !job.main;
  const tally = tallyOf(job, phones.parts);
  if (cannotRerun(job.status, job.main, validIn(tally))) return { refused: 'RERUN_INVALID' };
  // What is pending comes first.
  const pass_due = job.pass_due || (done && openIn(tally) === 0);
  const scheduled = moved({ ...job, pass_due, next_run_at: null, finished_on: null }, 'SCHEDULED', by);
  return job.main ? followed(scheduled, (main) => start(main, { ...phones, joining: false }, by.at)) : scheduled;
}

/** A job that does not run any more: what it handed out and nobody answered is to be looked up again. */
function halted(job: JobState, to: JobStatus, by: By): Transition {
  const { job: after, effects } = moved(job, to, by);
  return { job: after, effects: [{ kind: 'PHONES_RELEASED' }, ...effects] };
}

/** Plays, pauses, stops, cancels or deletes a job. */
export function change(
  job: JobState,
  action: StatusAction,
  phones: Phones,
  by: By,
  mainJobStoppable: boolean,
): Transition | Refusal {
  const refusal = refusalOf(job, action, mainJobStoppable);
  if (refusal) return refusal;
  switch (action) {
    case 'PLAY':
      return play(job, phones, by);
    case 'PAUSE':
      return halted({ ...job, next_run_at: null }, 'PAUSED', by);
    case 'STOP':
      return halted(ended(withPass(job, phones, by.at), by.at), 'DONE', by);
    case 'CANCEL':
      return halted(ended(withPass(job, phones, by.at), by.at), 'CANCELED', by);
    case 'DELETE': {
      const { job: deleted, effects } = halted(job, 'DELETED', by);
      return { job: deleted, effects: [...effects, { kind: 'PHONES_REMOVED' }] };
    }
  }
}

/** Deletes a job that came of an upload whose caller was told that it failed. */
export const discard = (job: JobState, at: number): Transition =>
  job.status === 'DELETED' ? kept(job) : moved(job, 'DELETED', { by: SYSTEM, at });

/** Statuses from which nothing goes on by itself. */
export const endedStatuses = ['DONE', 'CANCELED', 'MERGED'] as const satisfies readonly JobStatus[];

/** Deletes a job that ended long ago; what people wrote about it goes with its phones. */
export function retire(job: JobState, at: number): Transition {
  const { job: deleted, effects } = halted(job, 'DELETED', { by: SYSTEM, at });
  return { job: { ...deleted, name: '', purpose: null }, effects: [...effects, { kind: 'PHONES_REMOVED' }] };
}

/** Changes what a job is to be like; one that waits for its next pass waits by its new schedule, or for none any more. */
export function update(job: JobState, given: JobChanges, by: By): Transition | Refusal {
  const { name, iteration, type, purpose, schedule } = given;
  const refusal = refusalOf(job, 'UPDATE', false);
  if (refusal) return refusal;
  const next = {
    ...job,
    name: name ?? job.name,
    iteration: iteration ?? job.iteration,
    type: type ?? job.type,
    purpose: purpose === undefined ? job.purpose : purpose,
    schedule: schedule === undefined ? job.schedule : schedule,
  };
  if (!waitsForPass(job)) return changed(next);
  if (!hasPassAfter(next, job.pass)) return moved(ended(next, by.at), 'DONE', by);
  return changed(next.schedule === job.schedule ? next : { ...next, next_run_at: nextAfter(next, by.at) });
}

/** Ends a job for good whose phones go to the job numbered `target`. */
export const merge = (job: JobState, target: number, by: By, mainJobStoppable: boolean): Transition | Refusal =>
  refusalOf(job, 'MERGE', mainJobStoppable) ?? halted({ ...ended(job, by.at), merged_into: target }, 'MERGED', by);

/** Has a job wait for phones that are to join it: opened again if it was done. */
export function reopen(job: JobState, by: By): Transition | Refusal {
  if (job.status === 'CANCELED' || job.status === 'MERGED') return wrongState(job);
  // What joins asks for more than what failed.
  const opened = { ...job, retrying: false };
  if (job.status !== 'DONE') return kept(opened);
  // Whatever its former run handed out was let go of when it ended.
  return job.main ? moved({ ...opened, run: job.run + 1 }, 'IN_PROGRESS', by) : moved(opened, 'SCHEDULED', by);
}

/** A job that goes on with the pass that has ended, which comes before the one that was due. */
const backInPass = (job: JobState): JobState => ({ ...job, pass_due: false, next_run_at: null });

/**
 * The phones that were to join a job have done so. Those of a merged job are, between two passes, of the one that has
 * ended, so that it counts where some were answered; others come with the next.
 */
export function join(job: JobState, phones: Phones, { merged, at }: { merged: boolean; at: number }): Transition {
  const goesOn = merged && job.pass_due && openIn(tallyOf(job, phones.parts)) > 0;
  const joined = goesOn ? backInPass(job) : job;
  return followed(changed(sized(joined, sizeOf(phones.parts))), (grown) => finish(grown, phones, at));
}

/** In these what failed can be asked again. */
export const retriable = ['DONE', 'IN_PROGRESS', 'PAUSED', 'SCHEDULED'] as const satisfies readonly JobStatus[];

const isRetriable = ({ status }: JobState): boolean => (retriable as readonly JobStatus[]).includes(status);

/** Why what failed of a job cannot be asked again; null when it can. */
export const retryRefusal = (job: JobState): Refusal | null => (isRetriable(job) ? null : wrongState(job));

/**
 * How many phones of a job a retry would have asked again, besides found ones that some source did not answer for: what
 * failed, and what a retry that was stopped did not come to. Null where none can be.
 */
export function toRetryOf(job: JobState, parts: Phones['parts']): number | null {
  if (!isRetriable(job)) return null;
  return tallyOf(job, parts)[code.FAILED] + (job.status === 'DONE' ? againOf(job, parts) : 0);
}

/**
 * Has what failed of the present pass asked again, which comes before the next one; of a job that is done, nothing else.
 * @param again how many of its phones are pending and opened again, or about to be
 */
export function retryFailed(job: JobState, again: number, by: By): Transition | Refusal {
  const refusal = retryRefusal(job);
  if (refusal) return refusal;
  if (again === 0) return kept(job);
  const opened = { ...job, reopened: true };
  if (job.status !== 'DONE' && !job.pass_due) return changed(opened);
  const first = { ...backInPass(opened), finished_on: null };
  return job.status === 'DONE' ? moved({ ...first, retrying: true }, 'SCHEDULED', by) : changed(first);
}

/** Whether the main job still takes single numbers: not once it was ended, even while what failed is asked again. */
export const takesSingles = (job: JobState): boolean =>
  job.status !== 'DONE' && job.status !== 'CANCELED' && job.status !== 'DELETED' && !asksOnlyAgain(job);
