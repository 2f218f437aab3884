import type { AskedNumber } from '../template.ts';

/** What a person says that other sources would have found, by field. */
export type KnownFields = NonNullable<AskedNumber['found']>;

/** The fields that a source needs of which nobody said a value. */
export const unsaidNeeds = (needs: readonly string[] | null | undefined, known: KnownFields): string[] =>
  (needs ?? []).filter((field) => !Object.hasOwn(known, field) || known[field] === '');
