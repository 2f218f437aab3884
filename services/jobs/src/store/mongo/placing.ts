import { limits } from '@numscope/contracts/limits';
import { hasBegun } from '../../domain/passes.ts';
import { isFinal, total } from '../../domain/phone-status.ts';
import { broughtRow, type PhoneRow } from '../phone-result.ts';
import { before, LOWEST, placeOf } from '../phone-value.ts';
import { BLOCK_PHONES, type Block, blockOf, MOST_BLOCK_PHONES } from './block.ts';
import type { Blocks, StoredBlock } from './blocks.ts';
import { blockId, type Collections, type JobDocument, partId } from './documents.ts';
import type { Jobs } from './jobs.ts';
import type { MainPhones } from './main-phones.ts';
import type { BlockView, PartView } from './part-views.ts';
import type { Turns } from './turns.ts';

/** A block's rows with others among them. What is final of those that it waits for is taken over. */
function withRows(block: Block, rows: readonly PhoneRow[]): PhoneRow[] {
  const all = block.rows();
  for (const row of rows) {
    const index = block.indexOf(row.phone);
    const had = all[index];
    if (!had) all.push(row);
    else if (block.isPendingIn(index, block.run) && isFinal(row.status)) all[index] = row;
  }
  return all.sort((a, b) => (before(a.phone, b.phone) ? -1 : 1));
}

const slicesOf = <T>(rows: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_none, index) => rows.slice(index * size, (index + 1) * size));

/**
 * Puts phones among those of a job that may be at work. Only the leader does. A phone is never out of reach meanwhile: a block that has grown too large is
 * cut by one update, after which it says where the rest is; and it is the job's own directory that says which part counts a block.
 */
export class Placing {
  readonly #collections: Collections;
  readonly #jobs: Jobs;
  readonly #blocks: Blocks;
  readonly #main: MainPhones;
  readonly #turns: Turns;

  constructor(collections: Collections, jobs: Jobs, blocks: Blocks, main: MainPhones, turns: Turns) {
    this.#turns = turns;
    this.#collections = collections;
    this.#jobs = jobs;
    this.#blocks = blocks;
    this.#main = main;
  }

  /** @param rows in order; those that the job has already stay as they are, so a repeat does no harm */
  place(job: JobDocument, rows: readonly PhoneRow[]): Promise<void> {
    return this.#turns.take(() => this.#place(job, rows));
  }

  async #place(job: JobDocument, rows: readonly PhoneRow[]): Promise<void> {
    if (rows.length === 0) return;
    if (job.main) return this.#main.join(job, rows);
    const parts = await this.#jobs.parts.of(job);
    if (parts.length === 0) return this.#begin(job, rows);
    for (const [part, here] of Map.groupBy(rows, ({ phone }) => placeOf(parts, phone))) {
      if (!part) continue;
      // A part that has not begun the present pass gets them as all its others are: to be looked up in it.
      const begun = hasBegun(job, part);
      for (const [block, some] of Map.groupBy(here, ({ phone }) => placeOf(part.blocks, phone)))
        if (block)
          await this.#insert(
            job,
            part,
            block,
            some.map((row) => broughtRow(row, !begun)),
          );
    }
    await this.#mend(job.key);
  }

  /** Cuts the parts that have become too large. */
  async #mend(key: number): Promise<void> {
    for (;;) {
      const job = await this.#jobs.byKey(key);
      const large = job && (await this.#jobs.parts.of(job)).find(({ tally }) => total(tally) > limits.subTaskPhones);
      if (!job || !large) return;
      await this.#cut(job, large);
    }
  }

  /** Counts what a process that died did not: results, and blocks that were cut off. */
  async recount(job: JobDocument): Promise<void> {
    for (const part of await this.#jobs.parts.of(job)) await this.#turns.take(() => this.#recountPart(job, part));
    await this.#reshape(job.key);
  }

  async #recountPart(job: JobDocument, part: PartView): Promise<void> {
    const numbers = new Set(part.blocks.map(({ block }) => block));
    for (let unseen = [...numbers]; unseen.length > 0;) {
      const loaded = await this.#blocks.load(unseen.map((block) => blockId(job.key, part.pass, block)));
      unseen = [...loaded.values()].flatMap(({ block: { next } }) =>
        next && !numbers.has(next.block) ? [next.block] : [],
      );
      for (const block of unseen) numbers.add(block);
    }
    await this.#blocks.adopt(job, { part: part.key, pass: part.pass }, [...numbers]);
  }

  /** The first phones of a job. */
  async #begin(job: JobDocument, rows: readonly PhoneRow[]): Promise<void> {
    const slices = slicesOf(rows, limits.subTaskPhones);
    const made = slices.map((slice) => slicesOf(slice, BLOCK_PHONES).map((some) => blockOf(some)));
    let block = await this.#reserve(job.key, 'nextBlock', made.flat().length);
    let part = await this.#reserve(job.key, 'nextPart', made.length);
    const heads: JobDocument['parts'] = [];
    for (const some of made) {
      const numbered = some.map((each) => ({ number: block++, block: each }));
      await this.#blocks.write(
        numbered.map(({ number, block: each }) => ({ id: blockId(job.key, job.pass, number), block: each })),
      );
      const blocks = Object.fromEntries(numbered.map(({ number, block: each }) => [String(number), each.summary(1)]));
      await this.#collections.parts.insertOne({ _id: partId(job.key, part), pass: job.pass, blocks });
      heads.push({ part: part++, first: some[0]?.first ?? LOWEST, number: null, id: null });
    }
    await this.#reshape(job.key, (now) => {
      if (now.parts.length === 0) now.parts = heads;
    });
  }

  async #insert(
    job: JobDocument,
    part: PartView,
    { block: number }: BlockView,
    rows: readonly PhoneRow[],
  ): Promise<void> {
    const id = blockId(job.key, part.pass, number);
    const made: number[] = [];
    for (let stored = await this.#blocks.get(id); stored; stored = await this.#blocks.get(id)) {
      const all = withRows(stored.block, rows);
      const slices = all.length > MOST_BLOCK_PHONES ? slicesOf(all, BLOCK_PHONES) : [all];
      if (made.length < slices.length - 1) {
        const more = slices.length - 1 - made.length;
        const first = await this.#reserve(job.key, 'nextBlock', more);
        made.push(...Array.from({ length: more }, (_none, index) => first + index));
      }
      const next = await this.#writeRest(job.key, part.pass, stored, slices.slice(1), made);
      const replaced = await this.#blocks.replace(stored, blockOf(slices[0] ?? [], stored.block.run, next));
      if (!replaced) continue;
      await this.#blocks.adopt(job, { part: part.key, pass: part.pass }, [number, ...made.slice(0, slices.length - 1)]);
      if (made.length > 0) await this.#reshape(job.key);
      return;
    }
  }

  /** Writes what is cut off, the last first, so that each block can say where it goes on. */
  async #writeRest(
    key: number,
    pass: number,
    { block: { run, next } }: StoredBlock,
    slices: readonly PhoneRow[][],
    numbers: readonly number[],
  ): Promise<Block['next']> {
    let rest = next;
    for (let index = slices.length - 1; index >= 0; index--) {
      const block = blockOf(slices[index] ?? [], run, rest);
      const number = numbers[index] ?? 0;
      await this.#blocks.write([{ id: blockId(key, pass, number), block }]);
      rest = { block: number, first: block.first };
    }
    return rest;
  }

  /** Gives what is beyond a sub-task's size to parts of their own, block by block. */
  async #cut({ key, shape }: JobDocument, part: PartView): Promise<void> {
    const groups: BlockView[][] = [];
    let phones = Number.POSITIVE_INFINITY;
    for (const block of part.blocks) {
      phones += total(block.tally);
      if (phones > limits.subTaskPhones) {
        groups.push([]);
        phones = total(block.tally);
      }
      groups.at(-1)?.push(block);
    }
    const moved = groups.slice(1);
    const document = await this.#collections.parts.findOne({ _id: partId(key, part.key) });
    if (!document || moved.length === 0) return;
    let number = await this.#reserve(key, 'nextPart', moved.length);
    const heads: JobDocument['parts'] = [];
    for (const group of moved) {
      const blocks = Object.fromEntries(
        group.flatMap(({ block }) => {
          const summary = document.blocks[block];
          return summary ? [[String(block), summary] as const] : [];
        }),
      );
      await this.#collections.parts.insertOne({ _id: partId(key, number), pass: document.pass, blocks });
      heads.push({ part: number++, first: group[0]?.first ?? LOWEST, number: null, id: null });
    }
    const job = await this.#reshape(key, (now) => {
      // A process that led before, and is at it too, was quicker.
      if (now.shape !== shape) return;
      const at = now.parts.findIndex((head) => head.part === part.key);
      now.parts.splice(at + 1, 0, ...heads);
    });
    if (job?.shape !== shape + 1) return;
    const $unset = Object.fromEntries(moved.flat().map(({ block }) => [`blocks.${block}`, '' as const]));
    await this.#collections.parts.updateOne({ _id: partId(key, part.key) }, { $unset });
    for (const [index, group] of moved.entries())
      await this.#blocks.adopt(
        job,
        { part: heads[index]?.part ?? 0, pass: document.pass },
        group.map(({ block }) => block),
      );
  }

  async #reserve(key: number, counter: 'nextBlock' | 'nextPart', count: number): Promise<number> {
    const first = await this.#jobs.change(
      () => this.#jobs.byKey(key),
      ({ job }) => {
        const value = job[counter];
        job[counter] = value + count;
        return value;
      },
    );
    if (first === null) throw new Error('a job that phones are to join is not there');
    return first;
  }

  /** Tells everybody who keeps places in mind to look again. */
  async #reshape(key: number, change: (job: JobDocument) => void = () => undefined): Promise<JobDocument | null> {
    return this.#jobs.change(
      () => this.#jobs.byKey(key),
      ({ job }) => {
        change(job);
        job.shape++;
        return job;
      },
    );
  }
}
