import type { DatabaseSync } from '@numscope/adapters/sqlite';
import { picturesOf } from '../../domain/fold-profile.ts';
import type { JobRef, KeptObservation } from '../../domain/observation.ts';
import { oldestOf } from '../../domain/older-observations.ts';
import type { SourceVerdict } from '../../domain/source-verdicts.ts';
import { isOfOtherRules, isOfPlan, keptProfile, profileOfRow } from './kept-profile.ts';
import { keyOfPhone, phoneOfKey } from './phone-key.ts';
import type { ProfileRow } from '../profile-row.ts';

/** Reads a row of the table `profiles`. */
export function rowOf(row: Readonly<Record<string, unknown>>): ProfileRow {
  const profile = profileOfRow(row);
  const country = String(row['country']);
  // Written by this store itself.
  const verdicts = row['verdicts'] === null ? null : (JSON.parse(String(row['verdicts'])) as SourceVerdict[]);
  return {
    phone: phoneOfKey(row['phone']),
    id: String(row['id']),
    revision: Number(row['revision']),
    created: Number(row['created']),
    country,
    jobs: JSON.parse(String(row['jobs'])) as JobRef[],
    profile,
    isPlan: isOfPlan(row),
    observations: JSON.parse(String(row['observations'])) as KeptObservation[],
    verdicts: verdicts ?? [],
    kept: { country, images: picturesOf(profile), verdicts, isOfOtherRules: isOfOtherRules(row) },
    changed: false,
  };
}

export type RowValue = string | number | null;

/** What a row's columns are to hold, in the order of the statement that writes them. */
export function valuesOf(row: ProfileRow): RowValue[] {
  const { text, fields } = keptProfile(row);
  return [
    keyOfPhone(row.phone),
    row.id,
    row.revision,
    row.created,
    row.country,
    JSON.stringify(row.jobs),
    text,
    JSON.stringify(row.observations),
    JSON.stringify(row.verdicts),
    oldestOf(row.observations),
    fields,
  ];
}

/** Reads and writes whole rows; images by their own table. */
export class ProfileRows {
  readonly #select;
  readonly #selectAfter;
  readonly #selectUndated;
  readonly #selectOlder;
  readonly #upsert;
  readonly #delete;
  readonly #addImage;
  readonly #dropImage;

  constructor(db: DatabaseSync) {
    const columns = 'phone, id, revision, created, country, jobs, profile, observations, verdicts, fields';
    this.#select = db.prepare(`SELECT ${columns} FROM profiles WHERE phone = ?`);
    this.#selectAfter = db.prepare(`SELECT ${columns} FROM profiles WHERE phone > ? ORDER BY phone LIMIT ?`);
    this.#selectUndated = db.prepare(`SELECT ${columns} FROM profiles WHERE oldest IS NULL LIMIT ?`);
    this.#selectOlder = db.prepare(`SELECT ${columns} FROM profiles WHERE oldest < ? LIMIT ?`);
    this.#upsert = db.prepare(
      `INSERT INTO profiles (phone, id, revision, created, country, jobs, profile, observations, verdicts, oldest, fields) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (phone) DO UPDATE SET revision = excluded.revision, country = excluded.country, jobs = excluded.jobs,
         profile = excluded.profile, observations = excluded.observations, verdicts = excluded.verdicts, oldest = excluded.oldest,
         fields = excluded.fields`,
    );
    this.#delete = db.prepare('DELETE FROM profiles WHERE phone = ?');
    this.#addImage = db.prepare('INSERT OR IGNORE INTO images (image, phone) VALUES (?, ?)');
    this.#dropImage = db.prepare('DELETE FROM images WHERE image = ? AND phone = ?');
  }

  load(phone: string): ProfileRow | null {
    const row = this.#select.get(keyOfPhone(phone));
    return row ? rowOf(row) : null;
  }

  /** Rows in order of phones, after `phone` (null: from the first). */
  loadAfter(phone: string | null, limit: number): ProfileRow[] {
    return this.#selectAfter.all(phone === null ? 0 : keyOfPhone(phone), limit).map(rowOf);
  }

  /** Those with observations from before then, and first of all those of which that is not known. */
  loadOlder(before: number, limit: number): ProfileRow[] {
    const undated = this.#selectUndated.all(limit);
    return [...undated, ...this.#selectOlder.all(before, limit - undated.length)].map(rowOf);
  }

  save(row: ProfileRow): void {
    this.put(valuesOf(row));
    this.#relateImages(row.phone, row.kept?.images ?? [], picturesOf(row.profile));
  }

  /** Writes a row that has no pictures, nor had any. @param values as `valuesOf` gives them */
  put(values: readonly RowValue[]): void {
    this.#upsert.run(...values);
  }

  delete(row: ProfileRow): void {
    this.#delete.run(keyOfPhone(row.phone));
    this.#relateImages(row.phone, row.kept?.images ?? [], []);
  }

  #relateImages(phone: string, before: readonly string[], after: readonly string[]): void {
    if (before.length === 0 && after.length === 0) return;
    const key = keyOfPhone(phone);
    for (const image of before) if (!after.includes(image)) this.#dropImage.run(image, key);
    for (const image of after) if (!before.includes(image)) this.#addImage.run(image, key);
  }
}
