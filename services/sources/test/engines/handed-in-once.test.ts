import { afterEach, describe, expect, it } from '@jest/globals';
import { openMongo } from '@numscope/adapters/mongo';
import { createLogger, newId } from '@numscope/platform';
import { testEngine } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import type { Claim, Submission } from '../../src/connectors/http/submissions.port.ts';
import { openSourceMongoStore } from '../../src/store/mongo/source-store.ts';
import type { SourceStore } from '../../src/store/source-store.port.ts';
import { type FakeProvider, json, startProvider } from '../support/fake-provider.ts';
import { httpYaml } from '../support/office.ts';
import { type Instances, startInstances } from '../support/instances.ts';
import { commitOf } from '../support/records.ts';
import { phones } from '../support/sources-under-test.ts';

const list = phones(4);
const log = createLogger('test', 'silent');
const closing: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

describe('claims of two instances', () => {
  const open = async (url: string): Promise<SourceStore> => {
    const store = await openSourceMongoStore(await openMongo({ url, service: 'sources', log }));
    closing.push(() => store.close());
    await store.shared?.beat({ works: [], figures: [] });
    return store;
  };
  const two = async (): Promise<[SourceStore, SourceStore]> => {
    const url = `${testEngine('mongodb')}/test_${newId().slice(-12)}`;
    const records = await openMongo({ url, service: 'sources', log });
    closing.push(async () => {
      await records.dropDatabase();
      await records.close();
    });
    return [await open(url), await open(url)];
  };
  const claim = (overrides: Partial<Claim> = {}): Claim => ({
    id: newId(),
    source: 'OFFICE',
    phones: list,
    at: 1000,
    since: 0,
    ...overrides,
  });
  const submission = (of: Claim, overrides: Partial<Submission> = {}): Submission => ({
    id: of.id,
    source: of.source,
    phones: of.phones,
    size: of.phones.length,
    account: 'main',
    at: of.at,
    values: { 'answer.data.id': 'w1' },
    cost: 0.5,
    ...overrides,
  });
  const nothing = { submissions: [], phones: [] };
  /** As the others do with one that was killed. */
  const expel = async (dead: SourceStore, by: SourceStore): Promise<void> => {
    const all = (await by.shared?.beat({ works: [], figures: [] })) ?? [];
    for (const instance of all) if (instance.id === dead.shared?.instance) await by.shared?.expel(instance);
  };

  it('made at once share the numbers out: each goes to one', async () => {
    const [one, other] = await two();
    for (let round = 0; round < 20; round++) {
      const numbers = phones(20, 998_900_000_000 + round * 100);
      const shares = await Promise.all(
        [one, other, one, other].map((store) => store.claimNumbers(claim({ phones: numbers }))),
      );
      expect(shares.flatMap((share) => share.phones).toSorted()).toEqual(numbers);
    }
  });

  it('hold while the claimer lives; of one that died whoever comes first hands in', async () => {
    const [one, other] = await two();
    await one.claimNumbers(claim());
    expect(await other.claimNumbers(claim())).toEqual(nothing);
    await expel(one, other);
    expect((await other.claimNumbers(claim())).phones.toSorted()).toEqual(list);
    // It was only held for dead: what it hands in now is not kept in place of the other's.
    expect(await one.claimNumbers(claim())).toEqual(nothing);
  });

  it('of one that is killed after it handed in are asked on for, by the others only then', async () => {
    const [one, other] = await two();
    const wanted = claim();
    await one.claimNumbers(wanted);
    await one.keepSubmission(submission(wanted));
    expect(await other.claimNumbers(claim())).toEqual(nothing);
    await expel(one, other);
    const taken = await other.claimNumbers(claim());
    expect(taken.phones).toEqual([]);
    expect(taken.submissions).toEqual([submission(wanted)]);
    expect(await one.claimNumbers(claim())).toEqual(nothing);
  });

  it('are free again when let go of, and when what was handed in is too old', async () => {
    const [one, other] = await two();
    const wanted = claim();
    await one.claimNumbers(wanted);
    await one.letGo(wanted);
    const again = claim();
    expect((await other.claimNumbers(again)).phones).toHaveLength(4);
    await other.keepSubmission(submission(again));
    await other.letGo(again);
    expect((await one.claimNumbers(claim())).submissions).toEqual([submission(again)]);
    expect((await other.claimNumbers(claim({ at: 3000, since: 2000 }))).phones).toHaveLength(4);
  });

  it('of what one call asks on for are kept from the other calls of the same instance until its answers are there', async () => {
    const [one] = await two();
    const wanted = claim();
    await one.claimNumbers(wanted);
    await one.keepSubmission(submission(wanted));
    expect(await one.claimNumbers(claim())).toEqual(nothing);
    await one.letGo(wanted);
    expect((await one.claimNumbers(claim())).submissions).toEqual([submission(wanted)]);
    expect(await one.claimNumbers(claim())).toEqual(nothing);
    const ended = list.map((phone) => ({ source: 'OFFICE', phone, id: wanted.id }));
    await one.commit(commitOf(1, { ended }));
    expect((await one.claimNumbers(claim())).phones).toEqual(list);
  });

  it('of an erased number are gone, and what is handed in by them is not kept', async () => {
    const [one, other] = await two();
    const wanted = claim({ phones: list.slice(0, 1) });
    await one.claimNumbers(wanted);
    expect(await other.erase(list[0] ?? '')).toEqual({ observations: 0, submissions: 1 });
    await one.keepSubmission(submission(wanted));
    expect(await other.erase(list[0] ?? '')).toEqual({ observations: 0, submissions: 0 });
  });
});

describe('two instances at the same numbers', () => {
  let instances: Instances;
  let provider: FakeProvider;
  let take: (() => void) | undefined;
  let isDone = false;

  const begin = async (): Promise<void> => {
    take = undefined;
    isDone = false;
    provider = await startProvider((call, response) => {
      if (call.method === 'POST') take = () => json(response, { id: 'w1' }, 202);
      else json(response, { done: isDone, results: list.map((tel) => ({ tel, who: `Person ${tel}` })) });
    });
    closing.push(() => provider.close());
    const yaml = httpYaml([
      `request: { method: POST, url: "${provider.url}/works", body: { numbers: "{e164s}" }, batchSize: 4, headers: { X-Instance: "\${env:INSTANCE}" } }`,
      `poll: { url: "${provider.url}/works/{answer.id}", until: body.done, everyMs: 100, atMostMs: 60000 }`,
      'answer: { items: "body.results", phone: tel, map: { names: who } }',
      'freshForDays: 0',
    ]);
    instances = await startInstances(yaml, 1);
    closing.push(() => instances.close());
  };
  const handedIn = (): number => provider.seen.filter(({ method }) => method === 'POST').length;
  const pollers = (): Set<unknown> =>
    new Set(provider.seen.filter(({ method }) => method === 'GET').map(({ headers }) => headers['x-instance']));
  const bothWork = (): Promise<boolean> =>
    askUntil(async () => (await instances.members()).filter(({ works }) => works.length > 0).length === 2);

  it('hand them in once and ask on for them by one: the other hears the answer from the records', async () => {
    await begin();
    await instances.add('first');
    await instances.add('second');
    // As a hand-over does: the same request comes to both.
    await instances.send(list, {}, 4);
    await provider.arrived(1);
    await instances.send(list, {}, 4);
    await bothWork();
    take?.();
    await askUntil(() => pollers().size === 1);
    isDone = true;
    const { bus } = instances;
    await askUntil(() => bus.published('phone.resolved').length >= 4);
    await askUntil(async () => (await instances.members()).every(({ works }) => works.length === 0));
    expect(handedIn()).toBe(1);
    expect(pollers().size).toBe(1);
    expect(new Set(bus.published('phone.resolved').map(({ data }) => data.status))).toEqual(new Set(['FOUND']));
  });

  it('go on where one of them leaves in the middle, by what it had handed in', async () => {
    await begin();
    const first = await instances.add('first');
    await instances.send(list, {}, 4);
    await provider.arrived(1);
    take?.();
    await provider.arrived(2);
    await instances.add('second');
    await instances.send(list, {}, 4);
    await bothWork();
    await first.close();
    isDone = true;
    await instances.resolved(list);
    expect(handedIn()).toBe(1);
  });
});
