import type { Observation, Profile } from '@numscope/contracts';
import type { Service } from '@numscope/platform';
import {
  authed,
  buildJobPass,
  buildObservation,
  type Caller,
  createTestKit,
  openTestRecords,
  phoneResolvedEvent,
  restartService,
  type ServiceSetup,
  stubClient,
  type TestKit,
} from '@numscope/testing';
import { createProfilesService } from '../src/app.ts';
import type { ProfilesDeps } from '../src/deps.ts';
import { openProfilesStore, type ProfileStore } from '../src/store/sqlite/index.ts';
import { openProfilesMongoStore } from '../src/store/mongo/index.ts';
import { NaiveIndex } from './naive-index.ts';

export interface Setup extends ServiceSetup {
  index: NaiveIndex;
  user: Caller;
  nobody: Caller;
  /** Sends what sources said and waits until the profiles have it and the world was told. */
  resolve(...phones: Array<Parameters<typeof phoneResolvedEvent>[0]>): Promise<void>;
}

/** The profiles of a kit, on the records that this run of the tests is about. */
export const openStore = (test: Pick<TestKit, 'kit' | 'dir' | 'defer'>): Promise<ProfileStore> =>
  openTestRecords(test, {
    sqlite: () => openProfilesStore({ dataDir: test.dir }),
    mongo: (connection) => openProfilesMongoStore(connection, { log: test.kit.log }),
  });

/**
 * The service on its real store, with an index in memory.
 * @param change some of the store's functions
 */
export async function setUp(
  given: Pick<ProfilesDeps, 'importAnswerMs' | 'retentionLookMs'> = {},
  change: Partial<ProfileStore> = {},
): Promise<Setup> {
  const kit = await createTestKit('profiles');
  const index = new NaiveIndex();
  const client = stubClient();
  const begin = async (): Promise<Service> => {
    // Before MongoDB's stands what takes no others.
    const store: ProfileStore = Object.assign(Object.create(await openStore(kit)), change);
    const service = await createProfilesService({ ...given, kit: kit.kit, bus: kit.bus, client, index, store });
    await service.start();
    return service;
  };
  const setup: Setup = {
    ...kit,
    service: await begin(),
    index,
    client,
    get admin() {
      return authed(setup.service.app, kit.tokenFor('ADMIN'));
    },
    get user() {
      return authed(setup.service.app, kit.tokenFor('USER'));
    },
    get nobody() {
      return authed(setup.service.app, null);
    },
    async resolve(...phones) {
      const events = phones.map((phone) => ({
        found: phone?.status !== 'NOT_FOUND',
        event: phoneResolvedEvent(phone),
      }));
      await kit.bus.deliver(...events.map(({ event }) => event));
      // Events go out in the order they came: with the last one all were told.
      const last = events.findLast(({ found }) => found);
      if (last) await kit.bus.waitFor('profile.updated', ({ id }) => id === `${last.event.id}:updated`);
    },
    restart: () => restartService(setup, begin),
    async close() {
      await setup.service.close();
      await kit.close();
    },
  };
  return setup;
}

/** One found phone with these fields, said by one source. */
export const foundPhone = (
  phone: string,
  fields: Observation['fields'],
  overrides: Partial<Observation> & { job?: number } = {},
) => {
  const { job = 1, ...observation } = overrides;
  return {
    phone,
    job: buildJobPass({ id: `job-${job}`, number: job }),
    observations: [buildObservation({ phone, fields, at: 1_750_000_000_000, ...observation })],
  };
};

export const contentOf = (json: string): Profile[] => (JSON.parse(json) as { content: Profile[] }).content;
