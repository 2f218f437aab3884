import { takesSingles } from '../../domain/job.ts';
import { isOpen } from '../../domain/phone-status.ts';
import type { Act, JobRecord } from '../job-store.port.ts';
import { pendingRow, type PhoneRow } from '../phone-result.ts';
import { before, LOWEST, type PhoneValue, valueOf } from '../phone-value.ts';
import { BLOCK_PHONES, blockOf } from './block.ts';
import type { Blocks, StoredBlock } from './blocks.ts';
import { blockId, type Collections, type JobDocument, partId } from './documents.ts';
import { type Jobs, MAIN_KEY } from './jobs.ts';

const ONLY_BLOCK = 0;

/**
 * The main job's phones: single numbers as they are asked for, again and again. Each pass is one part of one block, and `places` tells in which a number
 * is. A number's place is noted before the number is put there, so a place where the number is not says nothing.
 */
export class MainPhones {
  readonly #collections: Collections;
  readonly #jobs: Jobs;
  readonly #blocks: Blocks;

  constructor(collections: Collections, jobs: Jobs, blocks: Blocks) {
    this.#collections = collections;
    this.#jobs = jobs;
    this.#blocks = blocks;
  }

  /** Has one number looked up, whatever is known of it. Null when the main job is ended. */
  async refresh(phone: string, act: Act): Promise<JobRecord | null> {
    const value = Number(valueOf(phone));
    let usedPass: number | null = null;
    for (;;) {
      const job = await this.#jobs.byKey(MAIN_KEY);
      if (!job || !takesSingles(job)) return null;
      const known = await this.#known(job, value);
      const index = known?.stored.block.indexOf(value) ?? -1;
      if (known && isOpen(known.stored.block.stateAt(index).status)) {
        // It is being asked for already; whoever asked may have died before it was counted.
        await this.#count(job, known.pass, known.stored);
        return this.#jobs.record(job);
      }
      if (known && !(await this.#remove(job, known, index))) continue;
      usedPass = known?.pass ?? usedPass;
      if (!(await this.#add(job, value, usedPass))) continue;
      await this.#jobs.change(
        () => this.#jobs.byKey(MAIN_KEY),
        (change) => change.emit(act.audit),
      );
      const now = await this.#jobs.byKey(MAIN_KEY);
      return now && this.#jobs.record(now);
    }
  }

  /** Takes in phones of another job, those that the main job has not. A repeat does no harm. */
  async join(job: JobDocument, rows: readonly PhoneRow[]): Promise<void> {
    const known = await this.#knownOf(job, rows);
    const fresh = rows.filter(({ phone }) => !known.has(phone));
    for (let at = 0; at < fresh.length; at += BLOCK_PHONES) await this.#open(fresh.slice(at, at + BLOCK_PHONES));
  }

  async #known(job: JobDocument, value: number): Promise<{ pass: number; stored: StoredBlock } | null> {
    const place = await this.#collections.places.findOne({ _id: value });
    if (!place || !job.parts.some(({ part }) => part === place.pass)) return null;
    const stored = await this.#blocks.get(blockId(MAIN_KEY, place.pass, place.block));
    return stored && stored.block.indexOf(value) >= 0 ? { pass: place.pass, stored } : null;
  }

  async #knownOf(job: JobDocument, rows: readonly PhoneRow[]): Promise<Set<PhoneValue>> {
    const $in = rows.flatMap(({ phone }) => (typeof phone === 'number' ? [phone] : []));
    const places = await this.#collections.places.find({ _id: { $in } }).toArray();
    const listed = new Set(job.parts.map(({ part }) => part));
    const ids = new Set(
      places.filter(({ pass }) => listed.has(pass)).map(({ pass, block }) => blockId(MAIN_KEY, pass, block)),
    );
    const loaded = await this.#blocks.load([...ids]);
    return new Set([...loaded.values()].flatMap(({ block }) => [...block.numbers]));
  }

  /** The number gets a pass of its own; the main job keeps the latest result of each number. False when another change came in between. */
  async #remove(
    job: JobDocument,
    { pass, stored }: { pass: number; stored: StoredBlock },
    index: number,
  ): Promise<boolean> {
    const rest = stored.block.rows().filter((_row, at) => at !== index);
    const replaced = await this.#blocks.replace(stored, blockOf(rest, stored.block.run));
    if (replaced && rest.length === 0 && job.parts.at(-1)?.part !== pass) await this.#forget(pass);
    else if (replaced) await this.#count(job, pass, replaced);
    return replaced !== null;
  }

  /** A pass whose numbers have all been asked for again. */
  async #forget(pass: number): Promise<void> {
    await this.#jobs.change(
      () => this.#jobs.byKey(MAIN_KEY),
      ({ job }) => {
        job.parts = job.parts.filter(({ part }) => part !== pass);
        job.shape++;
      },
    );
    await this.#collections.parts.deleteOne({ _id: partId(MAIN_KEY, pass) });
    await this.#collections.blocks.deleteOne({ _id: blockId(MAIN_KEY, pass, ONLY_BLOCK) });
  }

  /** Into the last pass, unless the number was in it or it is full. */
  async #add(job: JobDocument, value: number, usedPass: number | null): Promise<boolean> {
    const row = pendingRow(value);
    const pass = job.parts.at(-1)?.part;
    const stored =
      pass === undefined || pass === usedPass ? null : await this.#blocks.get(blockId(MAIN_KEY, pass, ONLY_BLOCK));
    if (pass === undefined || !stored || stored.block.size >= BLOCK_PHONES) {
      await this.#open([row]);
      return true;
    }
    if (stored.block.indexOf(value) >= 0) return false;
    await this.#note([row], pass);
    const rows = [...stored.block.rows(), row].sort((a, b) => (before(a.phone, b.phone) ? -1 : 1));
    const replaced = await this.#blocks.replace(stored, blockOf(rows, stored.block.run));
    if (replaced) await this.#count(job, pass, replaced);
    return replaced !== null;
  }

  /** A new pass with these phones, complete before the main job lists it. */
  async #open(rows: readonly PhoneRow[]): Promise<void> {
    const pass = await this.#jobs.change(
      () => this.#jobs.byKey(MAIN_KEY),
      ({ job }) => job.nextPart++,
    );
    if (pass === null) throw new Error('there is no main job');
    const block = blockOf(rows);
    await this.#note(rows, pass);
    await this.#blocks.write([{ id: blockId(MAIN_KEY, pass, ONLY_BLOCK), block }]);
    await this.#collections.parts.insertOne({
      _id: partId(MAIN_KEY, pass),
      pass,
      blocks: { [ONLY_BLOCK]: block.summary(1) },
    });
    await this.#jobs.change(
      () => this.#jobs.byKey(MAIN_KEY),
      ({ job }) => {
        job.parts = [...job.parts, { part: pass, first: LOWEST, number: null, id: null }].sort(
          (a, b) => a.part - b.part,
        );
        job.pass = Math.max(job.pass, pass);
        job.shape++;
      },
    );
  }

  async #note(rows: readonly PhoneRow[], pass: number): Promise<void> {
    const operations = rows.flatMap(({ phone }) =>
      typeof phone === 'number'
        ? [{ replaceOne: { filter: { _id: phone }, replacement: { block: ONLY_BLOCK, pass }, upsert: true } }]
        : [],
    );
    if (operations.length > 0) await this.#collections.places.bulkWrite(operations, { ordered: false });
  }

  async #count(job: JobDocument, pass: number, stored: StoredBlock): Promise<void> {
    await this.#blocks.summarise(job, pass, [{ block: ONLY_BLOCK, stored }], () => this.#jobs.byKey(MAIN_KEY));
  }
}
