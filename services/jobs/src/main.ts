import { runProcess } from '@numscope/mains';
import { createJobsService } from './app.ts';
import { openJobsMongoStore } from './store/mongo/index.ts';

await runProcess({
  name: 'jobs',
  settings: ['STORE_URL', 'SOURCES_URL', 'MAX_RUNNING_JOBS', 'MAIN_JOB_STOPPABLE', 'DEFAULT_REGION', 'REQUIRE_PURPOSE'],
  create: async ({ kit, bus, client, settings, records }) =>
    createJobsService({
      kit,
      bus,
      client,
      store: await records(settings.STORE_URL, openJobsMongoStore),
      settings: {
        maxRunningJobs: settings.MAX_RUNNING_JOBS,
        mainJobStoppable: settings.MAIN_JOB_STOPPABLE,
        defaultRegion: settings.DEFAULT_REGION ?? null,
        requirePurpose: settings.REQUIRE_PURPOSE,
      },
    }),
});
