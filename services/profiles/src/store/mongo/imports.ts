import type { Connection } from '@numscope/adapters/mongo';
import type { ImportFault, ImportState } from '@numscope/contracts';
import type { mongo } from 'mongoose';
import type { StagedProfile } from '../../imports/staged-profile.ts';
import type { Counting, documentAbsorber } from './absorb.ts';
import {
  type AppliedPart,
  type ImportRecord,
  type ImportStore,
  infoOf,
  newImport,
  OVER,
  remembered,
  resolvedOfPart,
} from '../import-record.ts';
import { type Hold, indexWorkOf } from './index-work.ts';
import type { Slices } from './slices.ts';

/** `touched`: when whoever works on it was last heard of, in milliseconds. */
export interface ImportDocument extends Omit<ImportRecord, 'id'> {
  _id: string;
  touched: number;
}

export interface ImportPartDocument {
  /** The import's id and the part's place: `ID/0`. */
  _id: string;
  /** StagedProfile[] as JSON. */
  profiles: string;
}

/** A process not heard of for this long is gone: imports that count are taken over, what it was reading is withdrawn. */
const ABANDONED_MS = 10_000;
/** Between two parts lies the storing of the pictures that came with them. */
const READING_ABANDONED_MS = 15 * 60_000;

const over = { state: { $in: [...OVER] } };
const recordOf = ({ _id, touched: _touched, ...rest }: ImportDocument): ImportRecord => ({ id: _id, ...rest });
const partOf = (id: string, part: number): string => `${id}/${part}`;
const importOf = (part: string): string => part.slice(0, part.lastIndexOf('/'));
/** The parts of an import: `/` is followed by `0` in the order of characters. */
const partsOf = (id: string) => ({ _id: { $gte: `${id}/`, $lt: `${id}0` } });

/**
 * Imports, their parts in documents of their own until they are put in. Each step is one guarded write, so that an
 * import is with one process at a time, and a process that stood still cannot go on with one that was withdrawn.
 */
export function importsOf(
  connection: Connection,
  absorber: ReturnType<typeof documentAbsorber>,
  slices: Slices,
  countingNow: Counting,
) {
  const imports = connection.collection<ImportDocument>('imports');
  const parts = connection.collection<ImportPartDocument>('import_parts');

  const forgetOver = async (now: number): Promise<void> => {
    const [surplus] = await imports
      .find(over, { projection: { _id: 1 } })
      .sort({ _id: -1 })
      .skip(remembered.imports)
      .limit(1)
      .toArray();
    const old: mongo.Filter<ImportDocument> = { finishedAt: { $lt: now - remembered.ms } };
    await imports.deleteMany({ ...over, $or: surplus ? [old, { _id: { $lte: surplus._id } }] : [old] });
  };

  const dropPartsIfOver = async (id: string): Promise<void> => {
    const found = await imports.findOne({ _id: id, ...over }, { projection: { _id: 1 } });
    if (found) await parts.deleteMany(partsOf(id));
  };

  /** What a process left that was killed between the end of an import and the deletion of its parts. */
  const dropLeftParts = async (): Promise<void> => {
    for (let from = ''; ;) {
      const part = await parts.findOne({ _id: { $gte: from } }, { sort: { _id: 1 }, projection: { _id: 1 } });
      if (!part) return;
      const id = importOf(part._id);
      await dropPartsIfOver(id);
      from = partsOf(id)._id.$lt;
    }
  };

  const change = async (id: string, changed: object): Promise<void> => {
    const { matchedCount } = await imports.updateOne({ _id: id, state: 'READING' }, changed);
    if (matchedCount > 0) return;
    await parts.deleteMany(partsOf(id));
    throw new Error(`the import ${id} was withdrawn`);
  };

  const withdraw = async (id: string, faults: ImportFault[], untouchedSince = Infinity): Promise<void> => {
    const state = faults.length > 0 ? 'REFUSED' : 'WITHDRAWN';
    await imports.updateOne(
      { _id: id, state: 'READING', touched: { $lt: untouchedSince } },
      { $set: { state, faults, finishedAt: Date.now() } },
    );
    await dropPartsIfOver(id);
  };

  const calls: Omit<ImportStore, 'applyImport'> = {
    async beginImport(start) {
      const { id, ...record } = newImport(start);
      await forgetOver(start.at);
      await imports.insertOne({ _id: id, ...record, touched: Date.now() });
    },

    async stageImport(id, profiles, count) {
      const record = await imports.findOne({ _id: id });
      await parts.insertOne({ _id: partOf(id, record?.parts ?? 0), profiles });
      await change(id, { $set: { touched: Date.now() }, $inc: { parts: 1, profiles: count } });
    },

    countImport(id, audit) {
      const now = Date.now();
      return change(id, { $set: { state: 'APPLYING', resolvedAt: now, audit, touched: now } });
    },

    withdrawImport: (id, faults) => withdraw(id, faults),

    /** All of it is in: a part that is still there is one whose process was killed between putting it in and deleting it. */
    async finishImport(id) {
      await parts.deleteMany(partsOf(id));
      await imports.updateOne({ _id: id, state: 'APPLYING' }, { $set: { state: 'DONE', finishedAt: Date.now() } });
    },

    async importsToFinish() {
      const untouchedFor = (state: ImportState, ms: number) => ({ state, touched: { $lt: Date.now() - ms } });
      const untouched = await imports
        .find({ $or: [untouchedFor('READING', READING_ABANDONED_MS), untouchedFor('APPLYING', ABANDONED_MS)] })
        .sort({ _id: 1 })
        .toArray();
      for (const { _id, state, touched } of untouched) if (state === 'READING') await withdraw(_id, [], touched + 1);
      await dropLeftParts();
      return untouched.filter(({ state }) => state === 'APPLYING').map(({ _id }) => _id);
    },

    async imports(limit) {
      const found = await imports.find().sort({ _id: -1 }).limit(limit).toArray();
      return found.map((document) => infoOf(recordOf(document)));
    },

    async importOf(id) {
      const found = await imports.findOne({ _id: id });
      return found && infoOf(recordOf(found));
    },
  };

  const applyPart = async (id: string, hold: Hold): Promise<AppliedPart | null> => {
    for (;;) {
      const document = await imports.findOne({ _id: id });
      if (document?.state !== 'APPLYING' || document.appliedParts === document.parts) return null;
      const { appliedParts } = document;
      const part = await parts.findOne({ _id: partOf(id, appliedParts) });
      // Another process was quicker.
      if (!part) {
        if ((await imports.findOne({ _id: id }))?.appliedParts === appliedParts)
          throw new Error(`part ${appliedParts} of the import ${id} is missing`);
        continue;
      }
      const record = recordOf(document);
      const profiles = JSON.parse(part.profiles) as StagedProfile[];
      // An import that was begun before a number was erased does not bring it back.
      const resolved = resolvedOfPart(record, profiles);
      const counting: Counting = async (some) => {
        const counted = await countingNow(some.map((one) => ({ ...one, resolvedAt: record.at })));
        const phones = new Set(counted.map(({ data }) => data.phone));
        return some.filter(({ data }) => phones.has(data.phone));
      };
      const { rows, events } = await absorber.absorb(resolved, record.at, counting);
      if (record.audit && appliedParts === 0) events.push(record.audit);
      const work = await indexWorkOf(hold, slices, { rows, events });
      await imports.updateOne(
        { _id: id, appliedParts },
        { $set: { touched: Date.now() }, $inc: { appliedParts: 1, applied: profiles.length } },
      );
      await parts.deleteOne({ _id: partOf(id, appliedParts) });
      return { work };
    }
  };
  return { calls, applyPart };
}
