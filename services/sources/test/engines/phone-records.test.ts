import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Connection, openMongo } from '@numscope/adapters/mongo';
import { createLogger, newId } from '@numscope/platform';
import { testEngine } from '@numscope/testing';
import { PhoneRecords } from '../../src/store/mongo/phone-records.ts';
import type { NewObservation } from '../../src/store/source-store.port.ts';
import { observationOf } from '../support/records.ts';
import { PHONE, phones } from '../support/sources-under-test.ts';

let connection: Connection;
let records: PhoneRecords;
beforeEach(async () => {
  const url = `${testEngine('mongodb')}/test_${newId().slice(-12)}`;
  connection = await openMongo({ url, service: 'sources', log: createLogger('test', 'silent') });
  records = new PhoneRecords(connection);
});
afterEach(async () => {
  await connection.dropDatabase();
  await connection.close();
});

const observation = (id: string, changes: Partial<NewObservation> = {}): NewObservation =>
  observationOf(PHONE, { id, account: 'a', ...changes });
const idsOf = async (phone = PHONE): Promise<string[]> =>
  (await records.of([phone], []))[0]?.observations.map(({ id }) => id) ?? [];
const names = (count: number, prefix = 'o'): string[] =>
  Array.from({ length: count }, (_none, index) => `${prefix}${index}`);

describe('what was said about a phone', () => {
  it('stands there once however often it comes, in the order it came', async () => {
    const [first, second] = [observation('1'), observation('2')];
    await records.add([first]);
    await records.add([second, observation('other', { phone: '+1' })]);
    await records.add([first]);
    await records.add([second, observation('other', { phone: '+1' })]);
    expect([await idsOf(), await idsOf('+1')]).toEqual([['1', '2'], ['other']]);
  });

  it('is complete when several write to the same new phones at once', async () => {
    const list = phones(40);
    const batch = (writer: number): NewObservation[] =>
      list.map((phone) => observation(`${writer}-${phone}`, { phone }));
    await Promise.all([1, 2, 3].map((writer) => records.add(batch(writer))));
    const kept = await records.of(list, ['raw']);
    expect(kept).toHaveLength(40);
    for (const { phone, observations } of kept)
      expect(observations.map(({ id }) => id).toSorted()).toEqual([1, 2, 3].map((writer) => `${writer}-${phone}`));
  });

  it.each([
    ['many', 350, 10, 280],
    ['large', 4, 1_100_000, 0],
  ])(
    'is found whole when it is %s, goes over into further documents, and repeats late',
    async (_what, count, chars, before) => {
      const all = names(count).map((id) => observation(id, { raw: 'x'.repeat(chars) }));
      await records.add(all.slice(0, before));
      // As it is: who asks has looked what is known before.
      for (const one of all.slice(before)) {
        await records.of([PHONE], ['raw']);
        await records.add([one]);
      }
      await records.add(all.slice(-3));
      expect(await idsOf()).toEqual(all.map(({ id }) => id));
      const documents = connection.collection('observations');
      expect(await documents.countDocuments()).toBeGreaterThan(1);
      await records.delete([PHONE, '+1'].map((phone) => ({ phone, until: Number.MAX_SAFE_INTEGER })));
      expect(await documents.countDocuments()).toBe(0);
    },
  );

  it('goes as far as it was made by then, out of further documents too', async () => {
    const all = names(350).map((id, place) => observation(id, { at: 1000 + place }));
    await records.add(all.slice(0, 320));
    await records.of([PHONE], ['raw']);
    await records.add(all.slice(320));
    await records.add([observation('other', { phone: '+1', at: 1000 })]);
    const kept = () => connection.collection<{ _id: string }>('observations').find().sort({ _id: 1 }).toArray();
    expect((await kept()).map(({ _id }) => _id)).toEqual(['+1', PHONE, `${PHONE}/0`]);
    for (const last of [100, 330, 330]) {
      await records.delete([
        { phone: PHONE, until: 1000 + last },
        { phone: PHONE, until: 1000 },
      ]);
      expect(await idsOf()).toEqual(all.slice(last + 1).map(({ id }) => id));
    }
    expect((await kept()).map(({ _id }) => _id)).toEqual(['+1', PHONE]);
    await records.delete([
      { phone: PHONE, until: 2000 },
      { phone: '+1', until: 999 },
    ]);
    expect((await kept()).map(({ _id }) => _id)).toEqual(['+1']);
  });

  it('is complete when several write to a phone that grows full', async () => {
    await records.add(names(260).map((id) => observation(id)));
    const write = async (writer: string): Promise<void> => {
      for (const id of names(30, writer)) {
        await records.of([PHONE], ['raw']);
        await records.add([observation(id)]);
      }
    };
    await Promise.all(['a', 'b', 'c'].map(write));
    const all = ['a', 'b', 'c'].flatMap((writer) => names(30, writer));
    expect((await idsOf()).toSorted()).toEqual([...names(260), ...all].toSorted());
    expect(await connection.collection('observations').countDocuments()).toBe(2);
  });
});

describe('what is older', () => {
  const all = async (before: number): Promise<number> => {
    let sum = 0;
    for (let more = true; more;) {
      const answer = await records.removeOlder(before, 2);
      sum += answer.removed;
      ({ more } = answer);
    }
    return sum;
  };

  it('goes from each document of a phone, and a document with nothing left goes itself', async () => {
    const many = names(350).map((id, at) => observation(id, { at }));
    for (const one of many) {
      await records.of([PHONE], ['raw']);
      await records.add([one]);
    }
    await records.add([observation('other', { phone: '+1', at: 5 })]);
    const documents = connection.collection('observations');
    expect(await documents.countDocuments()).toBe(3);
    expect(await records.countOlder(320)).toEqual({ count: 321, atLeast: false });
    expect(await all(320)).toBe(321);
    expect(await idsOf()).toEqual(names(350).slice(320));
    expect(await documents.countDocuments()).toBe(1);
    // What comes later is found by its own age.
    await records.add([observation('later', { at: 400 })]);
    expect(await all(390)).toBe(30);
    expect(await idsOf()).toEqual(['later']);
    expect(await all(500)).toBe(1);
    expect(await documents.countDocuments()).toBe(0);
  });

  it('is found in what a version before has written, too', async () => {
    await records.add([observation('old', { at: 5 }), observation('young', { at: 50 })]);
    await connection.collection('observations').updateMany({}, { $unset: { oldest: 1 } });
    expect(await records.countOlder(10)).toEqual({ count: 0, atLeast: true });
    expect(await all(10)).toBe(1);
    expect(await records.countOlder(60)).toEqual({ count: 1, atLeast: false });
  });
});
