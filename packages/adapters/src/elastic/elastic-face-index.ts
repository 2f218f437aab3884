import type { Client, estypes } from '@elastic/elasticsearch';
import { type FaceIndex, type FaceVector, type NearFace, retry, TransientError } from '@numscope/platform';
import { openWith } from './elastic-client.ts';
import { asked, askedOnce, isFault, isPassingStatus, MISSING_INDEX } from './elastic-faults.ts';
import type { EngineAccess } from '../access/engine-access.ts';
import { dropFaceIndices, FaceLayout, type FaceVectors } from './face-layout.ts';
import { FaceParts, QUIET_MS } from './face-parts.ts';
import { gatheredSearches } from './gathered-searches.ts';
import { SharedRun } from './shared-run.ts';

interface Cluster {
  /** `http(s)://[user:password@]host:port` */
  url: string;
  /** As whom, where the address does not say it. */
  access?: EngineAccess;
  /** Before the names of all indices, for several installations on one cluster. */
  prefix?: string;
}

/** The indices of other models are dropped. */
export interface ElasticFaceIndexOptions extends Cluster, FaceVectors {
  /** For so long nothing is written before what lies in many parts is joined. */
  quietMs?: number;
}

const SEARCH_MS = 20_000;
const ITEMS_AT_ONCE = 500;
/** What is not taken by then fails, for the caller to begin again later. */
const PATIENCE_MS = 10_000;
/** Candidates of each search at least, and more where more are asked for. */
const CANDIDATES = 150;
const CANDIDATES_FOR_EACH = 2;
/** Vectors are searched by a byte for each number; so many times the nearest are measured again by what they were. */
const OVERSAMPLE = 3;
const MOST_CANDIDATES = 10_000;

const hitOptions = { _source: false, allow_partial_search_results: false } as const;

/** The names of all indices of faces. */
const facesOf = (prefix: string): string => `${prefix}faces*`;

/** The engine's score of a near vector is 1 / (1 + d²). */
const distanceOf = (score: number): number => Math.sqrt(Math.max(0, 1 / score - 1));

const idsOf = (hits: readonly estypes.SearchHit[]): string[] => hits.flatMap(({ _id }) => _id ?? []);

class ElasticFaceIndex implements FaceIndex {
  readonly #client: Client;
  readonly #layout: FaceLayout;
  readonly #parts: FaceParts;
  readonly #refresh: SharedRun<void>;
  readonly #searchTogether: ReturnType<typeof gatheredSearches>;

  constructor(client: Client, layout: FaceLayout, quietMs: number) {
    this.#client = client;
    this.#layout = layout;
    this.#parts = new FaceParts(client, layout.index, quietMs);
    this.#searchTogether = gatheredSearches(client, layout.index, SEARCH_MS);
    this.#refresh = new SharedRun(async () => {
      await asked('refreshing', () => client.indices.refresh({ index: layout.index, ignore_unavailable: true }));
    });
  }

  async add(faces: readonly FaceVector[]): Promise<void> {
    const where = (id: string) => ({ _index: this.#layout.written, _id: id, require_alias: true });
    await this.#write(
      faces.map(({ id, vector }) => [{ index: where(id) }, { id, vector: Array.from(vector) }] as const),
    );
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#write(ids.map((id) => [{ delete: { _index: this.#layout.written, _id: id } }] as const));
  }

  async near(vector: Float32Array, count: number): Promise<NearFace[]> {
    const k = Math.min(count, MOST_CANDIDATES);
    // As a query: one shard answers it in one go. Beside the query (`knn` of a search) the engine asks it twice.
    const knn = {
      field: 'vector',
      query_vector: Array.from(vector),
      k,
      num_candidates: Math.min(MOST_CANDIDATES, Math.max(CANDIDATES, k * CANDIDATES_FOR_EACH)),
      rescore_vector: { oversample: OVERSAMPLE },
    };
    const search = { _source: false, track_total_hits: false, query: { knn }, size: k };
    const hits = await asked('search', () => this.#orAnew(() => this.#searchTogether(search)));
    return hits.flatMap(({ _id, _score }) => (_id && _score ? { id: _id, distance: distanceOf(_score) } : []));
  }

  async missing(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const { docs } = await asked('reading faces', () =>
      this.#client.mget({ index: this.#layout.index, ids: [...ids], _source: false }),
    );
    const there = new Set(docs.flatMap((doc) => ('found' in doc && doc.found ? doc._id : [])));
    return ids.filter((id) => !there.has(id));
  }

  async idsAfter(after: string, limit: number): Promise<string[]> {
    return idsOf(await this.#hits({ sort: [{ id: 'asc' }], search_after: [after], size: limit }));
  }

  async identity(): Promise<string> {
    const { index } = this.#layout;
    const asking = { index, name: 'index.uuid', ignore_unavailable: true };
    const found = await asked('naming an index', () => this.#client.indices.getSettings(asking));
    return found[index]?.settings?.index?.uuid ?? 'none';
  }

  /** Nothing is behind: each write waits for its answer. What was never written is found by comparing all records. */
  async behindSince(): Promise<number> {
    return Date.now();
  }

  async size(): Promise<number> {
    const { index } = this.#layout;
    return (await asked('counting', () => this.#orAnew(() => this.#client.count({ index })))).count;
  }

  /** Lucene makes the graph of each segment anew when it merges, and joins parts that hang together no more. */
  mend = async (): Promise<number> => 0;

  join = (): Promise<number> => this.#parts.join();

  /** What was removed is found no more; its bytes go when the engine merges their segment. */
  scrub = async (): Promise<void> => undefined;

  async check(): Promise<void> {
    await this.#hits({ size: 0 });
  }

  close = (): Promise<void> => this.#client.close();

  async #hits(request: estypes.SearchRequest): Promise<estypes.SearchHit[]> {
    const asking = { ...hitOptions, track_total_hits: false, ...request, index: this.#layout.index };
    const search = () => this.#client.search(asking, { requestTimeout: SEARCH_MS });
    return (await asked('search', () => this.#orAnew(search))).hits.hits;
  }

  /** Makes an index that somebody dropped anew and asks again: it has no faces, and says so by its identity. */
  async #orAnew<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (!isFault(error, MISSING_INDEX)) throw error;
      await this.#layout.ensure();
      return call();
    }
  }

  async #write(items: readonly (readonly object[])[]): Promise<void> {
    for (let at = 0; at < items.length; at += ITEMS_AT_ONCE) {
      const operations = items.slice(at, at + ITEMS_AT_ONCE).flat();
      await retry(() => this.#bulk(operations), {
        withinMs: PATIENCE_MS,
        again: (error) => error instanceof TransientError,
      });
    }
    if (items.length > 0) await this.#refresh.run();
  }

  /** Safe to repeat as a whole. @throws TransientError when it is not taken now */
  async #bulk(operations: object[]): Promise<void> {
    const { items } = await askedOnce('writing faces', () => this.#client.bulk({ operations }));
    const refused = items.flatMap(({ index, delete: gone }) => index ?? gone ?? []).filter(({ error }) => error);
    const [fault] = refused;
    if (!fault) return;
    const told = `Elasticsearch did not take ${refused.length} faces: ${fault.status} ${fault.error?.type}`;
    if (fault.error?.type === MISSING_INDEX) await this.#layout.ensure();
    else if (!isPassingStatus(fault.status)) throw new Error(told);
    throw new TransientError(told);
  }
}

/**
 * Drops the vectors of all models but one; null: of all. An installation without faces needs no rights on their indices,
 * so none are asked for.
 * @throws TransientError when the cluster does not answer
 */
export async function dropElasticFaces({ prefix = '', ...where }: Cluster, kept: FaceVectors | null): Promise<void> {
  await openWith(where, null, async (client) => {
    await dropFaceIndices(client, prefix, kept);
    await client.close();
  });
}

/**
 * Opens the vectors of faces on Elasticsearch, and makes what is not there yet. Any number of processes may write and
 * search at the same time.
 * @throws TransientError when the cluster does not answer
 */
export function openElasticFaceIndex({
  prefix = '',
  model,
  length,
  quietMs = QUIET_MS,
  ...where
}: ElasticFaceIndexOptions): Promise<FaceIndex> {
  return openWith(where, facesOf(prefix), async (client) => {
    const layout = new FaceLayout(client, prefix, { model, length });
    await layout.ensure();
    await dropFaceIndices(client, prefix, { model, length });
    return new ElasticFaceIndex(client, layout, quietMs);
  });
}
