import { setTimeout as wait } from 'node:timers/promises';
import type { Client, estypes } from '@elastic/elasticsearch';
import {
  asked,
  askedOnce,
  isFault,
  isNotFound,
  isPassingStatus,
  MISSING_INDEX,
  openElasticClient,
  openWith,
  searchOptions,
  writeAliasOf,
} from '@numscope/adapters/elastic';
import type { EngineAccess } from '@numscope/adapters/engine-access';
import { retry, SettingsError, TransientError } from '@numscope/platform';
import * as z from 'zod';
import type { AuditQuery } from '../../domain/audit-filter.ts';
import type { ChainRow } from '../../domain/chain-link.ts';
import { documentOf, mappings, orderOf, queryOf, settings, SHAPE_VERSION } from './audit-shape.ts';
import { type Extent, stretches } from './time-stretches.ts';
import type { AuditTexts, FoundPlaces } from '../audit-texts.port.ts';

export interface ElasticTextsOptions {
  /** `http(s)://[user:password@]host:port` */
  url: string;
  /** As whom, where the address does not say it. */
  access?: EngineAccess;
  /** Before the names of all indices, for several installations on one cluster. */
  prefix?: string;
  /** What fits so often is put in order all at once; 10,000 unless said. */
  sorted?: number | undefined;
}

/** Some hundredths of a second of the engine. */
const SORTED = 10_000;
const CHARS_AT_ONCE = 4_000_000;
const PATIENCE_MS = 10_000;
const SEARCH_MS = 10_000;
const CHECK_MS = 3000;
/** The document whose version is the place up to which every entry is in. */
const PLACE = 'place';

const end = z.object({ value: z.number() });
const Ends = z.object({ first: end, last: end });

/** Lines of bulk requests of a size that the engine takes in at once. */
function* requestsOf(items: Iterable<readonly string[]>): Iterable<string[]> {
  let lines: string[] = [];
  let chars = 0;
  for (const item of items) {
    lines.push(...item);
    chars += item.reduce((sum, line) => sum + line.length, 0);
    if (chars < CHARS_AT_ONCE) continue;
    yield lines;
    lines = [];
    chars = 0;
  }
  if (lines.length > 0) yield lines;
}

class ElasticTexts implements AuditTexts {
  readonly #client: Client;
  readonly #named: string;
  readonly #index: string;
  readonly #written: string;
  readonly #sorted: number;

  constructor({ url, access, prefix = '', sorted = SORTED }: ElasticTextsOptions) {
    this.#client = openElasticClient(url, access);
    this.#named = `${prefix}audit-`;
    this.#index = `${this.#named}${SHAPE_VERSION}`;
    this.#written = writeAliasOf(this.#index);
    this.#sorted = sorted;
  }

  async place(): Promise<number> {
    return asked('reading how far the audit is indexed', async () => {
      try {
        const { _version: seq = 0 } = await this.#client.get({ index: this.#index, id: PLACE, _source: false });
        return seq;
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
      await this.#ensure();
      return 0;
    });
  }

  async keepPlace(seq: number): Promise<void> {
    const kept = {
      index: this.#written,
      id: PLACE,
      version: seq,
      version_type: 'external',
      require_alias: true,
    } as const;
    await asked('noting how far the audit is indexed', async () => {
      try {
        await this.#client.index({ ...kept, document: {} });
      } catch (error) {
        // Another instance is further on.
        if (!isFault(error, 'version_conflict_engine_exception')) throw error;
      }
    });
  }

  async put(rows: readonly ChainRow[]): Promise<void> {
    const line = (seq: number): string =>
      JSON.stringify({ index: { _index: this.#written, _id: String(seq), require_alias: true } });
    await this.#write(rows.map((row) => [line(row.seq), documentOf(row)]));
  }

  async remove(places: readonly number[]): Promise<void> {
    await this.#write(places.map((seq) => [JSON.stringify({ delete: { _index: this.#written, _id: String(seq) } })]));
  }

  async search(query: AuditQuery, offset: number, limit: number, countUpTo: number): Promise<FoundPlaces> {
    const counting = { query: queryOf(query), size: 0, track_total_hits: countUpTo + 1 };
    const total = totalOf((await this.#ask(counting)).hits);
    const isOften = total > this.#sorted && query.sort.field === 'createdTimestamp';
    const page = { sort: orderOf(query), from: offset, size: limit };
    if (isOften) return { places: await this.#soonest(query, page, offset + limit), total };
    const { hits } = await this.#ask({ ...page, query: queryOf(query), track_total_hits: false });
    return { places: placesOf(hits), total };
  }

  /** A page by time of what is there often: the engine puts all in order that fit, so it is given a part of the time alone. */
  async #soonest(query: AuditQuery, page: estypes.SearchRequest, wanted: number): Promise<number[]> {
    const { first, last, entries } = await this.#extent();
    const extent = { first: Math.max(first, query.from ?? first), last: Math.min(last, query.to ?? last), entries };
    let places: number[] = [];
    for (const stretch of stretches(extent, query.sort.direction === 'DESC', wanted)) {
      const { hits } = await this.#ask({ ...page, query: queryOf({ ...query, ...stretch }), track_total_hits: wanted });
      places = placesOf(hits);
      if (totalOf(hits) >= wanted) break;
    }
    return places;
  }

  /** The oldest and newest time of all entries, from the ends of the index of times. */
  async #extent(): Promise<Extent> {
    const ends = { first: { min: { field: 'at' } }, last: { max: { field: 'at' } } };
    const { hits, aggregations } = await this.#ask({ size: 0, track_total_hits: true, aggs: ends });
    const { first, last } = Ends.parse(aggregations);
    return { first: first.value, last: last.value, entries: totalOf(hits) };
  }

  async placesUpTo(seq: number, limit: number): Promise<number[]> {
    const query = { range: { seq: { lte: seq } } };
    return placesOf((await this.#ask({ query, sort: [{ seq: 'asc' }], size: limit, track_total_hits: false })).hits);
  }

  async count(after: number, to: number): Promise<number> {
    const query = { range: { seq: { gt: after, lte: to } } };
    return totalOf((await this.#ask({ query, size: 0, track_total_hits: true })).hits);
  }

  async empty(): Promise<void> {
    await asked('dropping an index', () =>
      this.#client.indices.delete({ index: this.#index, ignore_unavailable: true }),
    );
    await this.#ensure();
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  #ask(request: estypes.SearchRequest): Promise<estypes.SearchResponse> {
    const asking = { ...searchOptions, ...request, index: this.#index };
    return asked('search in the audit', () => this.#client.search(asking, { requestTimeout: SEARCH_MS }));
  }

  /** Makes the index where it is not there, and drops those of other shapes. */
  async #ensure(): Promise<void> {
    const aliases = { [this.#written]: {} };
    try {
      await this.#client.indices.create({ index: this.#index, mappings, settings, aliases });
    } catch (error) {
      if (!isFault(error, 'resource_already_exists_exception')) throw error;
    }
    for (const index of Object.keys(await this.#client.indices.getAlias({ index: `${this.#named}*` })))
      if (index !== this.#index && /^\d+$/.test(index.slice(this.#named.length)))
        await this.#client.indices.delete({ index, ignore_unavailable: true });
  }

  async #write(items: Iterable<readonly string[]>): Promise<void> {
    for (const operations of requestsOf(items))
      await retry(() => this.#bulk(operations), {
        withinMs: PATIENCE_MS,
        again: (error) => error instanceof TransientError,
      });
    await asked('refreshing', () => this.#client.indices.refresh({ index: this.#index, allow_no_indices: true }));
  }

  /** Safe to repeat as a whole. @throws TransientError when it is not taken now */
  async #bulk(operations: string[]): Promise<void> {
    const answer = await askedOnce('writing of the audit', () => this.#client.bulk<string>({ operations }));
    if (!answer.errors) return;
    const told = answer.items.flatMap(({ index, delete: removed }) => index ?? removed ?? []);
    const [fault] = told.filter(({ error }) => error);
    if (!fault) return;
    const reason = `Elasticsearch did not take an entry of the audit: ${fault.status} ${fault.error?.type}`;
    const isGone = fault.error?.type === MISSING_INDEX;
    throw isGone || isPassingStatus(fault.status) ? new TransientError(reason) : new Error(reason);
  }
}

const placesOf = ({ hits }: estypes.SearchHitsMetadata): number[] => hits.map(({ sort }) => Number(sort?.at(-1)));

const totalOf = ({ total }: estypes.SearchHitsMetadata): number =>
  typeof total === 'number' ? total : (total?.value ?? 0);

/** The index of the audit's texts on Elasticsearch. Nothing is asked of it before it is used. @throws Error for a wrong address */
export const openElasticTexts = (options: ElasticTextsOptions): AuditTexts => new ElasticTexts(options);

async function requireUsable({ prefix = '', ...cluster }: ElasticTextsOptions): Promise<void> {
  const names = `${prefix}audit-*`;
  await openWith(cluster, names, async (client) => {
    await asked('looking for the index of the audit', () => client.indices.getAlias({ index: names }));
    await client.close();
  });
}

/**
 * Looks once whether the index could be used, for nothing else at a start does: whom the cluster does not let in, or who
 * may not do what is needed there, would be noticed only by searches that take long. A start waits no longer than
 * `withinMs` for it: one that is away, or silent, is asked again when it is needed.
 * @throws SettingsError for what of certificates, users and rights is to be mended
 */
export async function checkElasticTexts(options: ElasticTextsOptions, withinMs = CHECK_MS): Promise<void> {
  try {
    await Promise.race([requireUsable(options), wait(withinMs, undefined, { ref: false })]);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
  }
}
