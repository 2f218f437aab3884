import { join } from 'node:path';
import { openEmbeddedIndex } from '@numscope/adapters/embedded';
import { tempDir } from '@numscope/testing';
import { searchIndexSuite } from '@numscope/testing/suites';

searchIndexSuite('embedded', async () => {
  const dir = tempDir();
  return { open: () => openEmbeddedIndex({ path: join(dir.path, 'index.sqlite') }), dispose: async () => dir.remove() };
});
