import type { Connection } from '@numscope/adapters/mongo';
import type { Logger } from '@numscope/platform';
import { code } from '../../domain/phone-status.ts';
import type { PhoneRow } from '../phone-result.ts';
import { LOWEST, type PhoneValue } from '../phone-value.ts';
import type { Collections, JobDocument, PartHead, PhoneDocument } from './documents.ts';
import { cut } from './parts.ts';
import type { Holder } from './phone-id.ts';
import { documentOfPhone, runOf } from './phone-states.ts';
import { PhoneStore } from './phones.ts';

/** Up to a thousand phones as parallel arrays, as they were kept before; `_id` is `<job key>:<pass>:<block>`. */
interface Block {
  _id: string;
  run: number;
  numbers: Uint8Array;
  texts: string[];
  status: Uint8Array;
  flags: Uint8Array;
  /** One line for each phone; empty where no source has answered. */
  sources: string;
  /** Where the phones are that were cut off its end. */
  next: { block: number } | null;
}

/** `_id` is `<job key>:<part>`; `blocks` by their numbers. */
interface BlockPart {
  _id: string;
  pass: number;
  blocks: Record<string, unknown>;
}

interface OldHead {
  part: number;
  first: PhoneValue;
  number: number | null;
  id: string | null;
}

type Old<T> = Omit<T, 'parts'> & { parts: OldHead[] };

const BLOCKS_AT_ONCE = 20;

function rowsOf({ numbers, texts, status, flags, sources }: Block): PhoneRow[] {
  const values = new Float64Array(numbers.buffer.slice(numbers.byteOffset, numbers.byteOffset + numbers.byteLength));
  const lines = sources.split('\n');
  return [...values, ...texts].map((phone, index) => ({
    phone,
    status: status[index] ?? code.PENDING,
    flags: flags[index] ?? 0,
    sources: lines[index] || null,
  }));
}

const documentsOf = (holder: Holder, pass: number, block: Block): PhoneDocument[] =>
  rowsOf(block).map((row) => ({ ...documentOfPhone(holder, pass, row), run: runOf(row, block.run) }));

/**
 * Brings jobs whose phones were kept in blocks to a document a phone. Of a job first the phones, then what lists them: whoever is killed, or does it at
 * the same time as another, does it once more. No process of a version before may run beside.
 */
export async function convertBlocks(connection: Connection, { jobs, phones }: Collections, log: Logger): Promise<void> {
  const blocks = connection.collection<Block>('blocks');
  const parts = connection.collection<BlockPart>('parts');
  const oldJobs = connection.collection<Old<JobDocument>>('jobs');
  const store = new PhoneStore({ phones });

  const bringBlocks = async (holder: Holder, pass: number, numbers: string[]): Promise<void> => {
    for (let left = numbers; left.length > 0;) {
      const ids = left.slice(0, BLOCKS_AT_ONCE).map((number) => `${holder.key}:${pass}:${number}`);
      const found = await blocks.find({ _id: { $in: ids } }, { promoteBuffers: true }).toArray();
      await store.add(found.flatMap((block) => documentsOf(holder, pass, block)));
      left = [
        ...left.slice(BLOCKS_AT_ONCE),
        ...found.flatMap(({ next }) => (next ? [String(next.block)] : [])).filter((each) => !numbers.includes(each)),
      ];
    }
  };

  /** The phones of a part in all passes that it has been through; answers the part. */
  const bringPart = async (holder: Holder, { part, first, number, id }: OldHead): Promise<PartHead[]> => {
    const kept = await parts.findOne({ _id: `${holder.key}:${part}` });
    if (!kept) return [];
    for (let pass = holder.main ? kept.pass : 1; pass <= kept.pass; pass++)
      await bringBlocks(holder, pass, Object.keys(kept.blocks));
    return [{ first, number, id, pass: kept.pass, tally: null, opened: 0 }];
  };

  const bringAll = async (holder: Holder, heads: readonly OldHead[]): Promise<PartHead[]> => {
    const brought: PartHead[] = [];
    for (const head of heads) brought.push(...(await bringPart(holder, head)));
    return brought;
  };

  const convertJob = async (old: Old<JobDocument>): Promise<void> => {
    const { _id, revision, ...rest } = old;
    const brought = await bringAll(old, old.parts);
    // The main job had a part a pass; now its numbers are in order, as those of others.
    const whole: PartHead[] =
      brought.length > 0 ? [{ first: LOWEST, number: null, id: null, pass: old.pass, tally: null, opened: 0 }] : [];
    const job: JobDocument = {
      ...rest,
      _id,
      revision: revision + 1,
      parts: old.main ? whole : brought,
      counted: false,
    };
    const [first] = job.parts;
    if (old.main && first) await cut(store, job, first);
    // What was joining begins anew: the phones that have come are known.
    const joins = old.joins.map(({ id, source, afresh, duplicates, skipped, merge, before }) => {
      return { id, source, afresh, duplicates, skipped, merge, before, after: null, rows: 0 };
    });
    await jobs.updateOne(
      { _id, revision },
      {
        $set: { parts: job.parts, joins, counted: false, revision: revision + 1 },
        $unset: { shape: '', nextPart: '', nextBlock: '' },
      },
    );
  };

  const isOld = { nextBlock: { $exists: true } };
  for (let old = await oldJobs.findOne(isOld); old; old = await oldJobs.findOne(isOld)) {
    log.info({ job: old.number }, 'the phones of a job get documents of their own');
    await convertJob(old);
  }
  const uploads = connection.collection<{ _id: number; parts?: OldHead[] }>('uploads');
  for (const { _id: key, parts: heads = [] } of await uploads.find({ parts: { $exists: true } }).toArray()) {
    await bringAll({ key, main: false }, heads);
    await uploads.updateOne({ _id: key }, { $unset: { parts: '', blocks: '' } });
  }
  for (const { name } of await connection.listCollections())
    if (['blocks', 'parts', 'places'].includes(name)) await connection.dropCollection(name);
}
