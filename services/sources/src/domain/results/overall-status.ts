import type { AnswerStatus } from '@numscope/contracts';
import { NUMBERING_PLAN } from '@numscope/contracts/lists';

/**
 * What all sources together know of a number. FOUND: one answered with data; the numbering plan counts only when it is
 * the only source on. NOT_FOUND: all that were asked know nothing. FAILED: nothing found, and some could not answer.
 */
export function overallStatus(parts: ReadonlyArray<{ source: string; status: AnswerStatus }>): AnswerStatus {
  const counted = parts.some(({ source }) => source !== NUMBERING_PLAN)
    ? parts.filter(({ source }) => source !== NUMBERING_PLAN)
    : parts;
  if (counted.some(({ status }) => status === 'FOUND')) return 'FOUND';
  return counted.some(({ status }) => status === 'FAILED') ? 'FAILED' : 'NOT_FOUND';
}
