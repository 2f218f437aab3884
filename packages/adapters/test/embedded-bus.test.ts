import { join } from 'node:path';
import { openEmbeddedBus } from '@numscope/adapters/embedded';
import { createLogger } from '@numscope/platform';
import { RecordingBus, tempDir } from '@numscope/testing';
import { eventBusSuite } from '@numscope/testing/suites';

eventBusSuite('embedded', async () => {
  const dir = tempDir();
  const options = { path: join(dir.path, 'bus.sqlite'), retentionDays: 7, log: createLogger('bus', 'silent') };
  return { open: () => openEmbeddedBus(options), dispose: async () => dir.remove() };
});

eventBusSuite('recording, of the tests', async () => {
  const bus = new RecordingBus();
  return { open: async () => bus, dispose: async () => undefined };
});
