import type { PhoneResolved } from '@numscope/contracts';
import { overallStatus } from './overall-status.ts';

const MEGABYTE = 1024 * 1024;
/**
 * Of all answers of one number as JSON. No bus takes an event with more than 8 MB, and the profile that is made of it stands
 * with them in one document of 16 MB, where their values come once more.
 */
export const MOST_BYTES = 4 * MEGABYTE;

// Photos are ids of pictures by then, twenty of an answer.
const TOO_MUCH = `found more than fits beside what other sources found: all answers of a number have ${MOST_BYTES / MEGABYTE} MB at most (map fewer fields)`;

interface Fit {
  /** Length of all answers as JSON. */
  mostBytes: number;
  /** What a source says that is left out, by the bytes of its answer. */
  tooMuch(bytes: number): string;
}

/**
 * A number's result with no more than fits into one event: the largest answers are left out, and their sources say so.
 * They stay kept as they came; the same answers always leave out the same.
 */
export function fitResolved(
  result: PhoneResolved,
  { mostBytes, tooMuch }: Fit = { mostBytes: MOST_BYTES, tooMuch: () => TOO_MUCH },
): PhoneResolved {
  const sized = result.observations.map((one) => ({
    source: one.source,
    bytes: Buffer.byteLength(JSON.stringify(one)),
  }));
  sized.sort((a, b) => a.bytes - b.bytes || (a.source < b.source ? -1 : 1));
  const over = new Map<string, number>();
  let left = mostBytes;
  for (const { source, bytes } of sized) {
    left -= bytes;
    if (left < 0) over.set(source, bytes);
  }
  if (over.size === 0) return result;
  const sources = result.sources.map((answer) => {
    const bytes = over.get(answer.source);
    return bytes === undefined ? answer : { ...answer, status: 'FAILED' as const, message: tooMuch(bytes) };
  });
  const missing = (result.waiting ?? []).map(({ source }) => ({ source, status: 'FAILED' as const }));
  return {
    ...result,
    status: overallStatus([...sources, ...missing]),
    sources,
    observations: result.observations.filter(({ source }) => !over.has(source)),
  };
}
