import type { Carried } from '@numscope/adapters/moving-up';
import type { DatabaseSync } from '@numscope/adapters/sqlite';
import { total } from '../../domain/phone-status.ts';
import type { JobState } from '../../domain/job-state.ts';
import type { Part } from '../job-record.ts';
import type { PartCache } from '../sqlite/part-cache.ts';
import { BLOCK_PHONES, type Block, blockOf } from '../mongo/block.ts';
import { blockId, type PartHead, partId } from '../mongo/documents.ts';
import { PartRows } from './part-rows.ts';

const blocksOf = (part: Part): number => Math.ceil(total(part.tally) / BLOCK_PHONES);

/** A block as a document. */
export const blockDocument = (_id: string, block: Block): Carried => ({
  into: 'blocks',
  document: { _id, ...block.stored(1) },
});

/**
 * The phones of every job but the main one: each part cut into blocks, with the results of former passes in blocks of
 * the same numbers.
 */
export class PhonesMove {
  readonly #cache: PartCache;
  readonly #rows: PartRows;

  constructor(db: DatabaseSync, cache: PartCache) {
    this.#cache = cache;
    this.#rows = new PartRows(db, cache);
  }

  /** How many phones a block's document holds. */
  static phonesIn({ numbers, texts }: Carried['document']): number {
    return (
      (numbers instanceof Uint8Array ? numbers.length / Float64Array.BYTES_PER_ELEMENT : 0) +
      (Array.isArray(texts) ? texts.length : 0)
    );
  }

  /** The blocks of the job's part at `index`, and the part that lists them. */
  ofPart({ key }: JobState, index: number): Carried[] {
    const part = this.#partAt(key, index);
    const rows = this.#rows.of(part);
    const before = this.#cache.of(key).slice(0, index);
    const firstBlock = before.reduce((sum, each) => sum + blocksOf(each), 0);
    const [from, to] = this.#cache.rangeOf(part);
    const carried: Carried[] = [];
    const summaries: Record<string, unknown> = {};
    for (let at = 0; at < rows.length; at += BLOCK_PHONES) {
      const number = firstBlock + at / BLOCK_PHONES;
      const block = blockOf(rows.slice(at, at + BLOCK_PHONES));
      summaries[number] = block.summary(1);
      carried.push(blockDocument(blockId(key, part.pass, number), block));
      const end = rows[at + BLOCK_PHONES]?.phone ?? to;
      for (let pass = 1; pass < part.pass; pass++) {
        const former = this.#rows.between(key, pass, at === 0 ? from : block.first, end);
        if (former.length > 0) carried.push(blockDocument(blockId(key, pass, number), blockOf(former)));
      }
    }
    carried.push({ into: 'parts', document: { _id: partId(key, index), pass: part.pass, blocks: summaries } });
    return carried;
  }

  directory({ key }: JobState): { parts: PartHead[]; nextPart: number; nextBlock: number } {
    const parts = this.#cache.of(key);
    return {
      parts: parts.map(({ first, number, id }, part) => ({ part, first, number, id })),
      nextPart: parts.length,
      nextBlock: parts.reduce((sum, part) => sum + blocksOf(part), 0),
    };
  }

  #partAt(key: number, index: number): Part {
    const part = this.#cache.of(key)[index];
    if (!part) throw new Error(`job ${key} has no part ${index}`);
    return part;
  }
}
