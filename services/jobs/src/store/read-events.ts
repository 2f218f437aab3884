import type { JobPass, JobPhoneSource, SourceWait } from '@numscope/contracts';
import { answerStatuses, NUMBERING_PLAN } from '@numscope/contracts/lists';
import { isRecord } from '@numscope/contracts/is-record';
import { eachEventText, eventTexts, notAnEvent, readEventText } from '@numscope/platform/event-text';
import { digestOf } from './field-digests.ts';
import type { Profiled, Resolved } from './job-store.port.ts';
import type { DeletedProfile } from './phone-result.ts';
import { planResolved, usualProfiled } from './read-without-parsing.ts';

const statuses: ReadonlySet<unknown> = new Set(answerStatuses);

const isJobPass = (value: unknown): value is JobPass =>
  isRecord(value) && typeof value['id'] === 'string' && Number.isInteger(value['pass']);

const isAnswer = (value: unknown): value is JobPhoneSource =>
  isRecord(value) &&
  typeof value['source'] === 'string' &&
  typeof value['at'] === 'number' &&
  typeof value['cached'] === 'boolean' &&
  statuses.has(value['status']) &&
  (value['message'] === undefined || typeof value['message'] === 'string');

const isWait = (value: unknown): value is SourceWait =>
  isRecord(value) && typeof value['source'] === 'string' && typeof value['resumesAt'] === 'number';

const isStatus = (value: unknown): value is Resolved['status'] => statuses.has(value);

/** What each source said that has found something, by its name. The numbering plan always says the same. */
function digestsIn(observations: unknown): Map<unknown, string> {
  const found = (Array.isArray(observations) ? observations : []).filter(isRecord);
  return new Map(
    found.flatMap(({ source, fields }) =>
      source !== NUMBERING_PLAN && isRecord(fields) ? [[source, digestOf(fields)] as const] : [],
    ),
  );
}

/** What a job needs of a `phone.resolved`; null when it is no result of one. @throws Error when it is none */
function readResolved(text: string): Resolved | null {
  const {
    phone,
    job,
    status,
    sources,
    waiting = [],
    observations,
    doNotLookUp,
    late,
  } = readEventText('phone.resolved', text).data;
  if (
    typeof phone !== 'string' ||
    !isJobPass(job) ||
    !isStatus(status) ||
    !Array.isArray(sources) ||
    !sources.every(isAnswer) ||
    !Array.isArray(waiting) ||
    !waiting.every(isWait)
  )
    throw notAnEvent('phone.resolved');
  if (late === true) return null;
  const digests = digestsIn(observations);
  const kept = sources.map((answer) => {
    const found = answer.status === 'FOUND' ? digests.get(answer.source) : undefined;
    return found === undefined ? answer : { ...answer, found };
  });
  return { jobId: job.id, pass: job.pass, phone, status, doNotLookUp: doNotLookUp === true, sources: kept, waiting };
}

/** The results among these events, each read when it is taken. @throws Error when one is no `phone.resolved` */
export const resolvedOf = (texts: readonly string[]): Iterable<Resolved> =>
  eachEventText(texts)
    .map((text) => planResolved(text) ?? readResolved(text))
    .filter((result) => result !== null);

/** What a job needs of a `profile.deleted`. @throws Error when it is none */
function readDeleted(text: string): DeletedProfile {
  const { at, data } = readEventText('profile.deleted', text);
  if (typeof data['phone'] !== 'string') throw notAnEvent('profile.deleted');
  return { phone: data['phone'], at };
}

/** What each of these events says. @throws Error when one is no `profile.deleted` */
export const deletedOf = (texts: readonly string[]): DeletedProfile[] => eventTexts(texts).map(readDeleted);

/** What a job needs of a `profile.updated`; null when no job waits for it. @throws Error when it is none */
function readProfiled(text: string): Profiled | null {
  const { phone, job } = readEventText('profile.updated', text).data;
  if (job === null) return null;
  if (typeof phone !== 'string' || !isJobPass(job)) throw notAnEvent('profile.updated');
  return { jobId: job.id, pass: job.pass, phone };
}

/** What jobs wait for among these events, each read when it is taken. @throws Error when one is no `profile.updated` */
export const profiledOf = (texts: readonly string[]): Iterable<Profiled> =>
  eachEventText(texts)
    .map((text) => usualProfiled(text) ?? readProfiled(text))
    .filter((result) => result !== null);
