import { limits, type Profile } from '@numscope/contracts';
import type { ProfileStore } from '../store/profile-store.port.ts';

const PHONES_AT_ONCE = limits.exportProfiles;
/** Few enough that whoever else is to be answered hardly waits while they are looked through. */
const PROFILES_AT_ONCE = 100;

type Store = Pick<ProfileStore, 'phonesOfImages' | 'profiles'>;

/** Profiles that refer to one of these pictures, be it of a holder of before, as JSON, in order of phones, in slices. */
async function* referring(store: Store, imageIds: readonly string[]): AsyncGenerator<string[]> {
  let after: string | null = null;
  do {
    const phones: string[] = await store.phonesOfImages(imageIds, after, PHONES_AT_ONCE);
    for (let at = 0; at < phones.length; at += PROFILES_AT_ONCE)
      yield store.profiles(phones.slice(at, at + PROFILES_AT_ONCE));
    after = phones.length < PHONES_AT_ONCE ? null : (phones.at(-1) ?? null);
  } while (after !== null);
}

/**
 * Profiles of today's holders with one of these pictures, as JSON, in order of phones: those that a search by the same
 * pictures finds, no more than an export has.
 */
export async function profilesWithImages(store: Store, imageIds: readonly string[]): Promise<string[]> {
  const asked = new Set(imageIds);
  // As the store itself writes them.
  const isAsked = (text: string): boolean => (JSON.parse(text) as Profile).images.some((id) => asked.has(id));
  const found: string[] = [];
  for await (const texts of referring(store, imageIds)) {
    found.push(...texts.filter(isAsked));
    if (found.length >= limits.exportProfiles) break;
  }
  return found.slice(0, limits.exportProfiles);
}
