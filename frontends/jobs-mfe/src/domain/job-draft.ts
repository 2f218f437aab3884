import { type Job, type JobSchedule, jobSchedules, limits, messages } from '@numscope/contracts';

/** What a person types about a job; the count of passes as it was typed. */
export interface JobDraft {
  name: string;
  purpose: string;
  prioritised: boolean;
  passes: string;
  schedule: JobSchedule | null;
  /** ISO code; empty: none. */
  region: string;
}

export const emptyDraft: JobDraft = {
  name: '',
  purpose: '',
  prioritised: false,
  passes: '1',
  schedule: null,
  region: '',
};

export type DraftField = 'name' | 'purpose' | 'passes';
export type DraftFaults = Partial<Record<DraftField, string>>;

export const draftOf = (job: Job): JobDraft => ({
  name: job.name,
  purpose: job.purpose ?? '',
  prioritised: job.prioritized,
  passes: String(job.iteration),
  schedule: job.schedule,
  region: '',
});

const MOST_PASSES = 1_000_000;

/** The number of passes, 0 for without end; null when what was typed is none. */
export function passesOf(text: string): number | null {
  const passes = Number(text);
  return /^\d{1,7}$/.test(text.trim()) && passes <= MOST_PASSES ? passes : null;
}

/** A later pass needs a moment to begin; a single one does not. */
export const takesSchedule = (draft: JobDraft): boolean => passesOf(draft.passes) !== 1;

export const scheduleFrom = (text: string): JobSchedule | null =>
  jobSchedules.find((schedule) => schedule === text) ?? null;

/** What is wrong with a draft, field by field. `words` are the texts that the specification does not have. */
export function draftFaults(
  draft: JobDraft,
  needsPurpose: boolean,
  words: { purpose: string; passes: string },
): DraftFaults {
  const name = draft.name.trim();
  return {
    ...(name === ''
      ? { name: messages.jobNameRequired }
      : [...name].length > limits.jobNameChars
        ? { name: messages.jobNameInvalid }
        : {}),
    ...(needsPurpose && draft.purpose.trim() === '' ? { purpose: words.purpose } : {}),
    ...(passesOf(draft.passes) === null ? { passes: words.passes } : {}),
  };
}

/** The fields as the calls take them. */
export function fieldsOf(draft: JobDraft) {
  return {
    name: draft.name.trim(),
    iteration: passesOf(draft.passes) ?? 1,
    prioritised: draft.prioritised,
    purpose: draft.purpose.trim(),
    schedule: takesSchedule(draft) ? draft.schedule : null,
  };
}

/** What is sent to change a job: its name, which the call wants, and of all else what is to be another. */
export interface JobChanges {
  name: string;
  iteration?: number;
  prioritised?: boolean;
  purpose?: string | null;
  schedule?: JobSchedule | null;
}

/**
 * What to send to make of a job what the draft says; null when it is that already. What was not changed is left out:
 * somebody else may have changed it meanwhile.
 */
export function changesOf(job: Job, draft: JobDraft): JobChanges | null {
  const { name, iteration, prioritised, purpose, schedule } = fieldsOf(draft);
  const others: Omit<JobChanges, 'name'> = {
    ...(iteration === job.iteration ? {} : { iteration }),
    ...(prioritised === job.prioritized ? {} : { prioritised }),
    ...(purpose === (job.purpose ?? '') ? {} : { purpose: purpose === '' ? null : purpose }),
    ...(schedule === job.schedule ? {} : { schedule }),
  };
  return name === job.name && Object.keys(others).length === 0 ? null : { name, ...others };
}

/** What to send to take changes back: the same fields as they were. */
export const formerOf = (job: Job, changes: JobChanges): JobChanges => ({
  name: job.name,
  ...('iteration' in changes ? { iteration: job.iteration } : {}),
  ...('prioritised' in changes ? { prioritised: job.prioritized } : {}),
  ...('purpose' in changes ? { purpose: job.purpose } : {}),
  ...('schedule' in changes ? { schedule: job.schedule } : {}),
});
