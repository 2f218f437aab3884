import { AnswerStatus, type JobPhoneSource } from '@numscope/contracts';
import * as z from 'zod';

/** What sources said of a phone, as short as it can be kept: one row for each of up to a million phones. */
const Packed = z.array(z.tuple([z.string(), z.number(), z.number(), z.number(), z.string().optional()]));
const statuses = AnswerStatus.options;

export const packSources = (sources: readonly JobPhoneSource[]): string =>
  JSON.stringify(
    sources.map(({ source, status, at, cached, message }) => [
      source,
      statuses.indexOf(status),
      at,
      cached ? 1 : 0,
      ...(message === undefined ? [] : [message]),
    ]),
  );

export const unpackSources = (text: string | null): JobPhoneSource[] =>
  text === null
    ? []
    : Packed.parse(JSON.parse(text)).map(([source, status, at, cached, message]) => ({
        source,
        status: statuses[status] ?? 'FAILED',
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
