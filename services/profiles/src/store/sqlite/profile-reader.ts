import type { DatabaseSync, SqlRow } from '@numscope/adapters/sqlite';
import type { CountryStatistics } from '@numscope/contracts';
import type { PackedDocument } from '@numscope/platform';
import type * as z from 'zod';
import type { JobRef, KeptObservation } from '../../domain/observation.ts';
import { indexDocument } from '../../search/index-document.ts';
import { profileColumns, profileOfRow, wholeTextOfRow } from './kept-profile.ts';
import { OrderOfPhones } from './order-of-phones.ts';
import { keyOfPhone, phoneOfKey } from './phone-key.ts';
import type { StoredProfile } from '../profile-store.port.ts';
import { withObservations } from '../profile-text.ts';

const documentOf = (row: SqlRow): PackedDocument =>
  indexDocument(profileOfRow(row), Number(row['revision']), JSON.parse(String(row['jobs'])) as JobRef[]);

/** Everything that only reads: safe on a read-only connection beside the writer. */
export class ProfileReader {
  readonly #profile;
  readonly #detail;
  readonly #known;
  readonly #revision;
  readonly #document;
  readonly #documents;
  readonly #phonesOfImages;
  readonly #image;
  readonly #countries;
  readonly #count;

  constructor(db: DatabaseSync) {
    this.#profile = db.prepare(`SELECT ${profileColumns()} FROM profiles WHERE phone = ?`);
    this.#detail = db.prepare(
      'SELECT phone, id, created, jobs, profile, fields, observations FROM profiles WHERE phone = ?',
    );
    this.#known = db.prepare('SELECT 1 FROM profiles WHERE phone = ?');
    this.#revision = db.prepare('SELECT revision FROM profiles WHERE phone = ?');
    this.#document = db.prepare(`SELECT revision, ${profileColumns()} FROM profiles WHERE phone = ?`);
    this.#documents = new OrderOfPhones(db, `revision, ${profileColumns()}`);
    this.#phonesOfImages = db.prepare(
      `SELECT phone FROM (
         SELECT DISTINCT phone, CAST(phone AS TEXT) AS digits FROM images WHERE image IN (SELECT value FROM json_each(?))
       ) WHERE digits > ? ORDER BY digits LIMIT ?`,
    );
    this.#image = db.prepare('SELECT 1 FROM images WHERE image = ? LIMIT 1');
    this.#countries = db.prepare(
      'SELECT country, phones, profiles FROM countries WHERE phones > 0 ORDER BY phones DESC, country',
    );
    this.#count = db.prepare('SELECT coalesce(sum(profiles), 0) AS profiles FROM countries');
  }

  readonly profiles = (phones: readonly string[]): string[] =>
    phones.flatMap((phone) => {
      const row = this.#profile.get(keyOfPhone(phone));
      return row ? [wholeTextOfRow(row)] : [];
    });

  readonly wholeProfiles = (phones: readonly string[]): string[] =>
    phones.flatMap((phone) => {
      const row = this.#detail.get(keyOfPhone(phone));
      return row ? [withObservations(wholeTextOfRow(row), String(row['observations']))] : [];
    });

  readonly details = (phones: readonly string[]): StoredProfile[] =>
    phones.flatMap((phone) => {
      const row = this.#detail.get(keyOfPhone(phone));
      if (!row) return [];
      return [
        {
          profile: wholeTextOfRow(row),
          observations: JSON.parse(String(row['observations'])) as KeptObservation[],
        },
      ];
    });

  readonly known = (phones: readonly string[]): string[] =>
    phones.filter((phone) => this.#known.get(keyOfPhone(phone)) !== undefined);

  readonly revisions = (phones: readonly string[]): Map<string, number> => {
    const revisions = new Map<string, number>();
    for (const phone of phones) {
      const row = this.#revision.get(keyOfPhone(phone));
      if (row) revisions.set(phone, Number(row['revision']));
    }
    return revisions;
  };

  readonly documents = (phones: readonly string[]): PackedDocument[] =>
    phones.flatMap((phone) => {
      const row = this.#document.get(keyOfPhone(phone));
      return row ? [documentOf(row)] : [];
    });

  readonly documentsAfter = (phone: string | null, limit: number): PackedDocument[] =>
    this.#documents.after(phone, limit).map(documentOf);

  readonly phonesOfImages = (imageIds: readonly string[], phone: string | null, limit: number): string[] =>
    this.#phonesOfImages
      .all(JSON.stringify(imageIds), phone === null ? '' : phone.slice(1), limit)
      .map((row) => phoneOfKey(row['phone']));

  readonly referencedImages = (imageIds: readonly string[]): string[] =>
    imageIds.filter((id) => this.#image.get(id) !== undefined);

  readonly countryStatistics = (): z.infer<typeof CountryStatistics> =>
    this.#countries.all().map((row) => ({
      country: String(row['country']),
      phones: Number(row['phones']),
      profiles: Number(row['profiles']),
    }));

  readonly count = (): number => Number(this.#count.get()?.['profiles']);
}
