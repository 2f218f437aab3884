import { limits } from '@numscope/contracts/limits';
import { asksOnlyAgain, hasBegun, isSeenOpen as seemsOpen, tallyIn } from '../../domain/passes.ts';
import { code, openIn, wholeTally } from '../../domain/phone-status.ts';
import type { Part } from '../job-record.ts';
import type { JobDocument, PartHead } from './documents.ts';
import { idsOfPart, phoneOfId } from './phone-id.ts';
import type { PhoneStore } from './phones.ts';

/** Longer than any write lasts that was begun when a part was opened. */
const SETTLED_MS = 60_000;

/** A part with what its phones come to, and whether that may be kept. */
interface Counted extends Part {
  final: boolean;
}

/** Whether a part's phones can change no more: only what is open changes by itself, and what opens them again says so first. */
const isSettled = ({ opened }: PartHead): boolean => Date.now() - opened > SETTLED_MS;

/** Whether some phone of a job is open, as far as that is known without counting. */
const knownOpen = (job: JobDocument): boolean =>
  seemsOpen(
    job,
    job.parts.flatMap(({ pass, tally }) => (tally === null ? [] : [{ pass, tally: wholeTally(tally) }])),
  );

/** Whether a job's phones have still to be waited for, as far as that is known without counting; the last parts are the last. */
export async function isSeenOpen(phones: PhoneStore, job: JobDocument): Promise<boolean> {
  if (knownOpen(job)) return true;
  for (const part of job.parts.toReversed())
    if (part.tally === null && (await phones.isAsked(job, idsOfPart(job, part)))) return true;
  return false;
}

/** Has the phones of a part counted from now on, because they are about to change. */
export function open(part: PartHead, at = part.opened): void {
  part.tally = null;
  part.opened = at;
}

async function counted(phones: PhoneStore, job: JobDocument, part: PartHead, key: number): Promise<Counted> {
  const { first, number, id, pass, tally } = part;
  const known = { key, job: job.key, first, number, id, pass };
  if (tally) return { ...known, tally: wholeTally(tally), final: false };
  const ids = idsOfPart(job, part);
  // First: what is handed out or answered meanwhile is seen twice rather than not at all.
  const again = job.reopened && hasBegun(job, part) ? await phones.again(job, ids) : null;
  const now = await phones.tally(job, ids);
  const reopened = again === null ? {} : { again: Math.min(now.tally[code.PENDING], again + now.opened) };
  return { ...known, ...reopened, tally: now.tally, final: now.still && openIn(now.tally) === 0 && isSettled(part) };
}

/** The parts of a job with exact counts. Keeps in `job`, which is to be stored, those that can change no more. */
export async function countParts(phones: PhoneStore, job: JobDocument): Promise<Part[]> {
  const parts = await Promise.all(job.parts.map((part, key) => counted(phones, job, part, key)));
  for (const { key, tally, final } of parts) {
    const part = job.parts[key];
    if (part && final) part.tally = tally;
  }
  return parts.map(({ final: _final, ...part }) => part);
}

/** Whether something of a part is to be handed out, or may be. */
export const mayWait = (job: JobDocument, { pass, tally }: PartHead): boolean =>
  asksOnlyAgain(job)
    ? tally === null && hasBegun(job, { pass })
    : tally === null || tallyIn(job, { pass, tally })[code.PENDING] > 0;

/** Has the job's pass begun in a part: its phones are copied as they were before they were looked up. Again does no harm. */
export async function beginPass(phones: PhoneStore, job: JobDocument, part: PartHead): Promise<void> {
  if (hasBegun(job, part)) return;
  await phones.copyPass(job, idsOfPart(job, part), job.pass);
  part.pass = job.pass;
  open(part);
}

/** Cuts an open part that has become larger than a sub-task may be. */
export async function cut(phones: PhoneStore, job: JobDocument, part: PartHead): Promise<void> {
  const ids = idsOfPart(job, part);
  const firsts: Array<PartHead['first']> = [];
  for (let from = ids.$gte; ;) {
    const id = await phones.idAt({ $gte: from, $lt: ids.$lt }, limits.subTaskPhones);
    if (id === null) break;
    firsts.push(phoneOfId(id));
    from = id;
  }
  const made = firsts.map((first): PartHead => ({ ...part, first, number: null, id: null, tally: null }));
  if (made.length > 0) job.parts.splice(job.parts.indexOf(part) + 1, 0, ...made);
}
