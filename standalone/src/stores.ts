import { type AuditStore, openAuditStore } from '@numscope/audit/store';
import type { AuditTexts } from '@numscope/audit/store/texts';
import { type AuthStore, openAuthStore } from '@numscope/auth/store';
import type { ServiceName } from '@numscope/contracts';
import { type ImageStore, openImageStore } from '@numscope/images/store';
import { type JobStore, openJobsStore } from '@numscope/jobs/store';
import { elasticOf, openRecords } from '@numscope/mains/engines';
import type { EngineAddress } from '@numscope/mains/engine-settings';
import type { Logger } from '@numscope/platform';
import { openProfilesStore, type ProfileStore } from '@numscope/profiles/store';
import { openSourceStore, type SourceStore } from '@numscope/sources/store';
import { openUserStore, type UserStore } from '@numscope/users/store';
import type { Settings } from './settings.ts';

/** The records of each service. */
export interface Stores {
  audit: AuditStore;
  users: UserStore;
  auth: AuthStore;
  images: ImageStore;
  profiles: ProfileStore;
  sources: SourceStore;
  jobs: JobStore;
}

async function embeddedStores({ dataDir, sessionHours }: Settings): Promise<Stores> {
  const [audit, users, auth, images, profiles, sources, jobs] = await Promise.all([
    openAuditStore({ dataDir }),
    openUserStore({ dataDir }),
    openAuthStore({ dataDir, sessionHours }),
    openImageStore({ dataDir }),
    openProfilesStore({ dataDir }),
    openSourceStore({ dataDir }),
    openJobsStore({ dataDir }),
  ]);
  return { audit, users, auth, images, profiles, sources, jobs };
}

/**
 * By which texts of the audit are found where MongoDB keeps it; null: it has none.
 * @throws SettingsError where the engine does not let the user do what is needed for them
 */
async function auditTexts(at: EngineAddress | null): Promise<AuditTexts | null> {
  if (at === null) return null;
  const { checkElasticTexts, openElasticTexts } = await import('@numscope/audit/store/elastic');
  await checkElasticTexts(elasticOf(at));
  return openElasticTexts(elasticOf(at));
}

/** What MongoDB needs is loaded only here: it is large. */
async function mongoStores(at: EngineAddress, { sessionHours, searchUrl }: Settings, log: Logger): Promise<Stores> {
  const connect = (name: ServiceName) => openRecords(at, name, log);
  // Before all else: what is wrong with the settings leaves nothing open.
  const texts = await auditTexts(searchUrl);
  const [audit, users, auth, images, profiles, sources, jobs] = await Promise.all([
    import('@numscope/audit/store/mongo').then(async (of) =>
      of.openAuditMongoStore(await connect('audit'), { log, texts }),
    ),
    import('@numscope/users/store/mongo').then(async (of) => of.openUserMongoStore(await connect('users'), { log })),
    import('@numscope/auth/store/mongo').then(async (of) =>
      of.openAuthMongoStore(await connect('auth'), { sessionHours, log }),
    ),
    import('@numscope/images/store/mongo').then(async (of) => of.openImageMongoStore(await connect('images'), { log })),
    import('@numscope/profiles/store/mongo').then(async (of) =>
      of.openProfilesMongoStore(await connect('profiles'), { log }),
    ),
    import('@numscope/sources/store/mongo').then(async (of) => of.openSourceMongoStore(await connect('sources'))),
    import('@numscope/jobs/store/mongo').then(async (of) => of.openJobsMongoStore(await connect('jobs'), { log })),
  ]);
  return { audit, users, auth, images, profiles, sources, jobs };
}

/** Opens the records of all services: in the MongoDB that the settings name, else each in a file of its own. */
export const openStores = (settings: Settings, log: Logger): Promise<Stores> =>
  settings.storeUrl === null ? embeddedStores(settings) : mongoStores(settings.storeUrl, settings, log);
