import { beforeAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { authed, onMongo } from '@numscope/testing';
import { aroundAll } from '@numscope/testing/around';
import { auditCell } from '../src/presenters/export-formats.ts';
import { type Setup, setUp } from './setup.ts';
import { spoilEntries } from './tampering.ts';

let setup: Setup;
aroundAll(
  () => setUp(false),
  (opened) => (setup = opened),
);
beforeAll(async () => {
  const details = ['type', 'no JSON', 'no object', 'time', 'place', 'kinds'];
  await setup.log(...details.map((one) => ({ details: one, args: { phone: '+998901234567' } })));
  await spoilEntries(setup);
});

const entries = async () => {
  const found = await setup.search({});
  return (details: string) => found.find((one) => one.details === details);
};

it('are shown as they stand, with what of them is not as it is written', async () => {
  const shown = await entries();
  expect(shown('type')).toMatchObject({ actionType: 'FUTURE', unreadable: ['actionType'] });
  expect(shown('no JSON')).toMatchObject({ args: { '…': 'not readable' }, unreadable: ['args'] });
  expect(shown('no object')).toMatchObject({ args: { '…': 'not readable' }, unreadable: ['args'] });
  expect(shown('time')).toMatchObject({ createdTimestamp: 0, unreadable: ['createdTimestamp'] });
  const place = shown('place');
  expect(place).toMatchObject({ args: { phone: '+998901234567' } });
  expect(place).not.toHaveProperty('unreadable');
  if (!onMongo()) return;
  expect(shown('')).toMatchObject({ username: '7', unreadable: ['args', 'username', 'details'] });
  expect(shown('nowhere')).toMatchObject({ unreadable: ['args'] });
});

it('keep nobody from the others in a search by text, of a phone, or in an export', async () => {
  const ofPhone = await authed(setup.service.app, setup.test.serviceToken('profiles')).call(calls.auditOfPhone, {
    body: { phone: '+998901234567' },
  });
  expect(calls.auditOfPhone.answer.parse(ofPhone.json()).map(({ details }) => details)).toContain('time');
  expect(await setup.search({ text: 'type' })).toHaveLength(1);
  for (const type of ['csv', 'json']) {
    const answer = await setup.admin.call(calls.exportAudit, { params: { type }, raw: { size: 100 } });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('FUTURE');
    expect(answer.body).toContain(type === 'csv' ? auditCell('{"…":"not readable"}') : '"unreadable":["args"]');
  }
});

it('are told one by one, and in their place', async () => {
  const shown = await entries();
  for (const details of ['type', 'no JSON', 'no object']) {
    const entry = shown(details);
    const answer = await setup.admin.call(calls.auditEntry, { params: { id: entry?.id ?? '' } });
    expect(calls.auditEntry.answer.parse(answer.json())).toMatchObject({ entry, chain: { fits: false } });
  }
});
