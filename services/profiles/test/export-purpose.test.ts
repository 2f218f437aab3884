import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, limits } from '@numscope/contracts';
import { foundPhone, type Setup, setUp } from './setup.ts';

const PHONE = '+998901234567';

let setup: Setup;
beforeAll(async () => {
  setup = await setUp();
  await setup.resolve(foundPhone(PHONE, { firstName: 'Anvar' }));
});
afterAll(() => setup.close());

const exportsOf = [
  ['a list', (query: object) => setup.user.call(calls.exportProfiles, { query, raw: { phones: [PHONE] } })],
  ['a stream', (query: object) => setup.admin.call(calls.exportProfileStream, { query, raw: {} })],
] as const;

it.each(exportsOf)(
  'an export as %s keeps its purpose in the audit, and is refused without where one is required',
  async (_name, ask) => {
    setup.kit.requirePurpose = false;
    expect((await ask({})).statusCode).toBe(200);
    setup.kit.requirePurpose = true;
    for (const query of [{}, { purpose: '' }, { purpose: '  ' }])
      expect((await ask(query)).json()).toMatchObject({ statusCode: 400, code: 'PURPOSE_REQUIRED' });
    expect((await ask({ purpose: 'x'.repeat(limits.purposeChars + 1) })).json()).toMatchObject({ code: 'INVALID' });
    const purpose = `Case 26-0417 ${'я'.repeat(limits.purposeChars - 13)}`;
    expect((await ask({ purpose: purpose })).statusCode).toBe(200);
    await setup.bus.waitFor('audit.logged', ({ data }) => data.outcome === 'OK' && data.args['purpose'] === purpose);
  },
);

it('shows one profile without a purpose, and keeps one that is given', async () => {
  setup.kit.requirePurpose = true;
  expect((await setup.user.call(calls.individualExport, { query: { phone: PHONE } })).statusCode).toBe(200);
  await setup.user.call(calls.individualExport, { query: { phone: PHONE, purpose: 'Case 1' } });
  await setup.bus.waitFor('audit.logged', ({ data }) => data.args['purpose'] === 'Case 1');
});
