import type { JobState } from '../../domain/job-state.ts';
import { LONGEST_NUMBER, type PhoneValue, placeOf } from '../phone-value.ts';
import type { JobDocument, PartHead } from './documents.ts';

/** The job or upload that phones belong to. The main job has one document for each number, others one for each pass. */
export type Holder = Pick<JobState, 'key' | 'main'>;

/** No whole number that a double holds has more digits. */
const DIGITS = 16;
/** Behind all digits. */
const TEXT = '~';

const placeIn = (phone: PhoneValue): string =>
  typeof phone === 'number' ? String(Math.max(0, phone)).padStart(DIGITS, '0') : TEXT + phone;

const prefixOf = ({ key, main }: Holder, pass: number): string => `${key}:${main ? 0 : pass}:`;

/** `<job key>:<pass>:<digits>`, which sort as the phones do; other texts come behind the numbers. */
export const phoneId = (holder: Holder, pass: number, phone: PhoneValue): string =>
  prefixOf(holder, pass) + placeIn(phone);

export function phoneOfId(id: string): PhoneValue {
  const place = id.slice(id.indexOf(':', id.indexOf(':') + 1) + 1);
  return place.startsWith(TEXT) ? place.slice(TEXT.length) : Number(place);
}

/** Whether it is of a number that is longer than any valid one; they come behind all others. */
export function isOverlong(id: string): boolean {
  const phone = phoneOfId(id);
  return typeof phone === 'number' && phone > LONGEST_NUMBER;
}

/** From, included, to, excluded. */
export interface IdRange {
  $gte: string;
  $lt: string;
}

/** All phones of a pass; with `first` and `end`, those from the one up to before the other. */
export const idsOfPass = (holder: Holder, pass: number, first?: PhoneValue, end?: PhoneValue): IdRange => ({
  $gte: first === undefined ? prefixOf(holder, pass) : phoneId(holder, pass, first),
  $lt: end === undefined ? `${prefixOf(holder, pass).slice(0, -1)};` : phoneId(holder, pass, end),
});

/** The valid ones, and all others that are written in digits. */
export const idsOfNumbers = (holder: Holder, pass: number, after: number): { $gt: string; $lt: string } => ({
  $gt: phoneId(holder, pass, after),
  $lt: prefixOf(holder, pass) + TEXT,
});

/** All phones that a job or an upload has in any pass. */
export const idsOfKey = (key: number): IdRange => ({ $gte: `${key}:`, $lt: `${key};` });

/** The phones of a part in its pass, or in another one. */
export function idsOfPart(job: Holder & Pick<JobDocument, 'parts'>, part: PartHead, pass = part.pass): IdRange {
  const index = job.parts.indexOf(part);
  return idsOfPass(job, pass, index === 0 ? undefined : part.first, job.parts[index + 1]?.first);
}

/** The part that a phone is in, or belongs in. */
export const partOf = ({ parts }: Pick<JobDocument, 'parts'>, phone: PhoneValue): PartHead | undefined =>
  placeOf(parts, phone);
