import { column, type DatabaseSync, type SqlRow } from '@numscope/adapters/sqlite';
import { isItem } from '../../domain/field-shapes.ts';
import type { Claim, Claimed, Submission } from '../../connectors/http/submissions.port.ts';
import { joinSubmissions, type SubmissionOfPhone } from '../submission-of-phone.ts';
import type { DeletedPhone, EndedSubmission } from '../source-store.port.ts';

/** Without zod, of which each thread would have a copy. */
function readValues(text: string): Record<string, string> {
  const values: unknown = JSON.parse(text);
  return Object.fromEntries(Object.entries(isItem(values) ? values : {}).map(([name, value]) => [name, String(value)]));
}

/** Of one row of the table `submission`. */
export const submissionRow = (row: SqlRow): SubmissionOfPhone => ({
  source: column.text(row, 'source'),
  phone: column.text(row, 'phone'),
  id: column.text(row, 'id'),
  size: column.number(row, 'size'),
  account: column.text(row, 'account'),
  at: column.number(row, 'at'),
  values: readValues(column.text(row, 'poll_values')),
  cost: column.numberOrNull(row, 'cost'),
});

const keyOf = (source: string, phone: string): string => `${phone} ${source}`;

/**
 * What is under way with providers, a row for each number; a later one of the same number takes the place of the last.
 * One process has these rows, so claims are its own and end with it.
 */
export class SubmissionRows {
  /** Claims by number and source, until what was handed in by them is over. */
  readonly #claims = new Map<string, Pick<Claim, 'id' | 'at'>>();
  readonly #sql;

  constructor(db: DatabaseSync) {
    this.#sql = {
      of: db.prepare(
        'SELECT * FROM submission WHERE source = ? AND phone IN (SELECT value FROM json_each(?)) AND at > ?',
      ),
      keep: db.prepare(
        'INSERT OR REPLACE INTO submission (source, phone, id, size, account, at, poll_values, cost) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ),
      end: db.prepare('DELETE FROM submission WHERE source = ? AND phone = ? AND id = ?'),
      forget: db.prepare('DELETE FROM submission WHERE at < ?'),
      deleteOf: db.prepare('DELETE FROM submission WHERE phone = ? AND at <= ?'),
    };
  }

  claim({ id, source, phones, at, since }: Claim): Claimed {
    const submissions = this.#of(source, phones, since);
    const known = new Set(submissions.flatMap((submission) => submission.phones));
    const free = phones.filter((phone) => !known.has(phone) && !this.#claims.has(keyOf(source, phone)));
    for (const phone of free) this.#claims.set(keyOf(source, phone), { id, at });
    return { submissions, phones: free };
  }

  keep({ source, phones, id, size, account, at, values, cost }: Submission): void {
    for (const phone of phones)
      if (this.#claims.get(keyOf(source, phone))?.id === id)
        this.#sql.keep.run(source, phone, id, size, account, at, JSON.stringify(values), cost);
  }

  letGo({ id, source, phones }: Pick<Claim, 'id' | 'source' | 'phones'>): void {
    for (const phone of phones) this.#endClaim(source, phone, id);
  }

  end(ended: readonly EndedSubmission[]): void {
    for (const { source, phone, id } of ended) {
      this.#sql.end.run(source, phone, id);
      this.#endClaim(source, phone, id);
    }
  }

  forget(before: number): void {
    this.#sql.forget.run(before);
  }

  /** @returns how many there were */
  deleteOf({ phone, until }: DeletedPhone): number {
    for (const [key, { at }] of this.#claims) if (key.startsWith(`${phone} `) && at <= until) this.#claims.delete(key);
    return Number(this.#sql.deleteOf.run(phone, until).changes);
  }

  #of(source: string, phones: string[], since: number): Submission[] {
    return joinSubmissions(this.#sql.of.all(source, JSON.stringify(phones), since).map(submissionRow));
  }

  #endClaim(source: string, phone: string, id: string): void {
    const key = keyOf(source, phone);
    if (this.#claims.get(key)?.id === id) this.#claims.delete(key);
  }
}
