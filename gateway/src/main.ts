import { addressNames, runProcess, signInShown } from '@numscope/mains';
import { productName, productVersion } from '@numscope/contracts';
import { createGateway } from './app.ts';
import { builtConsole } from './console/built-console.ts';
import { remoteBackends } from './http/remote-upstream.ts';

await runProcess({
  name: 'gateway',
  settings: [
    ...addressNames,
    'RATE_LIMIT',
    'COSTLY_CALLS_PER_MINUTE',
    'WEBSOCKETS_PER_USER',
    'SESSION_IDLE_MINUTES',
    'METRICS_FROM',
    'SECURITY_CONTACT',
    'SANDBOX',
    'ENABLED_LANGUAGES',
    'MAIN_JOB_STOPPABLE',
    'REQUIRE_PURPOSE',
    'MAX_RUNNING_JOBS',
    'LOCAL_LOGIN',
    'OIDC_ISSUER',
    'OIDC_LABEL',
  ],
  async create({ kit, bus, client, settings }) {
    const remote = remoteBackends({
      auth: settings.AUTH_URL,
      users: settings.USERS_URL,
      jobs: settings.JOBS_URL,
      sources: settings.SOURCES_URL,
      profiles: settings.PROFILES_URL,
      images: settings.IMAGES_URL,
      audit: settings.AUDIT_URL,
    });
    const gateway = await createGateway({
      kit,
      bus,
      client,
      backends: remote.backends,
      settings: {
        rateLimit: settings.RATE_LIMIT,
        costlyPerMinute: settings.COSTLY_CALLS_PER_MINUTE,
        edge: { socketsOfUser: settings.WEBSOCKETS_PER_USER },
        metricsFrom: settings.METRICS_FROM,
        tellsActivity: settings.SESSION_IDLE_MINUTES > 0,
        securityContacts: settings.SECURITY_CONTACT,
        console: {
          productName,
          version: productVersion,
          sandbox: settings.SANDBOX,
          languages: settings.ENABLED_LANGUAGES,
          mainJobStoppable: settings.MAIN_JOB_STOPPABLE,
          requirePurpose: settings.REQUIRE_PURPOSE,
          maxRunningJobs: settings.MAX_RUNNING_JOBS,
          ...signInShown(settings),
        },
        consoleDir: builtConsole(),
      },
      metrics: () => kit.metrics.registry.metrics(),
    });
    return {
      app: gateway.app,
      start: async () => gateway.setReady(),
      release: () => gateway.release(),
      async close() {
        await gateway.close();
        await remote.close();
      },
    };
  },
});
