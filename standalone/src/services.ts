import { createAuditService } from '@numscope/audit';
import type { CheckpointSigner } from '@numscope/audit/checkpoint-keys';
import { createAuthService } from '@numscope/auth';
import type { CallerName, ServiceName } from '@numscope/contracts';
import { createImagesService } from '@numscope/images';
import { createJobsService } from '@numscope/jobs';
import type { ProcessParts } from '@numscope/mains/process-parts';
import {
  createInjectClient,
  observeBus,
  type Service,
  type ServiceClient,
  type ServiceKeyRing,
  type Shutdown,
  type TokenSigner,
} from '@numscope/platform';
import { createProfilesService } from '@numscope/profiles';
import { createSourcesService } from '@numscope/sources';
import type { ReadSourcesFile } from '@numscope/sources/load-sources-file';
import { createUsersService, type GeneratedAdministrator, SealedSecrets } from '@numscope/users';
import type { Engines } from './engines.ts';
import type { Faces } from './open-faces.ts';
import { pagesOfOwn } from './profile-pages.ts';
import type { Settings } from './settings.ts';
import type { Stores } from './stores.ts';

export interface Services {
  all: Readonly<Record<ServiceName, Service>>;
  /** Calls to them in the name of `caller`. */
  clientFor(caller: CallerName): ServiceClient;
  /** Makes the first administrator where there is none; not null if its password was made up. */
  ensureFirstAdministrator(): Promise<GeneratedAdministrator | null>;
  /** Begins the background work of all. */
  start(): Promise<void>;
}

/** What the services of this process share. */
export interface SharedParts extends ProcessParts {
  tokens: TokenSigner;
  /** Signs the audit's checkpoints. */
  signer: CheckpointSigner;
  /** As it was read at the start. */
  sourcesFile: ReadSourcesFile;
  credentialsOf: ServiceKeyRing['credentialsOf'];
}

/** Makes every service on its own records. Whoever is asked by others closes after them. */
export async function createServices(
  settings: Settings,
  env: Readonly<Record<string, string | undefined>>,
  { bus, blobs, index }: Engines,
  stores: Stores,
  faces: Promise<Faces>,
  { kitFor, tokens, signer, revocations, sourcesFile, credentialsOf }: SharedParts,
  shutdown: Shutdown,
): Promise<Services> {
  const { dataDir, sessionHours } = settings;
  const created = new Map<ServiceName, Service>();
  const appOf = (name: ServiceName) => {
    const service = created.get(name);
    if (!service) throw new Error(`the service ${name} is not there yet`);
    return service.app;
  };
  const clientFor = (caller: CallerName): ServiceClient => createInjectClient(credentialsOf(caller), appOf);
  /** What each stands on; its metrics tell of what it handles. */
  const ground = (name: ServiceName) => {
    const kit = kitFor(name);
    return { kit, bus: observeBus(bus, kit) };
  };
  const keep = <S extends Service>(service: S): S => {
    created.set(service.name, service);
    shutdown.add(service.name, () => service.close());
    return service;
  };

  const audit = keep(
    await createAuditService({
      ...ground('audit'),
      store: stores.audit,
      signer,
      settings: {
        folder: settings.auditCheckpoints,
        everyEntries: settings.auditCheckpointEntries,
        everyMs: settings.auditCheckpointMinutes * 60_000,
        retentionDays: settings.auditRetentionDays,
        syslog: settings.auditSyslog,
      },
    }),
  );
  const users = keep(
    await createUsersService({
      ...ground('users'),
      store: stores.users,
      secrets: new SealedSecrets(settings.secondFactorKeys),
      settings: { adminUsername: settings.adminUsername, adminPassword: settings.adminPassword },
    }),
  );
  const auth = keep(
    await createAuthService({
      ...ground('auth'),
      client: clientFor('auth'),
      store: stores.auth,
      tokens,
      revocations,
      settings: { sessionHours, idleMs: settings.idleMs, ...settings.signIn },
    }),
  );
  const { encoder, index: faceIndex } = await faces;
  const images = keep(
    await createImagesService({
      ...ground('images'),
      client: clientFor('images'),
      blobs,
      store: stores.images,
      encoder,
      index: faceIndex,
      settings: {
        requirePurpose: settings.requirePurpose,
        faceSearchesPerHour: settings.faceSearchesPerHour,
        faceNotice: settings.faceNotice,
      },
    }),
  );
  const profiles = keep(
    await createProfilesService({
      ...ground('profiles'),
      client: clientFor('profiles'),
      index,
      store: stores.profiles,
      ...(await pagesOfOwn(settings)),
    }),
  );
  const sources = keep(
    await createSourcesService({
      ...ground('sources'),
      client: clientFor('sources'),
      store: stores.sources,
      sourcesFile,
      settings: {
        sourcesFile: settings.sourcesFile,
        sandbox: settings.sandbox,
        webhookPrivateHosts: settings.webhookPrivateHosts,
        dataDir,
        env,
      },
    }),
  );
  const jobs = keep(
    await createJobsService({
      ...ground('jobs'),
      client: clientFor('jobs'),
      store: stores.jobs,
      settings: {
        maxRunningJobs: settings.maxRunningJobs,
        mainJobStoppable: settings.mainJobStoppable,
        defaultRegion: settings.defaultRegion,
        requirePurpose: settings.requirePurpose,
      },
    }),
  );
  const all = { audit, users, auth, images, profiles, sources, jobs };

  return {
    all,
    clientFor,
    ensureFirstAdministrator: () => users.ensureFirstAdministrator(),
    async start() {
      for (const service of Object.values(all)) await service.start();
    },
  };
}
