import type { JobPhoneSource, SourceWait } from '@numscope/contracts';
import { answerStatuses } from '@numscope/contracts/lists';

/** What a source said of a phone, as short as it can be kept: one row holds it for each of up to a million phones. */
type Packed = [source: string, status: number, at: number, cached: number, message?: string];

/** Stands for a source that is waited for. */
const WAITS = answerStatuses.length;

/** @param waiting - sources over their quota, of which no answer is known yet */
export const packSources = (sources: readonly JobPhoneSource[], waiting: readonly SourceWait[] = []): string =>
  JSON.stringify([
    ...sources.map(({ source, status, at, cached, message }): Packed => [
      source,
      answerStatuses.indexOf(status),
      at,
      cached ? 1 : 0,
      ...(message === undefined ? ([] as const) : ([message] as const)),
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
export const unpackSources = (text: string | null): JobPhoneSource[] =>
  unpack(text)
    .filter(([, status]) => status !== WAITS)
    .map(([source, status, at, cached, message]) => ({
      source,
      status: answerStatuses[status] ?? 'FAILED',
      at,
      cached: cached === 1,
      ...(message === undefined ? {} : { message }),
    }));

/** The newer answers take the place of the older ones of the same sources. */
export function mergeSources(older: string | null, newer: readonly JobPhoneSource[]): JobPhoneSource[] {
  const merged = new Map(unpackSources(older).map((answer) => [answer.source, answer]));
  for (const answer of newer) merged.set(answer.source, answer);
  return [...merged.values()];
}
