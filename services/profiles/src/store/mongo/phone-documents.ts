import { type Collection, type Connection, duplicateKeysIn } from '@numscope/adapters/mongo';
import type { Profile } from '@numscope/contracts';
import { NO_COUNTRY } from '@numscope/contracts/lists';
import type { mongo } from 'mongoose';
import { picturesOf } from '../../domain/fold-profile.ts';
import type { JobRef, KeptObservation } from '../../domain/observation.ts';
import { oldestOf } from '../../domain/older-observations.ts';
import type { SourceVerdict } from '../../domain/source-verdicts.ts';
import type { ProfileRow } from '../profile-row.ts';
import { allFields } from '../profile-text.ts';

/**
 * All that is known of one number, so that one step moves it from one state to the next: looked up without a profile
 * (`found` is false, it has a country), with a profile, or removed. A removed one keeps what late repeats of older
 * events and of index entries must still meet, until no event of before can come any more.
 */
export interface PhoneDocument {
  /** The phone. */
  _id: string;
  found: boolean;
  /** Grows with every change of the profile, over removals too. */
  revision: number;
  /**
   * Grows with every write, also of what no profile shows: who changes a document finds it by `_id` and the version
   * that it has read, and so never another state of it. Absent for what was written before writes were counted.
   */
  version?: number;
  /**
   * Of the first state, when the newest event was made that it was made of, in milliseconds; absent where a version
   * before wrote it.
   */
  begunAt?: number;
  /** Absent for a removed one that was not looked up since. */
  country?: string;
  /** The profile's id; also of the one that was removed. */
  id?: string;
  created?: number;
  /** When the oldest of its observations was made; absent where a version before wrote it. */
  oldest?: number;
  /** JSON, as are the profile and the observations: they pass through as they are. */
  jobs?: string;
  profile?: string;
  /** The number of the fields that the profile has all of; absent where a version before wrote it. */
  fields?: number;
  observations?: string;
  images?: string[];
  /** How each source stands in the profile. Absent where a version before wrote it. */
  verdicts?: SourceVerdict[];
  /**
   * When it was removed, in milliseconds, or, if it went by the age of its answers, the age from which they went; stays
   * when the number comes back. What was found out before then does not count any more.
   */
  removed?: number;
  /** Which removal it was, and when: whoever asked for it may come after another process has told of it. */
  removedBy?: { id: string; at: number };
  /** The same and the pictures that went with it, until that is told. */
  removal?: string;
  removedImages?: string[];
  /** Where the profile was removed: until when this is kept at least, in milliseconds. */
  until?: number;
  /** The same where a version before removed it: MongoDB itself drops it then. */
  expires?: Date;
}

/** What a profile keeps of those of the same number before it. */
type Past = Pick<PhoneDocument, 'removed' | 'removedBy' | 'removal' | 'removedImages'>;

/**
 * A profile in memory, and the version of the document that it was read from; null while there is none, 0 where it says
 * none.
 */
export interface StoredRow extends ProfileRow {
  version: number | null;
  /** Of one that has no document yet: see `PhoneDocument`. */
  begunAt?: number;
  past: Past;
}

/** How many documents one answer of the server holds at most: more, decoded in one go, would hold up everybody else. */
export const AT_ONCE = 200;

export const phoneCollection = (connection: Connection): Collection<PhoneDocument> =>
  connection.collection<PhoneDocument>('profiles');

export const pastOf = ({ removed, removedBy, removal, removedImages }: PhoneDocument): Past => ({
  ...(removed === undefined ? {} : { removed }),
  ...(removedBy === undefined ? {} : { removedBy }),
  ...(removal === undefined ? {} : { removal }),
  ...(removedImages === undefined ? {} : { removedImages }),
});

export function rowOf(document: PhoneDocument): StoredRow {
  const { _id, revision, version = 0, country, id, created, jobs, observations, verdicts } = document;
  const profile = JSON.parse(document.profile ?? '') as Profile;
  return {
    phone: _id,
    id: id ?? profile.id,
    revision,
    created: created ?? profile.createdTimestamp,
    country: country ?? NO_COUNTRY,
    jobs: JSON.parse(jobs ?? '[]') as JobRef[],
    profile,
    isPlan: false,
    observations: JSON.parse(observations ?? '[]') as KeptObservation[],
    verdicts: verdicts ?? [],
    kept: {
      country: country ?? NO_COUNTRY,
      images: picturesOf(profile),
      verdicts: verdicts ?? null,
      isOfOtherRules: false,
    },
    changed: false,
    version,
    past: pastOf(document),
  };
}

/** What finds a document as it was read. */
export const standing = (_id: string, version: number): mongo.Filter<PhoneDocument> => ({
  _id,
  version: version === 0 ? { $exists: false } : version,
});

/** A row as it is to stand, by the write that comes after the one it was read from. */
export function documentOf(row: StoredRow): PhoneDocument {
  const images = picturesOf(row.profile);
  const { text: profile, fields } = allFields(row.profile);
  return {
    _id: row.phone,
    found: true,
    revision: row.revision,
    version: (row.version ?? 0) + 1,
    ...(row.version === null && row.begunAt !== undefined ? { begunAt: row.begunAt } : {}),
    country: row.country,
    id: row.id,
    created: row.created,
    oldest: oldestOf(row.observations),
    jobs: JSON.stringify(row.jobs),
    profile,
    fields,
    observations: JSON.stringify(row.observations),
    ...(images.length > 0 ? { images: [...images] } : {}),
    verdicts: [...row.verdicts],
    ...row.past,
  };
}

/** A number that was looked up and has no profile. @param begunAt see `PhoneDocument` */
export const lookedUpDocument = (phone: string, country: string, begunAt?: number): PhoneDocument => ({
  _id: phone,
  found: false,
  revision: 0,
  version: 1,
  ...(begunAt === undefined ? {} : { begunAt }),
  country,
});

function saving(version: number | null, document: PhoneDocument): mongo.AnyBulkWriteOperation<PhoneDocument> {
  if (version === null) return { insertOne: { document } };
  const { _id, ...replacement } = document;
  return { replaceOne: { filter: standing(_id, version), replacement } };
}

/** Whether a document stands as it was to be written, whoever wrote it. */
const isSame = (a: PhoneDocument | undefined, b: PhoneDocument): boolean =>
  a?.version === b.version &&
  a?.found === b.found &&
  a.profile === b.profile &&
  a.jobs === b.jobs &&
  a.observations === b.observations;

/**
 * Writes rows that nobody else changed since they were read, all in one call.
 * @returns the phones of those that somebody did change: they stand as the other left them
 */
export async function saveRows(documents: Collection<PhoneDocument>, rows: readonly StoredRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const saved = rows.map((row) => ({ version: row.version, document: documentOf(row) }));
  let written = 0;
  try {
    const { insertedCount, matchedCount } = await documents.bulkWrite(
      saved.map(({ version, document }) => saving(version, document)),
      { ordered: false },
    );
    written = insertedCount + matchedCount;
  } catch (error) {
    if (duplicateKeysIn(error) === null) throw error;
  }
  if (written === rows.length) return new Set();
  const phones = rows.map(({ phone }) => phone);
  const now = new Map(
    (await documents.find({ _id: { $in: phones } }).toArray()).map((document) => [document._id, document]),
  );
  return new Set(
    saved.filter(({ document }) => !isSame(now.get(document._id), document)).map(({ document }) => document._id),
  );
}

/**
 * Changes what stands of a number in one step, as often as somebody else comes between.
 * @param make what is to be changed of it as it stands; null for nothing
 * @returns how it stands afterwards; null when there was nothing to be changed
 */
export async function changePhone(
  documents: Collection<PhoneDocument>,
  phone: string,
  make: (document: PhoneDocument) => mongo.UpdateFilter<PhoneDocument> | null,
): Promise<PhoneDocument | null> {
  for (;;) {
    const document = await documents.findOne({ _id: phone });
    const update = document && make(document);
    if (!document || !update) return null;
    const changed = await documents.findOneAndUpdate(
      standing(phone, document.version ?? 0),
      { ...update, $inc: { ...update.$inc, version: 1 } },
      { returnDocument: 'after' },
    );
    if (changed) return changed;
  }
}
