import { NUMBERING_PLAN } from '@numscope/contracts/lists';
import type { AnswerOfPass, ComparedField, PassChange, PassDifference } from '@numscope/contracts';
import { code, isFinal } from '../domain/phone-status.ts';
import { readDigest } from './field-digests.ts';
import { type KeptAnswer, unpackAnswers } from './source-codes.ts';

/** A phone as a pass left it. `status` is a code, `sources` as `packSources` makes them. */
export interface PassResult {
  status: number;
  sources: string | null;
}

/** What a source knew, as a digest, and when it was asked; undefined where nothing is kept but that it knew something. */
interface Said {
  digest: string | undefined;
  at: number;
}
/** What each source knew. */
type Known = Map<string, Said>;

/** The numbering plan says of a number what it always said. */
const answersIn = ({ sources }: PassResult): KeptAnswer[] =>
  unpackAnswers(sources).filter(({ source }) => source !== NUMBERING_PLAN);

const foundIn = (answers: readonly KeptAnswer[]): Known =>
  new Map(
    answers.flatMap(({ source, status, found, at }) =>
      status === 'FOUND' ? [[source, { digest: found, at }] as const] : [],
    ),
  );

/** What is known after the later pass: who could not answer, or was not asked, took nothing back. */
function knownAfter(before: Known, answers: readonly KeptAnswer[]): Known {
  const now = foundIn(answers);
  const answered = new Set(answers.flatMap(({ source, status }) => (status === 'FAILED' ? [] : [source])));
  for (const [source, said] of before) if (!answered.has(source)) now.set(source, said);
  return now;
}

/** All that sources say of each field: what is told twice is told once. */
function saidOf(known: Known): Map<ComparedField, Set<string>> {
  const said = new Map<ComparedField, Set<string>>();
  for (const { digest } of known.values())
    for (const [field, text] of readDigest(digest ?? '')) said.set(field, (said.get(field) ?? new Set()).add(text));
  return said;
}

function changedFields(before: Known, after: Known): ComparedField[] {
  // Results of older versions do not tell what was said.
  if ([...before.values(), ...after.values()].some(({ digest }) => digest === undefined)) return [];
  const [then, now] = [saidOf(before), saidOf(after)];
  return [...new Set([...then.keys(), ...now.keys()])].filter(
    (field) => (then.get(field) ?? new Set()).symmetricDifference(now.get(field) ?? new Set()).size > 0,
  );
}

const answersOf = (known: Known): AnswerOfPass[] =>
  [...known].map(([source, { at }]) => ({ source, at })).sort((a, b) => a.source.localeCompare(b.source));

/**
 * What became of a phone from one pass to a later one; null where nothing did, and where one of them has no result.
 */
export function differenceOf(from: PassResult, to: PassResult): Omit<PassDifference, 'phone'> | null {
  if (!isFinal(from.status) || !isFinal(to.status)) return null;
  const before = foundIn(answersIn(from));
  const answers = answersIn(to);
  const after = knownAfter(before, answers);
  const had = before.size > 0 || (answers.length === 0 && from.status === code.FOUND);
  const has = after.size > 0 || (answers.length === 0 && to.status === code.FOUND);
  const difference = (change: PassChange, fields: ComparedField[]) => ({
    change,
    fields,
    saidFrom: answersOf(before),
    saidTo: answersOf(after),
  });
  if (had !== has) return difference(has ? 'APPEARED' : 'GONE', [...saidOf(has ? after : before).keys()]);
  const fields = changedFields(before, after);
  return fields.length > 0 ? difference('CHANGED', fields) : null;
}
