import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { openFileBlobStore } from '@numscope/adapters/embedded';
import { tempDir } from '@numscope/testing';
import { blobStoreSuite } from '@numscope/testing/suites';

blobStoreSuite('files', async () => {
  const dir = tempDir();
  return { open: () => openFileBlobStore({ dir: dir.path }), dispose: async () => dir.remove() };
});

it('clears what a killed process left half written', async () => {
  const dir = tempDir();
  mkdirSync(join(dir.path, 'tmp'), { recursive: true });
  writeFileSync(join(dir.path, 'tmp', 'half'), 'half a pictu');
  const store = await openFileBlobStore({ dir: dir.path });
  expect(readdirSync(join(dir.path, 'tmp'))).toEqual([]);
  await store.close();
  dir.remove();
});
