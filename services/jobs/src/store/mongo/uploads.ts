import { limits } from '@numscope/contracts/limits';
import { newId } from '@numscope/platform';
import { create, createMain, type JobDraft, newJob } from '../../domain/job.ts';
import type { Transition } from '../../domain/job-state.ts';
import { code } from '../../domain/phone-status.ts';
import type { Act, Changed, JobRecord, PhoneRows, UploadCounts } from '../job-store.port.ts';
import { pendingRow, type PhoneRow } from '../phone-result.ts';
import { LOWEST, type PhoneValue, placeOf, textValue } from '../phone-value.ts';
import { BLOCK_PHONES, type Block, blockOf } from './block.ts';
import type { Blocks } from './blocks.ts';
import { blockId, type Collections, documentOf, type JobDocument, type PartHead, partId } from './documents.ts';
import { JobChange, type Jobs, MAIN_KEY } from './jobs.ts';
import type { Joins } from './joins.ts';
import { GIVEN_UP, type Vouching } from './vouching.ts';

const FIRST_PASS = 1;

/** The parts of an upload are kept by the process that takes it in, until they are somebody's. */
interface UploadPart {
  first: PhoneRow['phone'];
  blocks: Array<{ number: number; block: Block }>;
}

interface Upload {
  nextBlock: number;
  parts: UploadPart[];
}

const notValidRow = (phone: PhoneValue): PhoneRow => ({ ...pendingRow(phone), status: code.NOT_VALID });

const rowsOf = ({ numbers, notValid, texts }: PhoneRows): PhoneRow[] => [
  ...Array.from(numbers, (phone, index) => (notValid?.[index] ? notValidRow(phone) : pendingRow(phone))),
  ...texts.map((text) => notValidRow(textValue(text))),
];

/** Takes phones in for jobs to be: nobody sees them before the last step. */
export function uploads(collections: Collections, jobs: Jobs, blocks: Blocks, joins: Joins, vouching: Vouching) {
  const open = new Map<number, Upload>();

  const uploadOf = (key: number): Upload => {
    const upload = open.get(key);
    if (!upload) throw new Error(GIVEN_UP);
    return upload;
  };

  const phonesIn = ({ parts }: Upload): number =>
    parts.reduce((sum, part) => sum + part.blocks.reduce((phones, { block }) => phones + block.size, 0), 0);

  /** Writes rows in order as a part of blocks, which are announced first, so that whoever cleans up knows of them. */
  const writePart = async (key: number, upload: Upload, rows: readonly PhoneRow[]): Promise<UploadPart> => {
    const made: UploadPart['blocks'] = [];
    for (let at = 0; at < rows.length; at += BLOCK_PHONES)
      made.push({ number: upload.nextBlock++, block: blockOf(rows.slice(at, at + BLOCK_PHONES)) });
    await vouching.grow(key, upload.nextBlock);
    await blocks.write(made.map(({ number, block }) => ({ id: blockId(key, FIRST_PASS, number), block })));
    return { first: rows[0]?.phone ?? LOWEST, blocks: made };
  };

  /** A part with rows that belong among its own, cut to the size of sub-tasks. Those that it has already are left out. */
  const rewritten = async (
    key: number,
    upload: Upload,
    part: UploadPart | undefined,
    rows: readonly PhoneRow[],
  ): Promise<UploadPart[]> => {
    const known = part?.blocks.flatMap(({ block }) => block.rows()) ?? [];
    const had = new Set(known.map(({ phone }) => phone));
    const all = [...known, ...rows.filter(({ phone }) => !had.has(phone))];
    const numbers = all
      .filter(({ phone }) => typeof phone === 'number')
      .sort((a, b) => Number(a.phone) - Number(b.phone));
    const sorted = [...numbers, ...all.filter(({ phone }) => typeof phone === 'string')];
    const parts: UploadPart[] = [];
    for (let at = 0; at < sorted.length; at += limits.subTaskPhones)
      parts.push(await writePart(key, upload, sorted.slice(at, at + limits.subTaskPhones)));
    const $in = part?.blocks.map(({ number }) => blockId(key, FIRST_PASS, number)) ?? [];
    if ($in.length > 0) await collections.blocks.deleteMany({ _id: { $in } });
    return parts;
  };

  /** Writes what is said of the parts; answers the directory, of which nobody knows yet. */
  const writeParts = async (key: number, { parts }: Upload): Promise<PartHead[]> => {
    await Promise.all(
      parts.map((part, index) => {
        const summaries = Object.fromEntries(
          part.blocks.map(({ number, block }) => [String(number), block.summary(1)]),
        );
        const _id = partId(key, index);
        return collections.parts.replaceOne({ _id }, { pass: FIRST_PASS, blocks: summaries }, { upsert: true });
      }),
    );
    return parts.map(({ first }, part) => ({ part, first, number: null, id: null }));
  };

  const identityOf = async (key: number) => ({ key, id: newId(), number: await jobs.take('number') });

  /** The step that makes a job of it all. */
  const insert = async (made: Transition, given: Partial<JobDocument>, { audit, trace }: Act): Promise<JobRecord> => {
    const change = new JobChange({ ...documentOf(made.job), ...given });
    change.emit(audit);
    change.apply(made, trace);
    if (!(await jobs.insert(change))) throw new Error(GIVEN_UP);
    return jobs.record(change.job);
  };

  return {
    async beginUpload(): Promise<number> {
      const key = await jobs.take('key');
      await vouching.begin(key);
      open.set(key, { nextBlock: 0, parts: [] });
      return key;
    },

    async addPhones(key: number, phones: PhoneRows): Promise<void> {
      const upload = uploadOf(key);
      const rows = rowsOf(phones);
      if (rows.length > 0) upload.parts.push(await writePart(key, upload, rows));
    },

    async addMoved(key: number, numbers: Float64Array): Promise<void> {
      const upload = uploadOf(key);
      const rows = Array.from(numbers, pendingRow);
      const { parts } = upload;
      const byPart = Map.groupBy(rows, ({ phone }) => placeOf(parts, phone));
      const grown: UploadPart[] = [];
      for (const part of parts) {
        const here = byPart.get(part);
        grown.push(...(here ? await rewritten(key, upload, part, here) : [part]));
      }
      upload.parts = parts.length > 0 ? grown : await rewritten(key, upload, undefined, rows);
    },

    async commitUpload(key: number, draft: JobDraft, counts: UploadCounts, act: Act): Promise<JobRecord> {
      const upload = uploadOf(key);
      const phones = phonesIn(upload);
      const parts = await writeParts(key, upload);
      const job = {
        ...newJob(draft, await identityOf(key), act),
        duplicates: counts.read - phones,
        skipped: counts.skippedLines,
      };
      const made = create(job, phones, draft.hold, act);
      const superJob = made.job.subtype === 'SUPER_JOB';
      const first = superJob ? await jobs.take('number', parts.length) : 0;
      const heads = superJob ? parts.map((head, index) => ({ ...head, number: first + index, id: newId() })) : parts;
      const record = await insert(made, { parts: heads, nextPart: parts.length, nextBlock: upload.nextBlock }, act);
      open.delete(key);
      await vouching.end(key);
      return record;
    },

    async joinUpload(key: number, target: string, counts: UploadCounts, act: Act): Promise<Changed> {
      const upload = uploadOf(key);
      const parts = await writeParts(key, upload);
      if (!(await vouching.handOver(key, parts))) throw new Error(GIVEN_UP);
      const outcome = await joins.request(target, act, [
        {
          source: key,
          afresh: false,
          merge: null,
          duplicates: counts.read - phonesIn(upload),
          skipped: counts.skippedLines,
        },
      ]);
      // Removed meanwhile, because the request came so late: then there is nothing that could join.
      if ('job' in outcome && !(await vouching.isHandedOver(key))) throw new Error(GIVEN_UP);
      open.delete(key);
      return outcome;
    },

    async createFrom(source: string, draft: JobDraft, act: Act): Promise<Changed> {
      const from = await jobs.byRef(source);
      if (!from) return { refused: 'NOT_FOUND' };
      const made = create(newJob(draft, await identityOf(await jobs.take('key')), act), 0, draft.hold, act);
      const joining = joins.entry({ source: from.key, afresh: true, merge: null, duplicates: 0, skipped: 0 });
      return { job: await insert(made, { joins: [joining] }, act) };
    },

    async dropUpload(key: number): Promise<void> {
      open.delete(key);
      await vouching.drop(key);
    },

    /** Two processes that start at once make one: its key is taken then. */
    async ensureMainJob(act: Act): Promise<void> {
      if (await jobs.byKey(MAIN_KEY)) return;
      await jobs.beginCounters();
      const made = createMain({ key: MAIN_KEY, id: newId(), number: MAIN_KEY }, act);
      const change = new JobChange({ ...documentOf(made.job), nextPart: FIRST_PASS });
      change.emit(act.audit);
      change.apply(made, act.trace);
      await jobs.insert(change);
    },
  };
}
