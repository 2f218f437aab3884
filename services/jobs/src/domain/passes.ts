import type { JobStatus, JobType } from '@numscope/contracts';
import { SYSTEM } from '@numscope/contracts/lists';
import { followed, type JobState, moved, type Phones, type PhonesOfPart, type Transition } from './job-state.ts';
import { addTo, code, emptyTally, fresh, type Tally, total, validIn } from './phone-status.ts';
import { nextPassAt } from './schedule.ts';

/** Whether what is kept of a part is of the job's present pass. The main job's parts are passes of their own. */
export const hasBegun = (job: Pick<JobState, 'main' | 'pass'>, part: { pass: number }): boolean =>
  job.main || part.pass === job.pass;

/**
 * The rows, in order, of at most one part that is still to begin the present pass: so much of what joins a job is done in
 * one step.
 */
export function rowsOfOneStep<R, P extends { pass: number }>(
  job: Pick<JobState, 'main' | 'pass'>,
  rows: readonly R[],
  partOf: (row: R) => P | undefined,
): readonly R[] {
  const begins = new Set<P>();
  const end = rows.findIndex((row) => {
    const part = partOf(row);
    if (part && !hasBegun(job, part)) begins.add(part);
    return begins.size > 1;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/**
 * Whether a pass is glad of what is known already; later ones, and the main job's single numbers, are asked for because
 * it may have changed.
 */
export const reusesFresh = (pass: number, main: boolean): boolean => pass === 1 && !main;

/** The tally of a part in the present pass: where it has not begun that, all valid phones are pending. */
export const tallyIn = (job: Pick<JobState, 'main' | 'pass'>, part: Phones['parts'][number]): Tally =>
  hasBegun(job, part) ? part.tally : fresh(part.tally);

/** What a job's parts say together. */
export function tallyOf(job: JobState, parts: Phones['parts']): Tally {
  const sum = emptyTally();
  for (const part of parts) addTo(sum, tallyIn(job, part));
  return sum;
}

/**
 * Whether a job asks for what was opened again and for nothing else: it was ended, and what it had not asked by then
 * stays as it is. In jobs of before all that was pending had been opened again.
 */
export const asksOnlyAgain = ({
  retrying = false,
  reopened = false,
}: Pick<JobState, 'retrying' | 'reopened'>): boolean => retrying && reopened;

/** How many pending phones of a job were opened again. */
export const againOf = (job: JobState, parts: Phones['parts']): number =>
  parts.reduce((sum, part) => sum + (hasBegun(job, part) ? (part.again ?? 0) : 0), 0);

/** How many phones of a part the job will have handed out as it is now. */
const toAsk = (job: JobState, part: PhonesOfPart): number =>
  asksOnlyAgain(job) ? againOf(job, [part]) : tallyIn(job, part)[code.PENDING];

export const toAskOf = (job: JobState, parts: Phones['parts']): number =>
  parts.reduce((sum, part) => sum + toAsk(job, part), 0);

/** How many results the job waits for as it is now. */
export const toComeOf = (job: JobState, parts: Phones['parts']): number =>
  parts.reduce((sum, part) => {
    const tally = tallyIn(job, part);
    return sum + toAsk(job, part) + tally[code.SENT] + tally[code.WAITING];
  }, 0);

/** Whether results have to come, as far as that is known without counting what was opened again. */
export const isSeenOpen = (job: JobState, parts: Phones['parts']): boolean =>
  toComeOf(
    job,
    parts.map(({ pass, tally }) => ({ pass, tally })),
  ) > 0;

/** How many phones a job has, not valid ones included. */
export const sizeOf = (parts: Phones['parts']): number => parts.reduce((sum, { tally }) => sum + total(tally), 0);

/** A sub-task follows its job; it is done once nothing of it is waited for, and not begun before one is handed out. */
export function subTaskStatus(job: JobState, part: PhonesOfPart): JobStatus {
  if (job.status !== 'IN_PROGRESS') return job.status;
  if (toComeOf(job, [part]) === 0) return 'DONE';
  const tally = tallyIn(job, part);
  return tally[code.PENDING] < validIn(tally) ? 'IN_PROGRESS' : 'SCHEDULED';
}

/** The fields of a job whose passes are over. */
export const ended = (job: JobState, at: number): JobState => ({
  ...job,
  finished_on: at,
  next_run_at: null,
  pass_due: false,
  retrying: false,
});

/** Passes in a job's history at most. */
const PASSES_KEPT = 100;

/** The job with how its present pass stands as the latest of its history; a pass that was not begun has none. */
export function withPass(job: JobState, { parts }: Pick<Phones, 'parts'>, at: number): JobState {
  const { pass, pass_begun: begun, main, pass_due, history = [] } = job;
  if (main || begun === null || pass_due) return job;
  const others = history.filter((each) => each.pass !== pass);
  return { ...job, history: [...others, { pass, begun, ended: at, tally: tallyOf(job, parts) }].slice(-PASSES_KEPT) };
}

/** Whether a job has passes after this one of its. */
export const hasPassAfter = (
  { retrying = false, iteration }: Pick<JobState, 'retrying' | 'iteration'>,
  pass: number,
): boolean => !retrying && (iteration === 0 || pass < iteration);

/** When the pass after a job's present one comes by its schedule, told at `now`. */
export const nextAfter = (job: JobState, now: number): number => {
  const { schedule, iteration, schedule_from: from } = job;
  return nextPassAt({ schedule, iteration, begun: job.pass_begun ?? now, from }, now);
};

/** When the pass after the one that ends now is due; null when it was the last, or the job had ended before. */
const passAfter = (job: JobState, valid: number, now: number): number | null =>
  hasPassAfter(job, job.pass) && valid > 0 ? nextAfter(job, now) : null;

/**
 * What the schedule of a job that starts now counts from: a pass that comes by it, late as it may be, and one that goes
 * on change nothing; one begun by hand does.
 */
function scheduleFrom({ pass_due, next_run_at, pass_begun, schedule_from: from }: JobState, at: number): number {
  if (pass_due && next_run_at === null) return at;
  return Math.min(from ?? (pass_due ? next_run_at : pass_begun) ?? at, at);
}

/**
 * When the pass of a job that starts now began: one that goes on, resumed or asked again, has begun before. By a clock
 * that was ahead that may be later than now, which cannot be.
 */
const beganAt = ({ pass_due, pass_begun }: JobState, at: number): number =>
  pass_due || pass_begun === null ? at : Math.min(pass_begun, at);

/** Whether a job's pass ends by itself with its last phone. The main job's retry does, as it had been ended. */
export const endsByItself = (job: JobState): boolean =>
  job.status === 'IN_PROGRESS' && (!job.main || asksOnlyAgain(job));

/** Ends the pass of a running job that waits for no result; null while it goes on. */
export function finish(job: JobState, { parts, joining }: Phones, at: number): Transition | null {
  if (!endsByItself(job) || joining) return null;
  if (toComeOf(job, parts) > 0) return null;
  const next = passAfter(job, validIn(tallyOf(job, parts)), at);
  const by = { by: SYSTEM, at };
  const over = withPass({ ...job, reopened: false }, { parts }, at);
  return next === null
    ? moved(ended(over, at), 'DONE', by)
    : moved({ ...over, pass_due: true, next_run_at: next }, 'SCHEDULED', by);
}

/** Has the present or due pass of a scheduled job looked up from now on; null when it cannot begin now. */
export function start(job: JobState, phones: Phones, at: number): Transition | null {
  if (job.status !== 'SCHEDULED' || phones.joining) return null;
  const begun = {
    ...job,
    pass: job.pass + (job.pass_due ? 1 : 0),
    pass_due: false,
    reopened: !job.pass_due && (job.reopened ?? false),
    pass_begun: beganAt(job, at),
    schedule_from: scheduleFrom(job, at),
    next_run_at: null,
    run: job.run + 1,
    started_on: job.started_on ?? at,
    finished_on: null,
  };
  return followed(moved(begun, 'IN_PROGRESS', { by: SYSTEM, at }), (running) => finish(running, phones, at));
}

const byTurn = (a: JobState, b: JobState): number =>
  Number(b.type === 'PRIORITY') - Number(a.type === 'PRIORITY') ||
  Number(a.next_run_at !== null) - Number(b.next_run_at !== null) ||
  (a.next_run_at ?? 0) - (b.next_run_at ?? 0) ||
  a.number - b.number;

/**
 * Which scheduled jobs may start now, in the order in which they get free slots; and when the first of the others may.
 */
export function queueOf<J extends JobState>(scheduled: readonly J[], now: number): { due: J[]; nextAt: number | null } {
  const later = scheduled.flatMap(({ next_run_at: at }) => (at !== null && at > now ? [at] : []));
  const due = scheduled.filter(({ next_run_at: at }) => at === null || at <= now).sort(byTurn);
  return { due, nextAt: later.length > 0 ? Math.min(...later) : null };
}

/**
 * The slots of running jobs. Regular jobs never keep a priority job waiting: it is looked up from the moment it comes.
 */
export class Slots {
  readonly #slots: number;
  readonly #running: JobType[];

  constructor(slots: number, running: ReadonlyArray<Pick<JobState, 'type'>>) {
    this.#slots = slots;
    this.#running = running.map(({ type }) => type);
  }

  isFreeFor(type: JobType): boolean {
    const ahead = type === 'PRIORITY' ? this.#running.filter((each) => each === type) : this.#running;
    return ahead.length < this.#slots;
  }

  take(type: JobType): void {
    this.#running.push(type);
  }
}
