import type { ListField, Profile, ProvenanceEntry, SourceFields } from '@numscope/contracts';
import { byListField, listFields } from '@numscope/contracts/profile-fields';
import { observedAtOf } from './observed-at.ts';
import { type Found, provenanceOf } from './preference.ts';
import { keyOf } from './value-keys.ts';

type Item<F extends ListField> = NonNullable<SourceFields[F]>[number];
export type ListValues = { [F in ListField]: Array<Item<F>> };

/** For the order of the lists alone: nothing is ever put in. */
export const noItems: ListValues = byListField({
  text: [],
  name: [],
  email: [],
  phone: [],
  account: [],
  site: [],
  image: [],
});

function unite<F extends ListField>(
  into: ListValues,
  field: F,
  found: readonly Found[],
  provenance: Profile['provenance'],
): void {
  let seen: Set<string> | undefined;
  let entries: ProvenanceEntry[] | undefined;
  into[field] = [];
  const united: Array<Item<F>> = into[field];
  for (const by of found) {
    const items: ReadonlyArray<Item<F>> | undefined = by.fields[field];
    if (items === undefined) continue;
    seen ??= new Set();
    entries ??= [];
    for (const value of items) {
      entries.push(provenanceOf(by, observedAtOf(by, field, value), value));
      const key = keyOf[field](value);
      if (seen.has(key)) continue;
      seen.add(key);
      united.push(value);
    }
  }
  if (entries && entries.length > 0) provenance[field] = entries;
}

/**
 * Puts in lists united without repeats, each item as its most preferred source wrote it; who said what goes to the
 * provenance. Names are united by fold-names.ts.
 */
export function foldLists(into: ListValues, found: readonly Found[], provenance: Profile['provenance']): void {
  for (const field of listFields) if (field !== 'names') unite(into, field, found, provenance);
}
