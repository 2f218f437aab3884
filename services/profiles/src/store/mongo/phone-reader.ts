import type { Collection } from '@numscope/adapters/mongo';
import type { Profile } from '@numscope/contracts';
import type { PackedDocument } from '@numscope/platform';
import type { JobRef, KeptObservation } from '../../domain/observation.ts';
import { indexDocument } from '../../search/index-document.ts';
import { AT_ONCE, type PhoneDocument } from './phone-documents.ts';
import type { ProfileReader, ProfileStore } from '../profile-store.port.ts';
import { wholeText, withObservations } from '../profile-text.ts';
import { Slices } from './slices.ts';

type Field = keyof PhoneDocument;

const textOf = ({ profile = '', fields }: PhoneDocument): string => wholeText(profile, fields);

/** Everything that only reads profiles. */
export function phoneReader(
  collection: Collection<PhoneDocument>,
  slices = new Slices(),
): ProfileReader & Pick<ProfileStore, 'profileList'> {
  const documentsOf = async (found: readonly PhoneDocument[]): Promise<PackedDocument[]> => {
    const made: PackedDocument[] = [];
    await slices.forEach(found, ({ profile, revision, jobs }) => {
      made.push(indexDocument(JSON.parse(profile ?? '') as Profile, revision, JSON.parse(jobs ?? '[]') as JobRef[]));
    });
    return made;
  };

  /** The profiles of these phones, in their order. */
  const those = async (phones: readonly string[], fields: readonly Field[]): Promise<PhoneDocument[]> => {
    const projection = Object.fromEntries(['found', ...fields].map((field) => [field, 1]));
    const cursor = collection.find({ _id: { $in: [...phones] } }, { projection, batchSize: AT_ONCE });
    const found = new Map<string, PhoneDocument>();
    for await (const document of cursor) if (document.found) found.set(document._id, document);
    return phones.flatMap((phone) => found.get(phone) ?? []);
  };

  const profiles = async (phones: readonly string[]): Promise<string[]> =>
    (await those(phones, ['profile', 'fields'])).map(textOf);

  return {
    profiles,

    async wholeProfiles(phones) {
      const found = await those(phones, ['profile', 'fields', 'observations']);
      return found.map((document) => withObservations(textOf(document), document.observations ?? '[]'));
    },

    profileList: async (phones, [before, after] = ['', '']) =>
      new TextEncoder().encode(`${before}[${(await profiles(phones)).join(',')}]${after}`),

    async details(phones) {
      const found = await those(phones, ['profile', 'fields', 'observations']);
      return found.map((document) => ({
        profile: textOf(document),
        observations: JSON.parse(document.observations ?? '[]') as KeptObservation[],
      }));
    },

    known: async (phones) => (await those(phones, ['_id'])).map(({ _id }) => _id),

    revisions: async (phones) =>
      new Map((await those(phones, ['revision'])).map(({ _id, revision }) => [_id, revision])),

    documents: async (phones) => documentsOf(await those(phones, ['profile', 'revision', 'jobs'])),

    async documentsAfter(phone, limit) {
      const found = await collection
        .find(
          { _id: { $gt: phone ?? '' }, found: true },
          { projection: { profile: 1, revision: 1, jobs: 1 }, batchSize: AT_ONCE },
        )
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return documentsOf(found);
    },

    async phonesOfImages(imageIds, phone, limit) {
      const found = await collection
        .find({ images: { $in: [...imageIds] }, _id: { $gt: phone ?? '' } }, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return found.map(({ _id }) => _id);
    },

    async referencedImages(imageIds) {
      const found = await collection.find({ images: { $in: [...imageIds] } }, { projection: { images: 1 } }).toArray();
      const referenced = new Set(found.flatMap(({ images }) => images ?? []));
      return imageIds.filter((id) => referenced.has(id));
    },

    count: () => collection.countDocuments({ country: { $gt: '' }, found: true }),
  };
}
