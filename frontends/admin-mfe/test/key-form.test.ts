import { describe, expect, it } from '@jest/globals';
import { draftOf, emptyKeyForm, faultOf, groupsFor, isOver } from '../src/features/keys/key-form.ts';

const filled = {
  ...emptyKeyForm,
  name: ' nightly ',
  scopes: { jobs: 'read', profiles: 'all', audit: 'none' },
} as const;

describe('the form of an API key', () => {
  it('becomes what the server takes', () => {
    const form = { ...filled, days: 30, addresses: ' 192.0.2.7\n2001:db8::/32, ' };
    expect(draftOf(form, groupsFor('ADMIN'), 1000)).toEqual({
      name: 'nightly',
      scopes: ['jobs:read', 'profiles'],
      expiresAt: 1000 + 30 * 86_400_000,
      addresses: ['192.0.2.7', '2001:db8::/32'],
    });
  });

  it('leaves out what is not limited, and names a role for a service alone', () => {
    expect(draftOf({ ...filled, days: null }, groupsFor('ADMIN'))).toEqual({
      name: 'nightly',
      scopes: ['jobs:read', 'profiles'],
    });
    expect(draftOf({ ...filled, isService: true, role: 'ADMIN' }, groupsFor('ADMIN'))).toMatchObject({ role: 'ADMIN' });
  });

  it('asks for nothing that is not on offer', () => {
    expect(draftOf(filled, groupsFor('USER')).scopes).toEqual(['profiles']);
    expect(faultOf({ ...filled, scopes: { jobs: 'all' } }, groupsFor('USER'))).toBe('scopes');
  });

  it('needs a name that fits', () => {
    expect([' ', 'n'.repeat(65)].map((name) => faultOf({ ...filled, name }, groupsFor('ADMIN')))).toEqual([
      'name',
      'name',
    ]);
    expect(faultOf(filled, groupsFor('ADMIN'))).toBe(null);
  });

  it('knows what is over', () => {
    expect([isOver(null, 5), isOver(6, 5), isOver(5, 5)]).toEqual([false, false, true]);
  });
});
