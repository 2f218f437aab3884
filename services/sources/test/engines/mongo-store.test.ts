import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openMongo } from '@numscope/adapters/mongo';
import { createLogger, newId, newIdAt, outgoing, packEvents } from '@numscope/platform';
import { digestOf } from '@numscope/platform/erased-numbers';
import { testEngine } from '@numscope/testing';
import { openSourceMongoStore } from '../../src/store/mongo/source-store.ts';
import type { DuePhotos } from '../../src/store/due-photos.port.ts';
import type { Commit, NewObservation, SourceStore } from '../../src/store/source-store.port.ts';
import type { KeptWebhook } from '../../src/webhooks/kept-webhook.ts';
import { commitOf, observationOf } from '../support/records.ts';
import { PHONE } from '../support/sources-under-test.ts';

const DAY = '2026-11-20';
let url: string;
let stores: SourceStore[];

const open = async (): Promise<SourceStore> => {
  const store = await openSourceMongoStore(
    await openMongo({ url, service: 'sources', log: createLogger('test', 'silent') }),
  );
  stores.push(store);
  return store;
};
beforeEach(() => {
  url = `${testEngine('mongodb')}/test_${newId().slice(-12)}`;
  stores = [];
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const store of stores) await store.close();
  const connection = await openMongo({ url, service: 'sources', log: createLogger('test', 'silent') });
  await connection.dropDatabase();
  await connection.close();
});

const steady = performance.now.bind(performance);
let passed = 0;
/** From here on the steady clock says that so much more has passed. */
function pass(ms: number): void {
  passed += ms;
  jest.spyOn(performance, 'now').mockImplementation(() => steady() + passed);
}

const observation = (changes: Partial<NewObservation> = {}): NewObservation =>
  observationOf(PHONE, {
    account: 'main',
    at: 1000,
    observedAt: 500,
    fields: '{"city":"Tashkent"}',
    raw: '{"town":"Tashkent"}',
    cost: 0.5,
    ...changes,
  });
const profileDeleted = () =>
  outgoing('profile.deleted', PHONE, { phone: PHONE, profileId: newId(), reason: 'DELETED' });
const commitOfAnswer = (number: number, changes: Partial<Commit> = {}): Commit =>
  commitOf(number, {
    observations: [observation()],
    calls: [{ source: 'OFFICE', account: 'main', day: DAY, calls: 3 }],
    reused: [{ request: 'request-1', at: 1000, counts: [{ source: 'OFFICE', country: 'UZ', fresh: 4 }] }],
    lost: [{ source: 'OFFICE', country: 'UZ', at: 1000, cost: 0.25 }],
    events: packEvents([profileDeleted()]),
    ...changes,
  });

/** A change that a process wrote and carried out before it was killed: whoever looks next carries it out once more. */
async function leaveBehind(change: object): Promise<void> {
  const connection = await openMongo({ url, service: 'sources', log: createLogger('test', 'silent') });
  await connection
    .collection<{ _id: string; owner: string; change: string; events: null; held: boolean }>('journal')
    .insertOne({
      _id: newIdAt(Date.now() - 60_000),
      owner: 'killed',
      change: JSON.stringify(change),
      events: null,
      held: false,
    });
  await connection.close();
}

describe('a commit', () => {
  it('that is repeated because nobody knew whether it went through counts once', async () => {
    const store = await open();
    const commit = commitOfAnswer(1);
    await store.commit(commit);
    await store.commit(commit);
    await store.commit(commitOfAnswer(2));
    expect(await store.callsOf(DAY)).toEqual([{ source: 'OFFICE', account: 'main', day: DAY, calls: 6 }]);
    expect(await store.observationsOf(PHONE, 10, 1_000_000)).toHaveLength(2);
    expect(await store.callsOf('2026-11-19')).toEqual([]);
    // The observations of the two are two, the request whose kept answers were used again is one.
    const counts = { asked: 2, found: 2, nothing: 0, failed: 0, fresh: 4, cost: 1.5 };
    expect(await store.statistics('OFFICE', { from: 0, to: 3_600_000, span: 'HOUR' })).toEqual({
      ever: counts,
      countries: [{ country: 'UZ', ...counts }],
      times: [{ at: 0, ...counts }],
    });
  });

  it('of each instance counts, under whatever number', async () => {
    for (const store of [await open(), await open()]) await store.commit(commitOfAnswer(1));
    expect(await stores[0]?.callsOf(DAY)).toEqual([{ source: 'OFFICE', account: 'main', day: DAY, calls: 6 }]);
  });

  it('keeps its events until they are cleared, and none for others', async () => {
    const [store, other] = [await open(), await open()];
    const id = await store.commit(commitOfAnswer(1));
    expect(await store.commit(commitOfAnswer(2, { events: null }))).toBeNull();
    expect((await store.pendingEvents(10)).map((entry) => [entry.id, entry.events.length])).toEqual([[id, 1]]);
    expect(await other.pendingEvents(10)).toEqual([]);
    await store.clearEvents([id ?? '']);
    expect(await store.pendingEvents(10)).toEqual([]);
  });
});

describe('photos that are due', () => {
  const due = (id: string, dueAt: number): DuePhotos => ({
    id,
    phone: PHONE,
    source: 'OFFICE',
    account: 'main',
    job: { id: 'job', number: 1, pass: 1 },
    run: 1,
    answeredAt: 1,
    references: ['/a.png'],
    total: 1,
    lost: 0,
    tries: 0,
    dueAt,
  });
  const stepOf = (number: number, ...photos: Commit['photos']): Commit => commitOf(number, { photos });

  it('are taken by one of two instances, and by the other once whoever took them is silent', async () => {
    const [one, other] = [await open(), await open()];
    const steps = ['a', 'b', 'c', 'later'].map((id) => ({
      over: null,
      answer: null,
      due: due(id, id === 'later' ? 900 : 5),
    }));
    await one.commit(stepOf(1, ...steps));
    const taken = (await Promise.all([one, other].map((store) => store.takeDuePhotos(10, 500, 10)))).flat();
    expect(taken.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c']);
    expect(await other.takeDuePhotos(400, 600, 10)).toEqual([]);
    expect(await other.takeDuePhotos(500, 600, 10)).toHaveLength(3);
  });

  it('are over with the answer that brings them, which counts in no statistics, also when that is repeated', async () => {
    const store = await open();
    const first = observation({ id: '1', fields: '{"city":"Tashkent"}' });
    await store.commit(
      commitOfAnswer(1, { observations: [first], photos: [{ over: null, answer: null, due: due('1', 5) }] }),
    );
    const whole = observation({ id: '2', fields: '{"city":"Tashkent","photos":["x"]}', raw: null });
    const step = stepOf(2, { over: '1', answer: whole, due: null });
    await store.commit(step);
    await store.commit(step);
    expect(await store.takeDuePhotos(10, 20, 10)).toEqual([]);
    expect((await store.observationsOf(PHONE, 10, 1_000_000)).map(({ id }) => id)).toEqual(['1', '2']);
    const sources = [{ source: 'OFFICE', freshSince: null }];
    const [known] = await store.known({ phones: [PHONE], job: 1, pass: 1, run: 1, merged: [], sources });
    expect(known?.observation.fields).toHaveProperty('photos');
    expect((await store.statistics('OFFICE', { from: 0, to: 3_600_000, span: 'HOUR' })).ever.asked).toBe(1);
  });
});

describe('answers that come late', () => {
  const OTHER = '+998901112233';
  const answersOf = (at: number) => ({
    kind: 'answers',
    observations: [observation({ at }), observation({ at, phone: OTHER })],
    calls: [],
    photos: [
      {
        over: null,
        answer: observation({ at }),
        due: { id: newId(), phone: PHONE, source: 'OFFICE', dueAt: 1, answeredAt: at },
      },
    ],
    instance: 'killed',
    commit: 1,
  });

  it('of a number that was erased meanwhile are not kept; those of others, and what came after that, are', async () => {
    const store = await open();
    await store.noteErased({ digest: digestOf(PHONE), at: 5000 }, 0);
    await leaveBehind(answersOf(4000));
    expect(await store.pendingEvents(10)).toEqual([]);
    expect(await store.observationsOf(PHONE, 10, 1_000_000)).toEqual([]);
    expect(await store.takeDuePhotos(10, 20, 10)).toEqual([]);
    expect(await store.observationsOf(OTHER, 10, 1_000_000)).toHaveLength(1);
    expect((await store.statistics('OFFICE', { from: 0, to: 3_600_000, span: 'HOUR' })).ever.asked).toBe(2);
    await leaveBehind(answersOf(6000));
    await store.pendingEvents(10);
    expect(await store.observationsOf(PHONE, 10, 1_000_000)).toHaveLength(2);
  });
});

describe('what is known of a number', () => {
  const request = { phones: [PHONE], job: 1, pass: 1, run: 1 };

  it('is the answer of this pass, else the newest fresh one that is not a failure', async () => {
    const store = await open();
    const kept = [
      observation({ at: 1000, pass: 2, run: 4 }),
      observation({ at: 2000, pass: 1, run: 3, status: 'FAILED' }),
      observation({ at: 3000, job: 7 }),
      observation({ at: 4000, job: 8, status: 'FAILED' }),
    ];
    await store.commit(commitOfAnswer(1, { observations: kept }));
    const known = async (pass: number, freshSince: number | null) =>
      (await store.known({ ...request, pass, run: 3, merged: [], sources: [{ source: 'OFFICE', freshSince }] })).map(
        ({ observation: { at }, samePass, sameRun }) => [at, samePass, sameRun],
      );
    expect(await known(1, 0)).toEqual([[2000, true, true]]);
    expect(await known(2, 0)).toEqual([[1000, true, false]]);
    expect(await known(3, 0)).toEqual([[3000, false, false]]);
    expect(await known(3, 3001)).toEqual([]);
    expect(await known(3, null)).toEqual([]);
  });
});

describe('a job', () => {
  it('is never set back to a former run, whoever hears of it when', async () => {
    const [one, other] = [await open(), await open()];
    await one.noteJobs([
      { id: 'a', run: 2, status: 'IN_PROGRESS' },
      { id: 'a', run: 1, status: 'PAUSED' },
    ]);
    await other.noteJobs([{ id: 'a', run: 1, status: 'PAUSED' }]);
    await other.shared?.noteRun('a', 2);
    await other.noteJobs([{ id: 'a', run: 2, status: 'CANCELED' }]);
    await one.shared?.noteRun('a', 2);
    await one.noteJobs([{ id: 'a', run: 2, status: 'IN_PROGRESS' }]);
    await one.shared?.noteRun('b', 3);
    expect(await one.jobs()).toEqual([
      { id: 'a', run: 2, status: 'CANCELED' },
      { id: 'b', run: 3, status: 'IN_PROGRESS' },
    ]);
    expect(await one.shared?.heardOf(['b', 'c'])).toEqual([{ id: 'b', run: 3, status: 'IN_PROGRESS' }]);
  });
});

describe('an instance', () => {
  const note = { works: [], figures: [] };

  it('is alone once there has been no other for so long that nothing of one can be left', async () => {
    const one = await open();
    await one.shared?.beat(note);
    expect(one.isAlone).toBe(false);
    pass(12_000);
    expect(one.isAlone).toBe(true);
    const other = await open();
    await other.shared?.beat(note);
    await one.shared?.beat(note);
    expect([one.isAlone, other.isAlone]).toEqual([false, false]);
    await other.shared?.leave();
    await one.shared?.beat(note);
    expect(one.isAlone).toBe(false);
    pass(12_000);
    expect(one.isAlone).toBe(true);
  });
});

const webhook: KeptWebhook = {
  id: newId(),
  name: 'CRM',
  url: 'https://crm.example/hook',
  events: ['profile.updated'],
  filter: null,
  fields: null,
  secret: 'sesame-sesame-sesame',
  ownerId: 'user-1',
  createdBy: 'admin',
  createdOn: 1,
};

describe('a webhook', () => {
  it('that is dropped stays so, though its creation or a change of it comes again late', async () => {
    const store = await open();
    await store.keepWebhook(webhook, []);
    await store.dropWebhook(webhook.id, []);
    // As a clock that goes ahead would name them.
    for (const change of [newId(), newIdAt(Date.now() + 60_000)]) {
      await leaveBehind({ kind: 'webhook', webhook, change });
      await leaveBehind({ kind: 'webhook', webhook, change, isKnown: true });
    }
    expect(await store.pendingEvents(10)).toEqual([]);
    expect(await store.webhooks()).toEqual([]);
    expect(await store.changeWebhook(webhook, [profileDeleted()])).toBe(false);
    await store.queueDeliveries([
      { webhook: webhook.id, event: newId(), type: 'profile.updated', key: PHONE, json: '{}', at: 1 },
    ]);
    expect(await store.dueDeliveries(webhook.id, 10, 10)).toEqual([]);
    expect(await store.countDeliveries()).toEqual([]);
  });

  it('that is dropped leaves nothing of itself, and nothing at all after a while', async () => {
    const store = await open();
    const connection = await openMongo({ url, service: 'sources', log: createLogger('test', 'silent') });
    const left = async (): Promise<string> => JSON.stringify(await connection.collection('webhooks').find().toArray());
    await store.keepWebhook(webhook, []);
    await store.dropWebhook(webhook.id, []);
    expect(await left()).not.toContain(webhook.secret);
    await store.forgetDeliveries(0, Date.now() + 1);
    expect(await left()).toBe('[]');
    await connection.close();
  });
});

describe('an entry of the do-not-look-up list', () => {
  const added = { entries: [PHONE, '+99871*'], reason: 'asked', by: 'admin', at: 5000 };
  const entriesOf = async (store: SourceStore): Promise<string[]> => store.listedAfter('', 10);

  it('that is taken off stays so though it is put there once more by the same order, and may be put there again', async () => {
    const store = await open();
    const order = { kind: 'list', added, change: newId() };
    await leaveBehind(order);
    await store.pendingEvents(10);
    // By a clock that goes behind the one of who put it there.
    expect(await store.removeListed(PHONE, 4000, [])).toBe(true);
    expect(await entriesOf(store)).toEqual(['+99871*']);
    await leaveBehind(order);
    await store.pendingEvents(10);
    expect(await entriesOf(store)).toEqual(['+99871*']);
    expect(await store.removeListed(PHONE, 6000, [])).toBe(false);
    expect(await store.addListed({ ...added, at: 3000 }, [])).toBe(1);
    expect(await entriesOf(store)).toEqual([PHONE, '+99871*'].toSorted());
  });

  it('that a version before put there is taken off, also by what that version wrote', async () => {
    const store = await open();
    const connection = await openMongo({ url, service: 'sources', log: createLogger('test', 'silent') });
    const rows = added.entries.map((_id) => ({ _id, reason: 'asked', by: 'admin', at: 5000, folded: 'asked' }));
    await connection.collection<(typeof rows)[number]>('listed_numbers').insertMany(rows);
    await connection.close();
    expect(await store.removeListed(PHONE, 4000, [])).toBe(true);
    await leaveBehind({ kind: 'unlist', entry: '+99871*', at: 6000, change: newId() });
    await store.pendingEvents(10);
    expect(await entriesOf(store)).toEqual([]);
  });
});

describe('an order that follows one of an instance whose clock goes ahead', () => {
  it('holds all the same', async () => {
    const store = await open();
    const ahead = newIdAt(Date.now() + 60_000);
    const hook = { ...webhook, id: newId() };
    await leaveBehind({ kind: 'pause', source: 'OFFICE', by: 'admin', why: null, at: 1, change: ahead });
    await leaveBehind({ kind: 'told', source: 'OFFICE', state: 'PAUSED', at: 1, change: ahead });
    await leaveBehind({ kind: 'webhook', webhook: hook, change: ahead });
    await store.pendingEvents(10);
    expect(await store.stops()).toHaveLength(1);
    await store.setStop('OFFICE', null, 2, []);
    await store.tellState({ source: 'OFFICE', state: 'CLOSED', at: 2 }, []);
    expect(await store.changeWebhook({ ...hook, name: 'Other' }, [])).toBe(true);
    expect(await store.stops()).toEqual([]);
    expect(await store.toldStates()).toEqual([{ source: 'OFFICE', state: 'CLOSED', at: 2 }]);
    expect((await store.webhooks()).map(({ name }) => name)).toEqual(['Other']);
  });
});

describe('a pause', () => {
  it('holds with its event until somebody resumes, for all', async () => {
    const [one, other] = [await open(), await open()];
    await one.setStop('OFFICE', { by: 'admin', why: null }, 1, [profileDeleted()]);
    expect(await one.pendingEvents(10)).toHaveLength(1);
    expect(await other.stops()).toEqual([{ source: 'OFFICE', by: 'admin', why: null }]);
    const [before] = (await other.shared?.pauses()) ?? [];
    await other.setStop('OFFICE', null, 2, []);
    expect(await one.stops()).toEqual([]);
    const [after] = (await one.shared?.pauses()) ?? [];
    expect([after?.source, after?.stop]).toEqual(['OFFICE', null]);
    expect(after?.change).not.toBe(before?.change);
  });
});
