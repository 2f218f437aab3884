import { expect, it } from '@jest/globals';
import { json } from './support/fake-provider.ts';
import { provide, start } from './support/each-test.ts';
import { httpLines, httpYaml, officeAnswers } from './support/office.ts';
import { PHONE, phones, type SourcesUnderTest } from './support/sources-under-test.ts';

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

it('what several sources found of a number goes out as one event of a size that any bus takes; who is left out says so', async () => {
  const { url, seen } = await provide((call, response) =>
    json(response, { friends: friends(call.url.endsWith('/large') ? 52 : 45), city: 'Tashkent' }),
  );
  const names = ['A', 'B', 'C', 'D', 'E', 'F'];
  const yaml = ['sources:'];
  for (const name of names)
    yaml.push(
      ...httpLines(
        [
          `request: { url: "${url}/{phone}/${name === 'B' ? 'large' : 'small'}" }`,
          'answer: { map: { friends: friends, city: city } }',
        ],
        name,
      ),
    );
  const sources = await start({ yaml: yaml.join('\n') });
  const [first] = await sources.lookUp([PHONE]);
  const told = first?.observations.filter(({ source }) => names.includes(source)).map(({ source }) => source);
  expect(told?.toSorted()).toEqual(['A', 'C', 'D', 'E']);
  expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(4_300_000);
  expect(first?.status).toBe('FOUND');
  const over = first?.sources.filter(({ status }) => status === 'FAILED');
  expect(over?.map(({ source }) => source).toSorted()).toEqual(['B', 'F']);
  expect(over?.[0]?.message).toMatch(/found more than fits beside what other sources found: .* 4 MB at most/);
  // What was paid for is kept, so asking again what failed costs nothing and says the same.
  const [again] = await sources.lookUp([PHONE], { only: ['B', 'F'] });
  expect(again?.sources.flatMap(({ source, message }) => (message === undefined ? [] : source)).toSorted()).toEqual([
    'B',
    'F',
  ]);
  expect(seen).toHaveLength(names.length);
});
