import { expect, it } from '@jest/globals';
import { json } from './support/fake-provider.ts';
import { provide, start } from './support/each-test.ts';
import { httpYaml, officeAnswers } from './support/office.ts';
import { phones, type SourcesUnderTest } from './support/sources-under-test.ts';

const LONG = 'x'.repeat(19_000);
const asked = phones(2);
/** Texts of 19 KB each. */
const friends = (count: number): string[] => Array.from({ length: count }, (_, place) => `${place} ${LONG}`);
const photo = `data:image/png;base64,${'A'.repeat(1_500_000)}`;
const people = [
  { phone: asked[0], friends: friends(60) },
  { phone: asked[1], friends: friends(50), photos: [photo] },
];
const map = 'map: { friends: friends, photos: photos }';

it.each<[string, () => Promise<SourcesUnderTest>]>([
  [
    'a provider',
    async () => {
      const { url } = await provide((_call, response) => json(response, people));
      return start({
        yaml: httpYaml([
          `request: { url: "${url}/{phones}", batchSize: 2 }`,
          `answer: { items: body, phone: phone, ${map} }`,
        ]),
      });
    },
  ],
  [
    'a file',
    () =>
      start({
        yaml: `sources:\n  OFFICE: { connector: dataset, file: book.json, ${map} }`,
        files: { 'book.json': JSON.stringify(people) },
      }),
  ],
])('of %s: mapped values of more than 1 MB fail their number alone, and photos do not count', async (_what, begin) => {
  const answers = await officeAnswers(await begin(), asked);
  expect(answers.map(({ status, message }) => [status, message])).toEqual([
    ['FAILED', 'sent more than is taken'],
    ['FOUND', undefined],
  ]);
  expect(answers[0]?.observation.fields).toBeNull();
  expect(answers[1]?.observation.fields?.friends).toHaveLength(50);
  expect(answers[1]?.observation.fields?.photos).toHaveLength(1);
});
