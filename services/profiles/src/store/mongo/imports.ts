import type { Collection, Connection } from '@numscope/adapters/mongo';
import type { ImportFault, ImportInfo, ImportState } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import type { mongo } from 'mongoose';
import type { StagedProfile } from '../../imports/staged-profile.ts';
import type { Counting, DocumentAbsorber } from './absorb.ts';
import {
  type ImportRecord,
  type ImportStart,
  infoOf,
  newImport,
  OVER,
  remembered,
  resolvedOfPart,
} from '../import-record.ts';
import { type Hold, indexWorkOf } from './index-work.ts';
import type { AppliedPart } from '../profile-store.port.ts';
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
export class Imports {
  readonly #imports: Collection<ImportDocument>;
  readonly #parts: Collection<ImportPartDocument>;
  readonly #absorber: DocumentAbsorber;
  readonly #slices: Slices;
  readonly #counting: Counting;

  constructor(connection: Connection, absorber: DocumentAbsorber, slices: Slices, counting: Counting) {
    this.#counting = counting;
    this.#imports = connection.collection<ImportDocument>('imports');
    this.#parts = connection.collection<ImportPartDocument>('import_parts');
    this.#absorber = absorber;
    this.#slices = slices;
  }

  async declareIndexes(): Promise<void> {
    await this.#imports.createIndex({ state: 1 }, { name: 'state' });
  }

  readonly beginImport = async (start: ImportStart): Promise<void> => {
    const { id, ...record } = newImport(start);
    await this.#forgetOver(start.at);
    await this.#imports.insertOne({ _id: id, ...record, touched: Date.now() });
  };

  readonly stageImport = async (id: string, profiles: string, count: number): Promise<void> => {
    const record = await this.#imports.findOne({ _id: id });
    await this.#parts.insertOne({ _id: partOf(id, record?.parts ?? 0), profiles });
    await this.#change(id, { $set: { touched: Date.now() }, $inc: { parts: 1, profiles: count } });
  };

  readonly countImport = async (id: string, audit: OutgoingEvent | null): Promise<void> => {
    const now = Date.now();
    await this.#change(id, { $set: { state: 'APPLYING', resolvedAt: now, audit, touched: now } });
  };

  readonly withdrawImport = async (id: string, faults: ImportFault[], untouchedSince = Infinity): Promise<void> => {
    const state = faults.length > 0 ? 'REFUSED' : 'WITHDRAWN';
    await this.#imports.updateOne(
      { _id: id, state: 'READING', touched: { $lt: untouchedSince } },
      { $set: { state, faults, finishedAt: Date.now() } },
    );
    await this.#dropPartsIfOver(id);
  };

  async apply(id: string, hold: Hold): Promise<AppliedPart | null> {
    for (;;) {
      const document = await this.#imports.findOne({ _id: id });
      if (document?.state !== 'APPLYING' || document.appliedParts === document.parts) return null;
      const { appliedParts } = document;
      const part = await this.#parts.findOne({ _id: partOf(id, appliedParts) });
      // Another process was quicker.
      if (!part) {
        if ((await this.#imports.findOne({ _id: id }))?.appliedParts === appliedParts)
          throw new Error(`part ${appliedParts} of the import ${id} is missing`);
        continue;
      }
      const record = recordOf(document);
      const profiles = JSON.parse(part.profiles) as StagedProfile[];
      // An import that was begun before a number was erased does not bring it back.
      const resolved = resolvedOfPart(record, profiles);
      const counting: Counting = async (some) => {
        const counted = await this.#counting(some.map((one) => ({ ...one, resolvedAt: record.at })));
        const phones = new Set(counted.map(({ data }) => data.phone));
        return some.filter(({ data }) => phones.has(data.phone));
      };
      const { rows, events } = await this.#absorber.absorb(resolved, record.at, counting);
      if (record.audit && appliedParts === 0) events.push(record.audit);
      const work = await indexWorkOf(hold, this.#slices, { rows, events });
      await this.#imports.updateOne(
        { _id: id, appliedParts },
        { $set: { touched: Date.now() }, $inc: { appliedParts: 1, applied: profiles.length } },
      );
      await this.#parts.deleteOne({ _id: partOf(id, appliedParts) });
      return { work };
    }
  }

  /** All of it is in: a part that is still there is one whose process was killed between putting it in and deleting it. */
  readonly finishImport = async (id: string): Promise<void> => {
    await this.#parts.deleteMany(partsOf(id));
    await this.#imports.updateOne({ _id: id, state: 'APPLYING' }, { $set: { state: 'DONE', finishedAt: Date.now() } });
  };

  readonly importsToFinish = async (): Promise<string[]> => {
    const untouchedFor = (state: ImportState, ms: number) => ({ state, touched: { $lt: Date.now() - ms } });
    const untouched = await this.#imports
      .find({ $or: [untouchedFor('READING', READING_ABANDONED_MS), untouchedFor('APPLYING', ABANDONED_MS)] })
      .sort({ _id: 1 })
      .toArray();
    for (const { _id, state, touched } of untouched)
      if (state === 'READING') await this.withdrawImport(_id, [], touched + 1);
    await this.#dropLeftParts();
    return untouched.filter(({ state }) => state === 'APPLYING').map(({ _id }) => _id);
  };

  readonly imports = async (limit: number): Promise<ImportInfo[]> => {
    const found = await this.#imports.find().sort({ _id: -1 }).limit(limit).toArray();
    return found.map((document) => infoOf(recordOf(document)));
  };

  readonly importOf = async (id: string): Promise<ImportInfo | null> => {
    const found = await this.#imports.findOne({ _id: id });
    return found && infoOf(recordOf(found));
  };

  async #forgetOver(now: number): Promise<void> {
    const [surplus] = await this.#imports
      .find(over, { projection: { _id: 1 } })
      .sort({ _id: -1 })
      .skip(remembered.imports)
      .limit(1)
      .toArray();
    const old: mongo.Filter<ImportDocument> = { finishedAt: { $lt: now - remembered.ms } };
    await this.#imports.deleteMany({ ...over, $or: surplus ? [old, { _id: { $lte: surplus._id } }] : [old] });
  }

  /** What a process left that was killed between the end of an import and the deletion of its parts. */
  async #dropLeftParts(): Promise<void> {
    for (let from = ''; ;) {
      const part = await this.#parts.findOne({ _id: { $gte: from } }, { sort: { _id: 1 }, projection: { _id: 1 } });
      if (!part) return;
      const id = importOf(part._id);
      await this.#dropPartsIfOver(id);
      from = partsOf(id)._id.$lt;
    }
  }

  async #dropPartsIfOver(id: string): Promise<void> {
    const found = await this.#imports.findOne({ _id: id, ...over }, { projection: { _id: 1 } });
    if (found) await this.#parts.deleteMany(partsOf(id));
  }

  async #change(id: string, change: object): Promise<void> {
    const { matchedCount } = await this.#imports.updateOne({ _id: id, state: 'READING' }, change);
    if (matchedCount > 0) return;
    await this.#parts.deleteMany(partsOf(id));
    throw new Error(`the import ${id} was withdrawn`);
  }
}
