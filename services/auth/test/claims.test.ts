import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { nameOf, rightsOf } from '../src/provider/claims.ts';

const rules = {
  roles: [
    { grant: 'ADMIN' as const, claim: 'realm_access.roles', value: 'boss' },
    { grant: 'USER' as const, claim: 'https://example.com/roles', value: 'analyst' },
    { grant: 'USER' as const, claim: 'email_verified', value: 'true' },
  ],
  modules: [{ grant: 'Webint' as const, claim: 'department', value: null }],
};

it.each([
  ['within others', { realm_access: { roles: ['x', 'boss'] } }, ['ADMIN'], []],
  ['by a name with dots', { 'https://example.com/roles': 'analyst' }, ['USER'], []],
  ['that are no text', { email_verified: true, department: 7 }, ['USER'], ['Webint']],
  ['that only begin so', { 'https://example.com/roles': ['analysts'], realm_access: { roles: 'bos' } }, [], []],
  ['that are empty', { department: '', realm_access: { roles: [] } }, [], []],
])('claims %s give what the rules say', (_case, claims, roles, modules) => {
  expect(rightsOf(claims, rules)).toEqual({ roles, modules });
});

it('whatever claims there are, nothing is given but by a rule that matches', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (claims) => {
      const { roles } = rightsOf(claims, {
        roles: [{ grant: 'ADMIN', claim: 'constructor.name', value: 'Object' }],
        modules: [],
      });
      expect(roles).toEqual([]);
      expect(typeof nameOf(claims, 'name', 'subject')).toBe('string');
    }),
  );
});
