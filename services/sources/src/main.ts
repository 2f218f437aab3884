import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { openFolderWarning, runProcess } from '@numscope/mains';
import { createSourcesService } from './app.ts';
import { openSourceMongoStore } from './store/mongo/source-store.ts';

await runProcess({
  name: 'sources',
  settings: ['STORE_URL', 'IMAGES_URL', 'SOURCES_FILE', 'SANDBOX', 'DATA_DIR', 'WEBHOOK_PRIVATE_HOSTS', 'PROFILES_URL'],
  async create({ kit, log, bus, client, settings, records }) {
    const dataDir = resolve(settings.DATA_DIR);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const warning = openFolderWarning(dataDir);
    if (warning !== null) log.warn(warning);
    return createSourcesService({
      kit,
      bus,
      client,
      store: await records(settings.STORE_URL, openSourceMongoStore),
      settings: {
        sourcesFile: resolve(settings.SOURCES_FILE),
        sandbox: settings.SANDBOX,
        webhookPrivateHosts: settings.WEBHOOK_PRIVATE_HOSTS,
        dataDir,
        env: process.env,
      },
    });
  },
});
