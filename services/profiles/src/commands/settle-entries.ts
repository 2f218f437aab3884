import { headOf, phoneOf, type SearchIndex } from '@numscope/platform';
import type { IndexWork } from '../store/index-work.ts';
import type { ProfileStore } from '../store/profile-store.port.ts';

const ASKED_AT_ONCE = 500;

/** What was done to the index just now. */
type Written = Pick<IndexWork, 'upserts' | 'removals'>;

/**
 * Phones whose entry may say something else than the records do: an entry without profile or of a profile that is gone,
 * or none of one that is there.
 */
async function unsettled(store: Pick<ProfileStore, 'revisions'>, { upserts, removals }: Written): Promise<string[]> {
  const written = new Map(upserts.map(headOf).map(({ phone, revision }) => [phone, revision]));
  const phones = [...written.keys(), ...removals];
  const revisions = new Map<string, number>();
  for (let at = 0; at < phones.length; at += ASKED_AT_ONCE) {
    for (const [phone, revision] of await store.revisions(phones.slice(at, at + ASKED_AT_ONCE)))
      revisions.set(phone, revision);
  }
  const early = [...written]
    .filter(([phone, revision]) => (revisions.get(phone) ?? -1) < revision)
    .map(([phone]) => phone);
  return [...early, ...removals.filter((phone) => revisions.has(phone))];
}

/**
 * Of several processes that write one index, one may come late: after another has deleted the profile, or has found its
 * phone again, when revisions begin anew. So each, once it has written, compares with the records, and where they say
 * something else by now it clears the entry and writes it as they are. Records change before the index does; so whoever
 * changes them later comes later to the index too, and the last one puts it right.
 */
export async function settleEntries(
  store: Pick<ProfileStore, 'revisions' | 'documents'>,
  index: SearchIndex,
  written: Written,
): Promise<void> {
  for (let last = written; ;) {
    const phones = await unsettled(store, last);
    if (phones.length === 0) return;
    await index.remove(phones);
    const upserts = await store.documents(phones);
    await index.upsert(upserts);
    const present = new Set(upserts.map(phoneOf));
    last = { upserts, removals: phones.filter((phone) => !present.has(phone)) };
  }
}
