import type { IndexQuery, IndexSort } from '@numscope/platform';
import { column, type DatabaseSync, readTransaction } from '../../sqlite/index.ts';
import { listedHitsAfter } from './listed-ids.ts';
import type { Expression } from './match-expression.ts';
import { partlyKnownPage } from './partly-known-page.ts';
import { CountCache } from './count-cache.ts';
import { type KeySort, orderOf } from './sort-keys.ts';
import type { SortedSlice } from './sort-orders.ts';
import type { CountedPage, KnownHits, Slice, TermSets } from './term-sets.ts';

/** By phone or another key of documents, or by the first of some expressions that a document matches. */
export type Order =
  | KeySort
  | { field: 'phone'; direction: IndexSort['direction'] }
  | { field: 'image'; matches: readonly string[]; direction: IndexSort['direction'] };

export interface PageRequest extends Pick<IndexQuery, 'offset' | 'limit' | 'countUpTo'> {
  expression: Expression;
  order?: Order;
}

export interface IdPage {
  ids: number[];
  total: number;
  totalIsLowerBound: boolean;
}

type Asked = Exclude<Expression, 'none'>;
type Page = Pick<PageRequest, 'limit' | 'offset'>;

/** To ask FTS5 of one row whether it is a hit takes about as long as to fetch and sort so many hits. */
const PROBE_IN_HITS = 750;
/** The same of a walk where sets in memory tell it: going to the next row is most of it. */
const KNOWN_STEP_IN_HITS = 1;
/** A walk that found too little by then will not soon. */
const WALK_MS = 100;
/** With sets it may take as long as to sort all hits would. */
const SORTED_HITS_A_MS = 2000;
/** With so many times the hits of a page, FTS5 finds the page before sets in memory would. */
const PLENTY = 20;

const idsOf = (rows: Array<Record<string, unknown>>): number[] => rows.map((row) => Number(row['id']));

/** What `inOrder` is asked for: all documents, or those that match. */
const kindOf = (expression: Asked): 'all' | 'matching' => (expression === 'all' ? 'all' : 'matching');
/** Hits in order of phones, for what `matchIn` gives. */
const inOrder = (kind: 'all' | 'matching', direction: IndexSort['direction']): string =>
  kind === 'all'
    ? `SELECT id FROM docs ORDER BY id ${direction}`
    : `SELECT rowid AS id FROM tokens WHERE tokens MATCH ? ORDER BY rowid ${direction}`;
const matchIn = (expression: Asked): string[] => (expression === 'all' ? [] : [expression.match]);

const byPhone: Order = { field: 'phone', direction: 'ASC' };

/**
 * The functions that read the index. Hits come out of FTS5 in order of ids, which is the order of phones, so the
 * default order costs nothing, and a page that is not full tells the total. Other orders: where they and the sets of
 * all terms are in memory, the hits are looked for there. Else few hits are sorted; of many, the sort key's own index is
 * walked and each row asked whether it is a hit, of sets in memory where there are such, which finds a page soon when
 * hits are not rare; failing that, all are sorted (about 0.3 µs a hit).
 */
export function indexReader(db: DatabaseSync, sets: TermSets) {
  const countHits = db.prepare('SELECT count(*) AS n FROM (SELECT rowid FROM tokens WHERE tokens MATCH ? LIMIT ?)');
  const total = db.prepare('SELECT value AS n FROM totals WHERE name = ?');
  const probe = db.prepare('SELECT 1 FROM tokens WHERE tokens MATCH ? AND rowid = CAST(? AS INTEGER)');
  const hitsAfter = db.prepare(
    'SELECT rowid AS id FROM tokens WHERE tokens MATCH ? AND rowid > CAST(? AS INTEGER) ORDER BY rowid LIMIT ?',
  );
  const pageInOrder = (kind: 'all' | 'matching', direction: IndexSort['direction']) =>
    db.prepare(`${inOrder(kind, direction)} LIMIT ? OFFSET ?`);
  const pagesInOrder = {
    all: { ASC: pageInOrder('all', 'ASC'), DESC: pageInOrder('all', 'DESC') },
    matching: { ASC: pageInOrder('matching', 'ASC'), DESC: pageInOrder('matching', 'DESC') },
  };
  const allAfter = db.prepare('SELECT id FROM docs WHERE id > ? ORDER BY id LIMIT ?');
  const totalOf = (name: 'docs' | 'changes'): number => Number(total.get(name)?.['n'] ?? 0);
  const listedAfter = listedHitsAfter(db);
  const counts = new CountCache();

  /** At most `limit`. */
  const count = (expression: Asked, limit: number, changes: number): number => {
    if (expression === 'all') return Math.min(totalOf('docs'), limit);
    return counts.get(expression.match, changes, limit, (upTo) => {
      // LIMIT takes no infinity; a negative one is none.
      const row = countHits.get(expression.match, Number.isFinite(upTo) ? upTo : -1);
      return Number(row?.['n']);
    });
  };

  const inOrderOfPhones = (
    expression: Asked,
    direction: IndexSort['direction'],
    limit: number,
    offset: number,
  ): number[] => {
    const page = pagesInOrder[kindOf(expression)][direction];
    return idsOf(page.all(...matchIn(expression), limit, offset));
  };

  const sortedHits = (match: string, order: string, limit: number, offset: number): number[] => {
    const sql = `SELECT d.id AS id FROM tokens AS f CROSS JOIN docs AS d ON d.id = f.rowid WHERE f.tokens MATCH ? ORDER BY ${order} LIMIT ? OFFSET ?`;
    return idsOf(db.prepare(sql).all(match, limit, offset));
  };

  /** Null when the hits are too rare, or too unevenly spread, among the first rows. */
  const walked = (
    isHit: (id: number) => boolean,
    order: string,
    { limit, offset }: Page,
    mostMs: number,
  ): number[] | null => {
    const ids: number[] = [];
    let seen = 0;
    const begun = performance.now();
    for (const row of db.prepare(`SELECT d.id AS id FROM docs AS d ORDER BY ${order}`).iterate()) {
      if (performance.now() - begun > mostMs) return null;
      const id = Number(row['id']);
      if (!isHit(id) || ++seen <= offset) continue;
      ids.push(id);
      if (ids.length >= limit) break;
    }
    return ids;
  };

  /** Which documents are hits, by sets in memory where there are such. */
  const knownHits = (expression: Asked, changes: number): KnownHits | null => {
    if (expression === 'all' || expression.conditions === null) return null;
    const known = sets.knownHits(expression.conditions, changes);
    if (known) counts.keep(expression.match, { found: known.found, whole: true, changes });
    return known;
  };

  const sorted = (
    expression: Asked,
    sort: KeySort,
    { limit, offset }: Page,
    changes: number,
    known: KnownHits | null,
  ): number[] => {
    const order = orderOf(sort);
    if (expression === 'all') {
      return idsOf(
        db.prepare(`SELECT d.id AS id FROM docs AS d ORDER BY ${order} LIMIT ? OFFSET ?`).all(limit, offset),
      );
    }
    const { match } = expression;
    const isHit = known?.has ?? ((id: number): boolean => probe.get(match, id) !== undefined);
    // Walking costs (offset + limit) × rows ÷ hits steps, sorting costs the hits; from this number of hits on, walking
    // costs less.
    const turning = Math.ceil(
      Math.sqrt((offset + limit) * totalOf('docs') * (known ? KNOWN_STEP_IN_HITS : PROBE_IN_HITS)),
    );
    const many = count(expression, turning + 1, changes) > turning;
    const mostMs = Math.max(WALK_MS, (known?.found ?? 0) / SORTED_HITS_A_MS);
    return (many ? walked(isHit, order, { limit, offset }, mostMs) : null) ?? sortedHits(match, order, limit, offset);
  };

  /** Hits with one of the matches are few; the others may be very many, and only a page of them is looked at. */
  const byMatches = (
    expression: Asked,
    { matches, direction }: Extract<Order, { field: 'image' }>,
    limit: number,
    offset: number,
  ): number[] => {
    const placed = new Set<number>();
    const groups = matches.map((match) => {
      const asked = expression === 'all' ? match : `(${expression.match}) AND ${match}`;
      const ids = idsOf(hitsAfter.all(asked, 0, -1)).filter((id) => !placed.has(id));
      for (const id of ids) placed.add(id);
      return direction === 'ASC' ? ids : ids.toReversed();
    });
    /** Those without any of the matches; `passed` of them come before. */
    const others = (most: number, from: number): { ids: number[]; passed: number } => {
      const ids: number[] = [];
      let passed = 0;
      for (const row of db.prepare(inOrder(kindOf(expression), direction)).iterate(...matchIn(expression))) {
        if (ids.length >= most) break;
        const id = Number(row['id']);
        if (placed.has(id)) continue;
        if (passed < from) passed++;
        else ids.push(id);
      }
      return { ids, passed };
    };
    if (direction === 'DESC') {
      const first = groups.flat().slice(offset, offset + limit);
      return [...first, ...others(limit - first.length, Math.max(0, offset - placed.size)).ids];
    }
    const { ids, passed } = others(limit, offset);
    return [
      ...ids,
      ...groups
        .toReversed()
        .flat()
        .slice(offset - passed, offset - passed + limit - ids.length),
    ];
  };

  /** A page by sets of terms in memory, where they help; else null. */
  const pageBySets = (expression: Asked, slice: Slice, most: number, changes: number): CountedPage | null => {
    if (expression === 'all') return null;
    const { match, conditions } = expression;
    if (conditions === null) return null;
    const known = counts.known(match, changes, most + 1);
    if (known !== null && known >= (slice.offset + slice.limit) * PLENTY) return null;
    const page = sets.hits(conditions, changes, slice);
    if (page) counts.keep(match, { found: page.found, whole: true, changes });
    if (page || slice.direction === 'DESC') return page;
    const partly = sets.partly(conditions, changes);
    const found = partly && partlyKnownPage(partly, listedAfter, slice, most);
    if (found) counts.keep(match, { found: found.found, whole: found.whole, changes });
    return found;
  };

  const pageByPhone = (
    expression: Asked,
    { direction, limit, offset }: Slice,
    most: number,
    changes: number,
  ): CountedPage => {
    const page = pageBySets(expression, { direction, limit, offset }, most, changes);
    if (page) return page;
    const ids = inOrderOfPhones(expression, direction, limit, offset);
    const isLast = ids.length < limit && (ids.length > 0 || offset === 0);
    return { ids, found: isLast ? offset + ids.length : count(expression, most + 1, changes) };
  };

  /** A page by orders and sets in memory; null while one is missing. */
  const sortedPageBySets = (expression: Asked, slice: SortedSlice, changes: number): CountedPage | null => {
    if (expression === 'all' || expression.conditions === null) return null;
    const { match, conditions } = expression;
    const page = sets.sortedHits({ match, conditions }, changes, slice);
    if (page) counts.keep(match, { found: page.found, whole: true, changes });
    return page;
  };

  const pageByKey = (expression: Asked, slice: SortedSlice, most: number, changes: number): CountedPage => {
    const page = sortedPageBySets(expression, slice, changes);
    if (page) return page;
    const known = knownHits(expression, changes);
    const found = count(expression, most + 1, changes);
    if (slice.offset >= found && found <= most) return { ids: [], found };
    return { ids: sorted(expression, slice.sort, slice, changes, known), found };
  };

  /** @returns `found`: how many hits there are, though perhaps no more than one above `most` */
  const countedPage = (expression: Asked, order: Order, { limit, offset }: Page, most: number): CountedPage => {
    const changes = totalOf('changes');
    if (limit === 0) return { ids: [], found: count(expression, most + 1, changes) };
    if (order.field === 'phone')
      return pageByPhone(expression, { direction: order.direction, limit, offset }, most, changes);
    if (order.field !== 'image') return pageByKey(expression, { sort: order, limit, offset }, most, changes);
    const found = count(expression, most + 1, changes);
    const isEmpty = offset >= found && found <= most;
    return { ids: isEmpty ? [] : byMatches(expression, order, limit, offset), found };
  };

  return {
    search({ expression, order = byPhone, offset, limit, countUpTo }: PageRequest): IdPage {
      if (expression === 'none') return { ids: [], total: 0, totalIsLowerBound: false };
      const most = countUpTo ?? Number.POSITIVE_INFINITY;
      const { ids, found } = readTransaction(db, () => countedPage(expression, order, { limit, offset }, most));
      return { ids, total: Math.min(found, most), totalIsLowerBound: found > most };
    },

    /** The hits after `after` in order of phones. */
    after(expression: Expression, after: number, limit: number): number[] {
      if (expression === 'none') return [];
      return idsOf(expression === 'all' ? allAfter.all(after, limit) : hitsAfter.all(expression.match, after, limit));
    },

    count: (): number => totalOf('docs'),

    identity: (): string => column.text(db.prepare('SELECT name FROM identity').get() ?? {}, 'name'),

    /** Whether there may be documents that were put before documents had all that they have today. */
    isOutdated: (): boolean => Number(total.get('outdated')?.['n'] ?? 0) > 0,
  };
}
