import type { JobState } from '../../domain/job-state.ts';
import { asksOnlyAgain } from '../../domain/passes.ts';
import { code } from '../../domain/phone-status.ts';
import { AGAIN } from '../asked-again.ts';
import { type PhoneRow, type PhoneState, RESOLVED } from '../phone-result.ts';
import { ANSWERED, type PhoneDocument } from './documents.ts';
import { type Holder, phoneId, phoneOfId } from './phone-id.ts';

// What a phone is at is kept as its status and the run that handed it out: once that run is over the phone waits again,
// without anybody writing its document.

export type Running = Pick<JobState, 'status' | 'run'>;
export type Asking = Pick<JobState, 'retrying' | 'reopened'>;

/** What is asked of `run`. */
export type Runs = number | { $in: number[] } | { $gte: number; $lt?: number };

/** Runs whose phones are to be handed out (again): all that are over. */
export const overRuns = ({ status, run }: Running): Runs =>
  status === 'IN_PROGRESS' ? { $gte: 1, $lt: run } : { $gte: 1 };

/** Runs of phones that wait for what their sources say, or for their profile. */
export const liveRuns = ({ status, run }: Running): Runs =>
  status === 'IN_PROGRESS' ? { $in: [ANSWERED, run] } : ANSWERED;

/** What is to be handed out, as the documents say it. */
export const waitingIn = ({ status, run }: Running) => ({
  status: { $in: [code.PENDING, code.SENT, code.WAITING] },
  run: status === 'IN_PROGRESS' ? { $gte: 0, $lt: run } : { $gte: 0 },
});

/** Which of these a job asks for: all, or what was opened again. */
export const askedOf = (job: Asking): { flags?: { $gte: number } } =>
  asksOnlyAgain(job) ? { flags: { $gte: AGAIN } } : {};

/** The phones that callers see in any of the statuses `codes`. */
export function seenAs(codes: readonly number[], job: Running): Record<string, unknown> {
  const [pending, sent] = [code.PENDING, code.SENT].map((each) => codes.includes(each));
  if (pending === sent) return { status: { $in: codes } };
  const kept = codes.filter((each) => each !== code.SENT && each !== code.WAITING);
  const run = pending ? overRuns(job) : liveRuns(job);
  return { $or: [{ status: { $in: kept } }, { status: { $in: [code.SENT, code.WAITING] }, run }] };
}

/** The same of a part that has not begun the job's pass: all valid ones are pending. */
export const seenBefore = (codes: readonly number[]) => ({
  status: { $in: Object.values(code).filter((each) => codes.includes(each === code.NOT_VALID ? each : code.PENDING)) },
});

/** The filter for a document that is still as it was read. */
export const asRead = ({ _id, pass, status, run, flags, sources }: PhoneDocument) => ({
  _id,
  pass,
  status,
  run,
  flags,
  sources,
});

/** The run that goes with a state. */
export const runOf = ({ status, flags }: PhoneState, run: number): number =>
  status !== code.SENT && status !== code.WAITING ? 0 : (flags & RESOLVED) > 0 ? ANSWERED : run;

/** What a phone is at for the job as it is now. */
export function stateOf({ status, run, flags, sources }: PhoneDocument, job: Running): PhoneState {
  const isHandedOut = status === code.SENT || status === code.WAITING;
  const isOver = isHandedOut && run > 0 && !(job.status === 'IN_PROGRESS' && run === job.run);
  return { status: isOver ? code.PENDING : status, flags, sources };
}

export const rowOf = (document: PhoneDocument, job: Running): PhoneRow => ({
  phone: phoneOfId(document._id),
  ...stateOf(document, job),
});

export const documentOfPhone = (
  holder: Holder,
  pass: number,
  { phone, status, flags, sources }: PhoneRow,
): PhoneDocument => ({
  _id: phoneId(holder, pass, phone),
  job: holder.key,
  pass,
  status,
  run: 0,
  flags,
  sources,
});
