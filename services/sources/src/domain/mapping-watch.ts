import type { SourceAnswer } from '../connectors/connector.port.ts';

/** So many answers in a row from which nothing could be taken say that the mapping is wrong. */
const UNMAPPED = 50;
/** Of the answer that is kept to be looked at. */
const KEPT_CHARS = 16_000;

export const MAPPING_MESSAGE = 'it answers, but the mapping finds nothing in its answers';

/** Counts answers with a body in which the mapping finds nothing. What is 'nothing' by its own words does not count. */
export class MappingWatch {
  #inRow = 0;

  /** One answer to look at, once there were too many; else null. */
  note({ status, isUnmapped, raw }: Pick<SourceAnswer, 'status' | 'isUnmapped' | 'raw'>): string | null {
    if (status === 'FOUND') this.#inRow = 0;
    if (!isUnmapped || ++this.#inRow < UNMAPPED) return null;
    return (raw ?? '').slice(0, KEPT_CHARS);
  }

  reset(): void {
    this.#inRow = 0;
  }
}
