import { column, type DatabaseSync, type Outbox, type SqlRow, transaction } from '@numscope/adapters/sqlite';
import type { FaceVerdict, SaidOfFaces } from '@numscope/contracts';
import { faceVerdicts } from '@numscope/contracts/lists';
import type { OutgoingEvent } from '@numscope/platform';
import { newId } from '@numscope/platform/ids';
import { keyOfPhone, phoneOfKey } from './phone-key.ts';
import { MOST_VERDICTS, type PhonePair, sortedPair } from '../same-face.ts';

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

/** What people said about faces of two numbers: every word of it, until a profile of the two goes. */
export class SameFaceRows {
  readonly #db: DatabaseSync;
  readonly #outbox: Outbox;
  readonly #sql;

  constructor(db: DatabaseSync, outbox: Outbox) {
    this.#db = db;
    this.#outbox = outbox;
    this.#sql = {
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
    };
  }

  readonly judgeFaces = (pair: PhonePair, { verdict, by, at }: FaceVerdict, audit: OutgoingEvent | null): boolean => {
    const [low, high] = keysOf(pair);
    return transaction(this.#db, () => {
      if (Number(this.#sql.known.get(low, high)?.['profiles']) < 2) return false;
      this.#sql.insert.run(newId(), low, high, verdict, by, at);
      if (audit) this.#outbox.append([audit]);
      return true;
    });
  };

  readonly faceVerdicts = (phone: string, others: readonly string[]): Map<string, FaceVerdict[]> =>
    new Map(
      others.map((other) => [other, this.#sql.select.all(...keysOf({ phone, other }), MOST_VERDICTS).map(readVerdict)]),
    );

  readonly judgedNumbers = (phone: string, limit: number): string[] =>
    this.#sql.judged.all(keyOfPhone(phone), limit).map((row) => phoneOfKey(row['other']));

  readonly saidOfFaces = (phone: string): SaidOfFaces[] => {
    const key = keyOfPhone(phone);
    return this.#sql.all
      .all(key)
      .map((row) => ({ other: phoneOfKey(row['low'] === key ? row['high'] : row['low']), ...readVerdict(row) }));
  };

  /** Call it in the transaction that removes the profile. @returns how many there were */
  dropOf(phone: string): number {
    return Number(this.#sql.drop.run(keyOfPhone(phone)).changes);
  }
}
