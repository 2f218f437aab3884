import type { JobPhoneSource, MergedPass, SourceWait } from '@numscope/contracts';
import { limits } from '@numscope/contracts/limits';
import { answerStatuses } from '@numscope/contracts/lists';

/** An answer as it is kept: also what the source said, as `digestOf` makes it, so that passes can be compared. */
export interface KeptAnswer extends JobPhoneSource {
  found?: string | undefined;
}

/** Stands for a source that is waited for. */
const WAITS = answerStatuses.length;

/** What a source said of a phone, as short as it can be kept: one row holds it for each of up to a million phones. */
type Packed = [source: string, status: number, at: number, cached: number, message?: string | 0, found?: string];

/** A pass of a merged job in which more was answered of a phone, among what its sources said. */
type PackedPass = [job: number, pass: number];

const isAnswer = (packed: Packed | PackedPass): packed is Packed => typeof packed[0] === 'string';

/**
 * @param waiting - sources over their quota, of which no answer is known yet
 * @param passes - of merged jobs, in which some of them answered
 */
export const packSources = (
  sources: readonly KeptAnswer[],
  waiting: readonly SourceWait[] = [],
  passes: readonly MergedPass[] = [],
): string =>
  JSON.stringify([
    ...sources.map(({ source, status, at, cached, message, found }): Packed => [
      source,
      answerStatuses.indexOf(status),
      at,
      cached ? 1 : 0,
      ...(message === undefined && found === undefined ? ([] as const) : ([message ?? 0] as const)),
      ...(found === undefined ? ([] as const) : ([found] as const)),
    ]),
    ...waiting.map(({ source, resumesAt }): Packed => [source, WAITS, resumesAt, 0]),
    ...passes.map(({ number, pass }): PackedPass => [number, pass]),
  ]);

const unpackAll = (text: string | null): Array<Packed | PackedPass> =>
  text === null ? [] : (JSON.parse(text) as Array<Packed | PackedPass>);
const unpack = (text: string | null): Packed[] => unpackAll(text).filter(isAnswer);

/** The passes of merged jobs in which some sources answered. */
export const passesIn = (text: string | null): MergedPass[] =>
  unpackAll(text).flatMap((packed) => (isAnswer(packed) ? [] : [{ number: packed[0], pass: packed[1] }]));

/** Whether it was brought from this pass of a merged job. */
export const isFrom = (text: string | null, { number, pass }: MergedPass): boolean =>
  passesIn(text).some((each) => each.number === number && each.pass === pass);

/** The same text with more such passes: each once, and of too many the latest. */
export function withPasses(text: string | null, more: readonly MergedPass[]): string | null {
  if (more.length === 0) return text;
  const passes = new Map([...passesIn(text), ...more].map(({ number, pass }) => [`${number} ${pass}`, [number, pass]]));
  return JSON.stringify([...unpack(text), ...[...passes.values()].slice(-limits.mergedPasses)]);
}

/** The sources that are waited for, and until when. */
export const waitsIn = (text: string | null): SourceWait[] =>
  unpack(text)
    .filter(([, status]) => status === WAITS)
    .map(([source, , resumesAt]) => ({ source, resumesAt }));

/** Their names. */
export const waitedFor = (text: string | null): string[] => waitsIn(text).map(({ source }) => source);

/** Written by `packSources` and by nothing else. */
export const unpackAnswers = (text: string | null): KeptAnswer[] =>
  unpack(text)
    .filter(([, status]) => status !== WAITS)
    .map(([source, status, at, cached, message, found]) => ({
      source,
      status: answerStatuses[status] ?? 'FAILED',
      at,
      cached: cached === 1,
      ...(typeof message === 'string' ? { message } : {}),
      ...(found === undefined ? {} : { found }),
    }));

/** The same as callers see it. */
export const unpackSources = (text: string | null): JobPhoneSource[] =>
  unpackAnswers(text).map(({ found: _found, ...answer }) => answer);

/** The newer answers take the place of the older ones of the same sources, but for one that found something. */
export function mergeSources(older: string | null, newer: readonly KeptAnswer[]): KeptAnswer[] {
  const merged = new Map(unpackAnswers(older).map((answer) => [answer.source, answer]));
  for (const answer of newer)
    if (answer.status === 'FOUND' || merged.get(answer.source)?.status !== 'FOUND') merged.set(answer.source, answer);
  return [...merged.values()];
}

/**
 * What two jobs know of a phone that one of them has asked again: what that one asks for stays to be asked, and of two
 * answers the one that found something counts.
 */
export function uniteSources(asking: string | null, other: string | null): string | null {
  const answers = new Map(unpackAnswers(asking).map((answer) => [answer.source, answer]));
  const waiting = waitsIn(asking);
  for (const answer of unpackAnswers(other)) {
    const known = answers.get(answer.source);
    const isNews = known ? known.status === 'NOT_FOUND' && answer.status === 'FOUND' : true;
    if (isNews && !waiting.some(({ source }) => source === answer.source)) answers.set(answer.source, answer);
  }
  return packSources([...answers.values()], waiting, passesIn(asking));
}
