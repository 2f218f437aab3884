import { duplicateKeysIn } from '@numscope/adapters/mongo';
import { code, type Tally, total } from '../../domain/phone-status.ts';
import { AGAIN } from '../asked-again.ts';
import type { Reopened } from '../job-store.port.ts';
import type { PhonePlace } from '../phone-place.ts';
import { broughtRow, RESOLVED } from '../phone-result.ts';
import { ANSWERED, type Collections, type PhoneDocument } from './documents.ts';
import { goesOn, LOOKED_THROUGH } from '../waiting-phones.ts';
import { type Holder, type IdRange, phoneId, phoneOfId } from './phone-id.ts';
import {
  askedOf,
  type Asking,
  documentOfPhone,
  liveRuns,
  overRuns,
  rowOf,
  type Running,
  type Runs,
  waitingIn,
} from './phone-states.ts';

const COPIED_AT_ONCE = 2000;

/** Documents inserted at once: encoding them takes some milliseconds, and ten thousand would hold the event loop up. */
const INSERTED_AT_ONCE = 1000;

/** Ids named in one query. */
export const IDS_AT_ONCE = 250;

/** As many of them at a time as one query names. */
export const slicesOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / IDS_AT_ONCE) }, (_none, index) =>
    all.slice(index * IDS_AT_ONCE, (index + 1) * IDS_AT_ONCE),
  );

/** A phone's document, and the one that it is made of. */
export interface Copied {
  from: string;
  to: string;
}

/** Reads and writes of phones that several changes share. */
export class PhoneStore {
  readonly all: Collections['phones'];

  constructor({ phones }: Pick<Collections, 'phones'>) {
    this.all = phones;
  }

  /** Adds those that are not there. @returns the ones that were there, as they were to be added */
  async add(documents: readonly PhoneDocument[]): Promise<PhoneDocument[]> {
    const there: PhoneDocument[] = [];
    for (let at = 0; at < documents.length; at += INSERTED_AT_ONCE)
      there.push(...(await this.#insert(documents.slice(at, at + INSERTED_AT_ONCE))));
    return there;
  }

  /**
   * How many phones of a range are in each status, told by the index. They may change meanwhile: what is open is counted before what is final, so that
   * none that is open is ever missed, and the sum is made to be that of the phones.
   * @returns also whether they stood still, and how many were opened again meanwhile
   */
  async tally(job: Holder & Running, ids: IdRange): Promise<{ tally: Tally; still: boolean; opened: number }> {
    const count = (status: number, run: Runs): Promise<number> =>
      this.all.countDocuments({ job: job.key, status, run, _id: ids });
    const pending =
      (await count(code.PENDING, 0)) +
      (await count(code.SENT, overRuns(job))) +
      (await count(code.WAITING, overRuns(job)));
    const sent = await count(code.SENT, liveRuns(job));
    const waiting = await count(code.WAITING, liveRuns(job));
    const [found, notFound, failed, notValid, size] = await Promise.all([
      count(code.FOUND, 0),
      count(code.NOT_FOUND, 0),
      count(code.FAILED, 0),
      count(code.NOT_VALID, 0),
      this.all.countDocuments({ _id: ids }),
    ]);
    const tally: Tally = [pending, sent, found, notFound, failed, notValid, waiting];
    const twice = total(tally) - size;
    // What has moved on was counted twice; what was opened again, not at all.
    const passedOn = Math.min(Math.max(twice, 0), sent);
    return {
      tally: [Math.max(0, pending - twice + passedOn), sent - passedOn, found, notFound, failed, notValid, waiting],
      still: twice === 0,
      opened: Math.max(0, -twice),
    };
  }

  /** How many phones of a range were opened again and are to be handed out. */
  async again(job: Holder & Running, _id: IdRange): Promise<number> {
    const count = (status: number, run: Runs): Promise<number> =>
      this.all.countDocuments({ job: job.key, status, run, _id, flags: { $gte: AGAIN } });
    return (
      (await count(code.PENDING, 0)) +
      (await count(code.SENT, overRuns(job))) +
      (await count(code.WAITING, overRuns(job)))
    );
  }

  /** Whether something in a range waits for its answer. One question tells, where counting asks ten. */
  async isAsked(job: Holder & Running, _id: IdRange): Promise<boolean> {
    const some = this.all.find({ job: job.key, status: code.SENT, run: liveRuns(job), _id }).limit(1);
    return (await some.toArray()).length > 0;
  }

  /** The first phones of a range that are to be handed out. */
  async waiting(job: Holder & Running & Asking, _id: IdRange, limit: number): Promise<PhoneDocument[]> {
    const find = (status: number, run: Runs): Promise<PhoneDocument[]> =>
      this.all
        .find({ job: job.key, status, run, _id, ...askedOf(job) })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
    const [pending, ...over] = await Promise.all([
      find(code.PENDING, 0),
      find(code.SENT, overRuns(job)),
      find(code.WAITING, overRuns(job)),
    ]);
    const released = over.flat();
    return released.length === 0
      ? pending
      : [...pending, ...released].sort((a, b) => (a._id < b._id ? -1 : 1)).slice(0, limit);
  }

  /** Has those asked again that wait for a source which is not among `waiting`: of a slice after `after`, at most `limit`. */
  async reopenWaiting(
    job: Holder & Running,
    waiting: readonly string[],
    after: PhonePlace | null,
    limit: number,
  ): Promise<Reopened> {
    const $gt = after === null ? '' : phoneId(job, after.pass, after.phone);
    const found = await this.all
      .find({ job: job.key, status: code.WAITING, run: job.run, _id: { $gt } })
      .sort({ _id: 1 })
      .limit(LOOKED_THROUGH)
      .toArray();
    const taken = found.filter(({ sources }) => goesOn(sources, waiting)).slice(0, limit);
    for (const $in of slicesOf(taken.map(({ _id }) => _id)))
      await this.all.updateMany(
        { _id: { $in }, status: code.WAITING, run: job.run },
        { $set: { status: code.PENDING, run: 0 } },
      );
    const isWhole = found.length < LOOKED_THROUGH && taken.length < limit;
    const last = isWhole ? undefined : (taken.length < limit ? found : taken).at(-1);
    return { phones: taken.length, after: last ? { pass: last.pass, phone: phoneOfId(last._id) } : null };
  }

  /** Marks phones as handed out in the job's run: those that still wait. */
  async markSent(job: Holder & Running, documents: readonly PhoneDocument[]): Promise<void> {
    for (const [isAnswered, some] of Map.groupBy(documents, ({ flags }) => (flags & RESOLVED) > 0))
      for (const $in of slicesOf(some.map(({ _id }) => _id)))
        await this.all.updateMany(
          { _id: { $in }, ...waitingIn(job) },
          { $set: { status: code.SENT, run: isAnswered ? ANSWERED : job.run } },
        );
  }

  /** Marks phones that wait as not valid. */
  async markNotValid(job: Running, documents: readonly PhoneDocument[]): Promise<void> {
    for (const $in of slicesOf(documents.map(({ _id }) => _id)))
      await this.all.updateMany(
        { _id: { $in }, ...waitingIn(job) },
        { $set: { status: code.NOT_VALID, run: 0, flags: 0, sources: null } },
      );
  }

  /** Those that are there. */
  async byIds(ids: readonly string[]): Promise<PhoneDocument[]> {
    const found: PhoneDocument[] = [];
    for (const $in of slicesOf(ids)) found.push(...(await this.all.find({ _id: { $in } }).toArray()));
    return found;
  }

  /** @returns how many of them were there */
  async remove(ids: readonly string[]): Promise<number> {
    let removed = 0;
    for (const $in of slicesOf(ids)) removed += (await this.all.deleteMany({ _id: { $in } })).deletedCount;
    return removed;
  }

  /** The id of the phone `offset` phones into a range; null when there are not so many. */
  async idAt(_id: IdRange, offset: number): Promise<string | null> {
    const [found] = await this.all
      .find({ _id }, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .skip(offset)
      .limit(1)
      .toArray();
    return found?._id ?? null;
  }

  /** Begins a pass with the phones of a range as they were before they were looked up. Those that are there stay as they are. */
  async copyPass(job: Holder & Running, from: IdRange, pass: number): Promise<void> {
    for await (const documents of this.inOrder(from, COPIED_AT_ONCE)) {
      const copies = documents.map((document) => documentOfPhone(job, pass, broughtRow(rowOf(document, job), null)));
      await this.add(copies);
      await this.forgetErased(copies.map(({ _id: to }, index) => ({ from: documents[index]?._id ?? '', to })));
    }
  }

  /**
   * Removes copies again of phones that were erased since they were read: whoever erased them may not have seen these.
   * @param keepsSource asked where some are gone: whether what they were copied from still keeps all its other phones
   */
  async forgetErased(copies: readonly Copied[], keepsSource = async (): Promise<boolean> => true): Promise<void> {
    for (const some of slicesOf(copies)) {
      const $in = some.map(({ from }) => from);
      const found = await this.all.find({ _id: { $in } }, { projection: { _id: 1 } }).toArray();
      if (found.length === some.length) continue;
      const there = new Set(found.map(({ _id }) => _id));
      const erased = some.flatMap(({ from, to }) => (there.has(from) ? [] : to));
      if (!(await keepsSource())) return;
      await this.remove(erased);
    }
  }

  async #insert(documents: PhoneDocument[]): Promise<PhoneDocument[]> {
    try {
      await this.all.insertMany(documents, { ordered: false });
      return [];
    } catch (error) {
      const there = duplicateKeysIn(error);
      if (!there) throw error;
      return there.flatMap((index) => documents[index] ?? []);
    }
  }

  async *inOrder(_id: IdRange, atOnce: number): AsyncGenerator<PhoneDocument[]> {
    for (let ids: IdRange | { $gt: string; $lt: string } = _id; ;) {
      const found = await this.all.find({ _id: ids }).sort({ _id: 1 }).limit(atOnce).toArray();
      const last = found.at(-1);
      if (last) yield found;
      if (!last || found.length < atOnce) return;
      ids = { $gt: last._id, $lt: _id.$lt };
    }
  }
}
