import { describe, expect, it } from '@jest/globals';
import { SettingsError } from '@numscope/platform';
import * as fc from 'fast-check';
import { claimRules } from '../src/claim-rules.ts';
import { distributedSettings } from '../src/read-settings.ts';
import { signInNames, signInSettings, signInShown } from '../src/sign-in-settings.ts';

const whole = {
  OIDC_ISSUER: 'https://id.example/realms/office',
  OIDC_CLIENT_ID: 'numscope',
  OIDC_CLIENT_SECRET: 'a secret of more than sixteen',
  PUBLIC_URL: 'https://numscope.example/',
  OIDC_ROLES: 'ADMIN: groups = numscope-admins; USER: https://example.com/roles = *',
};
const read = (env: Record<string, string>) => signInSettings(distributedSettings(signInNames, env));
function faultsOf(env: Record<string, string>): string {
  try {
    read(env);
    return '';
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
}

describe('the ways to sign in', () => {
  it('are a password alone unless said', () => {
    expect(read({})).toEqual({ localLogin: true, provider: null });
  });

  it('are an identity provider besides, with what its claims give', () => {
    expect(read({ ...whole, LOCAL_LOGIN: 'false' })).toEqual({
      localLogin: false,
      provider: {
        issuer: whole.OIDC_ISSUER,
        clientId: 'numscope',
        clientSecret: whole.OIDC_CLIENT_SECRET,
        redirectUri: 'https://numscope.example/login',
        scopes: 'openid profile email',
        nameClaim: 'preferred_username',
        roles: [
          { grant: 'ADMIN', claim: 'groups', value: 'numscope-admins' },
          { grant: 'USER', claim: 'https://example.com/roles', value: null },
        ],
        modules: [],
      },
    });
  });

  it.each([
    ['nobody could sign in', { LOCAL_LOGIN: 'false' }, 'LOCAL_LOGIN'],
    ['a provider without the rest', { OIDC_ISSUER: whole.OIDC_ISSUER }, 'OIDC_ROLES'],
    ['a short secret', { ...whole, OIDC_CLIENT_SECRET: 'short' }, 'OIDC_CLIENT_SECRET'],
    ['two secrets', { ...whole, OIDC_CLIENT_SECRET_FILE: '/nowhere' }, 'OIDC_CLIENT_SECRET_FILE'],
    ['plain http to elsewhere', { ...whole, OIDC_ISSUER: 'http://id.example' }, 'OIDC_ISSUER'],
    ['an address that is none', { ...whole, PUBLIC_URL: 'numscope' }, 'PUBLIC_URL'],
    ['a role that there is not', { ...whole, OIDC_ROLES: 'BOSS: groups = x' }, 'OIDC_ROLES'],
    ['scopes without openid', { ...whole, OIDC_SCOPES: 'profile' }, 'OIDC_SCOPES'],
  ])('are refused: %s', (_case, env, named) => {
    const fault = faultsOf(env);
    expect(fault).toContain(named);
    expect(fault).not.toContain(whole.OIDC_CLIENT_SECRET);
  });

  it('are told to the console without anything of the client', () => {
    const settings = distributedSettings([...signInNames, 'OIDC_LABEL'], whole);
    expect(signInShown(settings)).toEqual({ localLogin: true, provider: 'id.example' });
    expect(signInShown({ ...settings, OIDC_LABEL: 'Office' })).toEqual({ localLogin: true, provider: 'Office' });
  });
});

it('rules are read as they were written, whatever claims and values have in them', () => {
  const part = fc.stringMatching(/^[\w:.,/@=-]{1,20}$/).filter((text) => text !== '*' && text !== '=');
  const rule = fc.record({
    grant: fc.constantFrom('ADMIN' as const, 'USER' as const),
    claim: part,
    value: fc.option(part),
  });
  const rules = claimRules(['ADMIN', 'USER']);
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 6 }), (written) => {
      const text = written.map(({ grant, claim, value }) => `${grant}: ${claim} = ${value ?? '*'}`).join(' ; ');
      expect(rules.parse(text)).toEqual(written);
    }),
  );
  fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => typeof rules.safeParse(text).success === 'boolean'));
});
