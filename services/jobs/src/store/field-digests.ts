import { hash } from 'node:crypto';
import type { ComparedField } from '@numscope/contracts';

/** A letter for each, as digests are kept for a million phones. A letter that was given once never changes. */
const letters: Readonly<Record<ComparedField, string>> = {
  names: 'A',
  firstName: 'B',
  lastName: 'C',
  maidenName: 'D',
  birthDate: 'E',
  gender: 'F',
  married: 'G',
  religion: 'H',
  political: 'I',
  city: 'J',
  country: 'K',
  university: 'L',
  universityYearEnd: 'M',
  faculty: 'N',
  chair: 'O',
  about: 'P',
  emails: 'Q',
  phones: 'R',
  addresses: 'S',
  socialNetworks: 'T',
  photos: 'U',
  friends: 'V',
  schools: 'W',
  work: 'X',
  sites: 'Y',
  additionalContact: 'Z',
  line: 'a',
  numbering: 'b',
  other: 'c',
  accountType: 'd',
  accountStatus: 'e',
  accountOptions: 'f',
};
const fields = Object.keys(letters) as ComparedField[];
const fieldOf = new Map(fields.map((field) => [letters[field], field]));

/** 36 bits: one change in 70,000 million is not seen. */
const DIGEST_CHARS = 6;

/** When a line was asked for is not what it is. */
const passedOver: ReadonlySet<string> = new Set(['checkedAt']);

/** One text for values that say the same: whatever the order of keys and of items, and how often an item is told. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(canonical))].sort().join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([key, each]) => each !== null && each !== undefined && !passedOver.has(key))
    .map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`);
  return `{${entries.sort().join()}}`;
}

const isNothing = (text: string): boolean => text === 'null' || text === '[]' || text === '{}' || text === '""';

/** What a source said of a phone, as a letter and a digest for each field: enough to see what changes. */
export const digestOf = (said: Readonly<Record<string, unknown>>): string =>
  fields
    .flatMap((field) => {
      const text = canonical(said[field]);
      return isNothing(text) ? [] : [letters[field] + hash('sha1', text, 'base64url').slice(0, DIGEST_CHARS)];
    })
    .join('');

/** The digest of each field of what `digestOf` made. */
export function readDigest(digest: string): Map<ComparedField, string> {
  const read = new Map<ComparedField, string>();
  for (let at = 0; at < digest.length; at += DIGEST_CHARS + 1) {
    const field = fieldOf.get(digest.charAt(at));
    if (field) read.set(field, digest.slice(at + 1, at + 1 + DIGEST_CHARS));
  }
  return read;
}
