import type { IndexQuery } from '@numscope/platform';
import type { DatabaseSync } from '../../sqlite/index.ts';
import type { Expression } from './match-expression.ts';
import { CountCache } from './count-cache.ts';

export interface PageRequest extends Pick<IndexQuery, 'sort' | 'offset' | 'limit' | 'countUpTo'> {
  expression: Expression;
}

export interface IdPage {
  ids: number[];
  total: number;
  totalIsLowerBound: boolean;
}

type Sort = NonNullable<IndexQuery['sort']>;

/** To ask of one row whether it is a hit takes about as long as to fetch and sort so many hits. */
const PROBE_IN_HITS = 750;
/** A walk that found too little by then will not soon. */
const WALK_MS = 100;

/** Each is an index of `docs`, read forwards or backwards. */
const orderOf = ({ field, direction }: Sort): string => `d.${field} ${direction}, d.id ${direction}`;

const idsOf = (rows: Array<Record<string, unknown>>): number[] => rows.map((row) => Number(row['id']));

/**
 * The functions that read the index. Hits come out of FTS5 in order of ids, which is the order of phones, so the default order costs
 * nothing. Other orders: few hits are sorted; of many, the sort key's own index is walked and each row asked whether it is a hit, which
 * finds a page soon when hits are not rare; failing that, all are sorted (about 0.3 µs a hit).
 */
export function indexReader(db: DatabaseSync) {
  const countHits = db.prepare('SELECT count(*) AS n FROM (SELECT rowid FROM tokens WHERE tokens MATCH ? LIMIT ?)');
  const countAll = db.prepare(`SELECT value AS n FROM totals WHERE name = 'docs'`);
  const isHit = db.prepare('SELECT 1 FROM tokens WHERE tokens MATCH ? AND rowid = CAST(? AS INTEGER)');
  const hitsAfter = db.prepare('SELECT rowid AS id FROM tokens WHERE tokens MATCH ? AND rowid > CAST(? AS INTEGER) ORDER BY rowid LIMIT ?');
  const allAfter = db.prepare('SELECT id FROM docs WHERE id > ? ORDER BY id LIMIT ?');
  const exact = new CountCache(db);

  const count = (expression: Exclude<Expression, 'none'>, limit: number | null): number => {
    if (expression === 'all') return Number(countAll.get()?.['n'] ?? 0);
    if (limit === null) return exact.get(expression.match, () => Number(countHits.get(expression.match, -1)?.['n'] ?? 0));
    return Number(countHits.get(expression.match, limit)?.['n'] ?? 0);
  };

  const inOrderOfPhones = (
    expression: Exclude<Expression, 'none'>,
    direction: Sort['direction'],
    limit: number,
    offset: number,
  ): number[] => {
    if (expression === 'all') return idsOf(db.prepare(`SELECT id FROM docs ORDER BY id ${direction} LIMIT ? OFFSET ?`).all(limit, offset));
    const sql = `SELECT rowid AS id FROM tokens WHERE tokens MATCH ? ORDER BY rowid ${direction} LIMIT ? OFFSET ?`;
    return idsOf(db.prepare(sql).all(expression.match, limit, offset));
  };

  const sortedHits = (match: string, order: string, limit: number, offset: number): number[] => {
    const sql = `SELECT d.id AS id FROM tokens AS f CROSS JOIN docs AS d ON d.id = f.rowid WHERE f.tokens MATCH ? ORDER BY ${order} LIMIT ? OFFSET ?`;
    return idsOf(db.prepare(sql).all(match, limit, offset));
  };

  /** Null when the hits are too rare, or too unevenly spread, among the first rows. */
  const walked = (match: string, order: string, limit: number, offset: number): number[] | null => {
    const ids: number[] = [];
    let seen = 0;
    const begun = performance.now();
    for (const row of db.prepare(`SELECT d.id AS id FROM docs AS d ORDER BY ${order}`).iterate()) {
      if (performance.now() - begun > WALK_MS) return null;
      const id = Number(row['id']);
      if (!isHit.get(match, id) || ++seen <= offset) continue;
      ids.push(id);
      if (ids.length >= limit) break;
    }
    return ids;
  };

  const page = (expression: Exclude<Expression, 'none'>, sort: Sort, limit: number, offset: number): number[] => {
    if (sort.field === 'phone') return inOrderOfPhones(expression, sort.direction, limit, offset);
    const order = orderOf(sort);
    if (expression === 'all') {
      return idsOf(db.prepare(`SELECT d.id AS id FROM docs AS d ORDER BY ${order} LIMIT ? OFFSET ?`).all(limit, offset));
    }
    const { match } = expression;
    // Walking costs (offset + limit) × rows ÷ hits probes, sorting costs the hits; from this number of hits on, walking costs less.
    const turning = Math.ceil(Math.sqrt((offset + limit) * count('all', null) * PROBE_IN_HITS));
    const many = count(expression, turning + 1) > turning;
    return (many ? walked(match, order, limit, offset) : null) ?? sortedHits(match, order, limit, offset);
  };

  return {
    search({ expression, sort = { field: 'phone', direction: 'ASC' }, offset, limit, countUpTo }: PageRequest): IdPage {
      if (expression === 'none') return { ids: [], total: 0, totalIsLowerBound: false };
      const found = count(expression, countUpTo === null ? null : countUpTo + 1);
      const totalIsLowerBound = countUpTo !== null && found > countUpTo;
      const total = totalIsLowerBound ? countUpTo : found;
      const ids = limit > 0 && (offset < total || totalIsLowerBound) ? page(expression, sort, limit, offset) : [];
      return { ids, total, totalIsLowerBound };
    },

    /** The hits after `after` in order of phones. */
    after(expression: Expression, after: number, limit: number): number[] {
      if (expression === 'none') return [];
      return idsOf(expression === 'all' ? allAfter.all(after, limit) : hitsAfter.all(expression.match, after, limit));
    },

    count: (): number => count('all', null),
  };
}
