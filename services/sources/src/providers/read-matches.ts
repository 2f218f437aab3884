import type { ProviderMatch } from '@numscope/contracts';
import { yieldEvery } from '@numscope/platform';
import { type AnswerExpressions, isTrue } from '../connectors/http/expressions.ts';
import { checkPage, type Page, saysNothing } from '../connectors/http/page.ts';
import { itemsOf } from '../connectors/http/read-answer.ts';
import { statedFailure } from '../connectors/http/stated-failure.ts';
import { SourceFault } from '../connectors/connector.port.ts';
import { textOf } from '../domain/fields/field-shapes.ts';
import { matchFields } from './provider-config.ts';

const MATCHES = 1000;
const TEXT_CHARS = 2000;
const ADDRESS_CHARS = 8192;

const short = (value: unknown, chars: number): string | null => textOf(value)?.slice(0, chars) ?? null;

/** Only addresses that may be followed; anything else is left out. */
function addressOf(value: unknown): string | null {
  const text = textOf(value);
  if (text === null || text.length > ADDRESS_CHARS) return null;
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : null;
}

function similarityOf(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number <= 1 ? number : null;
}

function matchOf(item: unknown, { map, mask }: AnswerExpressions): ProviderMatch | null {
  const said = Object.fromEntries((map ?? []).map(([field, read]) => [field, read(item)]));
  const match = {
    similarity: similarityOf(said['similarity']),
    name: short(said['name'], TEXT_CHARS),
    url: addressOf(said['url']),
    photo: addressOf(said['photo']),
    phone: short(said['phone'], TEXT_CHARS),
    birthDate: short(said['birthDate'], TEXT_CHARS),
    place: short(said['place'], TEXT_CHARS),
    description: short(said['description'], TEXT_CHARS),
  } satisfies Record<(typeof matchFields)[number], unknown>;
  return matchFields.some((field) => field !== 'similarity' && match[field] !== null) ? mask.cleanValues(match) : null;
}

/**
 * Whom a provider thinks alike, most alike first; at most 1000.
 * @throws SourceFault when the answer makes no sense, or says that it failed
 */
export async function readMatches(page: Page, expressions: AnswerExpressions): Promise<ProviderMatch[]> {
  if (saysNothing(page, expressions)) return [];
  checkPage(page, expressions);
  const { told } = page;
  const { notFound, failed, items } = expressions;
  const failure = statedFailure(failed?.(told), expressions.mask);
  if (failure) throw new SourceFault(failure.message, failure.kind ? { kind: failure.kind } : {});
  if (notFound && isTrue(notFound(told))) return [];
  const found = items ? itemsOf(page, expressions) : [told.body];
  const matches: ProviderMatch[] = [];
  const pace = yieldEvery();
  for (const item of found) {
    await pace();
    const match = matchOf(item, expressions);
    if (match) matches.push(match);
  }
  if (found.length > 0 && matches.length === 0)
    throw new SourceFault('answers, but its mapping finds nothing in its answer', { kind: 'MAPPING' });
  return matches.toSorted((a, b) => (b.similarity ?? -1) - (a.similarity ?? -1)).slice(0, MATCHES);
}
