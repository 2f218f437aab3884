import { column, type DatabaseSync, type SqlRow, transaction } from '@numscope/adapters/sqlite';
import { itemOf } from '../../domain/fields/field-shapes.ts';
import type { Claim, Claimed, Submission } from '../../connectors/http/submissions.port.ts';
import { ClaimsHere, joinSubmissions, type SubmissionOfPhone } from '../kept-submissions.ts';
import type { DeletedPhone, EndedSubmission } from '../source-store.port.ts';

/** Without zod, of which each thread would have a copy. */
function readValues(text: string): Record<string, string> {
  return Object.fromEntries(Object.entries(itemOf(JSON.parse(text))).map(([name, value]) => [name, String(value)]));
}

/** Reads a row of the table `submission`. */
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

/**
 * What is under way with providers, a row for each number; a later one of the same number takes the place of the last.
 * One process has these rows, so claims are its own and end with it.
 */
export function submissionRows(db: DatabaseSync) {
  const claims = new ClaimsHere();
  const sql = {
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

  return {
    /** Inside of a transaction. */
    end(ended: readonly EndedSubmission[]): void {
      for (const { source, phone, id } of ended) {
        sql.end.run(source, phone, id);
        claims.letGo({ id, source, phones: [phone] });
      }
    },

    /** @returns how many there were */
    deleteOf({ phone, until }: DeletedPhone): number {
      claims.forget(phone, until);
      return Number(sql.deleteOf.run(phone, until).changes);
    },

    /** As the store has it. */
    store: {
      claimNumbers(claim: Claim): Claimed {
        const { id, source, since } = claim;
        const mine = claims.take(claim);
        const submissions = joinSubmissions(sql.of.all(source, JSON.stringify(mine), since).map(submissionRow));
        for (const { id: known, at: begun, phones } of submissions) {
          claims.letGo({ id, source, phones });
          claims.take({ id: known, source, phones, at: begun });
        }
        return { submissions, phones: mine.filter((phone) => claims.holds(source, phone, id)) };
      },

      keepSubmission: ({ source, phones, id, size, account, at, values, cost }: Submission): void =>
        transaction(db, () => {
          for (const phone of phones)
            if (claims.holds(source, phone, id))
              sql.keep.run(source, phone, id, size, account, at, JSON.stringify(values), cost);
        }),

      letGo: (held: Pick<Claim, 'id' | 'source' | 'phones'>): void => claims.letGo(held),

      forgetSubmissions(before: number): void {
        sql.forget.run(before);
      },
    },
  };
}
