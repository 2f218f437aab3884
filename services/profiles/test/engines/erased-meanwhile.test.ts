import { expect, it } from '@jest/globals';
import { buildJobPass, phoneResolvedEvent } from '@numscope/testing';
import { digestOf } from '@numscope/platform/erased-numbers';
import { storePair } from '@numscope/testing/suites';
import { documentAbsorber } from '../../src/store/mongo/absorb.ts';
import { openProfilesMongoStore } from '../../src/store/mongo/index.ts';
import { phoneCollection } from '../../src/store/mongo/phone-documents.ts';
import { Slices } from '../../src/store/mongo/slices.ts';
import { readResolved } from '../../src/store/read-resolved.ts';
import { foundPhone } from '../setup.ts';

const [ERASED, OTHER, UNKNOWN] = ['+998901111201', '+998901111202', '+998901111203'];
const pair = storePair('profiles', (connection, { kit }) => openProfilesMongoStore(connection, { log: kit.log }));
const resolvedOf = (given: Parameters<typeof phoneResolvedEvent>[0]) => readResolved(phoneResolvedEvent(given).json);
const erasedOf = (phones: readonly string[]) => (given: ReturnType<typeof resolvedOf>) =>
  phones.includes(given.data.phone);

it('takes a number out again that was erased while its first answer was put in, and tells nothing of it', async () => {
  const documents = phoneCollection(pair.connection);
  const absorber = documentAbsorber(documents, new Slices());
  const answers = [
    resolvedOf(foundPhone(ERASED, { firstName: 'Anvar' })),
    resolvedOf(foundPhone(OTHER, { firstName: 'Bek' })),
    resolvedOf({ phone: UNKNOWN, job: buildJobPass({ id: 'job-1', number: 1 }), status: 'NOT_FOUND' }),
  ];
  // Whoever erases marks the numbers, and finds nothing of them to be removed: their answers are on their way.
  let asked = 0;
  const isErased = erasedOf([ERASED, UNKNOWN]);
  const { rows, events } = await absorber.absorb(answers, 1, async (some) =>
    asked++ === 0 ? [...some] : some.filter((each) => !isErased(each)),
  );
  expect(rows.map(({ phone }) => phone)).toEqual([OTHER]);
  expect(events.map(({ json }) => JSON.parse(json).data.phone)).toEqual([OTHER]);
  expect((await documents.find().toArray()).map(({ _id }) => _id)).toEqual([OTHER]);
});

it('keeps what was found out after the erasure', async () => {
  const documents = phoneCollection(pair.connection);
  const absorber = documentAbsorber(documents, new Slices());
  const before = resolvedOf(foundPhone(ERASED, { firstName: 'Anvar' }, { id: 'before' }));
  const after = resolvedOf(foundPhone(ERASED, { city: 'Nukus' }, { id: 'after', source: 'VIBER' }));
  let asked = 0;
  const { rows, events } = await absorber.absorb([before, after], 1, async (some) =>
    asked++ === 0 ? [...some] : some.filter((each) => each !== before),
  );
  expect(rows.map(({ profile }) => [profile?.firstName, profile?.city])).toEqual([[null, 'Nukus']]);
  expect(events).toHaveLength(1);
  const [document] = await documents.find({ _id: ERASED }).toArray();
  expect(document).toMatchObject({ found: true, version: 1 });
  expect(document?.observations).not.toContain('Anvar');
});

it.each(['FOUND', 'NOT_FOUND'] as const)(
  'of a process that ended before it looked again, what it put in goes, and nothing that came later (%s)',
  async (status) => {
    const documents = phoneCollection(pair.connection);
    const absorber = documentAbsorber(documents, new Slices());
    const job = buildJobPass({ id: 'job-1', number: 1 });
    const answerOf = (phone: string) =>
      resolvedOf(status === 'FOUND' ? foundPhone(phone, { firstName: 'Anvar' }) : { phone, job, status });
    const before = answerOf(ERASED);
    let asked = 0;
    await expect(
      absorber.absorb([before], 1, async (some) => {
        if (++asked > 1) throw new Error('it was killed');
        return [...some];
      }),
    ).rejects.toThrow('it was killed');
    const standing = async () => (await documents.find().toArray()).map(({ _id }) => _id);
    expect(await standing()).toEqual([ERASED]);
    const [store] = pair.stores;
    expect(await store.dropLeftOver(ERASED)).toBeNull();
    // Whoever erased it looked before it stood there: of a process that took its time.
    const marks = pair.connection.collection<{ _id: string; at: number }>('erased');
    await marks.insertOne({ _id: digestOf(ERASED), at: before.resolvedAt + 1 });
    expect(await store.dropLeftOver(ERASED)).toMatchObject({ upserts: [], removals: [ERASED], events: '' });
    expect(await standing()).toEqual([]);
    await absorber.absorb([{ ...answerOf(ERASED), resolvedAt: before.resolvedAt + 1 }], 1, async (some) => [...some]);
    expect(await store.dropLeftOver(ERASED)).toBeNull();
    expect(await standing()).toEqual([ERASED]);
  },
);
