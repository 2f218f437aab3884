import { column, type DatabaseSync, type SqlRow } from '@numscope/adapters/sqlite';
import type { PhoneRow, PhoneState } from '../phone-result.ts';
import type { PhoneValue } from '../phone-value.ts';

/** The phone in a column of a row. */
export const phoneIn = (row: SqlRow, name = 'phone'): PhoneValue => {
  const value = row[name];
  return typeof value === 'string' ? value : column.number(row, name);
};

/** What a row of the table `phone` knows of its phone. */
export const stateOf = (row: SqlRow): PhoneState => ({
  status: column.number(row, 'status'),
  flags: column.number(row, 'flags'),
  sources: column.textOrNull(row, 'sources'),
});

export const rowOf = (row: SqlRow): PhoneRow => ({ phone: phoneIn(row), ...stateOf(row) });

/** Reads and writes single phones of passes of jobs. */
export function singlePhones(db: DatabaseSync) {
  const one = 'job = ? AND pass = ? AND phone = ?';
  const find = db.prepare(`SELECT status, flags, sources FROM phone WHERE ${one}`);
  const set = db.prepare(`UPDATE phone SET status = ?, flags = ?, sources = ? WHERE ${one}`);
  const remove = db.prepare(`DELETE FROM phone WHERE ${one}`);
  return {
    find(job: number, pass: number, phone: PhoneValue): PhoneState | null {
      const row = find.get(job, pass, phone);
      return row ? stateOf(row) : null;
    },
    set: ({ status, flags, sources }: PhoneState, job: number, pass: number, phone: PhoneValue): void =>
      void set.run(status, flags, sources, job, pass, phone),
    remove: (job: number, pass: number, phone: PhoneValue): void => void remove.run(job, pass, phone),
  };
}
