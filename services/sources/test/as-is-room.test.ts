import { describe, expect, it } from '@jest/globals';
import { calls, limits } from '@numscope/contracts';
import * as fc from 'fast-check';
import { givenOf } from '../src/domain/results/as-is-room.ts';
import type { NewObservation } from '../src/store/source-store.port.ts';
import { json } from './support/fake-provider.ts';
import { provide, start } from './support/each-test.ts';
import { PHONE, phones } from './support/sources-under-test.ts';
import { httpYaml, officeAnswer } from './support/office.ts';
import { keepRecords, observationOf } from './support/records.ts';

const records = keepRecords();

/** Keeps answers of a number, the first the oldest. */
async function keep(phone: string, kept: ReadonlyArray<Pick<NewObservation, 'fields' | 'raw'>>): Promise<void> {
  // Several documents of MongoDB hold them.
  for (const [index, one] of kept.entries())
    await records.commit({ observations: [observationOf(phone, { at: index + 1, ...one })] });
}

const raw = (chars: number): string => JSON.stringify('ж'.repeat(chars));

describe('what is given of the answers of a number', () => {
  const [some = '', large = '', none = ''] = phones(3);

  it('has as many raw answers as there is room for, the newest first, and tells the size of the others', async () => {
    await keep(some, [
      { fields: '{"city":"A"}', raw: raw(10) },
      { fields: null, raw: null },
      { fields: '{"city":"C"}', raw: raw(1000) },
      { fields: '{"city":"D"}', raw: raw(20) },
      { fields: '{"city":"E"}', raw: '[1]' },
    ]);
    const given = await records.store.observationsOf(some, 10, 100);
    expect(
      given.map(({ at, fields, raw: sent, rawLeftOut, olderLeftOut }) => [at, fields, sent, rawLeftOut, olderLeftOut]),
    ).toEqual([
      [1, { city: 'A' }, 'ж'.repeat(10), undefined, undefined],
      [2, null, undefined, undefined, undefined],
      [3, { city: 'C' }, undefined, 2002, undefined],
      [4, { city: 'D' }, 'ж'.repeat(20), undefined, undefined],
      [5, { city: 'E' }, [1], undefined, undefined],
    ]);
    expect((await records.store.observationsOf(some, 10, 0)).map(({ rawLeftOut }) => rawLeftOut)).toEqual([
      22,
      undefined,
      2002,
      42,
      3,
    ]);
  });

  it('leaves the oldest out whole where they are more than asked for, and tells how many', async () => {
    const given = await records.store.observationsOf(some, 2, 100);
    expect(given.map(({ at, olderLeftOut }) => [at, olderLeftOut])).toEqual([
      [4, 3],
      [5, undefined],
    ]);
    expect(await records.store.observationsOf(none, 2, 100)).toEqual([]);
  });

  it('leaves the oldest out whole where what was mapped has no room', async () => {
    const fields = JSON.stringify({ about: 'x'.repeat(900_000) });
    await keep(
      large,
      Array.from({ length: 20 }, () => ({ fields, raw: null })),
    );
    const given = await records.store.observationsOf(large, 1000, limits.asIsRawBytes);
    expect([given.length, given[0]?.olderLeftOut, given.at(-1)?.at]).toEqual([18, 2, 20]);
  });

  it('is told by the service, within the room that is asked for', async () => {
    const { url } = await provide((_call, response) => json(response, { names: ['Anvar'], more: 'x'.repeat(500) }));
    const sources = await start({ yaml: httpYaml([`request: { url: "${url}/{phone}" }`]) });
    await officeAnswer(sources);
    const asked = async (query: { rawBytes?: number }) =>
      calls.observationsAsIs.answer.parse(
        (await sources.internal.call(calls.observationsAsIs, { query: { phone: PHONE, ...query } })).json(),
      );
    const [whole] = await asked({});
    expect([whole?.rawLeftOut, whole?.raw]).toEqual([undefined, expect.objectContaining({ names: ['Anvar'] })]);
    const [part] = await asked({ rawBytes: 100 });
    expect([part?.rawLeftOut, part?.raw, part?.fields]).toEqual([
      JSON.stringify(whole?.raw).length,
      undefined,
      whole?.fields,
    ]);
  });

  it('is never more than there is room for', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ fields: fc.nat(3_000_000), raw: fc.option(fc.nat(9_000_000)) }), { maxLength: 50 }),
        fc.nat(limits.asIsRawBytes),
        (sizes, room) => {
          const given = givenOf(sizes, room);
          const sum = (of: (index: number) => number): number => given.reduce((all, _one, index) => all + of(index), 0);
          expect(sum((index) => sizes[index]?.fields ?? 0)).toBeLessThanOrEqual(limits.asIsRawBytes);
          expect(
            sum((index) => (given[index]?.rawLeftOut === null ? (sizes[index]?.raw ?? 0) : 0)),
          ).toBeLessThanOrEqual(room);
          for (const [index, { rawLeftOut }] of given.entries())
            if (rawLeftOut !== null) expect(rawLeftOut).toBe(sizes[index]?.raw);
        },
      ),
    ));
});
