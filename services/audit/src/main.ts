import { elasticOf, runProcess, syslogAddress } from '@numscope/mains';
import { createAuditService } from './app.ts';
import { loadCheckpointSigner } from './checkpoints/keys.ts';
import { checkElasticTexts, openElasticTexts } from './store/elastic/audit-texts.ts';
import { openAuditMongoStore } from './store/mongo/index.ts';

await runProcess({
  name: 'audit',
  settings: [
    'STORE_URL',
    'SEARCH_URL',
    'AUDIT_CHECKPOINT_KEY',
    'AUDIT_CHECKPOINTS',
    'AUDIT_CHECKPOINT_ENTRIES',
    'AUDIT_CHECKPOINT_MINUTES',
    'AUDIT_RETENTION_DAYS',
    'AUDIT_SYSLOG_URL',
    'AUDIT_SYSLOG_CA_FILE',
  ],
  create: async ({ kit, bus, settings, records }) => {
    const texts = elasticOf(settings.SEARCH_URL);
    await checkElasticTexts(texts);
    return createAuditService({
      kit,
      bus,
      signer: loadCheckpointSigner(settings.AUDIT_CHECKPOINT_KEY),
      store: await records(settings.STORE_URL, (connection, { log }) =>
        openAuditMongoStore(connection, { log, texts: openElasticTexts(texts) }),
      ),
      settings: {
        folder: settings.AUDIT_CHECKPOINTS ?? null,
        everyEntries: settings.AUDIT_CHECKPOINT_ENTRIES,
        everyMs: settings.AUDIT_CHECKPOINT_MINUTES * 60_000,
        retentionDays: settings.AUDIT_RETENTION_DAYS ?? null,
        syslog: syslogAddress(settings),
      },
    });
  },
});
