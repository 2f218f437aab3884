import type { JobPhoneSource, SourceWait } from '@numscope/contracts';
import { answerStatuses } from '@numscope/contracts/lists';

/** An answer as it is kept: also what the source said, as `digestOf` makes it, so that passes can be compared. */
export interface KeptAnswer extends JobPhoneSource {
  found?: string | undefined;
}

/** Stands for a source that is waited for. */
const WAITS = answerStatuses.length;

/** What a source said of a phone, as short as it can be kept: one row holds it for each of up to a million phones. */
type Packed = [source: string, status: number, at: number, cached: number, message?: string | 0, found?: string];

/** @param waiting - sources over their quota, of which no answer is known yet */
export const packSources = (sources: readonly KeptAnswer[], waiting: readonly SourceWait[] = []): string =>
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
  ]);

const unpack = (text: string | null): Packed[] => (text === null ? [] : (JSON.parse(text) as Packed[]));

/** The sources that are waited for. */
export const waitedFor = (text: string | null): string[] =>
  unpack(text)
    .filter(([, status]) => status === WAITS)
    .map(([source]) => source);

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

/** The newer answers take the place of the older ones of the same sources. */
export function mergeSources(older: string | null, newer: readonly KeptAnswer[]): KeptAnswer[] {
  const merged = new Map(unpackAnswers(older).map((answer) => [answer.source, answer]));
  for (const answer of newer) merged.set(answer.source, answer);
  return [...merged.values()];
}
