import type { Client, estypes } from '@elastic/elasticsearch';
import { asked } from './elastic-faults.ts';

/** Segments are joined once nothing was written for this long: a filling is over by then, and is joined once. */
export const QUIET_MS = 5 * 60_000;
/** A search goes through the graph of each segment; through these it takes little more than through one. */
const FEW = 3;
/** What came since the last time stays beside the largest until it is more than a tenth: each joining writes all anew. */
const LARGEST_OF_ALL = 0.9;
/**
 * The engine's own merging leaves a segment above 5 GB alone until most of it is removed (`max_merged_segment`), so none
 * is made that comes near. A million faces take 1 GB.
 */
const MOST_BYTES = 4 * 1024 ** 3;

/** A segment of one copy of the index. */
export interface Segment {
  /** With those that were removed and still stand in it. */
  faces: number;
  bytes: number;
}

/** Whether to join the segments of one copy pays. */
export function isScattered(segments: readonly Segment[]): boolean {
  const faces = segments.map((segment) => segment.faces);
  const all = faces.reduce((sum, count) => sum + count, 0);
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  return segments.length > FEW && Math.max(...faces) < all * LARGEST_OF_ALL && bytes <= MOST_BYTES;
}

const segmentsOf = ({ segments }: estypes.IndicesSegmentsShardsSegment): Segment[] =>
  Object.values(segments)
    .filter(({ search }) => search)
    .map(({ num_docs: found, deleted_docs: removed, size_in_bytes: bytes }) => ({ faces: found + removed, bytes }));

/**
 * The segments in which the engine keeps an index. It writes one for each refresh and joins them as it likes: a million
 * faces stay in a dozen, and a search takes three times what it takes in one.
 */
export class FaceParts {
  readonly #client: Client;
  readonly #index: string;
  readonly #quietMs: number;
  /** The engine's count of writes, and when this process saw it first. */
  #seen = { writes: -1, at: 0 };
  /** The count of writes since which there is nothing to join, or it was asked for. */
  #done = -1;

  constructor(client: Client, index: string, quietMs: number) {
    this.#client = client;
    this.#index = index;
    this.#quietMs = quietMs;
  }

  /** Has the engine join them, where that pays and nothing is written. Answers how many; 0: it was not asked to. */
  async join(): Promise<number> {
    const { writes, merges } = await this.#activity();
    const now = Date.now();
    if (writes !== this.#seen.writes) this.#seen = { writes, at: now };
    if (writes === this.#done || merges > 0 || now - this.#seen.at < this.#quietMs) return 0;
    const scattered = (await this.#copies()).filter(isScattered);
    // Once for what was written, whatever becomes of it: one that fails for want of space is not begun again and again.
    this.#done = writes;
    if (scattered.length === 0) return 0;
    const asking = { index: this.#index, max_num_segments: 1, wait_for_completion: false };
    await asked('joining segments', () => this.#client.indices.forcemerge(asking));
    return Math.max(...scattered.map(({ length }) => length));
  }

  async #activity(): Promise<{ writes: number; merges: number }> {
    const asking = { index: this.#index, metric: ['indexing' as const, 'merge' as const], ignore_unavailable: true };
    const { _all: all } = await asked('looking at an index', () => this.#client.indices.stats(asking));
    const { index_total: added = 0, delete_total: removed = 0 } = all.primaries?.indexing ?? {};
    return { writes: added + removed, merges: all.total?.merges?.current ?? 0 };
  }

  async #copies(): Promise<Segment[][]> {
    const asking = { index: this.#index, ignore_unavailable: true };
    const { indices } = await asked('looking at segments', () => this.#client.indices.segments(asking));
    const shards = Object.values(indices[this.#index]?.shards ?? {});
    return shards.flat().map(segmentsOf);
  }
}
