import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { openEmbeddedIndex } from '@numscope/adapters/embedded';
import { type PackedDocument, packDocument } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { searchIndexSuite } from '@numscope/testing/suites';

searchIndexSuite('embedded', async () => {
  const dir = tempDir();
  return { open: () => openEmbeddedIndex({ path: join(dir.path, 'index.sqlite') }), dispose: async () => dir.remove() };
});

it('says so when it is to be rebuilt from what is not in order of phones', async () => {
  const dir = tempDir();
  const index = await openEmbeddedIndex({ path: join(dir.path, 'index.sqlite') });
  const documents = ['+12025550143', '+380501234567', '+79161234567'].map((phone) =>
    packDocument({ phone, revision: 1, terms: {}, sort: { name: '', timestamp: 0, confidence: 0 } }),
  );
  await index.upsert(documents);
  const slices = async function* (): AsyncGenerator<PackedDocument[]> {
    for (const place of [0, 2, 1]) yield documents.slice(place, place + 1);
  };
  await expect(index.rebuild(slices())).rejects.toThrow('not in order of phones');
  await index.close();
  dir.remove();
});
