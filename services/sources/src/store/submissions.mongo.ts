import type { Collection, Connection } from '@numscope/adapters/mongo';
import type { Submission } from '../connectors/http/submissions.port.ts';
import type { EndedSubmission } from './source-store.port.ts';
import { joinSubmissions, type SubmissionOfPhone } from './submission-of-phone.ts';

/** Named by number and source, so that neither a look-up nor an erasure needs another index. */
export interface SubmissionDocument extends Omit<SubmissionOfPhone, 'values'> {
  _id: string;
  /** As JSON: their names have dots. */
  values: string;
}

const idOf = (source: string, phone: string): string => `${phone} ${source}`;

export const submissionDocument = ({ values, ...part }: SubmissionOfPhone): SubmissionDocument => ({
  _id: idOf(part.source, part.phone),
  ...part,
  values: JSON.stringify(values),
});

const partOf = ({ _id, values, ...part }: SubmissionDocument): SubmissionOfPhone => ({
  ...part,
  values: JSON.parse(values) as Submission['values'],
});

/** What is under way with providers, a document for each number. */
export class SubmissionDocuments {
  readonly #documents: Collection<SubmissionDocument>;

  constructor(connection: Connection) {
    this.#documents = connection.collection<SubmissionDocument>('submissions');
  }

  /** By which those that nobody ended go. */
  async declareIndexes(): Promise<void> {
    await this.#documents.createIndexes([{ key: { at: 1 }, name: 'at' }]);
  }

  async of(source: string, phones: readonly string[], since: number): Promise<Submission[]> {
    const names = phones.map((phone) => idOf(source, phone));
    const found = await this.#documents.find({ _id: { $in: names }, at: { $gt: since } }).toArray();
    return joinSubmissions(found.map(partOf));
  }

  async keep({ phones, ...common }: Submission): Promise<void> {
    const documents = phones.map((phone) => submissionDocument({ ...common, phone }));
    await this.#documents.bulkWrite(
      documents.map((document) => ({
        replaceOne: { filter: { _id: document._id }, replacement: document, upsert: true },
      })),
      { ordered: false },
    );
  }

  /** Idempotent: what was handed in since has another id. */
  async end(ended: readonly EndedSubmission[]): Promise<void> {
    if (ended.length === 0) return;
    await this.#documents.bulkWrite(
      ended.map(({ source, phone, id }) => ({ deleteOne: { filter: { _id: idOf(source, phone), id } } })),
      { ordered: false },
    );
  }

  /** @returns how many there were */
  async deleteOf(phones: readonly string[]): Promise<number> {
    if (phones.length === 0) return 0;
    const { deletedCount } = await this.#documents.deleteMany({
      $or: phones.map((phone) => ({ _id: { $gte: `${phone} `, $lt: `${phone}!` } })),
    });
    return deletedCount;
  }

  async forget(before: number): Promise<void> {
    await this.#documents.deleteMany({ at: { $lt: before } });
  }
}
