import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { byListField, bySingleField, type Observation, type SourceFields } from '@numscope/contracts';
import { unpackDocument } from '@numscope/platform';
import { foldProfile, RULES_VERSION } from '../src/domain/fold-profile.ts';
import { newestObservations } from '../src/domain/newest-observations.ts';
import { indexDocument } from '../src/search/index-document.ts';

/** What the rules of this version make of the samples below. */
const held = { version: 11, digest: 'd9e071f7a6c5c71f' };

/** Two values of each kind, which differ in what the rules of some kinds overlook. */
const samples: SourceFields[] = ['a', 'b'].map((letter, place) => ({
  ...bySingleField({
    text: ` Text  ${letter}`,
    name: `Name ${letter}`,
    place: `City ${letter}`,
    date: `199${place}-01-02`,
    gender: place === 0 ? 'MALE' : 'FEMALE',
    country: place === 0 ? 'UZ' : 'KZ',
    flag: place === 0,
    flagOrText: place === 0 ? true : 'engaged',
    numberOrText: place === 0 ? 2001 : '2002',
    time: 1_700_000_000_000 + place,
  }),
  ...byListField({
    text: ['One text', `one, TEXT ${letter}`],
    name: [{ name: `Name ${letter}`, type: '' }],
    email: [' A@mail.example', `${letter}@mail.example`],
    phone: ['+998 90 123', `99890123${place}`],
    account: [{ id: `id-${letter}`, socialNetwork: 'TELEGRAM' }],
    site: ['https://www.site.example/', `site.example/${letter}`],
    image: ['image-1', `image-${letter}`],
  }),
  line: { carrier: `Carrier ${letter}`, mcc: '434', lineType: 'mobile', ported: place === 0, risk: place / 2 },
}));

const observations = samples.map((fields, place): Observation => ({
  id: `observation-${place}`,
  phone: '+998901234567',
  source: `SOURCE_${place}`,
  account: null,
  at: 1_700_000_000_000 + place,
  cached: false,
  status: 'FOUND',
  fields,
  trust: 0.5 + place / 10,
}));

it('when profiles come out otherwise than before, then the version of the rules was raised', () => {
  const jobs = [{ id: 'job-1', number: 1 }];
  const identity = { id: 'profile-1', phone: '+998901234567', createdTimestamp: 1_700_000_000_000, jobs };
  const profile = foldProfile(identity, newestObservations([], observations));
  const made = JSON.stringify([profile, unpackDocument(indexDocument(profile, 1, jobs))]);
  const digest = createHash('sha256').update(made).digest('hex').slice(0, 16);
  if (digest !== held.digest)
    throw new Error(
      'The fields of a profile or the rules of folding or searching have changed, so that kept profiles are not what they ' +
        `would be now. Raise RULES_VERSION in services/profiles/src/domain/fold-profile.ts (${held.version} when this was ` +
        `written, ${RULES_VERSION} now): the next start then computes them anew. And write here: ` +
        `{ version: ${held.version + 1}, digest: '${digest}' }`,
    );
  expect(RULES_VERSION).toBe(held.version);
});
