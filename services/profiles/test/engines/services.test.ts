import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { unpackDocument, type Service } from '@numscope/platform';
import { authed, createTestKit, phoneResolvedEvent, stubClient, testDatabase, type TestKit } from '@numscope/testing';
import { createProfilesService } from '../../src/app.ts';
import { openProfilesMongoStore } from '../../src/store/mongo/index.ts';
import type { ProfileStore } from '../../src/store/profile-store.port.ts';
import { NaiveIndex } from '../naive-index.ts';
import { foundPhone } from '../setup.ts';

const PHONES = Array.from({ length: 40 }, (_none, place) => `+9989012345${String(place).padStart(2, '0')}`);
const ROUNDS = 3;

let test: TestKit;
let index: NaiveIndex;
let stores: ProfileStore[];
let services: Service[];

beforeEach(async () => {
  test = await createTestKit('profiles');
  const database = await testDatabase(test);
  index = new NaiveIndex();
  index.isShared = true;
  const open = async () => openProfilesMongoStore(await database.connect(), { log: test.kit.log });
  stores = await Promise.all([open(), open()]);
  services = await Promise.all(
    stores.map((store) => createProfilesService({ kit: test.kit, bus: test.bus, client: stubClient(), index, store })),
  );
  for (const service of services) await service.start();
});
afterEach(async () => {
  await Promise.all(services.map((service) => service.close()));
  await test.close();
});

it('keep one index in line with one store, however they absorb and delete the same phones at once', async () => {
  const [a, b] = services.map((service) => authed(service.app, test.tokenFor('ADMIN')));
  const ids: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const events = PHONES.map((phone, place) =>
      phoneResolvedEvent(foundPhone(phone, { city: `${round}` }, { source: `S${place % 2}`, job: round })),
    );
    ids.push(...events.map(({ id }) => id));
    const deletions = PHONES.filter((_phone, place) => place % 3 === round % 3).flatMap((phone) =>
      [a, b].map((caller) => caller?.call(calls.deleteProfile, { params: { phone } })),
    );
    const texts = events.map(({ json }) => json);
    // Beside what comes by the bus, a batch that comes to the other instance as well, as it does when partitions change
    // hands.
    const twice = stores.map(async (store) => {
      const work = await store.absorb(texts, 1);
      await index.upsert(work?.upserts ?? []);
    });
    await Promise.all([test.bus.deliver(...events), ...deletions, ...twice]);
  }
  for (const id of ids) await test.bus.waitFor('profile.updated', (event) => event.id === `${id}:updated`);
  // What nobody carried out to its end is taken over.
  while (await stores[0]?.hasOpenWork()) await services[0]?.app.inject('/health');
  const kept = (await stores[0]?.documents(PHONES)) ?? [];
  expect([...index.documents.values()].sort((x, y) => (x.phone < y.phone ? -1 : 1))).toEqual(kept.map(unpackDocument));
});
