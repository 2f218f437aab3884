import type { FacetCounts } from '@numscope/platform';
import { byFacetField, facetFields } from '@numscope/contracts/profile-fields';
import type { RemoteStore } from '../../sqlite/index.ts';
import { facetFieldOf } from './facet-writer.ts';
import type { Expression } from './match-expression.ts';

type Reader = Pick<
  RemoteStore<typeof import('./index-store.ts')>,
  'changes' | 'allFacets' | 'facetSlice' | 'namedFacets' | 'search' | 'count'
>;
type Asked = Exclude<Expression, string>;

/** Some ten milliseconds of a thread's work: searches wait no longer for a slice. */
const SLICE_HITS = 20_000;
const MOST_KEPT = 200;

const noFacets = (): FacetCounts => byFacetField(() => []);

/** Of each field as many as are asked for, and those with as many documents as the last of them. */
function largest(counts: ReadonlyMap<number, number>, most: number): Array<[number, number]> {
  const byField = Map.groupBy(counts, ([number]) => facetFieldOf(number));
  return facetFields.flatMap((field) => {
    const all = (byField.get(field) ?? []).toSorted(([, a], [, b]) => b - a);
    const least = all[most - 1]?.[1] ?? 0;
    return all.filter(([, documents]) => documents >= least);
  });
}

/**
 * Counts the values of hits, in slices and one slice at a time, so that counting many hits holds up no search; and
 * keeps what it counted until a document changes.
 */
export class FacetCounter {
  readonly #reader: Reader;
  readonly #kept = new Map<string, { changes: number; facets: FacetCounts }>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  async count(expression: Expression, most: number): Promise<FacetCounts> {
    if (expression === 'none') return noFacets();
    if (expression === 'all') return this.#reader.allFacets(most);
    const key = `${most} ${expression.match}`;
    const changes = await this.#reader.changes();
    const kept = this.#kept.get(key);
    if (kept?.changes === changes) return kept.facets;
    const facets = await this.#counted(expression, most);
    if ((await this.#reader.changes()) === changes) {
      if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
      this.#kept.set(key, { changes, facets });
    }
    return facets;
  }

  async #counted(expression: Asked, most: number): Promise<FacetCounts> {
    const counts = new Map<number, number>();
    for (let after: number | null = 0; after !== null;) {
      const begin: number = after;
      const slice = await this.#inTurn(() => this.#reader.facetSlice(expression, begin, SLICE_HITS));
      for (const [number, documents] of slice.counts) counts.set(number, (counts.get(number) ?? 0) + documents);
      after = slice.after;
      if (begin === 0 && after !== null && (await this.#isEverything(expression))) return this.#reader.allFacets(most);
    }
    return this.#reader.namedFacets(largest(counts, most), most);
  }

  /** As with a job that found all there is; counting hits takes a tenth of the time of counting their values. */
  async #isEverything(expression: Asked): Promise<boolean> {
    const { total } = await this.#reader.search({ expression, offset: 0, limit: 0, countUpTo: null });
    return total === (await this.#reader.count());
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}
