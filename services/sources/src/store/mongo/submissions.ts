import { type Collection, type Connection, duplicateKeysIn } from '@numscope/adapters/mongo';
import type { Claim, Claimed, Submission } from '../../connectors/http/submissions.port.ts';
import type { DeletedPhone, EndedSubmission } from '../source-store.port.ts';
import { ClaimsHere, joinSubmissions, type SubmissionOfPhone } from '../kept-submissions.ts';

/** Named by number and source, so that neither a look-up nor an erasure needs another index. */
interface HeldNumber {
  _id: string;
  source: string;
  phone: string;
  id: string;
  at: number;
  /** The instance that takes care of it; null, or absent where a version before wrote it: nobody. */
  holder?: string | null;
}

/** It is being handed in. */
interface ClaimDocument extends HeldNumber {
  values: null;
}

export interface SubmissionDocument extends HeldNumber, Omit<SubmissionOfPhone, 'values'> {
  /** As JSON: their names have dots. */
  values: string;
}

type NumberDocument = ClaimDocument | SubmissionDocument;
type Change = Parameters<Collection<NumberDocument>['bulkWrite']>[0][number];

const idOf = (source: string, phone: string): string => `${phone} ${source}`;
const isSubmission = (one: NumberDocument): one is SubmissionDocument => one.values !== null;

export const submissionDocument = ({ values, ...part }: SubmissionOfPhone): SubmissionDocument => ({
  _id: idOf(part.source, part.phone),
  ...part,
  values: JSON.stringify(values),
});

const partOf = ({ _id, holder: _holder, values, ...part }: SubmissionDocument): SubmissionOfPhone => ({
  ...part,
  values: JSON.parse(values) as Submission['values'],
});

/** What is under way with providers, a document for each number, whose name makes a claim unique. */
export class SubmissionDocuments {
  readonly #documents: Collection<NumberDocument>;
  readonly #instances: Collection<{ _id: string }>;
  readonly #instance: string;
  readonly #here = new ClaimsHere();

  constructor(connection: Connection, instance: string) {
    this.#documents = connection.collection<NumberDocument>('submissions');
    this.#instances = connection.collection<{ _id: string }>('instances');
    this.#instance = instance;
  }

  /** The index by which submissions are found that nobody ended. */
  async declareIndexes(): Promise<void> {
    await this.#documents.createIndexes([{ key: { at: 1 }, name: 'at' }]);
  }

  /** What calls of this instance have is not asked for; of the rest the records tell. */
  async claim(claim: Claim): Promise<Claimed> {
    const { id, source } = claim;
    const phones = this.#here.take(claim);
    const letGo = (list: readonly string[]): void => this.#here.letGo({ id, source, phones: [...list] });
    if (phones.length === 0) return { submissions: [], phones };
    try {
      const claimed = await this.#claim({ ...claim, phones });
      const taken = new Set(claimed.phones);
      letGo(phones.filter((phone) => !taken.has(phone)));
      for (const submission of claimed.submissions) this.#here.take(submission);
      return claimed;
    } catch (error) {
      letGo(phones);
      throw error;
    }
  }

  /** Takes what is free as it was just read; another look tells what of it nobody else took first. */
  async #claim(claim: Claim): Promise<Claimed> {
    const names = claim.phones.map((phone) => idOf(claim.source, phone));
    const found = new Map((await this.#read(names)).map((one) => [one._id, one]));
    const living = await this.#livingOf([...found.values()]);
    const changes = claim.phones.flatMap((phone): Change[] => {
      const _id = idOf(claim.source, phone);
      const wanted: ClaimDocument = {
        _id,
        source: claim.source,
        phone,
        id: claim.id,
        at: claim.at,
        holder: this.#instance,
        values: null,
      };
      const known = found.get(_id);
      return known ? this.#takingOver(known, wanted, claim.since, living) : [{ insertOne: { document: wanted } }];
    });
    if (changes.length > 0)
      await this.#documents.bulkWrite(changes, { ordered: false }).catch((error: unknown) => {
        if (duplicateKeysIn(error) === null) throw error;
      });
    const now = changes.length > 0 ? await this.#read(names) : [...found.values()];
    const mine = now.filter(({ holder }) => holder === this.#instance);
    return {
      submissions: joinSubmissions(
        mine
          .filter(isSubmission)
          .filter(({ at }) => at > claim.since)
          .map(partOf),
      ),
      phones: mine.filter((one) => !isSubmission(one) && one.id === claim.id).map(({ phone }) => phone),
    };
  }

  /** Nothing is written where the claim is another's by now, or its number was erased. */
  async keep({ phones, ...common }: Submission): Promise<void> {
    await this.#documents.bulkWrite(
      phones.map((phone) => {
        const { _id, ...kept } = submissionDocument({ ...common, phone });
        return { updateOne: { filter: { _id, id: common.id, holder: this.#instance }, update: { $set: kept } } };
      }),
      { ordered: false },
    );
  }

  async letGo({ id, source, phones }: Pick<Claim, 'id' | 'source' | 'phones'>): Promise<void> {
    const held = { _id: { $in: phones.map((phone) => idOf(source, phone)) }, id, holder: this.#instance };
    await this.#documents.deleteMany({ ...held, values: null });
    await this.#documents.updateMany(held, { $set: { holder: null } });
    this.#here.letGo({ id, source, phones });
  }

  /** Idempotent: what was handed in since has another id. */
  async end(ended: readonly EndedSubmission[]): Promise<void> {
    if (ended.length === 0) return;
    await this.#documents.bulkWrite(
      ended.map(({ source, phone, id }) => ({ deleteOne: { filter: { _id: idOf(source, phone), id } } })),
      { ordered: false },
    );
  }

  /** The answers of calls of this instance are kept, whoever wrote them down. */
  endHere(ended: readonly EndedSubmission[]): void {
    for (const { source, phone, id } of ended) this.#here.letGo({ id, source, phones: [phone] });
  }

  /** @returns how many there were */
  async deleteOf(deleted: readonly DeletedPhone[]): Promise<number> {
    if (deleted.length === 0) return 0;
    for (const { phone, until } of deleted) this.#here.forget(phone, until);
    const { deletedCount } = await this.#documents.deleteMany({
      $or: deleted.map(({ phone, until }) => ({ _id: { $gte: `${phone} `, $lt: `${phone}!` }, at: { $lte: until } })),
    });
    return deletedCount;
  }

  async forget(before: number): Promise<void> {
    await this.#documents.deleteMany({ at: { $lt: before } });
  }

  #read(names: readonly string[]): Promise<NumberDocument[]> {
    return this.#documents.find({ _id: { $in: [...names] } }).toArray();
  }

  /** Other instances among the holders that are members still: whoever died is none once the others have seen it. */
  async #livingOf(documents: readonly NumberDocument[]): Promise<Set<string>> {
    const holders = new Set(documents.flatMap(({ holder }) => holder ?? []));
    holders.delete(this.#instance);
    if (holders.size === 0) return holders;
    const found = await this.#instances.find({ _id: { $in: [...holders] } }, { projection: { _id: 1 } }).toArray();
    return new Set(found.map(({ _id }) => _id));
  }

  /** How it becomes ours, if nobody else changes it first; nothing where it is held, or ours already. */
  #takingOver(known: NumberDocument, wanted: ClaimDocument, since: number, living: ReadonlySet<string>): Change[] {
    const { _id, id, holder = null } = known;
    const claiming = { replaceOne: { filter: { _id, id }, replacement: wanted } };
    if (isSubmission(known) && known.at <= since) return [claiming];
    if (holder === this.#instance || (holder !== null && living.has(holder))) return [];
    if (!isSubmission(known)) return [claiming];
    return [{ updateOne: { filter: { _id, id, holder }, update: { $set: { holder: this.#instance } } } }];
  }
}
