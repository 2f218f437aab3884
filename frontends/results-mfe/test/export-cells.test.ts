import { expect, it } from '@jest/globals';
import { networkName, type Profile } from '@numscope/contracts';
import { accountOf, nameOf } from '@numscope/contracts/cell-items';
import { socialNetworks } from '@numscope/contracts/lists';
import { listFields, singleFields } from '@numscope/contracts/profile-fields';
import * as fc from 'fast-check';
import { profileColumns } from '../src/features/export/profile-columns.ts';
import { profileOf } from './profile-of.ts';

const columnOf = (name: string) => {
  const column = profileColumns.find((each) => each.name === name);
  if (column === undefined) throw new Error(`there is no column ${name}`);
  return column;
};
const textsOf = (name: string, profile: Profile): string[] =>
  columnOf(name)
    .values(profile, { of: (word) => word, country: (code) => code })
    .map(({ value }) => String(value));

it('of each field that an import takes it is told whether a cell holds one text or a list', () => {
  for (const field of listFields) expect([field, columnOf(field).cell]).toEqual([field, expect.stringMatching(/s$/)]);
  for (const field of singleFields)
    if (field !== 'online') expect([field, columnOf(field).cell]).toEqual([field, 'text']);
  expect(
    ['phones', 'emails', 'sites', 'work', 'sources', 'line.riskReasons'].map((name) => columnOf(name).cell),
  ).toEqual(['phones', 'emails', 'sites', 'texts', 'texts', 'texts']);
});

/** The console calls FB as it calls FACEBOOK, which is the one that is read. */
const networks = socialNetworks.filter(
  (one, place) => !socialNetworks.slice(place + 1).some((other) => networkName(other) === networkName(one)),
);
const called = new Set(socialNetworks.map(networkName));
const text = fc
  .array(fc.constantFrom('\\', '(', ')', ':', ' ', 'a', 'Ж'), { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.join('').trim())
  .filter((each) => /[aЖ]/.test(each));
const network = fc.oneof(
  text.filter((each) => !called.has(each)),
  fc.constantFrom(...networks),
);

it('names and accounts are read back as they were, whatever stands in their types and networks', () => {
  fc.assert(
    fc.property(text, text, network, (one, type, socialNetwork) => {
      const names = [{ name: one, type }];
      const accounts = [{ id: one, socialNetwork }];
      const profile = profileOf({ names, socialNetworks: accounts });
      expect(textsOf('names', profile).map(nameOf)).toEqual(names);
      expect(textsOf('socialNetworks', profile).map(accountOf)).toEqual(accounts);
    }),
  );
});
