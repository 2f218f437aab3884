import { type DatabaseSync, readTransaction, type SqlRow } from '@numscope/adapters/sqlite';
import { profileColumns, wholeTextOfRow } from './kept-profile.ts';
import { keyOfPhone } from './phone-key.ts';
import type { AtOnce } from './at-once.ts';
import type { ProfileStore } from '../profile-store.port.ts';
import { WHOLE } from '../profile-text.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const COMMA = bytesOf(',');

/** One after the other, with room of their own and for no more than that: all of it goes to another thread. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}

/** The whole profile of a row, whose bytes are passed on as they are where they are all of it. */
const wholeBytes = (row: SqlRow): Uint8Array =>
  row['profile'] instanceof Uint8Array ? row['profile'] : bytesOf(wholeTextOfRow(row));

/** Reads profiles as the bytes of one JSON array: for threads that read pages and nothing else. */
export function profileList(db: DatabaseSync): AtOnce<Pick<ProfileStore, 'profileList'>>['profileList'] {
  // Null where one must be completed. Rows are taken in the order of the list, as it is the outer loop.
  const list = db.prepare(
    `SELECT CASE WHEN count(*) FILTER (WHERE p.fields IS NOT ?) = 0
       THEN CAST(? || '[' || coalesce(group_concat(p.profile, ','), '') || ']' || ? AS BLOB) END AS list
     FROM json_each(?) AS k CROSS JOIN profiles AS p ON p.phone = k.value`,
  );
  // As bytes, because making a string of them and bytes again takes longer than finding the row.
  const bytes = `CASE fields WHEN ${WHOLE} THEN CAST(profile AS BLOB) ELSE profile END`;
  const profile = db.prepare(`SELECT ${profileColumns(bytes)} FROM profiles WHERE phone = ?`);
  // The profiles of those phones that have one, in their order.
  return (phones, [before, after] = ['', '']) => {
    const row = list.get(WHOLE, before, after, JSON.stringify(phones.map(keyOfPhone)));
    if (row?.['list'] instanceof Uint8Array) return row['list'];
    const parts = readTransaction(db, () =>
      phones.flatMap((phone) => {
        const found = profile.get(keyOfPhone(phone));
        return found ? [COMMA, wholeBytes(found)] : [];
      }),
    );
    return joined([bytesOf(`${before}[`), ...parts.slice(1), bytesOf(`]${after}`)]);
  };
}
