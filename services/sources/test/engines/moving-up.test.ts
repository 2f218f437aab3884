import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { limits } from '@numscope/contracts';
import { createTestKit, moveRecords, testDatabase, type TestKit } from '@numscope/testing';
import { openSourceStore } from '../../src/store/sqlite/index.ts';
import { openSourceMongoStore } from '../../src/store/mongo/source-store.ts';
import { movingSources } from '../../src/store/move-up.ts';
import type { DuePhotos } from '../../src/store/due-photos.port.ts';
import type { NewObservation, SourceStore } from '../../src/store/source-store.port.ts';
import { commitOf } from '../support/records.ts';

const DAY = '2026-11-20';
const PHONE = '+998901000001';
/** More than one document holds. */
const MANY = 700;

let test: TestKit;
let embedded: SourceStore;

beforeEach(async () => {
  test = await createTestKit('sources');
  embedded = await openSourceStore({ dataDir: test.dir });
});
afterEach(() => test.close());

const DUE: DuePhotos = {
  id: 'answer',
  phone: PHONE,
  source: 'OFFICE',
  account: null,
  job: { id: 'job', number: 7, pass: 1 },
  run: 1,
  answeredAt: 1,
  references: ['/a.png', '/b.png'],
  total: 3,
  lost: 1,
  tries: 2,
  dueAt: 5,
};

/** All that the test counts. */
const EVER = { from: 0, to: 4_000_000_000_000, span: 'HOUR' } as const;

const observation = (index: number, phone = PHONE): NewObservation => ({
  id: `${phone} ${index}`,
  phone,
  source: 'OFFICE',
  account: 'a',
  at: Date.parse(DAY) + index,
  observedAt: index % 3 === 0 ? Date.parse(DAY) - index : null,
  status: index % 2 === 0 ? 'FOUND' : 'FAILED',
  message: index % 2 === 0 ? null : 'away',
  fields: index % 2 === 0 ? JSON.stringify({ emails: [`${index}@mail.example`] }) : null,
  raw: index % 2 === 0 ? JSON.stringify({ mail: `${index}@mail.example` }) : null,
  job: 7,
  pass: index,
  run: 1,
  country: 'UZ',
  cost: 0.25,
});

it('keeps every observation in its order, what a day has left, and who is paused', async () => {
  const observations = [...Array(MANY).keys()].map((index) => observation(index));
  const calls = [
    { source: 'OFFICE', account: 'a', day: DAY, calls: 29 },
    { source: 'OFFICE', account: 'b', day: DAY, calls: 5 },
  ];
  await embedded.commit(
    commitOf(1, {
      observations: [...observations, observation(0, '+998901000002')],
      calls,
      lost: [{ source: 'OFFICE', country: 'UZ', at: Date.parse(DAY), cost: 0.5 }],
      photos: [{ over: null, answer: null, due: DUE }],
    }),
  );
  await embedded.setStop('OFFICE', { by: 'admin', why: null }, 1, []);
  await embedded.noteJobs([{ id: 'job', run: 3, status: 'PAUSED' }]);
  const asked = {
    phones: [PHONE],
    job: 7,
    pass: 600,
    run: 1,
    merged: [],
    sources: [{ source: 'OFFICE', freshSince: null }],
  };
  const before = {
    observations: await embedded.observationsOf(PHONE, 10_000, limits.asIsRawBytes),
    known: await embedded.known(asked),
    calls: await embedded.callsOf(DAY),
    paused: await embedded.stops(),
    jobs: await embedded.jobs(),
    statistics: await embedded.statistics('OFFICE', EVER),
    photos: await embedded.duePhotoCounts('OFFICE'),
  };
  await embedded.close();
  const { connect } = await testDatabase(test);
  const connection = await connect();
  await moveRecords(movingSources, test.dir, connection);

  const moved = await openSourceMongoStore(connection);
  test.defer(() => moved.close());
  expect(before.observations).toHaveLength(MANY);
  expect(await moved.observationsOf(PHONE, 10_000, limits.asIsRawBytes)).toEqual(before.observations);
  expect(await moved.known(asked)).toEqual(before.known);
  expect((await moved.callsOf(DAY)).toSorted((a, b) => (a.account < b.account ? -1 : 1))).toEqual(before.calls);
  expect(await moved.stops()).toEqual(before.paused);
  expect(await moved.jobs()).toEqual(before.jobs);
  expect(before.statistics.ever.asked).toBe(MANY + 1);
  expect(await moved.statistics('OFFICE', EVER)).toEqual(before.statistics);
  expect(before.photos).toEqual({ waiting: 2, givenUp: 0 });
  expect(await moved.duePhotoCounts('OFFICE')).toEqual(before.photos);
  expect(await moved.takeDuePhotos(5, 6, 10)).toEqual([DUE]);

  const accounts = [
    { name: 'a', perDay: 30 },
    { name: 'b', perDay: 5 },
  ];
  expect(
    await moved.shared?.reserve({ source: 'OFFICE', now: Date.parse(DAY), accounts, limits: {}, calls: 10 }),
  ).toMatchObject({
    account: 'a',
    calls: 1,
    left: 0,
  });
  // An order of now counts more than what was carried.
  await moved.setStop('OFFICE', null, 2, []);
  expect(await moved.stops()).toEqual([]);
});
