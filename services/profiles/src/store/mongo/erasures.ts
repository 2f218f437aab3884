import type { Collection, Connection } from '@numscope/adapters/mongo';
import { digestOf, type ErasedMark, ErasedNumbers } from '@numscope/platform/erased-numbers';
import { type ErasureRecord, type ErasureStep, partWithout, type Removed, type StepOutcome } from '../erasure.ts';
import type { PhoneDocument } from './phone-documents.ts';
import type { ResolvedPhone } from '../resolved-phone.ts';
import type { SameFaceVerdicts } from './same-face.ts';

interface ErasureDocument extends Omit<ErasureRecord, 'id'> {
  _id: string;
}

const recordOf = ({ _id, ...record }: ErasureDocument): ErasureRecord => ({ id: _id, ...record });

/** Erasures that instances share. A mark has the digest of a number, never the number. */
export class Erasures {
  readonly #erasures: Collection<ErasureDocument>;
  readonly #marks: Collection<{ _id: string; at: number }>;
  readonly #parts: Collection<{ _id: string; profiles: string }>;
  readonly #documents: Collection<PhoneDocument>;
  readonly #sameFace: SameFaceVerdicts;

  constructor(connection: Connection, documents: Collection<PhoneDocument>, sameFace: SameFaceVerdicts) {
    this.#erasures = connection.collection<ErasureDocument>('erasures');
    this.#marks = connection.collection<{ _id: string; at: number }>('erased');
    this.#parts = connection.collection<{ _id: string; profiles: string }>('import_parts');
    this.#documents = documents;
    this.#sameFace = sameFace;
  }

  /** Those that still count. Another instance may have erased one: the marks are few, and read anew each time. */
  async counting(resolved: readonly ResolvedPhone[]): Promise<ResolvedPhone[]> {
    const erased = new ErasedNumbers();
    erased.replace((await this.#marks.find().toArray()).map(({ _id: digest, at }) => ({ digest, at })));
    return resolved.filter(({ data, resolvedAt }) => !erased.isErased(data.phone, resolvedAt));
  }

  readonly beginErasure = async ({ id, ...record }: ErasureRecord): Promise<void> => {
    await this.#erasures.insertOne({ _id: id, ...record });
  };

  readonly openErasures = async (): Promise<ErasureRecord[]> =>
    (await this.#erasures.find({ finishedAt: null }).sort({ _id: 1 }).toArray()).map(recordOf);

  readonly noteErasureStep = async (id: string, step: ErasureStep, outcome: StepOutcome): Promise<ErasureRecord> => {
    const name = `steps.${step}`;
    await this.#erasures.updateOne({ _id: id, [name]: { $exists: false } }, { $set: { [name]: outcome } });
    const found = await this.#erasures.findOne({ _id: id });
    if (!found) throw new Error(`the erasure ${id} is gone`);
    return recordOf(found);
  };

  readonly forgetErasedPictures = async (id: string): Promise<void> => {
    const pictures = { 'steps.known.images': '', 'steps.images.images': '' } as const;
    await this.#erasures.updateOne({ _id: id }, { $unset: pictures });
  };

  readonly finishErasure = async (id: string, at: number): Promise<void> => {
    await this.#erasures.updateOne({ _id: id, finishedAt: null }, { $set: { finishedAt: at } });
  };

  readonly erasuresFinishedSince = async (at: number): Promise<ErasureRecord[]> =>
    (await this.#erasures.find({ finishedAt: { $gte: at } }).toArray()).map(recordOf);

  readonly eraseRest = async (phone: string, mark: ErasedMark, forgottenBefore: number): Promise<Removed> => {
    await this.#marks.deleteMany({ at: { $lt: forgottenBefore } });
    await this.#marks.updateOne({ _id: mark.digest }, { $set: { at: mark.at } }, { upsert: true });
    // What a removal leaves for late events is not needed: the mark says the same of them.
    const { deletedCount } = await this.#documents.deleteOne({ _id: phone, found: false });
    return {
      lookedUp: deletedCount,
      faceVerdicts: await this.#sameFace.dropOf({ phone }),
      stagedImports: await this.#unstage(phone),
    };
  };

  /** What a process put in that ended before it looked at the marks again. @returns whether there was any */
  async dropLeftOver(phone: string): Promise<boolean> {
    const mark = await this.#marks.findOne({ _id: digestOf(phone) });
    if (!mark) return false;
    const { deletedCount } = await this.#documents.deleteOne({ _id: phone, version: 1, begunAt: { $lt: mark.at } });
    return deletedCount > 0;
  }

  readonly erasureRevision = async (): Promise<string> => {
    const marks = await this.#marks.find().toArray();
    return `${marks.length} ${marks.reduce((latest, { at }) => Math.max(latest, at), 0)}`;
  };

  async #unstage(phone: string): Promise<number> {
    let parts = 0;
    for await (const { _id, profiles } of this.#parts.find()) {
      const left = partWithout(profiles, phone);
      if (left === null) continue;
      await this.#parts.updateOne({ _id }, { $set: { profiles: left } });
      parts++;
    }
    return parts;
  }
}
