import { readFileSync } from 'node:fs';
import { withoutEndSlashes } from '@numscope/contracts';
import { SettingsError } from '@numscope/platform/runtime/settings';
import type { SettingsOf } from './settings.ts';

/** The settings for signing in. */
export const signInNames = [
  'LOCAL_LOGIN',
  'PUBLIC_URL',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET_FILE',
  'OIDC_SCOPES',
  'OIDC_NAME_CLAIM',
  'OIDC_ROLES',
  'OIDC_MODULES',
] as const;

/** Those that may be unset may be left out. */
type MayLack<T> = { [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] } & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: T[Name];
};
type Given = MayLack<SettingsOf<(typeof signInNames)[number]>>;

/** Shorter ones could be guessed from a cookie that is signed by them. */
const SECRET_CHARS = 16;

function secretOf({ OIDC_CLIENT_SECRET: secret, OIDC_CLIENT_SECRET_FILE: file }: Given, faults: string[]): string {
  if (secret !== undefined && file !== undefined)
    faults.push('OIDC_CLIENT_SECRET: is set together with OIDC_CLIENT_SECRET_FILE; set one of them');
  let text = secret ?? '';
  if (file !== undefined)
    try {
      text = readFileSync(file, 'utf8').trim();
    } catch {
      faults.push('OIDC_CLIENT_SECRET_FILE: names a file that cannot be read');
      return '';
    }
  const name = file === undefined ? 'OIDC_CLIENT_SECRET' : 'OIDC_CLIENT_SECRET_FILE';
  if (text.length < SECRET_CHARS)
    faults.push(`${name}: must be the secret that the identity provider gave, of ${SECRET_CHARS} characters at least`);
  return text;
}

/**
 * The identity provider, where one is set, and whether local login is on.
 * @throws SettingsError that lists every fault
 */
export function signInSettings(given: Given) {
  const faults: string[] = [];
  const localLogin = given.LOCAL_LOGIN;
  if (given.OIDC_ISSUER === undefined) {
    if (!localLogin)
      throw new SettingsError([
        'LOCAL_LOGIN: is false, but there is no identity provider: nobody could sign in. Set OIDC_ISSUER',
      ]);
    return { localLogin, provider: null };
  }
  const needed = <T>(name: keyof Given, value: T | undefined, why: string): T | undefined => {
    if (value === undefined) faults.push(`${name}: is not set, but OIDC_ISSUER is: ${why}`);
    return value;
  };
  const clientId = needed('OIDC_CLIENT_ID', given.OIDC_CLIENT_ID, 'say as what this product is known to it');
  const publicUrl = needed('PUBLIC_URL', given.PUBLIC_URL, 'say where browsers find this product');
  const roles = needed('OIDC_ROLES', given.OIDC_ROLES, 'say which claims give a role, as "USER: groups = analysts"');
  const clientSecret = secretOf(given, faults);
  if (faults.length > 0 || clientId === undefined || publicUrl === undefined || roles === undefined)
    throw new SettingsError(faults);
  const provider = {
    issuer: given.OIDC_ISSUER,
    clientId,
    clientSecret,
    redirectUri: `${withoutEndSlashes(publicUrl)}/login`,
    scopes: given.OIDC_SCOPES,
    nameClaim: given.OIDC_NAME_CLAIM,
    roles,
    modules: given.OIDC_MODULES ?? [],
  };
  return { localLogin, provider };
}

/** What the console is told of it: how the provider is called, and whether a password is taken. */
export function signInShown({
  LOCAL_LOGIN: localLogin,
  OIDC_ISSUER: issuer,
  OIDC_LABEL: label,
}: MayLack<SettingsOf<'LOCAL_LOGIN' | 'OIDC_ISSUER' | 'OIDC_LABEL'>>): { localLogin?: boolean; provider?: string } {
  if (issuer === undefined) return {};
  return { localLogin, provider: label ?? new URL(issuer).hostname };
}
