import type { FaultKind } from '@numscope/contracts';
import { isItem, textOf } from '../../domain/field-shapes.ts';
import { readObservedAt } from '../../domain/read-observed-at.ts';
import { sanitiseFields } from '../../domain/sanitise-fields.ts';
import type { AskedNumber } from '../../domain/template.ts';
import { type SourceAnswer, SourceFault } from '../connector.port.ts';
import { type AnswerExpressions, isTrue } from './expressions.ts';

export interface HttpAnswer {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  text: string;
}

interface Envelope {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  body: unknown;
}

const RAW_CHARS = 64 * 1024;
const NOTHING = { status: 'NOT_FOUND', fields: null } as const;

function bodyOf(text: string): { json: boolean; body: unknown } {
  if (text.trim() === '') return { json: true, body: null };
  try {
    return { json: true, body: JSON.parse(text) as unknown };
  } catch {
    return { json: false, body: text.slice(0, RAW_CHARS) };
  }
}

const reasonIn = (value: unknown): string => textOf(value)?.slice(0, 500) ?? 'says that it failed';

function readOne(envelope: Envelope, expressions: AnswerExpressions, raw: string): SourceAnswer {
  const { notFound, failed, map } = expressions;
  if (notFound && isTrue(notFound(envelope))) return { ...NOTHING, raw };
  const failure = failed?.(envelope);
  if (isTrue(failure))
    return { status: 'FAILED', fields: null, message: reasonIn(failure), kind: 'PROVIDER', isStated: true, raw };
  const { body } = envelope;
  if (!map && body !== null && !isItem(body))
    throw new SourceFault('sent an answer that is not an object', { kind: 'MAPPING', raw });
  const fields = sanitiseFields(map ? Object.fromEntries(map.map(([field, read]) => [field, read(body)])) : body);
  if (fields === null) return { ...NOTHING, isUnmapped: isTrue(body), raw };
  return { status: 'FOUND', fields, raw, observedAt: observedAtIn(envelope, expressions) };
}

/** Told over the body, as a field is, or over the whole answer: a header may tell it. */
function observedAtIn(envelope: Envelope, { observedAt }: AnswerExpressions): number | null {
  return observedAt && (readObservedAt(observedAt(envelope.body)) ?? readObservedAt(observedAt(envelope)));
}

/** As `readOne`, but what cannot be read fails this number alone. */
function readItem(envelope: Envelope, expressions: AnswerExpressions): SourceAnswer {
  const raw = JSON.stringify(envelope.body);
  try {
    return readOne(envelope, expressions, raw);
  } catch (error) {
    if (error instanceof SourceFault)
      return { status: 'FAILED', fields: null, message: error.message, kind: error.kind, raw };
    throw error;
  }
}

const digits = (value: unknown): string => textOf(value)?.replaceAll(/\D/g, '') ?? '';

function readBatch(
  envelope: Envelope,
  expressions: AnswerExpressions,
  numbers: readonly AskedNumber[],
): SourceAnswer[] {
  // The list may be told over the whole answer (`body.results`) or over its body (`results`).
  const whole = expressions.items?.(envelope);
  const items = Array.isArray(whole) ? whole : expressions.items?.(envelope.body);
  if (!Array.isArray(items)) throw new SourceFault('sent no list of items', { kind: 'MAPPING' });
  const byPhone = new Map(items.map((item: unknown) => [digits(expressions.phone?.(item)), item]));
  return numbers.map(({ phone, national }) => {
    const item = byPhone.get(phone) ?? byPhone.get(national);
    return item === undefined ? NOTHING : readItem({ ...envelope, body: item }, expressions);
  });
}

const kindOfStatus: Readonly<Record<number, FaultKind>> = { 401: 'WRONG_KEY', 402: 'NO_CREDIT', 403: 'WRONG_KEY' };
const hints: Readonly<Record<number, string>> = {
  404: " (look at the address; if the provider says 'nothing' by it, notFoundStatus must say so)",
};

function refused(status: number, said: string | null, raw: string): SourceFault {
  const words = said === null ? '' : `: ${said.slice(0, 500)}`;
  return new SourceFault(`refused with status ${status}${words}${hints[status] ?? ''}`, {
    kind: kindOfStatus[status] ?? 'PROVIDER',
    isStated: said !== null,
    raw,
  });
}

/**
 * What an HTTP answer says about each number; the caller has dealt with 429 and 5xx.
 * @throws SourceFault when it makes no sense as a whole
 */
export function readAnswer(
  answer: HttpAnswer,
  expressions: AnswerExpressions,
  numbers: readonly AskedNumber[],
): SourceAnswer[] {
  const { status, headers, text } = answer;
  const { json, body } = bodyOf(text);
  const raw = json ? text || 'null' : JSON.stringify(body);
  if (expressions.notFoundStatus.includes(status)) return numbers.map(() => ({ ...NOTHING, raw }));
  const envelope = { status, headers, body };
  if (status < 200 || status > 299) {
    throw refused(status, json ? textOf(expressions.failed?.(envelope)) : null, raw);
  }
  if (!json) throw new SourceFault('sent an answer that is not JSON', { kind: 'MAPPING', raw });
  if (!expressions.items) {
    const one = readOne(envelope, expressions, raw);
    return numbers.map(() => one);
  }
  const failure = expressions.failed?.(envelope);
  if (isTrue(failure)) throw new SourceFault(reasonIn(failure), { isStated: true, raw });
  if (expressions.notFound && isTrue(expressions.notFound(envelope))) return numbers.map(() => ({ ...NOTHING, raw }));
  return readBatch(envelope, expressions, numbers);
}
