import type { EventData, JobSchedule, JobStatus, JobSubtype, JobType } from '@numscope/contracts';
import type { Tally } from './phone-status.ts';

/** A job as its rules see it and as both stores keep it; its phones are counted apart. Times in milliseconds. */
export interface JobState {
  /** The store's own; a super job shares it with its sub-tasks. */
  key: number;
  id: string;
  number: number;
  name: string;
  status: JobStatus;
  type: JobType;
  subtype: JobSubtype;
  iteration: number;
  pass: number;
  /** The next start begins the next pass. */
  pass_due: boolean;
  pass_begun: number | null;
  /** Not started before; null: as soon as a slot is free. */
  next_run_at: number | null;
  /** Grows with each start, so that what was handed out before a pause can be told from what is handed out after it. */
  run: number;
  main: boolean;
  schedule: JobSchedule | null;
  /** What its schedule counts from: when its first pass began, or the latest that was begun by hand. Absent of jobs of before. */
  schedule_from?: number | null;
  created_on: number;
  created_by: string;
  started_on: number | null;
  finished_on: number | null;
  duplicates: number;
  skipped: number;
  purpose: string | null;
  merged_into: number | null;
  /** It was ended, and goes on only for what failed; absent of jobs of before. */
  retrying?: boolean;
  /** Some phones of its present pass were opened again, and are known from the others; absent of jobs of before. */
  reopened?: boolean;
  /** The latest passes that have ended, oldest first; absent of jobs of before. */
  history?: readonly PassRecord[];
  /** When it last got which status, oldest first; absent of jobs of before. */
  turns?: readonly Turn[];
}

/** A job got a status in a pass, at a moment (milliseconds). */
export interface Turn {
  at: number;
  to: JobStatus;
  pass: number;
}

/** Turns that are kept at most. */
const TURNS_KEPT = 100;

/** How a pass ended. Times in milliseconds. */
export interface PassRecord {
  pass: number;
  begun: number | null;
  ended: number;
  tally: Tally;
}

/** What the rules have to know of some phones of a job: a sub-task, or all. */
export interface PhonesOfPart {
  pass: number;
  tally: Tally;
  /** How many of the pending ones were opened again; absent where the job has none. */
  again?: number;
}

/** What the rules have to know of a job's phones. */
export interface Phones {
  parts: readonly PhonesOfPart[];
  /** More phones are on their way into the job. */
  joining: boolean;
}

/** Who does it, and when (milliseconds). */
export interface By {
  by: string;
  at: number;
}

/** What is to be done besides keeping the job. */
export type Effect =
  | { kind: 'CREATED'; event: EventData<'job.created'> }
  | { kind: 'STATUS_CHANGED'; event: EventData<'job.status-changed'> }
  | { kind: 'CHANGED'; event: EventData<'job.changed'> }
  /** What was handed out and is not answered is to be looked up again. */
  | { kind: 'PHONES_RELEASED' }
  | { kind: 'PHONES_REMOVED' };

/** What becomes of a job, with what is to be done in the same step, in this order. */
export interface Transition {
  job: JobState;
  effects: readonly Effect[];
}

/** Why a change was not made. */
export type Refusal =
  | { refused: 'NOT_FOUND' | 'MAIN_JOB' | 'RERUN_INVALID' | 'SELF' }
  | ({ refused: 'WRONG_STATE' } & Ordered);

/** What decides which orders a job takes. A sub-task follows its super job and takes none of its own. */
export interface Ordered {
  status: JobStatus;
  mainJob: boolean;
  subTask: boolean;
}

/** Whether a job waits for the time of its next pass. */
export const waitsForPass = ({ status, next_run_at }: Pick<JobState, 'status' | 'next_run_at'>): boolean =>
  status === 'SCHEDULED' && next_run_at !== null;

export const wrongState = (job: Pick<JobState, 'status' | 'main'>, subTask = false): Refusal => ({
  refused: 'WRONG_STATE',
  status: job.status,
  mainJob: job.main,
  subTask,
});

/** The job as it is given; nobody is told of it. */
export const kept = (job: JobState): Transition => ({ job, effects: [] });

/** The job as it is given, in the status that it had, which is told: of one that runs, whoever shows it asks all the time. */
export const changed = (job: JobState): Transition => ({
  job,
  effects: job.status === 'IN_PROGRESS' ? [] : [{ kind: 'CHANGED', event: { id: job.id, number: job.number } }],
});

/** The job in another status, which is told. */
export function moved(job: JobState, to: JobStatus, { by, at }: By): Transition {
  const { id, number, name, status: from, run, pass, turns = [] } = job;
  // The clock of another instance may have been ahead when it noted the turn before.
  const turn = { at: Math.max(at, turns.at(-1)?.at ?? at), to, pass };
  return {
    job: { ...job, status: to, turns: [...turns, turn].slice(-TURNS_KEPT) },
    effects: [{ kind: 'STATUS_CHANGED', event: { id, number, name, from, to, run, at, by } }],
  };
}

/** What follows from a transition at once, with it. */
export function followed(first: Transition, next: (job: JobState) => Transition | null): Transition {
  const second = next(first.job);
  return second ? { job: second.job, effects: [...first.effects, ...second.effects] } : first;
}
