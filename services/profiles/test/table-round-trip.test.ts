import { expect, it } from '@jest/globals';
import { calls, networkName, type Observation, type Profile } from '@numscope/contracts';
import { joinCell, splitCell } from '@numscope/contracts/list-cell';
import { socialNetworks } from '@numscope/contracts/lists';
import { aroundAll } from '@numscope/testing/around';
import * as fc from 'fast-check';
import { type Imports, openImports } from './imports.ts';
import { foundPhone } from './setup.ts';

let setup: Imports['setup'];
let upload: Imports['upload'];
let profileOf: Imports['profileOf'];
aroundAll(openImports, (opened) => ({ setup, upload, profileOf } = opened));

/** All signs that part something in a cell, and what is written before them. */
const piece = fc.constantFrom(
  ...String.raw`\ | ; , : ( ) ' = + @ "`.split(' '),
  ' ',
  '\n',
  '\r\n',
  '\r',
  '\t',
  'a',
  'Ж',
  '1',
);
const value = fc
  .array(piece, { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.join('').trim())
  .filter((text) => /[aЖ1]/.test(text));
const values = fc.array(value, { minLength: 1, maxLength: 4 });
/** What the console calls a network is read as the network. */
const called = new Set(socialNetworks.map(networkName));
const accounts = fc.array(fc.record({ id: value, socialNetwork: value.filter((text) => !called.has(text)) }), {
  maxLength: 3,
});

const said: fc.Arbitrary<NonNullable<Observation['fields']>> = fc.record({
  names: fc.array(fc.record({ name: value, type: value }), { maxLength: 4 }),
  emails: values,
  phones: values,
  addresses: values,
  socialNetworks: accounts,
  sites: values,
  work: values,
  line: fc.record({ riskReasons: values }),
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

const lists = fc.constantFrom('texts', 'phones', 'emails', 'sites');

it('values of one cell are those that were put into it, and stand there as they are without signs of its own', () => {
  fc.assert(
    fc.property(values, lists, (texts, list) => {
      expect(splitCell(joinCell(texts, list), list)).toEqual(texts);
      expect(splitCell(joinCell(texts, list, '\n'), list)).toEqual(texts);
    }),
    { numRuns: 2000 },
  );
  const plain = fc.array(fc.stringMatching(/^[a-z\\.]{1,5}$/), { minLength: 1, maxLength: 3 });
  fc.assert(fc.property(plain, lists, (texts, list) => expect(joinCell(texts, list)).toBe(texts.join(' | '))));
});

it.each([
  ['texts', String.raw`a\|b | c\\| d;e`, ['a|b', 'c\\', 'd;e']],
  ['texts', 'a\\\nb\nc', ['a\nb', 'c']],
  ['texts', String.raw`C:\a\b | \\`, [String.raw`C:\a\b`, String.raw`\\`]],
  ['phones', String.raw`1\;ext=2; 3`, ['1;ext=2', '3']],
  ['emails', String.raw`a\ b@x.uz c@x.uz,d@x.uz`, ['a b@x.uz', 'c@x.uz', 'd@x.uz']],
  ['sites', String.raw`a.uz/?x=1|2 | b.uz/\|`, ['a.uz/?x=1|2', 'b.uz/|']],
] as const)('a cell of %s is parted: %j', (list, cell, parts) => expect(splitCell(cell, list)).toEqual(parts));

it('a cell is parted in no time, whatever stands in it', () => {
  // By the square of its length it would take minutes, and hold up all imports.
  const backslashes = '\\'.repeat(1_000_000);
  for (const list of ['texts', 'phones', 'emails', 'sites'] as const)
    for (const text of [backslashes, `a ${backslashes}b`, ` ${'\\'.repeat(9)}`.repeat(100_000)])
      for (const between of [' | ', '\n'] as const)
        expect(joinCell(splitCell(joinCell([text], list, between), list), list)).toBe(joinCell([text.trim()], list));
});
