import { expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { auditArgs } from '@numscope/platform';

it('keeps no value of a field that is not recorded, wherever it was put', () => {
  const asked = { params: {}, query: { code: 'in-the-address', iss: 'https://id.example' }, body: { state: 'x' } };
  expect(auditArgs(calls.finishProviderSignIn, asked, true)).toEqual({
    code: '***',
    state: '***',
    iss: 'https://id.example',
  });
  expect(auditArgs(calls.finishProviderSignIn, { ...asked, body: 'none' }, false)).toMatchObject({ code: '***' });
});
