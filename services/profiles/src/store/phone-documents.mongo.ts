import { type Collection, type Connection, isDuplicateKey } from '@numscope/adapters/mongo';
import type { Profile } from '@numscope/contracts';
import { newId } from '@numscope/platform';
import mongoose, { type mongo } from 'mongoose';
import type { JobRef, KeptObservation } from '../domain/observation.ts';
import { NO_COUNTRY, type ProfileRow } from './profile-row.ts';

/**
 * All that is known of one number, so that one step moves it from one state to the next: looked up without a profile (`found` is false, it has a
 * country), with a profile, or removed. A removed one keeps what late repeats of older events and of index entries must still meet; MongoDB drops it
 * when no event of before can come any more.
 */
export interface PhoneDocument {
  /** The phone. */
  _id: string;
  found: boolean;
  /** Grows with every change of the profile, over removals too. */
  revision: number;
  /** Another with every write, of any document: who changes a document finds it by the write that it has read, and so never another state of it. */
  write: string;
  /** Absent for a removed one that was not looked up since. */
  country?: string;
  /** The profile's id; also of the one that was removed. */
  id?: string;
  created?: number;
  /** JSON, as are the profile and the observations: they pass through as they are. */
  jobs?: string;
  profile?: string;
  observations?: string;
  images?: string[];
  /** When it was removed, in milliseconds; stays when the number comes back. What was found out before then does not count any more. */
  removed?: number;
  /** Which removal it was, and the pictures that went with it, until that is told. */
  removal?: string;
  removedImages?: string[];
  expires?: Date;
}

/** What a profile keeps of those of the same number before it. */
type Past = Pick<PhoneDocument, 'removed' | 'removal' | 'removedImages'>;

/** A profile in memory, and the write its document was read from; null while there is none. */
export interface StoredRow extends ProfileRow {
  write: string | null;
  past: Past;
}

/** How many documents one answer of the server holds at most: more, decoded in one go, would hold up everybody else. */
export const AT_ONCE = 200;

const schema = new mongoose.Schema<PhoneDocument>(
  {
    _id: String,
    found: Boolean,
    revision: Number,
    write: String,
    country: String,
    id: String,
    created: Number,
    jobs: String,
    profile: String,
    observations: String,
    images: { type: [String], default: undefined },
    removed: Number,
    removal: String,
    removedImages: { type: [String], default: undefined },
    expires: Date,
  },
  { collection: 'profiles', versionKey: false, id: false },
);
schema.index({ write: 1 }, { name: 'write', unique: true });
schema.index({ country: 1, found: 1 }, { name: 'countries' });
schema.index({ images: 1 }, { name: 'images', sparse: true });
schema.index({ expires: 1 }, { name: 'expires', expireAfterSeconds: 0 });

/** Declares the indexes as well. */
export async function phoneCollection(connection: Connection): Promise<Collection<PhoneDocument>> {
  await connection.model('Profile', schema).createIndexes();
  return connection.collection<PhoneDocument>('profiles');
}

export const pastOf = ({ removed, removal, removedImages }: PhoneDocument): Past => ({
  ...(removed === undefined ? {} : { removed }),
  ...(removal === undefined ? {} : { removal }),
  ...(removedImages === undefined ? {} : { removedImages }),
});

export function rowOf(document: PhoneDocument): StoredRow {
  const { _id, revision, write, country, id, created, jobs, profile: text, observations } = document;
  const profile = JSON.parse(text ?? '') as Profile;
  return {
    phone: _id,
    id: id ?? profile.id,
    revision,
    created: created ?? profile.createdTimestamp,
    country: country ?? NO_COUNTRY,
    jobs: JSON.parse(jobs ?? '[]') as JobRef[],
    profile,
    text: text ?? '',
    observations: JSON.parse(observations ?? '[]') as KeptObservation[],
    kept: { country: country ?? NO_COUNTRY, images: profile.images },
    changed: false,
    write,
    past: pastOf(document),
  };
}

/** A row as it is to stand, by a write of its own. */
export function documentOf(row: Omit<StoredRow, 'write'>, write = newId()): PhoneDocument {
  const images = row.profile?.images ?? [];
  return {
    _id: row.phone,
    found: true,
    revision: row.revision,
    write,
    country: row.country,
    id: row.id,
    created: row.created,
    jobs: JSON.stringify(row.jobs),
    profile: row.text,
    observations: JSON.stringify(row.observations),
    ...(images.length > 0 ? { images: [...images] } : {}),
    ...row.past,
  };
}

/** A number that was looked up and has no profile. */
export const lookedUpDocument = (phone: string, country: string, write = newId()): PhoneDocument => ({
  _id: phone,
  found: false,
  revision: 0,
  write,
  country,
});

function saving(write: string | null, document: PhoneDocument): mongo.AnyBulkWriteOperation<PhoneDocument> {
  if (write === null) return { insertOne: { document } };
  const { _id, ...replacement } = document;
  return { replaceOne: { filter: { write }, replacement } };
}

/** Whether all that failed in a bulk are keys that are there already. */
export function areDuplicateKeys(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('writeErrors' in error)) return false;
  return [error.writeErrors].flat().every(isDuplicateKey);
}

/**
 * Writes rows that nobody else changed since they were read, all in one call.
 * @returns the phones of those that somebody did change: they stand as the other left them
 */
export async function saveRows(documents: Collection<PhoneDocument>, rows: readonly StoredRow[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const saved = rows.map((row) => ({ write: row.write, document: documentOf(row) }));
  let written = 0;
  try {
    const { insertedCount, matchedCount } = await documents.bulkWrite(
      saved.map(({ write, document }) => saving(write, document)),
      { ordered: false },
    );
    written = insertedCount + matchedCount;
  } catch (error) {
    if (!areDuplicateKeys(error)) throw error;
  }
  if (written === rows.length) return [];
  const phones = rows.map(({ phone }) => phone);
  const standing = await documents.find({ _id: { $in: phones } }, { projection: { write: 1 } }).toArray();
  const writes = new Set(standing.map(({ write }) => write));
  return saved.filter(({ document }) => !writes.has(document.write)).map(({ document }) => document._id);
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
    const write = newId();
    const changed = await documents.findOneAndUpdate(
      { write: document.write },
      { ...update, $set: { ...update.$set, write } },
      { returnDocument: 'after' },
    );
    if (changed) return changed;
  }
}
