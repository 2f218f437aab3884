import type { FaultKind } from '@numscope/contracts';
import { SourceFault } from '../connector.port.ts';
import { ANSWER_BYTES, tooMuch } from './answer-bounds.ts';
import type { AnswerExpressions } from './expressions.ts';
import { formats } from './formats/formats.ts';
import type { SecretMask } from './secret-mask.ts';
import { isOfSource, type StatedFailure, statedFailure } from './stated-failure.ts';
import { tooOften } from './too-often.ts';

export interface HttpAnswer {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  text: string;
  /** Why its body is no text to be read, as words after 'an answer that'; null: it is one. */
  fault: string | null;
}

/** What expressions are told over. */
export interface Envelope {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  body: unknown;
}

/** One answer, opened; a number's whole answer may take several. */
export interface Page {
  /** From where it came, without what proves who asked. */
  url: string;
  envelope: Envelope;
  /** The same without secrets that it sends back: what is mapped. What is asked on with may need them. */
  told: Envelope;
  /** Why its body could not be read as the format that it should have, as words after 'an answer that'; null: it was. */
  fault: string | null;
  /** The body as JSON text, untouched but for secrets in it. */
  raw: string;
  /** Of the body as text. */
  bytes: number;
}

const TEXT_CHARS = 64 * 1024;

/** Cleaned before it is cut: half a secret is not found. */
const shown = (text: string, mask: SecretMask): string => mask.clean(text).slice(0, TEXT_CHARS);

/**
 * Opens an answer; what is mapped of it loses no more than what a mapped value does.
 * @throws SourceFault when it is more than is taken, or nested too deeply
 */
export function openPage(
  { status, headers, text, fault }: HttpAnswer,
  url: string,
  { format, mask }: Pick<AnswerExpressions, 'format' | 'mask'>,
): Page {
  const bytes = Buffer.byteLength(text);
  // What was no UTF-8 has become up to three times as long.
  if (bytes > ANSWER_BYTES) throw tooMuch();
  const page = (body: unknown, raw: string, hasEcho: boolean, wrong: string | null = null): Page => ({
    url,
    envelope: { status, headers, body },
    told: {
      status,
      headers: mask.cleanEcho(headers) as Envelope['headers'],
      body: hasEcho ? mask.cleanEcho(body) : body,
    },
    fault: wrong,
    raw,
    bytes,
  });
  const unread = (why: string): Page => page(text.slice(0, TEXT_CHARS), JSON.stringify(shown(text, mask)), true, why);
  if (fault !== null) return unread(fault);
  if (text.trim() === '') return page(null, 'null', false);
  try {
    const body = formats[format].read(text);
    if (format !== 'json') return page(body, JSON.stringify(shown(text, mask)), true);
    const raw = mask.cleanJson(text);
    return page(body, raw, raw !== text);
  } catch (error) {
    if (error instanceof SourceFault) throw error;
    return unread(`is not ${formats[format].label}`);
  }
}

export const saysNothing = ({ envelope }: Page, { notFoundStatus }: AnswerExpressions): boolean =>
  notFoundStatus.includes(envelope.status);

const kindOfStatus: Readonly<Record<number, FaultKind>> = { 401: 'WRONG_KEY', 402: 'NO_CREDIT', 403: 'WRONG_KEY' };
const hints: Readonly<Record<number, string>> = {
  404: " (look at the address; if the provider says 'nothing' by it, notFoundStatus must say so)",
};

function refused(status: number, said: StatedFailure | null, raw: string): SourceFault {
  const words = said === null ? '' : `: ${said.message}`;
  return new SourceFault(`refused with status ${status}${words}${hints[status] ?? ''}`, {
    kind: said?.kind ?? kindOfStatus[status] ?? 'PROVIDER',
    isStated: said !== null && isOfSource(said),
    raw,
  });
}

/** @throws SourceFault when the provider wants to be asked later, or is not well */
export function checkStatus({ status, headers }: HttpAnswer, { notFoundStatus }: AnswerExpressions, now: number): void {
  if (notFoundStatus.includes(status)) return;
  if (status === 429) throw tooOften('answered that it is asked too often (429)', headers, now);
  if (status >= 500) throw new SourceFault(`failed with status ${status}`, { retry: true, unwell: true });
}

/**
 * That a page is an answer at all; its status may also say 'nothing'.
 * @throws SourceFault when it refuses, or cannot be read
 */
export function checkPage(page: Page, expressions: AnswerExpressions): void {
  if (saysNothing(page, expressions)) return;
  const { told, fault, raw } = page;
  const { status } = told;
  if (status < 200 || status > 299) {
    throw refused(status, fault === null ? statedFailure(expressions.failed?.(told), expressions.mask) : null, raw);
  }
  if (fault !== null) throw new SourceFault(`sent an answer that ${fault}`, { kind: 'MAPPING', raw });
}
