import { column, type DatabaseSync, type Outbox, type SqlRow, transaction } from '@numscope/adapters/sqlite';
import type { FaceVerdict } from '@numscope/contracts';
import { faceVerdicts } from '@numscope/contracts/lists';
import { newId } from '@numscope/platform/ids';
import type { AtOnce } from './at-once.ts';
import { keyOfPhone, phoneOfKey } from './phone-key.ts';
import { MOST_VERDICTS, type PhonePair, type SameFaceStore, sortedPair } from '../same-face.ts';

const keysOf = (pair: PhonePair): [number, number] => {
  const { low, high } = sortedPair(pair);
  return [keyOfPhone(low), keyOfPhone(high)];
};

/** Reads a row of the table `same_face`. */
export const readVerdict = (row: SqlRow): FaceVerdict => ({
  verdict: row['verdict'] === null ? null : column.oneOf(row, 'verdict', faceVerdicts),
  by: column.text(row, 'said_by'),
  at: column.number(row, 'at'),
});

const statements = (db: DatabaseSync) => ({
  insert: db.prepare('INSERT INTO same_face (id, low, high, verdict, said_by, at) VALUES (?, ?, ?, ?, ?, ?)'),
  select: db.prepare(
    'SELECT verdict, said_by, at FROM same_face WHERE low = ? AND high = ? ORDER BY at DESC, id DESC LIMIT ?',
  ),
  judged: db.prepare(
    `SELECT other FROM (
       SELECT iif(low = ?1, high, low) AS other, verdict, at, id,
         row_number() OVER (PARTITION BY low, high ORDER BY at DESC, id DESC) AS place
       FROM same_face WHERE low = ?1 OR high = ?1
     ) WHERE place = 1 AND verdict IS NOT NULL ORDER BY at DESC, id DESC LIMIT ?2`,
  ),
  all: db.prepare('SELECT * FROM same_face WHERE low = ?1 OR high = ?1 ORDER BY at DESC, id DESC'),
  drop: db.prepare('DELETE FROM same_face WHERE low = ?1 OR high = ?1'),
  known: db.prepare('SELECT count(*) AS profiles FROM profiles WHERE phone IN (?, ?)'),
});

/** What people said about faces of two numbers: every word of it, until a profile of the two goes. */
export function sameFaceRows(db: DatabaseSync, outbox: Outbox) {
  const sql = statements(db);
  const calls: AtOnce<SameFaceStore> = {
    judgeFaces(pair, { verdict, by, at }, audit) {
      const [low, high] = keysOf(pair);
      return transaction(db, () => {
        if (Number(sql.known.get(low, high)?.['profiles']) < 2) return false;
        sql.insert.run(newId(), low, high, verdict, by, at);
        if (audit) outbox.append([audit]);
        return true;
      });
    },
    faceVerdicts: (phone, others) =>
      new Map(
        others.map((other) => [other, sql.select.all(...keysOf({ phone, other }), MOST_VERDICTS).map(readVerdict)]),
      ),
    judgedNumbers: (phone, limit) => sql.judged.all(keyOfPhone(phone), limit).map((row) => phoneOfKey(row['other'])),
    saidOfFaces(phone) {
      const key = keyOfPhone(phone);
      return sql.all
        .all(key)
        .map((row) => ({ other: phoneOfKey(row['low'] === key ? row['high'] : row['low']), ...readVerdict(row) }));
    },
  };
  /** Call it in the transaction that removes the profile. @returns how many there were */
  const dropVerdictsOf = (phone: string): number => Number(sql.drop.run(keyOfPhone(phone)).changes);
  return { calls, dropVerdictsOf };
}
