import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { AccessDocument, calls, MOST_TIME_MS } from '@numscope/contracts';
import { buildObservation } from '@numscope/testing';
import { foundPhone, type Setup, setUp } from './setup.ts';

const PHONE = '+998901234567';
const OTHER = '+998901234568';

let setup: Setup;
beforeEach(async () => {
  setup = await setUp();
  setup.client.answer({
    observationsAsIs: () => [],
    similarFaces: () => ({ enabled: true, matches: [], mayHaveMore: false }),
    jobsOfPhone: () => [],
    auditOfPhone: () => [],
    listedNumbers: () => ({
      content: [PHONE, `${PHONE}8`, '+99890*', `${PHONE}*`, `${PHONE}8*`, '+99891*'].map((entry) => ({
        entry,
        reason: 'asked',
        by: 'admin',
        at: 1,
      })),
      totalElements: 6,
      totalPages: 1,
      number: 0,
      size: 1000,
    }),
  });
  await setup.resolve(
    foundPhone(PHONE, { firstName: '<Anvar>', photos: ['a'.repeat(64)] }),
    foundPhone(OTHER, { firstName: 'Bek', photos: ['b'.repeat(64)] }),
  );
});
afterEach(() => setup.close());

const ask = async (phone: string): Promise<AccessDocument> =>
  AccessDocument.parse((await setup.admin.call(calls.accessDocument, { query: { phone } })).json());

it('has the profile, its answers, pictures, what was said of its faces, and the entries of the list that hold it', async () => {
  for (const verdict of ['SAME', null] as const)
    await setup.user.call(calls.judgeSameFace, { params: { phone: OTHER }, body: { phone: PHONE, verdict } });
  const document = await ask(PHONE);
  expect(document.profile).toMatchObject({ phone: PHONE, firstName: '<Anvar>' });
  expect(document.observations).toMatchObject([{ phone: PHONE, source: 'TELEGRAM' }]);
  expect(document.pictures).toEqual(['a'.repeat(64)]);
  expect(document.faceVerdicts.map(({ other, verdict }) => ({ other, verdict }))).toEqual([
    { other: OTHER, verdict: null },
    { other: OTHER, verdict: 'SAME' },
  ]);
  expect(document.listed.map(({ entry }) => entry)).toEqual([PHONE, '+99890*', `${PHONE}*`]);
});

it('says of a number that nobody knows that nothing is known', async () => {
  expect(await ask('+12025550123')).toMatchObject({ profile: null, observations: [], pictures: [], faceVerdicts: [] });
});

it('is a page where that is asked for, in which nothing that sources said is more than text', async () => {
  const headers = { authorization: `Bearer ${setup.tokenFor('ADMIN')}`, accept: 'text/html,*/*' };
  const url = `${calls.accessDocument.path}?phone=${PHONE.slice(1)}`;
  const page = await setup.service.app.inject({ method: 'GET', url, headers });
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.body).toContain('&lt;Anvar&gt;');
  expect(page.body).not.toContain('<Anvar>');
});

it('shows a time that no date reaches, as versions before kept any, as the number that it is', async () => {
  await setup.resolve(foundPhone(PHONE, { line: { carrier: 'Beeline', portedAt: MOST_TIME_MS + 1 } }));
  const headers = { authorization: `Bearer ${setup.tokenFor('ADMIN')}`, accept: 'text/html' };
  const url = `${calls.accessDocument.path}?phone=${PHONE.slice(1)}`;
  const page = await setup.service.app.inject({ method: 'GET', url, headers });
  expect([page.statusCode, page.body.includes('8640000000000001 ms')]).toEqual([200, true]);
});

it("shows the numbers of a provider's own answer as they are, whatever they are called there", async () => {
  const inProfile = { other: { TELEGRAM: [{ joinedAt: 1_600_000_001, deep: [{ seenOn: 1_600_000_002 }] }] } };
  await setup.resolve(foundPhone(PHONE, { lastOnline: 1_700_000_000_000, ...inProfile }));
  const raw = { createdAt: 1_600_000_003, users: [{ until: 1_600_000_004 }] };
  setup.client.answer({ observationsAsIs: () => [buildObservation({ phone: PHONE, at: 1_650_000_000_000, raw })] });
  const headers = { authorization: `Bearer ${setup.tokenFor('ADMIN')}`, accept: 'text/html' };
  const url = `${calls.accessDocument.path}?phone=${PHONE.slice(1)}`;
  const { body } = await setup.service.app.inject({ method: 'GET', url, headers });
  for (const number of [1_600_000_001, 1_600_000_002, 1_600_000_003, 1_600_000_004])
    expect(body).toContain(`<td>${number}</td>`);
  expect(body).not.toContain('1970-01-19');
  for (const time of [1_650_000_000_000, 1_700_000_000_000]) expect(body).toContain(new Date(time).toISOString());
});

it('says of a raw answer for which there is no room how large it is, and how many older ones are kept', async () => {
  const cut = { ...buildObservation({ phone: PHONE }), rawLeftOut: 9_000_000, olderLeftOut: 3 };
  setup.client.answer({ observationsAsIs: () => [cut] });
  expect((await ask(PHONE)).observations).toContainEqual(cut);
  const headers = { authorization: `Bearer ${setup.tokenFor('ADMIN')}`, accept: 'text/html' };
  const url = `${calls.accessDocument.path}?phone=${PHONE.slice(1)}`;
  const { body } = await setup.service.app.inject({ method: 'GET', url, headers });
  expect(body).toContain('<th scope="row">rawLeftOut</th><td>9000000</td>');
});

it('is for administrators alone', async () => {
  expect((await setup.user.call(calls.accessDocument, { query: { phone: PHONE } })).statusCode).toBe(403);
});
