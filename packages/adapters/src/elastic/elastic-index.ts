import type { Client, estypes } from '@elastic/elasticsearch';
import { byFacetField } from '@numscope/contracts/profile-fields';
import {
  type FacetCount,
  type FacetCounts,
  type IndexConditions,
  type IndexHits,
  type IndexQuery,
  type Logger,
  type PackedDocument,
  type SearchIndex,
  reasonOf,
  TransientError,
  unpackDocument,
} from '@numscope/platform';
import type { EngineAccess } from '../access/engine-access.ts';
import { newestOfEach } from '../newest-of-each.ts';
import { phoneOfId } from '../phone-order.ts';
import { BulkWriter, type Change } from './bulk-writer.ts';
import { openWith } from './elastic-client.ts';
import { asked, isNotFound, MissingIndexError } from './elastic-faults.ts';
import { IndexLayout } from './index-layout.ts';
import { documentLine, facetPath } from './index-shape.ts';
import { queryBody, sortBody, weighedBody } from './query-body.ts';
import { RebuildLease } from './rebuild-lease.ts';
import { searchOptions } from './search-options.ts';
import { SharedRun } from './shared-run.ts';

export interface ElasticIndexOptions {
  /** `http(s)://[user:password@]host:port` */
  url: string;
  /** As whom, where the address does not say it. */
  access?: EngineAccess;
  log: Logger;
  /** Before the names of all indices, for several installations on one cluster. */
  prefix?: string;
  /** What it is made from: where it is lost that these have, only a rebuild makes it anew. Absent: there is nothing yet. */
  records?: { count(): Promise<number> } | undefined;
}

const SEARCH_MS = 20_000;
const MOST_TRIES = 4;
/** A scan asks for so many at once. */
const SCAN_HITS = 5000;
/** No phone: removing it changes nothing, and shows that the index takes writes. */
const NOBODY = 'nobody';

const TAKEN_OVER = 'another process has taken over the rebuild of the search index';

const byPhone = { field: 'phone', direction: 'ASC' } as const;

const putsOf = (documents: readonly PackedDocument[]): Change[] =>
  newestOfEach(documents).map(({ phone, revision, packed }) => ({
    phone,
    put: { line: documentLine(unpackDocument(packed)), revision },
  }));

const countsOf = (counted: estypes.AggregationsStringTermsAggregate | undefined): FacetCount[] => {
  const buckets = counted?.buckets ?? [];
  return (Array.isArray(buckets) ? buckets : Object.values(buckets)).map(({ key, doc_count: documents }) => ({
    value: String(key),
    documents,
  }));
};

class ElasticIndex implements SearchIndex {
  readonly isShared = true;
  readonly #client: Client;
  readonly #layout: IndexLayout;
  readonly #writer: BulkWriter;
  readonly #log: Logger;
  readonly #targets: SharedRun<string[]>;
  readonly #refresh: SharedRun<void>;
  #tellLoss = (): void => undefined;

  constructor(client: Client, layout: IndexLayout, log: Logger) {
    this.#client = client;
    this.#layout = layout;
    this.#log = log;
    this.#writer = new BulkWriter(client, layout.isOutdated, log);
    this.#targets = new SharedRun(() => layout.targets());
    this.#refresh = new SharedRun(async () => {
      await asked('refreshing', () => client.indices.refresh({ index: layout.written, allow_no_indices: true }));
    });
  }

  async upsert(documents: readonly PackedDocument[]): Promise<void> {
    await this.#write(putsOf(documents));
  }

  async remove(phones: readonly string[]): Promise<void> {
    await this.#write([...new Set(phones)].map((phone) => ({ phone, put: null })));
  }

  async search({ sort = byPhone, offset, limit, countUpTo, ...conditions }: IndexQuery): Promise<IndexHits> {
    const { ids, total } = await this.#hits({
      query: weighedBody(queryBody(conditions), sort),
      sort: sortBody(sort),
      from: offset,
      size: limit,
      track_total_hits: countUpTo === null ? true : countUpTo + 1,
    });
    const totalIsLowerBound = countUpTo !== null && total > countUpTo;
    return { phones: ids.map(phoneOfId), total: totalIsLowerBound ? countUpTo : total, totalIsLowerBound };
  }

  /** Exact, because the index is one shard: each further one would tell its own largest only. */
  async facets(conditions: IndexConditions, most: number): Promise<FacetCounts> {
    const order: estypes.AggregationsAggregateOrder = [{ _count: 'desc' }, { _key: 'asc' }];
    const aggs = byFacetField((field) => ({ terms: { field: facetPath(field), size: most, order } }));
    const request = { query: queryBody(conditions), size: 0, track_total_hits: false, aggs } as const;
    const { aggregations } = await this.#search<Record<string, estypes.AggregationsStringTermsAggregate>>(request);
    return byFacetField((field) => countsOf(aggregations?.[field]));
  }

  /**
   * By the phone after which to go on, not by a snapshot: so it outlasts a rebuild, a node's restart and the slowest
   * reader.
   */
  async *scan(conditions: IndexConditions, sliceSize: number): AsyncIterable<string[]> {
    const most = Math.max(sliceSize, SCAN_HITS - (SCAN_HITS % sliceSize));
    const asking = { query: queryBody(conditions), sort: sortBody(byPhone), size: most, track_total_hits: false };
    for (let after = 0; ;) {
      const { ids } = await this.#hits({ ...asking, search_after: [after] });
      for (let at = 0; at < ids.length; at += sliceSize) yield ids.slice(at, at + sliceSize).map(phoneOfId);
      after = ids.at(-1) ?? after;
      if (ids.length < most) return;
    }
  }

  async count(): Promise<number> {
    return (await this.#hits({ size: 0, track_total_hits: true })).total;
  }

  async identity(): Promise<string> {
    return this.#layout.identity();
  }

  async isOutdated(): Promise<boolean> {
    const live = await this.#layout.live();
    return live === null || this.#layout.isOutdated(live);
  }

  onLoss(told: () => void): void {
    this.#tellLoss = told;
  }

  async rebuild(slices: AsyncIterable<readonly PackedDocument[]>): Promise<boolean> {
    await this.#layout.ensureState();
    const lease = new RebuildLease(this.#client, this.#layout.state);
    if (!(await lease.take())) return false;
    try {
      await this.#layout.clean();
      const index = await this.#layout.begin();
      const before = await this.#replace(index, slices, lease);
      for (const old of before) await this.#layout.drop(old).catch((error: unknown) => this.#leave(old, error));
      return true;
    } finally {
      await lease.release();
    }
  }

  /** Answers when the cluster does and takes writes. */
  async check(): Promise<void> {
    await this.#write([{ phone: NOBODY, put: null }]);
    await this.#hits({ size: 0, track_total_hits: false });
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  /**
   * Fills a new index and puts it in the place of what was searched.
   * @returns what was searched before
   */
  async #replace(
    index: string,
    slices: AsyncIterable<readonly PackedDocument[]>,
    lease: RebuildLease,
  ): Promise<string[]> {
    try {
      for await (const slice of slices) {
        const gone = await this.#writer.write(putsOf(slice), [index]);
        if (gone.size > 0 || !lease.isHeld) throw new TransientError(TAKEN_OVER);
      }
      await this.#refresh.run();
      const before = await this.#layout.swapIn(index);
      if (!before) throw new TransientError(TAKEN_OVER);
      return before;
    } catch (error) {
      await this.#layout.giveUp(index).catch((left: unknown) => this.#leave(index, left));
      throw error;
    }
  }

  #leave(index: string, error: unknown): void {
    this.#log.warn(
      { index, reason: reasonOf(error) },
      'an index that is of no use could not be dropped; the next rebuild does it',
    );
  }

  /**
   * To every index that is written. Which ones are is asked each time, after the caller's record was kept: a rebuild
   * that begins later reads that record, one that began before is among them.
   */
  async #write(changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return;
    const done = new Set<string>();
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const indices = (await this.#targets.run()).filter((index) => !done.has(index));
      if (done.size + indices.length === 0) {
        this.#tellLoss();
        throw new MissingIndexError('there is no search index to write to until it is made anew');
      }
      const gone = await this.#writer.write(changes, indices);
      for (const index of indices) if (!gone.has(index)) done.add(index);
      if (gone.size === 0 && done.size > 0) return this.#refresh.run();
    }
    throw new TransientError('the indices of Elasticsearch change too often to write to them');
  }

  /**
   * What is searched is another index after a rebuild: a search that met the old one in its last moment asks the new
   * one.
   */
  async #search<Counted = unknown>(request: estypes.SearchRequest): Promise<estypes.SearchResponse<unknown, Counted>> {
    const asking = { ...searchOptions, ...request, index: this.#layout.searched };
    const search = () => this.#client.search<unknown, Counted>(asking, { requestTimeout: SEARCH_MS });
    try {
      return await asked('search', search, isNotFound);
    } catch (error) {
      if (error instanceof MissingIndexError) this.#tellLoss();
      throw error;
    }
  }

  async #hits(request: estypes.SearchRequest): Promise<{ ids: number[]; total: number }> {
    const { hits } = await this.#search(request);
    const ids = hits.hits.map(({ sort }) => Number(sort?.at(-1)));
    return { ids, total: typeof hits.total === 'number' ? hits.total : (hits.total?.value ?? 0) };
  }
}

/**
 * Opens the search index on Elasticsearch, and makes it where there was none yet. Any number of processes may write and
 * search at the same time.
 * @throws Error for a wrong address or prefix; SettingsError for what of certificates, users and rights is to be mended;
 *   TransientError when the cluster does not answer
 */
export function openElasticIndex({ log, prefix = '', records, ...where }: ElasticIndexOptions): Promise<SearchIndex> {
  return openWith(where, `${prefix}profiles*`, async (client) => {
    const layout = new IndexLayout(client, prefix);
    await layout.ensure(async () => !records || (await records.count()) === 0);
    return new ElasticIndex(client, layout, log);
  });
}
