import type { NewObservation } from '../source-store.port.ts';

/** An observation as it stands in the document of its phone. */
export type KeptObservation = Omit<NewObservation, 'phone' | 'country'>;

/** What was said about one phone; named by it, so that a look-up of many needs no index but the names. */
export interface PhoneDocument {
  _id: string;
  /** In the order they came. */
  observations: KeptObservation[];
  /** Characters of them, at least. */
  size: number;
  /** When the first of them was made, or before that; absent where a version before wrote them. */
  oldest?: number;
  /** How many documents of older observations there are: `<phone>/0`, `<phone>/1`, ... */
  sealed?: number;
}

export interface PhoneObservations {
  phone: string;
  observations: KeptObservation[];
}

/** Far below the 16 MB of a document, whatever the largest answer adds. */
const FULL_CHARS = 2_000_000;
const FULL_COUNT = 300;
export const sizeOf = ({ message, fields, raw }: KeptObservation): number =>
  200 + (message?.length ?? 0) + (fields?.length ?? 0) + (raw?.length ?? 0);

export const charsOf = ({ observations }: PhoneObservations): number =>
  observations.reduce((sum, one) => sum + sizeOf(one), 0);

export const isFull = ({ observations, size }: Pick<PhoneDocument, 'observations' | 'size'>): boolean =>
  size >= FULL_CHARS || observations.length >= FULL_COUNT;

/** Later than anything that is kept. */
const NEVER = Number.MAX_SAFE_INTEGER;
export const oldestOf = (observations: readonly KeptObservation[]): number =>
  observations.reduce((first, { at }) => Math.min(first, at), NEVER);

/** The documents of all that is kept of a phone, oldest first, as if it had been added one by one. */
export function documentsOf({ phone, observations }: PhoneObservations): PhoneDocument[] {
  const documents: PhoneDocument[] = [];
  let open = { observations: [] as KeptObservation[], size: 0 };
  for (const one of observations) {
    if (isFull(open)) {
      documents.push({ _id: `${phone}/${documents.length}`, ...open, oldest: oldestOf(open.observations) });
      open = { observations: [], size: 0 };
    }
    open.observations.push(one);
    open.size += sizeOf(one);
  }
  const sealed = documents.length;
  const oldest = oldestOf(open.observations);
  return [...documents, { _id: phone, ...open, oldest, ...(sealed > 0 ? { sealed } : {}) }];
}

export const sealedNames = ({ _id, sealed }: PhoneDocument): string[] =>
  Array.from({ length: sealed ?? 0 }, (_none, index) => `${_id}/${index}`);
