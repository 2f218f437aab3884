import { afterAll, beforeAll } from '@jest/globals';
import { newId } from '@numscope/platform';
import { createTestKit, openTestRecords, type TestKit } from '@numscope/testing';
import { openSourceMongoStore } from '../../src/store/mongo/source-store.ts';
import type { Commit, NewObservation } from '../../src/store/source-store.port.ts';
import { openSourceStore, type SourceStore } from '../../src/store/sqlite/index.ts';

export interface TestRecords {
  readonly store: SourceStore;
  /** Writes it as the next commit. */
  commit(changes: Partial<Omit<Commit, 'number'>>): ReturnType<SourceStore['commit']>;
}

/** Records for all tests of a file, without a service. */
export function keepRecords(): TestRecords {
  let kit: TestKit;
  let store: SourceStore;
  let commits = 0;
  beforeAll(async () => {
    kit = await createTestKit('sources');
    store = await openTestRecords(kit, {
      sqlite: () => openSourceStore({ dataDir: kit.dir }),
      mongo: openSourceMongoStore,
    });
  });
  afterAll(async () => {
    await store.close();
    await kit.close();
  });
  return {
    get store() {
      return store;
    },
    commit: (changes) => store.commit(commitOf(++commits, changes)),
  };
}

/** A commit of nothing but these changes. */
export const commitOf = (number: number, changes: Partial<Commit> = {}): Commit => ({
  number,
  observations: [],
  ended: [],
  calls: [],
  reused: [],
  lost: [],
  photos: [],
  events: null,
  ...changes,
});

/** What OFFICE found of a number of Uzbekistan for job 1, but for these changes. */
export const observationOf = (phone: string, changes: Partial<NewObservation> = {}): NewObservation => ({
  id: newId(),
  phone,
  source: 'OFFICE',
  account: null,
  at: 1,
  observedAt: null,
  status: 'FOUND',
  message: null,
  fields: null,
  raw: null,
  job: 1,
  pass: 1,
  run: 1,
  country: 'UZ',
  cost: null,
  ...changes,
});
