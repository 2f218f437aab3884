import type { FaultKind } from '@numscope/contracts';
import { SourceFault } from '../connector.port.ts';
import { ANSWER_BYTES, tooMuch } from './answer-bounds.ts';
import type { AnswerExpressions } from './expressions.ts';
import { documentThread } from './formats/document-thread.ts';
import { formats } from './formats/formats.ts';
import {
  type DocumentText,
  type OpenedDocument,
  openDocument,
  SHOWN_CHARS,
  shownAsJson,
} from './formats/open-document.ts';
import { UnreadDocument } from './formats/unread-document.ts';
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
  /** The address it came from, without credentials. */
  url: string;
  envelope: Envelope;
  /** The same without secrets that it sends back: what is mapped. What is asked on with may need them. */
  told: Envelope;
  /** Why its body could not be read as the format that it should have, as words after 'an answer that'; null: it was. */
  fault: string | null;
  /** The body as JSON text, untouched but for secrets in it. */
  raw: string;
  /** Length of the body as text. */
  bytes: number;
}

/** Headers are cleaned when something reads them, which is rare. */
function toldOf(status: number, headers: Envelope['headers'], body: unknown, mask: SecretMask): Envelope {
  let cleaned: Envelope['headers'] | null = null;
  return {
    status,
    get headers() {
      return (cleaned ??= mask.cleanEcho(headers) as Envelope['headers']);
    },
    body,
  };
}

/** A document that is long, or of which expressions see something else than was read. */
async function openSlowly(document: DocumentText, mask: SecretMask): Promise<OpenedDocument> {
  const { shortChars, seen } = formats[document.format];
  const opened =
    document.text.length <= shortChars ? openDocument(document, mask) : await documentThread.open(document, mask);
  if (!seen) return opened;
  const body = await seen(opened.body);
  return { ...opened, body, told: opened.told === opened.body ? body : await seen(opened.told) };
}

/**
 * Opens an answer, at once where that is short; what is mapped of it loses no more than what a mapped value does.
 * @throws SourceFault when it is more than is taken, or not to be read though it may be of its format
 */
export function openPage(
  { status, headers, text, fault }: HttpAnswer,
  url: string,
  { format, columns, mask }: Pick<AnswerExpressions, 'format' | 'columns' | 'mask'>,
): Page | Promise<Page> {
  const bytes = Buffer.byteLength(text);
  // What was no UTF-8 has become up to three times as long.
  if (bytes > ANSWER_BYTES) throw tooMuch();
  const page = ({ body, told, raw }: OpenedDocument, wrong: string | null): Page => ({
    url,
    envelope: { status, headers, body },
    told: toldOf(status, headers, told, mask),
    fault: wrong,
    raw,
    bytes,
  });
  const unread = (why: string): Page => {
    const body = text.slice(0, SHOWN_CHARS);
    return page({ body, told: mask.cleanEcho(body), raw: shownAsJson(text, mask) }, why);
  };
  if (fault !== null) return unread(fault);
  if (text.trim() === '') return page({ body: null, told: null, raw: 'null' }, null);
  const { label, shortChars, seen } = formats[format];
  const notOpened = (error: unknown): Page => {
    if (!(error instanceof UnreadDocument)) return unread(`is not ${label}`);
    throw new SourceFault(`sent an answer that ${error.message}`, { kind: 'MAPPING', isUnread: true });
  };
  const document = { text, format, columns };
  if (seen || text.length > shortChars)
    return openSlowly(document, mask).then((opened) => page(opened, null), notOpened);
  try {
    return page(openDocument(document, mask), null);
  } catch (error) {
    return notOpened(error);
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

/** Nothing costs more, and sums of more would not be exact, or no number at all any more: it is a fault of the provider's. */
const MOST_COST = 1_000_000_000;

/** What the provider says that its pages cost, all together; null where it does not say, or says what nothing costs. */
export function readCost(pages: readonly Page[], { cost }: AnswerExpressions): number | null {
  if (!cost) return null;
  const told = pages
    .map(({ envelope }) => Number(cost(envelope) ?? Number.NaN))
    .filter((one) => one >= 0 && one <= MOST_COST);
  return told.length > 0 ? told.reduce((sum, one) => sum + one, 0) : null;
}
