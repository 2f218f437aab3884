import { expect, it } from '@jest/globals';
import { calls, networkName, type Observation, type Profile } from '@numscope/contracts';
import { socialNetworks } from '@numscope/contracts/lists';
import { aroundAll } from '@numscope/testing/around';
import { cellValue, cellValues } from '@numscope/testing/cell-values';
import * as fc from 'fast-check';
import { type Imports, openImports } from './imports.ts';
import { foundPhone } from './setup.ts';

let setup: Imports['setup'];
let upload: Imports['upload'];
let profileOf: Imports['profileOf'];
aroundAll(openImports, (opened) => ({ setup, upload, profileOf } = opened));

/** What the console calls a network is read as the network. */
const called = new Set(socialNetworks.map(networkName));
const accounts = fc.array(fc.record({ id: cellValue, socialNetwork: cellValue.filter((text) => !called.has(text)) }), {
  maxLength: 3,
});

const said: fc.Arbitrary<NonNullable<Observation['fields']>> = fc.record({
  names: fc.array(fc.record({ name: cellValue, type: cellValue }), { maxLength: 4 }),
  emails: cellValues,
  phones: cellValues,
  addresses: cellValues,
  socialNetworks: accounts,
  sites: cellValues,
  work: cellValues,
  line: fc.record({ riskReasons: cellValues }),
});

const listsOf = ({ names, emails, phones, addresses, socialNetworks, sites, work, line }: Profile) => ({
  names,
  emails,
  phones,
  addresses,
  socialNetworks,
  sites,
  work,
  riskReasons: line?.riskReasons,
});

const phoneAt = (place: number): string => `+9989012${String(place).padStart(5, '0')}`;

it.each(['csv', 'xlsx'])(
  'lists that were exported as %s come back as they were, whatever stands in their values',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(said, { minLength: 1, maxLength: 20 }), async (people) => {
        const phones = people.map((_one, place) => phoneAt(place));
        const clear = async () => {
          for (const phone of phones) await setup.admin.call(calls.deleteProfile, { params: { phone } });
        };
        try {
          await setup.resolve(...people.map((fields, place) => foundPhone(phoneAt(place), fields)));
          const before = await Promise.all(phones.map(profileOf));
          const exported = await setup.admin.call(calls.exportProfileStream, { query: { format }, raw: {} });
          await clear();
          expect((await upload(exported.rawPayload)).json()).toMatchObject({ imported: people.length, state: 'DONE' });
          const after = await Promise.all(phones.map(profileOf));
          expect(after.map(listsOf)).toEqual(before.map(listsOf));
        } finally {
          await clear();
        }
      }),
      { numRuns: 20 },
    );
  },
);

it('a list that a cell of a spreadsheet has no room for is refused, and comes back by csv', async () => {
  const [phone, only] = [phoneAt(1), { filters: { phone: { values: [phoneAt(1)] } } }];
  const addresses = Array.from({ length: 500 }, (_none, place) => `${place} ${'a'.repeat(100)}`);
  await setup.resolve(foundPhone(phone, { addresses }));
  const xlsx = await setup.admin.call(calls.exportProfileStream, { query: { format: 'xlsx' }, raw: only });
  expect((await upload(xlsx.rawPayload)).json()).toMatchObject({
    statusCode: 422,
    details: [{ row: 1, field: 'addresses', message: expect.stringContaining('was cut') }],
  });
  // A column that nothing is taken from may be cut.
  expect((await upload(xlsx.rawPayload, { phone: 'phone' })).json()).toMatchObject({ imported: 1 });
  const csv = await setup.admin.call(calls.exportProfileStream, { query: { format: 'csv' }, raw: only });
  await setup.admin.call(calls.deleteProfile, { params: { phone } });
  expect((await upload(csv.rawPayload)).json()).toMatchObject({ imported: 1 });
  expect((await profileOf(phone)).addresses).toEqual(addresses);
});

it('a share that is nearly none comes back', async () => {
  const [phone, raw] = [phoneAt(2), { filters: { phone: { values: [phoneAt(2)] } } }];
  await setup.resolve(foundPhone(phone, { line: { risk: 2e-7 } }));
  const csv = await setup.admin.call(calls.exportProfileStream, { query: { format: 'csv' }, raw });
  await setup.admin.call(calls.deleteProfile, { params: { phone } });
  expect((await upload(csv.rawPayload)).json()).toMatchObject({ imported: 1 });
  expect((await profileOf(phone)).line).toMatchObject({ risk: 2e-7 });
});
