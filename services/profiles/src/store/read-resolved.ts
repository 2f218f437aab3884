import type { JobPass, Observation, PhoneResolved } from '@numscope/contracts';
import { answerStatuses } from '@numscope/contracts/lists';
import { isRecord } from '@numscope/contracts/is-record';
import { notAnEvent, readEventText } from '@numscope/platform/event-text';
import type { ResolvedPhone } from './resolved-phone.ts';
import { readPlanAnswer } from './read-plan-answer.ts';

export { isPlanAnswer } from './read-plan-answer.ts';

type Answer = Omit<Observation, 'raw'>;

const statuses: ReadonlySet<unknown> = new Set(answerStatuses);

const isJobPass = (value: unknown): value is JobPass =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  Number.isInteger(value['number']) &&
  Number.isInteger(value['pass']);

const isAnswer = (value: unknown): value is Answer =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  typeof value['phone'] === 'string' &&
  typeof value['source'] === 'string' &&
  typeof value['at'] === 'number' &&
  (value['observedAt'] === undefined || typeof value['observedAt'] === 'number') &&
  typeof value['cached'] === 'boolean' &&
  typeof value['trust'] === 'number' &&
  statuses.has(value['status']) &&
  (value['account'] === null || typeof value['account'] === 'string') &&
  (value['message'] === undefined || typeof value['message'] === 'string') &&
  (value['fields'] === null || isRecord(value['fields']));

const isResolved = (data: Readonly<Record<string, unknown>>): data is PhoneResolved =>
  typeof data['phone'] === 'string' &&
  isJobPass(data['job']) &&
  statuses.has(data['status']) &&
  (data['late'] === undefined || typeof data['late'] === 'boolean') &&
  Array.isArray(data['observations']) &&
  data['observations'].every(isAnswer);

function readAny(text: string): ResolvedPhone {
  const { id, at, trace, data } = readEventText('phone.resolved', text);
  if (!isResolved(data)) throw notAnEvent('phone.resolved');
  return { eventId: id, resolvedAt: at, trace, data };
}

/**
 * An event of the sources from its text. The fields of an answer were read value by value when the source sent it.
 * @throws Error when it is none
 */
export const readResolved = (text: string): ResolvedPhone => readPlanAnswer(text, readAny) ?? readAny(text);
