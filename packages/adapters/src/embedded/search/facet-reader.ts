import type { FacetCounts } from '@numscope/platform';
import { byFacetField } from '@numscope/contracts/profile-fields';
import { column, type DatabaseSync, type SqlRow } from '../../sqlite/index.ts';
import type { Expression } from './match-expression.ts';

/** Some of the hits, in order of ids: how many of them have which values. */
export interface FacetSlice {
  /** Numbers of values, each with how many documents of the slice have it. */
  counts: Array<[number: number, documents: number]>;
  /** The id after which to go on; null when there is nothing more. */
  after: number | null;
}

const countOf = (row: SqlRow) => ({ value: column.text(row, 'value'), documents: column.number(row, 'documents') });

const inBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The functions that count the values of hits. */
export function facetReader(db: DatabaseSync) {
  const changed = db.prepare(`SELECT value AS n FROM totals WHERE name = 'changes'`);
  // One text for all rows, because making an object of each takes three times as long as finding it.
  const slice = db.prepare(
    `SELECT coalesce(group_concat(d.facets), '') AS numbers, count(*) AS hits, max(f.id) AS last
     FROM (SELECT rowid AS id FROM tokens WHERE tokens MATCH ? AND rowid > CAST(? AS INTEGER) ORDER BY rowid LIMIT ?) AS f
     CROSS JOIN docs AS d ON d.id = f.id`,
  );
  const largest = db.prepare(
    'SELECT value, docs AS documents FROM facets WHERE field = ? ORDER BY docs DESC, value LIMIT ?',
  );
  const valueOf = db.prepare('SELECT field, value FROM facets WHERE id = ?');

  return {
    /** How many documents were ever changed in the index. */
    changes: (): number => Number(changed.get()?.['n'] ?? 0),

    /** The most common values of all documents. */
    allFacets(most: number): FacetCounts {
      return byFacetField((field) => largest.all(field, most).map(countOf));
    },

    facetSlice({ match }: Exclude<Expression, string>, after: number, limit: number): FacetSlice {
      const row = slice.get(match, after, limit) ?? {};
      const counts = new Map<number, number>();
      const numbers = JSON.parse(`[${column.text(row, 'numbers')}]`) as number[];
      for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
      return { counts: [...counts], after: column.number(row, 'hits') < limit ? null : column.number(row, 'last') };
    },

    /** The most common of these values by field. One that no document has any more is not among them. */
    namedFacets(counts: FacetSlice['counts'], most: number): FacetCounts {
      const named = counts.flatMap(([number, documents]) => {
        const row = valueOf.get(number);
        return row ? [{ field: column.text(row, 'field'), value: column.text(row, 'value'), documents }] : [];
      });
      named.sort((a, b) => b.documents - a.documents || inBytes(a.value, b.value));
      return byFacetField((field) =>
        named
          .filter((one) => one.field === field)
          .slice(0, most)
          .map(({ value, documents }) => ({ value, documents })),
      );
    },
  };
}
