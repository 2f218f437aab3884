import type { PhoneValue } from '../phone-value.ts';
import type { JobDocument, PhoneDocument } from './documents.ts';
import { partOf, phoneId, phoneOfId } from './phone-id.ts';
import { IDS_AT_ONCE, type PhoneStore } from './phones.ts';

type Passed = Pick<JobDocument, 'key' | 'main' | 'pass' | 'parts'>;

/** The ids of a number in `passes` passes of a job up to the pass `last`. */
const idsUpTo = (job: Passed, phone: PhoneValue, last: number, passes: number): string[] =>
  Array.from({ length: Math.min(last, passes) }, (_none, index) => phoneId(job, last - index, phone));

/** The pass in which a job has a number, if it has it in any: each pass begins with all numbers of the one before. */
const presentPass = (job: Passed, phone: PhoneValue): number => (job.main ? 1 : (partOf(job, phone)?.pass ?? job.pass));

/** The id of a number in its present pass. */
export const presentId = (job: Passed, phone: PhoneValue): string => phoneId(job, presentPass(job, phone), phone);

const passesOf = (job: Passed): number => (job.main ? 1 : job.pass);

/**
 * The ids of a number where a job has it, or is given it by who still knows an earlier pass: in what its parts are in, its own first, and in the latest passes.
 * Of all parts, since one that began with the number may begin behind it by now.
 */
export const latestIds = (job: Passed, phone: PhoneValue): string[] => [
  ...new Set([
    presentId(job, phone),
    ...job.parts.map(({ pass }) => phoneId(job, pass, phone)),
    ...idsUpTo(job, phone, passesOf(job), IDS_AT_ONCE - 1),
  ]),
];

/** The ids of a number in all passes of a job but its present one, some at a time: a job may have had hundreds of thousands. The oldest come first, and last what `latestIds` names. */
function* earlierIds(job: Passed, phone: PhoneValue): Generator<string[]> {
  const [, ...latest] = latestIds(job, phone);
  const isLatest = new Set([presentId(job, phone), ...latest]);
  const older = passesOf(job) - IDS_AT_ONCE + 1;
  for (let before = 0; before < older; before += IDS_AT_ONCE) {
    const passes = Math.min(IDS_AT_ONCE, older - before);
    yield idsUpTo(job, phone, before + passes, passes).filter((id) => !isLatest.has(id));
  }
  yield latest;
}

/**
 * Removes a number from all passes of a job. The present one goes last: by it the number is found again, passes later too, where this was broken off.
 * @param countAnew is called before that, if the job has the number
 * @returns how many phones went
 */
export async function removeHeld(
  phones: Pick<PhoneStore, 'byIds' | 'remove'>,
  job: Passed,
  phone: PhoneValue,
  countAnew: () => Promise<unknown>,
): Promise<number> {
  let removed = 0;
  for (const ids of earlierIds(job, phone)) removed += await phones.remove(ids);
  const present = [presentId(job, phone)];
  if (removed === 0 && (await phones.byIds(present)).length === 0) return 0;
  await countAnew();
  return removed + (await phones.remove(present));
}

/**
 * What a job has of these numbers, some at a time: of their present passes first, then further back for as long as a
 * number is there. So it costs what there is of them, however many passes the job has had.
 */
export async function* heldOf(
  phones: Pick<PhoneStore, 'byIds'>,
  job: Passed,
  numbers: readonly PhoneValue[],
): AsyncGenerator<PhoneDocument[]> {
  let left = numbers.map((phone) => ({ phone, last: presentPass(job, phone) }));
  for (let passes = 1; left.length > 0; passes = Math.max(1, Math.floor(IDS_AT_ONCE / left.length))) {
    const looked = passes;
    const found = await phones.byIds(left.flatMap(({ phone, last }) => idsUpTo(job, phone, last, looked)));
    yield found;
    const there = new Set(found.map(({ _id }) => phoneOfId(_id)));
    left = left
      .filter(({ phone }) => there.has(phone))
      .map(({ phone, last }) => ({ phone, last: last - looked }))
      .filter(({ last }) => last > 0);
  }
}
