import { facetFields } from '@numscope/contracts/profile-fields';
import {
  type IndexConditions,
  type IndexDocument,
  type IndexField,
  type IndexMatch,
  type IndexQuery,
  packDocument,
} from '@numscope/platform';
import * as fc from 'fast-check';

const fields: IndexField[] = [
  'name',
  'phone',
  'email',
  'socialNetwork',
  'image',
  'job',
  'address',
  'birthDate',
  'work',
  'school',
  'country',
  'source',
  'lineType',
  'carrier',
  'city',
  'confidence',
];

const phone = fc.stringMatching(/^\+[1-9][0-3]{1,4}$/);
/** Few words that often begin alike, and some with marks, capitals and other scripts. */
const term = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[ab]{1,8}$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'a@b.c',
      'a@b.cd',
      'i:12',
      'n:fb',
      'A',
      'a"b',
      "a'b*",
      'a b',
      'a_b',
      'ў',
      'ўя',
      '中文',
      'a\u{1f600}',
      '018f-00',
    ),
  },
);
const document: fc.Arbitrary<IndexDocument> = fc.record({
  phone,
  revision: fc.nat(3),
  terms: fc.dictionary(fc.constantFrom(...fields), fc.array(term, { maxLength: 3 }), {
    maxKeys: 4,
    noNullPrototype: true,
  }),
  facets: fc.dictionary(
    fc.constantFrom(...facetFields),
    fc.uniqueArray(fc.oneof(fc.constantFrom('uz', 'ru', 'a b', 'a,1', 'ў', '\u{1f600}', '\uffee'), term), {
      maxLength: 3,
    }),
    { maxKeys: 3, noNullPrototype: true },
  ),
  sort: fc.record({
    name: fc.stringMatching(/^[a-cўя]{0,4}$/),
    timestamp: fc.nat(4),
    confidence: fc.constantFrom(0, 0.25, 0.5, 1),
  }),
});
const match: fc.Arbitrary<IndexMatch> = fc.record({
  field: fc.constantFrom(...fields),
  all: fc.array(fc.oneof(term, fc.constantFrom('', 'a\u{1f600}'.slice(0, 2))), { maxLength: 2 }),
  prefix: fc.boolean(),
});
const asked = fc.record({
  must: fc.array(fc.array(match, { maxLength: 2 }), { maxLength: 2 }),
  should: fc.array(fc.array(match, { maxLength: 2 }), { maxLength: 2 }),
});
/** What is excluded is taken from something. */
const excluding = fc.record({
  asked,
  from: fc.record({
    field: fc.constantFrom(...fields),
    all: fc.array(term, { minLength: 1, maxLength: 1 }),
    prefix: fc.boolean(),
  }),
  not: fc.array(match, { minLength: 1, maxLength: 2 }),
});
const conditions: fc.Arbitrary<IndexConditions> = fc.oneof(
  asked,
  excluding.map(({ asked, from, not }) => ({ ...asked, must: [...asked.must, [from]], not })),
);
const direction = fc.constantFrom('ASC', 'DESC');
const sort: fc.Arbitrary<IndexQuery['sort']> = fc.option(
  fc.oneof(
    fc.record({ field: fc.constantFrom('phone', 'name', 'timestamp', 'confidence'), direction }),
    fc.record({ field: fc.constant('image'), terms: fc.array(term, { maxLength: 3 }), direction }),
  ),
  { nil: undefined },
);
/** Any search, with or without an order. */
export const query: fc.Arbitrary<IndexQuery> = fc
  .record({ conditions, sort, offset: fc.nat(4), limit: fc.nat(10), countUpTo: fc.option(fc.nat(8)) })
  .map(({ conditions, sort, ...page }) => ({ ...conditions, ...page, ...(sort ? { sort } : {}) }));
/** Any change of an index: documents that are put, or phones that are removed. */
export const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(document, { minLength: 1, maxLength: 8 })
      .map((documents) => ({ documents: documents.map(packDocument) })),
  },
  { weight: 1, arbitrary: fc.array(phone, { minLength: 1, maxLength: 4 }).map((phones) => ({ phones })) },
);
