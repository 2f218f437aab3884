import type { Carried } from '@numscope/adapters/moving-up';
import type { DatabaseSync } from '@numscope/adapters/sqlite';
import { code, total } from '../../domain/phone-status.ts';
import type { JobState } from '../../domain/job-state.ts';
import type { Part } from '../job-record.ts';
import type { PartCache } from '../sqlite/part-cache.ts';
import { pendingRow, type PhoneRow } from '../phone-result.ts';
import { LOWEST } from '../phone-value.ts';
import { BLOCK_PHONES, blockOf } from '../mongo/block.ts';
import { blockId, type PartHead, partId } from '../mongo/documents.ts';
import { MAIN_KEY } from '../mongo/jobs.ts';
import { PartRows } from './part-rows.ts';
import { blockDocument } from './phones-move.ts';

const ONLY_BLOCK = 0;

const slicesOf = (part: Part): number => Math.ceil(total(part.tally) / BLOCK_PHONES);
const furtherOf = (part: Part): number => Math.max(0, slicesOf(part) - 1);

/** Whose pass has changed is asked for once more, whoever has answered. */
const inAnotherPass = (row: PhoneRow): PhoneRow => (row.status === code.SENT ? pendingRow(row.phone) : row);

/** The main job's phones: each pass is one part of one block. What is too many for one gets passes behind the last. */
export class MainPhonesMove {
  readonly #cache: PartCache;
  readonly #rows: PartRows;

  constructor(db: DatabaseSync, cache: PartCache) {
    this.#cache = cache;
    this.#rows = new PartRows(db, cache);
  }

  ofPart(job: JobState, index: number): Carried[] {
    const part = this.#cache.of(job.key)[index];
    if (!part) throw new Error(`the main job has no part ${index}`);
    const rows = this.#rows.of(part);
    return this.#passesOf(job, index).flatMap((pass, slice) => {
      const some = rows.slice(slice * BLOCK_PHONES, (slice + 1) * BLOCK_PHONES);
      const block = blockOf(slice === 0 ? some : some.map(inAnotherPass));
      const places = [...block.numbers].map((_id): Carried => ({
        into: 'places',
        document: { _id, block: ONLY_BLOCK, pass },
      }));
      const blocks = { [ONLY_BLOCK]: block.summary(1) };
      return [
        ...places,
        blockDocument(blockId(MAIN_KEY, pass, ONLY_BLOCK), block),
        { into: 'parts', document: { _id: partId(MAIN_KEY, pass), pass, blocks } },
      ];
    });
  }

  directory(job: JobState): { parts: PartHead[]; nextPart: number; nextBlock: number } {
    const passes = this.#cache.of(job.key).flatMap((_part, index) => this.#passesOf(job, index));
    const parts = passes.sort((a, b) => a - b).map((part) => ({ part, first: LOWEST, number: null, id: null }));
    return { parts, nextPart: Math.max(job.pass, ...passes) + 1, nextBlock: ONLY_BLOCK + 1 };
  }

  /** Its own pass for the first of a part's phones, and for the rest some of those that come after all others. */
  #passesOf(job: JobState, index: number): number[] {
    if (job.key !== MAIN_KEY) throw new Error(`jobs.sqlite is damaged: the main job has the key ${job.key}`);
    const parts = this.#cache.of(job.key);
    const part = parts[index];
    if (!part || total(part.tally) === 0) return [];
    const last = Math.max(job.pass, ...parts.map(({ pass }) => pass));
    const before = parts.slice(0, index).reduce((sum, each) => sum + furtherOf(each), 0);
    return [part.pass, ...Array.from({ length: furtherOf(part) }, (_none, further) => last + 1 + before + further)];
  }
}
