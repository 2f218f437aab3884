import { yieldEvery } from '@numscope/platform';
import { isItem } from '../../domain/fields/field-shapes.ts';
import { readObservedAt } from '../../domain/fields/read-observed-at.ts';
import { sanitiseFields } from '../../domain/fields/sanitise-fields.ts';
import type { AskedNumber } from '../../domain/template.ts';
import { type MappedItem, uniteMapped } from '../../domain/fields/unite-fields.ts';
import { type SourceAnswer, SourceFault } from '../connector.port.ts';
import { ANSWER_BYTES, sharedBy, tooMuch } from './answer-bounds.ts';
import { type AnswerExpressions, isTrue } from './expressions.ts';
import { numbersOfItems } from './numbers-of-items.ts';
import { checkPage, type Envelope, type Page, saysNothing } from './page.ts';
import { withAddresses } from './photo-address.ts';
import { isOfSource, type StatedFailure, statedFailure } from './stated-failure.ts';

/** Awaited in loops over all that an answer says: a long one would hold everybody else up. */
type Pace = ReturnType<typeof yieldEvery>;

const NOTHING = { status: 'NOT_FOUND', fields: null } as const;

/** Two numbers of one call read alike without the codes of their countries. */
const UNCLEAR: SourceAnswer = {
  status: 'FAILED',
  fields: null,
  message: 'what it says may be about this number or about another one of the same call: ask for it alone',
  kind: 'MAPPING',
};

/** What the answer or item says of the profile's fields. @throws SourceFault when nothing can be read from it */
function mapped({ body }: Envelope, { map }: AnswerExpressions, raw: string): Readonly<Record<string, unknown>> {
  if (map) return Object.fromEntries(map.map(([field, read]) => [field, read(body)]));
  if (body === null) return {};
  if (!isItem(body)) throw new SourceFault('sent an answer that is not an object', { kind: 'MAPPING', raw });
  return body;
}

/** Told over the body, as a field is, or over the whole answer: a header may tell it. */
function observedAtIn(envelope: Envelope, { observedAt }: AnswerExpressions): number | null {
  return observedAt && (readObservedAt(observedAt(envelope.body)) ?? readObservedAt(observedAt(envelope)));
}

/** What says of itself that it failed, as a number's answer. */
const stated = (failure: StatedFailure, raw: string): SourceAnswer => ({
  status: 'FAILED',
  fields: null,
  message: failure.message,
  kind: failure.kind ?? 'PROVIDER',
  isStated: isOfSource(failure),
  raw,
});

/**
 * All that was said about one number, in one answer, on several pages or in several items: their fields united. What
 * says 'nothing' or that it failed counts when there is nothing else.
 */
class SaidOfOne {
  readonly #expressions: AnswerExpressions;
  readonly #raw: string;
  readonly #items: MappedItem[] = [];
  #failure: StatedFailure | null = null;
  #hasBody = false;

  /** @param raw all of it as JSON text */
  constructor(expressions: AnswerExpressions, raw: string) {
    this.#expressions = expressions;
    this.#raw = raw;
  }

  /** @throws SourceFault when it cannot be read */
  add(envelope: Envelope): void {
    const { notFound, failed, mask } = this.#expressions;
    if (notFound && isTrue(notFound(envelope))) return;
    const told = failed && statedFailure(failed(envelope), mask);
    if (told) this.#failure ??= told;
    else {
      const values = mapped(envelope, this.#expressions, this.#raw);
      this.#items.push({ values, observedAt: observedAtIn(envelope, this.#expressions) });
      this.#hasBody ||= isTrue(envelope.body);
    }
  }

  /** @param url where it came from: addresses of photos may be relative to it */
  answer(url: string): SourceAnswer {
    const raw = this.#raw;
    if (this.#items.length === 0) return this.#failure === null ? { ...NOTHING, raw } : stated(this.#failure, raw);
    const { values, observedAt } = uniteMapped(this.#items);
    const fields = sanitiseFields(values);
    if (fields === null) return { ...NOTHING, isUnmapped: this.#hasBody, raw };
    return { status: 'FOUND', fields: this.#expressions.mask.cleanValues(withAddresses(fields, url)), raw, observedAt };
  }
}

function readOne(said: Envelope, expressions: AnswerExpressions, raw: string, url: string): SourceAnswer {
  const one = new SaidOfOne(expressions, raw);
  one.add(said);
  return one.answer(url);
}

async function readSeveral(
  said: readonly Envelope[],
  expressions: AnswerExpressions,
  raw: string,
  url: string,
  pace: Pace,
): Promise<SourceAnswer> {
  const one = new SaidOfOne(expressions, raw);
  for (const envelope of said) {
    await pace();
    one.add(envelope);
  }
  return one.answer(url);
}

/**
 * All items about one number as JSON text without secrets; null when that is more than is taken: each row of a table carries the names
 * of all its columns then.
 */
async function rawOfItems(said: readonly Envelope[], { mask }: AnswerExpressions, pace: Pace): Promise<string | null> {
  const texts: string[] = [];
  let bytes = 0;
  for (const { body } of said) {
    await pace();
    const text = JSON.stringify(body ?? null);
    bytes += Buffer.byteLength(text);
    if (bytes > ANSWER_BYTES) return null;
    texts.push(mask.cleanJson(text));
  }
  return texts.length === 1 ? texts.join() : `[${texts.join(',')}]`;
}

/** As `readSeveral`, but what cannot be read fails this number alone. */
async function readItems(
  said: readonly Envelope[],
  expressions: AnswerExpressions,
  url: string,
  pace: Pace,
): Promise<SourceAnswer> {
  const raw = await rawOfItems(said, expressions, pace);
  if (raw === null) return { status: 'FAILED', fields: null, message: tooMuch().message };
  try {
    return await readSeveral(said, expressions, raw, url, pace);
  } catch (error) {
    if (error instanceof SourceFault) return { ...error.answer, raw };
    throw error;
  }
}

const NOBODY: ReadonlySet<string> = new Set();

/** The list may be told over the whole answer (`body.results`) or over its body (`results`). */
export function itemsOf({ told, raw }: Page, { items }: AnswerExpressions): unknown[] {
  const ofWhole = items?.(told) ?? null;
  const found = ofWhole ?? items?.(told.body);
  if (Array.isArray(found)) return found;
  // An XML document with one item has no list of them.
  if (isItem(found)) return [found];
  throw new SourceFault('sent no list of items', { kind: 'MAPPING', raw });
}

/** Whether an item says of itself that it is none: what it is about need not stand there. */
const isNone = (item: Envelope, { notFound, failed, mask }: AnswerExpressions): boolean =>
  isTrue(notFound?.(item)) || statedFailure(failed?.(item), mask) !== null;

/**
 * Items about one number belong together; they may stand on several pages. An item about several numbers counts for each
 * of them.
 * @throws SourceFault when that makes more of them than is taken
 */
async function readBatch(
  pages: readonly Page[],
  expressions: AnswerExpressions,
  numbers: readonly AskedNumber[],
  raw: string,
  pace: Pace,
): Promise<SourceAnswer[]> {
  const { phone: toldIn } = expressions;
  const byPhone = new Map(numbers.map(({ phone }): [string, Envelope[]] => [phone, []]));
  const items = pages.flatMap((page) => itemsOf(page, expressions).map((body): Envelope => ({ ...page.told, body })));
  const about = toldIn
    ? await numbersOfItems(items, ({ body }) => [toldIn(body)].flat(), numbers, pace)
    : items.map(() => ({ of: new Set(byPhone.keys()), oneOf: NOBODY }));
  const unclear = new Set<string>();
  let hasAsked = false;
  let isUnmapped = false;
  let shared = 0;
  for (const [place, item] of items.entries()) {
    await pace();
    const { of: asked = NOBODY, oneOf = NOBODY } = about[place] ?? {};
    const isOfNone = asked.size + oneOf.size === 0;
    hasAsked ||= !isOfNone;
    isUnmapped ||= isOfNone && !isNone(item, expressions);
    if (asked.size > 1) shared += Buffer.byteLength(JSON.stringify(item.body)) * asked.size;
    if (shared > ANSWER_BYTES) throw tooMuch();
    for (const phone of asked) byPhone.get(phone)?.push(item);
    for (const phone of oneOf) unclear.add(phone);
  }
  // One answer of the call tells it: it is one answer that was not understood, however many were asked for.
  if (isUnmapped && !hasAsked)
    return numbers.map((_number, place) => (place === 0 ? { ...NOTHING, isUnmapped, raw } : NOTHING));
  const url = pages[0]?.url ?? '';
  const answers: SourceAnswer[] = [];
  for (const { phone } of numbers) {
    const found = byPhone.get(phone) ?? [];
    if (found.length > 0) answers.push(await readItems(found, expressions, url, pace));
    else answers.push(unclear.has(phone) ? UNCLEAR : NOTHING);
  }
  return answers;
}

/** A table has a list of rows as its body: all of them are about the number that was asked for. */
const rowsOf = ({ told }: Page): Envelope[] =>
  Array.isArray(told.body) ? told.body.map((body: unknown) => ({ ...told, body })) : [];

/**
 * What an answer of one or more pages says about each number, at once where that is short; the caller has dealt with 429
 * and 5xx.
 * @throws SourceFault when it makes no sense as a whole
 */
export function readAnswer(
  pages: readonly Page[],
  expressions: AnswerExpressions,
  numbers: readonly AskedNumber[],
): SourceAnswer[] | Promise<SourceAnswer[]> {
  const [first] = pages;
  if (!first) throw new SourceFault('sent no answer');
  const raw = pages.length === 1 ? first.raw : `[${pages.map((page) => page.raw).join(',')}]`;
  if (saysNothing(first, expressions)) return sharedBy(numbers.length, { ...NOTHING, raw });
  for (const page of pages) checkPage(page, expressions);
  const isTable = expressions.format === 'csv';
  if (expressions.items || isTable) return readItemised(pages, first, expressions, numbers, raw);
  if (pages.length === 1) return sharedBy(numbers.length, readOne(first.told, expressions, raw, first.url));
  const said = pages.map(({ told }) => told);
  return readSeveral(said, expressions, raw, first.url, yieldEvery()).then((one) => sharedBy(numbers.length, one));
}

/** Of pages that are lists of items or tables. */
async function readItemised(
  pages: readonly Page[],
  first: Page,
  expressions: AnswerExpressions,
  numbers: readonly AskedNumber[],
  raw: string,
): Promise<SourceAnswer[]> {
  const pace = yieldEvery();
  const { notFound, failed } = expressions;
  for (const { told } of pages) {
    const failure = statedFailure(failed?.(told), expressions.mask);
    if (failure) {
      const { message, kind } = failure;
      throw new SourceFault(message, { ...(kind ? { kind } : {}), isStated: isOfSource(failure), raw });
    }
  }
  if (notFound && isTrue(notFound(first.told))) return sharedBy(numbers.length, { ...NOTHING, raw });
  if (expressions.items) return readBatch(pages, expressions, numbers, raw, pace);
  const ofRow = { ...expressions, notFound: null, failed: null };
  const one = await readSeveral(pages.flatMap(rowsOf), ofRow, raw, first.url, pace);
  return sharedBy(numbers.length, one);
}
