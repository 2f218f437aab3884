import { DatabaseSync } from 'node:sqlite';
import { expressionOf } from '@numscope/adapters/embedded/match-expression';
import type { ProfileFilter } from '@numscope/contracts';
import { indexConditions } from '@numscope/profiles/index-query';

const PAGE = 15;
const COUNTED = 10_000;
const columns = { timestamp: 'd.timestamp', names: 'd.name', confidence: 'd.confidence' } as const;

/** A search of the rows of many profiles. */
export interface ManySearch {
  filters: ProfileFilter['filters'];
  sort?: { field: keyof typeof columns; direction: 'ASC' | 'DESC' };
}

/**
 * Floor: the FTS5 table in the file of the product's index, asked for the first page of ids and for how many hits there
 * are up to 10,000, one search after the other, without HTTP, profiles, or anything kept from the last search. In
 * another order than that of phones all hits are sorted.
 */
export class BareIndexFile {
  readonly #db: DatabaseSync;
  readonly #page;
  readonly #count;

  constructor(path: string) {
    this.#db = new DatabaseSync(path, { readOnly: true });
    this.#page = this.#db.prepare(`SELECT rowid FROM tokens WHERE tokens MATCH ? ORDER BY rowid LIMIT ${PAGE}`);
    this.#count = this.#db.prepare(
      `SELECT count(*) AS hits FROM (SELECT 1 FROM tokens WHERE tokens MATCH ? LIMIT ${COUNTED + 1})`,
    );
  }

  /** Milliseconds that a search takes. */
  time({ filters, sort }: ManySearch): number {
    const conditions = indexConditions(filters);
    const expression = conditions === null ? 'none' : expressionOf(conditions);
    if (typeof expression === 'string') throw new Error('the floor is asked for something');
    const page = sort
      ? this.#db.prepare(
          `SELECT d.id FROM tokens AS f CROSS JOIN docs AS d ON d.id = f.rowid WHERE f.tokens MATCH ?
           ORDER BY ${columns[sort.field]} ${sort.direction}, d.id ${sort.direction} LIMIT ${PAGE}`,
        )
      : this.#page;
    const begun = performance.now();
    page.all(expression.match);
    this.#count.get(expression.match);
    return performance.now() - begun;
  }

  close(): void {
    this.#db.close();
  }
}
