import { openIn } from '../../domain/phone-status.ts';
import { placeOf } from '../phone-value.ts';
import { Block, checkOf } from './block.ts';
import {
  type BlockDocument,
  blockId,
  type BlockSummary,
  type Collections,
  type JobDocument,
  type PartDocument,
  partId,
} from './documents.ts';

/** Blocks asked for at once. */
const BLOCKS_A_QUERY = 100;
/** A change is over long before so many. */
const MOST_READS = 100;

export interface StoredBlock {
  _id: string;
  revision: number;
  block: Block;
}

const storedBlock = (document: BlockDocument): StoredBlock => ({
  _id: document._id,
  revision: document.revision,
  block: new Block(document),
});

/** Reads and changes blocks of phones. */
export class Blocks {
  readonly #collections: Pick<Collections, 'blocks' | 'parts'>;

  constructor(collections: Pick<Collections, 'blocks' | 'parts'>) {
    this.#collections = collections;
  }

  /**
   * Those that are there, by id. MongoDB shows a document before or after a change; a stand-in for it may show half of one, and what is written on
   * top of that would undo the other half: such a one is read again.
   * @throws Error for a block that stays so: its document is damaged
   */
  async load(ids: readonly string[]): Promise<Map<string, StoredBlock>> {
    const found = new Map<string, StoredBlock>();
    let torn: string[] = [];
    for (let left = ids, reads = 0; left.length > 0; left = torn, reads++) {
      if (reads === MOST_READS)
        throw new Error(`the phones in blocks ${left.join(', ')} do not agree with their check`);
      torn = [];
      for (const document of await this.#read(left)) {
        if (checkOf(document) === document.check) found.set(document._id, storedBlock(document));
        else torn.push(document._id);
      }
    }
    return found;
  }

  async #read(ids: readonly string[]): Promise<BlockDocument[]> {
    const documents: BlockDocument[] = [];
    for (let at = 0; at < ids.length; at += BLOCKS_A_QUERY) {
      const $in = ids.slice(at, at + BLOCKS_A_QUERY);
      documents.push(...(await this.#collections.blocks.find({ _id: { $in } }, { promoteBuffers: true }).toArray()));
    }
    return documents;
  }

  async get(id: string): Promise<StoredBlock | null> {
    return (await this.load([id])).get(id) ?? null;
  }

  /**
   * New blocks, which nobody sees before a part lists them. What an earlier try left is replaced.
   * @throws when one of them is at work already: another process was quicker
   */
  async write(blocks: ReadonlyArray<{ id: string; block: Block }>): Promise<void> {
    await Promise.all(
      blocks.map(({ id, block }) =>
        this.#collections.blocks.replaceOne({ _id: id, revision: 1 }, block.stored(1), { upsert: true }),
      ),
    );
  }

  /** Writes other phones into a block; null when another change came in between. */
  async replace({ _id, revision }: StoredBlock, block: Block): Promise<StoredBlock | null> {
    const { matchedCount } = await this.#collections.blocks.updateOne(
      { _id, revision },
      { $set: block.stored(revision + 1) },
    );
    return matchedCount === 1 ? { _id, revision: revision + 1, block } : null;
  }

  /**
   * Has `edit` change a block, and writes it; again on what is there then if another change came in between.
   * @param edit changes the states of phones; answers null when there is nothing to change
   * @returns the block as it is now and what `edit` answered last; null when there is no such block
   */
  async change<T>(
    id: string,
    given: StoredBlock | null,
    edit: (block: Block) => { result: T } | null,
  ): Promise<{ stored: StoredBlock; result: T | null } | null> {
    for (let stored = given ?? (await this.get(id)); stored; stored = await this.get(id)) {
      const { revision } = stored;
      const edited = edit(stored.block);
      if (!edited) return { stored, result: null };
      const { block } = stored;
      const $set = block.state(revision + 1);
      const { matchedCount } = await this.#collections.blocks.updateOne({ _id: id, revision }, { $set });
      if (matchedCount === 1) return { stored: { _id: id, revision: revision + 1, block }, result: edited.result };
    }
    return null;
  }

  /**
   * Brings what a job's parts keep of blocks up to the blocks. What is newer there stays.
   * @param job with its present directory; `reload` gives it again for blocks that have moved to another part meanwhile
   * @returns the parts of those blocks that have no open phone
   */
  async summarise(
    job: JobDocument,
    pass: number,
    blocks: ReadonlyArray<{ block: number; stored: StoredBlock }>,
    reload: () => Promise<JobDocument | null>,
  ): Promise<PartDocument[]> {
    const byPart = Map.groupBy(blocks, ({ stored }) => this.#partOf(job, pass, stored)?.part);
    const found = await Promise.all(
      [...byPart].map(async ([part, here]) => {
        if (part === undefined) return [];
        const document = await this.#summariseIn(partId(job.key, part), pass, here);
        if (document !== 'MOVED') return document ? [document] : [];
        const now = await reload();
        return now && now.shape !== job.shape ? this.summarise(now, pass, here, reload) : [];
      }),
    );
    return found.flat();
  }

  /** Has a part count blocks of which it does not know yet, and what became of them while it did not. */
  async adopt(
    job: JobDocument,
    { part, pass }: { part: number; pass: number },
    numbers: readonly number[],
  ): Promise<void> {
    const ids = numbers.map((block) => ({ block, id: blockId(job.key, pass, block) }));
    const list = async (): Promise<Array<{ block: number; stored: StoredBlock }>> => {
      const loaded = await this.load(ids.map(({ id }) => id));
      return ids.flatMap(({ block, id }) => {
        const stored = loaded.get(id);
        return stored ? [{ block, stored }] : [];
      });
    };
    for (const { block, stored } of await list()) {
      const path = `blocks.${block}`;
      const summary = stored.block.summary(stored.revision);
      await this.#collections.parts.updateOne(
        { _id: partId(job.key, part), pass, [path]: { $exists: false } },
        { $set: { [path]: summary } },
      );
    }
    await this.#summariseIn(partId(job.key, part), pass, await list());
  }

  /** Of the main job each pass is one part, and its parts are in order of their passes. */
  #partOf(job: JobDocument, pass: number, { block }: StoredBlock): JobDocument['parts'][number] | undefined {
    return job.main ? job.parts.find((head) => head.part === pass) : placeOf(job.parts, block.first);
  }

  /** The part as it is then; null when phones of these blocks are open, or when it has begun another pass, whose counts these are not. */
  async #summariseIn(
    id: string,
    pass: number,
    blocks: ReadonlyArray<{ block: number; stored: StoredBlock }>,
  ): Promise<PartDocument | 'MOVED' | null> {
    const { parts } = this.#collections;
    const summaries = blocks.map(
      ({ block, stored }) => [`blocks.${block}`, stored.block.summary(stored.revision)] as const,
    );
    const set = async (some: ReadonlyArray<readonly [string, BlockSummary]>): Promise<boolean> => {
      const guard = Object.fromEntries(some.map(([path, { revision }]) => [`${path}.revision`, { $lt: revision }]));
      const { matchedCount } = await parts.updateOne({ _id: id, pass, ...guard }, { $set: Object.fromEntries(some) });
      return matchedCount === 1;
    };
    if (await set(summaries)) {
      return summaries.some(([, { tally }]) => openIn(tally) > 0) ? null : parts.findOne({ _id: id });
    }
    // Some of them are there already, or have moved: one by one.
    for (const summary of summaries) await set([summary]);
    const document = await parts.findOne({ _id: id });
    if (!document || document.pass !== pass) return null;
    return blocks.every(({ block }) => document.blocks[block]) ? document : 'MOVED';
  }
}
