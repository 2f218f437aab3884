import type { FaultKind } from '@numscope/contracts';
import type { SourceAnswer } from '../../connectors/connector.port.ts';
import { answerShape, firstRowOf } from '../answer-shape.ts';

/** Answers in a row from which nothing could be taken that show the mapping to be wrong. */
const UNMAPPED = 50;
/** Characters of the answer that is kept to be looked at. */
const KEPT_CHARS = 16_000;

export const MAPPING_MESSAGE = 'it answers, but the mapping finds nothing in its answers';
/** Of a single answer, which may be how the source says that it knows nothing. */
const UNMAPPED_MESSAGE =
  'it answers, but the mapping finds nothing in its answer: look at the paths, or say by `notFound` that such an answer is nothing';

/**
 * What is wrong with an answer that a person asked for: of which kind it is, and what is said of it; both null where
 * nothing is. Jobs take an answer without a mapped value for 'nothing' until there are too many.
 */
export function troubleOf({
  status,
  kind,
  message,
  isUnmapped,
}: Pick<SourceAnswer, 'status' | 'kind' | 'message' | 'isUnmapped'>): {
  kind: FaultKind | null;
  message: string | null;
} {
  if (status === 'FAILED') return { kind: kind ?? 'PROVIDER', message: message ?? null };
  return isUnmapped ? { kind: 'MAPPING', message: UNMAPPED_MESSAGE } : { kind: null, message: message ?? null };
}

/** Counts answers with a body in which the mapping finds nothing. What is 'nothing' by its own words does not count. */
export class MappingWatch {
  #inRow = 0;
  /** The first row of all of them, where they are tables with one header; null: it differs, and may be about somebody. */
  #header: string | null = null;

  /** One answer to look at, its values masked, once there were too many; else null. */
  note({ status, isUnmapped, raw }: Pick<SourceAnswer, 'status' | 'isUnmapped' | 'raw'>): string | null {
    if (status === 'FOUND') this.#inRow = 0;
    if (!isUnmapped) return null;
    const row = raw === undefined ? null : firstRowOf(raw);
    if (this.#inRow === 0) this.#header = row;
    else if (row !== this.#header) this.#header = null;
    if (++this.#inRow < UNMAPPED) return null;
    return raw === undefined ? '' : answerShape(raw, this.#header).slice(0, KEPT_CHARS);
  }

  reset(): void {
    this.#inRow = 0;
  }
}
