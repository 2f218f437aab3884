import { calls } from '@numscope/contracts';
import type { TestProvider } from '@numscope/testing/open-id-provider';
import { Secret, TOTP } from 'otpauth';
import type { Api } from '../calls/api.ts';
import type { PlantedSecrets } from './planted-secrets.ts';

/** Makes a call whose answer is looked through for secrets. */
export type Post = (
  caller: Pick<Api, 'url' | 'token'>,
  path: string,
  body: unknown,
  cookie?: string,
) => Promise<string>;

const { path: callback } = calls.finishProviderSignIn;

/**
 * Somebody turns a second factor on, signs in by recovery codes and wrong ones, and turns it off. What the two answers
 * have whose matter a secret is, is planted.
 */
export async function useSecondFactor(
  user: Api,
  { userName, password }: { userName: string; password: string },
  secrets: PlantedSecrets,
  post: Post,
): Promise<void> {
  const { secret } = await user.call(calls.beginSecondFactor, { body: { password } });
  secrets.plant('secret of a second factor', secret);
  await post(user, calls.confirmSecondFactor.path, { code: secret });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const { recoveryCodes } = await user.call(calls.confirmSecondFactor, { body: { code } });
  for (const [n, one] of recoveryCodes.entries()) {
    secrets.plant(`recovery code ${n + 1}`, one);
    secrets.plant(`recovery code ${n + 1} without hyphens`, one.replaceAll('-', ''));
  }
  const [first = '', second = '', third = ''] = recoveryCodes;
  const anonymous = { url: user.url, token: '' };
  const login = async (typed: string): Promise<string> => {
    // Its answer is a token.
    const response = await fetch(user.url + calls.login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: userName, password, code: typed }),
    });
    return calls.login.answer.parse(await response.json()).accessToken;
  };
  const token = secrets.plantToken('token by a recovery code', await login(first));
  secrets.plantToken('token by a recovery code without hyphens', await login(second.replaceAll('-', '')));
  // A second time, with too many fields, as text, and where it does not belong.
  await post(anonymous, calls.login.path, { username: userName, password, code: first });
  await post(anonymous, calls.login.path, { username: userName, password, code: [first, third] });
  await post(anonymous, calls.login.path, { username: third, password, code: third });
  await post({ url: user.url, token }, calls.disableSecondFactor.path, { password, code: secret });
  await post({ url: user.url, token }, calls.disableSecondFactor.path, { password, code: third });
}

/** Somebody signs in by the provider, comes back a second time with what is used up, and once while it is away. */
export async function signInByProvider(
  { url, login }: { url: string; login: string },
  provider: TestProvider,
  secrets: PlantedSecrets,
  post: Post,
): Promise<void> {
  const anonymous = { url, token: '' };
  const begin = async (nth: string): Promise<{ cookie: string; back: Record<string, string> }> => {
    const response = await fetch(url + calls.startProviderSignIn.path, { method: 'POST' });
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const [text = '', signature = ''] = (cookie.split('=')[1] ?? '').split('.');
    secrets.plant(`signature of the ${nth} sign-in cookie`, signature);
    const { verifier } = JSON.parse(Buffer.from(text, 'base64url').toString()) as { verifier: string };
    secrets.plant(`PKCE verifier of the ${nth} sign-in`, verifier);
    const start = calls.startProviderSignIn.answer.parse(await response.json());
    const back = Object.fromEntries(await provider.walk(start.url, login));
    secrets.plant(`code of the ${nth} sign-in`, String(back['code']));
    // The browser comes to the page with all of it.
    await (await fetch(`${url}/login?${new URLSearchParams(back).toString()}`)).text();
    return { cookie, back };
  };

  const first = await begin('first');
  const headers = { 'content-type': 'application/json', cookie: first.cookie };
  const answer = await fetch(url + callback, { method: 'POST', headers, body: JSON.stringify(first.back) });
  const { accessToken } = calls.finishProviderSignIn.answer.parse(await answer.json());
  secrets.plantToken('token by the provider', accessToken);
  await post(anonymous, callback, first.back, first.cookie);
  await post(anonymous, callback, { ...first.back, state: 'another' }, first.cookie);
  await post(anonymous, `${callback}?${new URLSearchParams(first.back).toString()}`, first.back);

  const second = await begin('second');
  provider.goAway();
  await post(anonymous, callback, second.back, second.cookie);
  provider.comeBack();
  await post(anonymous, callback, second.back, second.cookie);
}
