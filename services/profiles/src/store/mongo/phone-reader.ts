import type { Collection } from '@numscope/adapters/mongo';
import type { Profile } from '@numscope/contracts';
import type { PackedDocument } from '@numscope/platform';
import type { JobRef, KeptObservation } from '../../domain/observation.ts';
import { indexDocument } from '../../search/index-document.ts';
import { AT_ONCE, type PhoneDocument } from './phone-documents.ts';
import type { StoredProfile, TextsAround } from '../profile-store.port.ts';
import { wholeText, withObservations } from '../profile-text.ts';
import { Slices } from './slices.ts';

type Field = keyof PhoneDocument;

const textOf = ({ profile = '', fields }: PhoneDocument): string => wholeText(profile, fields);

/** Everything that only reads profiles. */
export class PhoneReader {
  readonly #documents: Collection<PhoneDocument>;
  readonly #slices: Slices;

  constructor(documents: Collection<PhoneDocument>, slices = new Slices()) {
    this.#documents = documents;
    this.#slices = slices;
  }

  readonly profiles = async (phones: readonly string[]): Promise<string[]> =>
    (await this.#of(phones, ['profile', 'fields'])).map(textOf);

  readonly wholeProfiles = async (phones: readonly string[]): Promise<string[]> => {
    const found = await this.#of(phones, ['profile', 'fields', 'observations']);
    return found.map((document) => withObservations(textOf(document), document.observations ?? '[]'));
  };

  readonly profileList = async (
    phones: readonly string[],
    [before, after]: TextsAround = ['', ''],
  ): Promise<Uint8Array> => new TextEncoder().encode(`${before}[${(await this.profiles(phones)).join(',')}]${after}`);

  readonly details = async (phones: readonly string[]): Promise<StoredProfile[]> => {
    const found = await this.#of(phones, ['profile', 'fields', 'observations']);
    return found.map((document) => ({
      profile: textOf(document),
      observations: JSON.parse(document.observations ?? '[]') as KeptObservation[],
    }));
  };

  readonly known = async (phones: readonly string[]): Promise<string[]> =>
    (await this.#of(phones, ['_id'])).map(({ _id }) => _id);

  readonly revisions = async (phones: readonly string[]): Promise<Map<string, number>> =>
    new Map((await this.#of(phones, ['revision'])).map(({ _id, revision }) => [_id, revision]));

  readonly documents = async (phones: readonly string[]): Promise<PackedDocument[]> =>
    this.#documentsOf(await this.#of(phones, ['profile', 'revision', 'jobs']));

  readonly documentsAfter = async (phone: string | null, limit: number): Promise<PackedDocument[]> => {
    const found = await this.#documents
      .find(
        { _id: { $gt: phone ?? '' }, found: true },
        { projection: { profile: 1, revision: 1, jobs: 1 }, batchSize: AT_ONCE },
      )
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    return this.#documentsOf(found);
  };

  readonly phonesOfImages = async (
    imageIds: readonly string[],
    phone: string | null,
    limit: number,
  ): Promise<string[]> => {
    const found = await this.#documents
      .find({ images: { $in: [...imageIds] }, _id: { $gt: phone ?? '' } }, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    return found.map(({ _id }) => _id);
  };

  readonly referencedImages = async (imageIds: readonly string[]): Promise<string[]> => {
    const found = await this.#documents
      .find({ images: { $in: [...imageIds] } }, { projection: { images: 1 } })
      .toArray();
    const referenced = new Set(found.flatMap(({ images }) => images ?? []));
    return imageIds.filter((id) => referenced.has(id));
  };

  readonly count = (): Promise<number> => this.#documents.countDocuments({ country: { $gt: '' }, found: true });

  async #documentsOf(found: readonly PhoneDocument[]): Promise<PackedDocument[]> {
    const made: PackedDocument[] = [];
    await this.#slices.forEach(found, ({ profile, revision, jobs }) => {
      made.push(indexDocument(JSON.parse(profile ?? '') as Profile, revision, JSON.parse(jobs ?? '[]') as JobRef[]));
    });
    return made;
  }

  /** The profiles of these phones, in their order. */
  async #of(phones: readonly string[], fields: readonly Field[]): Promise<PhoneDocument[]> {
    const projection = Object.fromEntries(['found', ...fields].map((field) => [field, 1]));
    const cursor = this.#documents.find({ _id: { $in: [...phones] } }, { projection, batchSize: AT_ONCE });
    const found = new Map<string, PhoneDocument>();
    for await (const document of cursor) if (document.found) found.set(document._id, document);
    return phones.flatMap((phone) => found.get(phone) ?? []);
  }
}
