import type { Carried, Cursor, Step } from '@numscope/adapters/moving-up';

/** Documents of some steps, and where they end. */
export interface Batch {
  cursor: Cursor;
  documents: Carried[];
}

const MOST_DOCUMENTS = 200;
/** Length of texts and bytes in a batch of documents; a message of MongoDB may have 48 MB. */
const MOST_CHARS = 1_000_000;

const charsOf = (value: unknown): number => {
  if (typeof value === 'string' || value instanceof Uint8Array) return value.length;
  if (value === null || typeof value !== 'object') return 8;
  return Object.values(value).reduce((sum: number, each) => sum + charsOf(each), 0);
};

/** Steps together, so that a call to the database is worth it, and no more than some megabytes are in memory. */
export function* batchesOf(steps: Iterable<Step>): Iterable<Batch> {
  let documents: Carried[] = [];
  let chars = 0;
  let last: Cursor | null = null;
  for (const step of steps) {
    documents.push(...step.documents);
    chars += charsOf(step.documents);
    last = step.cursor;
    if (documents.length < MOST_DOCUMENTS && chars < MOST_CHARS) continue;
    yield { cursor: last, documents };
    [documents, chars, last] = [[], 0, null];
  }
  if (last !== null) yield { cursor: last, documents };
}
