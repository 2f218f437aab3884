import { NUMBERING_PLAN } from '@numscope/contracts/lists';
import type { ComparedField, PassChange } from '@numscope/contracts';
import { code, isFinal } from '../domain/phone-status.ts';
import { readDigest } from './field-digests.ts';
import { type KeptAnswer, unpackAnswers } from './source-codes.ts';

/** A phone as a pass left it. `status` is a code, `sources` as `packSources` makes them. */
export interface PassResult {
  status: number;
  sources: string | null;
}

/** What each source knew; of whom nothing is kept but that it knew something, undefined. */
type Known = Map<string, string | undefined>;

/** The numbering plan says of a number what it always said. */
const answersIn = ({ sources }: PassResult): KeptAnswer[] =>
  unpackAnswers(sources).filter(({ source }) => source !== NUMBERING_PLAN);

const foundIn = (answers: readonly KeptAnswer[]): Known =>
  new Map(answers.flatMap(({ source, status, found }) => (status === 'FOUND' ? [[source, found] as const] : [])));

/** What is known after the later pass: who could not answer, or was not asked, took nothing back. */
function knownAfter(before: Known, answers: readonly KeptAnswer[]): Known {
  const now = foundIn(answers);
  const answered = new Set(answers.flatMap(({ source, status }) => (status === 'FAILED' ? [] : [source])));
  for (const [source, digest] of before) if (!answered.has(source)) now.set(source, digest);
  return now;
}

/** All that sources say of each field: what is told twice is told once. */
function saidOf(known: Known): Map<ComparedField, Set<string>> {
  const said = new Map<ComparedField, Set<string>>();
  for (const digest of known.values())
    for (const [field, text] of readDigest(digest ?? '')) said.set(field, (said.get(field) ?? new Set()).add(text));
  return said;
}

function changedFields(before: Known, after: Known): ComparedField[] {
  // Of results of versions before it is not known what was said.
  if ([...before.values(), ...after.values()].includes(undefined)) return [];
  const [then, now] = [saidOf(before), saidOf(after)];
  return [...new Set([...then.keys(), ...now.keys()])].filter(
    (field) => (then.get(field) ?? new Set()).symmetricDifference(now.get(field) ?? new Set()).size > 0,
  );
}

/**
 * What became of a phone from one pass to a later one; null where nothing did, and where one of them has no result.
 */
export function differenceOf(from: PassResult, to: PassResult): { change: PassChange; fields: ComparedField[] } | null {
  if (!isFinal(from.status) || !isFinal(to.status)) return null;
  const before = foundIn(answersIn(from));
  const answers = answersIn(to);
  const after = knownAfter(before, answers);
  const had = before.size > 0 || (answers.length === 0 && from.status === code.FOUND);
  const has = after.size > 0 || (answers.length === 0 && to.status === code.FOUND);
  if (had !== has) return { change: has ? 'APPEARED' : 'GONE', fields: [...saidOf(has ? after : before).keys()] };
  const fields = changedFields(before, after);
  return fields.length > 0 ? { change: 'CHANGED', fields } : null;
}
