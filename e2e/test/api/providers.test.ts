import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, type Job, Profile } from '@numscope/contracts';
import { listenLocally } from '@numscope/testing/local-server';
import type { Api } from '../../src/calls/api.ts';
import { bindable, bindSources } from '../../src/providers/bind-sources.ts';
import { boundNumbers } from '../../src/people/number-ranges.ts';
import { phoneAt } from '../../src/people/phones.ts';
import type { Product } from '../../src/product/product.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';
import { jobIs, jobReaches } from '../../src/calls/watch-job.ts';

/** What each source answers about a number: a body, or a status alone. */
type Answers = Record<string, (phone: string) => object | number>;

/** Where the numbers of this file begin; the product has others of other files. */
const FROM = boundNumbers('providers', 1300);
const DIFFERENT = phoneAt(FROM + 1);
const ALIKE = phoneAt(FROM + 2);
const CHANGING = phoneAt(FROM + 3);
const GOING = phoneAt(FROM + 4);
const APPEARING = phoneAt(FROM + 5);

const alike: Record<string, string> = { A: 'Анвар Каримов', B: 'Anvar Karimov', C: 'Karimov Anvar' };
const different: Record<string, string> = { A: 'Anvar Karimov', B: 'Maria Lopez', C: 'John Smith' };
const nameAs = (source: string) => (phone: string) =>
  phone === ALIKE
    ? { name: alike[source], born: '1984-03-05', home: 'Amir Temur 15', firm: 'Artel Electronics', study: 'TATU' }
    : phone === DIFFERENT
      ? { name: different[source] }
      : 404;

const answers: Answers = {
  a: nameAs('A'),
  b: nameAs('B'),
  c: nameAs('C'),
  line: (phone) =>
    phone === ALIKE
      ? { network: { name: 'Ucell Test', mcc: '434', mnc: '05' }, kind: 'mobile', ported: true, state: 'active' }
      : 404,
  book: (phone) =>
    phone === CHANGING || phone === GOING ? { name: 'Office', mails: [`first-${phone}@mail.example`] } : 404,
  locked: () => 401,
};
const asked: Record<string, number> = {};
const provider = createServer((request, response) => {
  const [, source = '', phone = ''] = (request.url ?? '').split('/');
  asked[source] = (asked[source] ?? 0) + 1;
  const answer = answers[source]?.(phone) ?? 404;
  response.writeHead(typeof answer === 'number' ? answer : 200, { 'content-type': 'application/json' });
  response.end(typeof answer === 'number' ? '{}' : JSON.stringify(answer));
});
let url: string;
let close: () => Promise<void>;
let product: Product;
let api: Api;
/** The job of the first test: searches are among its two numbers. */
let first: Job;

const source = (name: string, map: string): string => `
  ${name.toUpperCase()}:
    connector: http
    request: { url: "${url}/${name}/{phone}" }
    answer: { notFoundStatus: [404], map: ${map} }
    limits: { concurrency: 1 }
    retries: 0`;

sharedProductForAll((opened) => ({ product, admin: api } = opened), bindable);
beforeAll(async () => {
  ({ url, close } = await listenLocally(provider));
  const person = '{ names: name, birthDate: born, addresses: home, work: firm, university: study }';
  await bindSources(
    product,
    `sources:${source('a', person)}${source('b', person)}${source('c', person)}
${source('line', '{ line: "{carrier: network.name, mcc: network.mcc, mnc: network.mnc, lineType: kind, ported: ported, status: state}" }')}
${source('book', '{ names: name, emails: mails }')}
${source('locked', '{ names: name }')}
`,
  );
});
afterAll(() => close());

const lookUp = async (phones: readonly string[], form: Record<string, string> = {}): Promise<Job> => {
  const { number } = await api.upload([`${phones.join('\n')}\n`], { name: 'Providers', ...form });
  return jobIs(api, number, 'DONE');
};
const foundBy = async (values: Readonly<Record<string, string>>): Promise<string[]> => {
  const filters = Object.fromEntries(
    Object.entries({ ...values, jobId: String(first.number) }).map(([field, value]) => [
      field,
      { values: [value], and: true },
    ]),
  );
  const { content } = await api.call(calls.searchProfiles, { body: { filters } });
  return content.map(({ phone }) => phone);
};
const profileOf = async (phone: string): Promise<Profile> =>
  Profile.parse(await api.call(calls.getProfile, { params: { phone } }));

it('is sure of one holder only where sources agree, in whatever script', async () => {
  first = await lookUp([DIFFERENT, ALIKE]);
  expect(first).toMatchObject({ counts: { FOUND: 2, FAILED: 0 } });
  const [three, one] = [await profileOf(DIFFERENT), await profileOf(ALIKE)];
  expect(three.confidence).toBeLessThanOrEqual(0.4);
  expect(three.disagreements).toMatchObject([{ field: 'names', values: [{}, {}, {}] }]);
  expect(one.confidence).toBeGreaterThanOrEqual(0.9);
  expect(one.disagreements).toEqual([]);
  expect(one.names).toMatchObject([{ forms: expect.arrayContaining(Object.values(alike)) as unknown }]);
});

it('tells the line as it is today above the carrier that the range was first assigned to, and finds by it', async () => {
  const { line, numbering } = await profileOf(ALIKE);
  expect(line).toMatchObject({ carrier: 'Ucell Test', mcc: '434', mnc: '05', ported: true, status: 'ACTIVE' });
  expect(numbering?.carrier).not.toBe('Ucell Test');
  expect(await foundBy({ carrier: 'ucell test' })).toEqual([`+${ALIKE}`]);
});

it('finds by whatever else is known, and refuses a filter that it does not know instead of finding everybody', async () => {
  for (const [field, value] of Object.entries({
    phone: ALIKE.slice(0, -1),
    address: 'амир темур',
    birthDate: '5 March 1984',
    work: 'artel',
    school: 'тату',
    country: 'Uzbekistan',
    source: 'line',
    lineType: 'mobile',
    carrier: 'Ucell Test',
  }))
    // Together with a birth date, which is known of this one alone.
    expect([field, await foundBy({ birthDate: '1984', [field]: value })]).toEqual([field, [`+${ALIKE}`]]);
  expect(await foundBy({ address: 'Navoiy' })).toEqual([]);
  const refusedFor = (key: string) => ({
    status: 400,
    body: { code: 'INVALID', details: [{ message: expect.stringContaining(`"${key}"`) }] },
  });
  const name = { values: ['anvar'] };
  await expect(api.call(calls.searchProfiles, { body: { filter: { name } } })).rejects.toMatchObject(
    refusedFor('filter'),
  );
  await expect(api.call(calls.searchProfiles, { body: { name } })).rejects.toMatchObject(refusedFor('name'));
  await expect(api.call(calls.searchJobs, { body: { name: 'Providers' } })).rejects.toMatchObject(refusedFor('name'));
});

it('says what each source is worth: asked, found, agreed, contradicted', async () => {
  const worth = await api.call(calls.sourceStatistics, { params: { name: 'A' } });
  const figures = { asked: 2, found: 2, nothing: 0, failed: 0, agreed: 1, contradicted: 1 };
  expect(worth).toMatchObject({ source: 'A', ever: figures, total: figures });
  expect(worth.countries).toMatchObject([{ country: 'UZ', ...figures }]);
  expect(worth.times).toHaveLength(1);
});

it('compares two passes of a job', async () => {
  const { number } = await lookUp([CHANGING, GOING, APPEARING]);
  answers['book'] = (phone) => (phone === GOING ? 404 : { name: 'Office', mails: [`second-${phone}@mail.example`] });
  await api.call(calls.setJobStatus, { params: { number, jobStatus: 'IN_PROGRESS' } });
  await jobReaches(api, number, ({ pass, status }) => pass === 2 && status === 'DONE');
  const passes = await api.call(calls.jobPasses, { params: { number } });
  expect(passes.map(({ pass }) => pass)).toEqual(expect.arrayContaining([1, 2]));
  const { content } = await api.call(calls.comparePasses, { params: { number }, query: { from: 1, to: 2 } });
  expect(content.toSorted((a, b) => a.phone.localeCompare(b.phone))).toMatchObject([
    { phone: `+${CHANGING}`, change: 'CHANGED', fields: ['emails'] },
    { phone: `+${GOING}`, change: 'GONE' },
    { phone: `+${APPEARING}`, change: 'APPEARED' },
  ]);
  // What was said each time is found among the untouched answers.
  const changed = content.find(({ change }) => change === 'CHANGED');
  const kept = await api.call(calls.individualExportAsIs, { query: { phone: `+${CHANGING}` } });
  const mails = [changed?.saidFrom, changed?.saidTo].map((said) =>
    kept.flatMap(({ source, at, fields }) =>
      said?.some((answer) => answer.source === source && answer.at === at) ? (fields?.emails ?? []) : [],
    ),
  );
  expect(mails).toEqual([[expect.stringContaining('first')], [expect.stringContaining('second')]]);
});

it('says when the next pass of a cyclic job begins, and begins it at once where it is paused and played', async () => {
  const { number } = await api.upload([`${phoneAt(FROM + 7)}\n`], {
    name: 'Cyclic',
    iteration: '0',
    schedule: 'daily',
  });
  const between = await jobReaches(api, number, ({ status, pass, nextPassAt }) => {
    return status === 'SCHEDULED' && pass === 1 && nextPassAt !== null;
  });
  expect(between).toMatchObject({ cyclic: true, actions: expect.not.arrayContaining(['PLAY']) });
  expect(between.nextPassAt).toBeGreaterThan(Date.now());
  expect(between.nextPassAt).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000);
  for (const jobStatus of ['PAUSED', 'IN_PROGRESS'] as const)
    await api.call(calls.setJobStatus, { params: { number, jobStatus } });
  await jobReaches(api, number, ({ status, pass, nextPassAt }) => {
    return status === 'SCHEDULED' && pass === 2 && nextPassAt !== null;
  });
  await api.call(calls.setJobStatus, { params: { number, jobStatus: 'CANCELED' } });
});

it('takes phones as people write them where that is asked for', async () => {
  await expect(api.upload(['+998 90 111-22-01\n'], { name: 'Written' })).rejects.toMatchObject({
    status: 422,
    body: { code: 'PHONES_NOT_NUMERIC', details: [{ line: 1 }] },
  });
  const done = await lookUp(['+998 90 111-22-01', '(90) 111-22-02', 'tel:+998-90-111-22-03;ext=7'], {
    clean: 'true',
    region: 'UZ',
  });
  expect(done).toMatchObject({ totalPhoneNumbers: 3, counts: { NOT_VALID: 0 } });
});

it('stops a source whose key is refused after a few calls, and says so, while the others go on', async () => {
  asked['locked'] = 0;
  await api.call(calls.resumeSource, { params: { name: 'LOCKED' } });
  const phones = Array.from({ length: 300 }, (_, index) => phoneAt(FROM + 1000 + index));
  const done = await lookUp(phones);
  expect(done.counts).toMatchObject({ PENDING: 0, SENT: 0 });
  expect(asked['locked']).toBeLessThanOrEqual(20);
  expect(await api.call(calls.getSource, { params: { name: 'LOCKED' } })).toMatchObject({ state: 'REFUSED' });
});

it('tries a source that is in no file yet', async () => {
  const trial = await api.call(calls.trySource, {
    body: {
      source: `TRIED:\n  connector: http\n  request: { url: "${url}/a/{phone}" }\n  answer: { map: { names: name } }\n`,
      phone: ALIKE,
    },
  });
  expect(trial).toMatchObject({ status: 'FOUND', fields: { names: [{ name: alike['A'] }] } });
});
