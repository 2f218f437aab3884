import type { DatabaseSync, SqlRow } from '@numscope/adapters/sqlite';
import type { PackedDocument } from '@numscope/platform';
import type { JobRef, KeptObservation } from '../../domain/observation.ts';
import { indexDocument } from '../../search/index-document.ts';
import type { AtOnce } from './at-once.ts';
import { profileColumns, profileOfRow, wholeTextOfRow } from './kept-profile.ts';
import { orderOfPhones } from './order-of-phones.ts';
import { keyOfPhone, phoneOfKey } from './phone-key.ts';
import type { ProfileReader, ProfileStore } from '../profile-store.port.ts';
import { withObservations } from '../profile-text.ts';

const documentOf = (row: SqlRow): PackedDocument =>
  indexDocument(profileOfRow(row), Number(row['revision']), JSON.parse(String(row['jobs'])) as JobRef[]);

/** Everything that only reads: safe on a read-only connection beside the writer. */
export function profileReader(db: DatabaseSync): AtOnce<ProfileReader & Pick<ProfileStore, 'countryStatistics'>> {
  /** Rows of these columns by phone, in their order, without those that are not there. */
  const rows = (columns: string) => {
    const statement = db.prepare(`SELECT ${columns} FROM profiles WHERE phone = ?`);
    return <T>(phones: readonly string[], read: (row: SqlRow, phone: string) => T): T[] =>
      phones.flatMap((phone) => {
        const row = statement.get(keyOfPhone(phone));
        return row ? [read(row, phone)] : [];
      });
  };
  const profiles = rows(profileColumns());
  const details = rows('phone, id, created, jobs, profile, fields, observations');
  const known = rows('1');
  const revisions = rows('revision');
  const documents = rows(`revision, ${profileColumns()}`);
  const documentsAfter = orderOfPhones(db, `revision, ${profileColumns()}`);
  const phonesOfImages = db.prepare(
    `SELECT phone FROM (
       SELECT DISTINCT phone, CAST(phone AS TEXT) AS digits FROM images WHERE image IN (SELECT value FROM json_each(?))
     ) WHERE digits > ? ORDER BY digits LIMIT ?`,
  );
  const image = db.prepare('SELECT 1 FROM images WHERE image = ? LIMIT 1');
  const countries = db.prepare(
    'SELECT country, phones, profiles FROM countries WHERE phones > 0 ORDER BY phones DESC, country',
  );
  const count = db.prepare('SELECT coalesce(sum(profiles), 0) AS profiles FROM countries');
  return {
    profiles: (phones) => profiles(phones, wholeTextOfRow),
    wholeProfiles: (phones) =>
      details(phones, (row) => withObservations(wholeTextOfRow(row), String(row['observations']))),
    details: (phones) =>
      details(phones, (row) => ({
        profile: wholeTextOfRow(row),
        observations: JSON.parse(String(row['observations'])) as KeptObservation[],
      })),
    known: (phones) => known(phones, (_row, phone) => phone),
    revisions: (phones) => new Map(revisions(phones, (row, phone) => [phone, Number(row['revision'])] as const)),
    documents: (phones) => documents(phones, documentOf),
    documentsAfter: (phone, limit) => documentsAfter(phone, limit).map(documentOf),
    phonesOfImages: (imageIds, phone, limit) =>
      phonesOfImages
        .all(JSON.stringify(imageIds), phone === null ? '' : phone.slice(1), limit)
        .map((row) => phoneOfKey(row['phone'])),
    referencedImages: (imageIds) => imageIds.filter((id) => image.get(id) !== undefined),
    countryStatistics: () =>
      countries.all().map((row) => ({
        country: String(row['country']),
        phones: Number(row['phones']),
        profiles: Number(row['profiles']),
      })),
    count: () => Number(count.get()?.['profiles']),
  };
}
